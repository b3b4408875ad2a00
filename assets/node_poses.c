#include "assets/node_poses.h"

#include <stdlib.h>
#include <string.h>

#include "assets/curve.h"
#include "assets/joint.h"
#include "assets/keyframes.h"
#include "core/result.h"

// `rotation` is three angles for a node with a joint.
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
    if (asset->joints.count) out->joints = calloc(nodes + 1, sizeof *out->joints);
    if (out->global && out->weights && out->local && (out->joints || !asset->joints.count))
        return MOTE_OK;
    asset_node_poses_release(out);
    return mote_fail_memory(nodes * sizeof *out->global, "node poses");
}

void asset_node_poses_release(asset_node_poses *s)
{
    free(s->global);
    free(s->weights);
    free(s->local);
    free(s->joints);
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
        if (n->joint) {
            const asset_joint *joint = &s->asset->joints.data[n->joint - 1];
            memcpy(s->local[i].translation, joint->translation, sizeof joint->translation);
            memcpy(s->local[i].rotation, joint->rotation, sizeof joint->rotation);
            memcpy(s->local[i].scale, joint->scaling, sizeof joint->scaling);
        }
        for (uint64_t k = n->weights.first; k < n->weights.first + n->weights.count; k++)
            s->weights[k] = (double)numbers[k];
    }
}

// A track replaces the value of the node. It replaces the whole matrix of a node with a matrix.
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

static void apply_curve(asset_node_poses *s, const asset_curve *curve, double time)
{
    double value = asset_curve_sample(s->asset, curve, time);
    switch ((asset_curve_target)curve->target) {
    case ASSET_CURVE_TRANSLATION:
        s->local[curve->number].translation[curve->component] = value;
        break;
    case ASSET_CURVE_ROTATION: s->local[curve->number].rotation[curve->component] = value; break;
    case ASSET_CURVE_SCALING: s->local[curve->number].scale[curve->component] = value; break;
    case ASSET_CURVE_PERCENT: {
        const asset_channel *channel = &s->asset->channels.data[curve->number];
        const asset_node *node = &s->asset->nodes.data[channel->node];
        const float *percent = asset_from(&s->asset->numbers, channel->percent.first);
        asset_channel_weights(percent, channel->percent.count, value,
                              s->weights + node->weights.first + channel->first);
        break;
    }
    }
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

static void pose_node(asset_node_poses *s, size_t i)
{
    const asset_node *node = &s->asset->nodes.data[i];
    const asset_local_pose *local = &s->local[i];
    bool root = node->parent == MOTE_NONE;
    if (node->joint) {
        const asset_joint *joint = &s->asset->joints.data[node->joint - 1];
        s->global[i] = asset_joint_place(joint, local->translation, local->rotation, local->scale,
                                         root ? NULL : &s->global[node->parent],
                                         root ? NULL : &s->joints[node->parent], &s->joints[i]);
        return;
    }
    mote_affine own = local->has_matrix ? mote_affine_of(&node->matrix) : affine_of_pose(local);
    s->global[i] = root ? own : mote_affine_product(&s->global[node->parent], &own);
    if (s->joints) s->joints[i] = asset_joint_pose_at(&s->global[i]);
}

void asset_node_poses_pose(asset_node_poses *s, const asset_clip *clip, double time)
{
    const asset_track *tracks = s->asset->tracks.data;
    rest(s);
    for (uint64_t i = 0; clip && i < clip->tracks.count; i++)
        apply_track(s, &tracks[clip->tracks.first + i], time);
    for (uint64_t i = 0; clip && i < clip->curves.count; i++)
        apply_curve(s, &s->asset->curves.data[clip->curves.first + i], time);
    for (size_t i = 0; i < s->asset->nodes.count; i++) pose_node(s, i); // parents come first
}
