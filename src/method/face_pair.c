#include "method/face_pair.h"

#include <string.h>

#include <mote/geometry.h>

#include "geometry/orient.h"
#include "geometry/tri_tri.h"

// ---------------------------------------------------------------------------------------------
// Faces of one body that share vertices: do they meet anywhere else? Triangles may be degenerate, and a face may name
// one vertex twice.

// Moves one corner of each vertex that is shared with `other` to the front. Returns the number of
// different shared vertices.
static uint32_t bring_shared_first(const uint32_t corners[3], const uint32_t other[3],
                                   uint32_t sorted[3])
{
    uint32_t shared = 0, end = 3;
    for (int i = 0; i < 3; i++) {
        uint32_t v = corners[i];
        bool is_shared = v == other[0] || v == other[1] || v == other[2];
        bool is_new = (shared < 1 || sorted[0] != v) && (shared < 2 || sorted[1] != v);
        if (is_shared && is_new)
            sorted[shared++] = v;
        else
            sorted[--end] = v;
    }
    return shared;
}

static bool is_same_point(mote_vec3 p, mote_vec3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static bool is_on_segment(mote_vec3 p, mote_vec3 from, mote_vec3 to)
{
    const mote_vec3 point[3] = {p, p, p}, segment[3] = {from, to, to};
    return mote_triangles_intersect(point, segment);
}

// Does the segment from corner t[0] to `end`, without t[0] itself, meet the triangle?
static bool segment_meets(mote_vec3 end, const mote_vec3 t[3])
{
    const mote_vec3 point[3] = {end, end, end}, segment[3] = {t[0], end, end};
    if (is_same_point(end, t[0])) return false;
    if (mote_triangles_intersect(point, t)) return true;
    if (!is_on_segment(t[0], t[1], t[2])) {
        const mote_vec3 opposite[3] = {t[1], t[2], t[2]};
        return mote_triangles_intersect(segment, opposite);
    }
    // t[0] lies between t[1] and t[2], so the triangle is the two segments from t[0]. `end` is not
    // on them, but may lie beyond.
    return (!is_same_point(t[0], t[1]) && is_on_segment(t[1], t[0], end)) ||
           (!is_same_point(t[0], t[2]) && is_on_segment(t[2], t[0], end));
}

// Does the edge of a opposite a[0], without the point a[0], meet b? The edge contains a[0] only in
// degenerate triangles.
static bool edge_meets(const mote_vec3 a[3], const mote_vec3 b[3])
{
    if (is_on_segment(a[0], a[1], a[2])) return segment_meets(a[1], b) || segment_meets(a[2], b);
    const mote_vec3 edge[3] = {a[1], a[2], a[2]};
    return mote_triangles_intersect(edge, b);
}

// The triangles are convex and share corner 0. If they have another point q in common, the ray from
// that corner through q leaves the intersection where it leaves one of the triangles, which is on
// the opposite edge.
static bool meet_beside_corner(const mote_vec3 a[3], const mote_vec3 b[3])
{
    return edge_meets(a, b) || edge_meets(b, a);
}

// Both triangles are degenerate and share corners 0 and 1. If these corners differ, all corners are
// on one line: do the triangles overlap beyond corner 0 or corner 1?
static bool lines_meet_beside_edge(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_vec3 p = a[0], q = a[1];
    if (is_same_point(p, q)) return meet_beside_corner(a, b);
    bool beyond_p = is_on_segment(p, a[2], q) && is_on_segment(p, b[2], q);
    bool beyond_q = is_on_segment(q, a[2], p) && is_on_segment(q, b[2], p);
    return (beyond_p && !is_same_point(a[2], p) && !is_same_point(b[2], p)) ||
           (beyond_q && !is_same_point(a[2], q) && !is_same_point(b[2], q));
}

// The triangles share corners 0 and 1. They have a point outside that edge in common only if they
// lie in one plane on the same side of the edge.
static bool meet_beside_edge(const mote_vec3 a[3], const mote_vec3 b[3])
{
    int axis = mote_tri_tri_flat_axis(a), axis_b = mote_tri_tri_flat_axis(b);
    if (axis < 0 && axis_b < 0) return lines_meet_beside_edge(a, b);
    // A triangle on the line of the edge leaves the edge where the other one ends.
    if (axis < 0 || axis_b < 0 || mote_orient3d(a[0], a[1], a[2], b[2]) != 0) return false;
    return mote_orient2d(a[0], a[1], a[2], axis) == mote_orient2d(b[0], b[1], b[2], axis);
}

static bool neighbors_meet(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b)
{
    const mote_shape *shape = candidate->a;
    const uint32_t *corners = shape->clusters->corners;
    const uint32_t *a = corners + 3 * (size_t)slot_a, *b = corners + 3 * (size_t)slot_b;
    uint32_t sorted_a[3], sorted_b[3];
    uint32_t shared = bring_shared_first(a, b, sorted_a);
    bring_shared_first(b, a, sorted_b);
    if (!(shared == 1 ? candidate->shared_vertex : candidate->shared_edge)) return false;
    if (shared == 3) return true;
    if (shared == 2 && sorted_a[0] != sorted_b[0]) {
        sorted_b[1] = sorted_b[0];
        sorted_b[0] = sorted_a[0];
    }
    mote_vec3 ta[3], tb[3];
    for (int k = 0; k < 3; k++) {
        ta[k] = mote_shape_vertex(shape, sorted_a[k]);
        tb[k] = mote_shape_vertex(shape, sorted_b[k]);
    }
    return shared == 1 ? meet_beside_corner(ta, tb) : meet_beside_edge(ta, tb);
}

// ---------------------------------------------------------------------------------------------
// Two faces

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
    if (mote_candidate_is_self(candidate) && mote_faces_share_vertex(candidate->a, slot_a, slot_b))
        return neighbors_meet(candidate, slot_a, slot_b) ? MOTE_MEET_TOUCH : MOTE_MEET_NOT;
    mote_vec3 ta[3], tb[3];
    mote_shape_triangle(candidate->a, slot_a, ta);
    mote_shape_triangle(candidate->b, slot_b, tb);
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
    mote_pair_batch_turn(batch, 0, UINT64_MAX);
    memset(&batch->pairs, 0, sizeof batch->pairs); // the filter reads unused lanes too
}

void mote_pair_batch_turn(mote_pair_batch *batch, uint64_t first, uint64_t end)
{
    batch->added = 0;
    batch->first = first;
    batch->end = end;
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

// Decides a pair that the filter did not find to meet: by exact arithmetic if the filter was
// uncertain, and by the distance if there is a tolerance.
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

// Notes that the budget ended before the pair with this number.
static void stop(mote_pair_batch *batch, uint64_t number)
{
    if (!batch->stopped) batch->end = number > batch->first ? number : batch->first;
    batch->stopped = true;
}

bool mote_pair_batch_poll(mote_pair_batch *batch)
{
    mote_budget *budget = batch->frame->budget;
    if (budget->deadline > 0 && mote_budget_is_over(budget, batch->sink))
        stop(batch, batch->added - batch->count);
    return batch->stopped;
}

bool mote_pair_batch_take(mote_pair_batch *batch)
{
    bool granted = mote_budget_take(batch->frame->budget, batch->sink, 1);
    if (!granted) stop(batch, batch->added - 1);
    batch->sink->candidates += granted;
    return granted;
}

// The undecided pairs are the last pairs added.
void mote_pair_batch_flush(mote_pair_batch *batch)
{
    uint32_t waiting = batch->count;
    if (waiting == 0) return;
    batch->count = (uint32_t)mote_budget_take(batch->frame->budget, batch->sink, waiting);
    if (batch->count < waiting) stop(batch, batch->added - waiting + batch->count);
    batch->sink->candidates += batch->count;
    if (batch->count) decide(batch);
    batch->count = 0;
}

// Faces of one body that share a vertex never go through the filter.
static void add_neighbors(mote_pair_batch *batch, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &batch->candidates[number];
    if (!mote_candidate_tests_neighbors(candidate) || !is_wanted(batch, number)) return;
    // Under a budget, pairs are tested in the order in which they are added.
    if (batch->frame->budget->is_limited) mote_pair_batch_flush(batch);
    if (!mote_pair_batch_wants(batch) || !mote_pair_batch_take(batch)) return;
    batch->sink->exact_calls++;
    if (mote_try_faces(batch->frame, batch->sink, candidate, number, slot_a, slot_b))
        note_found(batch, number);
}

void mote_pair_batch_add(mote_pair_batch *batch, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &batch->candidates[number];
    if (mote_candidate_is_self(candidate) &&
        mote_faces_share_vertex(candidate->a, slot_a, slot_b)) {
        add_neighbors(batch, number, slot_a, slot_b);
        return;
    }
    if (!mote_pair_batch_wants(batch)) return;
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
