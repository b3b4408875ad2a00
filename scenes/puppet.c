#include "scenes/puppet.h"

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"

enum { INFLUENCES = SCENE_PUPPET_INFLUENCES };

// The squared distance to a bone, in radii of the bone's flesh.
static double square_to_bone(const scene_puppet_bone *bone, mote_dvec3 p)
{
    mote_dvec3 along = mote_dvec_sub(bone->tail, bone->head), to = mote_dvec_sub(p, bone->head);
    double t = mote_dvec_dot(to, along) / mote_dvec_dot(along, along);
    mote_dvec3 off = mote_dvec_sub(to, mote_dvec_scale(along, fmin(fmax(t, 0.0), 1.0)));
    return mote_dvec_dot(off, off) / (bone->radius * bone->radius);
}

typedef struct influence {
    uint32_t bone;
    double square; // of the distance
} influence;

// The nearest five, nearest first.
static void find_nearest(const scene_puppet *puppet, mote_dvec3 p, influence *nearest)
{
    for (int k = 0; k <= INFLUENCES; k++) nearest[k] = (influence){0, HUGE_VAL};
    for (uint32_t bone = 0; bone < puppet->bone_count; bone++) {
        influence found = {bone, square_to_bone(&puppet->bones[bone], p)};
        for (int k = 0; k <= INFLUENCES; k++) {
            if (found.square >= nearest[k].square) continue;
            influence pushed = nearest[k];
            nearest[k] = found;
            found = pushed;
        }
    }
}

static double weight_at(double square)
{
    double inverse = 1.0 / (square + 0.01);
    return inverse * inverse * inverse * inverse;
}

static void weigh_vertex(const scene_puppet *puppet, mote_vec3 p, uint16_t *bones, float *weights)
{
    influence nearest[INFLUENCES + 1];
    find_nearest(puppet, mote_vec_widen(p), nearest);
    double first = weight_at(nearest[0].square), none = weight_at(nearest[INFLUENCES].square);
    for (int k = 0; k < INFLUENCES; k++) {
        bones[k] = (uint16_t)nearest[k].bone;
        weights[k] = (float)((weight_at(nearest[k].square) - none) / first);
    }
    if (weights[0] == 0.0f) weights[0] = 1.0f; // all five equally far
}

void scene_puppet_weights(const scene_puppet *puppet, const io_model *rest, uint16_t *bones,
                          float *weights)
{
    for (size_t v = 0; v < rest->vertex_count; v++)
        weigh_vertex(puppet, rest->positions[v], bones + INFLUENCES * v, weights + INFLUENCES * v);
}

mote_result scene_skin_of_puppet(const scene_puppet *puppet, const io_model *rest,
                                 const mote_mesh *mesh, const mote_nodes *nodes,
                                 mote_deformer **out)
{
    size_t count = (size_t)rest->vertex_count * INFLUENCES;
    uint16_t *bones = io_resize(NULL, count, sizeof *bones);
    float *weights = io_resize(NULL, count, sizeof *weights);
    mote_result result = MOTE_OK;
    if (!bones || !weights) {
        result = mote_fail_memory(count * sizeof *weights, "the weights of a skin");
    } else {
        scene_puppet_weights(puppet, rest, bones, weights);
        mote_skin_def def = mote_default_skin_def();
        def.mesh = mesh;
        def.nodes = nodes;
        def.bone_count = puppet->bone_count;
        def.influences_per_vertex = INFLUENCES;
        def.bones = bones;
        def.weights = weights;
        def.influence_count = count;
        result = mote_skin_create(&def, out);
    }
    free(bones);
    free(weights);
    return result;
}

void scene_puppet_pose(const scene_puppet *puppet, const mote_rotation *turns, mote_dvec3 shift,
                       mote_transform *out)
{
    mote_rotation rotations[SCENE_PUPPET_BONES];
    mote_dvec3 places[SCENE_PUPPET_BONES]; // where each bone moves the origin of the rest pose
    for (uint32_t i = 0; i < puppet->bone_count; i++) {
        const scene_puppet_bone *bone = &puppet->bones[i];
        mote_dvec3 head = mote_dvec_add(bone->head, shift);
        rotations[i] = turns[i];
        if (i > 0) {
            mote_rotation parent = rotations[bone->parent];
            rotations[i] = mote_rotation_product(parent, turns[i]);
            head = mote_dvec_add(scene_rotate(parent, bone->head), places[bone->parent]);
        }
        places[i] = mote_dvec_sub(head, scene_rotate(rotations[i], bone->head));
        out[i] = scene_rigid_pose(rotations[i], places[i]);
    }
}
