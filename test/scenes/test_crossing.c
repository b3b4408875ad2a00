// The scenes that show what happens between frames: what no frame shows and what only touches.

#include <math.h>
#include <string.h>

#include "support/run.h"
#include "support/scene_show.h"

static uint32_t frames_of(const scene_show *show)
{
    uint32_t count = scene_frame_count(show->scene), wanted = (uint32_t)test_count(12, 40, 1000);
    return count - 1 < wanted ? count - 1 : wanted;
}

static double bullet_x(const scene_show *show, uint32_t frame)
{
    return (double)scene_transform(show->scene, 0, frame).t.x;
}

// In no frame, but once whenever the bullet changes sides.
static void only_a_sweep_sees_the_bullet_pass_the_cloth(void **state)
{
    (void)state;
    scene_show show = scene_show_open("bullet-cloth", 0, 1);
    size_t passes = 0;
    for (uint32_t frame = 0; frame < frames_of(&show); frame++) {
        assert_int_equal(scene_show_frame(&show, frame).pair_count, 0);
        mote_sweep_report step = scene_show_step(&show, frame);
        bool passed = bullet_x(&show, frame) * bullet_x(&show, frame + 1) < 0;
        assert_int_equal(step.pair_count, passed);
        passes += passed;
        if (passed) assert_true(step.pairs[0].first.low > 0.05 && step.pairs[0].first.high < 0.95);
    }
    assert_true(passes >= 2);
    scene_show_close(&show);
}

static void a_bullet_crosses_all_walls_in_one_step(void **state)
{
    (void)state;
    scene_show show = scene_show_open("bullet-wall", 0, 1);
    for (uint32_t frame = 0; frame < 12; frame++) {
        assert_int_equal(scene_show_frame(&show, frame).pair_count, 0);
        mote_sweep_report step = scene_show_step(&show, frame);
        assert_int_equal(step.pair_count, 5);
        for (size_t i = 0; i + 1 < step.pair_count; i++) {
            double later = step.pairs[i + 1].first.low - step.pairs[i].first.low;
            assert_true(frame % 2 ? later < 0 : later > 0); // one wall after the other
        }
    }
    // At its farthest, 1.25 from the middle of the walls, whose half width is 1, it passes beside
    // all of them.
    assert_int_equal(scene_show_step(&show, 49).pair_count, 0);
    scene_show_close(&show);
}

static void cloths_cross_between_frames(void **state)
{
    (void)state;
    scene_show show = scene_show_open("crossing-cloths", 500, 1);
    for (uint32_t frame = 0; frame < 12; frame++) {
        assert_int_equal(scene_show_frame(&show, frame).pair_count, 0);
        assert_int_equal(scene_show_step(&show, frame).pair_count, frame % 3 == 1);
    }
    scene_show_close(&show);
}

static void the_rod_cuts_itself_when_it_is_twisted(void **state)
{
    (void)state;
    scene_show show = scene_show_open("twisting-rod", 0, 1);
    assert_int_equal(scene_show_step(&show, 20).impact_count, 0);
    assert_true(scene_show_step(&show, 52).impact_count > 0);
    scene_show_close(&show);
}

static void gears_never_touch(void **state)
{
    (void)state;
    scene_show show = scene_show_open("gears", 0, 1);
    size_t near = 0;
    for (uint32_t frame = 0; frame < frames_of(&show); frame++) {
        mote_sweep_report step = scene_show_step(&show, frame);
        assert_int_equal(step.pair_count, 0);
        near += step.stats.candidates;
    }
    assert_true(near > 100); // but come close
    scene_show_close(&show);
}

static const mote_swept_pair *pair_of(const scene_show *show, const mote_sweep_report *step,
                                      uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < step->pair_count; i++) {
        if (step->pairs[i].a.index == show->ids[a].index &&
            step->pairs[i].b.index == show->ids[b].index)
            return &step->pairs[i];
    }
    return NULL;
}

// Boxes 0 to 3 are the first tower, and so on.
static void stacks_come_to_rest_exactly(void **state)
{
    (void)state;
    scene_show show = scene_show_open("resting-stacks", 0, 1);
    uint32_t end = (uint32_t)test_count(30, 62, 62), touch = 0;
    for (uint32_t frame = 0; frame < end; frame++) {
        mote_sweep_report step = scene_show_step(&show, frame);
        for (uint32_t box = 0; box < 3; box++) {
            const mote_swept_pair *first = pair_of(&show, &step, box, box + 1);
            assert_true(first && first->meets_at_start && first->first.high == 0);
            assert_null(pair_of(&show, &step, 8 + box, 9 + box)); // stops short
        }
        // The lowest gap of the second tower is 6/16 at first and closes by 1/16 per frame.
        const mote_swept_pair *second = pair_of(&show, &step, 4, 5);
        assert_int_equal(second != NULL, frame >= 5);
        if (!second) continue;
        touch++;
        assert_true(second->first.low == second->first.high);
        assert_true(second->first.low == (frame == 5 ? 1.0 : 0.0));
        assert_int_equal(second->meets_at_start, frame > 5);
    }
    assert_true(touch > 10);
    scene_show_close(&show);
}

static void the_spike_reaches_the_bottom_of_the_crack(void **state)
{
    (void)state;
    scene_show show = scene_show_open("spike-crack", 0, 1);
    for (uint32_t frame = 0; frame < 12; frame++) {
        mote_sweep_report step = scene_show_step(&show, frame);
        const mote_swept_pair *pair = pair_of(&show, &step, 0, 1);
        assert_int_equal(pair != NULL, frame == 9 || frame == 10);
        if (pair) assert_true(pair->first.low == (frame == 9 ? 1.0 : 0.0));
        assert_null(pair_of(&show, &step, 0, 2));
    }
    scene_show_close(&show);
}

static void the_wedge_meets_what_it_slides_on(void **state)
{
    (void)state;
    scene_show show = scene_show_open("sliding-wedge", 0, 1);
    for (uint32_t frame = 0; frame < 20; frame++) {
        mote_sweep_report step = scene_show_step(&show, frame);
        double x = (double)scene_transform(show.scene, 4, frame).t.x;
        const mote_swept_pair *pair = pair_of(&show, &step, (uint32_t)(x + 0.5), 4);
        assert_true(pair && pair->first.high == 0 && pair->meets_at_start);
        for (uint32_t box = 0; box < 4; box++) assert_null(pair_of(&show, &step, box, 5));
    }
    scene_show_close(&show);
}

static void boxes_fall_along_the_wall_of_the_cliff(void **state)
{
    (void)state;
    scene_show show = scene_show_open("cliff-edges", 0, 1);
    for (uint32_t frame = 0; frame < 62; frame += (uint32_t)test_count(5, 1, 1)) {
        mote_sweep_report step = scene_show_step(&show, frame);
        const mote_swept_pair *pair = pair_of(&show, &step, 0, 1);
        assert_true(pair && pair->first.high == 0);
        assert_int_equal(pair_of(&show, &step, 0, 2) != NULL, frame < 32);
    }
    scene_show_close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_a_sweep_sees_the_bullet_pass_the_cloth),
        cmocka_unit_test(a_bullet_crosses_all_walls_in_one_step),
        cmocka_unit_test(cloths_cross_between_frames),
        cmocka_unit_test(the_rod_cuts_itself_when_it_is_twisted),
        cmocka_unit_test(gears_never_touch),
        cmocka_unit_test(stacks_come_to_rest_exactly),
        cmocka_unit_test(the_spike_reaches_the_bottom_of_the_crack),
        cmocka_unit_test(the_wedge_meets_what_it_slides_on),
        cmocka_unit_test(boxes_fall_along_the_wall_of_the_cliff),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
