// What one frame or query leaves to the next, for each pair of bodies.

#ifndef MOTE_WORLD_HINTS_H
#define MOTE_WORLD_HINTS_H

#include "method/method.h"

// The ids, generations included, say whose hint it is: when a body dies, its hints die with it.
typedef struct mote_pair_hint {
    mote_body_id a, b;
    uint64_t frame; // in which it was last asked for
    mote_hint hint;
    max_align_t state[]; // state_bytes of the method's own
} mote_pair_hint;

// A hash table with open addressing. Hints never move: only the table does.
typedef struct mote_hints {
    mote_pair_hint **places; // null: a free place
    size_t capacity;         // a power of two
    size_t used;
    size_t state_bytes; // set by the owner before the first hint
} mote_hints;

// The hint of two bodies in this order, or null.
mote_pair_hint *mote_hints_find(const mote_hints *hints, mote_body_id a, mote_body_id b);

// The hint of two bodies; where there was none a new one, which names no slots and whose state is zero.
// Null for no memory. When the table is full, hints that were last asked for long before `frame` give
// way to new ones.
mote_pair_hint *mote_hints_get(mote_hints *hints, const mote_allocator *allocator, mote_body_id a,
                               mote_body_id b, uint64_t frame);

void mote_hints_release(mote_hints *hints, const mote_allocator *allocator);

#endif
