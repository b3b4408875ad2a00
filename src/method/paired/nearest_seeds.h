// Which seeds of two bodies are nearest to each other.

#ifndef MOTE_METHOD_PAIRED_NEAREST_SEEDS_H
#define MOTE_METHOD_PAIRED_NEAREST_SEEDS_H

#include "core/simd.h"
#include "mesh/seeds.h"

// Seeds where they are now, in units in which squares neither overflow nor vanish.
typedef struct mote_seed_points {
    uint32_t count;
    uint32_t part[MOTE_SEED_ROOTS]; // of the coarsest level
    float x[MOTE_SEED_ROOTS], y[MOTE_SEED_ROOTS], z[MOTE_SEED_ROOTS];
    float reach[MOTE_SEED_ROOTS]; // how far the part may extend from there, above 0
} mote_seed_points;

// Of each seed of one body: the nearest of the other. How near is the squared distance in units of
// what both parts reach: at most 1 where they may meet.
typedef struct mote_nearest_seed {
    float nearness[MOTE_SEED_ROOTS]; // infinity where there is none
    uint32_t other[MOTE_SEED_ROOTS]; // number among the other's points
} mote_nearest_seed;

// Fills both sides; of equally near ones the lowest wins. The points of `b` are NaN from its count up
// to the next multiple of eight.
MOTE_DECLARE_KERNEL(void, mote_nearest_seeds,
                    (const mote_seed_points *a, const mote_seed_points *b, mote_nearest_seed *of_a,
                     mote_nearest_seed *of_b));

// The scalar twin.
void mote_nearest_seeds_scalar(const mote_seed_points *a, const mote_seed_points *b,
                               mote_nearest_seed *of_a, mote_nearest_seed *of_b);

static inline void mote_nearest_seeds(const mote_seed_points *a, const mote_seed_points *b,
                                      mote_nearest_seed *of_a, mote_nearest_seed *of_b)
{
#ifdef MOTE_SCALAR
    mote_nearest_seeds_scalar(a, b, of_a, of_b);
#else
    MOTE_PICK_KERNEL(mote_nearest_seeds)(a, b, of_a, of_b);
#endif
}

#endif
