// Helpers that call the debug-draw callbacks if they are not null.

#ifndef MOTE_METHOD_DRAWING_H
#define MOTE_METHOD_DRAWING_H

#include "core/vec.h"
#include "method/method.h"
#include "shape/points.h"

static inline void mote_draw_point(const mote_debug_draw *draw, mote_draw_kind kind,
                                   mote_body_id body, mote_vec3 at)
{
    if (draw->point) draw->point(draw->context, kind, body, 0, at);
}

static inline void mote_draw_particle(const mote_debug_draw *draw, mote_body_id body, uint32_t id,
                                      mote_vec3 at)
{
    if (draw->point) draw->point(draw->context, MOTE_DRAW_PARTICLE, body, id, at);
}

static inline void mote_draw_vector(const mote_debug_draw *draw, mote_draw_kind kind,
                                    mote_body_id body, mote_vec3 at, mote_vec3 v)
{
    bool is_zero = v.x == 0 && v.y == 0 && v.z == 0;
    if (draw->vector && !is_zero && mote_vec_finite(at) && mote_vec_finite(v))
        draw->vector(draw->context, kind, body, at, v);
}

// Draws the center of a face that the next frame tries first, if the face can be read.
static inline void mote_draw_hint(const mote_debug_draw *draw, mote_body_id body,
                                  const mote_shape *shape, uint32_t face)
{
    mote_vec3 p[3];
    if (!draw->point || !mote_shape_read_face(shape, face, p)) return;
    const float third = 1.0f / 3.0f;
    mote_vec3 ab = mote_vec_add(mote_vec_scale(p[0], third), mote_vec_scale(p[1], third));
    mote_draw_point(draw, MOTE_DRAW_HINT, body, mote_vec_add(ab, mote_vec_scale(p[2], third)));
}

#endif
