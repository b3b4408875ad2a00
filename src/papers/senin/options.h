// The options of senin.

#ifndef MOTE_PAPERS_SENIN_OPTIONS_H
#define MOTE_PAPERS_SENIN_OPTIONS_H

#include <mote/papers.h>

#include "method/method.h"

// mote_count_by_convex_parts gives at most this many particles.
enum { MOTE_SENIN_MAX_COUNTED_PARTICLES = 128 };

extern const mote_option_table mote_senin_option_table;

static inline const mote_senin_options *mote_senin_options_of(const mote_settings *settings)
{
    return settings->options;
}

// The largest number of particles that a body may have.
static inline uint32_t mote_senin_capacity(const mote_senin_options *options)
{
    return options->particles ? options->particles : MOTE_SENIN_MAX_COUNTED_PARTICLES;
}

#endif
