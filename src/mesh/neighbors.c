#include "mesh/clusters.h"

#include "core/memory.h"
#include "core/result.h"

// Vertices with more triangles than this are left out.
enum { MAX_TRIANGLES_PER_VERTEX = 64 };

// Memory limit of the masks of a body, per triangle. A regular mesh needs 5.
enum { MAX_BYTES_PER_TRIANGLE = 16 };

// A leaf that shares vertices with one leaf and is not before that leaf.
typedef struct leaf_mask {
    uint32_t leaf;
    uint64_t shared; // bit 8 * i + j
} leaf_mask;

typedef struct builder {
    const mote_clusters *clusters;
    const mote_allocator *allocator;
    mote_neighbors *out;
    uint32_t *star_first;   // vertex_count + 1
    uint32_t *stars;        // the slots of the triangles around each vertex
    uint32_t max_triangles; // vertices with more triangles are left out
    size_t max_masks;
    MOTE_ARRAY(leaf_mask) found; // of the present cluster, sorted by its leaves
    size_t leaf_first[MOTE_CLUSTER_LEAVES + 1];
} builder;

// ---------------------------------------------------------------------------------------------
// Stars

static bool make_stars(builder *b)
{
    const mote_clusters *c = b->clusters;
    size_t corner_count = 3 * (size_t)c->triangle_count;
    b->star_first =
        mote_allocate_zeroed(b->allocator, (size_t)c->vertex_count + 2, sizeof(uint32_t));
    b->stars = mote_allocate(b->allocator, corner_count, sizeof(uint32_t));
    if (!b->star_first || !b->stars) return false;
    // Counts are offset by two, so that after filling, star_first[v] is the start of star v.
    for (size_t i = 0; i < corner_count; i++) b->star_first[c->corners[i] + 2]++;
    for (uint32_t v = 0; v < c->vertex_count; v++) b->star_first[v + 2] += b->star_first[v + 1];
    for (size_t i = 0; i < corner_count; i++)
        b->stars[b->star_first[c->corners[i] + 1]++] = (uint32_t)(i / 3);
    return true;
}

static void release_stars(builder *b)
{
    const mote_clusters *c = b->clusters;
    mote_release(b->allocator, b->star_first, (size_t)c->vertex_count + 2, sizeof(uint32_t));
    mote_release(b->allocator, b->stars, 3 * (size_t)c->triangle_count, sizeof(uint32_t));
    mote_array_release(&b->found, b->allocator);
}

// ---------------------------------------------------------------------------------------------
// Masks

static bool note_shared(builder *b, size_t first, uint32_t slot, uint32_t other)
{
    uint32_t leaf = other / MOTE_LEAF_TRIANGLES;
    uint64_t bit = (uint64_t)1 << (8 * (slot % MOTE_LEAF_TRIANGLES) + other % MOTE_LEAF_TRIANGLES);
    size_t i = first;
    while (i < b->found.count && b->found.data[i].leaf != leaf) i++;
    if (i == b->found.count && !mote_array_push(&b->found, b->allocator, (leaf_mask){leaf, 0}))
        return false;
    b->found.data[i].shared |= bit;
    return true;
}

static void sort_by_leaf(leaf_mask *masks, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        leaf_mask moved = masks[i];
        size_t j = i;
        for (; j > 0 && masks[j - 1].leaf > moved.leaf; j--) masks[j] = masks[j - 1];
        masks[j] = moved;
    }
}

// Appends the masks of one leaf, first the mask with itself. Returns false for no memory.
static bool search_leaf(builder *b, uint32_t leaf)
{
    const mote_clusters *c = b->clusters;
    size_t first = b->found.count;
    if (!mote_array_push(&b->found, b->allocator, (leaf_mask){leaf, 0})) return false;
    uint32_t begin = leaf * MOTE_LEAF_TRIANGLES, end = begin + MOTE_LEAF_TRIANGLES;
    if (end > c->triangle_count) end = c->triangle_count;
    for (size_t i = 3 * (size_t)begin; i < 3 * (size_t)end; i++) {
        uint32_t from = b->star_first[c->corners[i]], to = b->star_first[c->corners[i] + 1];
        if (to - from > b->max_triangles) {
            b->out->is_partial = true;
            continue;
        }
        for (uint32_t k = from; k < to; k++) {
            if (b->stars[k] / MOTE_LEAF_TRIANGLES >= leaf &&
                !note_shared(b, first, (uint32_t)(i / 3), b->stars[k]))
                return false;
        }
    }
    sort_by_leaf(b->found.data + first, b->found.count - first);
    return true;
}

// The mask of the pairs i < j of one leaf.
static uint64_t pairs_of_one_leaf(void)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < MOTE_LEAF_TRIANGLES; i++)
        bits |= (uint64_t)(0xfeu << i & 0xffu) << 8 * i;
    return bits;
}

// Adds the entry of clusters a and cluster_b. `next` is the position of each leaf of a in its list.
static bool add_entry(builder *b, uint32_t a, uint32_t cluster_b, size_t *next)
{
    mote_neighbors *out = b->out;
    mote_neighbor_clusters entry = {.b = cluster_b, .first_mask = (uint32_t)out->masks.count};
    for (uint32_t i = 0; i < MOTE_CLUSTER_LEAVES; i++) {
        uint32_t leaf_a = a * MOTE_CLUSTER_LEAVES + i;
        for (; next[i] < b->leaf_first[i + 1]; next[i]++) {
            const leaf_mask *mask = &b->found.data[next[i]];
            if (mask->leaf / MOTE_CLUSTER_LEAVES != cluster_b) break;
            uint64_t pairs = mask->leaf == leaf_a ? pairs_of_one_leaf() : ~(uint64_t)0;
            if (!mote_array_push(&out->masks, b->allocator, pairs & ~mask->shared)) return false;
            entry.leaves[i] |= (uint16_t)(1u << mask->leaf % MOTE_CLUSTER_LEAVES);
        }
    }
    return mote_array_push(&out->clusters, b->allocator, entry);
}

// The lowest cluster of the next leaves, or MOTE_NONE.
static uint32_t lowest_cluster(const builder *b, const size_t *next)
{
    uint32_t lowest = MOTE_NONE;
    for (uint32_t i = 0; i < MOTE_CLUSTER_LEAVES; i++) {
        if (next[i] == b->leaf_first[i + 1]) continue;
        uint32_t cluster = b->found.data[next[i]].leaf / MOTE_CLUSTER_LEAVES;
        if (cluster < lowest) lowest = cluster;
    }
    return lowest;
}

static bool add_cluster(builder *b, uint32_t a)
{
    size_t next[MOTE_CLUSTER_LEAVES];
    b->found.count = 0;
    for (uint32_t i = 0; i < MOTE_CLUSTER_LEAVES; i++) {
        next[i] = b->leaf_first[i] = b->found.count;
        if (!search_leaf(b, a * MOTE_CLUSTER_LEAVES + i)) return false;
    }
    b->leaf_first[MOTE_CLUSTER_LEAVES] = b->found.count;
    uint32_t cluster;
    while ((cluster = lowest_cluster(b, next)) != MOTE_NONE) {
        if (!add_entry(b, a, cluster, next)) return false;
    }
    return true;
}

// Returns false for no memory. Stops early, with more than max_masks masks, if there are too many.
static bool add_clusters(builder *b)
{
    mote_neighbors *out = b->out;
    out->is_partial = false;
    out->clusters.count = out->masks.count = 0;
    for (uint32_t a = 0; a < b->clusters->cluster_count; a++) {
        out->first[a] = (uint32_t)out->clusters.count;
        if (out->masks.count > b->max_masks) return true;
        if (!add_cluster(b, a)) return false;
    }
    out->first[b->clusters->cluster_count] = (uint32_t)out->clusters.count;
    return true;
}

// Releases unused capacity. Returns false for no memory, even though the arrays are complete: a
// failed allocation must be reported.
static bool trim(mote_neighbors *out, const mote_allocator *allocator)
{
    mote_array_shrink(&out->clusters, allocator);
    mote_array_shrink(&out->masks, allocator);
    return out->clusters.count == out->clusters.capacity && out->masks.count == out->masks.capacity;
}

mote_result mote_neighbors_build(const mote_clusters *clusters, const mote_allocator *allocator,
                                 mote_neighbors *out)
{
    size_t bytes = MAX_BYTES_PER_TRIANGLE * (size_t)clusters->triangle_count;
    builder b = {.clusters = clusters,
                 .allocator = allocator,
                 .out = out,
                 .max_triangles = MAX_TRIANGLES_PER_VERTEX,
                 .max_masks = bytes / sizeof(uint64_t) + MOTE_CLUSTER_LEAVES};
    *out = (mote_neighbors){
        .first = mote_allocate(allocator, (size_t)clusters->cluster_count + 1, sizeof(uint32_t))};
    bool built = out->first && make_stars(&b) && add_clusters(&b);
    if (built && out->masks.count > b.max_masks) {
        b.max_triangles = 0; // only the mask of each leaf with itself
        built = add_clusters(&b);
    }
    release_stars(&b);
    built = built && trim(out, allocator);
    if (!built) return mote_fail_memory(bytes, "the neighbors of a body's triangles");
    return MOTE_OK;
}

void mote_neighbors_release(mote_neighbors *neighbors, uint32_t cluster_count,
                            const mote_allocator *allocator)
{
    mote_release(allocator, neighbors->first, (size_t)cluster_count + 1, sizeof(uint32_t));
    mote_array_release(&neighbors->clusters, allocator);
    mote_array_release(&neighbors->masks, allocator);
    *neighbors = (mote_neighbors){0};
}
