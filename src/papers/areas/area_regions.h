// From cells, which are seldom connected, to areas that are.

#ifndef MOTE_PAPERS_AREAS_AREA_REGIONS_H
#define MOTE_PAPERS_AREAS_AREA_REGIONS_H

#include "papers/areas/quantize.h"

typedef struct mote_area_regions {
    uint32_t count;
    uint32_t *area_of; // of each point
    uint32_t *cell;    // of each area: where it stands in the tree of splits
} mote_area_regions;

// Cells as they are.
mote_result mote_regions_of_cells(const mote_quantizer *q, mote_arena *scratch,
                                  mote_area_regions *out);

// Exactly `wanted` areas, at most as many as there are points; none is empty. They are connected along edges
// unless the mesh has more components than that. Numbered by their lowest point.
mote_result mote_regions_connect(const mote_quantizer *q, uint32_t wanted, mote_arena *scratch,
                                 mote_area_regions *out);

#endif
