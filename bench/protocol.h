// The timing protocol that everything that measures uses.
//
// Warm-up runs first, in which the contenders' answers are checked against each other. Then repeats,
// interleaved over the contenders: in each, every contender plays the whole sequence of frames from a
// cold start. Of each frame the least time over all repeats counts. The floor (bench/floor.h) and a copy
// of all positions are timed in the same loop, alternating with the contender. All positions are
// rewritten before each timed call, so that each finds the caches in the same state.

#ifndef MOTE_BENCH_PROTOCOL_H
#define MOTE_BENCH_PROTOCOL_H

#include "bench/clock.h"
#include "bench/contact_class.h"
#include "bench/contender.h"
#include "bench/statistics.h"

typedef struct mote_protocol {
    uint32_t repeats; // at least 1, besides one warm-up
    mote_question question;
    mote_clock clock;
    void (*progress)(void *context); // after each sequence played; may be null
    void *context;
} mote_protocol;

typedef struct mote_timing {
    char name[32];
    double *seconds;        // of each frame, the least over the repeats
    double *run_medians;    // of each repeat, the median over its frames
    uint64_t pair_count;    // found in all frames
    uint64_t missed, added; // pairs in all frames, against the first contender
    double distance_error;  // greatest over the frames, relative, against the first contender
    uint64_t candidates;    // in all frames
    uint64_t exact_calls;   // in all frames
    size_t bytes;           // most in any frame
} mote_timing;

typedef struct mote_measurement {
    uint32_t frame_count, repeats, contender_count;
    mote_clock clock;
    mote_timing *timings;        // one a contender
    double *floor_seconds;       // of each frame: the SIMD min/max pass
    double *copy_seconds;        // of each frame: memcpy of all positions
    uint32_t *faces_in_contact;  // of each frame, as the first contender found them
    mote_contact_class *classes; // of each frame
} mote_measurement;

// The first contender is the one that the others are checked against.
mote_result mote_measure(const mote_stage *stage, const mote_contender *contenders, uint32_t count,
                         const mote_protocol *protocol, mote_measurement *out);
void mote_measurement_release(mote_measurement *measurement);

// Does it answer as the first contender does? Distances may differ by 1e-5.
bool mote_timing_agrees(const mote_timing *timing);

// Median and p95 over the frames of a class; MOTE_CLASS_COUNT stands for all frames. `seconds` is one
// of the measurement's arrays.
mote_summary mote_summarise_frames(const mote_measurement *measurement, const double *seconds,
                                   mote_contact_class which);

#endif
