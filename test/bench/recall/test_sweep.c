#include "bench/recall/sweep.h"

#include <string.h>

#include "bench/recall/extent.h"
#include "bench/recall/play.h"
#include "support/run.h"

static void axes_are_read_and_sorted(void **state)
{
    (void)state;
    recall_axis axis;
    assert_int_equal(recall_axis_parse("particles=100,3,12,5", &axis), MOTE_OK);
    assert_int_equal(axis.kind, RECALL_AXIS_PARTICLES);
    assert_int_equal(axis.count, 4);
    assert_true(axis.values[0] == 3 && axis.values[1] == 5 && axis.values[3] == 100);
    assert_int_equal(recall_axis_parse("speed=.005", &axis), MOTE_OK);
    assert_int_equal(axis.kind, RECALL_AXIS_SPEED);
    assert_true(axis.count == 1 && axis.values[0] == 0.005);
    assert_int_equal(recall_axis_parse("detail=1e5", &axis), MOTE_OK);
    assert_true(axis.kind == RECALL_AXIS_DETAIL && axis.values[0] == 100000);
}

static void mistakes_name_the_item(void **state)
{
    (void)state;
    static const struct {
        const char *text, *named;
    } cases[] = {
        {"particels=3", "'particels'"},
        {"particle=3", "'particle'"},
        {"=3", "''"},
        {"particles", "''"},
        {"particles=", "''"},
        {"particles=3,,5", "''"},
        {"particles=3,5x", "'5x'"},
        {"particles=3,2.5", "'2.5'"},
        {"particles=-1", "'-1'"},
        {"particles=1e9", "'1e9'"},
        {"speed=0", "'0'"},
        {"speed=.1,nan", "'nan'"},
        {"speed=inf", "'inf'"},
        {"speed=.1,.2,.10", "'.10'"},
        {"detail=0", "'0'"},
        {"speed=.1,", "''"},
        {"particles=3 5", "'3 5'"},
        {"", "''"},
        {"particles=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25", "'25'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recall_axis axis;
        assert_int_not_equal(recall_axis_parse(cases[i].text, &axis), MOTE_OK);
        if (!strstr(mote_last_message(), cases[i].named))
            fail_msg("'%s': %s", cases[i].text, mote_last_message());
    }
}

// ---------------------------------------------------------------------------------------------

// Frames lie within the scene, go on one by one within a stretch, and are spread over all of it.
static void few_frames_are_spread_over_the_scene(void **state)
{
    (void)state;
    for (uint32_t whole = 1; whole < 400; whole += 7) {
        for (uint32_t count = 1; count < whole; count += 3) {
            recall_frames frames = recall_frames_choose(count, whole);
            assert_int_equal(frames.count, count);
            assert_true(frames.stretch <= RECALL_STRETCH);
            assert_true(recall_frames_begins_stretch(&frames, 0));
            uint32_t begins = 0;
            for (uint32_t i = 0; i < count; i++) {
                uint32_t frame = recall_frames_at(&frames, i);
                assert_true(frame < whole);
                bool begin = recall_frames_begins_stretch(&frames, i);
                begins += begin;
                uint32_t before = i ? recall_frames_at(&frames, i - 1) : 0;
                if (!begin) assert_int_equal(frame, before + 1);
                if (begin && i) assert_true(frame >= before);
            }
            assert_true(begins <= frames.stretch_count && frames.stretch_count <= begins + 1);
        }
    }
    recall_frames few = recall_frames_choose(10, 101);
    assert_int_equal(recall_frames_at(&few, 0), 45);
    recall_frames four = recall_frames_choose(100, 1000);
    assert_int_equal(recall_frames_at(&four, 0), 112);
    assert_int_equal(recall_frames_at(&four, 99), 886);
}

static void many_frames_play_the_scene_and_beyond(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 240, 1000};
    for (int i = 0; i < 3; i++) {
        recall_frames frames = recall_frames_choose(counts[i], 240);
        assert_int_equal(frames.count, counts[i] ? counts[i] : 240);
        for (uint32_t k = 0; k < frames.count; k++) {
            assert_int_equal(recall_frames_at(&frames, k), k);
            assert_int_equal(recall_frames_begins_stretch(&frames, k), k == 0);
        }
    }
}

// ---------------------------------------------------------------------------------------------

static void radius_is_that_around_the_middle_of_the_box(void **state)
{
    (void)state;
    mote_vec3 positions[] = {{1, 0, 0}, {7, 0, 0}, {1, 8, 0}};
    io_model model = {.positions = positions, .vertex_count = 3};
    assert_true(recall_model_radius(&model) == 5.0);
}

// Unit spheres that fly by less than 0.18 a frame and turn; twice as fast at speed 2.
static void speed_is_told_in_radii_a_frame(void **state)
{
    (void)state;
    double measured[2];
    for (int i = 0; i < 2; i++) {
        scene_def def = scene_default_def();
        def.name = "spheres-2";
        def.speed = (float)(i + 1);
        scene_instance *scene;
        assert_int_equal(scene_open(&def, &scene), MOTE_OK);
        assert_int_equal(recall_scene_measure_speed(scene, &measured[i]), MOTE_OK);
        scene_close(scene);
    }
    assert_true(measured[0] > 0.01 && measured[0] < 0.3);
    assert_true(measured[1] > 1.8 * measured[0] && measured[1] < 2.2 * measured[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_read_and_sorted),
        cmocka_unit_test(mistakes_name_the_item),
        cmocka_unit_test(few_frames_are_spread_over_the_scene),
        cmocka_unit_test(many_frames_play_the_scene_and_beyond),
        cmocka_unit_test(radius_is_that_around_the_middle_of_the_box),
        cmocka_unit_test(speed_is_told_in_radii_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
