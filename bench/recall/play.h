// Plays a scene to a method and to the exact engine, and keeps the score.

#ifndef MOTE_RECALL_PLAY_H
#define MOTE_RECALL_PLAY_H

#include "bench/contender.h"
#include "bench/recall/score.h"

typedef struct recall_def {
    scene_def scene;      // its speed is not looked at
    double speed;         // radii of the smallest body a frame; 0 is the scene's own
    uint32_t frame_count; // 0 is the whole scene once
    bool cold;            // forget everything before each frame
    bool bounds;          // promise the bodies' boxes, which nobody is charged for
    uint32_t grazing;     // so many grazing starts in place of the scene's frames; 0 for none
    // Who is measured, and whose time that is compared with: both have `report`, only the first
    // one's is read.
    const bench_contender *subject, *hybrid;
    // After each frame; may be null.
    void (*progress)(void *context, uint32_t done, uint32_t total);
    void *context;
} recall_def;

// What was played.
typedef struct recall_facts {
    uint32_t body_count;
    size_t triangle_count; // of all bodies
    double speed;          // radii of the smallest body a frame; 0 for grazing starts
} recall_facts;

// Adds all frames to the score.
mote_result recall_play(const recall_def *def, recall_score *score, recall_facts *facts);

#endif
