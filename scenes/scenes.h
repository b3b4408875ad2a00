// Built-in models and scenes, made by code: what tests, benchmarks, the command and the viewer
// share.
//
// A scene is a pure function: the same name, parameters, seed and frame give the same bits, in any
// order of the questions. Names are never given another meaning later.

#ifndef MOTE_SCENES_H
#define MOTE_SCENES_H

#include <mote/deform.h>

#include "io/model.h"

// ---------------------------------------------------------------------------------------------
// Models

typedef struct scene_model_info {
    const char *name;    // "sphere-N": a number may follow where N stands
    const char *summary; // one line
} scene_model_info;

// All models, and how many there are.
const scene_model_info *scene_model_list(size_t *count);

// Makes a model by name, such as "teapot", "letter-w" or "sphere-528" (faces asked for). Fails with
// the list of what would have been right.
mote_result scene_model_make(const char *name, io_model *out);

// ---------------------------------------------------------------------------------------------
// Scenes

typedef struct scene_instance scene_instance;

typedef struct scene_info {
    const char *name; // "spheres-N": a number of bodies or faces may follow where N stands
    const char *summary;
    uint32_t frame_count; // that show what the scene is about; later frames are defined too
    const char *group;    // what it is from, the same for neighbors in the list
} scene_info;

const scene_info *scene_list(size_t *count);

typedef struct scene_def {
    const char *name;
    uint64_t seed;
    float speed; // 1 is the scene's own; scales all motion per frame
    // Triangles wanted per body where the model has a choice; 0 is the scene's own number.
    uint32_t detail;
    // Another motion than the scene's own (scenes/tracks.h), with a key for each body and frame; null for none. Not copied:
    // it must outlive the scene, and its keys may be set after the scene was opened. Bodies whose form depends on
    // time alone deform as before.
    const struct scene_tracks *tracks;
} scene_def;

scene_def scene_default_def(void);

// Fails with the list of names if there is no such scene, and for a speed that is not finite or
// numbers out of range.
mote_result scene_open(const scene_def *def, scene_instance **out);
void scene_close(scene_instance *scene);

uint32_t scene_body_count(const scene_instance *scene);
uint32_t scene_frame_count(const scene_instance *scene);

// The rest shape of a body; bodies may share one. Owned by the scene.
const io_model *scene_model(const scene_instance *scene, uint32_t body);
const char *scene_body_name(const scene_instance *scene, uint32_t body);

// The axis that points up when the scene is shown.
typedef enum scene_up { SCENE_UP_Z, SCENE_UP_Y } scene_up;
scene_up scene_up_axis(const scene_instance *scene);

// True if the scene shows how the body collides with itself: then its mote_body_def needs
// self_collision.
bool scene_self_collides(const scene_instance *scene, uint32_t body);

// True if the body never changes its form: then scene_transform places its rest shape. Of
// other bodies it places the present form, which only scene_positions knows.
bool scene_is_rigid(const scene_instance *scene, uint32_t body);
mote_transform scene_transform(const scene_instance *scene, uint32_t body, uint32_t frame);

// Positions of all vertices of a body in a frame, in world space; `out` has room for the model's
// vertices. For a rigid body, its transform applied to its rest shape by mote_transform_point
// (core/transform.h), as a world applies it. For a body with a deformer, mote_deformer_evaluate_all
// and then the transform. One thread at a time for a scene: it poses deformers of its own.
void scene_positions(const scene_instance *scene, uint32_t body, uint32_t frame, mote_vec3 *out);

// False for rigid bodies, and for those formed by formulas of their own.
bool scene_has_deformer(const scene_instance *scene, uint32_t body);

// The deformer that forms a body, over the caller's mesh of scene_model with its vertices in
// that order; `nodes` are of the same mesh, or null for a deformer that need not bound. `*out` is null
// without a failure for bodies that have none.
// Fails where the deformer does. The caller destroys it.
mote_result scene_deformer(const scene_instance *scene, uint32_t body, const mote_mesh *mesh,
                           const mote_nodes *nodes, mote_deformer **out);

// Gives a deformer of scene_deformer for this body its parameters in a frame; what it then
// evaluates, scene_transform places. Bodies of one model may share a deformer, one after the other.
mote_result scene_pose(const scene_instance *scene, uint32_t body, uint32_t frame,
                       mote_deformer *deformer);

// The puppet that forms a body by a linear skin (scenes/puppet.h); null for all other bodies, and in
// scenes that mix skins with other deformers.
struct scene_puppet;
const struct scene_puppet *scene_puppet_of(const scene_instance *scene, uint32_t body);

// Where the bones of a body with a puppet are in a frame, as mote_skin_set_bones takes them.
void scene_bones(const scene_instance *scene, uint32_t body, uint32_t frame, mote_transform *out);

#endif
