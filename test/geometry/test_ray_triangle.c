#include <math.h>
#include <mote/geometry.h>
#include <stdio.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/rational_clip.h"
#include "support/run.h"

typedef struct ray_case {
    mote_vec3 t[3], origin, direction;
} ray_case;

// At a corner, at a point of an edge, in the plane, or anywhere.
static ray_case make_ray(size_t i)
{
    mote_random random = mote_random_stream(1, i, 0);
    ray_case c;
    mote_vec3 other[3];
    kernel_case_make((kernel_case)(i % CASE_COUNT), &random, c.t, other);
    c.origin = other[0];
    c.direction = mote_vec_sub(other[1], other[0]);
    switch (i / CASE_COUNT % 5) {
    case 1: c.direction = mote_vec_sub(c.t[mote_random_below(&random, 3)], c.origin); break;
    case 2:
        c.direction = mote_vec_sub(mote_vec_scale(mote_vec_add(c.t[0], c.t[1]), 0.5f), c.origin);
        break;
    case 3:
        c.origin = mote_vec_sub(mote_vec_add(c.t[0], c.t[0]), c.t[1]);
        c.direction = mote_vec_sub(c.t[mote_random_below(&random, 3)], c.origin);
        break;
    case 4:
        c.origin = c.t[0];
        c.origin.x -= (float)(int)mote_random_below(&random, 3);
        c.direction = (mote_vec3){(float)(int)mote_random_below(&random, 3) - 1, 0, 0};
        break;
    default: break;
    }
    return c;
}

static void hits_and_signs_are_exact(void **state)
{
    (void)state;
    size_t hits = 0, count = test_count(1000, 100000, 3000000);
    for (size_t i = 0; i < count; i++) {
        ray_case c = make_ray(i);
        double low, high;
        int low_sign, high_sign;
        float t = -1;
        if (!mote_vec_finite(c.direction) || !mote_vec_finite(c.origin)) continue;
        bool line = rational_line_meets_triangle(c.origin, c.direction, c.t, &low, &high, &low_sign,
                                                 &high_sign);
        bool hit = mote_ray_triangle(c.origin, c.direction, INFINITY, c.t, &t);
        if (hit != (line && high_sign >= 0))
            fprintf(stderr, "case %zu: line %d low %g high %g, got %d\n", i, line, low, high, hit);
        assert_int_equal(hit, line && high_sign >= 0);
        if (!hit) continue;
        hits++;
        double truth = low_sign > 0 ? low : 0;
        if (truth > (double)3e38f) {
            assert_true(t >= 3e38f);
            continue;
        }
        assert_true(fabs((double)t - truth) <= truth * 0x1.01p-24 + 0x1p-149);
    }
    printf("%zu of %zu hit\n", hits, count);
    assert_true(hits > count / 10);
}

static void the_far_end_counts(void **state)
{
    (void)state;
    const mote_vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const mote_vec3 above = {1, 1, 2}, down = {0, 0, -1}, up = {0, 0, 1}, none = {0, 0, 0};
    float at = 0;
    assert_true(mote_ray_triangle(above, down, 2, t, &at));
    assert_true(at == 2);
    assert_false(mote_ray_triangle(above, down, 1.999f, t, &at));
    assert_false(mote_ray_triangle(above, up, 9, t, &at));
    assert_false(mote_ray_triangle(above, none, 9, t, &at));
    assert_true(mote_ray_triangle((mote_vec3){1, 1, 0}, none, 0, t, &at));
    assert_true(at == 0);
    assert_false(mote_ray_triangle((mote_vec3){1, 1, 0}, none, -1, t, &at));
    assert_false(mote_ray_triangle(above, down, NAN, t, &at));
}

static void a_ray_in_the_plane_enters_at_the_edge(void **state)
{
    (void)state;
    const mote_vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    float at = 0;
    assert_true(mote_ray_triangle((mote_vec3){-3, 1, 0}, (mote_vec3){2, 0, 0}, 9, t, &at));
    assert_true(at == 1.5f);
    assert_true(mote_ray_triangle((mote_vec3){1, 1, 0}, (mote_vec3){2, 0, 0}, 9, t, &at));
    assert_true(at == 0);
    assert_true(mote_ray_triangle((mote_vec3){-2, 0, 0}, (mote_vec3){1, 0, 0}, 9, t, &at));
    assert_true(at == 2);
    assert_false(mote_ray_triangle((mote_vec3){5, 0, 0}, (mote_vec3){1, 0, 0}, 9, t, &at));
}

static void what_is_not_finite_misses(void **state)
{
    (void)state;
    const mote_vec3 t[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const mote_vec3 bad[3] = {{0, 0, 0}, {INFINITY, 0, 0}, {0, 4, 0}};
    const mote_vec3 o = {1, 1, 1}, d = {0, 0, -1};
    assert_true(mote_ray_triangle(o, d, 2, t, NULL));
    assert_false(mote_ray_triangle(o, d, 2, bad, NULL));
    assert_false(mote_ray_triangle((mote_vec3){NAN, 1, 1}, d, 2, t, NULL));
    assert_false(mote_ray_triangle(o, (mote_vec3){0, 0, -INFINITY}, 2, t, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_and_signs_are_exact),
        cmocka_unit_test(the_far_end_counts),
        cmocka_unit_test(a_ray_in_the_plane_enters_at_the_edge),
        cmocka_unit_test(what_is_not_finite_misses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
