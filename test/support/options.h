// The options of worlds by name.

#ifndef MOTE_TEST_OPTIONS_H
#define MOTE_TEST_OPTIONS_H

#include <mote/options.h>

#include "support/run.h"

static inline void set_option(mote_world_def *def, const char *name, double value)
{
    if (mote_world_option_set(def, name, value)) fail_msg("%s", mote_last_message());
}

static inline double get_option(const mote_world_def *def, const char *name)
{
    double value = 0;
    if (mote_world_option_get(def, name, &value)) fail_msg("%s", mote_last_message());
    return value;
}

#endif
