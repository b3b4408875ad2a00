#include "geometry/tri_distance_batch.h"

#define MOTE_LANES 1
#include "geometry/distance_lanes.h"

static lanes_vec relative(mote_vec3 p, mote_vec3 origin)
{
    return (lanes_vec){(double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                       (double)p.z - (double)origin.z};
}

void mote_tri_distance_one_scalar(const mote_vec3 a[3], const mote_vec3 b[3],
                                  mote_tri_features *out)
{
    lanes_triangle ta, tb;
    for (int i = 0; i < 3; i++) {
        ta.corner[i] = relative(a[i], a[0]);
        tb.corner[i] = relative(b[i], a[0]);
    }
    lanes_triangle_finish(&ta);
    lanes_triangle_finish(&tb);
    lanes_closest best = closest_features(&ta, &tb);
    bool certain = distance_is_certain(&best, &ta, &tb);
    *out = (mote_tri_features){certain ? best.squared : -1, best.u, best.v, (int)best.feature};
}

void mote_tri_distance_batch_scalar(const mote_vec3 *a, const mote_vec3 *b,
                                    const mote_index_pair *pairs, size_t count, double *squared)
{
    for (size_t i = 0; i < count; i++) {
        mote_tri_features found;
        mote_tri_distance_one_scalar(a + 3 * (size_t)pairs[i].a, b + 3 * (size_t)pairs[i].b,
                                     &found);
        squared[i] = found.squared;
    }
}
