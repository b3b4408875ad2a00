// Sorting 64-bit keys, finding one among them, and sorting elements of any type.

#ifndef MOTE_CORE_SORT_H
#define MOTE_CORE_SORT_H

#include <mote/base.h>

// Ascending. `scratch` has room for as many keys. Leading bits that all keys have in common, in either half, cost nothing.
void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch);

// Sorts `count` elements of `size` bytes so that no element is before one that precedes it. Equal elements keep their order. `scratch` has
// room for as many.
typedef bool mote_precedes(const void *a, const void *b);
void mote_sort_elements(void *elements, size_t count, size_t size, void *scratch,
                        mote_precedes *precedes);

// The first of the ascending keys that is not below `key`; `count` where all are.
size_t mote_sorted_place(const uint64_t *keys, size_t count, uint64_t key);

#endif
