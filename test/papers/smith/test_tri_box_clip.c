#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "core/box.h"
#include "core/vec.h"
#include "support/box_cases.h"
#include "support/kernel_cases.h"
#include "support/run.h"

static float largest_part(mote_vec3 p)
{
    return fmaxf(fabsf(p.x), fmaxf(fabsf(p.y), fabsf(p.z)));
}

// Widened (or narrowed) by a few roundings of double of the coordinates, and no less than one of
// float.
static mote_box grown(const mote_box *box, float by)
{
    mote_box out = *box;
    out.min = mote_vec_sub(out.min, (mote_vec3){by, by, by});
    out.max = mote_vec_add(out.max, (mote_vec3){by, by, by});
    return out;
}

// Where it disagrees with the exact answer, moving the sides of the box by the rounding of a float
// makes the exact answer agree: it errs only where the triangle touches or misses the box by about
// as much.
static void errs_only_within_rounding(void **state)
{
    (void)state;
    size_t wrong = 0, count = test_count(2000, 300000, 5000000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(1, i, 0);
        mote_vec3 t[3];
        mote_box box;
        box_case_make(i, &random, t, &box);
        bool truth = mote_triangle_box(t, &box), found = mote_triangle_box_clip(t, &box);
        if (truth == found) continue;
        wrong++;
        float size = fmaxf(largest_part(t[0]), fmaxf(largest_part(t[1]), largest_part(t[2])));
        size = fmaxf(size, fmaxf(largest_part(box.min), largest_part(box.max)));
        mote_box moved = grown(&box, (truth ? -1.0f : 1.0f) * size * 0x1p-22f);
        assert_int_equal(mote_triangle_box(t, &moved), found);
    }
    printf("%zu of %zu adversarial cases differ from the exact answer\n", wrong, count);
    assert_true(wrong < count / 50);
}

static void generic_input_has_no_errors(void **state)
{
    (void)state;
    size_t hits = 0, count = test_count(2000, 200000, 2000000);
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(2, i, 0);
        mote_vec3 t[3], other[3];
        kernel_case_make(CASE_GENERIC, &random, t, other);
        mote_box box = {random_point(&random), random_point(&random)};
        mote_box ordered = {box.min, box.min};
        mote_box_add_point(&ordered, box.max);
        bool found = mote_triangle_box_clip(t, &ordered);
        assert_int_equal(found, mote_triangle_box(t, &ordered));
        hits += found;
    }
    assert_true(hits > count / 10);
}

static void early_outs_and_refusals(void **state)
{
    (void)state;
    const mote_box box = {{0, 0, 0}, {1, 1, 1}};
    const mote_vec3 corner_inside[3] = {{0.5f, 0.5f, 0.5f}, {9, 9, 9}, {9, 8, 9}};
    const mote_vec3 through_a_face[3] = {{-1, 0.5f, 0.5f}, {3, 0.5f, 0.5f}, {-1, 0.6f, 0.5f}};
    const mote_vec3 around[3] = {{-9, -9, 0.5f}, {9, -9, 0.5f}, {0, 20, 0.5f}};
    const mote_vec3 past_a_corner[3] = {{1.9f, 0, 0.5f}, {0, 1.9f, 3}, {1.9f, 1.9f, 1.7f}};
    assert_true(mote_triangle_box_clip(corner_inside, &box));
    assert_true(mote_triangle_box_clip(through_a_face, &box));
    assert_true(mote_triangle_box_clip(around, &box));
    assert_false(mote_triangle_box_clip(past_a_corner, &box));
    const mote_box empty = {{1, 0, 0}, {0, 1, 1}};
    assert_false(mote_triangle_box_clip(around, &empty));
    const mote_vec3 bad[3] = {{0.5f, 0.5f, 0.5f}, {NAN, 9, 9}, {9, 8, 9}};
    assert_false(mote_triangle_box_clip(bad, &box));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errs_only_within_rounding),
        cmocka_unit_test(generic_input_has_no_errors),
        cmocka_unit_test(early_outs_and_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
