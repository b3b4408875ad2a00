// How long the library reads positions: arrays are overwritten and released as soon as a frame is
// over. A read that comes too late gives NaN, and is found by the address sanitizer.

#include <math.h>
#include <mote/dynamics.h>
#include <mote/recording.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/record_story.h"
#include "support/run.h"

enum { CORNERS = 8 };

static const mote_vec3 box_corners[CORNERS] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                               {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
static const mote_transform raised = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0.5f}};

typedef struct setting {
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id a, b;
    mote_vec3 *given[2]; // what the bodies were given, null when it has been released
} setting;

static void begin(setting *s, mote_method method, bool mesh_order)
{
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = (mote_positions){.data = box_corners, .count = CORNERS};
    mesh.indices = box_triangles;
    mesh.index_count = 36;
    mesh.flags |= MOTE_MESH_SEEDS;
    *s = (setting){0};
    assert_int_equal(mote_mesh_create(&mesh, &s->mesh), MOTE_OK);
    mote_world_def world = mote_default_world_def();
    world.method = method;
    assert_int_equal(mote_world_create(&world, &s->world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->mesh;
    body.positions_in_mesh_order = mesh_order;
    assert_int_equal(mote_body_create(s->world, &body, &s->a), MOTE_OK);
    assert_int_equal(mote_body_create(s->world, &body, &s->b), MOTE_OK);
}

static void release(setting *s)
{
    for (int i = 0; i < 2; i++) {
        for (int k = 0; s->given[i] && k < CORNERS; k++) s->given[i][k].x = NAN;
        free(s->given[i]);
        s->given[i] = NULL;
    }
}

static void end(setting *s)
{
    release(s);
    mote_world_destroy(s->world);
    mote_mesh_destroy(s->mesh);
}

static void give(setting *s, int number, float x, bool persistent)
{
    free(s->given[number]);
    mote_vec3 *at = s->given[number] = malloc(CORNERS * sizeof *at);
    assert_non_null(at);
    mote_mesh_view view;
    mote_mesh_get_view(s->mesh, &view);
    for (int k = 0; k < CORNERS; k++) {
        at[k] = box_corners[k];
        at[k].x += x;
    }
    mote_positions positions = {.data = at, .count = CORNERS, .persistent = persistent};
    assert_int_equal(mote_body_set_positions(s->world, number ? s->b : s->a, &positions), MOTE_OK);
}

static void detect(const setting *s, size_t pairs)
{
    mote_report report;
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    assert_int_equal(mote_world_report(s->world, &report), MOTE_OK);
    assert_int_equal(report.pair_count, pairs);
    assert_int_equal(report.invalid_count, 0);
}

static void is_refused(mote_result result, const char *function)
{
    char text[80];
    assert_int_equal(result, MOTE_ERROR_STATE);
    snprintf(text, sizeof text, "%s: the positions of body 0 were set before", function);
    if (!strstr(mote_last_message(), text)) fail_msg("%s", mote_last_message());
}

static void draw_nothing(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                         mote_vec3 at)
{
    (void)context, (void)kind, (void)body, (void)id;
    assert_true(isfinite(at.x));
}

// Body a lacks its positions.
static void everything_is_refused(const setting *s)
{
    const mote_debug_draw draw = {.point = draw_nothing};
    mote_vec3 at[CORNERS];
    mote_distance distance;
    mote_surface_point point;
    const mote_body_face *faces;
    size_t count;
    mote_world *world = s->world;
    mote_box box = {{-9, -9, -9}, {9, 9, 9}};
    mote_vec3 zero = {0, 0, 0}, right = {1, 0, 0};
    is_refused(mote_world_detect(world), "mote_world_detect");
    is_refused(mote_body_get_positions(world, s->a, at, CORNERS), "mote_body_get_positions");
    is_refused(mote_world_distance(world, s->a, s->b, 9, &distance), "mote_world_distance");
    is_refused(mote_world_distance(world, s->b, s->a, 9, &distance), "mote_world_distance");
    is_refused(mote_world_closest_point(world, s->a, zero, 9, &point), "mote_world_closest_point");
    is_refused(mote_world_ray(world, zero, right, 9, 1, &point), "mote_world_ray");
    is_refused(mote_world_overlap_sphere(world, zero, 9, 1, &faces, &count),
               "mote_world_overlap_sphere");
    is_refused(mote_world_overlap_box(world, &box, 1, &faces, &count), "mote_world_overlap_box");
    assert_int_equal(mote_world_closest_point(world, s->b, zero, 9, &point), MOTE_OK);
    assert_int_equal(mote_world_ray(world, zero, right, 9, 2, &point), MOTE_OK);
    assert_int_equal(mote_world_draw(world, &draw), MOTE_OK);
}

static void everything_works(const setting *s)
{
    mote_vec3 at[CORNERS];
    mote_distance distance;
    mote_surface_point point;
    const mote_body_face *faces;
    size_t count;
    const mote_debug_draw draw = {.point = draw_nothing};
    mote_vec3 zero = {0, 0, 0}, right = {1, 0, 0};
    assert_int_equal(mote_body_get_positions(s->world, s->a, at, CORNERS), MOTE_OK);
    for (int k = 0; k < CORNERS; k++) assert_true(isfinite(at[k].x));
    assert_int_equal(mote_world_distance(s->world, s->a, s->b, 9, &distance), MOTE_OK);
    assert_int_equal(mote_world_closest_point(s->world, s->a, zero, 9, &point), MOTE_OK);
    assert_int_equal(mote_world_ray(s->world, zero, right, 9, 1, &point), MOTE_OK);
    assert_int_equal(mote_world_overlap_sphere(s->world, zero, 9, 1, &faces, &count), MOTE_OK);
    assert_int_equal(mote_world_draw(s->world, &draw), MOTE_OK);
}

// All methods for bodies that deform.
static void with_every_method(bool mesh_order, void test(setting *s))
{
    for (size_t i = 0; mote_method_at(i); i++) {
        const mote_method_info *info = mote_method_at(i);
        if (!(info->abilities & MOTE_ABILITY_DEFORMING)) continue;
        setting s;
        begin(&s, info->method, mesh_order);
        test(&s);
        end(&s);
    }
}

// ---------------------------------------------------------------------------------------------

static void check_transform_alone(setting *s)
{
    give(s, 0, 0, false);
    assert_int_equal(mote_body_set_transform(s->world, s->a, &raised), MOTE_OK);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    release(s);
    everything_works(s);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK); // from the copy
    assert_int_equal(mote_body_set_transform(s->world, s->a, NULL), MOTE_OK);
    everything_is_refused(s);
    everything_is_refused(s);
    give(s, 0, 0.25f, false);
    everything_works(s);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    everything_works(s);
}

static void a_new_transform_needs_new_positions(void **state)
{
    (void)state;
    with_every_method(false, check_transform_alone);
}

static void check_either_order(setting *s)
{
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    for (int frame = 0; frame < 4; frame++) {
        if (frame & 1) give(s, 0, 0.25f, false);
        assert_int_equal(mote_body_set_transform(s->world, s->a, &raised), MOTE_OK);
        if (!(frame & 1)) give(s, 0, 0.25f, false);
        everything_works(s);
        assert_int_equal(mote_world_detect(s->world), MOTE_OK);
        everything_works(s);
        release(s);
    }
}

static void transform_and_positions_come_in_either_order(void **state)
{
    (void)state;
    with_every_method(false, check_either_order);
}

static void check_still(setting *s)
{
    give(s, 0, 0.25f, false);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    release(s);
    for (int frame = 0; frame < 4; frame++) {
        everything_works(s);
        assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    }
}

static void a_body_that_was_read_whole_stays_where_it_is(void **state)
{
    (void)state;
    with_every_method(false, check_still);
}

// Positions that come in every frame are not copied by all methods, so the last ones may be missed:
// then the caller is told, and nothing is read too late.
static void check_every_frame(setting *s)
{
    for (int frame = 0; frame < 4; frame++) {
        give(s, 0, 0.25f, false);
        assert_int_equal(mote_world_detect(s->world), MOTE_OK);
        everything_works(s);
    }
    release(s);
    mote_result result = mote_world_detect(s->world);
    if (result != MOTE_OK) is_refused(result, "mote_world_detect");
    give(s, 0, 0.25f, false);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    everything_works(s);
}

static void positions_of_every_frame_may_have_to_be_set_again(void **state)
{
    (void)state;
    with_every_method(false, check_every_frame);
}

// A body far from the other: its positions are streamed, and nothing copies them.
static void streamed_positions_are_needed_in_every_frame(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_HYBRID, false);
    for (int frame = 0; frame < 3; frame++) {
        give(&s, 0, 50, false);
        detect(&s, 0);
    }
    release(&s);
    everything_is_refused(&s);
    end(&s);
}

static void check_in_place(setting *s)
{
    give(s, 0, 0.25f, false);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    everything_works(s);
    release(s);
    everything_is_refused(s);
    give(s, 0, 0.25f, true);
    for (int frame = 0; frame < 3; frame++) {
        assert_int_equal(mote_world_detect(s->world), MOTE_OK);
        everything_works(s);
    }
}

static void positions_that_are_read_in_place_are_needed_in_every_frame(void **state)
{
    (void)state;
    with_every_method(true, check_in_place);
}

static void check_promised(setting *s)
{
    mote_box far = {{90, 0, 0}, {92, 1, 1}};
    give(s, 0, 90.5f, false);
    assert_int_equal(mote_body_set_bounds(s->world, s->a, &far), MOTE_OK);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    release(s);
    everything_is_refused(s);
    give(s, 0, 90.5f, true);
    assert_int_equal(mote_body_set_bounds(s->world, s->a, &far), MOTE_OK);
    for (int frame = 0; frame < 3; frame++) assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    everything_works(s);
}

static void positions_that_nobody_read_are_not_read_later(void **state)
{
    (void)state;
    with_every_method(false, check_promised);
}

static void check_persistent(setting *s)
{
    give(s, 0, 0.25f, true);
    for (int frame = 0; frame < 4; frame++) {
        mote_transform transform = raised;
        transform.t.z = 0.1f * (float)frame;
        assert_int_equal(mote_body_set_transform(s->world, s->a, &transform), MOTE_OK);
        assert_int_equal(mote_world_detect(s->world), MOTE_OK);
        everything_works(s);
    }
}

static void persistent_positions_follow_the_transform(void **state)
{
    (void)state;
    with_every_method(false, check_persistent);
    with_every_method(true, check_persistent);
}

// Body b was set for this frame: the refusal of a does not end the life of its positions.
static void a_refused_detect_spares_the_other_bodies(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_HYBRID, true);
    give(&s, 0, 0, false);
    give(&s, 1, 0.5f, false);
    detect(&s, 1);
    release(&s);
    give(&s, 1, 5, false);
    is_refused(mote_world_detect(s.world), "mote_world_detect");
    mote_report report;
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    assert_int_equal(report.frame, 1);
    assert_int_equal(report.pair_count, 1);
    give(&s, 0, 4.5f, false);
    detect(&s, 1);
    end(&s);
}

// ---------------------------------------------------------------------------------------------
// Recordings

static void a_recording_that_begins_later_reads_the_copy(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_HYBRID, false);
    give(&s, 0, 0.25f, false);
    detect(&s, 1);
    release(&s);
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    detect(&s, 1);
    give(&s, 0, 5, false);
    detect(&s, 1); // the end of a pair
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    mote_recording *recording;
    mote_player *player;
    assert_int_equal(mote_recording_open(bytes.data, bytes.size, NULL, &recording), MOTE_OK);
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    for (int frame = 0; frame < 2; frame++) {
        mote_played_frame played;
        assert_int_equal(mote_player_step(player, &played), MOTE_OK);
        assert_true(played.equal);
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
    end(&s);
}

static void a_recording_that_begins_later_fails_without_a_copy(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_HYBRID, false);
    give(&s, 0, 0.25f, false);
    assert_int_equal(mote_body_set_transform(s.world, s.a, &raised), MOTE_OK);
    detect(&s, 1);
    release(&s);
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    detect(&s, 1);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_ERROR_STATE);
    assert_non_null(strstr(mote_last_message(), "the positions of body 0"));
    recorded_bytes_release(&bytes);
    end(&s);
}

// ---------------------------------------------------------------------------------------------

static void dynamics_need_persistent_positions(void **state)
{
    (void)state;
    for (int persistent = 0; persistent < 2; persistent++) {
        setting s;
        begin(&s, MOTE_METHOD_HYBRID, false);
        mote_dynamics_def def = mote_default_dynamics_def();
        def.world = s.world;
        mote_dynamics *dynamics;
        assert_int_equal(mote_dynamics_create(&def, &dynamics), MOTE_OK);
        mote_vec3 *at = malloc(sizeof box_corners);
        assert_non_null(at);
        memcpy(at, box_corners, sizeof box_corners);
        mote_positions positions = {.data = at, .count = CORNERS, .persistent = persistent};
        mote_rigid_def rigid = mote_default_rigid_def();
        rigid.body = s.a;
        rigid.positions = &positions;
        rigid.velocity.x = 9;
        assert_int_equal(mote_dynamics_add(dynamics, &rigid), MOTE_OK);
        assert_int_equal(mote_dynamics_step(dynamics, 0.1), MOTE_OK);
        if (persistent) {
            assert_int_equal(mote_dynamics_step(dynamics, 0.1), MOTE_OK);
            free(at);
        } else {
            free(at);
            is_refused(mote_dynamics_step(dynamics, 0.1), "mote_world_detect");
        }
        mote_dynamics_destroy(dynamics);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_transform_needs_new_positions),
        cmocka_unit_test(transform_and_positions_come_in_either_order),
        cmocka_unit_test(a_body_that_was_read_whole_stays_where_it_is),
        cmocka_unit_test(positions_of_every_frame_may_have_to_be_set_again),
        cmocka_unit_test(streamed_positions_are_needed_in_every_frame),
        cmocka_unit_test(positions_that_are_read_in_place_are_needed_in_every_frame),
        cmocka_unit_test(positions_that_nobody_read_are_not_read_later),
        cmocka_unit_test(persistent_positions_follow_the_transform),
        cmocka_unit_test(a_refused_detect_spares_the_other_bodies),
        cmocka_unit_test(a_recording_that_begins_later_reads_the_copy),
        cmocka_unit_test(a_recording_that_begins_later_fails_without_a_copy),
        cmocka_unit_test(dynamics_need_persistent_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
