#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/sweep_cases.h"
#include "support/triangle_cases.h"

// ---------------------------------------------------------------------------------------------
// Distances at one time and over all times, in long double: by other formulas than those of the library

typedef struct point {
    long double c[3];
} point;

static point point_at(const sweep_case *c, int i, long double t)
{
    point p;
    for (int k = 0; k < 3; k++) {
        long double from = (long double)(&c->start[i].x)[k], to = (long double)(&c->end[i].x)[k];
        p.c[k] = from + t * (to - from);
    }
    return p;
}

static point minus(point a, point b)
{
    return (point){{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
}

static long double dot(point a, point b)
{
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2];
}

// p + u e + v f
static point combine(point p, point e, long double u, point f, long double v)
{
    for (int k = 0; k < 3; k++) p.c[k] += u * e.c[k] + v * f.c[k];
    return p;
}

static long double clamp(long double x, long double low, long double high)
{
    return x > low ? (x < high ? x : high) : low;
}

static long double length_to_segment(point p, point e)
{
    long double length2 = dot(e, e), u = length2 > 0 ? clamp(-dot(p, e) / length2, 0, 1) : 0;
    point at = combine(p, e, u, e, 0);
    return sqrtl(dot(at, at));
}

// The difference of the primitives is a triangle or a parallelogram p + u e + v f: the distance is
// that of the origin to its boundary, or, if the foot is inside, to its plane.
static long double distance_at(const sweep_case *c, long double t)
{
    point at[4];
    for (int i = 0; i < 4; i++) at[i] = point_at(c, i, t);
    point p = minus(c->edges ? at[2] : at[1], at[0]);
    point e = c->edges ? minus(at[0], at[1]) : minus(at[2], at[1]);
    point f = c->edges ? minus(at[3], at[2]) : minus(at[3], at[1]);
    long double least = fminl(length_to_segment(p, e), length_to_segment(p, f));
    if (c->edges) {
        least = fminl(least, length_to_segment(combine(p, e, 1, f, 0), f));
        least = fminl(least, length_to_segment(combine(p, e, 0, f, 1), e));
    } else {
        least = fminl(least, length_to_segment(combine(p, e, 1, f, 0), minus(f, e)));
    }
    long double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), det = ee * ff - ef * ef;
    if (!(det > 1e-12L * ee * ff)) return least;
    long double u = (ef * dot(p, f) - ff * dot(p, e)) / det;
    long double v = (ef * dot(p, e) - ee * dot(p, f)) / det;
    if (u < 0 || v < 0 || (c->edges ? u > 1 || v > 1 : u + v > 1)) return least;
    point foot = combine(p, e, u, f, v);
    return fminl(least, sqrtl(dot(foot, foot)));
}

typedef struct extent {
    long double speed; // no distance changes faster
    long double size;  // s of the documentation
} extent;

static extent extent_of(const sweep_case *c)
{
    extent out = {0, 0};
    const int first_side = c->edges ? 2 : 1;
    for (int i = 0; i < first_side; i++) {
        for (int j = first_side; j < 4; j++) {
            point from = minus(point_at(c, j, 0), point_at(c, i, 0));
            point to = minus(point_at(c, j, 1), point_at(c, i, 1)), moved = minus(to, from);
            out.speed = fmaxl(out.speed, sqrtl(dot(moved, moved)));
            for (int k = 0; k < 3; k++)
                out.size = fmaxl(out.size, fmaxl(fabsl(from.c[k]), fabsl(to.c[k])));
        }
    }
    return out;
}

// The least distance over a time, by halving what a bound on the speed does not rule out.
typedef struct minimum {
    const sweep_case *c;
    extent of;
    long double best;      // seen so far
    long double precision; // nothing is less than best - precision
    int patience;          // evaluations that are left; if none, only `best` is certain
} minimum;

static void search_minimum(minimum *m, long double low, long double high)
{
    if (m->patience-- <= 0) return;
    long double t = 0.5L * (low + high), here = distance_at(m->c, t);
    m->best = fminl(m->best, here);
    if (here - m->of.speed * 0.5L * (high - low) >= m->best - m->precision) return;
    search_minimum(m, low, t);
    search_minimum(m, t, high);
}

static minimum least_distance(const sweep_case *c, long double low, long double high)
{
    extent of = extent_of(c);
    minimum m = {c, of, fminl(distance_at(c, low), distance_at(c, high)), 0x1p-20L * of.size, 2000};
    search_minimum(&m, low, high);
    return m;
}

// ---------------------------------------------------------------------------------------------

static const sweep_kind kinds[] = {
    SWEEP_RANDOM,  SWEEP_MESH,    SWEEP_INTEGERS,    SWEEP_TERNARY,     SWEEP_RESTING,
    SWEEP_STACKED, SWEEP_GRAZING, SWEEP_DOUBLE_ROOT, SWEEP_COINCIDENT,  SWEEP_FLAT,
    SWEEP_TURNING, SWEEP_PLANE,   SWEEP_LINE,        SWEEP_NEAR_FLOATS, SWEEP_DOUBLES};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool ask(const sweep_case *c, double distance, mote_impact_time *time)
{
    return c->edges ? mote_edges_approach_double(c->start, c->end, distance, time)
                    : mote_vertex_face_approach_double(c->start, c->end, distance, time);
}

static bool ask_single(const sweep_case *c, double distance, unsigned mode, mote_impact_time *time)
{
    mote_vec3 start[4], end[4];
    sweep_case_narrow(c, start, end);
    set_float_mode(mode);
    bool near = c->edges ? mote_edges_approach(start, end, distance, time)
                         : mote_vertex_face_approach(start, end, distance, time);
    set_float_mode(0);
    return near;
}

static void none_is_missed_and_none_is_reported_beyond_the_bound(void **state)
{
    (void)state;
    size_t reported = 0, settled = 0, count = test_count(150, 1500, 150000);
    for (uint64_t i = 0; i < count; i++) {
        sweep_case c = sweep_case_of_kind(kinds[i % KINDS], i);
        mote_random random = mote_random_stream(i, 9, 0);
        minimum m = least_distance(&c, 0, 1);
        long double least = m.best, bound = 0x1p-19L * m.of.size;
        // About the least distance, a little above or below, or anything
        double d = (double)least * (double)(0.5f + mote_random_unit(&random));
        if (i % 4 == 1) d = (double)(least + m.precision);
        if (i % 4 == 2) d = (double)(least - 2 * bound);
        if (i % 4 == 3) d = (double)least;
        d = fmax(d, 0);
        mote_impact_time time = {-1, -1};
        bool near = ask(&c, d, &time);
        if (least <= (long double)d) assert_true(near);
        if (m.patience > 0 && least - m.precision > (long double)d + bound) assert_false(near);
        settled += m.patience > 0;
        reported += near;
        if (!near) continue;
        assert_true(time.low >= 0 && time.low < time.high && time.high <= 1);
        assert_true(time.high - time.low <= 0x1p-20);
        for (int k = 0; k < 16 && time.low > 0; k++) // farther apart before
            assert_true(distance_at(&c, (long double)time.low * k / 16) > (long double)d);
        minimum then = least_distance(&c, (long double)time.low, (long double)time.high);
        assert_true(then.best <= (long double)d + bound + then.precision);
    }
    assert_true(settled > count / 4);
    assert_true(reported > count / 4 && reported < count);
}

static void what_meets_approaches_in_every_float_mode(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(320, 20000, 400000); i++) {
        sweep_case c = sweep_case_make(i);
        sweep_case_round(&c);
        mote_impact_time impact, expected = {0, 0}, time = {0, 0};
        double distance = i % 3 ? 0 : 0.25;
        bool near = ask(&c, distance, &expected);
        assert_int_equal(ask_single(&c, distance, (unsigned)(i % FLOAT_MODES), &time), near);
        assert_memory_equal(&time, &expected, sizeof time);
        assert_int_equal(ask(&c, distance, NULL), near);
        if (!sweep_case_ask(&c, &impact)) continue;
        assert_true(near);
        assert_true(time.low <= impact.high);
    }
}

static void scale_does_not_matter(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(150, 3000, 300000); i++) {
        sweep_case c = sweep_case_of_kind(kinds[i % (KINDS - 2)], i);
        mote_random random = mote_random_stream(i, 10, 0);
        double d = (double)mote_random_unit(&random);
        mote_impact_time before = {0, 0}, after = {0, 0};
        bool near = ask(&c, d, &before);
        double factor = i % 2 ? 0x1p-900 : 0x1p900;
        for (int k = 0; k < 24; k++) *sweep_coordinate(&c, k) *= factor;
        assert_int_equal(ask(&c, d * factor, &after), near);
        assert_memory_equal(&before, &after, sizeof before);
    }
}

static void odd_input_is_answered(void **state)
{
    (void)state;
    sweep_case c = {.edges = false};
    assert_true(ask(&c, 0, NULL));
    assert_true(ask(&c, -1, NULL));
    assert_true(ask(&c, (double)NAN, NULL));
    assert_true(ask(&c, (double)INFINITY, NULL));
    c.start[0].x = c.end[0].x = 1;
    assert_false(ask(&c, (double)NAN, NULL));
    assert_true(ask(&c, (double)INFINITY, NULL));
    c.start[0].x = -0x1.8p1023;
    c.start[1].x = 0x1.8p1023;
    assert_true(ask(&c, 1, NULL)); // a difference overflows
    c.start[1].x = (double)NAN;
    assert_false(ask(&c, 1, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_is_missed_and_none_is_reported_beyond_the_bound),
        cmocka_unit_test(what_meets_approaches_in_every_float_mode),
        cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(odd_input_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
