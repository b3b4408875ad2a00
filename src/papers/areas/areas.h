// Areas from the inside.

#ifndef MOTE_PAPERS_AREAS_AREAS_H
#define MOTE_PAPERS_AREAS_AREAS_H

#include "papers/areas/area_regions.h"

enum { MOTE_AREAS_MAX_BLOCKS = 10 };

struct mote_areas {
    mote_allocator allocator;
    mote_areas_view view; // whose arrays are the blocks
    mote_mesh_block blocks[MOTE_AREAS_MAX_BLOCKS];
    uint32_t block_count;
};

// Memory that lives as long as the areas; null for none, with the message set.
void *mote_areas_allocate(mote_areas *areas, size_t count, size_t size);

// Fills nodes[].parent, node_count and children.
mote_result mote_areas_build_tree(mote_areas *areas, const mote_quantizer_tree *splits,
                                  const mote_area_regions *regions, uint32_t cell_count,
                                  mote_arena *scratch);

// Fills the rest of the nodes; after the tree.
mote_result mote_areas_measure(mote_areas *areas, const mote_area_points *points,
                               const mote_area_regions *regions, mote_arena *scratch);

#endif
