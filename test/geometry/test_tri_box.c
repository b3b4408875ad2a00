#include <math.h>
#include <mote/geometry.h>
#include <stdio.h>

#include "support/box_cases.h"
#include "support/rational_clip.h"
#include "support/run.h"

static void print_case(const mote_vec3 t[3], const mote_box *box)
{
    for (int i = 0; i < 3; i++)
        fprintf(stderr, "  {%a, %a, %a}\n", (double)t[i].x, (double)t[i].y, (double)t[i].z);
    fprintf(stderr, "  box {%a, %a, %a} {%a, %a, %a}\n", (double)box->min.x, (double)box->min.y,
            (double)box->min.z, (double)box->max.x, (double)box->max.y, (double)box->max.z);
}

static void answers_are_exact(void **state)
{
    (void)state;
    size_t hits = 0, count = test_count(1000, 100000, 3000000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(1, i, 0);
        mote_vec3 t[3];
        mote_box box;
        box_case_make(i, &random, t, &box);
        bool truth = rational_triangle_meets_box(t, &box);
        bool found = mote_triangle_box(t, &box);
        if (found != truth) print_case(t, &box);
        assert_int_equal(found, truth);
        hits += truth;
    }
    printf("%zu of %zu meet\n", hits, count);
    assert_true(hits > count / 10 && hits < count * 9 / 10);
}

static void order_of_corners_does_not_matter(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(1000, 50000, 500000); i++) {
        mote_random random = mote_random_stream(2, i, 0);
        mote_vec3 t[3];
        mote_box box;
        box_case_make(i, &random, t, &box);
        mote_vec3 turned[3] = {t[1], t[2], t[0]}, mirrored[3] = {t[0], t[2], t[1]};
        bool found = mote_triangle_box(t, &box);
        assert_int_equal(mote_triangle_box(turned, &box), found);
        assert_int_equal(mote_triangle_box(mirrored, &box), found);
    }
}

static void empty_infinite_and_invalid(void **state)
{
    (void)state;
    const mote_vec3 t[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const mote_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    const mote_box half = {{-INFINITY, -INFINITY, 0.5f}, {INFINITY, INFINITY, INFINITY}};
    const mote_box empty = {{0, 0, 1}, {1, 1, -1}};
    const mote_box bad = {{NAN, -1, -1}, {1, 1, 1}};
    assert_true(mote_triangle_box(t, &all));
    assert_false(mote_triangle_box(t, &half));
    assert_false(mote_triangle_box(t, &empty));
    assert_false(mote_triangle_box(t, &bad));
    const mote_vec3 wrong[3] = {{0, 0, 0}, {1, NAN, 0}, {0, 1, 0}};
    const mote_vec3 endless[3] = {{0, 0, 0}, {INFINITY, 0, 0}, {0, 1, 0}};
    assert_false(mote_triangle_box(wrong, &all));
    assert_false(mote_triangle_box(endless, &all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_exact),
        cmocka_unit_test(order_of_corners_does_not_matter),
        cmocka_unit_test(empty_infinite_and_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
