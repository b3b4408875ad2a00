#include "core/sort.h"
#include "mesh/clusters.h"
#include "mesh/mesh.h"

// Vertices are numbered by their first use in slot order, so the first use is where the next number
// appears.
static void own_vertices(const mote_clusters *clusters, uint8_t *owned)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < 3 * clusters->triangle_count; i++) {
        if (clusters->corners[i] != next) continue;
        owned[i / 3] |= (uint8_t)(1u << i % 3);
        next++;
    }
}

// The lower and the higher end of the edge that begins at corner i % 3 of slot i / 3; false if
// there is none.
static bool ends_of(const mote_clusters *clusters, uint32_t i, uint32_t *low, uint32_t *high)
{
    const uint32_t *t = clusters->corners + i - i % 3;
    uint32_t u = t[i % 3], v = t[(i + 1) % 3];
    *low = u < v ? u : v;
    *high = u < v ? v : u;
    return !mote_triangle_is_collapsed(t);
}

// `keys` are the edges with one common lower end, as (higher end, edge), sorted.
static void own_edges(const mote_clusters *clusters, const uint64_t *keys, uint32_t count,
                      uint8_t *owned)
{
    for (uint32_t i = 0; i < count;) {
        uint32_t owner = (uint32_t)keys[i], j = i + 1;
        for (; j < count && keys[j] >> 32 == keys[i] >> 32; j++) {
            uint32_t edge = (uint32_t)keys[j];
            if (clusters->triangle_of[edge / 3] < clusters->triangle_of[owner / 3]) owner = edge;
        }
        owned[owner / 3] |= (uint8_t)(8u << owner % 3);
        i = j;
    }
}

// Sorts edges by their lower end into `keys`. The edges of vertex v are first[v] .. first[v + 1] -
// 1.
static void sort_edges(const mote_clusters *clusters, uint32_t *first, uint64_t *keys)
{
    uint32_t low, high, sum = 0;
    for (uint32_t i = 0; i < 3 * clusters->triangle_count; i++)
        if (ends_of(clusters, i, &low, &high)) first[low]++;
    for (uint32_t v = 0; v <= clusters->vertex_count; v++) {
        sum += first[v];
        first[v] = sum; // the end, from which the edges are filled in
    }
    for (uint32_t i = 3 * clusters->triangle_count; i-- > 0;)
        if (ends_of(clusters, i, &low, &high)) keys[--first[low]] = (uint64_t)high << 32 | i;
}

uint8_t *mote_feature_owners_build(const mote_clusters *clusters, const mote_allocator *allocator)
{
    size_t edge_count = 3 * (size_t)clusters->triangle_count;
    uint8_t *owned = mote_allocate_zeroed(allocator, clusters->triangle_count, 1);
    uint32_t *first =
        mote_allocate_zeroed(allocator, (size_t)clusters->vertex_count + 1, sizeof *first);
    uint64_t *keys = mote_allocate_zeroed(allocator, edge_count, sizeof *keys);
    uint64_t *scratch = mote_allocate_zeroed(allocator, edge_count, sizeof *scratch);
    bool enough = owned && first && keys && scratch;
    if (enough) {
        own_vertices(clusters, owned);
        sort_edges(clusters, first, keys);
        for (uint32_t v = 0; v < clusters->vertex_count; v++) {
            uint32_t count = first[v + 1] - first[v];
            mote_sort_keys(keys + first[v], count, scratch);
            own_edges(clusters, keys + first[v], count, owned);
        }
    }
    mote_release(allocator, first, (size_t)clusters->vertex_count + 1, sizeof *first);
    mote_release(allocator, keys, edge_count, sizeof *keys);
    mote_release(allocator, scratch, edge_count, sizeof *scratch);
    if (!enough) mote_release(allocator, owned, clusters->triangle_count, 1);
    return enough ? owned : NULL;
}
