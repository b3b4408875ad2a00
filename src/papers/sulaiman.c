// Sulaiman et al., "Measuring Distance between Nearly Intersected Objects in Narrow Phase Collision
// Detection", 2013: vertex to vertex (Eq. 1), vertex to edge by a cross product (Eq. 2 to 10) or by
// Heron's formula (Eq. 11 to 15), and the dynamic origin point (DyOP), which selects the vertices
// and edges to measure.
//
// Decided where the paper is silent:
// - The DyOP "+" is found from the boxes of both triangles; the paper does not say how. Three readings can be chosen: the
//   midpoint of the gap, or of the overlap, of the two boxes, axis by axis (MOTE_SULAIMAN_DYOP); the midpoint between their
//   centers; the center of the box around both. docs/papers/sulaiman.md has a verdict for each.
// - "Near to the DyOP" are the two corners of each triangle nearest to it, the first of equally near
//   ones, and the edge between them: 4 of 9 vertex pairs, 4 of 18 vertex-edge pairs.
// - The foot of the perpendicular is on the edge also if it is on one of its ends. An edge without
//   length has no perpendicular and is skipped.
// - The lengths of Eqs. 11 and 12 are those of Eq. 1, and Heron's formula takes them from there; the length of an edge (Eq.
//   13) is computed once for all corners. MOTE_SULAIMAN_HERON_ANEW computes all three for each virtual triangle.
// - How Heron's technique finds out whether the foot is on the edge: by the same lengths, as both angles at the edge are then
//   90 degrees or less. The other techniques take the dot product with the edge.
// - A negative radicand in Heron's formula, which rounding produces for needles, counts as zero.
// - Arithmetic is in float, as the paper's tables suggest, except for the stable form. Lengths
//   overflow for coordinates beyond about 1e19; areas underflow below about 1e-22.
//
// Limits: edge against edge and vertex against the inside of a face are not measured, so in space
// the result is too large for every pair whose closest points are of that kind, and intersecting
// triangles get a positive distance. The paper argues that edges need no test of their own because
// parallel edges are at the distance of a vertex: true in the plane, not in space. With DyOP the
// result is also too large where the closest feature is not at the selected corners. Of random
// pairs that are apart, test_sulaiman.c finds these shares too large: in the plane none, with DyOP
// 21 %; in space 20 %, with DyOP 37 %. For distances above a twentieth of the triangles' size,
// Heron in float is off by up to 6e-5; for needles it gives no usable result.

#include <math.h>
#include <mote/papers.h>
#include <string.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"

static float heron_in_float(float a, float b, float base)
{
    float s = (a + b + base) / 2;
    float radicand = s * (s - a) * (s - b) * (s - base);
    if (!(radicand > 0) || !(base > 0)) return 0;
    return sqrtf(radicand) * 2 / base;
}

// Kahan, "Miscalculating Area and Angles of a Needle-like Triangle", 2014: the parentheses matter.
static double heron_by_kahan(double a, double b, double base)
{
    double x = fmax(a, fmax(b, base)), z = fmin(a, fmin(b, base));
    double y = fmax(fmin(a, b), fmin(fmax(a, b), base));
    double radicand = (x + (y + z)) * (z - (x - y)) * (z + (x - y)) * (x + (y - z));
    if (!(radicand > 0) || !(base > 0)) return 0;
    return sqrt(radicand) / 2 / base;
}

static double distance_in_double(mote_vec3 a, mote_vec3 b)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b)));
}

static float distance_in_float(mote_vec3 a, mote_vec3 b)
{
    return mote_vec_length(mote_vec_sub(a, b));
}

// ---------------------------------------------------------------------------------------------
// Vertices

enum { CORNERS = 3 };

// The first `count` corners of two triangles that are compared, and the lengths between them (Eq.
// 1).
typedef struct comparison {
    mote_vec3 a[CORNERS], b[CORNERS];
    int count;
    float between[CORNERS][CORNERS]; // from a[i] to b[j]
} comparison;

static float least_vertex_vertex(comparison *c)
{
    float least = INFINITY;
    for (int i = 0; i < c->count; i++) {
        for (int j = 0; j < c->count; j++) {
            float d = distance_in_float(c->a[i], c->b[j]);
            c->between[i][j] = d;
            least = d < least ? d : least;
        }
    }
    return least;
}

// ---------------------------------------------------------------------------------------------
// Vertices and edges

// An edge of one triangle, and the lengths from a corner of the other one to its ends.
typedef struct virtual_triangle {
    mote_vec3 p, ends[2];
    float to_ends[2]; // Eqs. 11 and 12, which are Eq. 1 again
} virtual_triangle;

// Eqs. 3 and 4, and Eq. 13: what all corners need to know of an edge.
typedef struct edge {
    mote_vec3 along;
    float length;
} edge;

static edge edge_between(mote_vec3 from, mote_vec3 to)
{
    mote_vec3 along = mote_vec_sub(to, from);
    return (edge){along, mote_vec_length(along)};
}

static bool foot_is_on_edge(const virtual_triangle *t, mote_vec3 along)
{
    float reach = mote_vec_dot(mote_vec_sub(t->p, t->ends[0]), along);
    float whole = mote_vec_dot(along, along);
    return whole > 0 && reach >= 0 && reach <= whole;
}

// The same by lengths alone: the angles at both ends of the edge are 90 degrees or less.
static bool base_angles_are_acute(float a, float b, float base)
{
    return base > 0 && fabsf((a - b) * (a + b)) <= base * base;
}

// Infinity if the foot of the perpendicular is not on the edge.
static float height_over_edge(const virtual_triangle *t, const edge *e,
                              mote_sulaiman_technique technique)
{
    if (technique == MOTE_SULAIMAN_HERON) {
        float a = t->to_ends[0], b = t->to_ends[1];
        return base_angles_are_acute(a, b, e->length) ? heron_in_float(a, b, e->length) : INFINITY;
    }
    if (!foot_is_on_edge(t, e->along)) return INFINITY;
    if (technique == MOTE_SULAIMAN_HERON_ANEW)
        return heron_in_float(distance_in_float(t->p, t->ends[0]),
                              distance_in_float(t->p, t->ends[1]),
                              distance_in_float(t->ends[0], t->ends[1]));
    if (technique == MOTE_SULAIMAN_HERON_STABLE)
        return (float)heron_by_kahan(distance_in_double(t->p, t->ends[0]),
                                     distance_in_double(t->p, t->ends[1]),
                                     distance_in_double(t->ends[0], t->ends[1]));
    mote_vec3 area = mote_vec_cross(mote_vec_sub(t->ends[0], t->p), e->along);
    return mote_vec_length(area) / e->length;
}

// The least height of the corners of one triangle over the edges of the other one: of those of a
// over the edges of b, or the reverse. Each edge leads from the earlier to the later corner, so
// that selected corners round as all of them do.
static float least_vertex_edge(const comparison *c, bool edges_of_b,
                               mote_sulaiman_technique technique, float least)
{
    static const int ends[3][2] = {{0, 1}, {1, 2}, {0, 2}};
    const mote_vec3 *points = edges_of_b ? c->a : c->b, *others = edges_of_b ? c->b : c->a;
    int edges = c->count == CORNERS ? 3 : 1;
    for (int k = 0; k < edges; k++) {
        int from = ends[k][0], to = ends[k][1];
        edge e = edge_between(others[from], others[to]);
        for (int i = 0; i < c->count; i++) {
            virtual_triangle t = {points[i],
                                  {others[from], others[to]},
                                  {edges_of_b ? c->between[i][from] : c->between[from][i],
                                   edges_of_b ? c->between[i][to] : c->between[to][i]}};
            float d = height_over_edge(&t, &e, technique);
            least = d < least ? d : least;
        }
    }
    return least;
}

// ---------------------------------------------------------------------------------------------
// The dynamic origin point

// The midpoint of the gap between two intervals, or of their overlap: of the two middle ends.
static float middle(float min_a, float max_a, float min_b, float max_b)
{
    return fmaxf(min_a, min_b) / 2 + fminf(max_a, max_b) / 2;
}

static mote_vec3 origin_between(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_box p = mote_box_of_triangle(a), q = mote_box_of_triangle(b);
    return (mote_vec3){middle(p.min.x, p.max.x, q.min.x, q.max.x),
                       middle(p.min.y, p.max.y, q.min.y, q.max.y),
                       middle(p.min.z, p.max.z, q.min.z, q.max.z)};
}

// Both ends are halved before they are added, so that nothing overflows.
static mote_vec3 center_of(const mote_box *box)
{
    return mote_vec_add(mote_vec_scale(box->min, 0.5f), mote_vec_scale(box->max, 0.5f));
}

static mote_vec3 origin_by(mote_sulaiman_choice choice, const mote_vec3 a[3], const mote_vec3 b[3])
{
    if (choice == MOTE_SULAIMAN_DYOP) return origin_between(a, b);
    mote_box p = mote_box_of_triangle(a), q = mote_box_of_triangle(b);
    if (choice == MOTE_SULAIMAN_DYOP_CENTERS)
        return center_of(&(mote_box){center_of(&p), center_of(&q)});
    mote_box_add_box(&p, &q);
    return center_of(&p);
}

static void nearest_two(const mote_vec3 t[3], mote_vec3 origin, mote_vec3 out[2])
{
    int farthest = 2;
    for (int i = 1; i >= 0; i--)
        if (distance_in_float(t[i], origin) > distance_in_float(t[farthest], origin)) farthest = i;
    out[0] = t[farthest == 0 ? 1 : 0];
    out[1] = t[farthest == 2 ? 1 : 2];
}

static void select_corners(const mote_vec3 a[3], const mote_vec3 b[3], mote_sulaiman_choice choice,
                           comparison *out)
{
    out->count = choice == MOTE_SULAIMAN_ALL ? CORNERS : 2;
    if (choice == MOTE_SULAIMAN_ALL) {
        memcpy(out->a, a, sizeof out->a);
        memcpy(out->b, b, sizeof out->b);
        return;
    }
    mote_vec3 origin = origin_by(choice, a, b);
    nearest_two(a, origin, out->a);
    nearest_two(b, origin, out->b);
}

// ---------------------------------------------------------------------------------------------

float mote_sulaiman_distance(const mote_vec3 a[3], const mote_vec3 b[3],
                             mote_sulaiman_technique technique, mote_sulaiman_choice choice)
{
    mote_float_env env = mote_float_env_enter();
    comparison c;
    select_corners(a, b, choice, &c);
    float least = least_vertex_vertex(&c);
    least = least_vertex_edge(&c, true, technique, least);
    least = least_vertex_edge(&c, false, technique, least);
    MOTE_FLOAT_SETTLE(least);
    mote_float_env_leave(env);
    return least;
}

mote_vec3 mote_sulaiman_origin(const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_float_env env = mote_float_env_enter();
    mote_vec3 origin = origin_between(a, b);
    MOTE_FLOAT_SETTLE(origin);
    mote_float_env_leave(env);
    return origin;
}

float mote_heron_height(float a, float b, float base)
{
    mote_float_env env = mote_float_env_enter();
    float height = heron_in_float(a, b, base);
    MOTE_FLOAT_SETTLE(height);
    mote_float_env_leave(env);
    return height;
}

double mote_heron_height_stable(double a, double b, double base)
{
    mote_float_env env = mote_float_env_enter();
    double height = heron_by_kahan(a, b, base);
    MOTE_FLOAT_SETTLE(height);
    mote_float_env_leave(env);
    return height;
}
