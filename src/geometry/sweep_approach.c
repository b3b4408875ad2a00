// Decides conservatively, in double, whether two moving primitives come within a distance of each
// other.
//
// Let P_j be the vectors from the corners of one primitive to the corners of the other: three for a
// vertex and a face, four for two edges. If n . P_j > d |n| for all j at both ends of a cell of
// time, this holds at all times of the cell, because P_j is linear in time, and for all points of
// the primitives, which are convex combinations of corners. Then the primitives are farther apart
// than d. Any n is a valid proof. n is chosen at half time: the common normal, or else the vector
// between the closest points of edges. Cells that are not proven are halved, the earlier half
// first, down to 2^-20 of the step.
//
// Rounding. Let e = 2^-53, s the largest coordinate of any P_j, and n scaled so that its largest
// coordinate is 1. A coordinate of P_j is off by e s, the three products by e s and their sums by 5
// e s, and the step to a time within the cell adds 3 e |n . P_j|: less than 24 e s in all; 32 is
// used. d |n| is off by less than 8 e d |n|; 32 is used.
//
// Conservatism. If the smallest cell is not proven, then for the unit vector n to the closest point
// at half time, where the distance is r, some n . P_j is at most d at an end of the cell, and at
// least r minus half of the motion of P_j within the cell, which is 2^-21 |P_j(1) - P_j(0)| <=
// 2^-21 * 2 sqrt(3) s < 2^-19.2 s. The error of n is small compared with this: the normal of a face
// with height h is off by some e s / h, and a face with a height below 2^-26 s does not count,
// since the whole face is within h of an edge. The vector from a point to an edge is off by some e
// s / r, and if r is below 2^-22 s, there is nothing to prove. Both errors change n . P_j by less
// than 2^-24 s, and 2^-19.2 + 2^-24 < 2^-19.

#include <math.h>

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/sweep.h"

#define UNIT 0x1p-53
static const double smallest_cell = 0x1p-20;

enum { MAX_BETWEEN = 4, MAX_DEPTH = 24 };

typedef struct pair {
    bool edges;
    int count;
    mote_dvec3 p[MAX_BETWEEN][2]; // at the start and at the end
    double size, distance;
} pair;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double largest(mote_dvec3 v)
{
    return larger(fabs(v.x), larger(fabs(v.y), fabs(v.z)));
}

// The vectors from the vertex to the corners of the face, or from a to c and d, then from b to c
// and d.
static pair make_pair(bool edges, const mote_dvec3 start[4], const mote_dvec3 end[4],
                      double distance)
{
    static const uint8_t ends[2][MAX_BETWEEN][2] = {{{0, 1}, {0, 2}, {0, 3}, {0, 0}},
                                                    {{0, 2}, {0, 3}, {1, 2}, {1, 3}}};
    pair q = {.edges = edges, .count = edges ? 4 : 3, .distance = distance > 0 ? distance : 0};
    for (int i = 0; i < q.count; i++) {
        const uint8_t *of = ends[edges][i];
        q.p[i][0] = mote_dvec_sub(start[of[1]], start[of[0]]);
        q.p[i][1] = mote_dvec_sub(end[of[1]], end[of[0]]);
        q.size = larger(q.size, larger(largest(q.p[i][0]), largest(q.p[i][1])));
    }
    return q;
}

// Scales sizes that might underflow or overflow to about 1. The loss in small coordinates is far
// below the rounding of others.
static void scale(pair *q)
{
    int exponent;
    if ((q->size > 0x1p-300 && q->size < 0x1p300) || q->size == 0 || !isfinite(q->size)) return;
    frexp(q->size, &exponent);
    for (int i = 0; i < 2 * q->count; i++) {
        mote_dvec3 *p = &q->p[i / 2][i % 2];
        *p = (mote_dvec3){ldexp(p->x, -exponent), ldexp(p->y, -exponent), ldexp(p->z, -exponent)};
    }
    q->size = ldexp(q->size, -exponent);
    q->distance = ldexp(q->distance, -exponent);
}

// True if one coordinate of all P_j is beyond the distance on one side. The relative rounding error
// of a difference is within 2 e.
static bool box_separates(const pair *q)
{
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (int i = 0; i < 2 * q->count; i++) {
            double d = mote_sweep_coordinate(q->p[i / 2][i % 2], axis);
            low = d < low ? d : low;
            high = d > high ? d : high;
        }
        double beyond = larger(low, -high);
        if (beyond > 0 && beyond * (1 - 4 * UNIT) > q->distance) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Directions that may separate

static mote_dvec3 along(mote_dvec3 p, mote_dvec3 edge, double t)
{
    return mote_dvec_add(p, mote_dvec_scale(edge, t));
}

// The point of the segment from p to q that is closest to the origin.
static mote_dvec3 closest_on_segment(mote_dvec3 p, mote_dvec3 q)
{
    mote_dvec3 edge = mote_dvec_sub(q, p);
    double length2 = mote_dvec_dot(edge, edge), t = -mote_dvec_dot(p, edge);
    if (!(t > 0)) return p;
    return t < length2 ? along(p, edge, t / length2) : q;
}

// The shortest vector from a corner of one primitive to an edge of the other. Each P_j is a corner
// of the Minkowski difference, and the segments tested here are edges of the difference.
static mote_dvec3 shortest_to_edge(const pair *q, const mote_dvec3 at[MAX_BETWEEN])
{
    static const uint8_t edges[2][MAX_BETWEEN][2] = {{{0, 1}, {1, 2}, {2, 0}, {0, 1}},
                                                     {{0, 1}, {2, 3}, {0, 2}, {1, 3}}};
    mote_dvec3 best = at[0];
    double least = (double)INFINITY;
    for (int i = 0; i < q->count; i++) {
        const uint8_t *ends = edges[q->edges][i];
        mote_dvec3 v = closest_on_segment(at[ends[0]], at[ends[1]]);
        double length2 = mote_dvec_dot(v, v);
        if (!(length2 < least)) continue;
        least = length2;
        best = v;
    }
    return best;
}

static mote_dvec3 common_normal(const pair *q, const mote_dvec3 at[MAX_BETWEEN])
{
    mote_dvec3 u = mote_dvec_sub(at[q->edges ? 2 : 1], at[0]);
    mote_dvec3 v = mote_dvec_sub(at[q->edges ? 1 : 2], at[0]);
    mote_dvec3 n = mote_dvec_cross(u, v);
    return mote_dvec_dot(n, at[0]) < 0 ? mote_dvec_scale(n, -1) : n;
}

// True if n proves that the primitives are apart from time `low` to `high`.
static bool separates(const pair *q, mote_dvec3 n, double low, double high)
{
    double size = largest(n);
    if (!(size > 0 && size < (double)INFINITY)) return false;
    n = (mote_dvec3){n.x / size, n.y / size, n.z / size};
    double bound = q->distance * mote_dvec_length(n) * (1 + 32 * UNIT) + 32 * UNIT * q->size +
                   0x1p-1000; // for underflow
    for (int i = 0; i < q->count; i++) {
        double from = mote_dvec_dot(n, q->p[i][0]), to = mote_dvec_dot(n, q->p[i][1]);
        if (!((1 - low) * from + low * to > bound && (1 - high) * from + high * to > bound))
            return false;
    }
    return true;
}

static bool are_apart(const pair *q, double low, double high)
{
    double t = 0.5 * (low + high);
    mote_dvec3 at[MAX_BETWEEN];
    for (int i = 0; i < q->count; i++)
        at[i] = mote_dvec_add(mote_dvec_scale(q->p[i][0], 1 - t), mote_dvec_scale(q->p[i][1], t));
    return separates(q, common_normal(q, at), low, high) ||
           separates(q, shortest_to_edge(q, at), low, high);
}

// ---------------------------------------------------------------------------------------------

static bool approach(const pair *q, mote_impact_time *time)
{
    double ends[MAX_DEPTH]; // ends of cells that are not proven, the nearest on top
    double low = 0;
    int depth = 0;
    ends[depth++] = 1;
    while (depth > 0) {
        double high = ends[depth - 1];
        if (are_apart(q, low, high)) {
            low = high;
            depth--;
        } else if (high - low > smallest_cell) {
            ends[depth++] = 0.5 * (low + high);
        } else {
            if (time) *time = (mote_impact_time){low, high};
            return true;
        }
    }
    return false;
}

static bool all_finite(const mote_dvec3 p[4])
{
    return mote_dvec_finite(p[0]) && mote_dvec_finite(p[1]) && mote_dvec_finite(p[2]) &&
           mote_dvec_finite(p[3]);
}

static bool ask(bool edges, const mote_dvec3 start[4], const mote_dvec3 end[4], double distance,
                mote_impact_time *time)
{
    mote_float_env before = mote_float_env_enter();
    pair q = make_pair(edges, start, end, distance);
    scale(&q);
    bool found = all_finite(start) && all_finite(end) && !box_separates(&q) && approach(&q, time);
    MOTE_FLOAT_SETTLE(found);
    mote_float_env_leave(before);
    return found;
}

static bool ask_single(bool edges, const mote_vec3 start[4], const mote_vec3 end[4],
                       double distance, mote_impact_time *time)
{
    mote_dvec3 from[4], to[4];
    mote_float_env before = mote_float_env_enter(); // widening must keep denormals
    for (int i = 0; i < 4; i++) {
        from[i] = mote_vec_widen(start[i]);
        to[i] = mote_vec_widen(end[i]);
    }
    bool found = ask(edges, from, to, distance, time);
    mote_float_env_leave(before);
    return found;
}

bool mote_vertex_face_approach(const mote_vec3 start[4], const mote_vec3 end[4], double distance,
                               mote_impact_time *time)
{
    return ask_single(false, start, end, distance, time);
}

bool mote_vertex_face_approach_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                      double distance, mote_impact_time *time)
{
    return ask(false, start, end, distance, time);
}

bool mote_edges_approach(const mote_vec3 start[4], const mote_vec3 end[4], double distance,
                         mote_impact_time *time)
{
    return ask_single(true, start, end, distance, time);
}

bool mote_edges_approach_double(const mote_dvec3 start[4], const mote_dvec3 end[4], double distance,
                                mote_impact_time *time)
{
    return ask(true, start, end, distance, time);
}
