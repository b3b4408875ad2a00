// Paired descent: from one face of each body downhill, from face to neighboring face, to where the two
// surfaces come closest or meet.

#ifndef MOTE_METHOD_PAIRED_DESCENT_H
#define MOTE_METHOD_PAIRED_DESCENT_H

#include "geometry/tri_distance.h"
#include "method/method.h"
#include "method/paired/seen_pairs.h"

// Two faces and how close they come. Side 0 is body a.
typedef struct mote_approach {
    uint32_t face[2];
    mote_vec3 corner[2][3];
    // Squared 0: they meet, and the points are not set. Infinity: a corner is not finite.
    mote_tri_distance distance;
} mote_approach;

static inline bool mote_approach_meets(const mote_approach *approach)
{
    return approach->distance.squared == 0;
}

// What descents of one pair of bodies share.
typedef struct mote_descent {
    mote_frame *frame;
    mote_sink *sink;
    const mote_shape *shape[2];
    mote_seen_pairs *seen; // faces that some descent has passed: whoever comes after ends there
    bool stopped;          // the budget ran out
    bool failed;           // no memory
} mote_descent;

// Takes `pairs` face pairs from the budget; false when it is empty.
bool mote_descent_spend(mote_descent *descent, uint32_t pairs);

// Two faces to begin with; false where some descent has been, or the budget or memory ends.
bool mote_approach_faces(mote_descent *descent, const uint32_t faces[2], mote_approach *out);

// The same from the nearest of the faces around two vertices.
bool mote_approach_vertices(mote_descent *descent, const uint32_t vertices[2], mote_approach *out);

// Downhill from there. False where it came into the way of an earlier one. When the budget or memory
// ends, `at` is as far as it got.
bool mote_descend_paired(mote_descent *descent, mote_approach *at);

#endif
