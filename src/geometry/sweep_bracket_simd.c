// Certificates in double for one vertex and a face or two edges.
//
// Over a cell of time a polynomial in Bernstein form stays within its coefficients, and has as many
// roots as its coefficients have sign changes, or fewer by an even number. So over a cell
//
//   the primitives do not meet if an axis separates them at both ends of the step;
//   the primitives do not meet if all coefficients of f have one sign;
//   the primitives do not meet if, in one coordinate, one area is positive throughout and another negative;
//   f has one root if its coefficients change sign once, or are monotone with different signs at the ends;
//   the primitives meet at the only root if, in one coordinate, all areas have one sign throughout a cell around the root.
//
// Cells are processed in the order of time and halved until each is settled. Cells that remain in
// doubt go to the exact part.
//
// Error bounds. Let e = 2^-53, and |X| the largest magnitude of a coordinate of vector X at either
// end, as computed; all magnitudes are to first order in e, and the bounds that are used leave a
// sixth for the rest.
//
//   X: off by e |X|, because it is one rounded difference.
//   Coordinate of X x Y: two products with relative errors of 2 e from their factors and e of their own, and a difference up to
//     2 |X| |Y|: 8 e |X| |Y|.
//   Middle coefficient of an area: half the sum of two of these, which is up to 4 |X| |Y| before it is halved: 10 e |X| |Y|.
//   a (1 - t) + b t, up to m in magnitude: 1 - t is off by e, both products by e, the sum by e m: less than 3 e m more.
//   Area over a cell: two such steps on numbers up to 2 |X| |Y|: 22 e |X| |Y|; 26 is used.
//   X . Q at an end, Q = Y x Z: three products off by (2 + 8 + 2) e |X| |Y| |Z|, and sums up to 4 and to 6: 46 e |X| |Y| |Z|;
//     with the middle coefficient of Q instead: 52.
//   Middle coefficient of f: (46 + 2 * 52 + 18) / 3, and two roundings of numbers up to 6 for the third: 68 e |X| |Y| |Z|.
//   f over a cell: three more steps on numbers up to 6 |X| |Y| |Z|: 68 + 54 = 122; 150 is used.
//
// Coefficients over a cell are always computed from the coefficients over the whole step, so that
// errors do not add up. If a size is so small or so large that products might underflow or
// overflow, the verdict is DOUBT.

#include <math.h>

#include "core/simd.h"
#include "geometry/algebraic.h"
#include "geometry/sweep.h"

// Specialized for both layouts, which are constants.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define UNIT 0x1p-53
static const double area_bound = 26 * UNIT, volume_bound = 150 * UNIT;
static const double least_size = 0x1p-200, greatest_size = 0x1p200;

enum { MAX_CELLS = 40, MAX_DEPTH = 16 };

// One lane per area.
typedef mote_f64x4 lanes;
_Static_assert(MOTE_SWEEP_MAX_AREAS == 4, "an area has a lane");

// A vector at the start and at the end, and the largest magnitude of a coordinate.
typedef struct moving {
    double c[2][3];
    double size;
} moving;

// f and the areas over the whole step, in Bernstein form.
typedef struct quantities {
    double f[4], f_error;
    lanes areas[3][3]; // by coordinate and coefficient; a face has its first area twice
    lanes area_errors;
    int axes[3]; // all coordinates, the largest one of the normal first
} quantities;

// ---------------------------------------------------------------------------------------------
// Vectors

static double larger(double a, double b)
{
    return a > b ? a : b;
}

ALWAYS_INLINE void subtract_points(const mote_sweep_layout *has, const mote_dvec3 start[4],
                                   const mote_dvec3 end[4], moving *v)
{
    for (int i = 0; i < has->vector_count; i++) {
        const uint8_t *ends = has->ends[i];
        const mote_dvec3 *p = &start[ends[1]], *q = &start[ends[0]];
        const mote_dvec3 *r = &end[ends[1]], *s = &end[ends[0]];
        v[i] = (moving){
            {{p->x - q->x, p->y - q->y, p->z - q->z}, {r->x - s->x, r->y - s->y, r->z - s->z}}, 0};
    }
}

static inline void measure(moving *v)
{
    double size = 0;
    for (int k = 0; k < 3; k++) size = larger(size, larger(fabs(v->c[0][k]), fabs(v->c[1][k])));
    v->size = size;
}

// True if along one axis and at both ends, all vectors from the first primitive to the second are
// positive, or all negative. The signs of rounded differences are exact. A vector from the second
// primitive to the first has the sign -1.
ALWAYS_INLINE bool box_separates(const mote_sweep_layout *has, const moving *v)
{
    for (int axis = 0; axis < 3; axis++) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (int i = 0; i < has->between_count; i++) {
            const moving *between = &v[has->between[i]];
            for (int t = 0; t < 2; t++) {
                double d = between->c[t][axis] * has->between_signs[i];
                low = d < low ? d : low;
                high = d > high ? d : high;
            }
        }
        if (low > 0 || high < 0) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------
// Coefficients

// Coordinate k at time t of one factor of each area.
ALWAYS_INLINE lanes factors(const mote_sweep_layout *has, const moving *v, int which, int t, int k)
{
    int last = has->area_count == 4 ? 3 : 0;
    return (lanes){v[has->areas[0][which]].c[t][k], v[has->areas[1][which]].c[t][k],
                   v[has->areas[2][which]].c[t][k], v[has->areas[last][which]].c[t][k]};
}

ALWAYS_INLINE lanes factor_sizes(const mote_sweep_layout *has, const moving *v, int which)
{
    int last = has->area_count == 4 ? 3 : 0;
    return (lanes){v[has->areas[0][which]].size, v[has->areas[1][which]].size,
                   v[has->areas[2][which]].size, v[has->areas[last][which]].size};
}

ALWAYS_INLINE void make_areas(const mote_sweep_layout *has, const moving *v, quantities *q)
{
    lanes a[2][3], b[2][3];
    for (int i = 0; i < 6; i++) {
        a[i / 3][i % 3] = factors(has, v, 0, i / 3, i % 3);
        b[i / 3][i % 3] = factors(has, v, 1, i / 3, i % 3);
    }
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3, l = (k + 2) % 3;
        q->areas[k][0] = a[0][n] * b[0][l] - a[0][l] * b[0][n];
        q->areas[k][1] =
            ((a[0][n] * b[1][l] - a[0][l] * b[1][n]) + (a[1][n] * b[0][l] - a[1][l] * b[0][n])) *
            0.5;
        q->areas[k][2] = a[1][n] * b[1][l] - a[1][l] * b[1][n];
    }
    q->area_errors = factor_sizes(has, v, 0) * factor_sizes(has, v, 1) * area_bound;
}

// The dot product of a vector and one coefficient of the first area.
static inline double along_area(const quantities *q, const double x[3], int coefficient)
{
    return x[0] * q->areas[0][coefficient][0] + x[1] * q->areas[1][coefficient][0] +
           x[2] * q->areas[2][coefficient][0];
}

static inline void make_volume(quantities *q, const moving *x)
{
    const double *x0 = x->c[0], *x1 = x->c[1];
    q->f[0] = along_area(q, x0, 0);
    q->f[1] = (along_area(q, x1, 0) + 2 * along_area(q, x0, 1)) * (1.0 / 3);
    q->f[2] = (2 * along_area(q, x1, 1) + along_area(q, x0, 2)) * (1.0 / 3);
    q->f[3] = along_area(q, x1, 2);
}

// The sum of all areas of a face, and of the first two of edges, is normal to both primitives.
static inline void order_axes(quantities *q, int summands)
{
    double normal[3];
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        for (int j = 0; j < summands; j++) sum += q->areas[k][1][j];
        normal[k] = fabs(sum);
    }
    int first = normal[0] > normal[1] ? 0 : 1;
    if (normal[2] > normal[first]) first = 2;
    for (int k = 0; k < 3; k++) q->axes[k] = (first + k) % 3;
}

// Returns false if the sizes are out of range.
ALWAYS_INLINE bool make_quantities(const mote_sweep_layout *has, moving *v, quantities *q)
{
    double least = greatest_size, greatest = 0;
    for (int i = 0; i < has->vector_count; i++) {
        measure(&v[i]);
        least = v[i].size < least ? v[i].size : least;
        greatest = larger(greatest, v[i].size);
    }
    if (!(least > least_size && greatest < greatest_size)) return false;
    make_areas(has, v, q);
    const uint8_t *of = has->areas[0];
    q->f_error = volume_bound * (v[0].size * (v[of[0]].size * v[of[1]].size));
    make_volume(q, &v[0]);
    order_axes(q, has->area_count == 3 ? 3 : 2);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Over a cell of time

static double mix(double a, double b, double t)
{
    return (1 - t) * a + t * b;
}

static void cut_volume(const double f[4], double low, double high, double out[4])
{
    double p0 = mix(f[0], f[1], low), p1 = mix(f[1], f[2], low), p2 = mix(f[2], f[3], low);
    double q0 = mix(f[0], f[1], high), q1 = mix(f[1], f[2], high), q2 = mix(f[2], f[3], high);
    double pp0 = mix(p0, p1, low), pp1 = mix(p1, p2, low);
    double pq0 = mix(p0, p1, high), pq1 = mix(p1, p2, high);
    out[0] = mix(pp0, pp1, low);
    out[1] = mix(pp0, pp1, high);
    out[2] = mix(pq0, pq1, high);
    out[3] = mix(mix(q0, q1, high), mix(q1, q2, high), high);
}

static double volume_at(const double f[4], double t)
{
    double a = mix(f[0], f[1], t), b = mix(f[1], f[2], t), c = mix(f[2], f[3], t);
    return mix(mix(a, b, t), mix(b, c, t), t);
}

static double volume_slope(const double f[4], double t)
{
    return 3 * mix(mix(f[1] - f[0], f[2] - f[1], t), mix(f[2] - f[1], f[3] - f[2], t), t);
}

// The signs of one coordinate of the areas: bit j of each belongs to area j.
typedef struct area_signs {
    unsigned positive, negative; // throughout the cell
} area_signs;

// Bit i is set if lane i of the mask is set.
static inline unsigned bits_of(mote_i64x4 mask)
{
#ifdef __AVX2__
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
#else
    return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

static inline lanes mix_lanes(lanes a, lanes b, double t)
{
    return (1 - t) * a + t * b;
}

static inline area_signs signs_of_areas(const lanes c[3], lanes error, double low, double high)
{
    lanes a = mix_lanes(c[0], c[1], low), b = mix_lanes(c[1], c[2], low);
    lanes x = mix_lanes(a, b, low), y = mix_lanes(a, b, high);
    lanes z = mix_lanes(mix_lanes(c[0], c[1], high), mix_lanes(c[1], c[2], high), high);
    return (area_signs){bits_of((x > error) & (y > error) & (z > error)),
                        bits_of((x < -error) & (y < -error) & (z < -error))};
}

typedef enum judgement { OPPOSED = -1, OPEN = 0, AGREED = 1 } judgement;

// Tests whether in some coordinate two areas have opposite signs throughout, or all areas have the
// same sign.
static judgement judge_areas(const quantities *q, double low, double high)
{
    const unsigned all = 15;
    for (int i = 0; i < 3; i++) {
        area_signs s = signs_of_areas(q->areas[q->axes[i]], q->area_errors, low, high);
        if (s.positive && s.negative) return OPPOSED;
        if (s.positive == all || s.negative == all) return AGREED;
    }
    return OPEN;
}

static int sign_beyond(double value, double error)
{
    return (value > error) - (value < -error);
}

static bool keeps_sign(const double f[4], double error)
{
    double low = f[0] < f[1] ? f[0] : f[1], high = f[0] < f[1] ? f[1] : f[0];
    double low2 = f[2] < f[3] ? f[2] : f[3], high2 = f[2] < f[3] ? f[3] : f[2];
    low = low < low2 ? low : low2;
    high = high > high2 ? high : high2;
    return low > error || high < -error;
}

static bool is_lost(const double f[4], double error)
{
    return fabs(f[0]) <= error && fabs(f[1]) <= error && fabs(f[2]) <= error && fabs(f[3]) <= error;
}

// True if there is exactly one root within the cell and none at its ends.
static bool has_one_root(const double f[4], double error)
{
    int first = sign_beyond(f[0], error), last = sign_beyond(f[3], error);
    if (first * last >= 0) return false;
    if (sign_beyond(f[1], error) == first || sign_beyond(f[2], error) == last) return true;
    double twice = 2.1 * error; // two errors and the rounding of a difference
    int way = sign_beyond(f[1] - f[0], twice);
    return way != 0 && sign_beyond(f[2] - f[1], twice) == way &&
           sign_beyond(f[3] - f[2], twice) == way;
}

// ---------------------------------------------------------------------------------------------
// The only root of a cell

typedef struct cell {
    int64_t from, to; // grid points
    double low, high; // times of `from` and `to`
    double f[4];      // f over the cell
} cell;

// Newton's method, which falls back to halving. The result is only a guess.
static inline double approach_root(const double f[4], const cell *c)
{
    double c1 = 3 * (f[1] - f[0]), c2 = 3 * ((f[2] - f[1]) - (f[1] - f[0]));
    double c3 = (f[3] - f[0]) - 3 * (f[2] - f[1]);
    double low = c->low, high = c->high;
    double at = low + (high - low) * (c->f[0] / (c->f[0] - c->f[3]));
    for (int i = 0; i < 30; i++) {
        double value = ((c3 * at + c2) * at + c1) * at + f[0];
        double step = value / ((3 * c3 * at + 2 * c2) * at + c1), next = at - step;
        if ((value > 0) == (c->f[0] > 0))
            low = at;
        else
            high = at;
        if (fabs(step) < 0x1p-46) return next > low && next < high ? next : at;
        at = next > low && next < high ? next : 0.5 * (low + high);
    }
    return at;
}

// The areas where f may be 0, as far as the signs of f in double tell.
static judgement judge_near(const quantities *q, const cell *c, double root)
{
    double half = 3 * q->f_error / fabs(volume_slope(q->f, root)) + 0x1p-51;
    double low = root - half, high = root + half;
    int first = c->f[0] > 0 ? 1 : -1;
    if (!(low > c->low && sign_beyond(volume_at(q->f, low), q->f_error) == first)) low = c->low;
    if (!(high < c->high && sign_beyond(volume_at(q->f, high), q->f_error) == -first))
        high = c->high;
    return judge_areas(q, low, high);
}

typedef struct root_side {
    mote_sweep_cubic cubic;
    int before; // the sign of f before the root
} root_side;

static int side_of_root(void *context, int64_t k)
{
    const root_side *r = context;
    return r->before * mote_sweep_cubic_sign(&r->cubic, k);
}

typedef struct question {
    const mote_sweep_layout *has;
    const mote_dvec3 *start, *end;
    mote_impact_time *time; // may be null
} question;

// The step of the grid with the root.
static mote_impact_time time_of_root(const question *ask, const cell *c, double root)
{
    int64_t low = c->from, high = c->to, guess = (int64_t)(root * (double)MOTE_SWEEP_GRID);
    root_side side = {.before = c->f[0] > 0 ? 1 : -1};
    if (mote_sweep_cubic_make(ask->has, ask->start, ask->end, &side.cubic))
        mote_search_grid(side_of_root, &side, guess, &low, &high);
    else
        mote_sweep_locate(ask->has, ask->start, ask->end, side.before, guess, &low, &high);
    return (mote_impact_time){(double)low * (1.0 / (double)MOTE_SWEEP_GRID),
                              (double)high * (1.0 / (double)MOTE_SWEEP_GRID)};
}

static mote_sweep_verdict settle_root(const question *ask, const quantities *q, const cell *c)
{
    double root = approach_root(q->f, c);
    judgement areas = judge_near(q, c, root);
    if (areas == OPPOSED) return MOTE_SWEEP_APART;
    if (areas == AGREED && !ask->time) return MOTE_SWEEP_MEET;
    mote_impact_time time = time_of_root(ask, c, root);
    if (areas == OPEN) areas = judge_areas(q, time.low, time.high);
    if (areas == OPEN) return MOTE_SWEEP_DOUBT;
    if (areas == OPPOSED) return MOTE_SWEEP_APART;
    if (ask->time) *ask->time = time;
    return MOTE_SWEEP_MEET;
}

// ---------------------------------------------------------------------------------------------
// The search for the first meeting

// APART: no meeting within this cell. DOUBT: not known; `may_halve` tells whether smaller cells may
// help.
static mote_sweep_verdict judge_cell(const question *ask, const quantities *q, cell *c,
                                     bool *may_halve)
{
    c->low = (double)c->from * (1.0 / (double)MOTE_SWEEP_GRID);
    c->high = (double)c->to * (1.0 / (double)MOTE_SWEEP_GRID);
    cut_volume(q->f, c->low, c->high, c->f);
    if (keeps_sign(c->f, q->f_error)) return MOTE_SWEEP_APART;
    *may_halve = false;
    if (has_one_root(c->f, q->f_error)) return settle_root(ask, q, c);
    if (judge_areas(q, c->low, c->high) == OPPOSED) return MOTE_SWEEP_APART;
    *may_halve = c->high - c->low > (is_lost(c->f, q->f_error) ? 0.2 : 0x1p-14);
    return MOTE_SWEEP_DOUBT;
}

static mote_sweep_verdict search(const question *ask, const quantities *q, int64_t last)
{
    int64_t ends[MAX_DEPTH]; // ends of cells that are not settled, the nearest on top
    int depth = 0;
    cell c = {.from = 0};
    ends[depth++] = last;
    for (int i = 0; i < MAX_CELLS && depth > 0; i++) {
        bool may_halve = true;
        c.to = ends[depth - 1];
        mote_sweep_verdict verdict = judge_cell(ask, q, &c, &may_halve);
        if (verdict == MOTE_SWEEP_APART) {
            c.from = c.to;
            depth--;
        } else if (verdict == MOTE_SWEEP_DOUBT && may_halve && depth < MAX_DEPTH &&
                   c.to - c.from > 1) {
            ends[depth++] = c.from + (c.to - c.from) / 2;
        } else {
            return verdict;
        }
    }
    return depth > 0 ? MOTE_SWEEP_DOUBT : MOTE_SWEEP_APART;
}

ALWAYS_INLINE mote_sweep_verdict bracket(const mote_sweep_layout *has, const mote_dvec3 start[4],
                                         const mote_dvec3 end[4], double until,
                                         mote_impact_time *time)
{
    moving v[MOTE_SWEEP_MAX_VECTORS];
    quantities q;
    int64_t last = until < 1 ? (int64_t)(until * (double)MOTE_SWEEP_GRID) + 1 : MOTE_SWEEP_GRID;
    if (until < 0) return MOTE_SWEEP_APART;
    subtract_points(has, start, end, v);
    if (box_separates(has, v)) return MOTE_SWEEP_APART;
    if (!make_quantities(has, v, &q)) return MOTE_SWEEP_DOUBT;
    question ask = {has, start, end, time};
    mote_sweep_verdict verdict = search(&ask, &q, last);
    if (verdict == MOTE_SWEEP_MEET && time && time->low > until) return MOTE_SWEEP_APART;
    return verdict;
}

mote_sweep_verdict MOTE_KERNEL(mote_sweep_bracket)(bool edges, const mote_dvec3 start[4],
                                                   const mote_dvec3 end[4], double until,
                                                   mote_impact_time *time)
{
    return edges ? bracket(&mote_sweep_edges, start, end, until, time)
                 : bracket(&mote_sweep_vertex_face, start, end, until, time);
}
