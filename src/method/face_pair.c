#include "method/face_pair.h"

#include <string.h>

#include <mote/geometry.h>

#include "geometry/tri_tri.h"

// Swaps corners so that the one with this vertex comes first.
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

// The triangles are convex and share a corner p. If they have another point q in common, the ray from p
// through q leaves the intersection where it leaves one of the triangles, which is on the edge opposite p.
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

// ---------------------------------------------------------------------------------------------
// Batches

void mote_pair_batch_begin(mote_pair_batch *batch, mote_frame *frame, mote_sink *sink,
                           const mote_candidate *candidates, uint8_t *found)
{
    batch->frame = frame;
    batch->sink = sink;
    batch->candidates = candidates;
    batch->found = found;
    batch->filter = mote_tri_tri_pick_filter();
    batch->count = 0;
    batch->stopped = false;
    memset(&batch->pairs, 0, sizeof batch->pairs); // the filter reads unused lanes too
}

// With MOTE_DETECT_FIRST, one face pair per candidate is enough.
static bool is_wanted(const mote_pair_batch *batch, uint32_t candidate)
{
    return batch->frame->detect != MOTE_DETECT_FIRST || !batch->found[candidate];
}

static void note_found(mote_pair_batch *batch, uint32_t candidate)
{
    if (batch->frame->detect == MOTE_DETECT_FIRST) batch->found[candidate] = 1;
}

// Decides a pair that the filter did not find to meet: by exact arithmetic where it was uncertain, and by the
// distance where there is a tolerance.
static mote_meeting decide_exactly(mote_pair_batch *batch, uint32_t lane, bool uncertain)
{
    const mote_candidate *candidate = &batch->candidates[batch->candidate[lane]];
    if (uncertain) batch->sink->exact_calls++;
    if (batch->frame->tolerance > 0)
        return mote_faces_meet(candidate, batch->slot_a[lane], batch->slot_b[lane],
                               batch->frame->tolerance);
    if (!uncertain) return MOTE_MEET_NOT;
    mote_vec3 a[3], b[3];
    mote_shape_triangle(candidate->a, batch->slot_a[lane], a);
    mote_shape_triangle(candidate->b, batch->slot_b[lane], b);
    return mote_triangles_intersect_guarded(a, b) ? MOTE_MEET_TOUCH : MOTE_MEET_NOT;
}

static void decide(mote_pair_batch *batch)
{
    mote_tri_verdict8 verdict = batch->filter(&batch->pairs, (1u << batch->count) - 1);
    uint32_t open = batch->frame->tolerance > 0 ? (1u << batch->count) - 1 : verdict.uncertain;
    for (uint32_t bits = verdict.hits | open; bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits), number = batch->candidate[lane];
        if (!is_wanted(batch, number)) continue;
        mote_meeting meeting = verdict.hits >> lane & 1
                                   ? MOTE_MEET_TOUCH
                                   : decide_exactly(batch, lane, verdict.uncertain >> lane & 1);
        if (meeting == MOTE_MEET_NOT) continue;
        note_found(batch, number);
        mote_add_faces(batch->frame, batch->sink, &batch->candidates[number], number,
                       batch->slot_a[lane], batch->slot_b[lane], meeting == MOTE_MEET_TOUCH);
    }
}

void mote_pair_batch_flush(mote_pair_batch *batch)
{
    if (batch->count == 0) return;
    if (mote_budget_spend(batch->frame->budget, batch->count)) {
        batch->sink->candidates += batch->count;
        decide(batch);
    } else {
        batch->stopped = true;
    }
    batch->count = 0;
}

// Faces of one body that share a vertex never go through the filter.
static void add_neighbors(mote_pair_batch *batch, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &batch->candidates[number];
    if (!candidate->shared_vertex || !is_wanted(batch, number)) return;
    if (!mote_budget_spend(batch->frame->budget, 1)) {
        batch->stopped = true;
        return;
    }
    batch->sink->candidates++;
    batch->sink->exact_calls++;
    if (mote_try_faces(batch->frame, batch->sink, candidate, number, slot_a, slot_b))
        note_found(batch, number);
}

static bool share_a_vertex(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b)
{
    const uint32_t *corners = candidate->a->clusters->corners;
    return mote_shared_vertices(corners + 3 * (size_t)slot_a, corners + 3 * (size_t)slot_b) > 0;
}

void mote_pair_batch_add(mote_pair_batch *batch, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &batch->candidates[number];
    if (mote_candidate_is_self(candidate) && share_a_vertex(candidate, slot_a, slot_b)) {
        add_neighbors(batch, number, slot_a, slot_b);
        return;
    }
    mote_vec3 a[3], b[3];
    mote_shape_triangle(candidate->a, slot_a, a);
    mote_shape_triangle(candidate->b, slot_b, b);
    int lane = (int)batch->count;
    mote_tri_pairs8_set(batch->pairs.a, lane, a);
    mote_tri_pairs8_set(batch->pairs.b, lane, b);
    batch->candidate[lane] = number;
    batch->slot_a[lane] = slot_a;
    batch->slot_b[lane] = slot_b;
    if (++batch->count == 8) mote_pair_batch_flush(batch);
}
