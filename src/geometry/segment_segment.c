#include <mote/geometry.h>

#include "core/float_env.h"
#include "geometry/tri_distance.h"

#define MOTE_LANES 1
#include "geometry/distance_lanes.h"

// A segment as a triangle whose last two corners coincide. Edge 0 is the whole segment.
static mote_lanes_triangle relative_segment(const mote_vec3 segment[2], mote_vec3 origin)
{
    mote_lanes_triangle t;
    for (int i = 0; i < 3; i++) {
        mote_vec3 p = segment[i < 2 ? i : 1];
        t.corner[i] =
            (mote_lanes_vec){(double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                             (double)p.z - (double)origin.z};
    }
    mote_lanes_triangle_finish(&t);
    return t;
}

static mote_vec3 point_along(const mote_lanes_triangle *t, double s, mote_vec3 origin)
{
    mote_lanes_vec p = mote_lanes_along(t->corner[0], t->edge[0], s);
    return (mote_vec3){(float)(p.x + (double)origin.x), (float)(p.y + (double)origin.y),
                       (float)(p.z + (double)origin.z)};
}

static double find(const mote_vec3 a[2], const mote_vec3 b[2], mote_vec3 *on_a, mote_vec3 *on_b)
{
    mote_lanes_triangle ta = relative_segment(a, a[0]), tb = relative_segment(b, a[0]);
    mote_lanes_closest best = nothing_yet();
    try_edges(&best, edge_of(&ta, 0), edge_of(&tb, 0), 0);
    if (distance_is_certain(&best, &ta, &tb)) {
        *on_a = point_along(&ta, best.u, a[0]);
        *on_b = point_along(&tb, best.v, a[0]);
        return best.squared;
    }
    mote_vec3 flat_a[3] = {a[0], a[1], a[1]}, flat_b[3] = {b[0], b[1], b[1]};
    mote_tri_distance found;
    mote_tri_distance_slow(flat_a, flat_b, &found);
    *on_a = mote_dvec_narrow(found.on_a);
    *on_b = mote_dvec_narrow(found.on_b);
    return found.squared;
}

float mote_segments_distance(const mote_vec3 a[2], const mote_vec3 b[2], mote_vec3 *on_a,
                             mote_vec3 *on_b)
{
    mote_float_env env = mote_float_env_enter();
    mote_vec3 p, q;
    float distance = mote_tri_distance_round(find(a, b, &p, &q));
    if (on_a) *on_a = p;
    if (on_b) *on_b = q;
    MOTE_FLOAT_SETTLE(distance);
    mote_float_env_leave(env);
    return distance;
}
