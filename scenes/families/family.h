// What a scene is made of inside. A family is a file of scenes that share their motion; each scene
// places and deforms its bodies by functions of time.

#ifndef MOTE_SCENES_FAMILY_H
#define MOTE_SCENES_FAMILY_H

#include "core/array.h"
#include "core/random.h"
#include "scenes/motion.h"
#include "scenes/scenes.h"
#include "scenes/tracks.h"

typedef struct mote_scene_body {
    uint32_t model;
    bool rigid;
    char name[24];
} mote_scene_body;

typedef struct mote_scene_behaviour {
    // Adds models and bodies.
    mote_result (*open)(mote_scene *scene);

    // Where a body is. Time is in frames at speed 1.
    mote_transform (*place)(const mote_scene *scene, uint32_t body, double time);

    // The form of a body that is not rigid and has no deformer, before it is placed. Null if there
    // is none.
    void (*deform)(const mote_scene *scene, uint32_t body, double time, const mote_model *rest,
                   mote_vec3 *out);

    // The deformer of all bodies of a model, and what it is told for one of them. `*out` stays null
    // for a model without. Both null if there is none.
    mote_result (*create_deformer)(const mote_scene *scene, uint32_t model, const mote_mesh *mesh,
                                   const mote_nodes *nodes, mote_deformer **out);
    mote_result (*pose)(const mote_scene *scene, uint32_t body, double time,
                        mote_deformer *deformer);
} mote_scene_behaviour;

// The scene's own deformer of a model, over a mesh of its own; both null for a model without.
typedef struct mote_scene_deformed {
    mote_mesh *mesh;
    mote_deformer *deformer;
} mote_scene_deformed;

struct mote_scene {
    const mote_scene_behaviour *behaviour;
    uint32_t variant; // for the family's own use
    uint32_t number;  // of bodies or faces, where the name has one
    uint32_t frame_count;
    uint32_t detail;
    uint64_t seed;
    double speed;
    mote_array models;             // mote_model
    mote_array bodies;             // mote_scene_body
    mote_scene_deformed *deformed; // of each model
    mote_tracks tracks;            // empty for scenes in closed form
};

// For the `open` of families. The model is called by its name alone if `number` is 0.
mote_result mote_scene_add_model(mote_scene *scene, const char *name, uint32_t number);
void mote_scene_scale_newest_model(mote_scene *scene, double scale);
mote_result mote_scene_add_body(mote_scene *scene, uint32_t model, bool rigid, const char *name);

// `count` bodies of the newest model, named "name 1", "name 2", ...
mote_result mote_scene_add_crowd(mote_scene *scene, uint32_t count, bool rigid, const char *name);

// The scene's own number of triangles, or what the caller asked for.
uint32_t mote_scene_detail_or(const mote_scene *scene, uint32_t own);

// 0 to 1 and back again, once in each `period` of time, easing in and out; 0 at time 0.
double mote_swing(double time, double period);

// Variants of the families that have some.
typedef enum mote_letters { MOTE_LETTERS_TT, MOTE_LETTERS_MV, MOTE_LETTERS_WW } mote_letters;
typedef enum mote_crowd {
    MOTE_CROWD_SPHERES,
    MOTE_CROWD_DEFORMING,
    MOTE_CROWD_SHUTTLES
} mote_crowd;
typedef enum mote_regime {
    MOTE_REGIME_ALL,
    MOTE_REGIME_DISJOINT,
    MOTE_REGIME_LIGHT,
    MOTE_REGIME_MEDIUM,
    MOTE_REGIME_HEAVY
} mote_regime;

typedef enum mote_senin { MOTE_SENIN_T, MOTE_SENIN_MV, MOTE_SENIN_W } mote_senin;
typedef enum mote_flock { MOTE_FLOCK_SHUTTLES, MOTE_FLOCK_CONVEX, MOTE_FLOCK_BOUNCING } mote_flock;

extern const mote_scene_behaviour mote_teapot_sphere_scene;
extern const mote_scene_behaviour mote_letters_scene;
extern const mote_scene_behaviour mote_tori_scene;
extern const mote_scene_behaviour mote_shrine_bust_scene;
extern const mote_scene_behaviour mote_hand_chair_scene;
extern const mote_scene_behaviour mote_crowd_scene;
extern const mote_scene_behaviour mote_blobs_scene;
extern const mote_scene_behaviour mote_cloth_ball_scene;
extern const mote_scene_behaviour mote_self_fold_scene;
extern const mote_scene_behaviour mote_stack_scene;
extern const mote_scene_behaviour mote_twins_scene;
extern const mote_scene_behaviour mote_far_away_scene;
extern const mote_scene_behaviour mote_senin_scene;
extern const mote_scene_behaviour mote_lbg_teapot_sphere_scene;
extern const mote_scene_behaviour mote_lbg_many_scene;
extern const mote_scene_behaviour mote_lbg_bad_start_scene;
extern const mote_scene_behaviour mote_lbg_expand_scene;
extern const mote_scene_behaviour mote_smith_spheres_scene;
extern const mote_scene_behaviour mote_smith_flock_scene;
extern const mote_scene_behaviour mote_smith_venus_shuttle_scene;
extern const mote_scene_behaviour mote_smith_interactive_scene;
extern const mote_scene_behaviour mote_smith_shrine_scene;
extern const mote_scene_behaviour mote_character_garment_scene;
extern const mote_scene_behaviour mote_cloth_on_sphere_scene;
extern const mote_scene_behaviour mote_walkers_scene;
extern const mote_scene_behaviour mote_skinned_million_scene;

#endif
