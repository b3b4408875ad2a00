// Affine maps and rotations.

#include "core/transform.h"

#include <string.h>

#include "core/random.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static const double epsilon = 1e-14;

static void expect_near(mote_dvec3 a, mote_dvec3 b, double tolerance)
{
    assert_true(dvec_distance(a, b) <= tolerance);
}

static void rotations_are_those_of_libm(void **state)
{
    (void)state;
    double worst = 0, worst_log = 0;
    for (uint64_t seed = 0; seed < test_count(1000, 100000, 1000000); seed++) {
        mote_random random = mote_random_stream(64, seed, 0);
        double angle = random_magnitude(&random, -12, 2);
        mote_dvec3 axis = mote_vec_widen(mote_random_direction(&random));
        axis = mote_dvec_scale(axis, 1 / mote_dvec_length(axis));
        mote_rotation q = mote_rotation_exp(mote_dvec_scale(axis, angle));
        double sine = sin(angle / 2);
        mote_dvec3 expected = mote_dvec_scale(axis, sine);
        worst = fmax(worst, fabs(q.w - cos(angle / 2)) / fmax(1, angle));
        worst = fmax(worst, dvec_distance((mote_dvec3){q.x, q.y, q.z}, expected) / fmax(1, angle));
        if (angle > 3.1) continue;
        mote_dvec3 log = mote_rotation_log(q);
        worst_log = fmax(worst_log, dvec_distance(log, mote_dvec_scale(axis, angle)) / angle);
    }
    print_message("exp off by %.1e, log by %.1e\n", worst, worst_log);
    assert_true(worst < 1e-14 && worst_log < 1e-13);
}

static double any(mote_random *random)
{
    return (double)mote_random_between(random, -1, 1);
}

static mote_dvec3 any_vector(mote_random *random)
{
    return (mote_dvec3){any(random), any(random), any(random)};
}

// Rotations by all angles about all axes, quarter and half turns about the axes of the frame among
// them.
static mote_rotation any_rotation(mote_random *random)
{
    mote_rotation q = random_rotation(random);
    if (mote_random_below(random, 4)) return q;
    double *number = &q.w;
    for (int i = 0; i < 4; i++) number[i] = (double)mote_random_below(random, 3) - 1;
    return mote_rotation_length(q) > 0 ? mote_rotation_unit(q) : MOTE_NO_ROTATION;
}

static void matrices_rotate_as_quaternions_do(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 10000, 100000); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        mote_rotation q = any_rotation(&random), back;
        mote_dvec3 v = any_vector(&random);
        mote_affine m = mote_rotation_matrix(q);
        expect_near(mote_affine_point(&m, v), mote_rotate(q, v), 10 * epsilon);
        expect_near(mote_rotate_back(q, mote_rotate(q, v)), v, 10 * epsilon);
        assert_true(mote_rotation_of_matrix(&m, &back));
        expect_near(mote_rotate(back, v), mote_rotate(q, v), 10 * epsilon);
        assert_true(fabs(mote_rotation_length(back) - 1) < epsilon);
    }
}

static void products_apply_the_right_factor_first(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        mote_random random = mote_random_stream(seed, 2, 0);
        mote_rotation p = any_rotation(&random), q = any_rotation(&random);
        mote_dvec3 v = any_vector(&random);
        expect_near(mote_rotate(mote_rotation_product(p, q), v), mote_rotate(p, mote_rotate(q, v)),
                    10 * epsilon);
        mote_affine a = mote_rotation_matrix(p), b = mote_rotation_matrix(q);
        a.t = any_vector(&random);
        b.t = any_vector(&random);
        mote_affine ab = mote_affine_product(&a, &b);
        expect_near(mote_affine_point(&ab, v), mote_affine_point(&a, mote_affine_point(&b, v)),
                    10 * epsilon);
    }
}

static void inverses_undo_affine_maps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        mote_random random = mote_random_stream(seed, 3, 0);
        mote_affine m = mote_rotation_matrix(any_rotation(&random)), inverse;
        m.cx = mote_dvec_scale(m.cx, (double)mote_random_between(&random, 0.1f, 1));
        m.cy = mote_dvec_add(m.cy, mote_dvec_scale(m.cx, any(&random)));
        m.t = any_vector(&random);
        mote_dvec3 v = any_vector(&random);
        assert_true(mote_affine_inverse(&m, &inverse));
        expect_near(mote_affine_point(&inverse, mote_affine_point(&m, v)), v, 1000 * epsilon);
        m.cz = mote_dvec_sub(m.cx, m.cy);
        assert_false(mote_affine_inverse(&m, &inverse));
    }
}

static void what_is_no_rotation_is_refused(void **state)
{
    (void)state;
    mote_affine m = mote_rotation_matrix(MOTE_NO_ROTATION);
    mote_rotation q;
    m.cx.x = -1; // a reflection
    assert_false(mote_rotation_of_matrix(&m, &q));
    m.cx.x = 1.001;
    assert_false(mote_rotation_of_matrix(&m, &q));
    m.cx = (mote_dvec3){1, 0.01, 0};
    assert_false(mote_rotation_of_matrix(&m, &q));
}

static void symmetric_matrices_are_products_of_their_axes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        mote_random random = mote_random_stream(seed, 4, 0);
        double given[3][3], m[3][3], axes[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j <= i; j++)
                given[i][j] = given[j][i] = seed % 3 ? any(&random) : i == j;
        memcpy(m, given, sizeof m);
        mote_diagonalize(m, axes);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double product = 0, square = 0;
                for (int k = 0; k < 3; k++) {
                    product += axes[i][k] * m[k][k] * axes[j][k];
                    square += axes[i][k] * axes[j][k];
                }
                assert_true(fabs(product - given[i][j]) < 10 * epsilon);
                assert_true(fabs(square - (i == j)) < 10 * epsilon);
            }
    }
}

static void maps_of_many_points_have_the_bits_of_a_transform(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 100000, 1000000); seed++) {
        mote_random random = mote_random_stream(65, seed, 0);
        mote_transform transform;
        float *number = &transform.cx.x;
        for (int i = 0; i < 12; i++)
            number[i] = (float)random_magnitude(&random, -12, 12) *
                        (mote_random_below(&random, 2) ? 1.0f : -1.0f);
        mote_affine m = mote_affine_of(&transform);
        mote_vec3 p = mote_random_direction(&random);
        mote_vec3 expected = mote_transform_point(&transform, p);
        mote_vec3 actual = mote_affine_round_point(&m, p);
        assert_memory_equal(&expected, &actual, sizeof actual);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_are_those_of_libm),
        cmocka_unit_test(matrices_rotate_as_quaternions_do),
        cmocka_unit_test(maps_of_many_points_have_the_bits_of_a_transform),
        cmocka_unit_test(products_apply_the_right_factor_first),
        cmocka_unit_test(inverses_undo_affine_maps),
        cmocka_unit_test(what_is_no_rotation_is_refused),
        cmocka_unit_test(symmetric_matrices_are_products_of_their_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
