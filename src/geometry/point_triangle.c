#include <mote/geometry.h>

#include "core/float_env.h"
#include "geometry/tri_distance.h"

#define MOTE_LANES 1
#include "geometry/distance_lanes.h"

static mote_lanes_vec relative_point(mote_vec3 p, mote_vec3 origin)
{
    return (mote_lanes_vec){(double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                            (double)p.z - (double)origin.z};
}

// The point takes the role of triangle `b` in distance_lanes.h; `between` runs from the point to
// the triangle.
static mote_lanes_closest closest_to_point(const mote_lanes_triangle *t,
                                           const mote_lanes_triangle *point)
{
    mote_lanes_closest best = nothing_yet();
    for (int i = 0; i < 3; i++) try_edges(&best, edge_of(t, i), edge_of(point, 0), i);
    try_corner_face(&best, point->corner[0], t, splat(-1), 12);
    return best;
}

static double find(mote_vec3 point, const mote_vec3 triangle[3], mote_vec3 *closest)
{
    mote_lanes_triangle t, p;
    for (int i = 0; i < 3; i++) {
        t.corner[i] = relative_point(triangle[i], point);
        p.corner[i] = relative_point(point, point);
    }
    mote_lanes_triangle_finish(&t);
    mote_lanes_triangle_finish(&p);
    mote_lanes_closest best = closest_to_point(&t, &p);
    if (distance_is_certain(&best, &t, &p)) {
        closest->x = (float)((double)point.x + best.between.x);
        closest->y = (float)((double)point.y + best.between.y);
        closest->z = (float)((double)point.z + best.between.z);
        return best.squared;
    }
    mote_vec3 shrunk[3] = {point, point, point};
    mote_tri_distance found;
    mote_tri_distance_slow(triangle, shrunk, &found);
    *closest = mote_dvec_narrow(found.on_a);
    return found.squared;
}

float mote_point_triangle_distance(mote_vec3 point, const mote_vec3 triangle[3], mote_vec3 *closest)
{
    mote_float_env env = mote_float_env_enter();
    mote_vec3 nearest;
    float distance = mote_tri_distance_round(find(point, triangle, &nearest));
    if (closest) *closest = nearest;
    MOTE_FLOAT_SETTLE(distance);
    mote_float_env_leave(env);
    return distance;
}
