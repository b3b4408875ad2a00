// A growable array of plain things. It keeps its memory when cleared, so that after warm-up a frame
// that fills it again allocates nothing.

#ifndef MOTE_CORE_UNTYPED_H
#define MOTE_CORE_UNTYPED_H

#include "core/memory.h"

typedef struct mote_untyped {
    void *data;
    size_t count;    // things in use
    size_t capacity; // things there is room for
    size_t size;     // bytes of one thing
} mote_untyped;

static inline mote_untyped mote_untyped_of(size_t size)
{
    return (mote_untyped){.size = size};
}

// Room for at least `capacity` things in all; false for no memory, with the array as it was.
bool mote_untyped_reserve(mote_untyped *array, const mote_allocator *allocator, size_t capacity);

// Room for `more` further things behind the present ones, which it returns a pointer to without
// counting them in; null for no memory.
void *mote_untyped_room(mote_untyped *array, const mote_allocator *allocator, size_t more);

// Appends a copy of one thing; false for no memory.
bool mote_untyped_push(mote_untyped *array, const mote_allocator *allocator, const void *thing);

void mote_untyped_release(mote_untyped *array, const mote_allocator *allocator);

// What it holds in memory.
static inline size_t mote_untyped_bytes(const mote_untyped *array)
{
    return array->capacity * array->size;
}

#endif
