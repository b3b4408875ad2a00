#include <math.h>

#include "geometry/tri_tri.h"
#include "support/exact_oracle.h"
#include "support/run.h"
#include "support/triangle_cases.h"

static void fail_with_pair(const char *what, size_t index, const triangle_pair *pair)
{
    print_error("%s, case %zu:\n", what, index);
    for (int i = 0; i < 6; i++) {
        mote_vec3 p = i < 3 ? pair->a[i] : pair->b[i - 3];
        print_error("  %c%d %a %a %a\n", i < 3 ? 'a' : 'b', i % 3, (double)p.x, (double)p.y,
                    (double)p.z);
    }
    fail();
}

static bool answer_in_mode(const triangle_pair *pair, unsigned mode)
{
    set_float_mode(mode);
    bool meet = mote_triangles_intersect(pair->a, pair->b);
    set_float_mode(0);
    return meet;
}

static void the_answer_is_that_of_rational_arithmetic_in_every_float_mode(void **state)
{
    (void)state;
    size_t count = test_count(10000, 400000, 20000000), hits = 0;
    for (size_t i = 0; i < count; i++) {
        triangle_pair pair = triangle_case(10, i);
        bool truth = oracle_triangles_intersect(pair.a, pair.b);
        hits += truth;
        if (answer_in_mode(&pair, 0) != truth) fail_with_pair("wrong", i, &pair);
        if (mote_triangles_intersect_guarded(pair.a, pair.b) != truth)
            fail_with_pair("wrong without the float filter", i, &pair);
        unsigned mode = 1 + (unsigned)(i % (FLOAT_MODES - 1));
        if (answer_in_mode(&pair, mode) != truth) fail_with_pair("wrong in another mode", i, &pair);
    }
    print_message("%zu pairs, %zu of them meet\n", count, hits);
    assert_in_range(hits, count / 4, count - count / 4);
}

static void the_order_of_corners_and_triangles_does_not_matter(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    size_t count = test_count(2000, 50000, 500000);
    for (size_t i = 0; i < count; i++) {
        triangle_pair pair = triangle_case(11, i);
        bool first = mote_triangles_intersect(pair.a, pair.b);
        for (int k = 0; k < 36; k++) {
            const int *p = orders[k / 6], *q = orders[k % 6];
            mote_vec3 a[3] = {pair.a[p[0]], pair.a[p[1]], pair.a[p[2]]};
            mote_vec3 b[3] = {pair.b[q[0]], pair.b[q[1]], pair.b[q[2]]};
            if (mote_triangles_intersect(a, b) != first || mote_triangles_intersect(b, a) != first)
                fail_with_pair("order matters", i, &pair);
        }
    }
}

static void a_coordinate_that_is_no_number_meets_nothing(void **state)
{
    (void)state;
    const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 2000; i++) {
        triangle_pair pair = triangle_case(12, i);
        ((float *)&pair)[i % 18] = bad[i / 18 % 3];
        assert_false(mote_triangles_intersect(pair.a, pair.b));
    }
    mote_vec3 nowhere[3] = {{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}};
    assert_false(mote_triangles_intersect(nowhere, nowhere));
}

static void a_triangle_meets_itself_and_what_shares_a_corner(void **state)
{
    (void)state;
    for (size_t i = 0; i < 5000; i++) {
        triangle_pair pair = triangle_case(13, i);
        assert_true(mote_triangles_intersect(pair.a, pair.a));
        pair.b[i % 3] = pair.a[i / 3 % 3];
        assert_true(mote_triangles_intersect(pair.a, pair.b));
    }
}

static void the_callers_float_mode_is_restored(void **state)
{
    (void)state;
    triangle_pair pair = triangle_case(14, 0);
    volatile float third = 3;
    for (unsigned mode = 0; mode < FLOAT_MODES; mode++) {
        set_float_mode(mode);
        float before = 1 / third, minus_before = -1 / third;
        mote_triangles_intersect(pair.a, pair.b);
        float after = 1 / third, minus_after = -1 / third;
        set_float_mode(0);
        assert_memory_equal(&before, &after, sizeof before);
        assert_memory_equal(&minus_before, &minus_after, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_that_of_rational_arithmetic_in_every_float_mode),
        cmocka_unit_test(the_order_of_corners_and_triangles_does_not_matter),
        cmocka_unit_test(a_coordinate_that_is_no_number_meets_nothing),
        cmocka_unit_test(a_triangle_meets_itself_and_what_shares_a_corner),
        cmocka_unit_test(the_callers_float_mode_is_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
