// Puppets: bones as segments in the rest pose, skins whose weights depend on the distances to the
// bones, and poses from a rotation of each bone.

#ifndef MOTE_SCENES_PUPPET_H
#define MOTE_SCENES_PUPPET_H

#include <mote/deform.h>

#include "io/model.h"
#include "scenes/motion.h"

typedef struct scene_puppet_bone {
    uint32_t parent; // has a lower index; the first bone is its own parent
    mote_dvec3 head; // the bone turns about its head
    mote_dvec3 tail;
    double radius; // of the flesh around the bone; the unit of distances from it
} scene_puppet_bone;

typedef struct scene_puppet {
    const scene_puppet_bone *bones;
    uint32_t bone_count; // 5 or more
} scene_puppet;

enum { SCENE_PUPPET_BONES = 24, SCENE_PUPPET_INFLUENCES = 4 };

// The influences of a linear skin: for each vertex the four nearest bones and their weights.
// Weights fall with the eighth power of the distance and are continuous: the fifth nearest bone has
// none. Both arrays have room for SCENE_PUPPET_INFLUENCES per vertex.
void scene_puppet_weights(const scene_puppet *puppet, const io_model *rest, uint16_t *bones,
                          float *weights);

// The linear skin with these influences. Fails if memory runs out.
mote_result scene_skin_of_puppet(const scene_puppet *puppet, const io_model *rest,
                                 const mote_mesh *mesh, const mote_nodes *nodes,
                                 mote_deformer **out);

// Turns each bone about its head by turns[i] and then with its parent; also shifts the first bone.
// `out` has room for all bones, in the form for mote_skin_set_bones.
void scene_puppet_pose(const scene_puppet *puppet, const mote_rotation *turns, mote_dvec3 shift,
                       mote_transform *out);

#endif
