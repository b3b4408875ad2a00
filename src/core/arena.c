#include "core/arena.h"

struct mote_arena_block {
    mote_arena_block *next;
    size_t bytes; // after the header
};

// The header takes one alignment unit, so that the data after it is aligned.
#define HEADER_BYTES MOTE_ALIGNMENT
#define BLOCK_BYTES ((size_t)256 * 1024)

mote_arena mote_arena_create(mote_allocator allocator)
{
    return (mote_arena){.allocator = allocator};
}

static mote_arena_block *new_block(mote_arena *arena, size_t bytes)
{
    if (bytes < BLOCK_BYTES) bytes = BLOCK_BYTES;
    mote_arena_block *block = mote_allocate(&arena->allocator, 1, HEADER_BYTES + bytes);
    if (block) *block = (mote_arena_block){.next = NULL, .bytes = bytes};
    return block;
}

// Makes `current` a block with room for `bytes`: a later block kept by a reset, or a new block at
// the end.
static bool advance(mote_arena *arena, size_t bytes)
{
    mote_arena_block **link = arena->current ? &arena->current->next : &arena->first;
    while (*link && (*link)->bytes < bytes) link = &(*link)->next;
    if (!*link) *link = new_block(arena, bytes);
    if (!*link) return false;
    arena->current = *link;
    arena->used = 0;
    return true;
}

void *mote_arena_take(mote_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    if (bytes > SIZE_MAX - HEADER_BYTES - MOTE_ALIGNMENT) return NULL;
    bytes = (bytes + MOTE_ALIGNMENT - 1) / MOTE_ALIGNMENT * MOTE_ALIGNMENT;
    bool fits = arena->current && arena->current->bytes - arena->used >= bytes;
    if (!fits && !advance(arena, bytes)) return NULL;
    void *taken = (char *)arena->current + HEADER_BYTES + arena->used;
    arena->used += bytes;
    return taken;
}

void mote_arena_reset(mote_arena *arena)
{
    arena->current = arena->first;
    arena->used = 0;
}

void mote_arena_release(mote_arena *arena)
{
    mote_arena_block *block = arena->first;
    while (block) {
        mote_arena_block *next = block->next;
        mote_release(&arena->allocator, block, 1, HEADER_BYTES + block->bytes);
        block = next;
    }
    *arena = mote_arena_create(arena->allocator);
}
