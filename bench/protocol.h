// The timing protocol that everything that measures uses.
//
// Warm-up runs first, in which the contenders' answers are checked against each other. Then
// repeats, interleaved over the contenders: in each, every contender plays the whole sequence of
// frames from a cold start. Of each frame the least time over all repeats counts. The floor
// (bench/floor.h) and a copy of all positions are timed in the same loop, alternating with the
// contender. All positions are rewritten before each timed call, so that each finds the caches in
// the same state.

#ifndef MOTE_BENCH_PROTOCOL_H
#define MOTE_BENCH_PROTOCOL_H

#include <mote/world.h>

#include "bench/contact_class.h"
#include "bench/pair_set.h"
#include "bench/stage.h"
#include "bench/times.h"

// ---------------------------------------------------------------------------------------------
// Contenders

// What is asked of each frame.
typedef enum bench_question {
    BENCH_ASK_PAIRS = 0, // take in the positions, find all face pairs
    BENCH_ASK_DISTANCE   // take in the positions, find the distance of bodies 0 and 1
} bench_question;

// Statistics of a frame, as the contender knows them; zero if unknown.
typedef struct bench_frame_facts {
    float distance;
    uint64_t candidates;  // face pairs with overlapping boxes
    uint64_t exact_calls; // face pairs that needed exact arithmetic
    size_t bytes;         // held, without the mesh and the caller's arrays
} bench_frame_facts;

// What is measured: a method of mote with its settings, or another library. All see the same
// positions.
typedef struct bench_contender {
    const char *name;
    const char *version;  // of the library; null for mote's methods
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
    // contenders without reports.
    mote_result (*report)(void *state, mote_report *out);
} bench_contender;

// ---------------------------------------------------------------------------------------------
// Measuring

typedef struct bench_protocol {
    uint32_t repeats; // at least 1, besides one warm-up
    bench_question question;
    bench_clock clock;
    void (*progress)(void *context); // after each sequence played; may be null
    void *context;
} bench_protocol;

typedef struct bench_timing {
    char name[32];
    char version[32];       // empty for mote's methods
    double *seconds;        // of each frame, the least over the repeats
    double *run_medians;    // of each repeat, the median over its frames
    uint64_t pair_count;    // found in all frames
    uint64_t missed, added; // pairs in all frames, against the first contender
    double distance_error;  // greatest over the frames, relative, against the first contender
    uint64_t candidates;    // in all frames
    uint64_t exact_calls;   // in all frames
    size_t bytes;           // most in any frame
} bench_timing;

typedef struct bench_measurement {
    uint32_t frame_count, repeats, contender_count;
    bench_clock clock;
    bench_timing *timings;        // one per contender
    double *floor_seconds;        // of each frame: the SIMD min/max pass
    double *copy_seconds;         // of each frame: memcpy of all positions
    uint32_t *faces_in_contact;   // of each frame, as the first contender found them
    bench_contact_class *classes; // of each frame
} bench_measurement;

// The first contender is the one that the others are checked against.
mote_result bench_measure(const bench_stage *stage, const bench_contender *contenders,
                          uint32_t count, const bench_protocol *protocol, bench_measurement *out);
void bench_measurement_release(bench_measurement *measurement);

// Whether it answers as the first contender does. Distances may differ by 1e-5.
bool bench_timing_agrees(const bench_timing *timing);

// Median and p95 over the frames of a class; CONTACT and COUNT of the enum stand for several
// classes. `seconds` is one of the measurement's arrays.
bench_summary bench_summarize_frames(const bench_measurement *measurement, const double *seconds,
                                     bench_contact_class which);

#endif
