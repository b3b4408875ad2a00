#include "core/random.h"
#include "geometry/orient.h"
#include "support/exact_oracle.h"
#include "support/run.h"

// Coordinates that make ties likely: small integers, nearly equal numbers, extreme magnitudes.
static float awkward_coordinate(mote_random *random, uint32_t kind)
{
    float unit = mote_random_between(random, -1, 1);
    switch (kind) {
    case 0: return unit;
    case 1: return (float)mote_random_below(random, 5) - 2;
    case 2: return 1 + (float)mote_random_below(random, 4) * 0x1p-23f;
    case 3: return ldexpf(unit, (int)mote_random_below(random, 250) - 125);
    case 4: return (float)((int)mote_random_below(random, 9) - 4) * 0x1p-149f;
    case 5: return (float)((int)mote_random_below(random, 5) - 2) * 0x1p100f;
    default:
        return mote_random_below(random, 2) ? unit
                                            : ldexpf(1, (int)mote_random_below(random, 252) - 125);
    }
}

static mote_vec3 awkward_point(mote_random *random, uint32_t kind)
{
    float x = awkward_coordinate(random, kind);
    float y = awkward_coordinate(random, kind);
    return (mote_vec3){x, y, awkward_coordinate(random, kind)};
}

static mote_arrow awkward_arrow(mote_random *random, uint32_t kind)
{
    mote_vec3 from = awkward_point(random, kind);
    return (mote_arrow){from, awkward_point(random, kind)};
}

static void signs_agree_with_integers(void **state)
{
    (void)state;
    size_t count = test_count(5000, 200000, 2000000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(1, i, 0);
        uint32_t kind = mote_random_below(&random, 7);
        mote_arrow u = awkward_arrow(&random, kind);
        mote_arrow v = awkward_arrow(&random, kind);
        mote_arrow w = awkward_arrow(&random, kind);
        if (mote_sign_det3(&u, &v, &w) != oracle_sign_det3(&u, &v, &w))
            fail_msg("det3, case %zu", i);
        if (mote_sign_dot(&u, &v) != oracle_sign_dot(&u, &v)) fail_msg("dot, case %zu", i);
        for (int axis = 0; axis < 3; axis++)
            if (mote_sign_cross(&u, &v, axis) != oracle_sign_cross(&u, &v, axis))
                fail_msg("cross, axis %d, case %zu", axis, i);
    }
}

static void points_near_a_plane_are_on_the_right_side(void **state)
{
    (void)state;
    size_t count = test_count(5000, 100000, 1000000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(2, i, 0);
        mote_vec3 p[3], q[3];
        for (int k = 0; k < 3; k++) p[k] = awkward_point(&random, i % 2 ? 0 : 2);
        for (int k = 0; k < 3; k++) {
            float s = mote_random_unit(&random), t = mote_random_unit(&random);
            q[k].x = p[0].x + s * (p[1].x - p[0].x) + t * (p[2].x - p[0].x);
            q[k].y = p[0].y + s * (p[1].y - p[0].y) + t * (p[2].y - p[0].y);
            q[k].z = p[0].z + s * (p[1].z - p[0].z) + t * (p[2].z - p[0].z);
        }
        int signs[3];
        mote_orient3d_three(p, q, signs);
        for (int k = 0; k < 3; k++) {
            mote_arrow u = {p[0], p[1]}, v = {p[0], p[2]}, w = {p[0], q[k]};
            int truth = oracle_sign_det3(&u, &v, &w);
            if (signs[k] != truth || mote_orient3d(p[0], p[1], p[2], q[k]) != truth)
                fail_msg("case %zu", i);
        }
    }
}

static void orientation_is_what_the_header_says(void **state)
{
    (void)state;
    mote_vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    assert_int_equal(mote_orient3d(o, x, y, z), 1);
    assert_int_equal(mote_orient3d(o, y, x, z), -1);
    assert_int_equal(mote_orient3d(o, x, y, x), 0);
    assert_int_equal(mote_orient2d(o, x, y, 2), 1);
    assert_int_equal(mote_orient2d(o, y, z, 0), 1);
    assert_int_equal(mote_orient2d(o, z, x, 1), 1);
    assert_int_equal(mote_orient2d(o, x, y, 0), 0);
}

static void expansions_keep_every_bit(void **state)
{
    (void)state;
    size_t count = test_count(2000, 50000, 500000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(3, i, 0);
        mote_arrow u = awkward_arrow(&random, 3), v = awkward_arrow(&random, 3);
        mote_arrow w = awkward_arrow(&random, 3);
        // (u . v) w.x - w.x (u . v) is zero, and one term fewer leaves the sign of that term.
        mote_expansion dot, x, left, right, zero;
        mote_exact_dot(&dot, &u, &v);
        mote_expansion_difference(&x, (double)w.to.x, (double)w.from.x);
        mote_expansion_multiply(&left, &dot, &x);
        mote_expansion_multiply(&right, &x, &dot);
        mote_expansion_subtract(&zero, &left, &right);
        assert_int_equal(mote_expansion_sign(&zero), 0);
        mote_expansion_negate(&right);
        mote_expansion_add(&zero, &left, &right);
        assert_int_equal(zero.count, 0);
        if (left.count == 0) continue;
        int sign = left.terms[0] > 0 ? 1 : -1;
        mote_expansion shorter = left;
        for (int k = 1; k < left.count; k++) shorter.terms[k - 1] = left.terms[k];
        shorter.count--;
        mote_expansion_subtract(&zero, &left, &shorter);
        assert_int_equal(mote_expansion_sign(&zero), sign);
        assert_true(mote_expansion_value(&zero) == left.terms[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_agree_with_integers),
        cmocka_unit_test(points_near_a_plane_are_on_the_right_side),
        cmocka_unit_test(orientation_is_what_the_header_says),
        cmocka_unit_test(expansions_keep_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
