#include "method/hybrid/hinted_pair.h"

#include "geometry/tri_tri.h"
#include "shape/points.h"

bool mote_hinted_pair_meets(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    const mote_hint *hint = candidate->hint;
    mote_vec3 a[3], b[3];
    if (!hint || hint->slot_a == MOTE_NONE || !mote_budget_spend(frame->budget, 1)) return false;
    uint32_t face_a = mote_shape_face(candidate->a, hint->slot_a);
    uint32_t face_b = mote_shape_face(candidate->b, hint->slot_b);
    frame->sinks[0].candidates++;
    if (!mote_shape_read_face(candidate->a, face_a, a) ||
        !mote_shape_read_face(candidate->b, face_b, b) || !mote_triangles_intersect_guarded(a, b))
        return false;
    mote_sink_add(&frame->sinks[0], frame->allocator, number, face_a, face_b, true);
    return true;
}
