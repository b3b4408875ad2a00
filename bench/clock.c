#define _POSIX_C_SOURCE 200809L
#include "bench/clock.h"

#include <time.h>

const char *bench_clock_name(bench_clock clock)
{
    return clock == BENCH_CLOCK_WALL ? "wall" : "cpu";
}

double bench_clock_now(bench_clock clock)
{
    struct timespec now;
    clock_gettime(clock == BENCH_CLOCK_WALL ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
