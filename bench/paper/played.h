// A world that plays a scene, for figures that need more than its report.

#ifndef MOTE_PAPER_PLAYED_H
#define MOTE_PAPER_PLAYED_H

#include "bench/method_contender.h"
#include "bench/stage.h"

typedef struct paper_played {
    bench_stage stage;
    mote_world *world;
    mote_body_id *ids;
} paper_played;

// The frames first .. last of a scene, none of them played yet.
mote_result paper_played_open(const char *scene, uint32_t first, uint32_t last,
                              const bench_method_settings *method, paper_played *out);
void paper_played_close(paper_played *played);

// Puts the bodies where they are in a frame, counted from the first, and detects.
mote_result paper_played_show(paper_played *played, uint32_t frame);

#endif
