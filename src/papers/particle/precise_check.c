#include "papers/particle/precise_check.h"

#include <string.h>

#include "core/box.h"
#include "core/sort.h"
#include "geometry/tri_tri.h"

bool mote_precise_check_reserve(mote_precise_check *check, const mote_allocator *allocator,
                                uint32_t faces)
{
    return mote_neighborhood_reserve(&check->a, allocator, faces) &&
           mote_neighborhood_reserve(&check->b, allocator, faces);
}

void mote_precise_check_release(mote_precise_check *check, const mote_allocator *allocator)
{
    mote_neighborhood_release(&check->a, allocator);
    mote_neighborhood_release(&check->b, allocator);
    mote_array_release(&check->found, allocator);
    mote_array_release(&check->scratch, allocator);
}

void mote_precise_check_begin(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                              mote_candidate *candidate, uint32_t number)
{
    check->frame = frame;
    check->sink = sink;
    check->candidate = candidate;
    check->number = number;
    check->stopped = check->failed = false;
    check->found.count = 0;
    check->pair_count = 0;
    memset(&check->pairs, 0, sizeof check->pairs); // unused lanes are read too
}

// ---------------------------------------------------------------------------------------------
// Faces against faces

static bool is_done(const mote_precise_check *check)
{
    return check->stopped || check->failed ||
           (check->found.count && check->frame->detect == MOTE_DETECT_FIRST);
}

static const mote_vec3 *corners_of(const mote_neighborhood *n, uint32_t index)
{
    return n->corners + 3 * (size_t)index;
}

static bool lane_intersects(mote_precise_check *check, uint32_t lane, mote_tri_verdict8 verdict)
{
    if (verdict.hits >> lane & 1) return true;
    check->sink->exact_calls++;
    return mote_triangles_intersect_guarded(corners_of(&check->a, check->index_a[lane]),
                                            corners_of(&check->b, check->index_b[lane]));
}

static void test_lanes(mote_precise_check *check)
{
    mote_tri_verdict8 verdict =
        mote_tri_tri_pick_filter()(&check->pairs, (1u << check->pair_count) - 1);
    for (uint32_t bits = verdict.hits | verdict.uncertain; bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        if (is_done(check)) return;
        if (!lane_intersects(check, lane, verdict)) continue;
        uint64_t key = (uint64_t)check->a.faces[check->index_a[lane]] << 32 |
                       check->b.faces[check->index_b[lane]];
        if (!mote_array_push(&check->found, check->frame->allocator, key)) check->failed = true;
    }
}

static void flush(mote_precise_check *check)
{
    if (check->pair_count == 0) return;
    uint32_t waiting = check->pair_count;
    check->pair_count = (uint32_t)mote_budget_take(check->frame->budget, check->sink, waiting);
    check->stopped |= check->pair_count < waiting;
    check->sink->candidates += check->pair_count;
    if (check->pair_count) test_lanes(check);
    check->pair_count = 0;
}

static void add_pair(mote_precise_check *check, uint32_t index_a, uint32_t index_b)
{
    int lane = (int)check->pair_count;
    mote_tri_pairs8_set(check->pairs.a, lane, corners_of(&check->a, index_a));
    mote_tri_pairs8_set(check->pairs.b, lane, corners_of(&check->b, index_b));
    check->index_a[lane] = index_a;
    check->index_b[lane] = index_b;
    if (++check->pair_count == 8) flush(check);
}

// Moves the faces whose boxes overlap `box` to the front, in their order. Returns their number.
static uint32_t keep_overlapping(mote_neighborhood *n, const mote_box *box)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        if (!mote_boxes_overlap(&n->boxes[i], box)) continue;
        n->faces[kept] = n->faces[i];
        n->boxes[kept] = n->boxes[i];
        memmove(n->corners + 3 * (size_t)kept, corners_of(n, i), 3 * sizeof *n->corners);
        kept++;
    }
    return kept;
}

bool mote_precise_check_run(mote_precise_check *check)
{
    mote_neighborhood *a = &check->a, *b = &check->b;
    mote_box common = mote_box_intersection(&a->box, &b->box);
    if (!mote_boxes_overlap(&a->box, &b->box)) return is_done(check);
    a->count = keep_overlapping(a, &common);
    b->count = keep_overlapping(b, &common);
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count; k++) {
            if (mote_boxes_overlap(&a->boxes[i], &b->boxes[k])) add_pair(check, i, k);
        }
        if (is_done(check)) return true;
    }
    flush(check);
    return is_done(check);
}

// ---------------------------------------------------------------------------------------------
// Results

static void drop_repeated(mote_precise_check *check)
{
    uint64_t *keys = check->found.data;
    uint64_t *scratch =
        mote_array_room(&check->scratch, check->frame->allocator, check->found.count);
    if (!scratch) {
        check->failed = true;
        return;
    }
    mote_sort_keys(keys, check->found.count, scratch);
    size_t kept = 0;
    for (size_t i = 0; i < check->found.count; i++) {
        if (kept == 0 || keys[i] != keys[kept - 1]) keys[kept++] = keys[i];
    }
    check->found.count = kept;
}

static void set_touch(mote_candidate *candidate, uint32_t face_a, uint32_t face_b)
{
    mote_vec3 a[3], b[3];
    mote_shape_face_points(candidate->a, face_a, a);
    mote_shape_face_points(candidate->b, face_b, b);
    mote_overlap overlap;
    mote_triangles_intersection(a, b, &overlap);
    candidate->estimate.verdict = MOTE_VERDICT_TOUCH;
    candidate->estimate.distance = 0;
    candidate->estimate.on_a = candidate->estimate.on_b = mote_dvec_narrow(overlap.points[0]);
    candidate->estimate.face_a = face_a;
    candidate->estimate.face_b = face_b;
}

void mote_precise_check_end(mote_precise_check *check)
{
    if (check->found.count) drop_repeated(check);
    const uint64_t *keys = check->found.data;
    for (size_t i = 0; i < check->found.count && !check->failed; i++)
        mote_sink_add(check->sink, check->frame->allocator, check->number,
                      (uint32_t)(keys[i] >> 32), (uint32_t)keys[i], true);
    if (check->failed) check->sink->failed = true;
    if (check->found.count)
        set_touch(check->candidate, (uint32_t)(keys[0] >> 32), (uint32_t)keys[0]);
    check->candidate->complete = !check->stopped;
}
