// Which time is measured.

#ifndef MOTE_BENCH_CLOCK_H
#define MOTE_BENCH_CLOCK_H

typedef enum bench_clock {
    BENCH_CLOCK_WALL = 0, // what a caller waits: for a quiet machine
    BENCH_CLOCK_CPU       // what the processors spend, of all threads together: for a busy one
} bench_clock;

const char *bench_clock_name(bench_clock clock);

// Seconds since some fixed moment.
double bench_clock_now(bench_clock clock);

#endif
