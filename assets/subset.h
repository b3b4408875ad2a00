// Parts cut out of a list of triangles.

#ifndef MOTE_ASSETS_SUBSET_H
#define MOTE_ASSETS_SUBSET_H

#include <mote/mesh.h>

// One part: which vertices it takes from the whole, and its triangles between those.
typedef struct asset_subset {
    uint32_t *vertices; // of the whole, in the order of first use
    uint32_t vertex_count;
    uint32_t *triangles; // three of the subset's own vertices each, in the order of the whole
    uint32_t triangle_count;
} asset_subset;

// A whole: triangles, which vertices are one (asset_number_equal), and which part each triangle is in.
typedef struct asset_whole {
    const uint32_t *triangles;
    uint32_t triangle_count;
    const uint32_t *number;
    uint32_t vertex_count, number_count;
    const uint32_t *part_of; // of each triangle
    uint32_t part_count;
} asset_whole;

// `*out` holds part_count subsets; release them with asset_subsets_release.
mote_result asset_subsets_create(const asset_whole *whole, asset_subset **out);
void asset_subsets_release(asset_subset *subsets, uint32_t count);

// Which of the pieces that hang together each triangle is in, numbered by first appearance.
mote_result asset_number_components(const asset_whole *whole, uint32_t *part_of,
                                    uint32_t *part_count);

#endif
