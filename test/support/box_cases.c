#include "support/box_cases.h"

#include <math.h>

#include "core/box.h"
#include "core/vec.h"
#include "support/kernel_cases.h"

static float nudge(mote_random *random, float x)
{
    uint32_t which = mote_random_below(random, 4);
    return which == 0 ? nextafterf(x, INFINITY) : which == 1 ? nextafterf(x, -INFINITY) : x;
}

static mote_vec3 nudge_point(mote_random *random, mote_vec3 p)
{
    return (mote_vec3){nudge(random, p.x), nudge(random, p.y), nudge(random, p.z)};
}

// A point of the triangle, rounded, as one corner of the box, which extends away from it.
static void hang_on_point(mote_random *random, const mote_vec3 t[3], mote_box *box)
{
    float u = mote_random_unit(random), v = mote_random_unit(random);
    mote_vec3 across =
        mote_vec_scale(mote_vec_sub(t[2], t[0]), mote_random_below(random, 2) ? v * (1 - u) : 0);
    mote_vec3 p =
        mote_vec_add(mote_vec_add(t[0], mote_vec_scale(mote_vec_sub(t[1], t[0]), u)), across);
    p = nudge_point(random, p);
    mote_vec3 reach = random_point(random);
    mote_vec3 q = mote_vec_add(p, reach);
    *box = (mote_box){p, p};
    mote_box_add_point(box, q);
}

static void flatten(mote_random *random, mote_box *box)
{
    uint32_t axes = mote_random_below(random, 8);
    if (axes & 1) box->max.x = box->min.x;
    if (axes & 2) box->max.y = box->min.y;
    if (axes & 4) box->max.z = box->min.z;
}

void box_case_make(size_t i, mote_random *random, mote_vec3 t[3], mote_box *box)
{
    mote_vec3 other[3];
    kernel_case_make((kernel_case)(i % CASE_COUNT), random, t, other);
    *box = mote_box_of_triangle(other);
    size_t kind = i / CASE_COUNT % 4;
    if (kind == 1) hang_on_point(random, t, box);
    if (kind == 2) flatten(random, box);
    if (kind == 3) {
        box->min = mote_vec_scale(mote_vec_add(other[0], t[0]), 0.5f);
        box->max = box->min;
        mote_box_add_point(box, mote_vec_add(box->min, mote_vec_scale(random_point(random), 0.5f)));
    }
}
