// The closest pairs of sites of two bodies that were seen.

#ifndef MOTE_PAPERS_SENIN_CLOSE_PAIRS_H
#define MOTE_PAPERS_SENIN_CLOSE_PAIRS_H

#include "papers/senin/site.h"

typedef struct mote_close_pair {
    mote_site sites[2];
    mote_vec3 at[2];
    double squared;  // distance; doubles hold the square of any float
    float radius[2]; // of the neighborhoods that are to be tested, once that is known
} mote_close_pair;

// Ascending by distance; of equally close ones the earlier comes first.
typedef struct mote_close_pairs {
    mote_close_pair *items; // `most` of them
    uint32_t most, count;
} mote_close_pairs;

// Squared distance; infinite where a coordinate is not finite.
double mote_squared_distance(mote_vec3 a, mote_vec3 b);

// Takes the pair in if it is among the closest. Two sites are taken in once.
void mote_close_pairs_offer(mote_close_pairs *pairs, const mote_close_pair *pair);

#endif
