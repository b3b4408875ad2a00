#include "assets/node_poses.h"

#include <stdlib.h>
#include <string.h>

#include "assets/keyframes.h"
#include "core/result.h"

typedef struct asset_local_pose {
    bool has_matrix;
    double translation[3], rotation[4], scale[3];
} asset_local_pose;

mote_result asset_node_poses_create(const asset_file *asset, asset_node_poses *out)
{
    size_t nodes = asset->nodes.count;
    *out = (asset_node_poses){.asset = asset,
                              .global = calloc(nodes + 1, sizeof *out->global),
                              .weights = calloc(asset->numbers.count + 1, sizeof *out->weights),
                              .local = calloc(nodes + 1, sizeof *out->local)};
    if (out->global && out->weights && out->local) return MOTE_OK;
    asset_node_poses_release(out);
    return mote_fail_memory(nodes * sizeof *out->global, "node poses");
}

void asset_node_poses_release(asset_node_poses *s)
{
    free(s->global);
    free(s->weights);
    free(s->local);
    *s = (asset_node_poses){0};
}

static void rest(asset_node_poses *s)
{
    const asset_node *nodes = s->asset->nodes.data;
    const float *numbers = s->asset->numbers.data;
    for (size_t i = 0; i < s->asset->nodes.count; i++) {
        const asset_node *n = &nodes[i];
        s->local[i] = (asset_local_pose){
            .has_matrix = n->has_matrix,
            .translation = {(double)n->translation.x, (double)n->translation.y,
                            (double)n->translation.z},
            .rotation = {(double)n->rotation[0], (double)n->rotation[1], (double)n->rotation[2],
                         (double)n->rotation[3]},
            .scale = {(double)n->scale.x, (double)n->scale.y, (double)n->scale.z}};
        for (uint64_t k = n->weights.first; k < n->weights.first + n->weights.count; k++)
            s->weights[k] = (double)numbers[k];
    }
}

// A track takes the place of what the node says; of a matrix, all of it.
static void apply_track(asset_node_poses *s, const asset_track *track, double time)
{
    const asset_node *node = s->asset->nodes.data + track->node;
    asset_local_pose *local = &s->local[track->node];
    switch ((asset_track_path)track->path) {
    case ASSET_PATH_TRANSLATION:
        asset_track_sample(s->asset, track, time, local->translation);
        break;
    case ASSET_PATH_ROTATION: asset_track_sample(s->asset, track, time, local->rotation); break;
    case ASSET_PATH_SCALE: asset_track_sample(s->asset, track, time, local->scale); break;
    case ASSET_PATH_WEIGHTS:
        asset_track_sample(s->asset, track, time, s->weights + node->weights.first);
        return;
    }
    local->has_matrix = false;
}

static mote_affine affine_of_pose(const asset_local_pose *p)
{
    const double *q = p->rotation;
    mote_affine m = mote_rotation_matrix((mote_rotation){q[3], q[0], q[1], q[2]});
    return (mote_affine){mote_dvec_scale(m.cx, p->scale[0]),
                         mote_dvec_scale(m.cy, p->scale[1]),
                         mote_dvec_scale(m.cz, p->scale[2]),
                         {p->translation[0], p->translation[1], p->translation[2]}};
}

void asset_node_poses_pose(asset_node_poses *s, const asset_clip *clip, double time)
{
    const asset_node *nodes = s->asset->nodes.data;
    const asset_track *tracks = s->asset->tracks.data;
    rest(s);
    for (uint64_t i = 0; clip && i < clip->tracks.count; i++)
        apply_track(s, &tracks[clip->tracks.first + i], time);
    for (size_t i = 0; i < s->asset->nodes.count; i++) { // parents come first
        mote_affine local = s->local[i].has_matrix ? mote_affine_of(&nodes[i].matrix)
                                                   : affine_of_pose(&s->local[i]);
        s->global[i] = nodes[i].parent == MOTE_NONE
                           ? local
                           : mote_affine_product(&s->global[nodes[i].parent], &local);
    }
}
