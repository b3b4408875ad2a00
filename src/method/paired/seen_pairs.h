// A set of pairs of numbers that is emptied often: an epoch tells which entries are of now.

#ifndef MOTE_METHOD_PAIRED_SEEN_PAIRS_H
#define MOTE_METHOD_PAIRED_SEEN_PAIRS_H

#include "core/memory.h"

typedef struct mote_seen_pair {
    uint32_t a, b;
    uint32_t epoch;
} mote_seen_pair;

typedef struct mote_seen_pairs {
    mote_seen_pair *entries;
    size_t capacity; // a power of two, or 0
    size_t count;
    uint32_t epoch;
} mote_seen_pairs;

void mote_seen_pairs_release(mote_seen_pairs *set, const mote_allocator *allocator);

// Empties the set and keeps its memory.
void mote_seen_pairs_clear(mote_seen_pairs *set);

typedef enum mote_seen_before { MOTE_SEEN_NOT, MOTE_SEEN, MOTE_SEEN_NO_MEMORY } mote_seen_before;

mote_seen_before mote_seen_pairs_add(mote_seen_pairs *set, const mote_allocator *allocator,
                                     uint32_t a, uint32_t b);
bool mote_seen_pairs_has(const mote_seen_pairs *set, uint32_t a, uint32_t b);

#endif
