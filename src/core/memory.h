// Memory from the caller's allocator, with overflow-checked sizes.

#ifndef MOTE_CORE_MEMORY_H
#define MOTE_CORE_MEMORY_H

#include <stdatomic.h>

#include <mote/base.h>

// Every block is aligned for the widest vector and to a cache line.
#define MOTE_ALIGNMENT 64

// Memory from aligned_alloc and free.
extern const mote_allocator mote_libc_allocator;

// Returns the given allocator, or mote_libc_allocator if both functions are null.
mote_allocator mote_allocator_or_default(mote_allocator given);

// Returns MOTE_ERROR_ARGUMENT if only one of allocate and release is set. The message names
// `function`.
mote_result mote_allocator_check(const mote_allocator *given, const char *function);

// Counts the bytes held by one world, mesh, deformer or dynamics. The counter is part of that
// object, which must not move.
typedef struct mote_memory {
    mote_allocator source;
    _Atomic size_t bytes; // atomic because workers allocate too
} mote_memory;

// Returns the allocator that the object and everything it owns allocate from. `own_bytes` is the
// size of the object itself, which was allocated from `source` before the counter existed.
mote_allocator mote_memory_begin(mote_memory *memory, mote_allocator source, size_t own_bytes);

static inline size_t mote_memory_bytes(const mote_memory *memory)
{
    return atomic_load_explicit(&memory->bytes, memory_order_relaxed);
}

// Returns null for no memory or if count * size overflows. If `count` is 0, returns a block that
// may be released.
void *mote_allocate(const mote_allocator *allocator, size_t count, size_t size);
void *mote_allocate_zeroed(const mote_allocator *allocator, size_t count, size_t size);

// `count` and `size` must be those of the allocation. `pointer` may be null.
void mote_release(const mote_allocator *allocator, void *pointer, size_t count, size_t size);

#endif
