// A monotonic clock.

#ifndef MOTE_CORE_TIMER_H
#define MOTE_CORE_TIMER_H

// Seconds since some fixed moment.
double mote_seconds(void);

#endif
