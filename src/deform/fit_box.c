// The principal axes of the points give the normal of a patch. The other two axes are chosen among
// a few rotations about the normal for the smallest rectangle, because the principal axes of a
// nearly round patch are arbitrary.

#include "deform/nodes.h"

#include "core/transform.h"

enum {
    TURNS = 12, // tried in a quarter turn
    // With more points, only the principal axes are used: boxes of large curved patches are loose
    // in any case.
    MAX_TURNED_POINTS = 512
};

typedef struct frame {
    mote_dvec3 axis[3];
} frame;

typedef struct cloud {
    const mote_vec3 *points;
    uint32_t count;
} cloud;

static mote_dvec3 point(const cloud *p, uint32_t i)
{
    return mote_vec_widen(p->points[i]);
}

static mote_dvec3 mean_of(const cloud *p)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < p->count; i++) sum = mote_dvec_add(sum, point(p, i));
    return mote_dvec_scale(sum, 1.0 / p->count);
}

static void covariance(const cloud *p, double m[3][3])
{
    mote_dvec3 mean = mean_of(p);
    for (uint32_t i = 0; i < p->count; i++) {
        mote_dvec3 d = mote_dvec_sub(point(p, i), mean);
        double v[3] = {d.x, d.y, d.z};
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) m[a][b] += v[a] * v[b];
    }
}

// Axes by ascending variance.
static frame principal_frame(const cloud *p)
{
    double m[3][3] = {{0}}, q[3][3];
    covariance(p, m);
    mote_diagonalize(m, q);
    int least = m[0][0] <= m[1][1] ? 0 : 1;
    if (m[2][2] < m[least][least]) least = 2;
    int other = (least + 1) % 3, last = (least + 2) % 3;
    return (frame){{{q[0][least], q[1][least], q[2][least]},
                    {q[0][other], q[1][other], q[2][other]},
                    {q[0][last], q[1][last], q[2][last]}}};
}

static void extent_along(const cloud *p, mote_dvec3 axis, double *low, double *high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (uint32_t i = 0; i < p->count; i++) {
        double x = mote_dvec_dot(axis, point(p, i));
        // No fmin, fmax: the vectorizer of gcc 12 fails on them for AArch64.
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

static frame turned(const frame *f, double angle)
{
    double c = cos(angle), s = sin(angle);
    mote_dvec3 u = f->axis[1], v = f->axis[2];
    return (frame){{f->axis[0], mote_dvec_add(mote_dvec_scale(u, c), mote_dvec_scale(v, s)),
                    mote_dvec_sub(mote_dvec_scale(v, c), mote_dvec_scale(u, s))}};
}

static double rectangle(const cloud *p, const frame *f)
{
    double low, high, area = 1;
    for (int j = 1; j < 3; j++) {
        extent_along(p, f->axis[j], &low, &high);
        area *= high - low;
    }
    return area;
}

static frame best_turn(const cloud *p, const frame *start)
{
    frame best = *start;
    double least = rectangle(p, start);
    for (int i = 1; i < TURNS; i++) {
        frame f = turned(start, i * (1.5707963267948966 / TURNS));
        double area = rectangle(p, &f);
        if (area < least) {
            least = area;
            best = f;
        }
    }
    return best;
}

mote_oriented_box mote_fit_box(const mote_vec3 *points, uint32_t count)
{
    cloud p = {points, count};
    frame f = principal_frame(&p);
    if (count <= MAX_TURNED_POINTS) f = best_turn(&p, &f);
    mote_dvec3 center = {0, 0, 0};
    mote_oriented_box box;
    for (int j = 0; j < 3; j++) {
        double low, high;
        extent_along(&p, f.axis[j], &low, &high);
        center = mote_dvec_add(center, mote_dvec_scale(f.axis[j], 0.5 * (low + high)));
        box.axis[j] = mote_dvec_narrow(mote_dvec_scale(f.axis[j], 0.5 * (high - low)));
    }
    box.center = mote_dvec_narrow(center);
    return box;
}
