// A thread that does one job at a time beside the caller.

#ifndef MOTE_PAPERS_SENIN_COMPANION_H
#define MOTE_PAPERS_SENIN_COMPANION_H

#include <stdatomic.h>

#include "core/memory.h"

typedef struct mote_companion mote_companion;

// Ends soon after `stop` becomes true.
typedef void mote_companion_job(void *argument, const _Atomic bool *stop);

// Null for no memory. Where threads are missing or cannot be started, jobs run on the caller.
mote_companion *mote_companion_create(const mote_allocator *allocator);

// Stops the job first. Null is allowed.
void mote_companion_destroy(mote_companion *companion, const mote_allocator *allocator);

// Begins a job, after stopping the one before. What `argument` points at belongs to the job until it is stopped.
void mote_companion_start(mote_companion *companion, mote_companion_job *job, void *argument);

// Tells the job to end and waits until it has; one that has not begun yet never will.
void mote_companion_stop(mote_companion *companion);

#endif
