// Replaces malloc, free and related functions by versions that count and fail on request, for code
// without a mote_allocator. A test that includes this is linked so that all of its own calls come
// here.

#ifndef MOTE_TEST_FAILING_MALLOC_H
#define MOTE_TEST_FAILING_MALLOC_H

#include <stddef.h>

typedef struct failing_malloc {
    size_t calls;   // so far; set it to 0 to start again
    size_t fail_at; // the call to fail, counted from 1; 0 never
    size_t live;    // blocks not yet released
} failing_malloc;

extern failing_malloc failing;

#endif
