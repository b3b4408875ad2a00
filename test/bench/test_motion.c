// Motion that detections drive: it ends, bounces and starts as the method says, not as a proxy of
// the bodies does.

#include "support/run.h"

#include <math.h>

#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/vec.h"

#define SIDE 12.0

// Pairs of faces that meet in a cycle of a motion, by the naive method.
static size_t face_pairs_at(const char *scene, const scene_tracks *tracks, uint32_t frame)
{
    bench_method_settings settings;
    bench_stage stage;
    mote_report report;
    void *state;
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.scene.tracks = tracks;
    def.first_frame = frame;
    def.frame_count = 1;
    assert_true(bench_method_settings_make("naive", 1, &settings));
    bench_contender naive = bench_method_contender(&settings);
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    bench_stage_show(&stage, 0);
    assert_int_equal(naive.open(&settings, &stage, BENCH_ASK_PAIRS, &state), MOTE_OK);
    assert_int_equal(naive.frame(state, &stage), MOTE_OK);
    assert_int_equal(naive.report(state, &report), MOTE_OK);
    size_t count = report.face_pair_count;
    naive.close(state);
    bench_stage_close(&stage);
    return count;
}

// Two spheres of 48 faces that approach along x, turned at random.
static paper_motion_def approach(paper_mover movers[2], const bench_method_settings *driver,
                                 uint64_t seed)
{
    mote_random random = mote_random_stream(seed, 1, 2);
    for (int i = 0; i < 2; i++) {
        double side = i ? 1 : -1;
        movers[i] = (paper_mover){.rigid = mote_default_rigid()};
        movers[i].rigid.center.x = 1.4 * side;
        movers[i].rigid.velocity.x = -0.02 * side;
        movers[i].rigid.rotation = paper_random_rotation(&random);
    }
    return (paper_motion_def){.scene = "smith-spheres-48",
                              .driver = driver,
                              .response = MOTE_RESPONSE_EXCHANGE,
                              .max_cycles = 60,
                              .movers = movers};
}

static double gap_at(const paper_motion *motion, uint32_t cycle)
{
    return scene_tracks_key(&motion->tracks, 1, cycle)->place.x -
           scene_tracks_key(&motion->tracks, 0, cycle)->place.x;
}

static void a_run_ends_with_the_first_cycle_in_which_faces_meet(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    for (uint64_t seed = 0; seed < 5; seed++) {
        paper_mover movers[2];
        paper_motion motion;
        paper_motion_def def = approach(movers, &driver, seed);
        def.until_contact = true;
        assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
        assert_true(motion.ended_in_contact && motion.contact_cycles == 1);
        assert_int_equal(motion.tracks.last, motion.cycles - 1);
        assert_true(motion.overlap_cycle < motion.cycles);
        assert_true(face_pairs_at(def.scene, &motion.tracks, motion.cycles - 1) > 0);
        assert_int_equal(face_pairs_at(def.scene, &motion.tracks, motion.cycles - 2), 0);
        paper_motion_release(&motion);
    }
}

static void contacts_before_the_least_number_of_cycles_do_not_end_a_run(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    paper_mover movers[2];
    paper_motion motion;
    paper_motion_def def = approach(movers, &driver, 6);
    def.half = 1.4; // back from the walls, they meet again
    def.until_contact = true;
    def.min_cycles = 50;
    def.max_cycles = 200;
    assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
    assert_true(motion.ended_in_contact && motion.cycles >= 50 && motion.cycles < 200);
    assert_true(motion.contact_cycles > 1);
    paper_motion_release(&motion);
}

static void bodies_that_meet_exchange_their_motion(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    paper_mover movers[2];
    paper_motion motion;
    paper_motion_def def = approach(movers, &driver, 7);
    assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
    assert_int_equal(motion.cycles, 60);
    assert_true(motion.contact_cycles > 0 && !motion.ended_in_contact);
    assert_true(movers[0].rigid.velocity.x == -0.02 && movers[1].rigid.velocity.x == 0.02);
    double nearest = HUGE_VAL;
    for (uint32_t i = 0; i < motion.cycles; i++) nearest = fmin(nearest, gap_at(&motion, i));
    assert_true(nearest > 1.6 && nearest < 2.0);
    paper_motion_release(&motion);
}

static void a_held_body_is_not_moved_but_reflects_the_other(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    paper_mover movers[2];
    paper_motion motion;
    paper_motion_def def = approach(movers, &driver, 8);
    def.response = MOTE_RESPONSE_REFLECT;
    movers[0].is_held = true;
    movers[0].rigid.velocity = (mote_dvec3){0, 0, 0};
    movers[1].rigid.center.x = 1.0;
    assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
    assert_true(movers[0].rigid.center.x == -1.4);
    assert_true(movers[1].rigid.velocity.x > 0);
    paper_motion_release(&motion);
}

static void walls_keep_centers_inside(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    paper_mover movers[2];
    paper_motion motion;
    paper_motion_def def = approach(movers, &driver, 9);
    for (int i = 0; i < 2; i++) movers[i].rigid.velocity.x *= -4; // apart
    def.half = 1.5;
    assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
    for (uint32_t i = 0; i < motion.cycles; i++) {
        for (uint32_t body = 0; body < 2; body++)
            assert_true(fabs(scene_tracks_key(&motion.tracks, body, i)->place.x) <= 1.5);
    }
    paper_motion_release(&motion);
}

static void thrown_bodies_do_not_touch_and_depend_on_the_seed_alone(void **state)
{
    (void)state;
    static paper_mover movers[3][PAPER_MAX_MOVERS];
    paper_throw how = {"smith-convex-10", paper_half_of_balls(10) - 1, PAPER_SMITH_SPEED,
                       PAPER_SMITH_SPIN};
    const uint64_t seeds[3] = {4, 4, 5};
    for (int i = 0; i < 3; i++)
        assert_int_equal(paper_throw_apart(&how, seeds[i], movers[i]), MOTE_OK);
    assert_true(movers[0][9].rigid.center.x == movers[1][9].rigid.center.x);
    assert_true(movers[0][9].rigid.center.x != movers[2][9].rigid.center.x);
    for (int i = 0; i < 10; i++) {
        assert_true(fabs(mote_dvec_length(movers[0][i].rigid.velocity) - how.speed) < 1e-6);
        for (int k = 0; k < i; k++) {
            mote_dvec3 apart = mote_dvec_sub(movers[0][i].rigid.center, movers[0][k].rigid.center);
            assert_true(mote_dvec_length(apart) > 1.9); // faces are within the ball
        }
    }
}

static void the_motion_of_two_is_that_which_they_have_among_all(void **state)
{
    (void)state;
    bench_method_settings driver = paper_smith_letter(SIDE);
    paper_mover movers[2];
    paper_motion motion;
    scene_tracks two;
    paper_motion_def def = approach(movers, &driver, 10);
    assert_int_equal(paper_motion_run(&def, &motion), MOTE_OK);
    assert_int_equal(paper_motion_of_two(&motion, 1, 0, &two), MOTE_OK);
    assert_int_equal(two.last, motion.tracks.last);
    for (uint32_t i = 0; i <= two.last; i++)
        assert_true(scene_tracks_key(&two, 0, i)->place.x ==
                    scene_tracks_key(&motion.tracks, 1, i)->place.x);
    scene_tracks_release(&two);
    paper_motion_release(&motion);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_ends_with_the_first_cycle_in_which_faces_meet),
        cmocka_unit_test(contacts_before_the_least_number_of_cycles_do_not_end_a_run),
        cmocka_unit_test(bodies_that_meet_exchange_their_motion),
        cmocka_unit_test(a_held_body_is_not_moved_but_reflects_the_other),
        cmocka_unit_test(walls_keep_centers_inside),
        cmocka_unit_test(thrown_bodies_do_not_touch_and_depend_on_the_seed_alone),
        cmocka_unit_test(the_motion_of_two_is_that_which_they_have_among_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
