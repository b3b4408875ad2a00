// Whether features are within a distance, against rational arithmetic.

#include <gmp.h>
#include <math.h>
#include <mote/geometry.h>
#include <string.h>

#include "core/float_env.h"
#include "core/random.h"
#include "core/vec.h"
#include "geometry/feature_distance.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// The oracle: squared distances as fractions

typedef struct fraction3 {
    mpq_t c[3];
} fraction3;

static mpq_t work[4];

static void dot_of(mpq_t out, const fraction3 *a, const fraction3 *b)
{
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(work[0], a->c[k], b->c[k]);
        mpq_add(out, out, work[0]);
    }
}

static void sub_of(fraction3 *out, const fraction3 *a, const fraction3 *b)
{
    for (int k = 0; k < 3; k++) mpq_sub(out->c[k], a->c[k], b->c[k]);
}

enum { SPARE = 8 };
static fraction3 at[4], spare[SPARE];
static mpq_t least, number[6];

static void prepare(void)
{
    for (int i = 0; i < 4; i++) mpq_init(work[i]);
    for (int i = 0; i < 6; i++) mpq_init(number[i]);
    mpq_init(least);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) mpq_init(at[i].c[k]);
        for (int i = 0; i < SPARE; i++) mpq_init(spare[i].c[k]);
    }
}

static void finish(void)
{
    for (int i = 0; i < 4; i++) mpq_clear(work[i]);
    for (int i = 0; i < 6; i++) mpq_clear(number[i]);
    mpq_clear(least);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) mpq_clear(at[i].c[k]);
        for (int i = 0; i < SPARE; i++) mpq_clear(spare[i].c[k]);
    }
}

static void lower_least(mpq_t squared)
{
    if (mpq_sgn(least) < 0 || mpq_cmp(squared, least) < 0) mpq_set(least, squared);
}

// The nearest point of a segment, with its parameter clamped to 0 and 1.
static void try_segment(const fraction3 *p, const fraction3 *from, const fraction3 *to)
{
    sub_of(&spare[0], to, from);
    sub_of(&spare[1], p, from);
    dot_of(number[0], &spare[0], &spare[0]);
    dot_of(number[1], &spare[0], &spare[1]);
    mpq_set_ui(number[2], 0, 1);
    if (mpq_sgn(number[0]) > 0) mpq_div(number[2], number[1], number[0]);
    if (mpq_sgn(number[2]) < 0) mpq_set_ui(number[2], 0, 1);
    if (mpq_cmp_ui(number[2], 1, 1) > 0) mpq_set_ui(number[2], 1, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(work[2], spare[0].c[k], number[2]);
        mpq_sub(spare[1].c[k], spare[1].c[k], work[2]);
    }
    dot_of(number[3], &spare[1], &spare[1]);
    lower_least(number[3]);
}

// Solves for the point of the plane, or of both lines, by Cramer's rule; counts it if the
// parameters are inside.
static void try_inside(const fraction3 *u, const fraction3 *v, const fraction3 *r, bool is_face)
{
    dot_of(number[0], u, u);
    dot_of(number[1], v, v);
    dot_of(number[2], u, v);
    mpq_mul(number[3], number[0], number[1]);
    mpq_mul(work[2], number[2], number[2]);
    mpq_sub(number[3], number[3], work[2]);
    if (mpq_sgn(number[3]) == 0) return;
    dot_of(number[4], r, u);
    dot_of(number[5], r, v);
    mpq_t s, t;
    mpq_init(s);
    mpq_init(t);
    mpq_mul(s, number[4], number[1]); // s u + t v is nearest to r
    mpq_mul(work[2], number[5], number[2]);
    mpq_sub(s, s, work[2]);
    mpq_div(s, s, number[3]);
    mpq_mul(t, number[5], number[0]);
    mpq_mul(work[2], number[4], number[2]);
    mpq_sub(t, t, work[2]);
    mpq_div(t, t, number[3]);
    mpq_add(work[2], s, t);
    bool inside = mpq_sgn(s) >= 0 && mpq_sgn(t) >= 0 && mpq_cmp_ui(s, 1, 1) <= 0 &&
                  mpq_cmp_ui(t, 1, 1) <= 0 && (!is_face || mpq_cmp_ui(work[2], 1, 1) <= 0);
    for (int k = 0; k < 3 && inside; k++) {
        mpq_mul(work[2], u->c[k], s);
        mpq_mul(work[3], v->c[k], t);
        mpq_sub(spare[7].c[k], r->c[k], work[2]);
        mpq_sub(spare[7].c[k], spare[7].c[k], work[3]);
    }
    if (inside) {
        dot_of(number[3], &spare[7], &spare[7]);
        lower_least(number[3]);
    }
    mpq_clear(s);
    mpq_clear(t);
}

static void read_points(const mote_vec3 p[4])
{
    for (int i = 0; i < 4; i++) {
        const float c[3] = {p[i].x, p[i].y, p[i].z};
        for (int k = 0; k < 3; k++) mpq_set_d(at[i].c[k], (double)c[k]);
    }
    mpq_set_si(least, -1, 1);
}

static void measure_vertex_face(const mote_vec3 p[4])
{
    read_points(p);
    for (int i = 0; i < 3; i++) try_segment(&at[0], &at[1 + i], &at[1 + (i + 1) % 3]);
    sub_of(&spare[2], &at[2], &at[1]);
    sub_of(&spare[3], &at[3], &at[1]);
    sub_of(&spare[4], &at[0], &at[1]);
    try_inside(&spare[2], &spare[3], &spare[4], true);
}

static void measure_edges(const mote_vec3 p[4])
{
    read_points(p);
    for (int i = 0; i < 2; i++) {
        try_segment(&at[i], &at[2], &at[3]);
        try_segment(&at[2 + i], &at[0], &at[1]);
    }
    sub_of(&spare[2], &at[1], &at[0]);
    sub_of(&spare[3], &at[2], &at[3]);
    sub_of(&spare[4], &at[2], &at[0]);
    try_inside(&spare[2], &spare[3], &spare[4], false);
}

static bool least_is_within(float distance)
{
    mpq_set_d(number[0], (double)distance);
    mpq_mul(number[0], number[0], number[0]);
    return mpq_cmp(least, number[0]) <= 0;
}

// ---------------------------------------------------------------------------------------------
// Cases

static float coordinate(mote_random *random, uint32_t kind)
{
    if (kind == 0) return (float)mote_random_below(random, 5) - 2; // many coincide
    if (kind == 1) return mote_random_between(random, -1, 1);
    if (kind == 2) return 1000 + mote_random_between(random, -0.01f, 0.01f);
    float x = mote_random_between(random, -1, 1);
    return ldexpf(x, (int)mote_random_below(random, 240) - 130);
}

static void make_points(mote_random *random, mote_vec3 p[4])
{
    uint32_t kind = mote_random_below(random, 4);
    for (int i = 0; i < 4; i++) {
        p[i] = (mote_vec3){coordinate(random, kind), coordinate(random, kind),
                           coordinate(random, kind)};
        if (i > 1 && mote_random_below(random, 12) == 0) p[i] = p[mote_random_below(random, 2)];
    }
    if (mote_random_below(random, 6) == 0) // nearly a needle
        p[3] = (mote_vec3){p[2].x, nextafterf(p[2].y, 9), p[2].z};
}

// Distances that are hard to decide: the true one as a float, and its neighbors.
static float hard_distance(mote_random *random, float distance)
{
    switch (mote_random_below(random, 6)) {
    case 0: return nextafterf(distance, INFINITY);
    case 1: return distance > 0 ? nextafterf(distance, 0) : 0;
    case 2: return 0;
    case 3: return (float)mote_random_below(random, 4);
    case 4: return 2 * distance;
    default: return distance;
    }
}

static void check_weights(const mote_vec3 p[4], const mote_feature_distance *found, int of_a)
{
    mote_dvec3 on[2] = {{0, 0, 0}, {0, 0, 0}};
    double sum[2] = {0, 0}, size = 0;
    for (int i = 0; i < 4; i++) {
        int side = i >= of_a;
        assert_true(found->weights[i] >= 0 && found->weights[i] <= 1);
        sum[side] += found->weights[i];
        on[side] =
            mote_dvec_add(on[side], mote_dvec_scale(mote_vec_widen(p[i]), found->weights[i]));
        size += mote_dvec_length(mote_vec_widen(p[i]));
    }
    assert_true(fabs(sum[0] - 1) < 1e-12 && fabs(sum[1] - 1) < 1e-12);
    assert_true(mote_dvec_length(mote_dvec_sub(on[0], found->on_a)) <= 1e-7 * size);
    assert_true(mote_dvec_length(mote_dvec_sub(on[1], found->on_b)) <= 1e-7 * size);
}

static void check_distance(const mote_vec3 p[4], const mote_feature_distance *found)
{
    double exact = sqrt(mpq_get_d(least)), size = 0;
    for (int i = 0; i < 4; i++) size = fmax(size, mote_dvec_length(mote_vec_widen(p[i])));
    assert_true((found->distance == 0) == (mpq_sgn(least) == 0));
    double rounding = 1e-6 * exact + 1e-14 * size + (double)1.5e-45f;
    assert_true(fabs((double)found->distance - exact) <= 2e-7 * exact + rounding);
}

typedef bool within(const mote_vec3 p[4], float distance);

static void check_case(mote_random *random, bool is_edges, within *judge, within *judge_exactly)
{
    mote_vec3 p[4];
    mote_feature_distance found;
    make_points(random, p);
    (is_edges ? measure_edges : measure_vertex_face)(p);
    (is_edges ? mote_edges_distance_find : mote_vertex_face_distance_find)(p, &found);
    check_distance(p, &found);
    check_weights(p, &found, is_edges ? 2 : 1);
    for (int i = 0; i < 4; i++) {
        float d = hard_distance(random, found.distance);
        if (!(d < INFINITY)) continue;
        bool truth = least_is_within(d);
        assert_int_equal(judge(p, d), truth);
        assert_int_equal(judge_exactly(p, d), truth);
    }
}

static void decisions_are_exact(void **state)
{
    (void)state;
    prepare();
    mote_float_env env = mote_float_env_enter();
    size_t count = test_count(2000, 20000, 1000000);
    for (uint64_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(61, i, 0);
        check_case(&random, false, mote_vertex_face_is_within, mote_vertex_face_is_within_exact);
        check_case(&random, true, mote_edges_are_within, mote_edges_are_within_exact);
    }
    mote_float_env_leave(env);
    finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(decisions_are_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
