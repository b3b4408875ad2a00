// Inside or outside of a closed surface, by the parity of crossings of a ray in the direction of +x,
// without rounding and without luck: triangle by triangle, for whoever knows which ones matter.
//
// The caller has entered core/float_env.h. Coordinates must be finite.

#ifndef MOTE_GEOMETRY_PARITY_H
#define MOTE_GEOMETRY_PARITY_H

#include <mote/base.h>

typedef struct mote_parity {
    mote_vec3 point;
    bool on_surface; // some triangle touches the point
    bool odd;        // crossings so far
} mote_parity;

static inline bool mote_parity_is_inside(const mote_parity *parity)
{
    return parity->on_surface || parity->odd;
}

// Could a triangle in the box matter? Those in other boxes may be left out.
static inline bool mote_parity_needs(const mote_parity *parity, const mote_box *box)
{
    mote_vec3 p = parity->point;
    return p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y && p.z >= box->min.z &&
           p.z <= box->max.z;
}

// Each triangle of the surface once, in any order.
void mote_parity_add(mote_parity *parity, const mote_vec3 triangle[3]);

#endif
