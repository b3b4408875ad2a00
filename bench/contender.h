// Something that is measured: a method of mote with its settings, or another library. All see the
// same positions and are timed by the same protocol.

#ifndef MOTE_BENCH_CONTENDER_H
#define MOTE_BENCH_CONTENDER_H

#include <mote/world.h>

#include "bench/pair_set.h"
#include "bench/stage.h"

// What is asked of each frame.
typedef enum bench_question {
    BENCH_ASK_PAIRS = 0, // take in the positions, find all face pairs
    BENCH_ASK_DISTANCE   // take in the positions, find the distance of bodies 0 and 1
} bench_question;

// What a contender tells of itself after a frame; zero where it does not know.
typedef struct bench_frame_facts {
    float distance;
    uint64_t candidates;  // face pairs with overlapping boxes
    uint64_t exact_calls; // face pairs that needed exact arithmetic
    size_t bytes;         // held, without the mesh and the caller's arrays
} bench_frame_facts;

typedef struct bench_contender {
    const char *name;
    const void *settings; // for its own use
    bool bodies_only;     // finds pairs of bodies, with any faces
    // A cold start: everything that is built once, with the positions of the stage's first frame in
    // place. Not timed.
    mote_result (*open)(const void *settings, const bench_stage *stage, bench_question question,
                        void **state);
    // Not timed, before each frame; may be null.
    mote_result (*prepare)(void *state, const bench_stage *stage);
    // The timed part: the stage's positions are new.
    mote_result (*frame)(void *state, const bench_stage *stage);
    // Not timed: appends what the last frame found. `pairs` is null where it is not wanted.
    mote_result (*read)(void *state, bench_pair_set *pairs, bench_frame_facts *facts);
    void (*close)(void *state); // null is allowed
    // Not timed: all that the last frame's report says, valid until the next frame. Null for
    // contenders that do not speak in reports.
    mote_result (*report)(void *state, mote_report *out);
} bench_contender;

#endif
