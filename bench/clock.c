#define _POSIX_C_SOURCE 200809L
#include "bench/clock.h"

#include <time.h>

const char *mote_clock_name(mote_clock clock)
{
    return clock == MOTE_CLOCK_WALL ? "wall" : "cpu";
}

double mote_clock_now(mote_clock clock)
{
    struct timespec now;
    clock_gettime(clock == MOTE_CLOCK_WALL ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
