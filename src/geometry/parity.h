// Decides whether a point is inside a closed surface by the parity of the crossings of a ray in
// direction +x. Exact, also in degenerate positions. The caller adds the triangles one by one.
//
// The caller has entered core/float_env.h. Coordinates must be finite.

#ifndef MOTE_GEOMETRY_PARITY_H
#define MOTE_GEOMETRY_PARITY_H

#include <mote/base.h>

typedef struct mote_parity {
    mote_vec3 point;
    bool on_surface; // some triangle touches the point
    bool odd;        // parity of the crossings so far
    // Crossings out of the surface minus crossings into it. After all triangles, this is the
    // winding number of the surface around the point. Undefined if on_surface is set.
    int32_t winding;
} mote_parity;

static inline bool mote_parity_is_inside(const mote_parity *parity)
{
    return parity->on_surface || parity->odd;
}

// True if triangles in the box may affect the result. Triangles in other boxes may be left out.
static inline bool mote_parity_needs(const mote_parity *parity, const mote_box *box)
{
    mote_vec3 p = parity->point;
    return p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y && p.z >= box->min.z &&
           p.z <= box->max.z;
}

// Adds a triangle. Must be called once for each triangle of the surface, in any order.
void mote_parity_add(mote_parity *parity, const mote_vec3 triangle[3]);

#endif
