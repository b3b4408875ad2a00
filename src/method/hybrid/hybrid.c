// The default method: exact, and almost idle for bodies that do not overlap.
//
// The world has streamed once over the moved vertices and computed the box of each cluster's own
// vertices. The stages of hybrid follow: cluster pairs (cluster_pairs.c; node_pairs.c for bodies on
// demand), boxes of their triangles (triangle_boxes.c), face pairs (face_pairs.c). Finding cluster
// pairs is a small part of the work and runs on the calling thread; the rest is cut into blocks for
// the workers. Candidates are processed in the order of a space-filling curve, about a hundred
// cluster pairs at a time, so that boxes are still in the cache when they are used.

#include "method/hybrid/hybrid.h"

#include "core/box.h"
#include "core/morton.h"
#include "core/result.h"
#include "core/sort.h"
#include "geometry/tri_tri.h"
#include "method/methods.h"
#include "shape/points.h"

// Cluster pairs per worker and chunk, so that their boxes stay in the second-level cache: about 3.5
// kB per cluster.
enum { PAIRS_PER_CHUNK = 128 };

// ---------------------------------------------------------------------------------------------
// State

static mote_result hybrid_admit(void *state, const mote_shape *shape, const mote_settings *settings)
{
    (void)settings;
    mote_hybrid_body *body = state;
    body->shape = shape;
    body->cluster_count = shape->clusters->cluster_count;
    return MOTE_OK;
}

static bool allocate_boxes(mote_hybrid_body *body, const mote_allocator *allocator)
{
    size_t count = body->cluster_count;
    return (body->boxes = mote_allocate(allocator, count, sizeof *body->boxes)) &&
           (body->box_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t))) &&
           (body->wanted_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t))) &&
           (body->codes = mote_allocate(allocator, (count + 7) / 8 + 1, 8)) &&
           (body->group_codes = mote_allocate(allocator, (count + 7) / 8, 1)) &&
           (body->wanted_twigs = mote_allocate(allocator, count, 1));
}

static void release_boxes(mote_hybrid_body *body, const mote_allocator *allocator)
{
    size_t count = body->cluster_count;
    mote_hybrid_drop_self(body, allocator);
    mote_release(allocator, body->boxes, count, sizeof *body->boxes);
    mote_release(allocator, body->box_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->wanted_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->codes, (count + 7) / 8 + 1, 8);
    mote_release(allocator, body->group_codes, (count + 7) / 8, 1);
    mote_release(allocator, body->wanted_twigs, count, 1);
    *body = (mote_hybrid_body){.shape = body->shape, .cluster_count = body->cluster_count};
}

static void hybrid_drop(void *state, const mote_allocator *allocator)
{
    release_boxes(state, allocator);
}

// Bodies that meet no other have no boxes.
static bool make_boxes(mote_hybrid_body *body, const mote_allocator *allocator)
{
    if (body->wanted_twigs || allocate_boxes(body, allocator)) return true;
    release_boxes(body, allocator);
    return false;
}

static void hybrid_drop_world(void *state, const mote_allocator *allocator)
{
    mote_hybrid_world *world = state;
    mote_array_release(&world->keys, allocator);
    mote_array_release(&world->scratch, allocator);
    mote_array_release(&world->reach_a, allocator);
    mote_array_release(&world->reach_b, allocator);
    mote_box_tree_release(&world->tree, allocator);
    mote_array_release(&world->found, allocator);
    mote_array_release(&world->node_pairs, allocator);
    mote_array_release(&world->pairs, allocator);
    mote_array_release(&world->listed, allocator);
    mote_hybrid_release_insides(world, allocator);
}

// ---------------------------------------------------------------------------------------------
// Candidates

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster pairs");
}

// Keys whose low halves are the numbers of the candidates along a space-filling curve; null for no
// memory.
static const uint64_t *order_candidates(mote_frame *frame, const mote_candidate *candidates,
                                        uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    world->keys.count = world->scratch.count = 0;
    uint64_t *keys = mote_array_room(&world->keys, frame->allocator, count);
    uint64_t *scratch = mote_array_room(&world->scratch, frame->allocator, count);
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
    size_t chunk = (size_t)PAIRS_PER_CHUNK * frame->tasks.worker_count;
    world->pairs.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = (uint32_t)order[i];
        if (!mote_pair_clusters(frame, &candidates[number], number)) return no_memory();
        if (world->pairs.count < chunk && i + 1 < count) continue;
        mote_hybrid_test_all(frame, candidates, NULL);
        world->pairs.count = 0;
    }
    return MOTE_OK;
}

// Tests the two faces that another method, such as paired, left as a hint: in a certified world
// they often meet. Returns whether they meet; if so, adds them to the sink.
static bool try_hinted_faces(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    const mote_hint *hint = candidate->hint;
    mote_vec3 a[3], b[3];
    if (!hint || hint->slot_a == MOTE_NONE) return false;
    if (!mote_budget_take(frame->budget, &frame->sinks[0], 1)) return false;
    uint32_t face_a = mote_shape_face(candidate->a, hint->slot_a);
    uint32_t face_b = mote_shape_face(candidate->b, hint->slot_b);
    frame->sinks[0].candidates++;
    if (!mote_shape_read_face(candidate->a, face_a, a) ||
        !mote_shape_read_face(candidate->b, face_b, b) || !mote_triangles_intersect_guarded(a, b))
        return false;
    mote_sink_add(&frame->sinks[0], frame->allocator, number, face_a, face_b, true);
    return true;
}

// Tests one candidate after the other, up to its first face pair, so that this pair does not depend
// on threads.
static mote_result find_first(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    mote_hybrid_world *world = frame->state;
    for (uint32_t i = 0; i < count; i++) {
        if (try_hinted_faces(frame, &candidates[i], i)) continue;
        world->pairs.count = 0;
        if (!mote_pair_clusters(frame, &candidates[i], i)) return no_memory();
        mote_hybrid_test_first(frame, candidates, NULL);
    }
    return MOTE_OK;
}

// Under a budget: tests one candidate after the other, in the order of the world.
static mote_result find_in_turn(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (frame->detect == MOTE_DETECT_FIRST && try_hinted_faces(frame, &candidates[i], i))
            continue;
        if (!mote_hybrid_take_turn(frame, candidates, i)) return no_memory();
    }
    return MOTE_OK;
}

static mote_result hybrid_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    size_t clusters = 0;
    bool any_self = false;
    for (uint32_t i = 0; i < count; i++) {
        mote_hybrid_body *a = candidates[i].state_a, *b = candidates[i].state_b;
        if (!make_boxes(a, frame->allocator) || !make_boxes(b, frame->allocator))
            return no_memory();
        clusters += (size_t)a->cluster_count + b->cluster_count;
        any_self |= mote_candidate_is_self(&candidates[i]);
    }
    if (!mote_hybrid_keep_insides(frame, clusters, any_self) ||
        !mote_hybrid_prepare_self(frame, candidates, count))
        return no_memory();
    if (frame->budget->is_limited) return find_in_turn(frame, candidates, count);
    return frame->detect == MOTE_DETECT_FIRST ? find_first(frame, candidates, count)
                                              : find_all(frame, candidates, count);
}

// ---------------------------------------------------------------------------------------------
// Drawing: the clusters of each body whose boxes overlap a cluster box of the other body

static bool has_box(const mote_hybrid_body *body, uint32_t cluster)
{
    return body->box_stamp && body->box_stamp[cluster] == (uint32_t)body->shape->version;
}

static bool overlaps_cluster(const mote_hybrid_body *body, const mote_box *box)
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
        if (has_box(body, i) && overlaps_cluster(other, &body->boxes[i]))
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
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_ON_DEMAND | MOTE_ABILITY_SWEEP},
    .world_state_bytes = sizeof(mote_hybrid_world),
    .resumes_pairs = true,
    .divides_pairs = true,
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(mote_hybrid_body),
    .admit = hybrid_admit,
    .drop = hybrid_drop,
    .drop_world = hybrid_drop_world,
    .pairs = hybrid_pairs,
    .draw_pair = hybrid_draw_pair,
    .sweep = &mote_hybrid_sweep,
};
