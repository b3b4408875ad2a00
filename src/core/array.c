#include "core/array.h"

#include <string.h>

// Any MOTE_ARRAY. Copied in and out because a T * may not be accessed through a void * lvalue.
typedef MOTE_ARRAY(void) any_array;

bool mote_array_reserve_elements(void *array, const mote_allocator *allocator, size_t wanted,
                                 size_t size)
{
    any_array a;
    memcpy(&a, array, sizeof a);
    if (wanted <= a.capacity) return true;
    size_t grown = a.capacity + a.capacity / 2 + 16;
    if (grown < wanted) grown = wanted;
    void *data = mote_allocate(allocator, grown, size);
    if (!data) return false;
    if (a.count) memcpy(data, a.data, a.count * size);
    mote_release(allocator, a.data, a.capacity, size);
    a.data = data;
    a.capacity = grown;
    memcpy(array, &a, sizeof a);
    return true;
}

bool mote_array_add_room(void *array, const mote_allocator *allocator, size_t more, size_t size)
{
    any_array a;
    memcpy(&a, array, sizeof a);
    if (more > SIZE_MAX - a.count) return false;
    size_t wanted = a.count + more;
    return mote_array_reserve_elements(array, allocator, wanted ? wanted : 1, size);
}

void mote_array_shrink_elements(void *array, const mote_allocator *allocator, size_t size)
{
    any_array a;
    memcpy(&a, array, sizeof a);
    if (a.count == a.capacity) return;
    void *data = a.count ? mote_allocate(allocator, a.count, size) : NULL;
    if (a.count && !data) return;
    if (a.count) memcpy(data, a.data, a.count * size);
    mote_release(allocator, a.data, a.capacity, size);
    a.data = data;
    a.capacity = a.count;
    memcpy(array, &a, sizeof a);
}
