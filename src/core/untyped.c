#include "core/untyped.h"

#include <string.h>

bool mote_untyped_reserve(mote_untyped *array, const mote_allocator *allocator, size_t capacity)
{
    if (capacity <= array->capacity) return true;
    size_t grown = array->capacity + array->capacity / 2 + 16;
    if (grown < capacity) grown = capacity;
    void *data = mote_allocate(allocator, grown, array->size);
    if (!data) return false;
    if (array->count) memcpy(data, array->data, array->count * array->size);
    mote_release(allocator, array->data, array->capacity, array->size);
    array->data = data;
    array->capacity = grown;
    return true;
}

void *mote_untyped_room(mote_untyped *array, const mote_allocator *allocator, size_t more)
{
    if (more > SIZE_MAX - array->count) return NULL;
    // Even for nothing there is a place to point at: null means no memory.
    size_t wanted = array->count + more;
    if (!mote_untyped_reserve(array, allocator, wanted ? wanted : 1)) return NULL;
    return (char *)array->data + array->count * array->size;
}

bool mote_untyped_push(mote_untyped *array, const mote_allocator *allocator, const void *thing)
{
    void *room = mote_untyped_room(array, allocator, 1);
    if (!room) return false;
    memcpy(room, thing, array->size);
    array->count++;
    return true;
}

void mote_untyped_release(mote_untyped *array, const mote_allocator *allocator)
{
    mote_release(allocator, array->data, array->capacity, array->size);
    *array = mote_untyped_of(array->size);
}
