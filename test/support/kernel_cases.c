#include "support/kernel_cases.h"

#include <math.h>

#include "core/vec.h"

const char *kernel_case_name(kernel_case which)
{
    static const char *const names[CASE_COUNT] = {"generic", "near face", "near edges", "parallel",
                                                  "shared",  "needles",   "degenerate", "far",
                                                  "scaled",  "mixed",     "grid",       "denormal"};
    return names[which];
}

mote_vec3 random_point(mote_random *random)
{
    mote_vec3 p;
    p.x = mote_random_between(random, -1, 1);
    p.y = mote_random_between(random, -1, 1);
    p.z = mote_random_between(random, -1, 1);
    return p;
}

static float power_of_ten(mote_random *random, int low, int high)
{
    return powf(10, (float)(low + (int)mote_random_below(random, (uint32_t)(high - low + 1))));
}

static mote_vec3 mix(mote_vec3 p, mote_vec3 q, float s)
{
    return mote_vec_add(p, mote_vec_scale(mote_vec_sub(q, p), s));
}

static void scatter(mote_random *random, mote_vec3 t[3], float size)
{
    for (int i = 0; i < 3; i++) t[i] = mote_vec_scale(random_point(random), size);
}

static void move(mote_vec3 t[3], mote_vec3 by)
{
    for (int i = 0; i < 3; i++) t[i] = mote_vec_add(t[i], by);
}

static void near_face(mote_random *random, const mote_vec3 a[3], mote_vec3 b[3])
{
    mote_vec3 foot = mix(a[0], mix(a[1], a[2], mote_random_unit(random)), mote_random_unit(random));
    mote_vec3 normal = mote_vec_cross(mote_vec_sub(a[1], a[0]), mote_vec_sub(a[2], a[0]));
    b[0] = mote_vec_add(foot, mote_vec_scale(normal, power_of_ten(random, -8, -1)));
    for (int i = 1; i < 3; i++)
        b[i] = mote_vec_add(mote_vec_add(b[0], normal), mote_vec_scale(random_point(random), 0.5f));
}

static void near_edges(mote_random *random, const mote_vec3 a[3], mote_vec3 b[3])
{
    mote_vec3 along = mote_vec_sub(a[1], a[0]);
    mote_vec3 meeting = mix(a[0], a[1], mote_random_unit(random));
    mote_vec3 skew = mote_vec_scale(random_point(random), power_of_ten(random, -7, 0));
    mote_vec3 gap = mote_vec_scale(random_point(random), power_of_ten(random, -8, -1));
    mote_vec3 direction = mote_vec_add(along, skew);
    meeting = mote_vec_add(meeting, gap);
    b[0] = mix(meeting, mote_vec_add(meeting, direction), mote_random_unit(random));
    b[1] = mix(meeting, mote_vec_sub(meeting, direction), mote_random_unit(random));
    b[2] = mote_vec_add(b[0], random_point(random));
}

static void share_corners(mote_random *random, const mote_vec3 a[3], mote_vec3 b[3])
{
    uint32_t shared = 1 + mote_random_below(random, 2);
    for (uint32_t i = 0; i < shared; i++) {
        b[i] = a[(i + mote_random_below(random, 3)) % 3];
        for (uint32_t ulps = mote_random_below(random, 3); ulps > 0; ulps--)
            b[i].x = nextafterf(b[i].x, mote_random_below(random, 2) ? 9 : -9);
    }
}

static void thin(mote_random *random, mote_vec3 t[3])
{
    t[2] = mix(t[0], t[1], mote_random_unit(random));
    t[2] = mote_vec_add(t[2], mote_vec_scale(random_point(random), power_of_ten(random, -8, -2)));
}

static void collapse(mote_random *random, mote_vec3 t[3])
{
    uint32_t kind = mote_random_below(random, 4);
    if (kind == 0) t[1] = t[2] = t[0];
    if (kind == 1) t[2] = t[mote_random_below(random, 2)];
    if (kind == 2) t[2] = mote_vec_scale(mote_vec_add(t[0], t[1]), 0.5f);
}

static void scale_coordinates(mote_random *random, mote_vec3 t[3])
{
    for (int i = 0; i < 3; i++) {
        t[i].x *= power_of_ten(random, -30, 30);
        t[i].y *= power_of_ten(random, -30, 30);
        t[i].z *= power_of_ten(random, -30, 30);
    }
}

static void snap(mote_random *random, mote_vec3 t[3])
{
    for (int i = 0; i < 3; i++) {
        t[i].x = (float)(int)mote_random_below(random, 5) - 2;
        t[i].y = (float)(int)mote_random_below(random, 5) - 2;
        t[i].z = (float)(int)mote_random_below(random, 5) - 2;
    }
}

static void rescale(mote_random *random, mote_vec3 t[3])
{
    float scale = power_of_ten(random, -30, 30);
    for (int i = 0; i < 3; i++) t[i] = mote_vec_scale(t[i], scale);
}

static void both(void (*change)(mote_random *, mote_vec3 *), mote_random *random, mote_vec3 a[3],
                 mote_vec3 b[3])
{
    change(random, a);
    change(random, b);
}

static void denormal(mote_random *random, mote_vec3 t[3])
{
    (void)random;
    for (int i = 0; i < 3; i++) t[i] = mote_vec_scale(t[i], 1e-41f);
}

static void make_far(mote_random *random, mote_vec3 a[3], mote_vec3 b[3])
{
    mote_vec3 by = mote_vec_scale(random_point(random), 1e6f);
    move(a, by);
    move(b, by);
}

void kernel_case_make(kernel_case which, mote_random *random, mote_vec3 a[3], mote_vec3 b[3])
{
    scatter(random, a, 1);
    scatter(random, b, 1);
    move(b, mote_vec_scale(random_point(random), 2));
    switch (which) {
    case CASE_NEAR_FACE: near_face(random, a, b); break;
    case CASE_NEAR_EDGES: near_edges(random, a, b); break;
    case CASE_PARALLEL:
        for (int i = 0; i < 3; i++) b[i] = a[i];
        move(b, mote_vec_scale(random_point(random), power_of_ten(random, -7, 0)));
        break;
    case CASE_SHARED: share_corners(random, a, b); break;
    case CASE_NEEDLES: both(thin, random, a, b); break;
    case CASE_DEGENERATE: both(collapse, random, a, b); break;
    case CASE_FAR: make_far(random, a, b); break;
    case CASE_SCALED: both(rescale, random, a, b); break;
    case CASE_MIXED: both(scale_coordinates, random, a, b); break;
    case CASE_GRID: both(snap, random, a, b); break;
    case CASE_DENORMAL: both(denormal, random, a, b); break;
    case CASE_GENERIC:
    case CASE_COUNT: break;
    }
}
