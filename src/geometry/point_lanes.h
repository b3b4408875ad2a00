// Distance of a point and triangles in double, in lanes, by the method of distance_lanes.h. Each
// lane has its own triangle, with coordinates relative to the point.

#ifndef MOTE_GEOMETRY_POINT_LANES_H
#define MOTE_GEOMETRY_POINT_LANES_H

#include "geometry/distance_lanes.h"

LANES_INLINE void try_origin_edge(mote_lanes_closest *best, mote_lanes_edge e, real feature)
{
    real s = clamp(-mote_lanes_dot(e.corner, e.edge) * e.inverse2, splat(1));
    keep_smaller(best, mote_lanes_along(e.corner, e.edge, s), s, splat(0), feature);
}

// Features 0 to 2: edge i, at parameter u. 3: the face, at parameters u and v along edges 0 and 2.
LANES_INLINE mote_lanes_closest closest_to_origin(const mote_lanes_triangle *t)
{
    const mote_lanes_vec origin = {splat(0), splat(0), splat(0)};
    mote_lanes_closest best = nothing_yet();
    for (int i = 0; i < 3; i++) try_origin_edge(&best, edge_of(t, i), splat(i));
    try_corner_face(&best, origin, t, splat(-1), splat(3));
    return best;
}

// Same as distance_is_certain for the origin.
LANES_INLINE mask origin_is_certain(const mote_lanes_closest *best, const mote_lanes_triangle *t)
{
    real low = mote_lanes_dot(best->between, t->corner[0]);
    real scale = splat(0);
    for (int i = 0; i < 3; i++) {
        const mote_lanes_vec *p = &t->corner[i];
        real along = mote_lanes_dot(best->between, *p);
        low = pick(along < low, along, low);
        scale += magnitude(p->x) + magnitude(p->y) + magnitude(p->z);
    }
    mask clear = best->squared > splat(1e-26) * scale * scale;
    return clear & (best->squared - low <= splat(5e-7) * best->squared);
}

// The squared distance in each lane, or -1 if it is not certain.
LANES_INLINE real certain_squared(mote_lanes_triangle *t)
{
    mote_lanes_triangle_finish(t);
    mote_lanes_closest best = closest_to_origin(t);
    return pick(origin_is_certain(&best, t), best.squared, splat(-1));
}

#endif
