// The C side of bindings/js, natively: what JavaScript calls, in its order, under the sanitizers.

#include <math.h>
#include <string.h>

#include "support/js_world.h"
#include "support/run.h"

static void marks_are_the_faces_of_the_report(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("spheres-6");
    js_world *world = js_create_world("hybrid");
    js_fill(world, scene);
    const mote_report *report = js_detect(world, scene, 0);
    assert_true(report->face_pair_count > 0);
    assert_int_equal(js_world_mark(world), MOTE_OK);
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        const uint8_t *a, *b;
        assert_int_equal(js_world_marks(world, pair->a.index, &a), MOTE_OK);
        assert_int_equal(js_world_marks(world, pair->b.index, &b), MOTE_OK);
        for (uint32_t j = 0; j < pair->face_pair_count; j++) {
            mote_face_pair faces = report->face_pairs[pair->first_face_pair + j];
            assert_true(a[faces.face_a] && b[faces.face_b]);
        }
    }
    js_world_destroy(world);
    js_scene_close(scene);
}

// The last report names bodies that are gone, and others may have their places and fewer faces.
static void bodies_that_replace_others_are_not_marked(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("blobs-heavy");
    js_world *world = js_create_world("hybrid");
    js_fill(world, scene);
    js_detect(world, scene, 0);
    js_mesh *box;
    uint32_t body;
    assert_int_equal(js_mesh_of_model("box", &box), MOTE_OK);
    assert_int_equal(js_world_remove(world, 0), MOTE_OK);
    assert_int_equal(js_world_add(world, box, &js_plain_body, &body), MOTE_OK);
    assert_int_equal(body, 0);
    const uint8_t *marks;
    assert_int_equal(js_world_mark(world), MOTE_OK);
    assert_int_equal(js_world_marks(world, 0, &marks), MOTE_OK);
    for (uint32_t i = 0; i < box->triangle_count; i++) assert_int_equal(marks[i], 0);
    js_mesh_release(box);
    js_world_destroy(world);
    js_scene_close(scene);
}

// Two boxes, one of which passes the other in the step, by transforms and by positions.
static void sweeps_see_what_passes(void **state)
{
    (void)state;
    js_world *world = js_create_world("hybrid");
    js_mesh *box;
    uint32_t body;
    assert_int_equal(js_mesh_of_model("box", &box), MOTE_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(js_world_add(world, box, &js_plain_body, &body), MOTE_OK);
    js_mesh_release(box);
    mote_transform ends[2] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {3, 0.25f, 0.25f}},
                              {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-5, 0.25f, 0.25f}}};
    const uint32_t transforms = JS_MOTION_TRANSFORM | JS_MOTION_TRANSFORM << JS_MOTION_END;
    assert_int_equal(js_world_set_motion(world, 1, transforms, ends), MOTE_OK);
    const uint32_t parts = JS_SWEEP_CONTACTS | JS_SWEEP_VERTEX_STEPS | JS_SWEEP_VERIFY;
    for (int round = 0; round < 2; round++) {
        const mote_sweep_report *report;
        const js_drawing *drawing;
        const mote_vec3 *middle;
        double steps[8];
        assert_int_equal(js_world_sweep(world, MOTE_SWEEP_ALL, parts, 0), MOTE_OK);
        assert_int_equal(js_world_sweep_report(world, &report), MOTE_OK);
        assert_true(report->safe_step == 0.25 && report->verified_step > 0.125);
        assert_int_equal(js_world_draw_sweep(world, &drawing), MOTE_OK);
        assert_int_equal(drawing->point_count, report->impact_count);
        assert_int_equal(js_world_safe_steps(world, 1, steps), MOTE_OK);
        assert_true(steps[0] >= 0.25);
        assert_int_equal(js_world_positions_at(world, 1, 0.5, &middle), MOTE_OK);
        assert_true(fabsf(middle[0].x + 1) == 0.5f);
        for (uint32_t end = 0; end < 2; end++) { // the second round, by positions
            mote_vec3 *positions;
            assert_int_equal(js_world_motion(world, 1, end, &positions), MOTE_OK);
            assert_int_equal(js_world_positions_at(world, 1, end, &middle), MOTE_OK);
            memcpy(positions, middle, 8 * sizeof *positions);
        }
        assert_int_equal(js_world_set_motion(world, 1, 5, ends), MOTE_OK);
    }
    assert_int_equal(js_world_set_motion(world, 2, 0, ends), MOTE_ERROR_STALE);
    js_world_destroy(world);
}

static void a_body_outlives_its_scene_and_mesh(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("letters-tt");
    js_world *world = js_create_world("refit");
    js_fill(world, scene);
    js_detect(world, scene, 0);
    js_scene_close(scene);
    const mote_vec3 *present;
    const js_drawing *drawing;
    mote_distance distance;
    assert_int_equal(js_world_detect(world), MOTE_OK);
    assert_int_equal(js_world_present(world, 1, &present), MOTE_OK);
    assert_int_equal(js_world_draw(world, &drawing), MOTE_OK);
    assert_true(drawing->box_count >= 2);
    assert_int_equal(js_world_distance(world, 0, 1, 1e9f, &distance), MOTE_OK);
    js_world_destroy(world);
}

static void scenes_show_only_bodies_of_their_size(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("blobs");
    js_world *world = js_create_world("hybrid");
    js_mesh *box;
    uint32_t body;
    assert_int_equal(js_mesh_of_model("box", &box), MOTE_OK);
    assert_int_equal(js_world_add(world, box, &js_plain_body, &body), MOTE_OK);
    assert_int_equal(js_world_show(world, body, scene, 0, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show(world, body, scene, 9, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show(world, 7, scene, 0, 0), MOTE_ERROR_STALE);
    js_mesh_release(box);
    js_world_destroy(world);
    js_scene_close(scene);
}

// The bodies of a player are where those of the recorded world are, and nobody else may move them.
static void bodies_are_equal(js_world *played, js_world *recorded)
{
    uint32_t body = js_world_next_body(played, 0);
    assert_int_equal(body, 0);
    for (; body != MOTE_NONE; body = js_world_next_body(played, body + 1)) {
        const mote_vec3 *one, *other;
        const js_mesh *mesh;
        assert_int_equal(js_world_mesh(played, body, &mesh), MOTE_OK);
        assert_int_equal(js_world_present(played, body, &one), MOTE_OK);
        assert_int_equal(js_world_present(recorded, body, &other), MOTE_OK);
        assert_memory_equal(one, other, mesh->vertex_count * sizeof *one);
        assert_int_equal(js_world_set_transform(played, body, NULL), MOTE_ERROR_STATE);
    }
    assert_int_equal(js_world_mark(played), MOTE_OK);
    assert_int_equal(js_world_detect(played), MOTE_ERROR_STATE);
}

static void recordings_play_and_damaged_ones_are_released(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("blobs-medium");
    js_world *world = js_create_world("hybrid");
    js_fill(world, scene);
    assert_int_equal(js_world_record(world), MOTE_OK);
    assert_int_equal(js_world_record(world), MOTE_ERROR_STATE);
    uint64_t hash = js_detect(world, scene, 5)->hash;
    const void *data;
    size_t size;
    assert_int_equal(js_world_record_stop(world, &data, &size), MOTE_OK);
    for (size_t kept = size; kept > 8; kept /= 2) {
        char *bytes = js_allocate(kept);
        assert_non_null(bytes);
        memcpy(bytes, data, kept);
        js_player *player;
        mote_played_frame frame;
        mote_result result = js_player_create(bytes, kept, NULL, &player);
        assert_true((result == MOTE_OK) == (player != NULL));
        if (kept == size) {
            assert_int_equal(result, MOTE_OK);
            assert_int_equal(js_player_frame_count(player), 1);
            assert_int_equal(js_player_step(player, &frame), MOTE_OK);
            assert_true(frame.equal && frame.hash == hash);
            bodies_are_equal(js_player_world(player), world);
        } else if (player) {
            assert_int_not_equal(js_player_step(player, &frame), MOTE_OK);
            assert_int_equal(js_world_next_body(js_player_world(player), 0), MOTE_NONE);
        }
        js_player_destroy(player);
    }
    js_world_destroy(world);
    js_scene_close(scene);
}

static void options_are_checked_by_name_and_kind(void **state)
{
    (void)state;
    mote_world_def *options;
    assert_int_equal(js_options_create(&options), MOTE_OK);
    assert_int_equal(js_options_set(options, "smith.level", 7), MOTE_OK);
    assert_true(js_options_get(options, "smith.level") == 7);
    assert_int_equal(js_options_set(options, "seed", 9007199254740991.0), MOTE_OK);
    assert_true(options->seed == 9007199254740991u);
    assert_int_equal(js_options_set(options, "contacts", 0), MOTE_OK);
    assert_false(options->contacts);
    const double wrong[] = {-1, 0.5, 4294967296.0, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(js_options_set(options, "smith.level", wrong[i]), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_options_set(options, "contacts", 2), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_options_set(options, "", 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_options_method(options, "magic"), MOTE_ERROR_ARGUMENT);
    js_release(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_the_faces_of_the_report),
        cmocka_unit_test(bodies_that_replace_others_are_not_marked),
        cmocka_unit_test(sweeps_see_what_passes),
        cmocka_unit_test(a_body_outlives_its_scene_and_mesh),
        cmocka_unit_test(scenes_show_only_bodies_of_their_size),
        cmocka_unit_test(recordings_play_and_damaged_ones_are_released),
        cmocka_unit_test(options_are_checked_by_name_and_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
