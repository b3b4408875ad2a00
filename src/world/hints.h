// What the last query left to the next, for each pair of bodies that was asked for.

#ifndef MOTE_WORLD_HINTS_H
#define MOTE_WORLD_HINTS_H

#include "method/method.h"

// The ids, generations included, say whose hint it is: when a body dies, its hints die with it.
typedef struct mote_pair_hint {
    mote_body_id a, b; // generation 0: a free place
    mote_hint hint;
} mote_pair_hint;

// A hash table with open addressing; all zero is an empty one.
typedef struct mote_hints {
    mote_pair_hint *places;
    size_t capacity; // a power of two
    size_t used;
} mote_hints;

// The hint of two bodies in this order, or null.
mote_hint *mote_hints_find(const mote_hints *hints, mote_body_id a, mote_body_id b);

// The hint of two bodies, a new one naming no slots where there was none; null for no memory. Valid
// until the next one is added.
mote_hint *mote_hints_get(mote_hints *hints, const mote_allocator *allocator, mote_body_id a,
                          mote_body_id b);

void mote_hints_release(mote_hints *hints, const mote_allocator *allocator);

#endif
