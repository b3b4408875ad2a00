// Many pairs of triangles, and the scalar twin of tri_distance_simd.c.

#include "core/float_env.h"
#include "geometry/tri_distance.h"

#define MOTE_LANES 1
#include "geometry/distance_lanes.h"

// ---------------------------------------------------------------------------------------------
// The scalar twin

static mote_lanes_vec relative(mote_vec3 p, mote_vec3 origin)
{
    return (mote_lanes_vec){(double)p.x - (double)origin.x, (double)p.y - (double)origin.y,
                            (double)p.z - (double)origin.z};
}

void mote_tri_distance_one_scalar(const mote_vec3 a[3], const mote_vec3 b[3],
                                  mote_tri_features *out)
{
    mote_lanes_triangle ta, tb;
    for (int i = 0; i < 3; i++) {
        ta.corner[i] = relative(a[i], a[0]);
        tb.corner[i] = relative(b[i], a[0]);
    }
    mote_lanes_triangle_finish(&ta);
    mote_lanes_triangle_finish(&tb);
    mote_lanes_closest best = closest_features(&ta, &tb);
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

// ---------------------------------------------------------------------------------------------
// Many pairs

static void some_squared(const mote_vec3 *a, const mote_vec3 *b, const mote_index_pair *pairs,
                         size_t count, double *squared)
{
    mote_tri_distance_batch(a, b, pairs, count, squared);
    for (size_t i = 0; i < count; i++) {
        if (squared[i] >= 0) continue;
        squared[i] =
            mote_tri_distance_slow_squared(a + 3 * (size_t)pairs[i].a, b + 3 * (size_t)pairs[i].b);
    }
}

enum { BLOCK = 64 };

size_t mote_triangles_distance_pairs(const mote_vec3 *a, const mote_vec3 *b,
                                     const mote_index_pair *pairs, size_t count, float *distances)
{
    mote_float_env env = mote_float_env_enter();
    size_t nearest = count;
    for (size_t start = 0; start < count; start += BLOCK) {
        double squared[BLOCK];
        size_t size = count - start < BLOCK ? count - start : BLOCK;
        some_squared(a, b, pairs + start, size, squared);
        for (size_t i = 0; i < size; i++) {
            float d = mote_tri_distance_round(squared[i]);
            distances[start + i] = d;
            if (nearest == count ? d >= 0 : d < distances[nearest]) nearest = start + i;
        }
    }
    mote_float_env_leave(env);
    return nearest;
}
