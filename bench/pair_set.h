// Face pairs that a contender found in a frame, and how two such sets differ.

#ifndef MOTE_BENCH_PAIR_SET_H
#define MOTE_BENCH_PAIR_SET_H

#include <mote/base.h>

typedef struct mote_found_pair {
    uint32_t body_a, body_b, face_a, face_b;
} mote_found_pair;

// All zero is empty. Keeps its memory when count is set to 0.
typedef struct mote_pair_set {
    mote_found_pair *pairs;
    size_t count, capacity;
} mote_pair_set;

// False for no memory.
bool mote_pair_set_add(mote_pair_set *set, mote_found_pair pair);
void mote_pair_set_release(mote_pair_set *set);

// Puts the lower body (of one body, the lower face) first, sorts, and drops what is there twice.
void mote_pair_set_normalise(mote_pair_set *set);

typedef struct mote_pair_difference {
    uint64_t missed; // in the first set only
    uint64_t added;  // in the second set only
} mote_pair_difference;

// Of two normalised sets.
mote_pair_difference mote_pair_set_compare(const mote_pair_set *reference,
                                           const mote_pair_set *other);

// The same of the pairs of bodies alone.
mote_pair_difference mote_pair_set_compare_bodies(const mote_pair_set *reference,
                                                  const mote_pair_set *other);

// How many faces are in some pair; SIZE_MAX for no memory.
size_t mote_pair_set_face_count(const mote_pair_set *set);

#endif
