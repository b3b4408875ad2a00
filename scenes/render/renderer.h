// Renders pictures of meshes without a display: shaded triangles, balls and lines with a depth
// buffer and smooth edges.

#ifndef MOTE_SCENES_RENDER_RENDERER_H
#define MOTE_SCENES_RENDER_RENDERER_H

#include "scenes/render/image.h"

typedef struct scene_color {
    float r, g, b; // 0 to 1, as a screen shows them
} scene_color;

// Colors that are easy to distinguish, even with red-green color blindness. Any number is valid.
scene_color scene_color_of(uint32_t number);

typedef struct scene_renderer scene_renderer;

// Creates a renderer with an empty picture. Fails as scene_image_create does.
mote_result scene_renderer_create(uint32_t width, uint32_t height, scene_color background,
                                  scene_renderer **out);
void scene_renderer_destroy(scene_renderer *renderer); // null is allowed

// Sets a parallel view of the whole box from a direction, with z up. `from` is not zero.
void scene_renderer_look(scene_renderer *renderer, const mote_box *box, mote_vec3 from);

// As scene_renderer_look, with another direction up, which must not be parallel to `from`.
void scene_renderer_look_with_up(scene_renderer *renderer, const mote_box *box, mote_vec3 from,
                                 mote_vec3 up);

// Draws a triangle, visible from both sides. `normals` at the corners give smooth shading, null
// gives flat shading. `edge` darkens the triangle's outline, from 0 (not at all) to 1.
void scene_render_triangle(scene_renderer *renderer, const mote_vec3 corners[3],
                           const mote_vec3 *normals, scene_color color, float edge);

// Draw with sizes in pixels, to be visible at any scale. Objects drawn with `in_front` hide earlier
// objects at any depth.
void scene_render_ball(scene_renderer *renderer, mote_vec3 center, float radius, scene_color color,
                       bool in_front);

// Draws a ball that shines faintly through earlier objects in front of it.
void scene_render_ball_through(scene_renderer *renderer, mote_vec3 center, float radius,
                               scene_color color);
void scene_render_line(scene_renderer *renderer, mote_vec3 p, mote_vec3 q, float width,
                       scene_color color, bool in_front);

// Returns the current picture, which the caller releases.
mote_result scene_renderer_finish(const scene_renderer *renderer, scene_image *out);

#endif
