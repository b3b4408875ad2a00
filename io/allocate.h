// Where io gets its memory: one function, so that a test can make it fail.

#ifndef MOTE_IO_ALLOCATE_H
#define MOTE_IO_ALLOCATE_H

#include <stddef.h>

// realloc, unless a test puts another here. Blocks go back through free.
extern void *(*io_reallocate)(void *block, size_t bytes);

// `block` (or null) resized to `count` elements of `size` bytes; null, with `block` unchanged, if
// memory runs out or the product overflows. A count of 0 gives a block too.
void *io_resize(void *block, size_t count, size_t size);

#endif
