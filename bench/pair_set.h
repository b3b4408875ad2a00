// Face pairs that a contender found in a frame, and how two such sets differ.

#ifndef MOTE_BENCH_PAIR_SET_H
#define MOTE_BENCH_PAIR_SET_H

#include <mote/base.h>

typedef struct bench_found_pair {
    uint32_t body_a, body_b, face_a, face_b;
} bench_found_pair;

// All zero is empty. Keeps its memory when count is set to 0.
typedef struct bench_pair_set {
    bench_found_pair *pairs;
    size_t count, capacity;
} bench_pair_set;

// False for no memory.
bool bench_pair_set_add(bench_pair_set *set, bench_found_pair pair);
void bench_pair_set_release(bench_pair_set *set);

// Puts the lower body (of one body, the lower face) first, sorts, and removes duplicates.
void bench_pair_set_normalize(bench_pair_set *set);

typedef struct bench_pair_difference {
    uint64_t missed; // in the first set only
    uint64_t added;  // in the second set only
} bench_pair_difference;

// Of two normalized sets.
bench_pair_difference bench_pair_set_compare(const bench_pair_set *reference,
                                             const bench_pair_set *other);

// The same of the pairs of bodies alone.
bench_pair_difference bench_pair_set_compare_bodies(const bench_pair_set *reference,
                                                    const bench_pair_set *other);

// How many faces are in some pair; SIZE_MAX for no memory.
size_t bench_pair_set_face_count(const bench_pair_set *set);

#endif
