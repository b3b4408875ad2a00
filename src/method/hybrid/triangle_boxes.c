// Stage 2 of hybrid: boxes of triangles, only for clusters that are in a cluster pair. The worker
// that tests a cluster pair computes the boxes and keeps them for its next pairs, so the boxes are
// in its own cache and no worker waits for another. Two workers may compute the boxes of the same
// cluster. This costs less than fetching them from the cache of another processor, and much less
// than overwriting memory that another processor has read.

#include "method/hybrid/hybrid.h"

#include <string.h>

#include "core/box.h"
#include "core/pool.h"
#include "shape/on_demand.h"
#include "shape/streamed.h"

// Sets per worker that fit into a second-level cache. A body that is tested against itself has more
// pairs per cluster, and computing sheets again takes longer than fetching them from the next cache
// level.
enum { MIN_SETS = 8, MAX_SETS = 64, MAX_SETS_WITH_SHEETS = 256 };

static uint32_t triangles_of(const mote_hybrid_body *body, uint32_t cluster)
{
    return mote_cluster_end(body->shape->clusters, cluster) - mote_cluster_first(cluster);
}

static const uint32_t *corners_of(const mote_hybrid_body *body, uint32_t cluster)
{
    return body->shape->clusters->corners + 3 * (size_t)mote_cluster_first(cluster);
}

// ---------------------------------------------------------------------------------------------
// Vertices

// Fetches the vertices of a cluster; for a body on demand, requests the vertices of the given
// twigs.
static void want(mote_hybrid_world *world, mote_hybrid_body *body, uint32_t cluster, uint8_t twigs)
{
    uint32_t version = (uint32_t)body->shape->version;
    if (body->key == 0) body->key = ++world->last_key << MOTE_HYBRID_CLUSTER_BITS;
    if (body->wanted_stamp[cluster] != version) {
        body->wanted_stamp[cluster] = version;
        body->wanted_twigs[cluster] = 0;
        if (mote_shape_is_streamed(body->shape)) mote_streamed_bring(body->shape, cluster);
    }
    if (!mote_shape_is_on_demand(body->shape)) return;
    for (uint32_t bits = (uint32_t)(twigs & ~body->wanted_twigs[cluster]); bits; bits &= bits - 1)
        mote_on_demand_want_leaf(body->shape, 8 * cluster + (uint32_t)__builtin_ctz(bits));
    body->wanted_twigs[cluster] |= twigs;
}

static void want_pair(mote_hybrid_world *world, const mote_candidate *candidate,
                      const mote_cluster_pair *pair)
{
    want(world, candidate->state_a, pair->a, pair->twigs_a);
    want(world, candidate->state_b, pair->b, pair->twigs_b);
}

// Evaluates the requested vertices of a body on demand.
static void evaluate(const mote_shape *shape, const mote_tasks *tasks)
{
    if (mote_shape_is_on_demand(shape)) mote_on_demand_evaluate(shape, tasks);
}

void mote_hybrid_need_pair(mote_frame *frame, const mote_candidate *candidate,
                           const mote_cluster_pair *pair)
{
    const mote_tasks alone = mote_inline_tasks();
    want_pair(frame->state, candidate, pair);
    evaluate(candidate->a, &alone);
    evaluate(candidate->b, &alone);
}

void mote_hybrid_need_all(mote_frame *frame, const mote_candidate *candidates)
{
    mote_hybrid_world *world = frame->state;
    const mote_cluster_pair *pairs = world->pairs.data;
    for (size_t i = 0; i < world->pairs.count; i++)
        want_pair(world, &candidates[pairs[i].candidate], &pairs[i]);
    for (size_t i = 0; i < world->pairs.count; i++) {
        evaluate(candidates[pairs[i].candidate].a, &frame->tasks);
        evaluate(candidates[pairs[i].candidate].b, &frame->tasks);
    }
}

// ---------------------------------------------------------------------------------------------
// Boxes

static void empty(mote_hybrid_boxes *inside)
{
    const mote_box none = mote_box_empty();
    for (uint32_t leaf = 0; leaf < MOTE_HYBRID_LEAVES; leaf++)
        mote_box8_set(&inside->leaves[leaf / 8], leaf % 8, &none);
}

static void fill(mote_hybrid_boxes *inside, const mote_hybrid_body *body, uint32_t cluster,
                 float by)
{
    const mote_shape *shape = body->shape;
    MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
    (shape->xyz, mote_shape_is_padded(shape), corners_of(body, cluster),
     triangles_of(body, cluster), by, inside);
}

static void fill_sheets(mote_hybrid_sheets *sheets, const mote_hybrid_boxes *inside,
                        const mote_hybrid_body *body, uint32_t cluster)
{
    const mote_shape *shape = body->shape;
    uint32_t count = triangles_of(body, cluster);
    // Leaves without triangles have slabs and planes too.
    if (count < MOTE_CLUSTER_TRIANGLES) memset(sheets, 0, sizeof *sheets);
    MOTE_PICK_KERNEL(mote_hybrid_fill_slabs)
    (shape->xyz, mote_shape_is_padded(shape), corners_of(body, cluster), count, inside,
     sheets->slabs, sheets->planes);
}

// Doubles every bit, because each twig is two leaves.
static uint32_t leaves_of(uint32_t twigs)
{
    twigs = (twigs | twigs << 4) & 0x0f0fu;
    twigs = (twigs | twigs << 2) & 0x3333u;
    twigs = (twigs | twigs << 1) & 0x5555u;
    return twigs | twigs << 1;
}

static void fill_twigs(mote_hybrid_boxes *inside, const mote_hybrid_body *body, uint32_t cluster,
                       uint32_t twigs, float by)
{
    if (!twigs) return;
    MOTE_PICK_KERNEL(mote_hybrid_fill_leaves)
    (body->shape->xyz, corners_of(body, cluster), triangles_of(body, cluster), by, leaves_of(twigs),
     inside);
}

// ---------------------------------------------------------------------------------------------
// The cache of each worker

static uint32_t sets_for(size_t cluster_count, bool with_sheets)
{
    uint32_t sets = MIN_SETS, most = with_sheets ? MAX_SETS_WITH_SHEETS : MAX_SETS;
    while (sets < most && 2 * sets < cluster_count) sets *= 2;
    return sets;
}

void mote_hybrid_release_insides(mote_hybrid_world *world, const mote_allocator *allocator)
{
    size_t count = (size_t)world->keeping_workers * world->set_count;
    mote_release(allocator, world->sets, count, sizeof *world->sets);
    mote_release(allocator, world->insides, 2 * count, sizeof *world->insides);
    mote_release(allocator, world->sheets, 2 * count, sizeof *world->sheets);
    world->sets = NULL;
    world->insides = NULL;
    world->sheets = NULL;
    world->keeping_workers = world->set_count = 0;
}

bool mote_hybrid_keep_insides(mote_frame *frame, size_t cluster_count, bool with_sheets)
{
    mote_hybrid_world *world = frame->state;
    with_sheets |= world->sheets != NULL;
    uint32_t workers = frame->tasks.worker_count, sets = sets_for(cluster_count, with_sheets);
    if (workers <= world->keeping_workers && sets <= world->set_count &&
        with_sheets == (world->sheets != NULL))
        return true;
    if (workers < world->keeping_workers) workers = world->keeping_workers;
    if (sets < world->set_count) sets = world->set_count;
    mote_hybrid_release_insides(world, frame->allocator);
    size_t count = (size_t)workers * sets;
    world->keeping_workers = workers;
    world->set_count = sets;
    world->sets = mote_allocate_zeroed(frame->allocator, count, sizeof *world->sets);
    world->insides = mote_allocate(frame->allocator, 2 * count, sizeof *world->insides);
    if (with_sheets)
        world->sheets = mote_allocate(frame->allocator, 2 * count, sizeof *world->sheets);
    if (world->sets && world->insides && (world->sheets || !with_sheets)) return true;
    mote_hybrid_release_insides(world, frame->allocator);
    return false;
}

// A body with positions that are not finite meets nothing.
static void begin(const mote_hybrid_world *world, size_t index, const mote_hybrid_body *body,
                  uint32_t cluster, float by)
{
    mote_hybrid_boxes *inside = &world->insides[index];
    if (mote_shape_is_broken(body->shape) || mote_shape_is_on_demand(body->shape)) {
        empty(inside);
        return;
    }
    fill(inside, body, cluster, by);
    // `sheets` is null if no body of this call is tested against itself, even if a body of an
    // earlier call was.
    if (body->tests_itself && world->sheets)
        fill_sheets(&world->sheets[index], inside, body, cluster);
}

// Fills the twigs that were requested since the last fill.
static void complete(mote_hybrid_set *set, int way, mote_hybrid_boxes *inside,
                     const mote_hybrid_body *body, uint32_t cluster, float by)
{
    uint8_t wanted = body->wanted_twigs[cluster];
    if (mote_shape_is_broken(body->shape) || !mote_shape_is_on_demand(body->shape)) return;
    fill_twigs(inside, body, cluster, (uint32_t)(wanted & ~set->filled_twigs[way]), by);
    set->filled_twigs[way] = wanted;
}

const mote_hybrid_boxes *mote_hybrid_make_inside(mote_frame *frame, size_t place,
                                                 const mote_hybrid_body *body, uint32_t cluster)
{
    mote_hybrid_world *world = frame->state;
    mote_hybrid_set *set = &world->sets[place];
    uint64_t key = body->key | cluster;
    float by = mote_half_reach(frame->tolerance);
    int way = set->key[0] == key ? 0 : set->key[1] == key ? 1 : 1 - set->recent;
    mote_hybrid_boxes *inside = &world->insides[2 * place + (size_t)way];
    if (set->key[way] != key || set->version[way] != (uint32_t)body->shape->version) {
        set->key[way] = key;
        set->version[way] = (uint32_t)body->shape->version;
        set->filled_twigs[way] = 0;
        begin(world, 2 * place + (size_t)way, body, cluster, by);
    }
    set->recent = (uint8_t)way;
    complete(set, way, inside, body, cluster, by);
    return inside;
}

const mote_hybrid_boxes *mote_hybrid_bring_inside(mote_frame *frame, mote_hybrid_body *body,
                                                  uint32_t cluster)
{
    want(frame->state, body, cluster, 0);
    return mote_hybrid_inside_of(frame, 0, body, cluster);
}
