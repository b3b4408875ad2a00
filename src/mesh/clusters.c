#include "mesh/clusters.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/result.h"
#include "core/vec.h"

// ---------------------------------------------------------------------------------------------
// Slot order: median splits along the widest axis, each at a multiple of 8 * 2^k triangles

enum { LEAF = 8 };

typedef struct item {
    float center[3];
    uint32_t triangle;
} item;

static void fill_items(const mote_vec3 *positions, const uint32_t *triangles, uint32_t count,
                       item *items)
{
    // Scaling before adding avoids overflow near FLT_MAX.
    const float third = 1.0f / 3.0f;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *t = triangles + 3 * (size_t)i;
        mote_vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
        items[i] = (item){{a.x * third + b.x * third + c.x * third,
                           a.y * third + b.y * third + c.y * third,
                           a.z * third + b.z * third + c.z * third},
                          i};
    }
}

static int widest_axis(const item *items, uint32_t count)
{
    float min[3], max[3];
    memcpy(min, items[0].center, sizeof min);
    memcpy(max, items[0].center, sizeof max);
    for (uint32_t i = 1; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            float x = items[i].center[k];
            min[k] = x < min[k] ? x : min[k];
            max[k] = x > max[k] ? x : max[k];
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        if (max[k] - min[k] > max[axis] - min[axis]) axis = k;
    }
    return axis;
}

// Hoare's partition around a random item, never the last, so that both sides have at least one
// item. Returns the number of items on the left.
static uint32_t partition(item *items, uint32_t count, int axis, mote_random *random)
{
    float pivot = items[mote_random_below(random, count - 1)].center[axis];
    uint32_t i = 0, j = count - 1;
    for (;; i++, j--) {
        while (items[i].center[axis] < pivot) i++;
        while (items[j].center[axis] > pivot) j--;
        if (i >= j) return j + 1;
        item swap = items[i];
        items[i] = items[j];
        items[j] = swap;
    }
}

// Reorders so that none of the first `rank` items lies beyond any later one along the axis.
static void select_rank(item *items, uint32_t count, uint32_t rank, int axis, mote_random *random)
{
    while (rank > 0 && rank < count) {
        uint32_t left = partition(items, count, axis, random);
        if (rank <= left) {
            if (rank == left) return;
            count = left;
        } else {
            items += left;
            count -= left;
            rank -= left;
        }
    }
}

// The largest 8 * 2^k below `count`.
static uint32_t split_rank(uint32_t count)
{
    uint32_t rank = LEAF;
    while (rank < count - rank) rank *= 2;
    return rank;
}

static void order_items(item *items, uint32_t count, mote_random *random)
{
    while (count > LEAF) {
        uint32_t rank = split_rank(count);
        select_rank(items, count, rank, widest_axis(items, count), random);
        // The left part has 8 * 2^k items, so the recursion is as deep as k and no deeper.
        order_items(items, rank, random);
        items += rank;
        count -= rank;
    }
}

// ---------------------------------------------------------------------------------------------
// Mesh order of the vertices, borders and owners

typedef struct scratch {
    item *items;           // per triangle
    uint32_t *cluster_of;  // per vertex in mesh order: the cluster that owns it
    uint32_t *stamp;       // per vertex in mesh order: the last cluster that listed it, plus one
    uint32_t *owner_stamp; // per cluster
} scratch;

static void number_vertices(mote_clusters *clusters, const uint32_t *triangles, scratch *s)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < clusters->cluster_count; c++) {
        clusters->own_first[c] = count;
        for (uint32_t slot = mote_cluster_first(c); slot < mote_cluster_end(clusters, c); slot++) {
            const uint32_t *t = triangles + 3 * (size_t)clusters->triangle_of[slot];
            for (int k = 0; k < 3; k++) {
                uint32_t *number = &clusters->place_of[t[k]];
                if (*number == MOTE_NONE) {
                    s->cluster_of[count] = c;
                    clusters->vertex_of[count] = t[k];
                    *number = count++;
                }
                clusters->corners[3 * (size_t)slot + k] = *number;
            }
        }
    }
    clusters->own_first[clusters->cluster_count] = count;
}

// Walks all border vertices. Writes them if the array is allocated, otherwise only counts them.
static void walk_border(mote_clusters *clusters, scratch *s)
{
    uint32_t count = 0;
    memset(s->stamp, 0, sizeof *s->stamp * clusters->vertex_count);
    for (uint32_t c = 0; c < clusters->cluster_count; c++) {
        clusters->border_first[c] = count;
        size_t end = 3 * (size_t)mote_cluster_end(clusters, c);
        for (size_t i = 3 * (size_t)mote_cluster_first(c); i < end; i++) {
            uint32_t v = clusters->corners[i];
            if (v >= clusters->own_first[c] || s->stamp[v] == c + 1) continue;
            s->stamp[v] = c + 1;
            if (clusters->border) clusters->border[count] = v;
            count++;
        }
    }
    clusters->border_first[clusters->cluster_count] = count;
}

static void sort_few(uint32_t *values, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t value = values[i], j = i;
        for (; j > 0 && values[j - 1] > value; j--) values[j] = values[j - 1];
        values[j] = value;
    }
}

static void walk_owners(mote_clusters *clusters, scratch *s)
{
    uint32_t count = 0;
    memset(s->owner_stamp, 0, sizeof *s->owner_stamp * clusters->cluster_count);
    for (uint32_t c = 0; c < clusters->cluster_count; c++) {
        uint32_t first = count;
        clusters->owner_first[c] = first;
        for (uint32_t i = clusters->border_first[c]; i < clusters->border_first[c + 1]; i++) {
            uint32_t owner = s->cluster_of[clusters->border[i]];
            if (s->owner_stamp[owner] == c + 1) continue;
            s->owner_stamp[owner] = c + 1;
            if (clusters->owners) clusters->owners[count] = owner;
            count++;
        }
        if (clusters->owners) sort_few(clusters->owners + first, count - first);
    }
    clusters->owner_first[clusters->cluster_count] = count;
}

// Same as walk_owners for groups, from the owners of the clusters.
static void walk_group_owners(mote_clusters *clusters, scratch *s)
{
    uint32_t count = 0, groups = mote_cluster_groups(clusters);
    memset(s->owner_stamp, 0, sizeof *s->owner_stamp * groups);
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t end = 8 * g + 8 < clusters->cluster_count ? 8 * g + 8 : clusters->cluster_count;
        clusters->group_owner_first[g] = count;
        for (uint32_t i = clusters->owner_first[8 * g]; i < clusters->owner_first[end]; i++) {
            uint32_t owner = clusters->owners[i] / 8;
            if (owner == g || s->owner_stamp[owner] == g + 1) continue;
            s->owner_stamp[owner] = g + 1;
            if (clusters->group_owners) clusters->group_owners[count] = owner;
            count++;
        }
    }
    clusters->group_owner_first[groups] = count;
}

// ---------------------------------------------------------------------------------------------
// The rest shape

static void number_levels(mote_node_levels *levels, uint32_t triangle_count)
{
    uint32_t count =
        (uint32_t)(((uint64_t)triangle_count + MOTE_NODE_TRIANGLES - 1) / MOTE_NODE_TRIANGLES);
    do {
        uint32_t level = levels->count++;
        levels->node_first[level + 1] = levels->node_first[level] + count;
        levels->group_first[level + 1] = levels->group_first[level] + (count + 7) / 8;
        if (count == 1 && level > 0) return;
        count = (count + 7) / 8;
    } while (levels->count < MOTE_NODE_LEVELS);
}

static mote_box leaf_box(const mote_clusters *clusters, const mote_vec3 *positions, uint32_t leaf)
{
    size_t first = 3 * (size_t)leaf * MOTE_NODE_TRIANGLES,
           end = first + 3 * (size_t)MOTE_NODE_TRIANGLES;
    mote_box box = mote_box_empty();
    for (size_t i = first; i < end && i < 3 * (size_t)clusters->triangle_count; i++)
        mote_box_add_point(&box, positions[clusters->vertex_of[clusters->corners[i]]]);
    return box;
}

// The box of the eight children of a node.
static mote_box parent_box(const mote_clusters *clusters, uint32_t level, uint32_t index)
{
    const mote_box8 *children =
        &clusters->rest_boxes[clusters->levels.group_first[level - 1] + index];
    mote_box box = mote_box_empty();
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box child = mote_box8_get(children, lane);
        mote_box_add_box(&box, &child);
    }
    return box;
}

static void fill_rest_boxes(mote_clusters *clusters, const mote_vec3 *positions)
{
    const mote_node_levels *levels = &clusters->levels;
    const mote_box empty = mote_box_empty();
    for (uint32_t level = 0; level < levels->count; level++) {
        uint32_t count = levels->node_first[level + 1] - levels->node_first[level];
        mote_box8 *groups = clusters->rest_boxes + levels->group_first[level];
        for (uint32_t i = 0; i < (count + 7) / 8 * 8; i++) {
            mote_box box = i >= count  ? empty
                           : level > 0 ? parent_box(clusters, level, i)
                                       : leaf_box(clusters, positions, i);
            mote_box8_set(&groups[i / 8], i % 8, &box);
        }
    }
}

static void find_rest_sphere(mote_clusters *clusters, const mote_vec3 *positions)
{
    uint32_t root = mote_node_group_count(&clusters->levels) - 1;
    mote_box box = mote_box8_get(&clusters->rest_boxes[root], 0);
    clusters->rest_center = mote_dvec_narrow(mote_box_center(&box));
    double most = 0;
    for (uint32_t v = 0; v < clusters->vertex_count; v++) {
        mote_dvec3 d = mote_dvec_sub(mote_vec_widen(positions[clusters->vertex_of[v]]),
                                     mote_vec_widen(clusters->rest_center));
        double squared = mote_dvec_dot(d, d);
        if (squared > most) most = squared;
    }
    clusters->rest_radius = nextafterf((float)sqrt(most), INFINITY);
}

// ---------------------------------------------------------------------------------------------

static uint32_t *words(const mote_allocator *allocator, size_t count)
{
    return mote_allocate(allocator, count, sizeof(uint32_t));
}

static bool allocate_fixed(mote_clusters *clusters, const mote_allocator *allocator)
{
    size_t triangles = clusters->triangle_count, ends = (size_t)clusters->cluster_count + 1;
    return (clusters->triangle_of = words(allocator, triangles)) &&
           (clusters->corners = words(allocator, 3 * triangles)) &&
           (clusters->place_of = words(allocator, clusters->caller_vertex_count)) &&
           (clusters->own_first = words(allocator, ends)) &&
           (clusters->border_first = words(allocator, ends)) &&
           (clusters->owner_first = words(allocator, ends)) &&
           (clusters->group_owner_first =
                words(allocator, (size_t)mote_cluster_groups(clusters) + 1));
}

static bool allocate_scratch(scratch *s, const mote_clusters *clusters, uint32_t vertex_count,
                             const mote_allocator *allocator)
{
    return (s->items = mote_allocate(allocator, clusters->triangle_count, sizeof(item))) &&
           (s->cluster_of = words(allocator, vertex_count)) &&
           (s->stamp = words(allocator, vertex_count)) &&
           (s->owner_stamp = words(allocator, clusters->cluster_count));
}

static void release_scratch(scratch *s, const mote_clusters *clusters, uint32_t vertex_count,
                            const mote_allocator *allocator)
{
    mote_release(allocator, s->items, clusters->triangle_count, sizeof(item));
    mote_release(allocator, s->cluster_of, vertex_count, sizeof(uint32_t));
    mote_release(allocator, s->stamp, vertex_count, sizeof(uint32_t));
    mote_release(allocator, s->owner_stamp, clusters->cluster_count, sizeof(uint32_t));
}

static uint32_t count_used(const uint32_t *triangles, uint32_t triangle_count,
                           uint32_t vertex_count, uint32_t *mark)
{
    uint32_t used = 0;
    memset(mark, 0, sizeof *mark * vertex_count);
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++) {
        used += !mark[triangles[i]];
        mark[triangles[i]] = 1;
    }
    return used;
}

static bool list_owners_of_vertices(mote_clusters *clusters, const scratch *s,
                                    const mote_allocator *allocator)
{
    if (clusters->cluster_count > UINT16_MAX) return true;
    clusters->owner_of = mote_allocate(allocator, clusters->caller_vertex_count, sizeof(uint16_t));
    if (!clusters->owner_of) return false;
    for (uint32_t v = 0; v < clusters->caller_vertex_count; v++) {
        uint32_t place = clusters->place_of[v];
        clusters->owner_of[v] =
            (uint16_t)(place == MOTE_NONE ? clusters->cluster_count : s->cluster_of[place]);
    }
    return true;
}

static bool build_rest(mote_clusters *clusters, const mote_vec3 *positions,
                       const mote_allocator *allocator)
{
    number_levels(&clusters->levels, clusters->triangle_count);
    clusters->rest_boxes =
        mote_allocate(allocator, mote_node_group_count(&clusters->levels), sizeof(mote_box8));
    if (!clusters->rest_boxes) return false;
    fill_rest_boxes(clusters, positions);
    find_rest_sphere(clusters, positions);
    return true;
}

static bool build(mote_clusters *clusters, const mote_vec3 *positions, uint32_t vertex_count,
                  const uint32_t *triangles, scratch *s, const mote_allocator *allocator)
{
    uint32_t triangle_count = clusters->triangle_count;
    if (!allocate_fixed(clusters, allocator)) return false;
    if (!allocate_scratch(s, clusters, vertex_count, allocator)) return false;
    fill_items(positions, triangles, triangle_count, s->items);
    mote_random random = mote_random_stream(0, triangle_count, 0);
    order_items(s->items, triangle_count, &random);
    for (uint32_t i = 0; i < triangle_count; i++) clusters->triangle_of[i] = s->items[i].triangle;

    clusters->vertex_count = count_used(triangles, triangle_count, vertex_count, s->stamp);
    if (!(clusters->vertex_of = words(allocator, clusters->vertex_count))) return false;
    memset(clusters->place_of, 0xff, sizeof(uint32_t) * vertex_count); // MOTE_NONE
    number_vertices(clusters, triangles, s);
    if (!list_owners_of_vertices(clusters, s, allocator)) return false;

    walk_border(clusters, s);
    uint32_t border_count = clusters->border_first[clusters->cluster_count];
    clusters->border = words(allocator, border_count);
    clusters->caller_border = words(allocator, border_count);
    if (!clusters->border || !clusters->caller_border) return false;
    walk_border(clusters, s);
    for (uint32_t i = 0; i < border_count; i++)
        clusters->caller_border[i] = clusters->vertex_of[clusters->border[i]];
    walk_owners(clusters, s);
    clusters->owners = words(allocator, clusters->owner_first[clusters->cluster_count]);
    if (!clusters->owners) return false;
    walk_owners(clusters, s);
    walk_group_owners(clusters, s);
    clusters->group_owners =
        words(allocator, clusters->group_owner_first[mote_cluster_groups(clusters)]);
    if (!clusters->group_owners) return false;
    walk_group_owners(clusters, s);
    return build_rest(clusters, positions, allocator);
}

mote_result mote_clusters_build(const mote_vec3 *positions, uint32_t vertex_count,
                                const uint32_t *triangles, uint32_t triangle_count,
                                const mote_allocator *allocator, mote_clusters **out)
{
    *out = NULL;
    mote_clusters *clusters = mote_allocate_zeroed(allocator, 1, sizeof *clusters);
    if (!clusters) return mote_fail_memory(sizeof *clusters, "clusters");
    clusters->triangle_count = triangle_count;
    clusters->caller_vertex_count = vertex_count;
    clusters->cluster_count =
        (triangle_count + MOTE_CLUSTER_TRIANGLES - 1) / MOTE_CLUSTER_TRIANGLES;
    scratch s = {0};
    bool built = build(clusters, positions, vertex_count, triangles, &s, allocator);
    release_scratch(&s, clusters, vertex_count, allocator);
    if (!built) {
        mote_clusters_destroy(clusters, allocator);
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the clusters of %u triangles",
                         triangle_count);
    }
    *out = clusters;
    return MOTE_OK;
}

static void release_words(const mote_allocator *allocator, uint32_t *pointer, size_t count)
{
    mote_release(allocator, pointer, count, sizeof(uint32_t));
}

void mote_clusters_destroy(mote_clusters *clusters, const mote_allocator *allocator)
{
    if (!clusters) return;
    size_t triangles = clusters->triangle_count, ends = (size_t)clusters->cluster_count + 1;
    release_words(allocator, clusters->triangle_of, triangles);
    release_words(allocator, clusters->corners, 3 * triangles);
    release_words(allocator, clusters->vertex_of, clusters->vertex_count);
    release_words(allocator, clusters->place_of, clusters->caller_vertex_count);
    mote_release(allocator, clusters->owner_of, clusters->caller_vertex_count, sizeof(uint16_t));
    uint32_t border_count = clusters->border_first ? clusters->border_first[ends - 1] : 0;
    release_words(allocator, clusters->border, border_count);
    release_words(allocator, clusters->caller_border, border_count);
    if (clusters->owners)
        release_words(allocator, clusters->owners, clusters->owner_first[ends - 1]);
    uint32_t groups = mote_cluster_groups(clusters);
    if (clusters->group_owners)
        release_words(allocator, clusters->group_owners, clusters->group_owner_first[groups]);
    mote_release(allocator, clusters->rest_boxes, mote_node_group_count(&clusters->levels),
                 sizeof(mote_box8));
    release_words(allocator, clusters->group_owner_first, (size_t)groups + 1);
    release_words(allocator, clusters->own_first, ends);
    release_words(allocator, clusters->border_first, ends);
    release_words(allocator, clusters->owner_first, ends);
    mote_release(allocator, clusters, 1, sizeof *clusters);
}
