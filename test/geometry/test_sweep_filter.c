// Each part alone is never wrong: what it is certain of is what exact arithmetic says.

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "core/random.h"
#include "geometry/sweep.h"
#include "geometry/sweep_filter.h"
#include "support/run.h"
#include "support/sweep_cases.h"

static const mote_sweep_layout *layout_of(const sweep_case *c)
{
    return c->edges ? &mote_sweep_edges : &mote_sweep_vertex_face;
}

// A block of cases, each with four vertices of its own.
typedef struct cases {
    sweep_case at[MOTE_SWEEP_BLOCK];
    mote_dvec3 start[4 * MOTE_SWEEP_BLOCK], end[4 * MOTE_SWEEP_BLOCK];
    mote_vec3 start_single[4 * MOTE_SWEEP_BLOCK], end_single[4 * MOTE_SWEEP_BLOCK];
    mote_index_quad quads[MOTE_SWEEP_BLOCK];
    mote_sweep_block block;
} cases;

static void make_cases(cases *c, uint64_t seed, bool is_double)
{
    mote_random random = mote_random_stream(seed, 6, 0);
    c->block = (mote_sweep_block){.quads = c->quads,
                                  .count = seed % 8 ? MOTE_SWEEP_BLOCK
                                                    : mote_random_below(&random, MOTE_SWEEP_BLOCK),
                                  .edges = seed % 2,
                                  .until = seed % 3 ? 1 : (double)mote_random_unit(&random)};
    for (uint32_t i = 0; i < MOTE_SWEEP_BLOCK; i++) {
        sweep_case *one = &c->at[i];
        *one = sweep_case_make(MOTE_SWEEP_BLOCK * seed + i);
        one->edges = c->block.edges;
        if (!is_double) sweep_case_round(one);
        memcpy(c->start + 4 * i, one->start, sizeof one->start);
        memcpy(c->end + 4 * i, one->end, sizeof one->end);
        sweep_case_narrow(one, c->start_single + 4 * i, c->end_single + 4 * i);
        for (uint32_t k = 0; k < 4; k++) c->quads[i].v[k] = 4 * i + k;
    }
    for (int side = 0; side < 2; side++) {
        c->block.start[side] = is_double ? (void *)c->start : (void *)c->start_single;
        c->block.end[side] = is_double ? (void *)c->end : (void *)c->end_single;
    }
}

static void require_same(const cases *c, const uint8_t *left, uint32_t count,
                         mote_sweep_filter *kernel)
{
    uint8_t others[MOTE_SWEEP_BLOCK + 8];
    assert_int_equal(kernel(&c->block, others), count);
    assert_memory_equal(others, left, count);
}

static void kernels_leave_the_same_candidates_and_none_that_meets_out(void **state)
{
    (void)state;
    size_t apart = 0, total = 0;
    for (uint64_t seed = 0; seed < test_count(20, 1000, 40000); seed++) {
        cases c;
        bool is_double = seed / 2 % 2;
        make_cases(&c, seed, is_double);
        uint8_t left[MOTE_SWEEP_BLOCK + 8];
        uint32_t count = is_double ? mote_sweep_filter_double_scalar(&c.block, left)
                                   : mote_sweep_filter_single_scalar(&c.block, left);
        require_same(&c, left, count,
                     is_double ? mote_sweep_filter_double_base : mote_sweep_filter_single_base);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2())
            require_same(&c, left, count,
                         is_double ? mote_sweep_filter_double_avx2 : mote_sweep_filter_single_avx2);
#endif
        for (uint32_t i = 0, next = 0; i < c.block.count; i++) {
            total++;
            if (next < count && left[next] == i) {
                next++;
                continue;
            }
            apart++;
            mote_impact_time time;
            const sweep_case *one = &c.at[i];
            bool meet = mote_sweep_exactly(layout_of(one), one->start, one->end, &time);
            assert_false(meet && time.high <= c.block.until);
        }
    }
    assert_true(apart > total / 4);
}

static void certificates_in_double_are_never_wrong(void **state)
{
    (void)state;
    size_t certain = 0, count = test_count(640, 100000, 4000000);
    for (uint64_t i = 0; i < count; i++) {
        sweep_case c = sweep_case_make(i);
        if (i / 5 % 2) sweep_case_round(&c);
        mote_random random = mote_random_stream(i, 7, 0);
        double until = i % 3 ? 1 : (double)mote_random_unit(&random);
        mote_impact_time time = {0, 0}, expected = {0, 0};
        mote_sweep_verdict verdict = mote_sweep_bracket_base(c.edges, c.start, c.end, until, &time);
#ifdef MOTE_HAVE_AVX2_KERNELS
        mote_impact_time other = {0, 0};
        if (mote_cpu_has_avx2()) {
            assert_int_equal(mote_sweep_bracket_avx2(c.edges, c.start, c.end, until, &other),
                             verdict);
            assert_memory_equal(&time, &other, sizeof time);
        }
#endif
        if (verdict == MOTE_SWEEP_DOUBT) continue;
        certain++;
        bool meet = mote_sweep_exactly(layout_of(&c), c.start, c.end, &expected);
        assert_int_equal(verdict == MOTE_SWEEP_MEET, meet && expected.low <= until);
        if (verdict == MOTE_SWEEP_MEET) assert_memory_equal(&time, &expected, sizeof time);
    }
    assert_true(certain > count / 2);
}

// ---------------------------------------------------------------------------------------------
// The cubic on the grid of times

static void set_difference(mpq_t out, double a, double b)
{
    mpq_t other;
    mpq_init(other);
    mpq_set_d(out, a);
    mpq_set_d(other, b);
    mpq_sub(out, out, other);
    mpq_clear(other);
}

// The sign of the determinant of three vectors at time k / 2^41, by the points that they run
// between.
static int sign_of_volume(const sweep_case *c, const int ends[3][2], int64_t k)
{
    mpq_t m[3][3], t, term, sum;
    mpq_inits(t, term, sum, NULL);
    mpq_set_d(t, ldexp((double)k, -MOTE_SWEEP_TIME_BITS));
    for (int i = 0; i < 9; i++) {
        mpq_t *at = &m[i / 3][i % 3];
        const int *e = ends[i / 3];
        mpq_init(*at);
        set_difference(*at, mote_sweep_coordinate(c->start[e[1]], i % 3),
                       mote_sweep_coordinate(c->start[e[0]], i % 3));
        set_difference(term, mote_sweep_coordinate(c->end[e[1]], i % 3),
                       mote_sweep_coordinate(c->end[e[0]], i % 3));
        mpq_sub(term, term, *at);
        mpq_mul(term, term, t);
        mpq_add(*at, *at, term);
    }
    for (int i = 0; i < 6; i++) {
        static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                        {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
        mpq_mul(term, m[0][order[i][0]], m[1][order[i][1]]);
        mpq_mul(term, term, m[2][order[i][2]]);
        if (i < 3)
            mpq_add(sum, sum, term);
        else
            mpq_sub(sum, sum, term);
    }
    int sign = mpq_sgn(sum);
    for (int i = 0; i < 9; i++) mpq_clear(m[i / 3][i % 3]);
    mpq_clears(t, term, sum, NULL);
    return sign;
}

// Integers of forty bits, the longest that fit.
static sweep_case longest_case(mote_random *random)
{
    sweep_case c = {.edges = mote_random_below(random, 2)};
    for (int i = 0; i < 24; i++) {
        double low = (double)mote_random_below(random, 1u << 20);
        double size = ldexp((double)mote_random_below(random, 1u << 20), 20) + low;
        if (mote_random_below(random, 2)) size = 0x1p40 - 1 - low * mote_random_below(random, 2);
        *sweep_coordinate(&c, i) = mote_random_below(random, 2) ? size : -size;
    }
    return c;
}

static void signs_on_the_grid_are_exact(void **state)
{
    (void)state;
    static const int face[3][2] = {{0, 1}, {0, 2}, {0, 3}}, edges[3][2] = {{0, 1}, {0, 2}, {2, 3}};
    size_t fitting = 0, count = test_count(100, 10000, 400000);
    for (uint64_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(i, 8, 0);
        sweep_case c = i % 2 ? longest_case(&random) : sweep_case_make(i / 2);
        sweep_case_round(&c);
        if (i % 2) c = longest_case(&random);
        mote_sweep_cubic cubic;
        if (!mote_sweep_cubic_make(layout_of(&c), c.start, c.end, &cubic)) continue;
        fitting++;
        int64_t k = (int64_t)((double)mote_random_unit(&random) * (double)MOTE_SWEEP_GRID);
        if (i % 5 == 0) k = i % 10 ? 0 : MOTE_SWEEP_GRID;
        if (i % 7 == 0) k = (int64_t)mote_random_below(&random, 9) << (MOTE_SWEEP_TIME_BITS - 3);
        assert_int_equal(mote_sweep_cubic_sign(&cubic, k),
                         sign_of_volume(&c, c.edges ? edges : face, k));
    }
    assert_true(fitting > count / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_leave_the_same_candidates_and_none_that_meets_out),
        cmocka_unit_test(certificates_in_double_are_never_wrong),
        cmocka_unit_test(signs_on_the_grid_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
