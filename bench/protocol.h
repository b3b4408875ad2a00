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

typedef struct bench_protocol {
    uint32_t repeats; // at least 1, besides one warm-up
    bench_question question;
    bench_clock clock;
    void (*progress)(void *context); // after each sequence played; may be null
    void *context;
} bench_protocol;

typedef struct bench_timing {
    char name[32];
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
    bench_timing *timings;        // one a contender
    double *floor_seconds;        // of each frame: the SIMD min/max pass
    double *copy_seconds;         // of each frame: memcpy of all positions
    uint32_t *faces_in_contact;   // of each frame, as the first contender found them
    bench_contact_class *classes; // of each frame
} bench_measurement;

// The first contender is the one that the others are checked against.
mote_result bench_measure(const bench_stage *stage, const bench_contender *contenders,
                          uint32_t count, const bench_protocol *protocol, bench_measurement *out);
void bench_measurement_release(bench_measurement *measurement);

// Does it answer as the first contender does? Distances may differ by 1e-5.
bool bench_timing_agrees(const bench_timing *timing);

// Median and p95 over the frames of a class; BENCH_CLASS_COUNT stands for all frames. `seconds` is one
// of the measurement's arrays.
bench_summary bench_summarize_frames(const bench_measurement *measurement, const double *seconds,
                                     bench_contact_class which);

#endif
