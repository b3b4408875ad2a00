// Stage 3 of hybrid: from cluster pairs to face pairs. Per cluster pair, leaves of eight triangles
// are tested against each other, then triangles against leaves, then triangles against the eight of
// a leaf. Pairs whose boxes overlap go through a filter with error bounds, eight at a time. Exact
// arithmetic decides the uncertain pairs.
//
// A branch predictor cannot predict the results of a step, and a misprediction costs more than a
// step. So each step writes a list without branching on its results, and the next step runs over
// the list (hybrid_simd.c: append). With branches for each pair, frames in contact took 1.15 to 1.2
// times as long.
//
// This batch replaces the batch of method/face_pair.h, which checks for each face pair facts that
// hybrid knows for the whole cluster pair: whether faces may be neighbors, what the budget allows,
// whether the candidate already has a face pair. With that batch, and vertices gathered as here, a
// frame took 3 % more instructions on blobs-light, 7 % on deforming-spheres-100 and 10 % on
// blobs-heavy.

#include "method/hybrid/hybrid.h"

#include <string.h>

#include "core/box.h"
#include "core/simd.h"
#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "method/face_pair.h"

enum { MAX_HITS = 256, TRIANGLE_BITS = 7 }; // at least 8 hits
_Static_assert(1 << TRIANGLE_BITS == MOTE_CLUSTER_TRIANGLES,
               "the bits of a triangle in its cluster");

// Face pairs on their way through the filter, possibly of several candidates.
typedef struct batch {
    mote_frame *frame;
    mote_sink *sink;
    uint32_t worker;
    const mote_candidate *candidates;
    mote_hybrid_limits *limits; // null for none
    mote_tri_tri_filter *filter;
    // Undecided pairs: fewer than eight, or up to eight more while pairs are added.
    uint32_t count;
    uint32_t candidate[16], slot_a[16], slot_b[16];
    mote_tri_pairs8 pairs;
    // Found to meet, but not yet in the sink.
    uint32_t hit_count;
    uint32_t hit_candidate[MAX_HITS], hit_slot_a[MAX_HITS], hit_slot_b[MAX_HITS];
    uint16_t box_pairs[MOTE_HYBRID_MAX_PAIRS + MOTE_HYBRID_MORE_PAIRS];
} batch;

static bool meet_exactly(batch *b, uint32_t i)
{
    mote_vec3 ta[3], tb[3];
    mote_shape_triangle(b->candidates[b->candidate[i]].a, b->slot_a[i], ta);
    mote_shape_triangle(b->candidates[b->candidate[i]].b, b->slot_b[i], tb);
    b->sink->exact_calls++;
    return mote_triangles_intersect_guarded(ta, tb);
}

static void deliver_hits(batch *b)
{
    for (uint32_t i = 0; i < b->hit_count; i++)
        mote_add_faces(b->frame, b->sink, &b->candidates[b->hit_candidate[i]], b->hit_candidate[i],
                       b->hit_slot_a[i], b->hit_slot_b[i], true);
    b->hit_count = 0;
}

static void collect_hits(batch *b, uint32_t hits)
{
    if (b->hit_count > MAX_HITS - 8) deliver_hits(b);
    MOTE_PICK_KERNEL(mote_hybrid_keep)(b->candidate, hits, b->hit_candidate + b->hit_count);
    MOTE_PICK_KERNEL(mote_hybrid_keep)(b->slot_a, hits, b->hit_slot_a + b->hit_count);
    MOTE_PICK_KERNEL(mote_hybrid_keep)(b->slot_b, hits, b->hit_slot_b + b->hit_count);
    b->hit_count += (uint32_t)__builtin_popcount(hits);
}

static void gather(const mote_shape *shape, const uint32_t slots[8], float out[9][8])
{
    MOTE_PICK_KERNEL(mote_hybrid_gather)
    (shape->xyz, mote_shape_is_padded(shape), shape->clusters->corners, slots, out);
}

static void gather_mixed(batch *b)
{
    for (uint32_t lane = 0; lane < 8; lane++) {
        const mote_candidate *candidate = &b->candidates[b->candidate[lane]];
        mote_vec3 triangle[3];
        mote_shape_triangle(candidate->a, b->slot_a[lane], triangle);
        mote_tri_pairs8_set(b->pairs.a, (int)lane, triangle);
        mote_shape_triangle(candidate->b, b->slot_b[lane], triangle);
        mote_tri_pairs8_set(b->pairs.b, (int)lane, triangle);
    }
}

// Decides the first eight undecided pairs. `live` has the bits of the valid lanes; the other lanes
// repeat some pair.
static void decide(batch *b, uint32_t live)
{
    if (b->candidate[0] == b->candidate[7]) { // pairs are in the order of candidates
        const mote_candidate *candidate = &b->candidates[b->candidate[0]];
        gather(candidate->a, b->slot_a, b->pairs.a);
        gather(candidate->b, b->slot_b, b->pairs.b);
    } else {
        gather_mixed(b);
    }
    mote_tri_verdict8 verdict = b->filter(&b->pairs, live);
    for (uint32_t bits = verdict.uncertain; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        if (meet_exactly(b, i)) verdict.hits |= 1u << i;
    }
    collect_hits(b, verdict.hits);
}

static void decide_full(batch *b)
{
    decide(b, 0xff);
    b->count -= 8;
    for (uint32_t lane = 0; lane < 8; lane++) {
        b->candidate[lane] = b->candidate[lane + 8];
        b->slot_a[lane] = b->slot_a[lane + 8];
        b->slot_b[lane] = b->slot_b[lane + 8];
    }
}

// Decides all pairs in the batch and adds the hits to the sink.
static void flush(batch *b)
{
    // Unused lanes are read too. They repeat the last pair, which keeps the order of candidates.
    for (uint32_t lane = b->count; lane > 0 && lane < 8; lane++) {
        b->candidate[lane] = b->candidate[lane - 1];
        b->slot_a[lane] = b->slot_a[lane - 1];
        b->slot_b[lane] = b->slot_b[lane - 1];
    }
    if (b->count > 0) decide(b, (1u << b->count) - 1);
    b->count = 0;
    deliver_hits(b);
}

static void put_pair(batch *b, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    uint32_t i = b->count++;
    b->candidate[i] = number;
    b->slot_a[i] = slot_a;
    b->slot_b[i] = slot_b;
    if (b->count == 8) decide_full(b);
}

typedef struct range {
    uint32_t first, end;
} range;

static uint32_t cut(uint64_t skip, uint32_t count)
{
    return skip < count ? (uint32_t)skip : count;
}

// The range of the `count` face pairs of a cluster pair that is within the limits.
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

// How the face pairs of a cluster pair are tested.
typedef enum kind {
    KIND_PLAIN,     // all pairs by the filter
    KIND_STRANGERS, // one body: faces that share a vertex are skipped
    KIND_SPECIAL    // tolerance, or one body including neighbors: one pair at a time
} kind;

static kind kind_of(const batch *b, const mote_candidate *candidate)
{
    if (b->frame->tolerance > 0) return KIND_SPECIAL;
    if (!mote_candidate_is_self(candidate)) return KIND_PLAIN;
    return mote_candidate_tests_neighbors(candidate) ? KIND_SPECIAL : KIND_STRANGERS;
}

// With MOTE_DETECT_FIRST, the order of face pairs decides which pair is reported;
// mote_hybrid_stranger_pairs has another order.
static bool uses_masks(const batch *b)
{
    return b->frame->detect != MOTE_DETECT_FIRST;
}

// Whether no listed face pair of the body shares a vertex.
static bool masks_find_all(const batch *b, const mote_hybrid_body *body)
{
    return uses_masks(b) && !body->neighbors.is_partial;
}

// Appends up to eight pairs of a cluster pair to the batch. Always reads and writes eight.
static void put_plain(batch *b, const mote_cluster_pair *pair, const uint16_t *box_pairs,
                      uint32_t count)
{
    mote_u16x8 packed;
    memcpy(&packed, box_pairs, sizeof packed);
    mote_i32x8 pairs = __builtin_convertvector(packed, mote_i32x8), candidates = {0};
    mote_i32x8 slots_a = (pairs >> TRIANGLE_BITS) + (int32_t)mote_cluster_first(pair->a);
    mote_i32x8 slots_b =
        (pairs & (MOTE_CLUSTER_TRIANGLES - 1)) + (int32_t)mote_cluster_first(pair->b);
    candidates += (int32_t)pair->candidate;
    memcpy(b->candidate + b->count, &candidates, sizeof candidates);
    memcpy(b->slot_a + b->count, &slots_a, sizeof slots_a);
    memcpy(b->slot_b + b->count, &slots_b, sizeof slots_b);
    b->count += count;
}

// As put_plain, without faces that share a vertex.
static void put_strangers(batch *b, const mote_cluster_pair *pair, const uint16_t *box_pairs,
                          uint32_t count)
{
    const uint32_t *corners = b->candidates[pair->candidate].a->clusters->corners;
    uint32_t slot_a[8], slot_b[8], before = b->count;
    put_plain(b, pair, box_pairs, 0);
    memcpy(slot_a, b->slot_a + before, sizeof slot_a);
    memcpy(slot_b, b->slot_b + before, sizeof slot_b);
    for (uint32_t i = count; i < 8; i++) { // unused entries have no valid slots
        slot_a[i] = slot_a[0];
        slot_b[i] = slot_b[0];
    }
    uint32_t keep =
        ~MOTE_PICK_KERNEL(mote_hybrid_neighbors)(corners, slot_a, slot_b) & ((1u << count) - 1);
    for (uint32_t i = 0; i < 8; i++) {
        b->slot_a[b->count] = slot_a[i];
        b->slot_b[b->count] = slot_b[i];
        b->count += keep >> i & 1;
    }
}

static void put_special(batch *b, const mote_cluster_pair *pair, uint32_t box_pair)
{
    uint32_t number = pair->candidate;
    uint32_t slot_a = mote_cluster_first(pair->a) + box_pair / MOTE_CLUSTER_TRIANGLES;
    uint32_t slot_b = mote_cluster_first(pair->b) + box_pair % MOTE_CLUSTER_TRIANGLES;
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

static void put_range(batch *b, const mote_cluster_pair *pair, range r)
{
    const mote_candidate *candidate = &b->candidates[pair->candidate];
    kind k = kind_of(b, candidate);
    bool may_be_neighbors = k == KIND_STRANGERS && !masks_find_all(b, candidate->state_a);
    if (k == KIND_SPECIAL) {
        for (uint32_t i = r.first; i < r.end; i++) put_special(b, pair, b->box_pairs[i]);
        return;
    }
    for (uint32_t i = r.first; i < r.end; i += 8) {
        uint32_t count = r.end - i < 8 ? r.end - i : 8;
        if (may_be_neighbors) {
            put_strangers(b, pair, b->box_pairs + i, count);
        } else {
            put_plain(b, pair, b->box_pairs + i, count);
        }
        if (b->count >= 8) decide_full(b);
    }
}

// Tests the face pairs of one cluster pair, up to the last full batch, while the budget lasts.
// Returns the end of the tested range, which is below range.end if the budget has run out.
static uint32_t test_range(batch *b, const mote_cluster_pair *pair, range r)
{
    uint32_t granted = (uint32_t)mote_budget_take(b->frame->budget, b->sink,
                                                  r.end > r.first ? r.end - r.first : 0);
    b->sink->candidates += granted;
    r.end = r.first + granted;
    put_range(b, pair, r);
    return r.end;
}

// If the budget does not count candidates, a cluster pair is tested completely or not at all. If it
// does, a single worker tests the cluster pairs in order.
static void note_stop(const batch *b, size_t index, uint32_t skip)
{
    mote_hybrid_limits *limits = b->limits;
    if (!limits) return;
    uint64_t before = atomic_load(&limits->stopped_at);
    if (b->frame->budget->counts_candidates && index < before) limits->stopped_skip = skip;
    while (index < before && !atomic_compare_exchange_weak(&limits->stopped_at, &before, index)) {
    }
}

// Lists the face pairs of clusters a and b of one body.
static uint32_t list_strangers(const mote_hybrid_body *body, const mote_cluster_pair *pair,
                               const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                               const mote_box *region, const mote_hybrid_world *world,
                               uint16_t *out)
{
    const mote_hybrid_sheets *sheets_a = &world->sheets[a - world->insides];
    const mote_hybrid_sheets *sheets_b = &world->sheets[b - world->insides];
    const mote_neighbors *all = &body->neighbors;
    const mote_neighbor_clusters *neighbors = mote_neighbors_find(all, pair->a, pair->b);
    mote_self_pair both = {.slabs_a = sheets_a->slabs,
                           .slabs_b = sheets_b->slabs,
                           .planes_a = sheets_a->planes,
                           .neighbors = neighbors,
                           .masks = neighbors ? all->masks.data + neighbors->first_mask : NULL};
    return MOTE_PICK_KERNEL(mote_hybrid_stranger_pairs)(a, b, region, &both, out);
}

// Writes the face pairs to test of a cluster pair into the batch. Returns their number.
static uint32_t list_pairs(batch *b, const mote_cluster_pair *pair)
{
    const mote_candidate *candidate = &b->candidates[pair->candidate];
    const mote_hybrid_body *body_a = candidate->state_a, *body_b = candidate->state_b;
    const mote_hybrid_boxes *inside_a = mote_hybrid_inside_of(b->frame, b->worker, body_a, pair->a);
    const mote_hybrid_boxes *inside_b = mote_hybrid_inside_of(b->frame, b->worker, body_b, pair->b);
    mote_box region = mote_box_intersection(&body_a->boxes[pair->a], &body_b->boxes[pair->b]);
    if (kind_of(b, candidate) == KIND_STRANGERS && uses_masks(b))
        return list_strangers(body_a, pair, inside_a, inside_b, &region, b->frame->state,
                              b->box_pairs);
    return MOTE_PICK_KERNEL(mote_hybrid_box_pairs)(inside_a, inside_b, &region, b->box_pairs);
}

// Tests the face pairs of the cluster pair with this index; false if the budget has run out.
static bool test_cluster_pair(batch *b, const mote_cluster_pair *pair, size_t index)
{
    uint32_t count = list_pairs(b, pair);
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
    b->worker = worker;
    b->candidates = candidates;
    b->filter = mote_tri_tri_pick_filter();
    b->count = b->hit_count = 0;
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
    flush(&b);
}

void mote_hybrid_test_all(mote_frame *frame, const mote_candidate *candidates,
                          mote_hybrid_limits *limits)
{
    const mote_hybrid_world *world = frame->state;
    job j = {frame, candidates, limits};
    mote_hybrid_need_all(frame, candidates);
    size_t blocks = (world->pairs.count + PAIRS_PER_BLOCK - 1) / PAIRS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, test_block, &j, (uint32_t)blocks);
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
        mote_hybrid_need_pair(frame, &candidates[pairs[i].candidate], &pairs[i]);
        bool goes_on = test_cluster_pair(&b, &pairs[i], i);
        flush(&b);
        if (!goes_on) break;
    }
    bool found = sink->hits.count > before;
    if (found) sink->hits.count = before + 1;
    return found;
}
