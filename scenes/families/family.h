// The internals of scenes. A family is a file of scenes that share their motion; each scene places
// and deforms its bodies by functions of time.

#ifndef MOTE_SCENES_FAMILY_H
#define MOTE_SCENES_FAMILY_H

#include "core/array.h"
#include "core/random.h"
#include "scenes/motion.h"
#include "scenes/puppet.h"
#include "scenes/scenes.h"
#include "scenes/tracks.h"

typedef struct scene_body {
    uint32_t model;
    bool rigid;
    char name[24];
} scene_body;

typedef struct scene_behavior {
    scene_up up;
    bool self_collides; // all bodies
    // Adds models and bodies.
    mote_result (*open)(scene_instance *scene);

    // The transform of a body. Time is in frames at speed 1.
    mote_transform (*place)(const scene_instance *scene, uint32_t body, double time);

    // Computes the vertices of a body that is not rigid and has no deformer, before `place`. Null
    // if the scene has no such body.
    void (*deform)(const scene_instance *scene, uint32_t body, double time, const io_model *rest,
                   mote_vec3 *out);

    // Create the deformer of all bodies of a model, and set its parameters for one body. `*out`
    // stays null for a model without a deformer. Both null if no model has one.
    mote_result (*create_deformer)(const scene_instance *scene, uint32_t model,
                                   const mote_mesh *mesh, const mote_nodes *nodes,
                                   mote_deformer **out);
    mote_result (*pose)(const scene_instance *scene, uint32_t body, double time,
                        mote_deformer *deformer);

    // Instead of create_deformer and pose, if every body that is not rigid has a skin of one puppet:
    // the puppet, and a function that gets a body's bone transforms. Both null otherwise.
    const scene_puppet *puppet;
    void (*pose_bones)(const scene_instance *scene, uint32_t body, double time,
                       mote_transform *out);
} scene_behavior;

// The scene's deformer of a model and the mesh that it deforms; both null for a model without a
// deformer.
typedef struct scene_deformed {
    mote_mesh *mesh;
    mote_deformer *deformer;
} scene_deformed;

struct scene_instance {
    const scene_behavior *behavior;
    uint32_t variant; // for the family's own use
    uint32_t number;  // number of bodies or faces in the scene's name
    uint32_t frame_count;
    uint32_t detail;
    uint64_t seed;
    double speed;
    MOTE_ARRAY(io_model) models;
    MOTE_ARRAY(scene_body) bodies;
    scene_deformed *deformed; // one per model
    scene_tracks tracks;      // empty for scenes in closed form
    // The caller's tracks, which replace the scene's motion, so no simulation is run. Null for
    // none.
    const scene_tracks *given;
};

// Called by the `open` of families. If `number` is 0, the model's name has no number.
mote_result scene_add_model(scene_instance *scene, const char *name, uint32_t number);
void scene_scale_newest_model(scene_instance *scene, double scale);
mote_result scene_add_body(scene_instance *scene, uint32_t model, bool rigid, const char *name);

// `count` bodies of the newest model, named "name 1", "name 2", ...
mote_result scene_add_crowd(scene_instance *scene, uint32_t count, bool rigid, const char *name);

// The number of triangles that the caller requested, or `own`.
uint32_t scene_detail_or(const scene_instance *scene, uint32_t own);

// Goes from 0 to 1 and back once per `period`, easing in and out; 0 at time 0.
double scene_swing(double time, double period);

// Variants of families.
typedef enum scene_letters { SCENE_LETTERS_TT, SCENE_LETTERS_MV, SCENE_LETTERS_WW } scene_letters;
typedef enum scene_crowd {
    SCENE_CROWD_SPHERES,
    SCENE_CROWD_DEFORMING,
    SCENE_CROWD_SHUTTLES
} scene_crowd;
typedef enum scene_regime {
    SCENE_REGIME_ALL,
    SCENE_REGIME_DISJOINT,
    SCENE_REGIME_LIGHT,
    SCENE_REGIME_MEDIUM,
    SCENE_REGIME_HEAVY
} scene_regime;

typedef enum scene_senin { SCENE_SENIN_T, SCENE_SENIN_MV, SCENE_SENIN_W } scene_senin;
typedef enum scene_flock {
    SCENE_FLOCK_SHUTTLES,
    SCENE_FLOCK_CONVEX,
    SCENE_FLOCK_BOUNCING
} scene_flock;

extern const scene_behavior scene_teapot_sphere_scene;
extern const scene_behavior scene_letters_scene;
extern const scene_behavior scene_tori_scene;
extern const scene_behavior scene_shrine_bust_scene;
extern const scene_behavior scene_hand_chair_scene;
extern const scene_behavior scene_crowd_scene;
extern const scene_behavior scene_blobs_scene;
extern const scene_behavior scene_cloth_ball_scene;
extern const scene_behavior scene_self_fold_scene;
extern const scene_behavior scene_stack_scene;
extern const scene_behavior scene_twins_scene;
extern const scene_behavior scene_far_away_scene;
extern const scene_behavior scene_senin_scene;
extern const scene_behavior scene_lbg_teapot_sphere_scene;
extern const scene_behavior scene_lbg_many_scene;
extern const scene_behavior scene_lbg_bad_start_scene;
extern const scene_behavior scene_lbg_expand_scene;
extern const scene_behavior scene_smith_spheres_scene;
extern const scene_behavior scene_smith_flock_scene;
extern const scene_behavior scene_smith_venus_shuttle_scene;
extern const scene_behavior scene_smith_interactive_scene;
extern const scene_behavior scene_smith_shrine_scene;
extern const scene_behavior scene_character_garment_scene;
extern const scene_behavior scene_cloth_on_sphere_scene;
extern const scene_behavior scene_walkers_scene;
extern const scene_behavior scene_skinned_million_scene;
extern const scene_behavior scene_cloth_wound_scene;
extern const scene_behavior scene_bullet_wall_scene;
extern const scene_behavior scene_bullet_cloth_scene;
extern const scene_behavior scene_crossing_cloths_scene;
extern const scene_behavior scene_twisting_rod_scene;
extern const scene_behavior scene_gears_scene;
extern const scene_behavior scene_resting_stacks_scene;
extern const scene_behavior scene_spike_crack_scene;
extern const scene_behavior scene_sliding_wedge_scene;
extern const scene_behavior scene_cliff_edges_scene;

#endif
