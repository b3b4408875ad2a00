// Sorting 64-bit keys.

#ifndef MOTE_CORE_SORT_H
#define MOTE_CORE_SORT_H

#include <mote/base.h>

// Ascending. `scratch` has room for as many keys. Bytes that all keys have in common cost nothing.
void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch);

#endif
