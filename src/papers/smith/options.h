// The options of smith.

#ifndef MOTE_PAPERS_SMITH_OPTIONS_H
#define MOTE_PAPERS_SMITH_OPTIONS_H

#include <mote/papers.h>

#include "method/method.h"

extern const mote_option_table mote_smith_option_table;

// For methods with this table.
static inline const mote_smith_options *mote_smith_options_of(const mote_settings *settings)
{
    return settings->options;
}

#endif
