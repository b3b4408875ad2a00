// The options of lbg.

#ifndef MOTE_PAPERS_LBG_OPTIONS_H
#define MOTE_PAPERS_LBG_OPTIONS_H

#include "method/method.h"

// Arrays have this size.
enum { MOTE_LBG_MAX_PARTICLES = 4096, MOTE_LBG_MAX_PAIRS = 64 };

static inline const mote_lbg_options *mote_lbg_options_of(const mote_settings *settings)
{
    return &settings->lbg;
}

// Fails for an option that is out of range.
mote_result mote_lbg_check(const mote_settings *settings);

#endif
