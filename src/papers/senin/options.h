// What the options of senin amount to.

#ifndef MOTE_PAPERS_SENIN_OPTIONS_H
#define MOTE_PAPERS_SENIN_OPTIONS_H

#include "method/method.h"

enum {
    MOTE_SENIN_MOST_PARTICLES = 1024,
    MOTE_SENIN_MOST_CLOSEST = 64,
    MOTE_SENIN_MOST_FACES = 4096,
    MOTE_SENIN_MOST_PARTS_PARTICLES = 128 // that mote_count_by_convex_parts gives
};

static inline const mote_senin_options *mote_senin_options_of(const mote_settings *settings)
{
    return &settings->senin;
}

// The largest number of particles that a body may have.
static inline uint32_t mote_senin_capacity(const mote_senin_options *options)
{
    return options->particles ? options->particles : MOTE_SENIN_MOST_PARTS_PARTICLES;
}

// Fails for an option that is out of range.
mote_result mote_senin_check(const mote_settings *settings);

#endif
