#include "method/face_pair.h"

#include <mote/geometry.h>

// Rotates the triangle so that the corner with this vertex comes first.
static void bring_first(uint32_t vertex, const uint32_t corners[3], mote_vec3 t[3])
{
    for (int i = 1; i < 3; i++) {
        if (corners[i] != vertex) continue;
        mote_vec3 swap = t[0];
        t[0] = t[i];
        t[i] = swap;
    }
}

static uint32_t shared_vertex(const uint32_t a[3], const uint32_t b[3])
{
    for (int i = 0; i < 3; i++) {
        if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2]) return a[i];
    }
    return MOTE_NONE;
}

// Triangles are convex and share a corner p. If they have another point q in common, the ray from p
// through q leaves the intersection where it leaves one of the triangles, which is on the edge
// opposite to p.
static bool meet_beside_corner(const uint32_t a[3], const uint32_t b[3], mote_vec3 ta[3],
                               mote_vec3 tb[3])
{
    uint32_t p = shared_vertex(a, b);
    bring_first(p, a, ta);
    bring_first(p, b, tb);
    const mote_vec3 edge_a[3] = {ta[1], ta[2], ta[2]}, edge_b[3] = {tb[1], tb[2], tb[2]};
    return mote_triangles_intersect(edge_a, tb) || mote_triangles_intersect(edge_b, ta);
}

static bool are_near(const mote_vec3 a[3], const mote_vec3 b[3], float tolerance)
{
    mote_box box_a = mote_box_of_triangle(a), box_b = mote_box_of_triangle(b);
    box_a = mote_reach_box(&box_a, tolerance);
    box_b = mote_reach_box(&box_b, tolerance);
    return mote_boxes_overlap(&box_a, &box_b) &&
           mote_triangles_distance(a, b, NULL, NULL) <= tolerance;
}

mote_meeting mote_faces_meet(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b,
                             float tolerance)
{
    mote_vec3 ta[3], tb[3];
    mote_shape_triangle(candidate->a, slot_a, ta);
    mote_shape_triangle(candidate->b, slot_b, tb);
    if (mote_candidate_is_self(candidate)) {
        const uint32_t *a = candidate->a->clusters->corners + 3 * (size_t)slot_a;
        const uint32_t *b = candidate->a->clusters->corners + 3 * (size_t)slot_b;
        uint32_t shared = mote_shared_vertices(a, b);
        if (shared > 1 || (shared == 1 && !candidate->shared_vertex)) return MOTE_MEET_NOT;
        if (shared == 1) return meet_beside_corner(a, b, ta, tb) ? MOTE_MEET_TOUCH : MOTE_MEET_NOT;
    }
    if (mote_triangles_intersect(ta, tb)) return MOTE_MEET_TOUCH;
    return tolerance > 0 && are_near(ta, tb, tolerance) ? MOTE_MEET_NEAR : MOTE_MEET_NOT;
}

void mote_add_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b, bool touches)
{
    uint32_t a = mote_shape_face(candidate->a, slot_a), b = mote_shape_face(candidate->b, slot_b);
    bool swap = mote_candidate_is_self(candidate) && a > b;
    mote_sink_add(sink, frame->allocator, number, swap ? b : a, swap ? a : b, touches);
}

bool mote_try_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    mote_meeting meeting = mote_faces_meet(candidate, slot_a, slot_b, frame->tolerance);
    if (meeting == MOTE_MEET_NOT) return false;
    mote_add_faces(frame, sink, candidate, number, slot_a, slot_b, meeting == MOTE_MEET_TOUCH);
    return true;
}
