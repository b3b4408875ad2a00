// Draws a frame of a scene.

#ifndef MOTE_SCENES_RENDER_SCENE_PICTURE_H
#define MOTE_SCENES_RENDER_SCENE_PICTURE_H

#include <mote/world.h>

#include "scenes/render/renderer.h"
#include "scenes/scenes.h"

// The color of faces that meet.
extern const scene_color scene_color_of_contact;

// The box of all bodies in a frame. Fails if memory runs out.
mote_result scene_frame_box(const scene_instance *scene, uint32_t frame, mote_box *out);

// Draws each body in its own color and the faces of the report in red. `report` may be null; its
// bodies must be those of the scene in the same order. Fails if memory runs out.
mote_result scene_draw(scene_renderer *renderer, const scene_instance *scene, uint32_t frame,
                       const mote_report *report);

#endif
