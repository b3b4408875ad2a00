// Exact continuous collision of a vertex with a face and of two edges.
//
// Time t in [0, 1] is replaced by x = t / (1 - t) in [0, inf]: a vector that is X0 at the start and X1 at the end becomes,
// times 1 + x, the polynomial X0 + X1 x, and a product of n such vectors one of degree n. Its first coefficient is the value
// at the start, its last that at the end.
//
// Four points lie in one plane where the cubic f vanishes, and then they meet by the signs of areas, which are quadratic:
//
//   vertex p, face a b c: A = a - p, B = b - p, C = c - p; f = A . (B x C); areas B x C, C x A, A x B
//   edges a b and c d: U = b - a, V = d - c, W = c - a, R = b - c, T = d - a; f = U . (W x V);
//                      areas W x V, R x V, W x U, U x T
//
// Where f = 0 the area vectors are parallel, and any coordinate of them that does not vanish for all gives, but for a common
// factor, the barycentric coordinates of the point, or u, 1 - u, v and 1 - v of the crossing: the primitives meet if no two
// of them have opposite signs. Where all areas vanish, everything lies on a line, and the primitives meet if and only if one
// of some dot products is not positive. So no case of degenerate triangles, parallel edges or flat motion is special.
//
// Where f vanishes identically, the answer changes only at roots of the areas (of one coordinate that does not vanish
// identically), or of the dot products if everything always lies on a line: these are tested instead of roots of f.
//
// Coordinates are integers after scaling each axis by a power of two, which changes no decision. With m bits in a difference
// of coordinates, areas have 2 m + 2 bits, f has 3 m + 5, and the longest numbers, squares of P, have 18 m + 32.

#include <math.h>

#include <mote/geometry.h>

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/algebraic.h"

// Doubles span 2098 binary places; more than 5600 words were never used (test/geometry/test_sweep.c).
enum { STORE_WORDS = 6000, MAX_AREAS = 4, MAX_VECTORS = 6, DOT_COUNT = 3, TIME_BITS = 41 };

typedef mote_integer_store store;

// A vector that moves from c[0] to c[1].
typedef struct moving {
    mote_integer c[2][3];
} moving;

// Which vectors, areas and dot products belong to a kind of primitives, by the comment above.
typedef struct layout {
    int vector_count, area_count, between_count;
    uint8_t ends[MAX_VECTORS][2]; // the points between which each vector runs
    uint8_t areas[MAX_AREAS][2];  // cross products of which vectors; the first with vector 0 is f
    uint8_t dots[DOT_COUNT][2];   // dot products of which vectors
    int8_t dot_signs[DOT_COUNT];
    uint8_t between[MAX_AREAS]; // vectors from one primitive to the other, or with sign -1 back
    int8_t between_signs[MAX_AREAS];
} layout;

// A, B, C.
static const layout vertex_and_face = {3,
                                       3,
                                       3,
                                       {{0, 1}, {0, 2}, {0, 3}},
                                       {{1, 2}, {2, 0}, {0, 1}},
                                       {{0, 1}, {1, 2}, {2, 0}},
                                       {1, 1, 1},
                                       {0, 1, 2},
                                       {1, 1, 1}};

// U, W, V, R, T, and from b to d. Segments on a line overlap if c lies between a and b, a between c and d, or d between a
// and b.
static const layout two_edges = {6,
                                 4,
                                 4,
                                 {{0, 1}, {0, 2}, {2, 3}, {2, 1}, {0, 3}, {1, 3}},
                                 {{1, 2}, {3, 2}, {1, 0}, {0, 4}},
                                 {{1, 3}, {1, 4}, {4, 5}},
                                 {-1, 1, 1},
                                 {1, 3, 4, 5},
                                 {1, -1, 1, 1}};

// ---------------------------------------------------------------------------------------------
// The two primitives

typedef struct primitives {
    store *s;
    const layout *has;
    moving v[MAX_VECTORS];
} primitives;

// Coordinate k of the cross product of two vectors.
static mote_polynomial area_of(const primitives *p, int number, int k)
{
    store *s = p->s;
    const moving *a = &p->v[p->has->areas[number][0]], *b = &p->v[p->has->areas[number][1]];
    int n = (k + 1) % 3, l = (k + 2) % 3;
    mote_polynomial out = {.degree = 2};
    for (int i = 0; i < 3; i++) {
        uint32_t used = s->used;
        mote_integer c = {0};
        for (int j = i == 2 ? 1 : 0; j <= i && j < 2; j++)
            c = mote_integer_add(
                s, c,
                mote_integer_cross(s, a->c[j][n], b->c[i - j][l], a->c[j][l], b->c[i - j][n]));
        out.c[i] = mote_integer_keep(s, used, c);
    }
    return out;
}

static mote_polynomial dot_of(const primitives *p, int number)
{
    store *s = p->s;
    const moving *a = &p->v[p->has->dots[number][0]], *b = &p->v[p->has->dots[number][1]];
    mote_polynomial out = {.degree = 2};
    for (int i = 0; i < 3; i++) {
        uint32_t used = s->used;
        mote_integer c = {0};
        for (int j = i == 2 ? 1 : 0; j <= i && j < 2; j++) {
            for (int k = 0; k < 3; k++)
                c = mote_integer_add(s, c, mote_integer_multiply(s, a->c[j][k], b->c[i - j][k]));
        }
        out.c[i] = mote_integer_keep(s, used, c);
    }
    return p->has->dot_signs[number] < 0 ? mote_polynomial_negated(out) : out;
}

// f, from the first vector and the first area.
static mote_polynomial volume(const primitives *p)
{
    store *s = p->s;
    mote_polynomial out = {.degree = 3};
    for (int i = 0; i < 4; i++) {
        uint32_t used = s->used;
        mote_integer c = {0};
        for (int k = 0; k < 3; k++) {
            uint32_t before = s->used;
            mote_polynomial q = area_of(p, 0, k);
            mote_integer sum = c;
            for (int j = 0; j < 2; j++) {
                if (i - j >= 0 && i - j <= 2)
                    sum = mote_integer_add(s, sum,
                                           mote_integer_multiply(s, p->v[0].c[j][k], q.c[i - j]));
            }
            c = mote_integer_keep(s, before, sum);
        }
        out.c[i] = mote_integer_keep(s, used, c);
    }
    return out;
}

// The four points are in one plane at this place. Do the primitives meet?
static bool meet_at(const primitives *p, const mote_place *at)
{
    store *s = p->s;
    uint32_t used = s->used;
    for (int k = 0; k < 3; k++) {
        bool negative = false, positive = false;
        for (int i = 0; i < p->has->area_count; i++) {
            mote_polynomial q = area_of(p, i, k);
            int sign = mote_sign_at(s, at, &q);
            s->used = used;
            negative |= sign < 0;
            positive |= sign > 0;
        }
        if (negative || positive) return !(negative && positive);
    }
    bool between = false;
    for (int i = 0; i < DOT_COUNT && !between; i++) {
        mote_polynomial q = dot_of(p, i);
        between = mote_sign_at(s, at, &q) <= 0;
        s->used = used;
    }
    return between;
}

// ---------------------------------------------------------------------------------------------
// Times

// t = x / (1 + x)
static mote_impact_time time_of(store *s, const mote_place *at)
{
    int64_t low, high;
    if (at->kind == MOTE_AT_ZERO) return (mote_impact_time){0, 0};
    if (at->kind == MOTE_AT_INFINITY) return (mote_impact_time){1, 1};
    mote_place_enclose(s, at, TIME_BITS, &low, &high);
    return (mote_impact_time){ldexp((double)low, -TIME_BITS), ldexp((double)high, -TIME_BITS)};
}

// ---------------------------------------------------------------------------------------------
// The search for the first meeting

typedef struct search {
    primitives p;
    bool found;
    mote_impact_time time;
    bool wants_time;
} search;

// Where places come in no order, the earliest is the least of their bounds on both sides.
static void try_place(search *r, const mote_place *at)
{
    if (!meet_at(&r->p, at)) return;
    if (r->wants_time) {
        mote_impact_time t = time_of(r->p.s, at);
        if (!r->found || t.low < r->time.low) r->time.low = t.low;
        if (!r->found || t.high < r->time.high) r->time.high = t.high;
    }
    r->found = true;
}

static void try_roots(search *r, const mote_polynomial *p)
{
    mote_places roots;
    uint32_t used = r->p.s->used;
    if (mote_polynomial_vanishes(p)) return;
    mote_find_roots(r->p.s, p, &roots);
    for (int i = 0; i < roots.count && !(r->found && !r->wants_time); i++)
        try_place(r, &roots.at[i]);
    r->p.s->used = used;
}

// Does an area vanish identically in this coordinate, for all of them?
static bool areas_vanish(const primitives *p, int k)
{
    uint32_t used = p->s->used;
    bool all = true;
    for (int i = 0; i < p->has->area_count && all; i++) {
        mote_polynomial q = area_of(p, i, k);
        all = mote_polynomial_vanishes(&q);
        p->s->used = used;
    }
    return all;
}

// The four points are in one plane all the time.
static void search_flat(search *r)
{
    const mote_place start = {.kind = MOTE_AT_ZERO}, end = {.kind = MOTE_AT_INFINITY};
    store *s = r->p.s;
    try_place(r, &start);
    if (r->found) return;
    int k = 0;
    while (k < 3 && areas_vanish(&r->p, k)) k++;
    for (int i = 0; i < (k < 3 ? r->p.has->area_count : DOT_COUNT); i++) {
        uint32_t used = s->used;
        mote_polynomial q = k < 3 ? area_of(&r->p, i, k) : dot_of(&r->p, i);
        try_roots(r, &q);
        s->used = used;
    }
    if (!r->found) try_place(r, &end);
}

static void search_crossing(search *r, const mote_polynomial *f)
{
    const mote_place start = {.kind = MOTE_AT_ZERO}, end = {.kind = MOTE_AT_INFINITY};
    mote_places roots;
    if (f->c[0].sign == 0) try_place(r, &start);
    if (r->found) return;
    mote_find_roots(r->p.s, f, &roots);
    for (int i = 0; i < roots.count && !r->found; i++) try_place(r, &roots.at[i]);
    if (!r->found && f->c[3].sign == 0) try_place(r, &end);
}

// ---------------------------------------------------------------------------------------------
// From doubles to integers

static double coordinate(mote_dvec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Along each axis, coordinates are multiplied by a common power of two.
static void make_vectors(primitives *p, const mote_dvec3 start[4], const mote_dvec3 end[4])
{
    for (int axis = 0; axis < 3; axis++) {
        double at[2][4];
        int least = INT32_MAX;
        for (int i = 0; i < 8; i++) {
            double value = coordinate(i < 4 ? start[i] : end[i - 4], axis);
            int exponent = mote_exponent_of_double(value);
            at[i / 4][i % 4] = value;
            if (value != 0 && exponent < least) least = exponent;
        }
        for (int i = 0; i < p->has->vector_count; i++) {
            const uint8_t *ends = p->has->ends[i];
            for (int t = 0; t < 2; t++)
                p->v[i].c[t][axis] =
                    mote_integer_difference(p->s, at[t][ends[1]], at[t][ends[0]], least);
        }
    }
}

// Takes 50 kB of stack.
static bool meet_exactly(const layout *has, const mote_dvec3 start[4], const mote_dvec3 end[4],
                         mote_impact_time *time)
{
    uint64_t words[STORE_WORDS];
    store s = {.words = words, .capacity = STORE_WORDS};
    search r = {.p = {.s = &s, .has = has}, .wants_time = time != NULL};
    make_vectors(&r.p, start, end);
    mote_polynomial f = volume(&r.p);
    if (mote_polynomial_vanishes(&f)) {
        search_flat(&r);
    } else {
        search_crossing(&r, &f);
    }
    if (r.found && time) *time = r.time;
    return r.found;
}

// ---------------------------------------------------------------------------------------------
// Certificates that the primitives do not meet, in double
//
// In the Bernstein basis over time a quantity stays
// within its coefficients, so each of these proves that the primitives do not meet:
//
//   all vectors between them have the same sign of one coordinate, at the start and at the end;
//   all coefficients of f have the same sign;
//   in one coordinate, one area is positive at all times and another negative.
//
// Error bounds. Let e = 2^-53, and m the largest magnitude of a coordinate of a vector at either end, as computed. A
// difference of coordinates is off by at most e m, a coordinate of a cross product of two vectors by at most
// 2 (2 + 1) e m^2 (1 + 4 e) + 2 e m^2 < 9 e m^2, and the sum of two of them, the middle coefficient, by less than 22 e m^2.
// A product with a third vector adds relative errors of 2 e on values up to 4 m^2, and each coefficient of f is a sum of at
// most six such products: less than 6 (22 + 8 + 24) e m^3 < 330 e m^3. Signs of differences are exact. Where m is so small or
// so large that products might underflow or overflow, nothing is proven.

#define UNIT 0x1p-53
static const double area_bound = 24 * UNIT, volume_bound = 330 * UNIT;
static const double least_size = 0x1p-300, greatest_size = 0x1p300;

// Vectors at the start and at the end.
typedef struct vectors {
    mote_dvec3 at[2][MAX_VECTORS];
    double size; // the largest magnitude of a coordinate
} vectors;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static vectors subtract_points(const layout *has, const mote_dvec3 start[4],
                               const mote_dvec3 end[4])
{
    const mote_dvec3 *points[2] = {start, end};
    vectors v = {.size = 0};
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < has->vector_count; i++) {
            const uint8_t *ends = has->ends[i];
            mote_dvec3 d = mote_dvec_sub(points[t][ends[1]], points[t][ends[0]]);
            v.at[t][i] = d;
            v.size = larger(v.size, larger(fabs(d.x), larger(fabs(d.y), fabs(d.z))));
        }
    }
    return v;
}

// From the first primitive to the second, along one axis and at both ends, all positive or all negative? `sign` of a
// vector that runs from the second to the first is -1.
static bool box_separates(const layout *has, const vectors *v)
{
    for (int axis = 0; axis < 3; axis++) {
        bool positive = true, negative = true;
        for (int i = 0; i < has->between_count; i++) {
            for (int t = 0; t < 2; t++) {
                double d = has->between_signs[i] * coordinate(v->at[t][has->between[i]], axis);
                positive &= d > 0;
                negative &= d < 0;
            }
        }
        if (positive || negative) return true;
    }
    return false;
}

// The coefficients of a cross product, the middle one twice the Bernstein coefficient.
typedef struct area {
    mote_dvec3 c[3];
} area;

static area make_area(const vectors *v, const uint8_t of[2])
{
    mote_dvec3 a0 = v->at[0][of[0]], a1 = v->at[1][of[0]];
    mote_dvec3 b0 = v->at[0][of[1]], b1 = v->at[1][of[1]];
    return (area){{mote_dvec_cross(a0, b0),
                   mote_dvec_add(mote_dvec_cross(a0, b1), mote_dvec_cross(a1, b0)),
                   mote_dvec_cross(a1, b1)}};
}

// 1 or -1 if all are beyond the bound on that side, else 0.
static int common_sign(const double *values, int count, double bound)
{
    bool positive = true, negative = true;
    for (int i = 0; i < count; i++) {
        positive &= values[i] > bound;
        negative &= values[i] < -bound;
    }
    return positive - negative;
}

static bool volume_keeps_sign(const vectors *v, const area *q)
{
    mote_dvec3 a0 = v->at[0][0], a1 = v->at[1][0];
    const double f[4] = {
        mote_dvec_dot(a0, q->c[0]),
        mote_dvec_dot(a1, q->c[0]) + mote_dvec_dot(a0, q->c[1]),
        mote_dvec_dot(a1, q->c[1]) + mote_dvec_dot(a0, q->c[2]),
        mote_dvec_dot(a1, q->c[2]),
    };
    return common_sign(f, 4, volume_bound * v->size * v->size * v->size) != 0;
}

static bool areas_are_opposed(const area *areas, int count, double bound)
{
    for (int axis = 0; axis < 3; axis++) {
        bool positive = false, negative = false;
        for (int i = 0; i < count; i++) {
            double c[3];
            for (int k = 0; k < 3; k++) c[k] = coordinate(areas[i].c[k], axis);
            int sign = common_sign(c, 3, bound);
            positive |= sign > 0;
            negative |= sign < 0;
        }
        if (positive && negative) return true;
    }
    return false;
}

static bool are_certainly_apart(const layout *has, const vectors *v)
{
    if (!(v->size > least_size && v->size < greatest_size)) return false;
    area areas[MAX_AREAS];
    for (int i = 0; i < has->area_count; i++) areas[i] = make_area(v, has->areas[i]);
    return volume_keeps_sign(v, &areas[0]) ||
           areas_are_opposed(areas, has->area_count, area_bound * v->size * v->size);
}

static bool all_finite(const mote_dvec3 p[4])
{
    for (int i = 0; i < 4; i++) {
        if (!isfinite(p[i].x) || !isfinite(p[i].y) || !isfinite(p[i].z)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------

static bool meet(const layout *has, const mote_dvec3 start[4], const mote_dvec3 end[4],
                 mote_impact_time *time)
{
    if (!all_finite(start) || !all_finite(end)) return false;
    vectors v = subtract_points(has, start, end);
    if (box_separates(has, &v) || are_certainly_apart(has, &v)) return false;
    return meet_exactly(has, start, end, time);
}

static bool ask(const layout *has, const mote_dvec3 start[4], const mote_dvec3 end[4],
                mote_impact_time *time)
{
    mote_float_env before = mote_float_env_enter();
    bool found = meet(has, start, end, time);
    MOTE_FLOAT_SETTLE(found);
    mote_float_env_leave(before);
    return found;
}

// Denormals must not be lost when they are widened.
static bool ask_single(const layout *has, const mote_vec3 start[4], const mote_vec3 end[4],
                       mote_impact_time *time)
{
    mote_dvec3 from[4], to[4];
    mote_float_env before = mote_float_env_enter();
    for (int i = 0; i < 4; i++) {
        from[i] = mote_vec_widen(start[i]);
        to[i] = mote_vec_widen(end[i]);
    }
    bool found = meet(has, from, to, time);
    MOTE_FLOAT_SETTLE(found);
    mote_float_env_leave(before);
    return found;
}

bool mote_vertex_face_impact(const mote_vec3 start[4], const mote_vec3 end[4],
                             mote_impact_time *time)
{
    return ask_single(&vertex_and_face, start, end, time);
}

bool mote_vertex_face_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                                    mote_impact_time *time)
{
    return ask(&vertex_and_face, start, end, time);
}

bool mote_edges_impact(const mote_vec3 start[4], const mote_vec3 end[4], mote_impact_time *time)
{
    return ask_single(&two_edges, start, end, time);
}

bool mote_edges_impact_double(const mote_dvec3 start[4], const mote_dvec3 end[4],
                              mote_impact_time *time)
{
    return ask(&two_edges, start, end, time);
}
