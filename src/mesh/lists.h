// Building compressed lists of lists by counting: count the items of each list in first[i], start
// the lists, place each item at items[first[i]++], rewind.

#ifndef MOTE_MESH_LISTS_H
#define MOTE_MESH_LISTS_H

#include <mote/base.h>
#include <string.h>

// Turns first[i] from the length of list i into its start; first[count] becomes the sum, which must
// fit into 32 bits.
static inline void mote_lists_start(uint32_t *first, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t length = first[i];
        first[i] = sum;
        sum += length;
    }
    first[count] = sum;
}

// Restores first[i] to the start of list i. Placing the items has advanced first[i] to the end of
// list i, where list i + 1 starts.
static inline void mote_lists_rewind(uint32_t *first, uint32_t count)
{
    memmove(first + 1, first, count * sizeof *first);
    first[0] = 0;
}

#endif
