// Data that one frame or query leaves to the next, for each pair of bodies.

#ifndef MOTE_WORLD_HINTS_H
#define MOTE_WORLD_HINTS_H

#include "method/method.h"

// Identified by ids with generations: the hints of a destroyed body are never found again.
typedef struct mote_pair_hint {
    mote_body_id a, b;
    uint64_t frame; // the frame of the last use
    mote_hint hint;
    max_align_t state[]; // state of the method, state_bytes long
} mote_pair_hint;

// A hash table with open addressing. Growing the table does not move the hints.
typedef struct mote_hints {
    mote_pair_hint **places; // null: free
    size_t capacity;         // a power of two
    size_t used;
    size_t state_bytes; // set by the owner before the first hint
} mote_hints;

// Returns the hint of two bodies in this order, or null.
mote_pair_hint *mote_hints_find(const mote_hints *hints, mote_body_id a, mote_body_id b);

// Returns the hint of two bodies, or a new one with no slots and a zeroed state. Returns null if
// out of memory. If the table is full, drops hints that were last used long before `frame`.
mote_pair_hint *mote_hints_get(mote_hints *hints, const mote_allocator *allocator, mote_body_id a,
                               mote_body_id b, uint64_t frame);

// Drops the hints of a body whose slots now name other faces.
void mote_hints_forget(mote_hints *hints, mote_body_id body);

// Drops hints that were last used before `frame`, and shrinks the table. Does nothing if out of
// memory.
void mote_hints_trim(mote_hints *hints, const mote_allocator *allocator, uint64_t frame);

void mote_hints_release(mote_hints *hints, const mote_allocator *allocator);

#endif
