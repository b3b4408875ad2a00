// Continuous collision in integers of any length. This part is always exact and decides the cases
// that other parts leave in doubt.
//
// Time t in [0, 1] is replaced by x = t / (1 - t) in [0, inf]. A vector that is X0 at the start and
// X1 at the end becomes, times 1 + x, the polynomial X0 + X1 x, and a product of n such vectors
// becomes a polynomial of degree n. Its first coefficient is the value at the start, its last
// coefficient the value at the end.
//
// If f vanishes identically, the answer changes only at roots of the areas (in one coordinate in
// which they do not vanish identically), or of the dot products if all points always lie on a line.
// These roots are tested instead of roots of f.
//
// Coordinates are integers after scaling each axis by a power of two, which changes no decision.
// With m bits in a difference of coordinates, areas have 2 m + 2 bits, f has 3 m + 5, and the
// longest numbers, squares of P, have 18 m + 32.

#include <math.h>

#include "geometry/algebraic.h"
#include "geometry/sweep.h"

// Doubles span 2098 binary places, so differences have 33 words, areas 66 and f 99. The largest
// case is the sign of an area at a double root of f, a fraction of numbers of 296 words: 990 words
// for five vectors, 396 for f, 1188 for both roots, 198 for the area, and 2040 to compare two
// products of 362 and 296 words, 4812 in total. The sign of a quadratic at a root of f takes 4650,
// flat motion 3450.
enum { STORE_WORDS = 4864 };

typedef mote_integer_store store;

// A vector that moves from c[0] to c[1].
typedef struct moving {
    mote_integer c[2][3];
} moving;

// ---------------------------------------------------------------------------------------------
// The two primitives

typedef struct primitives {
    store *s;
    const mote_sweep_layout *has;
    moving v[MOTE_SWEEP_MAX_VECTORS];
    // Cache for flat motion: the areas in coordinate `axis`. The areas vanish in the coordinates
    // before it.
    bool is_flat;
    int axis;
    mote_polynomial areas[MOTE_SWEEP_MAX_AREAS];
} primitives;

// Coordinate k of the cross product of two vectors.
static mote_polynomial area_of(const primitives *p, int number, int k)
{
    store *s = p->s;
    if (p->is_flat && k == p->axis) return p->areas[number];
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
    const moving *x = &p->v[0];
    mote_polynomial out = {.degree = 3}, q[3];
    uint32_t used = s->used;
    for (int k = 0; k < 3; k++) q[k] = area_of(p, 0, k);
    mote_integer sums[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        uint32_t before = s->used;
        mote_integer c = {0};
        for (int k = 0; k < 3; k++) {
            if (i > 0)
                c = mote_integer_add(s, c, mote_integer_multiply(s, x->c[1][k], q[k].c[i - 1]));
            if (i < 3) c = mote_integer_add(s, c, mote_integer_multiply(s, x->c[0][k], q[k].c[i]));
        }
        sums[i] = mote_integer_keep(s, before, c);
    }
    s->used = used;
    for (int i = 0; i < 4; i++) out.c[i] = mote_integer_keep(s, s->used, sums[i]);
    return out;
}

// True if the primitives meet at this place. The four points must be in one plane there.
static bool meet_at(const primitives *p, const mote_place *at)
{
    store *s = p->s;
    uint32_t used = s->used;
    for (int k = p->is_flat ? p->axis : 0; k < 3; k++) {
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
    for (int i = 0; i < MOTE_SWEEP_DOT_COUNT && !between; i++) {
        mote_polynomial q = dot_of(p, i);
        between = mote_sign_at(s, at, &q) <= 0;
        s->used = used;
    }
    return between;
}

// ---------------------------------------------------------------------------------------------
// Times

// t = x / (1 + x), of a place that is on the grid.
static mote_impact_time time_of(const mote_place *at)
{
    if (at->kind == MOTE_AT_ZERO) return (mote_impact_time){0, 0};
    if (at->kind == MOTE_AT_INFINITY) return (mote_impact_time){1, 1};
    return (mote_impact_time){ldexp((double)at->low, -MOTE_SWEEP_TIME_BITS),
                              ldexp((double)at->high, -MOTE_SWEEP_TIME_BITS)};
}

// ---------------------------------------------------------------------------------------------
// The search for the first meeting

typedef struct search {
    primitives p;
    bool found;
    mote_impact_time time;
    bool wants_time;
} search;

// Places come in no particular order. A place is earlier if neither bound of its time is greater.
static void try_place(search *r, mote_place *at)
{
    if (at->kind != MOTE_AT_ZERO && at->kind != MOTE_AT_INFINITY)
        mote_place_locate(r->p.s, at, MOTE_SWEEP_TIME_BITS);
    mote_impact_time t = time_of(at);
    if (r->found && t.low >= r->time.low && t.high >= r->time.high) return;
    if (!meet_at(&r->p, at)) return;
    r->time = t;
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

// True if all areas vanish identically in coordinate k. If false, the areas stay in the store.
static bool areas_vanish(primitives *p, int k)
{
    uint32_t used = p->s->used;
    bool all = true;
    for (int i = 0; i < p->has->area_count; i++) {
        p->areas[i] = area_of(p, i, k);
        all &= mote_polynomial_vanishes(&p->areas[i]);
    }
    if (all) p->s->used = used;
    return all;
}

// Searches if the four points are in one plane during the whole step.
static void search_flat(search *r)
{
    mote_place start = {.kind = MOTE_AT_ZERO}, end = {.kind = MOTE_AT_INFINITY};
    store *s = r->p.s;
    try_place(r, &start);
    if (r->found) return;
    int k = 0;
    while (k < 3 && areas_vanish(&r->p, k)) k++;
    r->p.is_flat = true;
    r->p.axis = k; // 3 if all points are always on a line
    for (int i = 0; i < (k < 3 ? r->p.has->area_count : MOTE_SWEEP_DOT_COUNT); i++) {
        uint32_t used = s->used;
        mote_polynomial q = k < 3 ? r->p.areas[i] : dot_of(&r->p, i);
        try_roots(r, &q);
        s->used = used;
    }
    if (!r->found) try_place(r, &end);
}

static void search_crossing(search *r, const mote_polynomial *f)
{
    mote_place start = {.kind = MOTE_AT_ZERO}, end = {.kind = MOTE_AT_INFINITY};
    mote_places roots;
    if (f->c[0].sign == 0) try_place(r, &start);
    if (r->found) return;
    mote_find_roots(r->p.s, f, &roots);
    for (int i = 0; i < roots.count && !r->found; i++) try_place(r, &roots.at[i]);
    if (!r->found && f->c[3].sign == 0) try_place(r, &end);
}

// ---------------------------------------------------------------------------------------------
// From doubles to integers

// Multiplies the coordinates along each axis by a common power of two.
static void make_vectors(primitives *p, const mote_dvec3 start[4], const mote_dvec3 end[4])
{
    for (int axis = 0; axis < 3; axis++) {
        int64_t mantissas[8];
        int exponents[8], least = INT32_MAX;
        for (int i = 0; i < 8; i++) {
            double value = mote_sweep_coordinate(i < 4 ? start[i] : end[i - 4], axis);
            mantissas[i] = mote_split_double(value, &exponents[i]);
            if (mantissas[i] && exponents[i] < least) least = exponents[i];
        }
        for (int i = 0; i < p->has->vector_count; i++) {
            for (int t = 0; t < 2; t++) {
                int to = 4 * t + p->has->ends[i][1], from = 4 * t + p->has->ends[i][0];
                uint32_t used = p->s->used;
                mote_integer a = {0}, b = {0};
                if (mantissas[to])
                    a = mote_integer_shifted(p->s, mantissas[to],
                                             (uint32_t)(exponents[to] - least));
                if (mantissas[from])
                    b = mote_integer_shifted(p->s, mantissas[from],
                                             (uint32_t)(exponents[from] - least));
                p->v[i].c[t][axis] =
                    mote_integer_keep(p->s, used, mote_integer_subtract(p->s, a, b));
            }
        }
    }
}

bool mote_sweep_exactly(const mote_sweep_layout *has, const mote_dvec3 start[4],
                        const mote_dvec3 end[4], mote_impact_time *time)
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
// The only root within a time

typedef struct root_side {
    store *s;
    const mote_polynomial *f;
    int before;
} root_side;

static int side_of_root(void *context, int64_t k)
{
    const root_side *r = context;
    uint32_t used = r->s->used;
    const mote_place at = {.kind = MOTE_AT_FRACTION,
                           .over = mote_integer_small(r->s, k),
                           .under = mote_integer_small(r->s, MOTE_SWEEP_GRID - k)};
    int sign = mote_sign_at(r->s, &at, r->f);
    r->s->used = used;
    return r->before * sign;
}

void mote_sweep_locate(const mote_sweep_layout *has, const mote_dvec3 start[4],
                       const mote_dvec3 end[4], int before, int64_t guess, int64_t *low,
                       int64_t *high)
{
    uint64_t words[STORE_WORDS];
    store s = {.words = words, .capacity = STORE_WORDS};
    primitives p = {.s = &s, .has = has};
    make_vectors(&p, start, end);
    mote_polynomial f = volume(&p);
    root_side side = {&s, &f, before};
    mote_search_grid(side_of_root, &side, guess, low, high);
}
