// The place of a region on the surfaces of its two parts, in the rest pose, so that it is the same
// in every frame.

#ifndef MOTE_CHECK_PLACE_H
#define MOTE_CHECK_PLACE_H

#include <mote/check.h>

#include "check/animation/animation.h"

typedef struct check_place {
    mote_box sides[2]; // around the faces of a and of b; empty without faces
    bool inside;       // one part lies inside the other in at least one frame
} check_place;

check_place check_place_empty(void);

// Adds two faces of parts a and b. `swapped` is as in mote_check_finding.
void check_place_add_faces(check_place *place, const asset_part *a, const asset_part *b,
                           mote_face_pair faces, bool swapped);

// Adds another place of the same two parts. The order of the sides is arbitrary for a part with
// itself, so the sides are matched by the distance of their centers.
void check_place_add(check_place *place, const check_place *other, bool self);

// The distance between two places, summed over both sides. 0 if they overlap.
double check_place_distance(const check_place *p, const check_place *q, bool self);

// Does `place`, enlarged by `margins` on each side, contain the other?
bool check_place_holds(const check_place *place, const float margins[2], const check_place *other,
                       bool self);

#endif
