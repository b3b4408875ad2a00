// A binary heap of sized regions: the smallest comes out first, the lower number of equal ones. Entries are not
// changed in place; who pops one must see whether it is still true.

#ifndef MOTE_PAPERS_AREAS_REGION_HEAP_H
#define MOTE_PAPERS_AREAS_REGION_HEAP_H

#include <mote/base.h>

typedef struct mote_region_heap {
    uint64_t *keys; // size in the upper half, region in the lower; room is the caller's affair
    size_t count;
} mote_region_heap;

static inline void mote_region_heap_push(mote_region_heap *heap, uint32_t size, uint32_t region)
{
    uint64_t key = (uint64_t)size << 32 | region;
    size_t at = heap->count++;
    for (; at > 0 && heap->keys[(at - 1) / 2] > key; at = (at - 1) / 2)
        heap->keys[at] = heap->keys[(at - 1) / 2];
    heap->keys[at] = key;
}

static inline bool mote_region_heap_pop(mote_region_heap *heap, uint32_t *size, uint32_t *region)
{
    if (heap->count == 0) return false;
    uint64_t top = heap->keys[0], key = heap->keys[--heap->count];
    *size = (uint32_t)(top >> 32);
    *region = (uint32_t)top;
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && heap->keys[child + 1] < heap->keys[child]) child++;
        if (heap->keys[child] >= key) break;
        heap->keys[at] = heap->keys[child];
        at = child;
    }
    heap->keys[at] = key;
    return true;
}

#endif
