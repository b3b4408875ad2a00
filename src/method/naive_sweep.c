// Tests every vertex against every face, and every edge against every edge, with the exact kernel.
// This is the oracle of the sweeps of other methods.

#include "method/sweep.h"

#include "method/face_pair.h"
#include "method/methods.h"

// A pair of slots. Its primitives are the vertices and edges that the slots own, and their faces.
typedef struct slot_pair {
    mote_sweep_frame *frame;
    mote_sweep_candidate *candidate;
    uint32_t number;
    uint32_t slot_a, slot_b;
} slot_pair;

// Tests the corners that one slot owns against the face in the other.
static void test_corners(const slot_pair *pair, bool of_a)
{
    const mote_swept *own = of_a ? pair->candidate->a : pair->candidate->b;
    const mote_swept *other = of_a ? pair->candidate->b : pair->candidate->a;
    uint32_t slot = of_a ? pair->slot_a : pair->slot_b;
    uint32_t face = of_a ? pair->slot_b : pair->slot_a;
    bool self = mote_sweep_is_self(pair->candidate);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t vertex = mote_swept_corners(own, slot)[i];
        if (!(own->incidence->owned[slot] & MOTE_OWNS_CORNER(i))) continue;
        if (self && mote_face_has_vertex(mote_swept_corners(other, face), vertex)) continue;
        mote_swept_impact impact = mote_swept_impact_of_vertex(
            pair->candidate, pair->number, of_a || self, (mote_owned_vertex){vertex, slot}, face);
        mote_sweep_try(pair->frame, &pair->frame->sinks[0], pair->candidate, &impact);
    }
}

static void test_edges(const slot_pair *pair)
{
    const mote_swept *a = pair->candidate->a, *b = pair->candidate->b;
    bool self = mote_sweep_is_self(pair->candidate);
    for (uint32_t i = 0; i < 9; i++) {
        uint32_t side_a = i / 3, side_b = i % 3;
        if (!(a->incidence->owned[pair->slot_a] & MOTE_OWNS_EDGE(side_a)) ||
            !(b->incidence->owned[pair->slot_b] & MOTE_OWNS_EDGE(side_b)))
            continue;
        mote_owned_edge e = mote_edge_of_slot(a->start->clusters, pair->slot_a, side_a);
        mote_owned_edge f = mote_edge_of_slot(b->start->clusters, pair->slot_b, side_b);
        if (self && mote_edges_share(e, f)) continue;
        mote_swept_impact impact = mote_swept_impact_of_edges(pair->candidate, pair->number, e, f);
        mote_sweep_try(pair->frame, &pair->frame->sinks[0], pair->candidate, &impact);
    }
}

static void test_start(const slot_pair *pair)
{
    const mote_shape *a = pair->candidate->a->start, *b = pair->candidate->b->start;
    if (mote_sweep_is_self(pair->candidate) &&
        mote_faces_share_vertex(a, pair->slot_a, pair->slot_b))
        return;
    mote_vec3 face_a[3], face_b[3];
    mote_shape_triangle(a, pair->slot_a, face_a);
    mote_shape_triangle(b, pair->slot_b, face_b);
    if (mote_triangles_intersect(face_a, face_b))
        mote_sweep_add_faces(pair->frame, &pair->frame->sinks[0], pair->candidate, pair->number,
                             pair->slot_a, pair->slot_b);
}

// False if the budget has run out.
static bool test_slots(const slot_pair *pair)
{
    mote_sweep_sink *sink = &pair->frame->sinks[0];
    if (!mote_budget_take(pair->frame->budget, &sink->base, 1)) return false;
    sink->triangle_pairs++;
    if (pair->frame->wants_impacts) {
        test_corners(pair, true);
        test_corners(pair, false);
        test_edges(pair);
    }
    if (pair->frame->wants_start) test_start(pair);
    return true;
}

static void test_candidate(mote_sweep_frame *frame, mote_sweep_candidate *candidate,
                           uint32_t number)
{
    slot_pair pair = {.frame = frame, .candidate = candidate, .number = number};
    uint32_t count_a = candidate->a->incidence->triangle_count;
    uint32_t count_b = candidate->b->incidence->triangle_count;
    bool self = mote_sweep_is_self(candidate);
    for (pair.slot_a = 0; pair.slot_a < count_a; pair.slot_a++) {
        for (pair.slot_b = self ? pair.slot_a + 1 : 0; pair.slot_b < count_b; pair.slot_b++) {
            if (test_slots(&pair)) continue;
            atomic_store(&candidate->complete, false);
            return;
        }
    }
}

static mote_result naive_impacts(mote_sweep_frame *frame, mote_sweep_candidate *candidates,
                                 uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) test_candidate(frame, &candidates[i], i);
    return MOTE_OK;
}

const mote_sweep_api mote_naive_sweep = {.impacts = naive_impacts};
