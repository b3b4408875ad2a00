// The triangle-box test of Smith et al., "A Real-Time Algorithm for Accurate Collision Detection
// for Deformable Polyhedral Objects", 1998, section 3.7.
//
// Decided where the paper is silent: arithmetic is in double; touching counts, so all comparisons
// are closed; a clip point gets the coordinate of the plane itself, not an interpolated one; the
// order of the four planes is minimum x, maximum x, minimum y, maximum y; if clipping leaves
// nothing of the polygon, it is a miss.

#include <mote/papers.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"
#include "papers/smith/smith.h"

// Rounding may leave the polygon slightly concave: a plane then makes at most 3 n / 2 corners of n.
enum { MAX_CORNERS = 13 };

typedef struct polygon {
    int count;
    double corner[MAX_CORNERS][3];
} polygon;

typedef struct clip_plane {
    int axis;
    double at;
    bool keeps_above;
} clip_plane;

typedef struct limits {
    double min[3], max[3];
} limits;

static bool inside_on(const limits *box, const double p[3], int axis)
{
    return p[axis] >= box->min[axis] && p[axis] <= box->max[axis];
}

static bool is_kept(const clip_plane *plane, const double p[3])
{
    return plane->keeps_above ? p[plane->axis] >= plane->at : p[plane->axis] <= plane->at;
}

static void cut(const clip_plane *plane, const double from[3], const double to[3], double out[3])
{
    int axis = plane->axis;
    double s = (plane->at - from[axis]) / (to[axis] - from[axis]);
    for (int i = 0; i < 3; i++) out[i] = from[i] + s * (to[i] - from[i]);
    out[axis] = plane->at;
}

static void append(polygon *p, const double corner[3])
{
    for (int i = 0; i < 3; i++) p->corner[p->count][i] = corner[i];
    p->count++;
}

// Replaces `p` by its part inside the plane. True if a clip point lies in the face of the box.
static bool clip(polygon *p, const clip_plane *plane, const limits *box)
{
    polygon kept = {0};
    int u = (plane->axis + 1) % 3, v = (plane->axis + 2) % 3;
    for (int i = 0; i < p->count; i++) {
        const double *from = p->corner[i], *to = p->corner[(i + 1) % p->count];
        if (is_kept(plane, from)) append(&kept, from);
        if (is_kept(plane, from) == is_kept(plane, to)) continue;
        double point[3];
        cut(plane, from, to, point);
        if (inside_on(box, point, u) && inside_on(box, point, v)) return true;
        append(&kept, point);
    }
    *p = kept;
    return false;
}

static bool reaches_last_axis(const polygon *p, const limits *box, int axis)
{
    bool all_below = true, all_above = true;
    for (int i = 0; i < p->count; i++) {
        if (p->corner[i][axis] >= box->min[axis]) all_below = false;
        if (p->corner[i][axis] <= box->max[axis]) all_above = false;
    }
    return !all_below && !all_above;
}

static bool clipped_meets(polygon *p, const limits *box)
{
    for (int axis = 0; axis < 2; axis++) {
        clip_plane planes[2] = {{axis, box->min[axis], true}, {axis, box->max[axis], false}};
        for (int i = 0; i < 2; i++)
            if (clip(p, &planes[i], box)) return true;
    }
    return p->count > 0 && reaches_last_axis(p, box, 2);
}

bool mote_smith_clip_triangle(const mote_vec3 t[3], const mote_box *box)
{
    mote_box own = mote_box_of_triangle(t);
    if (!mote_boxes_overlap(box, &own)) return false;
    limits wide = {{(double)box->min.x, (double)box->min.y, (double)box->min.z},
                   {(double)box->max.x, (double)box->max.y, (double)box->max.z}};
    polygon p = {0};
    for (int i = 0; i < 3; i++) {
        double corner[3] = {(double)t[i].x, (double)t[i].y, (double)t[i].z};
        if (inside_on(&wide, corner, 0) && inside_on(&wide, corner, 1) &&
            inside_on(&wide, corner, 2))
            return true;
        append(&p, corner);
    }
    return clipped_meets(&p, &wide);
}

bool mote_triangle_box_clip(const mote_vec3 triangle[3], const mote_box *box)
{
    for (int i = 0; i < 3; i++)
        if (!mote_vec_finite(triangle[i])) return false;
    if (!(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z))
        return false;
    mote_float_env env = mote_float_env_enter();
    bool hit = mote_smith_clip_triangle(triangle, box);
    MOTE_FLOAT_SETTLE(hit);
    mote_float_env_leave(env);
    return hit;
}
