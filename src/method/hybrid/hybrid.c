// The default engine: exact, and almost idle where bodies do not overlap.
//
// The world has streamed once over the moved vertices and left the box of each cluster's own vertices. From there:
//
// 1. Reach. Each cluster's box gets an outcode against the region where two bodies overlap (Smith et al. 1998 do this
//    for faces). A cluster's triangles also use border vertices that belong to its owners, so it is out when it and
//    all its owners lie beyond one side. The others get exact boxes, from their own and border vertices.
// 2. Cluster pairs. A tree without pointers over the clusters of one body that remain, asked with each of the other's.
// 3. Boxes of triangles, only in clusters that are in some pair, once a frame.
// 4. Face pairs. Per cluster pair, triangles that reach into the overlap of the two boxes, eight boxes at a time; then
//    eight triangle pairs at a time through a filter with error bounds; what it cannot decide goes to exact arithmetic.
//
// Steps 1 and 2 are a small part of the work and run on the caller; 3 and 4 are cut into blocks for the workers.

#include <string.h>

#include "core/box.h"
#include "core/box_tree.h"
#include "core/result.h"
#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "method/face_pair.h"
#include "method/hybrid/kernels.h"
#include "method/methods.h"

// Two clusters whose boxes overlap.
typedef struct cluster_pair {
    uint32_t candidate;
    uint32_t a, b;
} cluster_pair;

typedef struct hybrid_body {
    const mote_shape *shape;
    uint32_t cluster_count;
    mote_box *boxes;        // per cluster, with borders, widened; valid where the stamp says so
    hybrid_inside *insides; // per cluster, widened; likewise
    uint32_t *box_stamp, *inside_stamp; // per cluster: the shape's version they were made for
    uint8_t *codes, *group_codes;       // per cluster, rounded up to whole groups, and per group
} hybrid_body;

// A cluster whose triangle boxes are to be made.
typedef struct fill {
    hybrid_body *body;
    uint32_t cluster;
} fill;

typedef struct hybrid_world {
    bool ready;
    mote_array reach_a, reach_b; // uint32_t clusters
    mote_box_tree tree;
    mote_array found; // uint32_t leaves
    mote_array pairs; // cluster_pair
    mote_array fills; // fill
} hybrid_world;

// ---------------------------------------------------------------------------------------------
// States

static mote_result hybrid_admit(void *state, const mote_shape *shape,
                                const mote_allocator *allocator)
{
    hybrid_body *body = state;
    size_t count = shape->clusters->cluster_count;
    body->shape = shape;
    body->cluster_count = (uint32_t)count;
    body->boxes = mote_allocate(allocator, count, sizeof *body->boxes);
    body->insides = mote_allocate(allocator, count, sizeof *body->insides);
    body->box_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t));
    body->inside_stamp = mote_allocate_zeroed(allocator, count, sizeof(uint32_t));
    body->codes = mote_allocate(allocator, (count + 7) / 8, 8);
    body->group_codes = mote_allocate(allocator, (count + 7) / 8, 1);
    if (body->boxes && body->insides && body->box_stamp && body->inside_stamp && body->codes &&
        body->group_codes)
        return MOTE_OK;
    return mote_fail_memory(count * sizeof *body->insides, "the boxes of a body");
}

static void hybrid_drop(void *state, const mote_allocator *allocator)
{
    hybrid_body *body = state;
    size_t count = body->cluster_count;
    mote_release(allocator, body->boxes, count, sizeof *body->boxes);
    mote_release(allocator, body->insides, count, sizeof *body->insides);
    mote_release(allocator, body->box_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->inside_stamp, count, sizeof(uint32_t));
    mote_release(allocator, body->codes, (count + 7) / 8, 8);
    mote_release(allocator, body->group_codes, (count + 7) / 8, 1);
}

static size_t hybrid_body_bytes(const void *state)
{
    const hybrid_body *body = state;
    size_t a_cluster = sizeof(mote_box) + sizeof(hybrid_inside) + 2 * sizeof(uint32_t);
    return body->cluster_count * a_cluster + (body->cluster_count + (size_t)7) / 8 * 9;
}

static void prepare_world(hybrid_world *world)
{
    if (world->ready) return;
    *world = (hybrid_world){.ready = true,
                            .reach_a = mote_array_of(sizeof(uint32_t)),
                            .reach_b = mote_array_of(sizeof(uint32_t)),
                            .tree = mote_box_tree_create(),
                            .found = mote_array_of(sizeof(uint32_t)),
                            .pairs = mote_array_of(sizeof(cluster_pair)),
                            .fills = mote_array_of(sizeof(fill))};
}

static void hybrid_drop_world(void *state, const mote_allocator *allocator)
{
    hybrid_world *world = state;
    if (!world->ready) return;
    mote_array_release(&world->reach_a, allocator);
    mote_array_release(&world->reach_b, allocator);
    mote_box_tree_release(&world->tree, allocator);
    mote_array_release(&world->found, allocator);
    mote_array_release(&world->pairs, allocator);
    mote_array_release(&world->fills, allocator);
}

static size_t hybrid_world_bytes(const void *state)
{
    const hybrid_world *w = state;
    const mote_array *arrays[] = {&w->reach_a, &w->reach_b, &w->tree.groups,
                                  &w->found,   &w->pairs,   &w->fills};
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        bytes += arrays[i]->capacity * arrays[i]->size;
    return bytes;
}

// ---------------------------------------------------------------------------------------------
// 1. Reach

static mote_box exact_cluster_box(const mote_shape *shape, uint32_t cluster, float by)
{
    const mote_clusters *clusters = shape->clusters;
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    uint32_t first = clusters->border_first[cluster], end = clusters->border_first[cluster + 1];
    box = MOTE_PICK_KERNEL(hybrid_add_vertices)(&box, shape->xyz, clusters->border + first,
                                                end - first);
    return mote_box_widened(&box, by);
}

static const mote_box *cluster_box(hybrid_body *body, uint32_t cluster, float by)
{
    uint32_t version = (uint32_t)body->shape->version;
    if (body->box_stamp[cluster] != version) {
        body->boxes[cluster] = exact_cluster_box(body->shape, cluster, by);
        body->box_stamp[cluster] = version;
    }
    return &body->boxes[cluster];
}

// Some vertices of the cluster's triangles may lie within the region: not all are beyond one side.
static bool cluster_may_reach(const hybrid_body *body, uint32_t cluster)
{
    const mote_clusters *clusters = body->shape->clusters;
    uint8_t code = body->codes[cluster];
    for (uint32_t i = clusters->owner_first[cluster];
         code && i < clusters->owner_first[cluster + 1]; i++)
        code &= body->codes[clusters->owners[i]];
    return code == 0;
}

static bool group_may_reach(const hybrid_body *body, uint32_t group)
{
    const mote_clusters *clusters = body->shape->clusters;
    uint8_t code = body->group_codes[group];
    for (uint32_t i = clusters->group_owner_first[group];
         code && i < clusters->group_owner_first[group + 1]; i++)
        code &= body->group_codes[clusters->group_owners[i]];
    return code == 0;
}

static bool collect_reach(hybrid_body *body, const mote_box *region, float by,
                          const mote_allocator *allocator, mote_array *reach)
{
    const mote_shape *shape = body->shape;
    reach->count = 0;
    uint32_t *out = mote_array_room(reach, allocator, body->cluster_count);
    if (!out) return false;
    // Own boxes are not widened, so the region is.
    mote_box wide = mote_box_widened(region, by);
    MOTE_PICK_KERNEL(hybrid_outcodes)
    (shape->own_boxes, shape->group_count, &wide, body->codes, body->group_codes);
    uint32_t count = 0;
    for (uint32_t g = 0; g < shape->group_count; g++) {
        if (!group_may_reach(body, g)) continue;
        uint32_t end = 8 * g + 8 < body->cluster_count ? 8 * g + 8 : body->cluster_count;
        for (uint32_t c = 8 * g; c < end; c++) {
            if (cluster_may_reach(body, c) && mote_boxes_overlap(cluster_box(body, c, by), region))
                out[count++] = c;
        }
    }
    reach->count = count;
    return true;
}

// ---------------------------------------------------------------------------------------------
// 2. Cluster pairs

static bool plant_tree(hybrid_world *world, const hybrid_body *body, const mote_array *reach,
                       const mote_allocator *allocator)
{
    const uint32_t *clusters = reach->data;
    if (!mote_box_tree_begin(&world->tree, allocator, (uint32_t)reach->count)) return false;
    for (uint32_t i = 0; i < reach->count; i++)
        mote_box_tree_set(&world->tree, i, &body->boxes[clusters[i]]);
    mote_box_tree_finish(&world->tree);
    return true;
}

static bool ask_tree(hybrid_world *world, const mote_candidate *candidate, uint32_t number,
                     const mote_allocator *allocator)
{
    const hybrid_body *body = candidate->state_a;
    const mote_array *reach_b =
        mote_candidate_is_self(candidate) ? &world->reach_a : &world->reach_b;
    const uint32_t *from = world->reach_a.data, *to = reach_b->data;
    for (uint32_t i = 0; i < world->reach_a.count; i++) {
        world->found.count = 0;
        if (!mote_box_tree_query(&world->tree, &body->boxes[from[i]], allocator, &world->found))
            return false;
        const uint32_t *found = world->found.data;
        cluster_pair *out = mote_array_room(&world->pairs, allocator, world->found.count);
        if (!out) return false;
        for (size_t k = 0; k < world->found.count; k++) {
            if (mote_candidate_is_self(candidate) && to[found[k]] < from[i]) continue;
            *out++ = (cluster_pair){number, from[i], to[found[k]]};
            world->pairs.count++;
        }
    }
    return true;
}

static bool pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    hybrid_world *world = frame->state;
    float by = 0.5f * frame->tolerance;
    if (!collect_reach(candidate->state_a, &candidate->region, by, frame->allocator,
                       &world->reach_a))
        return false;
    if (world->reach_a.count == 0) return true;
    const mote_array *reach_b = &world->reach_a;
    if (!mote_candidate_is_self(candidate)) {
        reach_b = &world->reach_b;
        if (!collect_reach(candidate->state_b, &candidate->region, by, frame->allocator,
                           &world->reach_b))
            return false;
    }
    return plant_tree(world, candidate->state_b, reach_b, frame->allocator) &&
           ask_tree(world, candidate, number, frame->allocator);
}

// ---------------------------------------------------------------------------------------------
// 3. Boxes of triangles

static void fill_inside(const hybrid_body *body, uint32_t cluster, float by)
{
    const mote_clusters *clusters = body->shape->clusters;
    uint32_t first = mote_cluster_first(cluster), end = mote_cluster_end(clusters, cluster);
    MOTE_PICK_KERNEL(hybrid_fill_inside)
    (body->shape->xyz, clusters->corners + 3 * (size_t)first, end - first, by,
     &body->insides[cluster]);
}

static bool wants_inside(hybrid_body *body, uint32_t cluster)
{
    uint32_t version = (uint32_t)body->shape->version;
    if (body->inside_stamp[cluster] == version) return false;
    body->inside_stamp[cluster] = version;
    return true;
}

static bool push_fill(hybrid_world *world, const mote_allocator *allocator, hybrid_body *body,
                      uint32_t cluster)
{
    if (!wants_inside(body, cluster)) return true;
    return mote_array_push(&world->fills, allocator, &(fill){body, cluster});
}

static bool list_fills(mote_frame *frame, const mote_candidate *candidates)
{
    hybrid_world *world = frame->state;
    const cluster_pair *pairs = world->pairs.data;
    world->fills.count = 0;
    for (size_t i = 0; i < world->pairs.count; i++) {
        const mote_candidate *c = &candidates[pairs[i].candidate];
        if (!push_fill(world, frame->allocator, c->state_a, pairs[i].a)) return false;
        if (!push_fill(world, frame->allocator, c->state_b, pairs[i].b)) return false;
    }
    return true;
}

enum { FILLS_A_BLOCK = 16 };

static void fill_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const mote_frame *frame = argument;
    const hybrid_world *world = frame->state;
    const fill *fills = world->fills.data;
    size_t end = (size_t)(block + 1) * FILLS_A_BLOCK;
    if (end > world->fills.count) end = world->fills.count;
    for (size_t i = (size_t)block * FILLS_A_BLOCK; i < end; i++)
        fill_inside(fills[i].body, fills[i].cluster, 0.5f * frame->tolerance);
}

// ---------------------------------------------------------------------------------------------
// 4. Face pairs

// Eight triangle pairs on their way through the filter, perhaps of several candidates.
typedef struct batch {
    mote_frame *frame;
    mote_sink *sink;
    const mote_candidate *candidates;
    mote_tri_tri_filter *filter;
    uint32_t count;
    uint32_t candidate[8], slot_a[8], slot_b[8];
    hybrid_triangles8 triangles_a, triangles_b;
    mote_tri_pairs8 pairs;
    uint16_t box_pairs[HYBRID_MAX_PAIRS];
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
    for (uint32_t i = b->count; i < 8; i++) { // anything that can be read
        b->triangles_a.xyz[i] = b->triangles_a.xyz[0];
        b->triangles_a.corners[i] = b->triangles_a.corners[0];
        b->triangles_b.xyz[i] = b->triangles_b.xyz[0];
        b->triangles_b.corners[i] = b->triangles_b.corners[0];
    }
    MOTE_PICK_KERNEL(hybrid_gather)(&b->triangles_a, b->pairs.a);
    MOTE_PICK_KERNEL(hybrid_gather)(&b->triangles_b, b->pairs.b);
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

static void put_triangle(hybrid_triangles8 *side, uint32_t lane, const mote_shape *shape,
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

static bool share_vertex(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b)
{
    const uint32_t *corners = candidate->a->clusters->corners;
    return mote_shared_vertices(corners + 3 * (size_t)slot_a, corners + 3 * (size_t)slot_b) > 0;
}

// Pairs that the filter is not made for: within a tolerance, or neighbours in one body.
static void put_special(batch *b, uint32_t number, uint32_t slot_a, uint32_t slot_b)
{
    const mote_candidate *candidate = &b->candidates[number];
    bool neighbours = mote_candidate_is_self(candidate) && share_vertex(candidate, slot_a, slot_b);
    if (neighbours && !candidate->shared_vertex) return;
    if (neighbours || b->frame->tolerance > 0) {
        mote_try_faces(b->frame, b->sink, candidate, number, slot_a, slot_b);
    } else {
        put_pair(b, number, slot_a, slot_b);
    }
}

// The face pairs of one cluster pair, up to the last full batch; false where the budget has run out.
static bool test_cluster_pair(batch *b, const cluster_pair *pair)
{
    const mote_candidate *candidate = &b->candidates[pair->candidate];
    const hybrid_body *body_a = candidate->state_a, *body_b = candidate->state_b;
    bool self = mote_candidate_is_self(candidate);
    mote_box region = mote_box_intersection(&body_a->boxes[pair->a], &body_b->boxes[pair->b]);
    uint32_t count = MOTE_PICK_KERNEL(hybrid_box_pairs)(
        &body_a->insides[pair->a], &body_b->insides[pair->b], &region, b->box_pairs);
    b->sink->cluster_pairs++;
    b->sink->candidates += count;
    if (!mote_budget_spend(b->frame->budget, count)) return false;
    bool special = self || b->frame->tolerance > 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot_a = mote_cluster_first(pair->a) + b->box_pairs[i] / MOTE_CLUSTER_TRIANGLES;
        uint32_t slot_b = mote_cluster_first(pair->b) + b->box_pairs[i] % MOTE_CLUSTER_TRIANGLES;
        if (special) {
            put_special(b, pair->candidate, slot_a, slot_b);
        } else {
            put_pair(b, pair->candidate, slot_a, slot_b);
        }
    }
    return true;
}

static void begin_batch(batch *b, mote_frame *frame, mote_candidate *candidates, uint32_t worker)
{
    b->frame = frame;
    b->sink = &frame->sinks[worker];
    b->candidates = candidates;
    b->filter = mote_tri_tri_pick_filter();
    b->count = 0;
}

enum { PAIRS_A_BLOCK = 64 };

typedef struct narrow_job {
    mote_frame *frame;
    mote_candidate *candidates;
} narrow_job;

static void narrow_block(void *argument, uint32_t block, uint32_t worker)
{
    narrow_job *job = argument;
    const hybrid_world *world = job->frame->state;
    const cluster_pair *pairs = world->pairs.data;
    size_t end = (size_t)(block + 1) * PAIRS_A_BLOCK;
    if (end > world->pairs.count) end = world->pairs.count;
    batch b;
    begin_batch(&b, job->frame, job->candidates, worker);
    for (size_t i = (size_t)block * PAIRS_A_BLOCK; i < end; i++) {
        if (!test_cluster_pair(&b, &pairs[i])) break;
    }
    if (b.count) flush(&b);
}

static void run_blocks(mote_frame *frame, mote_task *task, void *argument, size_t count,
                       uint32_t a_block)
{
    frame->tasks.run(frame->tasks.context, task, argument,
                     (uint32_t)((count + a_block - 1) / a_block));
}

static mote_result find_all(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    hybrid_world *world = frame->state;
    world->pairs.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!pair_clusters(frame, &candidates[i], i))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster pairs");
    }
    if (!list_fills(frame, candidates))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster boxes");
    narrow_job job = {frame, candidates};
    run_blocks(frame, fill_block, frame, world->fills.count, FILLS_A_BLOCK);
    run_blocks(frame, narrow_block, &job, world->pairs.count, PAIRS_A_BLOCK);
    return MOTE_OK;
}

// One after the other, each until its first face pair: which one that is must not depend on threads.
static mote_result find_first(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    hybrid_world *world = frame->state;
    mote_sink *sink = &frame->sinks[0];
    batch b;
    begin_batch(&b, frame, candidates, 0);
    for (uint32_t i = 0; i < count; i++) {
        world->pairs.count = 0;
        if (!pair_clusters(frame, &candidates[i], i))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for cluster pairs");
        const cluster_pair *pairs = world->pairs.data;
        size_t before = sink->hits.count;
        for (size_t p = 0; p < world->pairs.count && sink->hits.count == before; p++) {
            hybrid_body *body_a = candidates[i].state_a, *body_b = candidates[i].state_b;
            float by = 0.5f * frame->tolerance;
            if (wants_inside(body_a, pairs[p].a)) fill_inside(body_a, pairs[p].a, by);
            if (wants_inside(body_b, pairs[p].b)) fill_inside(body_b, pairs[p].b, by);
            if (!test_cluster_pair(&b, &pairs[p])) break;
            if (b.count) flush(&b);
        }
        if (sink->hits.count > before) sink->hits.count = before + 1;
    }
    return MOTE_OK;
}

static mote_result hybrid_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    prepare_world(frame->state);
    mote_result result = frame->detect == MOTE_DETECT_FIRST ? find_first(frame, candidates, count)
                                                            : find_all(frame, candidates, count);
    bool exhausted = atomic_load(&frame->budget->exhausted);
    for (uint32_t i = 0; i < count; i++) candidates[i].complete = !exhausted;
    return result;
}

static void hybrid_draw(const void *state, const mote_debug_draw *draw)
{
    const hybrid_world *world = state;
    const fill *fills = world->fills.data;
    for (size_t i = 0; draw->box && i < world->fills.count; i++)
        draw->box(draw->context, MOTE_DRAW_CLUSTER, &fills[i].body->boxes[fills[i].cluster]);
}

const mote_method_api mote_method_hybrid = {
    .info = {.method = MOTE_METHOD_HYBRID,
             .name = "hybrid",
             .summary = "one streaming pass, then work only where bodies overlap",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_THREADS},
    .world_state_bytes = sizeof(hybrid_world),
    .body_state_bytes = sizeof(hybrid_body),
    .admit = hybrid_admit,
    .drop = hybrid_drop,
    .drop_world = hybrid_drop_world,
    .pairs = hybrid_pairs,
    .draw = hybrid_draw,
    .world_bytes = hybrid_world_bytes,
    .body_bytes = hybrid_body_bytes,
};
