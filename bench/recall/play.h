// Plays a scene to a method and to the exact engine, and keeps the score.

#ifndef MOTE_RECALL_PLAY_H
#define MOTE_RECALL_PLAY_H

#include <mote/base.h>

#include "bench/protocol.h"
#include "bench/recall/score.h"

// ---------------------------------------------------------------------------------------------
// Which frames of a scene are played

enum { RECALL_STRETCH = 25 }; // frames

// If fewer frames are requested than the scene has, they are played in stretches of at most
// RECALL_STRETCH, spread evenly over it, each from a cold start: so slow motion is measured all
// over the scene too. Where they do, it is one stretch from the scene's beginning on, and beyond
// its end.
typedef struct recall_frames {
    uint32_t count;
    uint32_t whole;         // frames of the scene from its beginning to its end
    uint32_t stretch;       // frames of a stretch; the last may have fewer
    uint32_t stretch_count; // 1 or more
} recall_frames;

// `count` 0 asks for the whole scene once, `whole` is 1 or more.
recall_frames recall_frames_choose(uint32_t count, uint32_t whole);

// The scene's frame that is played as the i-th.
uint32_t recall_frames_at(const recall_frames *frames, uint32_t i);

bool recall_frames_begins_stretch(const recall_frames *frames, uint32_t i);

// ---------------------------------------------------------------------------------------------
// Playing

typedef struct recall_def {
    scene_def scene;      // its speed is ignored
    double speed;         // radii of the smallest body per frame; 0 is the scene's own
    uint32_t frame_count; // 0 is the whole scene once
    bool cold;            // forget everything before each frame
    bool bounds;          // promise the bodies' boxes; finding them is not timed
    uint32_t grazing; // number of grazing starts to play instead of the scene's frames; 0 for none
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
    double speed;          // radii of the smallest body per frame; 0 for grazing starts
} recall_facts;

// Adds all frames to the score.
mote_result recall_play(const recall_def *def, recall_score *score, recall_facts *facts);

#endif
