// The default engine: exact, and almost idle where bodies do not overlap.
//
// The world has streamed once over the moved vertices and left the box of each cluster's own vertices. From there: cluster
// pairs (cluster_pairs.c; node_pairs.c for bodies on demand), boxes of their triangles (insides.c), face pairs (face_pairs.c). Finding cluster pairs is a small part of the work and runs on
// the caller; the rest is cut into blocks for the workers. Candidates are taken in the order of a space-filling curve, some
// hundred cluster pairs at a time, so that boxes that were just made are still near when they are used.

#include "core/box.h"
#include "core/morton.h"
#include "core/result.h"
#include "core/sort.h"
#include "method/hybrid/cluster_pairs.h"
#include "method/hybrid/face_pairs.h"
#include "method/hybrid/hinted_pair.h"
#include "method/methods.h"

// Cluster pairs a worker takes before their boxes leave the second cache: about 3.5 kB a cluster.
enum { PAIRS_A_CHUNK = 128 };

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster pairs");
}

// The numbers of the candidates along a space-filling curve, in the low halves of the keys; null for no memory.
static const uint64_t *order_candidates(mote_frame *frame, const mote_candidate *candidates,
                                        uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    world->keys.count = world->scratch.count = 0;
    uint64_t *keys = mote_untyped_room(&world->keys, frame->allocator, count);
    uint64_t *scratch = mote_untyped_room(&world->scratch, frame->allocator, count);
    if (!keys || !scratch) return NULL;
    mote_box all = candidates[0].region;
    for (uint32_t i = 1; i < count; i++) mote_box_add_box(&all, &candidates[i].region);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)mote_morton_code(&candidates[i].region, &all) << 32 | i;
    mote_sort_keys(keys, count, scratch);
    return keys;
}

static mote_result find_all(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    const uint64_t *order = order_candidates(frame, candidates, count);
    if (!order) return no_memory();
    size_t chunk = (size_t)PAIRS_A_CHUNK * frame->tasks.worker_count;
    world->pairs.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)order[i];
        if (!mote_pair_clusters(frame, &candidates[number], number)) return no_memory();
        if (world->pairs.count < chunk && i + 1 < count) continue;
        if (!mote_hybrid_test_all(frame, candidates)) return no_memory();
        world->pairs.count = 0;
    }
    return MOTE_OK;
}

// One after the other, each until its first face pair: which one that is must not depend on threads. Hints come
// from particles, in worlds that certify their answers.
static mote_result find_first(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    for (uint32_t i = 0; i < count; i++) {
        if (mote_hinted_pair_meets(frame, &candidates[i], i)) continue;
        world->pairs.count = 0;
        if (!mote_pair_clusters(frame, &candidates[i], i)) return no_memory();
        mote_hybrid_test_first(frame, candidates);
    }
    return MOTE_OK;
}

static mote_result hybrid_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    mote_hybrid_prepare(world);
    world->fills.count = world->filled = 0;
    mote_result result = frame->detect == MOTE_DETECT_FIRST ? find_first(frame, candidates, count)
                                                            : find_all(frame, candidates, count);
    bool exhausted = atomic_load(&frame->budget->exhausted);
    for (uint32_t i = 0; i < count; i++) candidates[i].complete = !exhausted;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Drawing: the clusters of each body whose boxes meet one of the other

static bool has_box(const mote_hybrid_body *body, uint32_t cluster)
{
    return body->box_stamp[cluster] == (uint32_t)body->shape->version;
}

static bool meets_cluster(const mote_hybrid_body *body, const mote_box *box)
{
    for (uint32_t i = 0; i < body->cluster_count; i++) {
        if (has_box(body, i) && mote_boxes_overlap(&body->boxes[i], box)) return true;
    }
    return false;
}

static void draw_clusters(const mote_hybrid_body *body, const mote_hybrid_body *other,
                          const mote_debug_draw *draw)
{
    for (uint32_t i = 0; i < body->cluster_count; i++) {
        if (has_box(body, i) && meets_cluster(other, &body->boxes[i]))
            draw->box(draw->context, MOTE_DRAW_CLUSTER, &body->boxes[i]);
    }
}

static void hybrid_draw_pair(const mote_settings *settings, const mote_candidate *candidate,
                             const mote_debug_draw *draw)
{
    (void)settings;
    if (!draw->box) return;
    draw_clusters(candidate->state_a, candidate->state_b, draw);
    if (!mote_candidate_is_self(candidate))
        draw_clusters(candidate->state_b, candidate->state_a, draw);
}

const mote_method_api mote_method_hybrid = {
    .info = {.method = MOTE_METHOD_HYBRID,
             .name = "hybrid",
             .summary = "one streaming pass, then work only where bodies overlap",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_ON_DEMAND},
    .world_state_bytes = sizeof(mote_hybrid_world),
    .body_state_bytes = sizeof(mote_hybrid_body),
    .admit = mote_hybrid_admit,
    .drop = mote_hybrid_drop,
    .drop_world = mote_hybrid_drop_world,
    .pairs = hybrid_pairs,
    .draw_pair = hybrid_draw_pair,
};
