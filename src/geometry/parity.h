// Inside or outside of a closed surface, by the parity of crossings of a ray in the direction of +x,
// exactly and for degenerate positions too. The caller adds the triangles one by one.
//
// The caller has entered core/float_env.h. Coordinates must be finite.

#ifndef MOTE_GEOMETRY_PARITY_H
#define MOTE_GEOMETRY_PARITY_H

#include <mote/base.h>

typedef struct mote_parity {
    mote_vec3 point;
    bool on_surface; // some triangle touches the point
    bool odd;        // crossings so far
    // Crossings out of the surface minus crossings into it: in the end, how often the surface winds around the point.
    // Meaningful unless on_surface.
    int32_t winding;
} mote_parity;

static inline bool mote_parity_is_inside(const mote_parity *parity)
{
    return parity->on_surface || parity->odd;
}

// True if a triangle in the box can matter. Triangles in other boxes may be left out.
static inline bool mote_parity_needs(const mote_parity *parity, const mote_box *box)
{
    mote_vec3 p = parity->point;
    return p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y && p.z >= box->min.z &&
           p.z <= box->max.z;
}

// Call it once for each triangle of the surface, in any order.
void mote_parity_add(mote_parity *parity, const mote_vec3 triangle[3]);

#endif
