// The closest features of two convex bodies, found by walking from those of the frame before.
//
//   Mirtich: "V-Clip: Fast and Robust Polyhedral Collision Detection", ACM Transactions on Graphics
//   17 (3), 1998, which takes the place of the walk of Lin and Canny that I-COLLIDE uses and that can
//   cycle.

#ifndef MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_VCLIP_H
#define MOTE_PAPERS_RIVALS_CLOSEST_FEATURE_VCLIP_H

#include "papers/rivals/closest_feature/features.h"

typedef struct feature_pair {
    feature a, b;
} feature_pair;

typedef enum vclip_end {
    VCLIP_APART,     // the features are closest
    VCLIP_TOUCH,     // the bodies meet
    VCLIP_UNDECIDED, // rounding kept the walk from its end
} vclip_end;

// Walks on from `at`, and leaves there where it came to. Adds its steps to *steps.
vclip_end mote_vclip_walk(const placed_body *a, const placed_body *b, feature_pair *at,
                          uint64_t *steps);

// Whether a plane across the line between the closest features has all of one body on one side and all of
// the other on the other.
bool mote_vclip_proves_apart(const placed_body *a, const placed_body *b, const feature_pair *at);

#endif
