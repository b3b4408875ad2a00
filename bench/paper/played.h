// A world that plays a scene, for figures that need more than its report.

#ifndef MOTE_PAPER_PLAYED_H
#define MOTE_PAPER_PLAYED_H

#include "bench/method_contender.h"
#include "bench/stage.h"

typedef struct mote_played {
    mote_stage stage;
    mote_world *world;
    mote_body_id *ids;
} mote_played;

// The frames first .. last of a scene, none of them played yet.
mote_result mote_played_open(const char *scene, uint32_t first, uint32_t last,
                             const mote_method_settings *method, mote_played *out);
void mote_played_close(mote_played *played);

// Puts the bodies where they are in a frame, counted from the first, and detects.
mote_result mote_played_show(mote_played *played, uint32_t frame);

#endif
