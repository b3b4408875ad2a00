// Sorting 64-bit keys, finding one among them, and sorting elements of any type.

#ifndef MOTE_CORE_SORT_H
#define MOTE_CORE_SORT_H

#include <mote/base.h>

// Sorts ascending. `scratch` has room for `count` keys. Leading bits common to all keys, in either
// half, cost nothing.
void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch);

// Sorts `count` elements of `size` bytes by `precedes`. The sort is stable. `scratch` has room for
// `count` elements.
typedef bool mote_precedes(const void *a, const void *b);
void mote_sort_elements(void *elements, size_t count, size_t size, void *scratch,
                        mote_precedes *precedes);

// The index of the first of the ascending keys that is at least `key`; `count` if there is none.
size_t mote_sorted_place(const uint64_t *keys, size_t count, uint64_t key);

#endif
