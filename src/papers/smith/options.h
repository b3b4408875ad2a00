// The options of smith and octree-update, and the world cube that both share.

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

// The world cube of section 3.1, around the origin, for a side L above 0. The paper assumes that
// all bodies stay in it. Here, where `all`, the box around those that are searched, does not, the
// cube is doubled until it does. Returns how many times: with as many levels more, its cells are as
// large as before.
uint32_t mote_smith_world_cube(float side, const mote_box *all, mote_box *cube);

#endif
