// An arena: memory for one job that is released all at once. A reset keeps the blocks for the next
// job.

#ifndef MOTE_CORE_ARENA_H
#define MOTE_CORE_ARENA_H

#include "core/memory.h"

typedef struct mote_arena_block mote_arena_block;

typedef struct mote_arena {
    mote_allocator allocator;
    mote_arena_block *first;
    mote_arena_block *current;
    size_t used; // bytes taken from `current`
} mote_arena;

mote_arena mote_arena_create(mote_allocator allocator);

// Returns memory aligned to MOTE_ALIGNMENT and valid until the reset. Null if there is no memory or
// the size overflows.
void *mote_arena_take(mote_arena *arena, size_t count, size_t size);

void mote_arena_reset(mote_arena *arena);
void mote_arena_release(mote_arena *arena);

#endif
