#define _POSIX_C_SOURCE 200809L
#include "bench/times.h"

#include <stdlib.h>
#include <time.h>

// ---------------------------------------------------------------------------------------------
// Clock

const char *bench_clock_name(bench_clock clock)
{
    static const char *const names[] = {"wall", "cpu", "thread"};
    return names[clock];
}

double bench_clock_now(bench_clock clock)
{
    static const clockid_t clocks[] = {CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID,
                                       CLOCK_THREAD_CPUTIME_ID};
    struct timespec now;
    clock_gettime(clocks[clock], &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// ---------------------------------------------------------------------------------------------
// Statistics

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bench_summary bench_summarize(double *values, size_t count)
{
    if (count == 0) return (bench_summary){0};
    qsort(values, count, sizeof *values, ascending);
    size_t rank = (count * 95 + 99) / 100; // rounded up, counted from 1
    return (bench_summary){
        .count = count,
        .median = 0.5 * (values[(count - 1) / 2] + values[count / 2]),
        .p95 = values[rank - 1],
    };
}

void bench_keep_least(double *least, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] < least[i]) least[i] = values[i];
}
