// The force kernels against their scalar twins, bit by bit, and the twins against the laws of
// force.

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "papers/particle/forces.h"
#include "support/run.h"

enum { MAX_SOURCES = 40 };

typedef struct scenery {
    mote_vec3 at[MAX_SOURCES];
    mote_force_sources sources;
    mote_force_points points;
    float reach;
} scenery;

static mote_vec3 point(mote_random *random, float scale)
{
    mote_vec3 p = {mote_random_between(random, -scale, scale),
                   mote_random_between(random, -scale, scale),
                   mote_random_between(random, -scale, scale)};
    return p;
}

static float odd_number(mote_random *random)
{
    const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 0.0f, -0.0f};
    return odd[mote_random_below(random, sizeof odd / sizeof *odd)];
}

// A scene of any size; `odd`: some coordinates are NaN, infinite, huge or denormal.
static void make_scenery(scenery *s, uint64_t seed, bool odd)
{
    mote_random random = mote_random_stream(seed, 1, odd);
    const float scales[] = {1.0f, 1e-25f, 1e12f, 1e-3f};
    float scale = scales[mote_random_below(&random, 4)];
    s->reach = scale * mote_random_between(&random, 0.1f, 4.0f);
    s->sources = (mote_force_sources){.at = s->at,
                                      .count = mote_random_below(&random, MAX_SOURCES + 1),
                                      .inverse_reach = mote_inverse_reach(s->reach),
                                      .unlimited = mote_random_below(&random, 2)};
    for (uint32_t i = 0; i < s->sources.count; i++) {
        s->at[i] = point(&random, scale);
        if (odd && mote_random_below(&random, 4) == 0) s->at[i].y = odd_number(&random);
    }
    for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++) {
        mote_vec3 p = point(&random, scale);
        if (s->sources.count && mote_random_below(&random, 8) == 0) p = s->at[0];
        if (odd && mote_random_below(&random, 4) == 0) p.x = odd_number(&random);
        mote_force_points_set(&s->points, k, p);
    }
}

typedef struct twin {
    mote_force_kernel *kernel, *scalar;
} twin;

// Every compilation of each kernel with its scalar twin.
static size_t list_twins(twin out[4])
{
    size_t count = 0;
    out[count++] = (twin){mote_log_potentials_base, mote_log_potentials_scalar};
    out[count++] = (twin){mote_inverse_squares_base, mote_inverse_squares_scalar};
#ifdef MOTE_HAVE_AVX2_KERNELS
    if (mote_cpu_has_avx2()) {
        out[count++] = (twin){mote_log_potentials_avx2, mote_log_potentials_scalar};
        out[count++] = (twin){mote_inverse_squares_avx2, mote_inverse_squares_scalar};
    }
#endif
    return count;
}

static void kernels_give_the_bits_of_their_twins(void **state)
{
    (void)state;
    twin twins[4];
    size_t count = list_twins(twins);
    for (uint64_t seed = 0; seed < test_count(500, 5000, 100000); seed++) {
        scenery s;
        make_scenery(&s, seed, seed % 2);
        for (size_t t = 0; t < count; t++) {
            float fast[MOTE_FORCE_POINTS] = {0}, slow[MOTE_FORCE_POINTS] = {0};
            twins[t].kernel(&s.sources, &s.points, fast);
            twins[t].scalar(&s.sources, &s.points, slow);
            assert_memory_equal(fast, slow, sizeof fast);
            for (int k = 0; k < MOTE_FORCE_POINTS; k++) assert_true(isfinite(fast[k]));
        }
    }
}

static double distance_in_reaches(const scenery *s, uint32_t source, int k)
{
    double dx = (double)s->points.x[k] - (double)s->at[source].x;
    double dy = (double)s->points.y[k] - (double)s->at[source].y;
    double dz = (double)s->points.z[k] - (double)s->at[source].z;
    double r = sqrt(dx * dx + dy * dy + dz * dz) / (double)s->reach;
    return fmax(r, (double)MOTE_MIN_SEPARATION);
}

static void sums_follow_the_laws(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 1000, 20000); seed++) {
        scenery s;
        make_scenery(&s, seed, false);
        float potentials[MOTE_FORCE_POINTS] = {0}, squares[MOTE_FORCE_POINTS] = {0};
        mote_pick_log_potentials()(&s.sources, &s.points, potentials);
        mote_pick_inverse_squares()(&s.sources, &s.points, squares);
        for (int k = 0; k < MOTE_FORCE_POINTS; k++) {
            double potential = 0, square = 0, size = 0, unsure = 0;
            for (uint32_t i = 0; i < s.sources.count; i++) {
                double r = distance_in_reaches(&s, i, k);
                if (!s.sources.unlimited && fabs(r - 1) < 1e-5) unsure++; // in reach or not
                if (r >= 1 && !s.sources.unlimited) continue;
                potential += log(r);
                size += fabs(log(r)) + 1;
                square += 1 / (r * r);
            }
            assert_true(fabs((double)potentials[k] - potential) <= 1e-6 * size);
            assert_true(fabs((double)squares[k] - square) <= 1e-5 * square + 1.1 * unsure);
        }
    }
}

static void a_body_of_size_zero_has_a_finite_reach(void **state)
{
    (void)state;
    const float reaches[] = {0.0f, -1.0f, NAN, 1e-44f, 3e38f, INFINITY};
    for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
        assert_true(isfinite(mote_inverse_reach(reaches[i])));
        assert_true(mote_inverse_reach(reaches[i]) > 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_give_the_bits_of_their_twins),
        cmocka_unit_test(sums_follow_the_laws),
        cmocka_unit_test(a_body_of_size_zero_has_a_finite_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
