// Pictures of meshes without a display: triangles, balls and lines, shaded, the nearest in front,
// smooth at the edges.

#ifndef MOTE_SCENES_RENDER_RENDERER_H
#define MOTE_SCENES_RENDER_RENDERER_H

#include "scenes/render/image.h"

typedef struct mote_color {
    float r, g, b; // 0 to 1, as a screen shows them
} mote_color;

// Colours that are easy to tell apart, also by those who do not see red and green as different; any
// number will do.
mote_color mote_color_of(uint32_t number);

typedef struct mote_renderer mote_renderer;

// An empty picture. Fails as mote_image_create does.
mote_result mote_renderer_create(uint32_t width, uint32_t height, mote_color background,
                                 mote_renderer **out);
void mote_renderer_destroy(mote_renderer *renderer); // null is allowed

// A parallel view with z up, from a direction, in which all of the box has room. `from` is not zero.
void mote_renderer_look(mote_renderer *renderer, const mote_box *box, mote_vec3 from);

// `normals` at the corners, for smooth shading; null shades the triangle flat. Both sides are seen.
// `edge` from 0 to 1: how much darker the triangle's outline is.
void mote_render_triangle(mote_renderer *renderer, const mote_vec3 corners[3],
                          const mote_vec3 *normals, mote_color color, float edge);

// Sizes in pixels, so that they are seen whatever the scale. What is drawn later with `in_front` hides
// what is there, wherever it is.
void mote_render_ball(mote_renderer *renderer, mote_vec3 center, float radius, mote_color color,
                      bool in_front);
void mote_render_line(mote_renderer *renderer, mote_vec3 p, mote_vec3 q, float width,
                      mote_color color, bool in_front);

// The picture so far; the caller releases it.
mote_result mote_renderer_finish(const mote_renderer *renderer, mote_image *out);

#endif
