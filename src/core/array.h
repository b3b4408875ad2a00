// A growable typed array. Setting `count` to 0 keeps the memory, so after warm-up a frame that
// refills the array allocates nothing. All zero is an empty array.
//
//     typedef MOTE_ARRAY(mote_hit) mote_hit_array; // name the type where it is passed to functions
//     mote_hit_array hits = {0};
//     if (!mote_array_push(&hits, allocator, hit)) return false;
//     for (size_t i = 0; i < hits.count; i++) use(&hits.data[i]);
//     mote_array_release(&hits, allocator);
//
// These are macros: `array` is evaluated more than once.

#ifndef MOTE_CORE_ARRAY_H
#define MOTE_CORE_ARRAY_H

#include "core/memory.h"

#define MOTE_ARRAY(T)                                                                              \
    struct {                                                                                       \
        T *data;                                                                                   \
        size_t count;                                                                              \
        size_t capacity;                                                                           \
    }

typedef MOTE_ARRAY(uint32_t) mote_u32_array;
typedef MOTE_ARRAY(uint64_t) mote_u64_array;
typedef MOTE_ARRAY(mote_vec3) mote_vec3_array;

// Makes room for at least `wanted` elements in total. Returns false for no memory, with the array
// unchanged.
#define mote_array_reserve(array, allocator, wanted)                                               \
    mote_array_reserve_elements((array), (allocator), (wanted), sizeof *(array)->data)

// Makes room for `more` elements after the last one and returns a pointer to it, which is not null
// even if `more` is 0. Returns null for no memory. Does not change `count`.
#define mote_array_room(array, allocator, more)                                                    \
    (mote_array_add_room((array), (allocator), (more), sizeof *(array)->data)                      \
         ? (array)->data + (array)->count                                                          \
         : NULL)

// Appends one element, which may be a compound literal; false for no memory.
#define mote_array_push(array, allocator, ...)                                                     \
    (((array)->count < (array)->capacity ||                                                        \
      mote_array_add_room((array), (allocator), 1, sizeof *(array)->data)) &&                      \
     ((array)->data[(array)->count++] = (__VA_ARGS__), true))

// Releases the memory and leaves an empty array.
#define mote_array_release(array, allocator)                                                       \
    (mote_release((allocator), (array)->data, (array)->capacity, sizeof *(array)->data),           \
     (array)->data = NULL, (array)->count = (array)->capacity = 0)

// Releases unused capacity. Keeps the array as it is if there is no memory for a smaller copy.
#define mote_array_shrink(array, allocator)                                                        \
    mote_array_shrink_elements((array), (allocator), sizeof *(array)->data)

// The functions behind the macros; `array` is a MOTE_ARRAY of elements of `size` bytes.
bool mote_array_reserve_elements(void *array, const mote_allocator *allocator, size_t wanted,
                                 size_t size);
void mote_array_shrink_elements(void *array, const mote_allocator *allocator, size_t size);
bool mote_array_add_room(void *array, const mote_allocator *allocator, size_t more, size_t size);

#endif
