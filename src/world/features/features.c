// Features within a distance, from the top down: clusters, keys, closest points.

#include <math.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/sort.h"
#include "world/features/search.h"

#define FEATURES_COOKIE 0x6d6f7466u

mote_features_def mote_default_features_def(void)
{
    return (mote_features_def){.cookie = FEATURES_COOKIE};
}

void mote_body_features_release(mote_world *world, mote_body *body)
{
    if (body->feature_owners)
        mote_release(&world->allocator, body->feature_owners, body->shape.clusters->triangle_count,
                     1);
    body->feature_owners = NULL;
}

void mote_feature_search_release(mote_world *world)
{
    mote_feature_search *search = world->features;
    const mote_allocator *allocator = &world->allocator;
    if (!search) return;
    mote_body_order_release(&search->order, allocator);
    for (size_t i = 0; i < search->sinks.count; i++)
        mote_array_release(&search->sinks.data[i].hits, allocator);
    mote_array_release(&search->sinks, allocator);
    mote_array_release(&search->found, allocator);
    mote_array_release(&search->pairs, allocator);
    mote_array_release(&search->clusters, allocator);
    mote_array_release(&search->first, allocator);
    mote_array_release(&search->keys, allocator);
    mote_array_release(&search->scratch, allocator);
    mote_array_release(&search->features, allocator);
    mote_release(allocator, search, 1, sizeof *search);
    world->features = NULL;
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for features");
}

static bool create_search(mote_world *world)
{
    if (!world->features)
        world->features = mote_allocate_zeroed(&world->allocator, 1, sizeof *world->features);
    mote_feature_search *search = world->features;
    while (search && search->sinks.count < world->tasks.worker_count) {
        if (!mote_array_push(&search->sinks, &world->allocator, (mote_feature_sink){0}))
            return false;
    }
    return search != NULL;
}

// ---------------------------------------------------------------------------------------------
// Keys

typedef struct job {
    const mote_world *world;
    mote_feature_search *search;
} job;

enum { CLUSTERS_PER_BLOCK = 16, KEYS_PER_BLOCK = 256 };

static void test_block(void *argument, uint32_t block, uint32_t worker)
{
    const job *j = argument;
    size_t first = (size_t)block * CLUSTERS_PER_BLOCK, end = first + CLUSTERS_PER_BLOCK;
    if (end > j->search->clusters.count) end = j->search->clusters.count;
    mote_float_env env = mote_float_env_enter();
    for (size_t i = first; i < end; i++)
        mote_features_test_clusters(j->world, j->search, &j->search->clusters.data[i],
                                    &j->search->sinks.data[worker]);
    mote_float_env_leave(env);
}

static mote_result test_all(mote_world *world, mote_feature_search *search)
{
    for (size_t i = 0; i < search->sinks.count; i++) {
        search->sinks.data[i].hits.count = 0;
        search->sinks.data[i].failed = false;
    }
    job j = {world, search};
    size_t blocks = (search->clusters.count + CLUSTERS_PER_BLOCK - 1) / CLUSTERS_PER_BLOCK;
    world->tasks.run(world->tasks.context, test_block, &j, (uint32_t)blocks);
    for (size_t i = 0; i < search->sinks.count; i++)
        if (search->sinks.data[i].failed) return no_memory();
    return MOTE_OK;
}

// Sets first[] from the number of hits in each bucket. Returns the total.
static size_t count_buckets(mote_feature_search *search, size_t bucket_count)
{
    size_t *first = search->first.data, sum = 0;
    for (size_t i = 0; i <= bucket_count; i++) first[i] = 0;
    for (size_t s = 0; s < search->sinks.count; s++) {
        const mote_feature_sink *sink = &search->sinks.data[s];
        for (size_t i = 0; i < sink->hits.count; i++) first[sink->hits.data[i].bucket]++;
    }
    for (size_t i = 0; i <= bucket_count; i++) {
        sum += first[i];
        first[i] = sum; // the end for now; filling in the keys moves it to the start
    }
    return sum;
}

// Moves the hits of all sinks into their buckets, sorted.
static mote_result sort_hits(const mote_world *world, mote_feature_search *search)
{
    size_t buckets = MOTE_FEATURE_KINDS * search->pairs.count;
    search->first.count = search->keys.count = search->scratch.count = 0;
    if (!mote_array_reserve(&search->first, &world->allocator, buckets + 1)) return no_memory();
    size_t count = count_buckets(search, buckets);
    if (!mote_array_reserve(&search->keys, &world->allocator, count) ||
        !mote_array_reserve(&search->scratch, &world->allocator, count))
        return no_memory();
    size_t *first = search->first.data;
    for (size_t s = 0; s < search->sinks.count; s++) {
        const mote_feature_sink *sink = &search->sinks.data[s];
        for (size_t i = 0; i < sink->hits.count; i++)
            search->keys.data[--first[sink->hits.data[i].bucket]] = sink->hits.data[i].key;
    }
    for (size_t i = 0; i < buckets; i++)
        mote_sort_keys(search->keys.data + first[i], first[i + 1] - first[i], search->scratch.data);
    search->keys.count = count;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Closest points

// Removes pairs of bodies without features. The buckets of the others become consecutive.
static void compact_pairs(mote_feature_search *search)
{
    const size_t *first = search->first.data;
    size_t kept = 0;
    for (size_t i = 0; i < search->pairs.count; i++) {
        const size_t *f = first + MOTE_FEATURE_KINDS * i;
        mote_feature_body_pair pair = search->pairs.data[i];
        pair.first = f[0];
        pair.vertex_face_count = f[1] - f[0];
        pair.face_vertex_count = f[2] - f[1];
        pair.edge_edge_count = f[3] - f[2];
        if (f[3] > f[0]) search->pairs.data[kept++] = pair;
    }
    search->pairs.count = kept;
}

// Returns the pair of bodies of a key: the last one whose keys begin at it or before.
static size_t pair_of(const mote_feature_search *search, size_t key)
{
    size_t low = 0, high = search->pairs.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (search->pairs.data[middle].first <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static mote_near_kind kind_at(const mote_feature_body_pair *pair, size_t key)
{
    size_t at = key - pair->first;
    if (at < pair->vertex_face_count) return MOTE_FEATURE_VERTEX_FACE;
    at -= pair->vertex_face_count;
    return at < pair->face_vertex_count ? MOTE_FEATURE_FACE_VERTEX : MOTE_FEATURE_EDGE_EDGE;
}

static size_t pair_end(const mote_feature_body_pair *pair)
{
    return pair->first + pair->vertex_face_count + pair->face_vertex_count + pair->edge_edge_count;
}

static void measure_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const job *j = argument;
    const mote_feature_search *search = j->search;
    size_t first = (size_t)block * KEYS_PER_BLOCK, end = first + KEYS_PER_BLOCK;
    if (end > search->keys.count) end = search->keys.count;
    const mote_feature_body_pair *pair = search->pairs.data + pair_of(search, first);
    mote_float_env env = mote_float_env_enter();
    for (size_t i = first; i < end; i++) {
        while (i >= pair_end(pair)) pair++;
        mote_features_measure(j->world, pair, kind_at(pair, i), search->keys.data[i],
                              &search->features.data[i]);
    }
    mote_float_env_leave(env);
}

static mote_result measure_all(const mote_world *world, mote_feature_search *search)
{
    size_t count = search->keys.count;
    search->features.count = 0;
    if (!mote_array_reserve(&search->features, &world->allocator, count)) return no_memory();
    search->features.count = count;
    job j = {world, search};
    world->tasks.run(world->tasks.context, measure_block, &j,
                     (uint32_t)((count + KEYS_PER_BLOCK - 1) / KEYS_PER_BLOCK));
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

static mote_result check_def(const mote_features_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_features: def is null");
    if (def->cookie != FEATURES_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_features: def does not come from mote_default_features_def");
    if (!(def->distance >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_world_features: def.distance is %g, expected 0 or more",
                         (double)def->distance);
    return MOTE_OK;
}

static mote_result find_features(mote_world *world, const mote_features_def *def)
{
    if (!create_search(world)) return no_memory();
    mote_feature_search *search = world->features;
    search->distance = def->distance;
    search->shared_vertex = def->shared_vertex;
    search->pairs.count = search->features.count = 0;
    mote_result result = mote_features_find_clusters(world, search);
    if (result == MOTE_OK) result = test_all(world, search);
    if (result == MOTE_OK) result = sort_hits(world, search);
    if (result != MOTE_OK) return result;
    compact_pairs(search);
    return measure_all(world, search);
}

mote_result mote_world_features(mote_world *world, const mote_features_def *def, mote_features *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_features: out is null");
    *out = (mote_features){0};
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_features: world is null");
    mote_result result = check_def(def);
    if (result == MOTE_OK) result = mote_world_check_all_positions(world, __func__, UINT64_MAX);
    if (result == MOTE_OK) result = mote_world_enter(world, __func__);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    result = find_features(world, def);
    mote_float_env_leave(env);
    if (result == MOTE_OK)
        *out = (mote_features){world->features->pairs.data, world->features->pairs.count,
                               world->features->features.data, world->features->features.count};
    mote_world_leave(world);
    return result;
}
