// Collects the bones that move each vertex, in any order, and keeps the ones with the largest
// weights.

#ifndef MOTE_ASSETS_INFLUENCES_H
#define MOTE_ASSETS_INFLUENCES_H

#include <mote/deform.h>

#include "assets/asset.h"

typedef struct asset_influences {
    uint32_t vertex_count;
    uint32_t most; // largest number of bones of a vertex
    uint64_t left_out;
    uint8_t *counts; // one per vertex
    uint32_t (*bones)[MOTE_SKIN_MAX_INFLUENCES];
    float (*weights)[MOTE_SKIN_MAX_INFLUENCES];
} asset_influences;

mote_result asset_influences_create(uint32_t vertex_count, asset_influences *out);
void asset_influences_release(asset_influences *influences);

// Ignores weights of 0. If a vertex has the maximum number of bones, drops the smallest weight.
// Fails if a weight is negative or not finite, or a bone index exceeds 65,535.
mote_result asset_influences_add(asset_influences *influences, uint32_t vertex, uint32_t bone,
                                 float weight);

// Writes the influences into the asset and sets the surface's influences and span. A vertex without
// bones gets bone 0. Adds a remark if weights were dropped.
mote_result asset_influences_finish(asset_influences *influences, asset_file *asset,
                                    asset_surface *surface);

#endif
