// Stage 3 of hybrid: from cluster pairs to face pairs. Per cluster pair, leaves of eight triangles are tested
// against each other, then 64 pairs of triangles at once. Pairs whose boxes overlap go through a filter with
// error bounds, eight at a time, and what it cannot decide goes to exact arithmetic.
//
// The batch here is not that of method/face_pair.h, which checks for each face pair what hybrid knows of the
// whole cluster pair: whether faces may be neighbors, what the budget allows, whether the candidate already
// has a face pair. With that batch, and vertices gathered as here, a frame took 3 % more instructions on
// blobs-light, 7 % on deforming-spheres-100 and 10 % on blobs-heavy.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "method/face_pair.h"

// Eight triangle pairs for the filter, possibly of several candidates.
typedef struct batch {
    mote_frame *frame;
    mote_sink *sink;
    const mote_candidate *candidates;
    mote_hybrid_limits *limits; // null for none
    mote_tri_tri_filter *filter;
    uint32_t count;
    uint32_t candidate[8], slot_a[8], slot_b[8];
    mote_hybrid_triangles8 triangles_a, triangles_b;
    mote_tri_pairs8 pairs;
    uint16_t box_pairs[MOTE_HYBRID_MAX_PAIRS];
} batch;

static bool meet_exactly(batch *b, uint32_t i)
{
    mote_vec3 ta[3], tb[3];
    mote_shape_triangle(b->candidates[b->candidate[i]].a, b->slot_a[i], ta);
    mote_shape_triangle(b->candidates[b->candidate[i]].b, b->slot_b[i], tb);
    b->sink->exact_calls++;
    return mote_triangles_intersect_guarded(ta, tb);
}

static void flush(batch *b)
{
    uint32_t live = (1u << b->count) - 1;
    for (uint32_t i = b->count; i < 8; i++) { // unused lanes are read, too
        b->triangles_a.xyz[i] = b->triangles_a.xyz[0];
        b->triangles_a.corners[i] = b->triangles_a.corners[0];
        b->triangles_b.xyz[i] = b->triangles_b.xyz[0];
        b->triangles_b.corners[i] = b->triangles_b.corners[0];
    }
    MOTE_PICK_KERNEL(mote_hybrid_gather)(&b->triangles_a, b->pairs.a);
    MOTE_PICK_KERNEL(mote_hybrid_gather)(&b->triangles_b, b->pairs.b);
    mote_tri_verdict8 verdict = b->filter(&b->pairs, live);
    for (uint32_t bits = verdict.uncertain; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        if (meet_exactly(b, i)) verdict.hits |= 1u << i;
    }
    for (uint32_t bits = verdict.hits; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        mote_add_faces(b->frame, b->sink, &b->candidates[b->candidate[i]], b->candidate[i],
                       b->slot_a[i], b->slot_b[i], true);
    }
    b->count = 0;
}

static void put_triangle(mote_hybrid_triangles8 *side, uint32_t lane, const mote_shape *shape,
                         uint32_t slot)
{
    side->xyz[lane] = shape->xyz;
    side->corners[lane] = shape->clusters->corners + 3 * (size_t)slot;
}

static void put_pair(batch *b, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &b->candidates[number];
    uint32_t i = b->count++;
    b->candidate[i] = number;
    b->slot_a[i] = slot_a;
    b->slot_b[i] = slot_b;
    put_triangle(&b->triangles_a, i, candidate->a, slot_a);
    put_triangle(&b->triangles_b, i, candidate->b, slot_b);
    if (b->count == 8) flush(b);
}

// Pairs that the filter cannot decide: within a tolerance, or neighbors in one body.
static void put_special(batch *b, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &b->candidates[number];
    bool neighbors =
        mote_candidate_is_self(candidate) && mote_faces_share_vertex(candidate->a, slot_a, slot_b);
    if (neighbors && !mote_candidate_tests_neighbors(candidate)) return;
    if (neighbors || b->frame->tolerance > 0) {
        mote_try_faces(b->frame, b->sink, candidate, number, slot_a, slot_b);
    } else {
        put_pair(b, number, slot_a, slot_b);
    }
}

typedef struct range {
    uint32_t first, end;
} range;

static uint32_t cut(uint64_t skip, uint32_t count)
{
    return skip < count ? (uint32_t)skip : count;
}

// Which of the `count` face pairs of a cluster pair the limits leave.
static range range_within(const mote_hybrid_limits *limits, const mote_cluster_pair *pair,
                          uint32_t count)
{
    range r = {0, count};
    if (!limits) return r;
    uint64_t at = mote_cluster_pair_position(pair);
    if (at == limits->begin.at) r.first = cut(limits->begin.skip, count);
    if (at == limits->end.at) r.end = cut(limits->end.skip, count);
    return r;
}

// Tests the face pairs of one cluster pair, up to the last full batch, as far as the budget goes; returns how far.
// Less than range.end: it has run out.
static uint32_t test_range(batch *b, const mote_cluster_pair *pair, range r)
{
    const mote_candidate *candidate = &b->candidates[pair->candidate];
    bool special = mote_candidate_is_self(candidate) || b->frame->tolerance > 0;
    uint32_t granted = (uint32_t)mote_budget_take(b->frame->budget, b->sink,
                                                  r.end > r.first ? r.end - r.first : 0);
    b->sink->candidates += granted;
    for (uint32_t i = r.first; i < r.first + granted; i++) {
        uint32_t slot_a = mote_cluster_first(pair->a) + b->box_pairs[i] / MOTE_CLUSTER_TRIANGLES;
        uint32_t slot_b = mote_cluster_first(pair->b) + b->box_pairs[i] % MOTE_CLUSTER_TRIANGLES;
        if (special) {
            put_special(b, pair->candidate, slot_a, slot_b);
        } else {
            put_pair(b, pair->candidate, slot_a, slot_b);
        }
    }
    return r.first + granted;
}

// Without a count of candidates, a cluster pair is tested as a whole or not at all. With one, a
// single worker takes the cluster pairs in their order.
static void note_stop(const batch *b, size_t index, uint32_t skip)
{
    mote_hybrid_limits *limits = b->limits;
    if (!limits) return;
    uint64_t before = atomic_load(&limits->stopped_at);
    if (b->frame->budget->counts_candidates && index < before) limits->stopped_skip = skip;
    while (index < before && !atomic_compare_exchange_weak(&limits->stopped_at, &before, index)) {
    }
}

// Tests the face pairs of the cluster pair with this index; false if the budget has run out.
static bool test_cluster_pair(batch *b, const mote_cluster_pair *pair, size_t index)
{
    const mote_candidate *candidate = &b->candidates[pair->candidate];
    const mote_hybrid_body *body_a = candidate->state_a, *body_b = candidate->state_b;
    mote_box region = mote_box_intersection(&body_a->boxes[pair->a], &body_b->boxes[pair->b]);
    uint32_t count = MOTE_PICK_KERNEL(mote_hybrid_box_pairs)(
        &body_a->insides[pair->a], &body_b->insides[pair->b], &region, b->box_pairs);
    b->sink->cluster_pairs++;
    range r = range_within(b->limits, pair, count);
    uint32_t tested = test_range(b, pair, r);
    if (tested >= r.end) return true;
    note_stop(b, index, tested);
    return false;
}

static void begin_batch(batch *b, mote_frame *frame, const mote_candidate *candidates,
                        mote_hybrid_limits *limits, uint32_t worker)
{
    b->frame = frame;
    b->limits = limits;
    b->sink = &frame->sinks[worker];
    b->candidates = candidates;
    b->filter = mote_tri_tri_pick_filter();
    b->count = 0;
}

// ---------------------------------------------------------------------------------------------

enum { PAIRS_PER_BLOCK = 16 };

typedef struct job {
    mote_frame *frame;
    const mote_candidate *candidates;
    mote_hybrid_limits *limits;
} job;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void test_block(void *argument, uint32_t block, uint32_t worker)
{
    const job *j = argument;
    const mote_hybrid_world *world = j->frame->state;
    const mote_cluster_pair *pairs = world->pairs.data;
    size_t first = (size_t)block * PAIRS_PER_BLOCK;
    batch b;
    begin_batch(&b, j->frame, j->candidates, j->limits, worker);
    for (size_t i = first; i < least(first + PAIRS_PER_BLOCK, world->pairs.count); i++) {
        if (!test_cluster_pair(&b, &pairs[i], i)) break;
    }
    if (b.count) flush(&b);
}

bool mote_hybrid_test_all(mote_frame *frame, const mote_candidate *candidates,
                          mote_hybrid_limits *limits)
{
    const mote_hybrid_world *world = frame->state;
    job j = {frame, candidates, limits};
    if (!mote_hybrid_fill_all(frame, candidates)) return false;
    size_t blocks = (world->pairs.count + PAIRS_PER_BLOCK - 1) / PAIRS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, test_block, &j, (uint32_t)blocks);
    return true;
}

bool mote_hybrid_test_first(mote_frame *frame, const mote_candidate *candidates,
                            mote_hybrid_limits *limits)
{
    mote_hybrid_world *world = frame->state;
    const mote_cluster_pair *pairs = world->pairs.data;
    mote_sink *sink = &frame->sinks[0];
    size_t before = sink->hits.count;
    batch b;
    begin_batch(&b, frame, candidates, limits, 0);
    for (size_t i = 0; i < world->pairs.count && sink->hits.count == before; i++) {
        mote_hybrid_fill_pair(frame, &candidates[pairs[i].candidate], &pairs[i]);
        bool goes_on = test_cluster_pair(&b, &pairs[i], i);
        if (b.count) flush(&b);
        if (!goes_on) break;
    }
    bool found = sink->hits.count > before;
    if (found) sink->hits.count = before + 1;
    return found;
}
