// What is said of a list of times.

#ifndef MOTE_BENCH_STATISTICS_H
#define MOTE_BENCH_STATISTICS_H

#include <stddef.h>

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
