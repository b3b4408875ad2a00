// Sorting 64-bit keys, and finding one among them.

#ifndef MOTE_CORE_SORT_H
#define MOTE_CORE_SORT_H

#include <mote/base.h>

// Ascending. `scratch` has room for as many keys. Bytes that all keys have in common cost nothing.
void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch);

// The first of the ascending keys that is not below `key`; `count` where all are.
size_t mote_sorted_place(const uint64_t *keys, size_t count, uint64_t key);

#endif
