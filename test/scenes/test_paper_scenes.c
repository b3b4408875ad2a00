// The scenes of the papers and of skinned characters are what they say: bodies, faces, motion, and
// which frames touch.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/run.h"
#include "support/scene_show.h"

// ---------------------------------------------------------------------------------------------
// Bodies

static void bodies_have_the_faces_of_the_papers(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t bodies, frames;
        uint32_t faces[5]; // of the first bodies; 0 ends
    } expected[] = {
        {"senin-t", 2, 600, {1380, 1380}},
        {"senin-mv", 2, 600, {2968, 1764}},
        {"senin-w", 2, 2000, {11920, 11920}},
        {"lbg-teapot-sphere", 2, 240, {5784, 1260}},
        {"lbg-many", 13, 200, {1260, 1260}},
        {"lbg-bad-start", 2, 120, {1260, 5784}},
        {"lbg-expand", 5, 200, {1260, 1260}},
        {"smith-spheres-3968", 2, 72, {3968, 3968}},
        {"smith-spheres-10", 2, 72, {10, 10}},
        {"smith-shuttles-2", 2, 150, {528, 528}},
        {"smith-shuttles", 15, 150, {528}},
        {"smith-convex-10", 10, 100, {528}},
        {"smith-convex", 40, 100, {528}},
        {"smith-bouncing-15-48", 15, 1000, {48}},
        {"smith-bouncing-15", 15, 1000, {960}},
        {"smith-venus-shuttle", 4, 34, {1816, 528, 120, 146}},
        {"smith-interactive", 5, 800, {960, 960, 1816, 528, 528}},
        {"smith-shrine", 5, 240, {2939, 1688, 636, 960, 960}}, // 5263 in three pieces
        {"crowd-100", 100, 300, {4320}},
        {"character-garment", 2, 240, {69120}},
        {"cloth-on-sphere", 2, 240, {91592, 3968}},
        {"skinned-million", 2, 240, {1105920, 2000}},
        {"cloth-wound", 2, 120, {90042, 960}},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        scene_def def = scene_default_def();
        def.name = expected[i].name;
        scene_instance *scene;
        assert_int_equal(scene_open(&def, &scene), MOTE_OK);
        assert_int_equal(scene_body_count(scene), expected[i].bodies);
        assert_int_equal(scene_frame_count(scene), expected[i].frames);
        for (uint32_t body = 0; body < 5 && expected[i].faces[body]; body++) {
            if (scene_model(scene, body)->triangle_count != expected[i].faces[body])
                fail_msg("%s: body %u has %u faces", expected[i].name, body,
                         scene_model(scene, body)->triangle_count);
        }
        scene_close(scene);
    }
}

// ---------------------------------------------------------------------------------------------
// Contact

// The share of frames in which something touches, out of `samples` spread evenly, the last one
// included.
static double share_of_frames(const char *name, uint32_t detail, uint32_t samples)
{
    scene_show show = scene_show_open(name, detail, 1);
    uint32_t last = scene_frame_count(show.scene) - 1, touching = 0;
    if (samples > last + 1) samples = last + 1;
    for (uint32_t i = 0; i < samples; i++)
        touching += scene_show_frame(&show, i * last / (samples - 1)).face_pair_count > 0;
    scene_show_close(&show);
    return (double)touching / samples;
}

// Measured over all frames: what stands here with a quarter more or less, and three standard
// deviations of a sample.
static void scenes_touch_in_as_many_frames_as_they_should(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t detail;
        double share;
    } expected[] = {
        {"senin-t", 0, 0.052},
        {"senin-mv", 0, 0.025},
        {"senin-w", 0, 0.021},
        {"lbg-teapot-sphere", 0, 0.1},
        {"lbg-many", 0, 0.025},
        {"lbg-bad-start", 0, 0.058},
        {"lbg-expand", 0, 0.33},
        {"smith-bouncing-15-48", 0, 0.51},
        {"smith-bouncing-15-168", 0, 0.33},
        {"smith-bouncing-15-960", 0, 0.18},
        {"smith-interactive", 0, 0.57},
        {"smith-shrine", 0, 0.85},
        {"character-garment", 17000, 0.67},
        {"cloth-on-sphere", 20000, 0.45},
        {"crowd-20", 1080, 0.95},
        {"skinned-million", 17000, 0.26},
    };
    uint32_t samples = (uint32_t)test_count(40, 200, 2000);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double share = share_of_frames(expected[i].name, expected[i].detail, samples);
        double p = expected[i].share, chance = 3.0 * sqrt(p * (1.0 - p) / samples);
        print_message("%s: %.3f of the frames touch\n", expected[i].name, share);
        if (fabs(share - p) > 0.25 * p + chance) fail_msg("%s: not %.3f", expected[i].name, p);
    }
}

static void check_only_the_last_frame_touches(const char *name, uint64_t seed)
{
    scene_show show = scene_show_open(name, 0, seed);
    uint32_t last = scene_frame_count(show.scene) - 1;
    uint32_t step = (uint32_t)test_count(10, 1, 1);
    for (uint32_t frame = last % step; frame < last; frame += step) {
        if (scene_show_frame(&show, frame).face_pair_count > 0)
            fail_msg("%s, seed %u: touches in frame %u", name, (unsigned)seed, frame);
    }
    assert_int_equal(scene_show_frame(&show, last - 1).face_pair_count, 0);
    mote_report report = scene_show_frame(&show, last);
    assert_true(report.face_pair_count > 0);
    assert_int_equal(scene_show_pairs(&show, &report, 0, 1), report.face_pair_count);
    scene_show_close(&show);
}

static void smiths_scenes_end_with_the_first_contact(void **state)
{
    (void)state;
    static const char *const names[] = {
        "smith-spheres-8",    "smith-spheres-10",  "smith-spheres-24",  "smith-spheres-48",
        "smith-spheres-54",   "smith-spheres-120", "smith-spheres-528", "smith-spheres-960",
        "smith-spheres-3968", "smith-shuttles-2",  "smith-shuttles-15", "smith-convex-10",
        "smith-convex-20",    "smith-convex-30",   "smith-convex-40",   "smith-venus-shuttle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (uint64_t seed = 0; seed < test_count(2, 4, 50); seed++)
            check_only_the_last_frame_touches(names[i], seed);
    }
}

// ---------------------------------------------------------------------------------------------
// Senin

static void the_ws_warm_up_keep_away_and_bounce(void **state)
{
    (void)state;
    scene_show show = scene_show_open("senin-w", 0, 1);
    mote_transform start = scene_transform(show.scene, 0, 0);
    for (uint32_t frame = 0; frame < 49; frame++) {
        mote_transform now = scene_transform(show.scene, 0, frame);
        assert_memory_equal(&now, &start, sizeof now);
    }
    uint32_t step = (uint32_t)test_count(100, 10, 1);
    for (uint32_t frame = 0; frame < 949; frame += step)
        assert_int_equal(scene_show_frame(&show, frame).face_pair_count, 0);
    uint32_t hits = 0;
    bool was_touching = false;
    for (uint32_t frame = 949; frame<1984; frame += step> 3 ? 3 : 1) {
        bool touching = scene_show_frame(&show, frame).face_pair_count > 0;
        hits += touching && !was_touching;
        was_touching = touching;
    }
    assert_true(hits >= 5);
    for (uint32_t frame = 1984; frame < 2000; frame++)
        assert_int_equal(scene_show_frame(&show, frame).face_pair_count, 0);
    scene_show_close(&show);
}

// ---------------------------------------------------------------------------------------------
// Saenghaengtham

static void twelve_strike_one_at_once(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= test_count(3, 8, 40); seed++) {
        scene_show show = scene_show_open("lbg-many", 0, seed);
        mote_report report = scene_show_frame(&show, 100);
        assert_int_equal(report.pair_count, 12);
        for (uint32_t striker = 1; striker <= 12; striker++)
            assert_true(scene_show_pairs(&show, &report, 0, striker) > 0);
        assert_int_equal(scene_show_frame(&show, 90).face_pair_count, 0);
        scene_show_close(&show);
    }
}

// The same happens with every seed, but not at the same place.
static void every_seed_of_lbg_has_collisions_elsewhere(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t frame; // of a collision
    } cases[] = {{"lbg-teapot-sphere", 30}, {"lbg-bad-start", 60}, {"lbg-expand", 100}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mote_box first = {{0, 0, 0}, {0, 0, 0}};
        for (uint64_t seed = 1; seed <= test_count(3, 20, 100); seed++) {
            scene_show show = scene_show_open(cases[i].name, 0, seed);
            if (scene_show_frame(&show, cases[i].frame).face_pair_count == 0)
                fail_msg("%s, seed %u: nothing touches", cases[i].name, (unsigned)seed);
            assert_int_equal(scene_show_frame(&show, 0).face_pair_count, 0);
            mote_box box = scene_show_box(&show, 0);
            if (seed == 1)
                first = box;
            else
                assert_true(box.min.x != first.min.x && box.max.y != first.max.y);
            scene_show_close(&show);
        }
    }
}

static double extent(const scene_show *show, uint32_t body)
{
    mote_box box = scene_show_box(show, body);
    return (double)(box.max.x - box.min.x);
}

static void the_growing_sphere_grows_five_times(void **state)
{
    (void)state;
    scene_show show = scene_show_open("lbg-expand", 0, 1);
    scene_show_frame(&show, 0);
    double before = extent(&show, 0);
    mote_report report = scene_show_frame(&show, 100);
    assert_true(fabs(extent(&show, 0) / before - 5.0) < 0.5);
    for (uint32_t body = 1; body <= 4; body++)
        assert_true(scene_show_pairs(&show, &report, 0, body) > 0);
    scene_show_close(&show);
}

// ---------------------------------------------------------------------------------------------
// Smith

static double way_between(const mote_transform *a, const mote_transform *b)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(a->t), mote_vec_widen(b->t)));
}

// Of the rotation from one to the other: its cosine is half of the trace less 1.
static double turn_between(const mote_transform *a, const mote_transform *b)
{
    double trace = mote_dvec_dot(mote_vec_widen(a->cx), mote_vec_widen(b->cx)) +
                   mote_dvec_dot(mote_vec_widen(a->cy), mote_vec_widen(b->cy)) +
                   mote_dvec_dot(mote_vec_widen(a->cz), mote_vec_widen(b->cz));
    return acos(fmin(fmax(0.5 * (trace - 1.0), -1.0), 1.0));
}

static void bouncing_spheres_move_as_the_paper_says(void **state)
{
    (void)state;
    const double pi = 3.141592653589793, volume = 15.0 * 4.0 / 3.0 * pi / 0.05;
    double half = 0.5 * cbrt(volume);
    scene_def def = scene_default_def();
    def.name = "smith-bouncing-15-528";
    scene_instance *scene;
    assert_int_equal(scene_open(&def, &scene), MOTE_OK);
    double farthest = 0.0;
    for (uint32_t body = 0; body < 15; body++) {
        for (uint32_t frame = 0; frame + 1 < 1000; frame++) {
            mote_transform from = scene_transform(scene, body, frame);
            mote_transform to = scene_transform(scene, body, frame + 1);
            assert_true(fabs(way_between(&from, &to) - 0.05) < 1e-5);
            assert_true(fabs(turn_between(&from, &to) - 10.0 * pi / 180.0) < 1e-4);
            double reach =
                fmax(fabs((double)to.t.x), fmax(fabs((double)to.t.y), fabs((double)to.t.z)));
            farthest = fmax(farthest, reach + 1.0);
        }
    }
    assert_true(farthest < half + 1e-5 && farthest > half - 0.1);
    scene_close(scene);
}

static bool boxes_overlap(const scene_show *show, uint32_t a, uint32_t b)
{
    mote_box p = scene_show_box(show, a), q = scene_show_box(show, b);
    return p.min.x <= q.max.x && q.min.x <= p.max.x && p.min.y <= q.max.y && q.min.y <= p.max.y &&
           p.min.z <= q.max.z && q.min.z <= p.max.z;
}

static void many_boxes_of_shuttles_overlap_in_every_cycle(void **state)
{
    (void)state;
    scene_show show = scene_show_open("smith-shuttles-15", 0, 1);
    for (uint32_t frame = 0; frame < 150; frame += (uint32_t)test_count(10, 1, 1)) {
        scene_show_frame(&show, frame);
        int overlaps = 0;
        for (uint32_t a = 0; a < 15; a++) {
            for (uint32_t b = a + 1; b < 15; b++) overlaps += boxes_overlap(&show, a, b);
        }
        assert_true(overlaps >= 3);
    }
    scene_show_close(&show);
}

static void boxes_of_venus_and_shuttle_overlap_after_cycle_17(void **state)
{
    (void)state;
    scene_show show = scene_show_open("smith-venus-shuttle", 0, 1);
    for (uint32_t frame = 0; frame < 34; frame++) {
        scene_show_frame(&show, frame);
        assert_int_equal(boxes_overlap(&show, 0, 1), frame >= 16); // cycles are counted from 1
        assert_false(boxes_overlap(&show, 2, 3));
    }
    scene_show_close(&show);
}

static void one_hand_grasps_all_bodies_and_the_other_pushes(void **state)
{
    (void)state;
    enum { BODIES = 5 };
    scene_show show = scene_show_open("smith-interactive", 0, 1);
    bool touched[BODIES][BODIES] = {{false}};
    for (uint32_t frame = 0; frame < 800; frame += (uint32_t)test_count(8, 2, 1)) {
        mote_report report = scene_show_frame(&show, frame);
        for (uint32_t a = 0; a < BODIES; a++) {
            for (uint32_t b = 0; b < BODIES; b++) {
                if (a != b && scene_show_pairs(&show, &report, a, b) > 0) touched[a][b] = true;
            }
        }
    }
    assert_true(touched[0][2] && touched[0][3] && touched[0][4]);
    assert_true(touched[1][2] || touched[1][3] || touched[1][4]);
    scene_show_close(&show);
}

static void the_shrine_is_whole_in_the_end(void **state)
{
    (void)state;
    scene_show show = scene_show_open("smith-shrine", 0, 1);
    assert_int_equal(scene_show_frame(&show, 239).face_pair_count, 0);
    for (uint32_t piece = 0; piece < 3; piece++) {
        const io_model *model = scene_model(show.scene, piece);
        assert_memory_equal(show.positions[piece], model->positions,
                            model->vertex_count * sizeof *model->positions);
    }
    scene_show_close(&show);
}

// ---------------------------------------------------------------------------------------------
// Characters

static void cloth_and_skin_touch_lightly(void **state)
{
    (void)state;
    scene_show show = scene_show_open("character-garment", 69000, 1);
    size_t faces = (size_t)scene_model(show.scene, 0)->triangle_count +
                   scene_model(show.scene, 1)->triangle_count;
    assert_int_equal(scene_show_frame(&show, 0).face_pair_count, 0);
    size_t pairs = scene_show_frame(&show, 120).face_pair_count;
    assert_true(pairs > 0 && pairs < faces / 30);
    scene_show_close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_have_the_faces_of_the_papers),
        cmocka_unit_test(scenes_touch_in_as_many_frames_as_they_should),
        cmocka_unit_test(smiths_scenes_end_with_the_first_contact),
        cmocka_unit_test(the_ws_warm_up_keep_away_and_bounce),
        cmocka_unit_test(twelve_strike_one_at_once),
        cmocka_unit_test(every_seed_of_lbg_has_collisions_elsewhere),
        cmocka_unit_test(the_growing_sphere_grows_five_times),
        cmocka_unit_test(bouncing_spheres_move_as_the_paper_says),
        cmocka_unit_test(many_boxes_of_shuttles_overlap_in_every_cycle),
        cmocka_unit_test(boxes_of_venus_and_shuttle_overlap_after_cycle_17),
        cmocka_unit_test(one_hand_grasps_all_bodies_and_the_other_pushes),
        cmocka_unit_test(the_shrine_is_whole_in_the_end),
        cmocka_unit_test(cloth_and_skin_touch_lightly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
