// When two faces of a candidate pair count as meeting: the one rule that all methods follow.

#ifndef MOTE_METHOD_FACE_PAIR_H
#define MOTE_METHOD_FACE_PAIR_H

#include "core/box.h"
#include "method/method.h"

typedef enum mote_meeting { MOTE_MEET_NOT = 0, MOTE_MEET_NEAR, MOTE_MEET_TOUCH } mote_meeting;

// How many vertices two triangles of one body share.
static inline uint32_t mote_shared_vertices(const uint32_t a[3], const uint32_t b[3])
{
    uint32_t shared = 0;
    for (int i = 0; i < 3; i++) shared += a[i] == b[0] || a[i] == b[1] || a[i] == b[2];
    return shared;
}

// A box with half the tolerance around it. Faces are near only where their boxes, each widened like
// this, overlap: rounding is monotone, so that the same holds for all boxes around them, and no
// method that goes by boxes can lose a pair that another one finds.
static inline mote_box mote_reach_box(const mote_box *box, float tolerance)
{
    return mote_box_widened(box, 0.5f * tolerance);
}

// The faces in slot_a and slot_b: do they share a point, or are they within the tolerance? Faces of
// one body that share a vertex do not meet, unless candidate->shared_vertex is set, they share one
// only, and have a further point in common (the tolerance does not apply to them).
mote_meeting mote_faces_meet(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b,
                             float tolerance);

// Tests the two and adds them to the sink if they meet. True if they do.
bool mote_try_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b);

// Adds two faces that are known to meet.
void mote_add_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b, bool touches);

#endif
