#include "geometry/tri_distance.h"

#include <float.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"

static mote_dvec3 difference(mote_vec3 a, mote_vec3 b)
{
    return mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b));
}

static mote_dvec3 point_of_edge(const mote_vec3 t[3], int edge, double s)
{
    mote_dvec3 along = difference(t[(edge + 1) % 3], t[edge]);
    return mote_dvec_add(mote_vec_widen(t[edge]), mote_dvec_scale(along, s));
}

static mote_dvec3 point_of_face(const mote_vec3 t[3], double u, double v)
{
    mote_dvec3 along0 = mote_dvec_scale(difference(t[1], t[0]), u);
    mote_dvec3 along1 = mote_dvec_scale(difference(t[2], t[0]), v);
    return mote_dvec_add(mote_vec_widen(t[0]), mote_dvec_add(along0, along1));
}

static void set_points(mote_tri_distance *out, const mote_tri_features *found, const mote_vec3 a[3],
                       const mote_vec3 b[3])
{
    if (found->feature < 9) {
        out->on_a = point_of_edge(a, found->feature / 3, found->u);
        out->on_b = point_of_edge(b, found->feature % 3, found->v);
    } else if (found->feature < 12) {
        out->on_a = mote_vec_widen(a[found->feature - 9]);
        out->on_b = point_of_face(b, found->u, found->v);
    } else {
        out->on_a = point_of_face(a, found->u, found->v);
        out->on_b = mote_vec_widen(b[found->feature - 12]);
    }
}

static void find_features(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_features *out)
{
#ifdef MOTE_HAVE_AVX2_KERNELS
    if (mote_cpu_has_avx2()) {
        mote_tri_distance_one_avx2(a, b, out);
        return;
    }
#endif
    mote_tri_distance_one_scalar(a, b, out);
}

void mote_tri_distance_find(const mote_vec3 a[3], const mote_vec3 b[3], mote_tri_distance *out)
{
    mote_tri_features found;
    find_features(a, b, &found);
    if (found.squared < 0) {
        mote_tri_distance_slow(a, b, out);
        return;
    }
    out->squared = found.squared;
    set_points(out, &found, a, b);
}

bool mote_tri_distance_below(const mote_vec3 a[3], const mote_vec3 b[3], double squared_bound,
                             mote_tri_distance *out)
{
    mote_box box_a = mote_box_of_triangle(a), box_b = mote_box_of_triangle(b);
    if (mote_box_distance_squared(&box_a, &box_b) >= squared_bound) return false;
    mote_tri_distance found;
    mote_tri_distance_find(a, b, &found);
    if (!(found.squared < squared_bound)) return false;
    *out = found;
    return true;
}

float mote_tri_distance_round(double squared)
{
    float d = (float)sqrt(squared);
    return squared > 0 && d < FLT_TRUE_MIN ? FLT_TRUE_MIN : d;
}

float mote_triangles_distance(const mote_vec3 a[3], const mote_vec3 b[3], mote_vec3 *on_a,
                              mote_vec3 *on_b)
{
    mote_float_env env = mote_float_env_enter();
    mote_tri_distance found;
    mote_tri_distance_find(a, b, &found);
    if (on_a) *on_a = mote_dvec_narrow(found.on_a);
    if (on_b) *on_b = mote_dvec_narrow(found.on_b);
    float distance = mote_tri_distance_round(found.squared);
    MOTE_FLOAT_SETTLE(distance);
    mote_float_env_leave(env);
    return distance;
}
