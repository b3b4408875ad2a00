// A growable array of plain things. It keeps its memory when cleared, so that after warm-up a frame
// that fills it again allocates nothing.

#ifndef MOTE_CORE_ARRAY_H
#define MOTE_CORE_ARRAY_H

#include "core/memory.h"

typedef struct mote_array {
    void *data;
    size_t count;    // things in use
    size_t capacity; // things there is room for
    size_t size;     // bytes of one thing
} mote_array;

static inline mote_array mote_array_of(size_t size)
{
    return (mote_array){.size = size};
}

// Room for at least `capacity` things in all; false for no memory, with the array as it was.
bool mote_array_reserve(mote_array *array, const mote_allocator *allocator, size_t capacity);

// Room for `more` further things behind the present ones, which it returns a pointer to without
// counting them in; null for no memory.
void *mote_array_room(mote_array *array, const mote_allocator *allocator, size_t more);

// Appends a copy of one thing; false for no memory.
bool mote_array_push(mote_array *array, const mote_allocator *allocator, const void *thing);

void mote_array_release(mote_array *array, const mote_allocator *allocator);

// What it holds in memory.
static inline size_t mote_array_bytes(const mote_array *array)
{
    return array->capacity * array->size;
}

#endif
