#include "geometry/tri_distance_batch.h"

#include "core/float_env.h"
#include "geometry/tri_distance.h"
#include "geometry/tri_distance_slow.h"

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
