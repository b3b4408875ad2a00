// Which time is measured.

#ifndef MOTE_BENCH_CLOCK_H
#define MOTE_BENCH_CLOCK_H

typedef enum mote_clock {
    MOTE_CLOCK_WALL = 0, // what a caller waits: for a quiet machine
    MOTE_CLOCK_CPU       // what the processors spend, of all threads together: for a busy one
} mote_clock;

const char *mote_clock_name(mote_clock clock);

// Seconds since some fixed moment.
double mote_clock_now(mote_clock clock);

#endif
