// A monotonic clock.

#ifndef MOTE_CORE_TIMER_H
#define MOTE_CORE_TIMER_H

// Seconds since a fixed point in time.
double mote_seconds(void);

#endif
