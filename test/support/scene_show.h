// A built-in scene in a world with the default method, frame by frame.

#ifndef MOTE_TEST_SCENE_SHOW_H
#define MOTE_TEST_SCENE_SHOW_H

#include <mote/motion.h>

#include "scenes/scenes.h"

typedef struct scene_show {
    scene_instance *scene;
    mote_world *world;
    uint32_t body_count;
    mote_mesh **meshes; // of each body; bodies of one model share theirs
    mote_vec3 **positions;
    mote_vec3 **ends; // of the step shown last
    mote_body_id *ids;
} scene_show;

// All must succeed. `detail` and `seed` as in scene_def.
scene_show scene_show_open(const char *name, uint32_t detail, uint64_t seed);
void scene_show_close(scene_show *show);

// A mesh with clusters of a scene's body.
mote_mesh *scene_mesh(const scene_instance *scene, uint32_t body);

// What is found in a frame; valid until the next one.
mote_report scene_show_frame(scene_show *show, uint32_t frame);

// What happens from a frame to the next, all of it; valid until the next one.
mote_sweep_report scene_show_step(scene_show *show, uint32_t frame);

// Of the frame shown last.
size_t scene_show_pairs(const scene_show *show, const mote_report *report, uint32_t a, uint32_t b);
mote_box scene_show_box(const scene_show *show, uint32_t body);

#endif
