// The ratio of two programs' times with its confidence interval, from pairs of times that were
// taken right after each other.

#ifndef MOTE_BENCH_RATIO_H
#define MOTE_BENCH_RATIO_H

#include <mote/base.h>

// Times of both programs: those of frame f in round r are at f * rounds + r, all above 0.
typedef struct bench_paired_times {
    const double *a, *b;
    uint32_t frame_count, rounds;
} bench_paired_times;

typedef struct bench_ratio {
    uint32_t frame_count;
    double value;     // of a's time to b's
    double low, high; // 95 % confidence interval of it
} bench_ratio;

// Over the frames with chosen[f], or all if `chosen` is null. The ratio of a frame is the median
// over the rounds of the ratios in each round: what slows down both (other processes, a lower clock
// frequency) cancels, and what hits only one is an outlier. The ratio of several frames is the
// geometric mean of theirs. The interval is found by the bootstrap: 1000 times, rounds and frames
// are drawn with replacement. The same times give the same interval. Fails if memory runs out;
// without a frame the ratio is 1, from 0 to infinity.
mote_result bench_ratio_of(const bench_paired_times *times, const bool *chosen, bench_ratio *out);

#endif
