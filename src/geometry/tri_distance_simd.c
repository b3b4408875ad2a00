// Uses the lanes of distance_lanes.h for pairs of triangles, as many as a register has doubles, or
// for features of one pair.

#include "geometry/tri_distance.h"

// Four doubles split over two registers are slower than one at a time.
#ifdef __AVX2__
#define MOTE_LANES 4
#else
#define MOTE_LANES 2
#endif
#include "geometry/distance_lanes.h"

static real gather(const float *from[MOTE_LANES], size_t offset)
{
#if MOTE_LANES == 4
    return (real){(double)from[0][offset], (double)from[1][offset], (double)from[2][offset],
                  (double)from[3][offset]};
#else
    return (real){(double)from[0][offset], (double)from[1][offset]};
#endif
}

static mote_lanes_vec gather_corner(const mote_vec3 *from[MOTE_LANES], size_t corner)
{
    const float *c[MOTE_LANES];
    for (int lane = 0; lane < MOTE_LANES; lane++) c[lane] = &from[lane][corner].x;
    return (mote_lanes_vec){gather(c, 0), gather(c, 1), gather(c, 2)};
}

static void some_pairs(const mote_vec3 *a[MOTE_LANES], const mote_vec3 *b[MOTE_LANES],
                       double squared[MOTE_LANES])
{
    mote_lanes_vec origin = gather_corner(a, 0);
    mote_lanes_triangle ta, tb;
    for (size_t i = 0; i < 3; i++) {
        ta.corner[i] = mote_lanes_sub(gather_corner(a, i), origin);
        tb.corner[i] = mote_lanes_sub(gather_corner(b, i), origin);
    }
    mote_lanes_triangle_finish(&ta);
    mote_lanes_triangle_finish(&tb);
    mote_lanes_closest best = closest_features(&ta, &tb);
    real result = pick(distance_is_certain(&best, &ta, &tb), best.squared, splat(-1));
    memcpy(squared, &result, sizeof result);
}

void MOTE_KERNEL(mote_tri_distance_batch)(const mote_vec3 *a, const mote_vec3 *b,
                                          const mote_index_pair *pairs, size_t count,
                                          double *squared)
{
    for (size_t i = 0; i < count; i += MOTE_LANES) {
        const mote_vec3 *ta[MOTE_LANES], *tb[MOTE_LANES];
        for (size_t lane = 0; lane < MOTE_LANES; lane++) {
            const mote_index_pair *pair = &pairs[i + lane < count ? i + lane : count - 1];
            ta[lane] = a + 3 * (size_t)pair->a;
            tb[lane] = b + 3 * (size_t)pair->b;
        }
        some_pairs(ta, tb, squared + i);
    }
}

#ifdef MOTE_AVX2_PASS

static mote_lanes_vec splat_difference(mote_vec3 p, mote_vec3 origin)
{
    return (mote_lanes_vec){splat((double)p.x - (double)origin.x),
                            splat((double)p.y - (double)origin.y),
                            splat((double)p.z - (double)origin.z)};
}

// Lane i takes lane i of argument i. The last lane takes the last argument.
static real one_a_lane(real first, real second, real third)
{
    const mask lane0 = {-1, 0, 0, 0}, lane1 = {0, -1, 0, 0};
    return pick(lane0, first, pick(lane1, second, third));
}

static mote_lanes_vec one_vec_a_lane(const mote_lanes_vec v[3])
{
    return (mote_lanes_vec){one_a_lane(v[0].x, v[1].x, v[2].x), one_a_lane(v[0].y, v[1].y, v[2].y),
                            one_a_lane(v[0].z, v[1].z, v[2].z)};
}

static mote_lanes_edge one_edge_a_lane(const mote_lanes_triangle *t)
{
    return (mote_lanes_edge){one_vec_a_lane(t->corner), one_vec_a_lane(t->edge),
                             one_a_lane(t->length2[0], t->length2[1], t->length2[2]),
                             one_a_lane(t->inverse2[0], t->inverse2[1], t->inverse2[2])};
}

static real three_features(int first)
{
    return (real){first, first + 1, first + 2, first + 2};
}

// Copies the best lane to all lanes. Among equals, takes the first feature, like a loop over the
// features.
static mote_lanes_closest best_lane(const mote_lanes_closest *best)
{
    int k = 0;
    for (int i = 1; i < 3; i++) {
        bool smaller = best->squared[i] < best->squared[k];
        bool earlier = best->squared[i] == best->squared[k] && best->feature[i] < best->feature[k];
        if (smaller || earlier) k = i;
    }
    mote_lanes_vec w = {splat(best->between.x[k]), splat(best->between.y[k]),
                        splat(best->between.z[k])};
    return (mote_lanes_closest){splat(best->squared[k]), w, splat(best->u[k]), splat(best->v[k]),
                                splat(best->feature[k])};
}

void mote_tri_distance_one_avx2(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_features *out)
{
    mote_lanes_triangle ta, tb;
    for (int i = 0; i < 3; i++) {
        ta.corner[i] = splat_difference(a[i], a[0]);
        tb.corner[i] = splat_difference(b[i], a[0]);
    }
    mote_lanes_triangle_finish(&ta);
    mote_lanes_triangle_finish(&tb);
    mote_lanes_edge edges_a = one_edge_a_lane(&ta), edges_b = one_edge_a_lane(&tb);
    mote_lanes_closest lanes = nothing_yet();
    for (int i = 0; i < 3; i++) try_edges(&lanes, edge_of(&ta, i), edges_b, three_features(3 * i));
    try_corner_face(&lanes, edges_a.corner, &tb, splat(1), three_features(9));
    try_corner_face(&lanes, edges_b.corner, &ta, splat(-1), three_features(12));
    mote_lanes_closest best = best_lane(&lanes);
    bool certain = distance_is_certain(&best, &ta, &tb)[0] != 0;
    *out = (mote_tri_features){certain ? best.squared[0] : -1, best.u[0], best.v[0],
                               (int)best.feature[0]};
}

#endif
