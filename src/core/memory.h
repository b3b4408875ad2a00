// Memory from the caller's allocator, with overflow-checked sizes.

#ifndef MOTE_CORE_MEMORY_H
#define MOTE_CORE_MEMORY_H

#include <mote/base.h>

// Every block is aligned for the widest vector and to a cache line.
#define MOTE_ALIGNMENT 64

// The given allocator, or the one of libc where both functions are null.
mote_allocator mote_allocator_or_default(mote_allocator given);

// Null for no memory, and for count * size that overflows. `count` 0 gives a block that may be
// released.
void *mote_allocate(const mote_allocator *allocator, size_t count, size_t size);
void *mote_allocate_zeroed(const mote_allocator *allocator, size_t count, size_t size);

// `count` and `size` as they were allocated. Null is allowed.
void mote_release(const mote_allocator *allocator, void *pointer, size_t count, size_t size);

#endif
