// The allocator of io: a single function, so that a test can make it fail.

#ifndef MOTE_IO_ALLOCATE_H
#define MOTE_IO_ALLOCATE_H

#include <stddef.h>

// realloc, unless a test replaces it. Blocks are released with free.
extern void *(*io_reallocate)(void *block, size_t bytes);

// Resizes `block` (or null) to `count` elements of `size` bytes. Returns null, with `block`
// unchanged, if memory runs out or the product overflows. A count of 0 returns a block too.
void *io_resize(void *block, size_t count, size_t size);

#endif
