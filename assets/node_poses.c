#include "assets/node_poses.h"

#include <stdlib.h>
#include <string.h>

#include "assets/track.h"
#include "core/result.h"
#include "core/vec.h"

typedef struct mote_local_pose {
    bool has_matrix;
    double translation[3], rotation[4], scale[3];
} mote_local_pose;

mote_affine mote_affine_of(const mote_transform *t)
{
    return (mote_affine){mote_vec_widen(t->cx), mote_vec_widen(t->cy), mote_vec_widen(t->cz),
                         mote_vec_widen(t->t)};
}

static mote_dvec3 turn(const mote_affine *a, mote_dvec3 v)
{
    return mote_dvec_add(mote_dvec_add(mote_dvec_scale(a->cx, v.x), mote_dvec_scale(a->cy, v.y)),
                         mote_dvec_scale(a->cz, v.z));
}

mote_affine mote_affine_product(const mote_affine *a, const mote_affine *b)
{
    return (mote_affine){turn(a, b->cx), turn(a, b->cy), turn(a, b->cz),
                         mote_dvec_add(turn(a, b->t), a->t)};
}

mote_transform mote_affine_round(const mote_affine *a)
{
    return (mote_transform){mote_dvec_narrow(a->cx), mote_dvec_narrow(a->cy),
                            mote_dvec_narrow(a->cz), mote_dvec_narrow(a->t)};
}

mote_result mote_node_poses_create(const mote_asset *asset, mote_node_poses *out)
{
    size_t nodes = asset->nodes.count;
    *out = (mote_node_poses){.asset = asset,
                             .global = calloc(nodes + 1, sizeof *out->global),
                             .weights = calloc(asset->numbers.count + 1, sizeof *out->weights),
                             .local = calloc(nodes + 1, sizeof *out->local)};
    if (out->global && out->weights && out->local) return MOTE_OK;
    mote_node_poses_release(out);
    return mote_fail_memory(nodes * sizeof *out->global, "node poses");
}

void mote_node_poses_release(mote_node_poses *s)
{
    free(s->global);
    free(s->weights);
    free(s->local);
    *s = (mote_node_poses){0};
}

static void rest(mote_node_poses *s)
{
    const mote_asset_node *nodes = s->asset->nodes.data;
    const float *numbers = s->asset->numbers.data;
    for (size_t i = 0; i < s->asset->nodes.count; i++) {
        const mote_asset_node *n = &nodes[i];
        s->local[i] = (mote_local_pose){
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
static void apply_track(mote_node_poses *s, const mote_asset_track *track, double time)
{
    const mote_asset_node *node = (const mote_asset_node *)s->asset->nodes.data + track->node;
    mote_local_pose *local = &s->local[track->node];
    switch ((mote_track_path)track->path) {
    case MOTE_PATH_TRANSLATION: mote_track_sample(s->asset, track, time, local->translation); break;
    case MOTE_PATH_ROTATION: mote_track_sample(s->asset, track, time, local->rotation); break;
    case MOTE_PATH_SCALE: mote_track_sample(s->asset, track, time, local->scale); break;
    case MOTE_PATH_WEIGHTS:
        mote_track_sample(s->asset, track, time, s->weights + node->weights.first);
        return;
    }
    local->has_matrix = false;
}

static mote_affine affine_of_pose(const mote_local_pose *p)
{
    double x = p->rotation[0], y = p->rotation[1], z = p->rotation[2], w = p->rotation[3];
    mote_dvec3 cx = {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
    mote_dvec3 cy = {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)};
    mote_dvec3 cz = {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)};
    return (mote_affine){mote_dvec_scale(cx, p->scale[0]),
                         mote_dvec_scale(cy, p->scale[1]),
                         mote_dvec_scale(cz, p->scale[2]),
                         {p->translation[0], p->translation[1], p->translation[2]}};
}

void mote_node_poses_pose(mote_node_poses *s, const mote_asset_clip *clip, double time)
{
    const mote_asset_node *nodes = s->asset->nodes.data;
    const mote_asset_track *tracks = s->asset->tracks.data;
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
