#include "method/pair_batch.h"

#include <string.h>

#include "geometry/tri_tri.h"
#include "method/face_pair.h"

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
    memset(&batch->pairs, 0, sizeof batch->pairs); // lanes that never held a pair are read too
}

// With MOTE_DETECT_FIRST, one face pair of a candidate is all that is wanted.
static bool wanted(const mote_pair_batch *batch, uint32_t candidate)
{
    return batch->frame->detect != MOTE_DETECT_FIRST || !batch->found[candidate];
}

static void note_found(mote_pair_batch *batch, uint32_t candidate)
{
    if (batch->frame->detect == MOTE_DETECT_FIRST) batch->found[candidate] = 1;
}

// A pair that the filter did not call certain: exact arithmetic, and the distance where that
// counts.
static mote_meeting look_closer(mote_pair_batch *batch, uint32_t lane, bool uncertain)
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

static void judge(mote_pair_batch *batch)
{
    mote_tri_verdict8 verdict = batch->filter(&batch->pairs, (1u << batch->count) - 1);
    uint32_t open = batch->frame->tolerance > 0 ? (1u << batch->count) - 1 : verdict.uncertain;
    for (uint32_t bits = verdict.hits | open; bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits), number = batch->candidate[lane];
        if (!wanted(batch, number)) continue;
        mote_meeting meeting = verdict.hits >> lane & 1
                                   ? MOTE_MEET_TOUCH
                                   : look_closer(batch, lane, verdict.uncertain >> lane & 1);
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
        judge(batch);
    } else {
        batch->stopped = true;
    }
    batch->count = 0;
}

// Faces of one body that share a vertex: never for the filter.
static void add_neighbors(mote_pair_batch *batch, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &batch->candidates[number];
    if (!candidate->shared_vertex || !wanted(batch, number)) return;
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
