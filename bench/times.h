// Times: which clock they come from, and what is said of a list of them.

#ifndef MOTE_BENCH_TIMES_H
#define MOTE_BENCH_TIMES_H

#include <stddef.h>

typedef enum bench_clock {
    BENCH_CLOCK_WALL = 0, // what a caller waits: for a quiet machine
    BENCH_CLOCK_CPU,      // what the processors spend, of all threads together: for a busy one
    BENCH_CLOCK_THREAD    // what a processor spends on the calling thread
} bench_clock;

const char *bench_clock_name(bench_clock clock);

// Seconds since some fixed moment.
double bench_clock_now(bench_clock clock);

typedef struct bench_summary {
    size_t count;
    double median; // the mean of the two middle values where the count is even; 0 of nothing
    double p95;    // the least value that 95 % of all do not exceed
} bench_summary;

// Sorts the values in place.
bench_summary bench_summarize(double *values, size_t count);

// least[i] = the smaller of itself and values[i].
void bench_keep_least(double *least, const double *values, size_t count);

#endif
