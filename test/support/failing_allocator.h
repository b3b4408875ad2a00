// An allocator that counts, checks that blocks are released with the size they were allocated with,
// and fails on request. Threads may share it.

#ifndef MOTE_TEST_FAILING_ALLOCATOR_H
#define MOTE_TEST_FAILING_ALLOCATOR_H

#include <stdatomic.h>

#include <mote/base.h>

typedef struct failing_allocator {
    _Atomic size_t calls; // allocations requested so far
    size_t fail_at;       // the call to fail, counted from 1; 0 never
    _Atomic size_t live;  // blocks not yet released
    _Atomic size_t bytes; // bytes not yet released
    _Atomic size_t most;  // bytes at one time
} failing_allocator;

// The hook; `state` must outlive its use.
mote_allocator failing_allocator_hook(failing_allocator *state);

#endif
