// Boxes along given axes: twins give the same bits, and distances survive the change of axes.

#include "shape/axis_boxes.h"

#include <math.h>

#include "core/box.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/run.h"

enum { POINTS = 100, TRIANGLES = 37, GROUPS = (TRIANGLES + 7) / 8 };

typedef struct cloud {
    mote_vec3 points[POINTS];
    uint32_t corners[3 * TRIANGLES];
    mote_box box;
    mote_axes axes;
} cloud;

// Around some place up to 1e6 sizes away from the origin, in sizes from 2^-100 to 2^100.
static cloud any_cloud(mote_random *random)
{
    cloud c = {.box = mote_box_empty()};
    float size = ldexpf(1, (int)mote_random_below(random, 201) - 100);
    const float far[] = {0, 1, 1e6f};
    float away = far[mote_random_below(random, 3)];
    mote_vec3 center = mote_vec_scale(mote_random_direction(random), away * size);
    for (int i = 0; i < POINTS; i++) {
        mote_vec3 off = mote_vec_scale(mote_random_direction(random), size);
        c.points[i] = mote_vec_add(center, mote_vec_scale(off, mote_random_unit(random)));
        mote_box_add_point(&c.box, c.points[i]);
    }
    for (int i = 0; i < 3 * TRIANGLES; i++) c.corners[i] = mote_random_below(random, POINTS);
    mote_dvec3 direction = mote_vec_widen(mote_random_direction(random));
    if (mote_random_below(random, 4) == 0) direction = (mote_dvec3){0, 0, 0};
    c.axes = mote_axes_along(direction, mote_vec_widen(c.points[0]), &c.box);
    return c;
}

static mote_box point_box(const cloud *c, uint32_t i)
{
    return mote_axis_box_scalar(&c->axes, &c->points[0].x, i, i + 1, NULL, 0);
}

static void distances_survive_the_axes_up_to_the_slack(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(61, 0, 0);
    for (size_t n = test_count(100, 2000, 50000); n > 0; n--) {
        cloud c = any_cloud(&random);
        for (uint32_t i = 1; i < POINTS; i++) {
            mote_dvec3 p = mote_vec_widen(point_box(&c, i - 1).min);
            mote_dvec3 q = mote_vec_widen(point_box(&c, i).min);
            double along = mote_dvec_length(mote_dvec_sub(p, q));
            p = mote_vec_widen(c.points[i - 1]);
            q = mote_vec_widen(c.points[i]);
            double true_distance = mote_dvec_length(mote_dvec_sub(p, q)) * (double)c.axes.scale;
            assert_true(fabs(along - true_distance) <= (double)c.axes.slack + 1e-6 * true_distance);
        }
    }
}

static void boxes_of_vertices_are_those_of_the_twins(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(62, 0, 0);
    for (size_t n = test_count(200, 5000, 100000); n > 0; n--) {
        cloud c = any_cloud(&random);
        const float *xyz = &c.points[0].x;
        uint32_t first = mote_random_below(&random, POINTS);
        uint32_t end = first + mote_random_below(&random, POINTS - first + 1);
        uint32_t border = mote_random_below(&random, 30);
        mote_box want = mote_axis_box_scalar(&c.axes, xyz, first, end, c.corners, border);
        mote_box base = mote_axis_box_base(&c.axes, xyz, first, end, c.corners, border);
        mote_box best =
            MOTE_PICK_KERNEL(mote_axis_box)(&c.axes, xyz, first, end, c.corners, border);
        assert_memory_equal(&want, &base, sizeof want);
        assert_memory_equal(&want, &best, sizeof want);
        mote_box8 scalar8[GROUPS], base8[GROUPS], best8[GROUPS];
        uint32_t count = 1 + mote_random_below(&random, TRIANGLES);
        size_t bytes = (count + 7) / 8 * sizeof *scalar8;
        mote_axis_triangle_boxes_scalar(&c.axes, xyz, c.corners, count, scalar8);
        mote_axis_triangle_boxes_base(&c.axes, xyz, c.corners, count, base8);
        MOTE_PICK_KERNEL(mote_axis_triangle_boxes)(&c.axes, xyz, c.corners, count, best8);
        assert_memory_equal(scalar8, base8, bytes);
        assert_memory_equal(scalar8, best8, bytes);
    }
}

// Boxes of runs of points, the last one empty.
static void box_runs(const cloud *c, mote_box8 boxes[2])
{
    for (uint32_t i = 0; i < 16; i++) {
        mote_box box = mote_box_empty();
        for (uint32_t k = 0; k < 6 && i < 15; k++) mote_box_add_point(&box, c->points[6 * i + k]);
        mote_box8_set(&boxes[i / 8], i % 8, &box);
    }
}

static void outcodes_and_extents_leave_no_point_out(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(63, 0, 0);
    for (size_t n = test_count(200, 5000, 100000); n > 0; n--) {
        cloud c = any_cloud(&random);
        mote_box8 boxes[2];
        uint32_t codes[16], base[16], best[16];
        box_runs(&c, boxes);
        mote_extent all = mote_axis_extent_scalar(&c.axes, boxes, 2);
        mote_extent all_base = mote_axis_extent_base(&c.axes, boxes, 2);
        mote_extent all_best = MOTE_PICK_KERNEL(mote_axis_extent)(&c.axes, boxes, 2);
        assert_memory_equal(&all, &all_base, sizeof all);
        assert_memory_equal(&all, &all_best, sizeof all);
        float middle = 0.5f * (all.low + all.high);
        mote_slab slab = {{c.box.min, c.points[1]}, middle, all.high};
        mote_axis_outcodes_scalar(&c.axes, &slab, boxes, 2, codes);
        mote_axis_outcodes_base(&c.axes, &slab, boxes, 2, base);
        MOTE_PICK_KERNEL(mote_axis_outcodes)(&c.axes, &slab, boxes, 2, best);
        assert_memory_equal(codes, base, 15 * sizeof *codes);
        assert_memory_equal(codes, best, 15 * sizeof *codes);
        for (uint32_t i = 0; i < 90; i++) {
            float along = point_box(&c, i).min.x;
            assert_true(along >= all.low && along <= all.high);
            if (codes[i / 6] & 1) assert_true(along < middle);
            if (codes[i / 6] & 8) assert_true(c.points[i].x > c.points[1].x);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_survive_the_axes_up_to_the_slack),
        cmocka_unit_test(boxes_of_vertices_are_those_of_the_twins),
        cmocka_unit_test(outcodes_and_extents_leave_no_point_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
