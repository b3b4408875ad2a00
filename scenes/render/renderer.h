// Pictures of meshes without a display: triangles, balls and lines, shaded, the nearest in front,
// smooth at the edges.

#ifndef MOTE_SCENES_RENDER_RENDERER_H
#define MOTE_SCENES_RENDER_RENDERER_H

#include "scenes/render/image.h"

typedef struct scene_color {
    float r, g, b; // 0 to 1, as a screen shows them
} scene_color;

// Colors that are easy to tell apart, also with red-green color blindness; any
// number will do.
scene_color scene_color_of(uint32_t number);

typedef struct scene_renderer scene_renderer;

// An empty picture. Fails as scene_image_create does.
mote_result scene_renderer_create(uint32_t width, uint32_t height, scene_color background,
                                  scene_renderer **out);
void scene_renderer_destroy(scene_renderer *renderer); // null is allowed

// A parallel view with z up, from a direction, in which all of the box has room. `from` is not zero.
void scene_renderer_look(scene_renderer *renderer, const mote_box *box, mote_vec3 from);

// The same with another direction up, which is not that of `from`.
void scene_renderer_look_with_up(scene_renderer *renderer, const mote_box *box, mote_vec3 from,
                                 mote_vec3 up);

// `normals` at the corners, for smooth shading; null shades the triangle flat. Both sides are seen.
// `edge` from 0 to 1: how much darker the triangle's outline is.
void scene_render_triangle(scene_renderer *renderer, const mote_vec3 corners[3],
                           const mote_vec3 *normals, scene_color color, float edge);

// Sizes in pixels, so that they are seen whatever the scale. What is drawn later with `in_front` hides
// what is there, wherever it is.
void scene_render_ball(scene_renderer *renderer, mote_vec3 center, float radius, scene_color color,
                       bool in_front);

// A ball that shines through what is drawn before it and hides it, faintly.
void scene_render_ball_through(scene_renderer *renderer, mote_vec3 center, float radius,
                               scene_color color);
void scene_render_line(scene_renderer *renderer, mote_vec3 p, mote_vec3 q, float width,
                       scene_color color, bool in_front);

// The picture so far; the caller releases it.
mote_result scene_renderer_finish(const scene_renderer *renderer, scene_image *out);

#endif
