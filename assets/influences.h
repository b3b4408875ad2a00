// Which bones move a vertex: collected in any order, reduced to the greatest few.

#ifndef MOTE_ASSETS_INFLUENCES_H
#define MOTE_ASSETS_INFLUENCES_H

#include <mote/deform.h>

#include "assets/asset.h"

typedef struct mote_influences {
    uint32_t vertex_count;
    uint32_t most;   // that any vertex has
    uint8_t *counts; // of each vertex
    uint32_t (*bones)[MOTE_SKIN_MAX_INFLUENCES];
    float (*weights)[MOTE_SKIN_MAX_INFLUENCES];
} mote_influences;

mote_result mote_influences_create(uint32_t vertex_count, mote_influences *out);
void mote_influences_release(mote_influences *influences);

// Weights of 0 are passed over. When a vertex has as many as it can, the least one goes. Fails for a
// weight that is negative or not finite and for a bone above 65,535.
mote_result mote_influences_add(mote_influences *influences, uint32_t vertex, uint32_t bone,
                                float weight);

// Writes them into the asset and sets the surface's influences and span. A vertex without any follows
// bone 0.
mote_result mote_influences_finish(mote_influences *influences, mote_asset *asset,
                                   mote_asset_surface *surface);

#endif
