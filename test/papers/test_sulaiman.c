#include <float.h>
#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "core/vec.h"
#include "support/kernel_cases.h"
#include "support/run.h"

enum { TECHNIQUES = 4 };
static const mote_sulaiman_technique techniques[TECHNIQUES] = {
    MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_HERON_STABLE,
    MOTE_SULAIMAN_HERON_ANEW};

static void random_pair(mote_random *random, bool plane, mote_vec3 a[3], mote_vec3 b[3])
{
    kernel_case_make(CASE_GENERIC, random, a, b);
    for (int i = 0; i < 3 && plane; i++) a[i].z = b[i].z = 0.25f;
}

// Of pairs that are apart, those whose distance comes out more than 0.1 % too large.
static double wrong_share(bool plane, mote_sulaiman_choice choice, size_t count)
{
    size_t wrong = 0, apart = 0;
    mote_random random = mote_random_stream(1, plane, 0);
    for (size_t i = 0; i < count; i++) {
        mote_vec3 a[3], b[3];
        random_pair(&random, plane, a, b);
        float truth = mote_triangles_distance(a, b, NULL, NULL);
        if (truth == 0) continue;
        float found = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, choice);
        assert_true(found >= truth * (1 - 1e-5f) - 1e-6f);
        wrong += found > truth * 1.001f + 1e-6f;
        apart++;
    }
    double share = (double)wrong / (double)apart;
    printf("%s, %s: %.1f %% of %zu pairs wrong\n", plane ? "plane" : "space",
           choice == MOTE_SULAIMAN_ALL ? "all features" : "DyOP", 100 * share, apart);
    return share;
}

static void all_features_are_right_in_the_plane_only(void **state)
{
    (void)state;
    size_t count = test_count(4000, 100000, 1000000);
    assert_true(wrong_share(true, MOTE_SULAIMAN_ALL, count) == 0);
    double space = wrong_share(false, MOTE_SULAIMAN_ALL, count);
    assert_true(space > 0.15 && space < 0.3);
}

static void dyop_errs_in_space_on_about_a_third_and_more(void **state)
{
    (void)state;
    size_t count = test_count(4000, 100000, 1000000);
    double plane = wrong_share(true, MOTE_SULAIMAN_DYOP, count);
    assert_true(plane > 0.01 && plane < 0.3);
    double space = wrong_share(false, MOTE_SULAIMAN_DYOP, count);
    assert_true(space > 0.25 && space < 0.6);
}

static void techniques_agree_where_triangles_are_well_shaped(void **state)
{
    (void)state;
    double worst_float = 0, worst_stable = 0;
    mote_random random = mote_random_stream(2, 0, 0);
    for (size_t i = 0; i < test_count(2000, 100000, 1000000); i++) {
        mote_vec3 a[3], b[3];
        random_pair(&random, i % 2 == 0, a, b);
        mote_sulaiman_choice choice = i % 3 ? MOTE_SULAIMAN_ALL : MOTE_SULAIMAN_DYOP;
        double vector = (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, choice);
        double heron = (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON, choice);
        double stable = (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON_STABLE, choice);
        if (vector < 0.05) continue;
        worst_float = fmax(worst_float, fabs(heron - vector) / vector);
        worst_stable = fmax(worst_stable, fabs(stable - vector) / vector);
    }
    printf("beyond 0.05: Heron off by up to %.2g, stable Heron by %.2g\n", worst_float,
           worst_stable);
    assert_true(worst_float < 1e-2 && worst_stable < 1e-4);
}

// As in the paper's tables: triangles in a plane, known gaps.
static void known_gaps(void **state)
{
    (void)state;
    const float gaps[] = {0.0859907f, 0.0500157f, 0.0700004f, 0.0679097f, 0.0606312f, 0.0599999f};
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
        const mote_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {0.5f, -1, 0}};
        const mote_vec3 over_edge[3] = {{0.4f, gaps[i], 0}, {0, 1, 0}, {1, 1, 0}};
        const mote_vec3 beyond_corner[3] = {{1 + gaps[i], 0, 0}, {2, 0.5f, 0}, {2, -0.5f, 0}};
        for (int k = 0; k < TECHNIQUES; k++) {
            float edge = mote_sulaiman_distance(a, over_edge, techniques[k], MOTE_SULAIMAN_ALL);
            float corner =
                mote_sulaiman_distance(a, beyond_corner, techniques[k], MOTE_SULAIMAN_DYOP);
            assert_true(fabsf(edge - gaps[i]) < 2e-5f);
            assert_true(fabsf(corner - gaps[i]) < 1e-6f);
        }
    }
}

static void a_foot_beyond_the_edge_leaves_the_corner(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {0.5f, -1, 0}};
    const mote_vec3 beyond[3] = {{4, 0.1f, 0}, {9, 0.1f, 0}, {6, 5, 0}};
    float corner = sqrtf(9.01f);
    for (int k = 0; k < TECHNIQUES; k++)
        assert_true(fabsf(mote_sulaiman_distance(a, beyond, techniques[k], MOTE_SULAIMAN_ALL) -
                          corner) < 1e-6f);
    const mote_vec3 point[3] = {{0.5f, 2, 0}, {0.5f, 2, 0}, {0.5f, 2, 0}};
    assert_true(fabsf(mote_sulaiman_distance(a, point, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL) -
                      2) < 1e-6f);
}

static void crossing_edges_in_space_are_missed(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{-1, 0, 0}, {1, 0, 0}, {0, 0, -1}};
    const mote_vec3 b[3] = {{0, -1, 0.1f}, {0, 1, 0.1f}, {0, 0, 1}};
    assert_true(fabsf(mote_triangles_distance(a, b, NULL, NULL) - 0.1f) < 1e-7f);
    float found = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL);
    assert_true(fabsf(found - 1) < 1e-6f);
}

static void the_origin_is_the_middle_of_gap_or_overlap(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{0, 0, 0}, {2, 0, 0}, {0, 4, 1}};
    const mote_vec3 b[3] = {{6, 1, 3}, {8, 1, 3}, {6, 2, 5}};
    mote_vec3 origin = mote_sulaiman_origin(a, b), other = mote_sulaiman_origin(b, a);
    assert_true(origin.x == 4 && origin.y == 1.5f && origin.z == 2);
    assert_true(other.x == origin.x && other.y == origin.y && other.z == origin.z);
}

static float by_origin(const mote_vec3 a[3], const mote_vec3 b[3], mote_sulaiman_choice choice)
{
    return mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, choice);
}

// By hand; only the two corners of each triangle that are nearest to the origin are measured.
static void each_reading_of_the_origin_selects_its_own_corners(void **state)
{
    (void)state;
    // The boxes are x -4 to 0, y 0 to 5.5 and x 1 to 3, y 0 to 1. The gap's middle is (0.5, 0.5),
    // from which (0, 5.5) is farther than (-4, 0); that of the centers is (0, 1.625), from which
    // (-4, 0) is farther. Without the edge along y the corner (1, 0.5) is nearest to the corner (0,
    // 0).
    const mote_vec3 left[3] = {{0, 0, 0}, {0, 5.5f, 0}, {-4, 0, 0}};
    const mote_vec3 right[3] = {{1, 0.5f, 0}, {3, 0, 0}, {3, 1, 0}};
    assert_true(fabsf(by_origin(left, right, MOTE_SULAIMAN_DYOP) - sqrtf(1.25f)) < 1e-6f);
    assert_true(by_origin(left, right, MOTE_SULAIMAN_DYOP_CENTERS) == 1);
    // The boxes are x -4 to 0, y 0 to 8 and x 1 to 3, y 0 to 1. The middle of the gap is (0.5, 0.5)
    // and that of the centers (0, 2.25): from both, (-0.6, 8) is farthest. The center of the box
    // around both is (-0.5, 4), from which (0, 0) is.
    const mote_vec3 tall[3] = {{0, 0, 0}, {-0.6f, 8, 0}, {-4, 2.25f, 0}};
    const mote_vec3 low[3] = {{1, 0, 0}, {3, 0, 0}, {3, 1, 0}};
    assert_true(by_origin(tall, low, MOTE_SULAIMAN_DYOP) == 1);
    assert_true(by_origin(tall, low, MOTE_SULAIMAN_DYOP_CENTERS) == 1);
    assert_true(by_origin(tall, low, MOTE_SULAIMAN_DYOP_AROUND) > 4);
}

static void heron_by_the_lengths_of_eq_1_is_heron(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 0, 0);
    for (size_t i = 0; i < test_count(2000, 100000, 1000000); i++) {
        mote_vec3 a[3], b[3];
        random_pair(&random, i % 2 == 0, a, b);
        mote_sulaiman_choice choice = i % 3 ? MOTE_SULAIMAN_ALL : MOTE_SULAIMAN_DYOP;
        float reused = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON, choice);
        float anew = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON_ANEW, choice);
        // They may judge differently of a foot at the very end of an edge, where the height is the
        // distance to the end.
        assert_true(fabsf(reused - anew) <= 1e-2f * anew + 1e-4f);
    }
    // Which length belongs to which corner: only a[1] is near the edge from b[0] to b[2].
    const mote_vec3 p[3] = {{7, 9, 0}, {2, 0.5f, 0}, {8, 9, 0}};
    const mote_vec3 q[3] = {{0, 0, 0}, {3, -5, 0}, {4, 0, 0}};
    for (int k = 0; k < TECHNIQUES; k++) {
        float there = mote_sulaiman_distance(p, q, techniques[k], MOTE_SULAIMAN_ALL);
        float back = mote_sulaiman_distance(q, p, techniques[k], MOTE_SULAIMAN_ALL);
        assert_true(fabsf(there - 0.5f) < 1e-5f && there == back);
    }
}

static void heron_in_float_fails_on_needles_and_the_stable_form_does_not(void **state)
{
    (void)state;
    assert_true(fabsf(mote_heron_height(3, 4, 5) - 2.4f) < 1e-6f);
    assert_true(fabs(mote_heron_height_stable(3, 4, 5) - 2.4) < 1e-15);
    assert_true(fabs(mote_heron_height_stable(5, 3, 4) - 3) < 1e-15);
    bool lost = false;
    double worst_stable = 0;
    for (double height = 1e-1; height > 1e-6; height /= 2) {
        double side = sqrt(0.25 + height * height);
        float found = mote_heron_height((float)side, (float)side, 1);
        if (found == 0) lost = true;
        assert_true(found >= 0);
        double stable = mote_heron_height_stable(side, side, 1);
        worst_stable = fmax(worst_stable, fabs(stable - height) / height);
    }
    printf("needles down to 1e-6: stable Heron off by up to %.2g\n", worst_stable);
    assert_true(lost && worst_stable < 1e-3);
    assert_true(mote_heron_height(1, 1, 2.1f) == 0 && mote_heron_height_stable(1, 1, 2.1) == 0);
    assert_true(mote_heron_height(1, 1, 0) == 0 && mote_heron_height_stable(1, 1, 0) == 0);
}

// The middle of the box around both triangles is nearer to the tip of the first than to its two
// other corners; the middle of the first box alone is not.
static void the_box_around_both_has_its_middle_between_them(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{0, 1.5f, 0}, {2, 0, 0}, {9, 3, 0}};
    const mote_vec3 b[3] = {{12, 2, 0}, {14, 0, 0}, {14, 4, 0}};
    float distance = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_DYOP_AROUND);
    assert_true(fabsf(distance - sqrtf(10)) < 1e-4f);
}

static const mote_sulaiman_technique all_techniques[] = {MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_HERON,
                                                         MOTE_SULAIMAN_HERON_ANEW,
                                                         MOTE_SULAIMAN_HERON_STABLE};

// It has no perpendicular, and Heron's formula would divide by its length.
static void an_edge_without_length_is_left_to_its_ends(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const mote_vec3 b[3] = {{3, 0, 0}, {3, 0, 0}, {3, 4, 0}};
    for (int i = 0; i < 4; i++) {
        float distance = mote_sulaiman_distance(a, b, all_techniques[i], MOTE_SULAIMAN_ALL);
        assert_true(fabsf(distance - 2) < 1e-4f);
        distance = mote_sulaiman_distance(b, a, all_techniques[i], MOTE_SULAIMAN_ALL);
        assert_true(fabsf(distance - 2) < 1e-4f);
    }
}

// A vertex close to the middle of a long edge: in float the three lengths are those of a line.
static void the_stable_form_takes_its_lengths_in_double(void **state)
{
    (void)state;
    const mote_vec3 a[3] = {{0, 0.01f, 0}, {0, 5, 0}, {1, 5, 0}};
    const mote_vec3 b[3] = {{-1000, 0, 0}, {1000, 0, 0}, {0, -1000, 0}};
    float stable = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON_STABLE, MOTE_SULAIMAN_ALL);
    assert_true(fabsf(stable - 0.01f) < 1e-4f);
    float in_float = mote_sulaiman_distance(a, b, MOTE_SULAIMAN_HERON, MOTE_SULAIMAN_ALL);
    assert_true(fabsf(in_float - 0.01f) > 1e-3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_features_are_right_in_the_plane_only),
        cmocka_unit_test(dyop_errs_in_space_on_about_a_third_and_more),
        cmocka_unit_test(techniques_agree_where_triangles_are_well_shaped),
        cmocka_unit_test(known_gaps),
        cmocka_unit_test(a_foot_beyond_the_edge_leaves_the_corner),
        cmocka_unit_test(crossing_edges_in_space_are_missed),
        cmocka_unit_test(the_origin_is_the_middle_of_gap_or_overlap),
        cmocka_unit_test(each_reading_of_the_origin_selects_its_own_corners),
        cmocka_unit_test(heron_by_the_lengths_of_eq_1_is_heron),
        cmocka_unit_test(the_box_around_both_has_its_middle_between_them),
        cmocka_unit_test(an_edge_without_length_is_left_to_its_ends),
        cmocka_unit_test(the_stable_form_takes_its_lengths_in_double),
        cmocka_unit_test(heron_in_float_fails_on_needles_and_the_stable_form_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
