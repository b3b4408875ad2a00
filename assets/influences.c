#include "assets/influences.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/result.h"

enum { MAX = MOTE_SKIN_MAX_INFLUENCES };

mote_result asset_influences_create(uint32_t vertex_count, asset_influences *out)
{
    size_t room = (size_t)vertex_count + 1;
    *out = (asset_influences){.vertex_count = vertex_count,
                              .counts = calloc(room, sizeof *out->counts),
                              .bones = calloc(room, sizeof *out->bones),
                              .weights = calloc(room, sizeof *out->weights)};
    if (out->counts && out->bones && out->weights) return MOTE_OK;
    asset_influences_release(out);
    return mote_fail_memory(room * sizeof *out->weights, "weights");
}

void asset_influences_release(asset_influences *influences)
{
    free(influences->counts);
    free(influences->bones);
    free(influences->weights);
    *influences = (asset_influences){0};
}

mote_result asset_influences_add(asset_influences *influences, uint32_t vertex, uint32_t bone,
                                 float weight)
{
    if (!isfinite(weight) || weight < 0)
        return mote_fail(MOTE_ERROR_DATA, "vertex %u: a weight is negative or not finite", vertex);
    if (weight == 0) return MOTE_OK;
    if (bone > UINT16_MAX)
        return mote_fail(MOTE_ERROR_DATA, "vertex %u: joint %u is out of range", vertex, bone);
    uint32_t at = influences->counts[vertex];
    if (at == MAX) {
        influences->left_out++;
        at = 0;
        for (uint32_t i = 1; i < MAX; i++)
            if (influences->weights[vertex][i] < influences->weights[vertex][at]) at = i;
        if (weight <= influences->weights[vertex][at]) return MOTE_OK;
    } else {
        influences->counts[vertex]++;
    }
    influences->bones[vertex][at] = bone;
    influences->weights[vertex][at] = weight;
    if (influences->counts[vertex] > influences->most)
        influences->most = influences->counts[vertex];
    return MOTE_OK;
}

mote_result asset_influences_finish(asset_influences *influences, asset_file *asset,
                                    asset_surface *surface)
{
    uint32_t most = influences->most ? influences->most : 1;
    size_t count = (size_t)influences->vertex_count * most;
    uint16_t *bones = mote_array_room(&asset->influence_bones, &mote_libc_allocator, count);
    float *weights = mote_array_room(&asset->influence_weights, &mote_libc_allocator, count);
    if (!bones || !weights) return mote_fail_memory(count * sizeof *weights, "weights");
    for (uint32_t v = 0; v < influences->vertex_count; v++) {
        if (influences->counts[v] == 0) influences->weights[v][0] = 1;
        for (uint32_t k = 0; k < most; k++) {
            *bones++ = (uint16_t)influences->bones[v][k];
            *weights++ = influences->weights[v][k];
        }
    }
    surface->influences = most;
    surface->influence_bones = (asset_span){asset->influence_bones.count, count};
    asset->influence_bones.count += count;
    asset->influence_weights.count += count;
    return asset_add_remark(asset, ASSET_REMARK_OMISSION, influences->left_out,
                            "mesh '%.64s': %" PRIu64
                            " weights are left out, because a vertex follows %d bones at most",
                            asset_text(asset, surface->mesh_name), influences->left_out, (int)MAX);
}
