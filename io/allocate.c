#include "io/allocate.h"

#include <stdlib.h>

void *(*io_reallocate)(void *block, size_t bytes) = realloc;

void *io_resize(void *block, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    return io_reallocate(block, bytes ? bytes : 1);
}
