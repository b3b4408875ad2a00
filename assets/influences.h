// Which bones move a vertex: collected in any order, reduced to the greatest few.

#ifndef MOTE_ASSETS_INFLUENCES_H
#define MOTE_ASSETS_INFLUENCES_H

#include <mote/deform.h>

#include "assets/asset.h"

typedef struct asset_influences {
    uint32_t vertex_count;
    uint32_t most; // that any vertex has
    uint64_t left_out;
    uint8_t *counts; // of each vertex
    uint32_t (*bones)[MOTE_SKIN_MAX_INFLUENCES];
    float (*weights)[MOTE_SKIN_MAX_INFLUENCES];
} asset_influences;

mote_result asset_influences_create(uint32_t vertex_count, asset_influences *out);
void asset_influences_release(asset_influences *influences);

// Weights of 0 are passed over. When a vertex has as many as it can, the least one goes. Fails for a
// weight that is negative or not finite and for a bone above 65,535.
mote_result asset_influences_add(asset_influences *influences, uint32_t vertex, uint32_t bone,
                                 float weight);

// Writes them into the asset and sets the surface's influences and span. A vertex without any follows
// bone 0. If weights were left out, a remark says so.
mote_result asset_influences_finish(asset_influences *influences, asset_file *asset,
                                    asset_surface *surface);

#endif
