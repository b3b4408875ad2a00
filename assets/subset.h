// Splits a list of triangles into parts.

#ifndef MOTE_ASSETS_SUBSET_H
#define MOTE_ASSETS_SUBSET_H

#include <mote/mesh.h>

// One part: its vertices of the whole, and its triangles.
typedef struct asset_subset {
    uint32_t *vertices; // indices in the whole, in order of first use
    uint32_t vertex_count;
    uint32_t *triangles; // three subset vertices per triangle, in the order of the whole
    uint32_t triangle_count;
} asset_subset;

// A list of triangles, the numbers of equal vertices (asset_number_equal), and the part of each
// triangle.
typedef struct asset_whole {
    const uint32_t *triangles;
    uint32_t triangle_count;
    const uint32_t *number;
    uint32_t vertex_count, number_count;
    const uint32_t *part_of; // one per triangle
    uint32_t part_count;
} asset_whole;

// `*out` has part_count subsets; release them with asset_subsets_release.
mote_result asset_subsets_create(const asset_whole *whole, asset_subset **out);
void asset_subsets_release(asset_subset *subsets, uint32_t count);

// Finds the connected component of each triangle, numbered in order of first appearance.
mote_result asset_number_components(const asset_whole *whole, uint32_t *part_of,
                                    uint32_t *part_count);

#endif
