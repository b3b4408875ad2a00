// malloc and its kin, counted and failing when told to, for what does not go through a mote_allocator. A test that includes
// this is linked so that all of the program's own calls come here.

#ifndef MOTE_TEST_FAILING_MALLOC_H
#define MOTE_TEST_FAILING_MALLOC_H

#include <stddef.h>

typedef struct failing_malloc {
    size_t calls;   // so far; set it to 0 to begin anew
    size_t fail_at; // the call to fail, counted from 1; 0 never
    size_t live;    // blocks not yet released
} failing_malloc;

extern failing_malloc failing;

#endif
