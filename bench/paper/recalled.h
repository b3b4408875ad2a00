// What a method finds of what the exact engine finds, for pages.

#ifndef MOTE_PAPER_RECALLED_H
#define MOTE_PAPER_RECALLED_H

#include "bench/method_contender.h"
#include "bench/recall/play.h"

typedef struct paper_recalled_def {
    const char *scene;
    const bench_method_settings *subject;
    uint32_t frames; // 0: the whole scene
    double speed;    // radii of the smallest body a frame; 0 is the scene's own
    uint64_t seed;
} paper_recalled_def;

// `out` is to be released where this succeeds.
mote_result paper_recalled(const paper_recalled_def *def, recall_score *out);

#endif
