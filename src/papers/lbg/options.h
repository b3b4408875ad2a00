// The options of lbg.

#ifndef MOTE_PAPERS_LBG_OPTIONS_H
#define MOTE_PAPERS_LBG_OPTIONS_H

#include <mote/papers.h>

#include "method/method.h"

// Arrays have this size.
enum { MOTE_LBG_MAX_PARTICLES = 4096, MOTE_LBG_MAX_PAIRS = 64 };

extern const mote_option_table mote_lbg_option_table;

static inline const mote_lbg_options *mote_lbg_options_of(const mote_settings *settings)
{
    return settings->options;
}

#endif
