// Motions of bodies: what may be set, what a sweep makes of it, and how long it lasts.

#include <math.h>
#include <mote/motion.h>
#include <string.h>

#include "support/meshes.h"
#include "support/run.h"

// A wall in the plane z = 0, and a triangle above it.
typedef struct setting {
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id wall, bullet;
} setting;

static const mote_vec3 wall[3] = {{-4, -4, 0}, {4, -4, 0}, {0, 8, 0}};
static const mote_vec3 above[3] = {{0, 0, 1}, {1, 0, 3}, {-1, 0, 3}};
static const mote_vec3 below[3] = {{0, 0, -3}, {1, 0, -1}, {-1, 0, -1}};
static const mote_vec3 still[3] = {{0, 0, 1}, {1, 0, 3}, {-1, 0, 3}};

static mote_positions positions_of(const mote_vec3 *points)
{
    return (mote_positions){.data = points, .count = 3};
}

static void begin(setting *s, mote_method method)
{
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = positions_of(above);
    mote_world_def world = mote_default_world_def();
    world.method = method;
    mote_body_def body = mote_default_body_def();
    *s = (setting){.mesh = test_mesh_create(&mesh)};
    body.mesh = s->mesh;
    assert_int_equal(mote_world_create(&world, &s->world), MOTE_OK);
    assert_int_equal(mote_body_create(s->world, &body, &s->wall), MOTE_OK);
    assert_int_equal(mote_body_create(s->world, &body, &s->bullet), MOTE_OK);
    mote_positions at = positions_of(wall);
    at.persistent = true;
    assert_int_equal(mote_body_set_positions(s->world, s->wall, &at), MOTE_OK);
}

static void end(setting *s)
{
    mote_world_destroy(s->world);
    mote_mesh_destroy(s->mesh);
}

static mote_motion moves(const mote_vec3 *start, const mote_vec3 *finish)
{
    mote_motion motion = mote_default_motion();
    if (start) motion.start.positions = positions_of(start);
    if (finish) motion.end.positions = positions_of(finish);
    return motion;
}

static mote_sweep_report swept(setting *s, const mote_sweep_def *def)
{
    mote_sweep_report report;
    assert_int_equal(mote_world_sweep(s->world, def), MOTE_OK);
    assert_int_equal(mote_world_sweep_report(s->world, &report), MOTE_OK);
    return report;
}

// The tip of the triangle is at z = 1 - 4 t.
static void expect_hit(const mote_sweep_report *report)
{
    assert_int_equal(report->pair_count, 1);
    assert_true(report->impact_count >= 1);
    assert_true(report->impacts[0].time.low == 0.25 && report->impacts[0].time.high == 0.25);
    assert_true(report->safe_step == 0.25);
}

static void a_crossing_between_frames_is_found(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    mote_motion motion = moves(above, below);
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.contacts = def.vertex_steps = def.verify = true;
    mote_sweep_report report = swept(&s, &def);
    expect_hit(&report);
    assert_int_equal(report.impacts[0].kind, MOTE_SWEPT_FACE_VERTEX);
    assert_int_equal(report.impacts[0].vertices[0], 0);
    assert_int_equal(report.face_pair_count, 1);
    assert_false(report.face_pairs[0].at_start);
    assert_true(report.face_pairs[0].time.low == 0.25);
    assert_true(report.contacts[0].normal.z == 1);
    assert_true(report.contacts[0].point.z == 0 && report.contacts[0].time == 0.25);
    assert_true(report.start_is_free && report.verified_step > 0.24 && report.verified_step < 0.25);
    double steps[3];
    assert_int_equal(mote_body_get_safe_steps(s.world, s.bullet, steps, 3), MOTE_OK);
    assert_true(steps[0] == 0.25 && steps[1] == 0.75 && steps[2] == 0.75);
    end(&s);
}

static void an_end_that_is_not_set_is_the_present_shape(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    const mote_sweep_def def = mote_default_sweep_def();
    mote_motion motion = moves(NULL, below); // the rest shape is `above`
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    mote_sweep_report report = swept(&s, &def);
    expect_hit(&report);
    const mote_transform down = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -4}};
    motion = moves(NULL, NULL);
    motion.end.transform = &down;
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    report = swept(&s, &def);
    expect_hit(&report);
    motion = mote_default_motion();
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    report = swept(&s, &def);
    assert_int_equal(report.impact_count, 0);
    assert_true(report.safe_step == 1);
    end(&s);
}

static void a_motion_lasts_until_the_body_is_set(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    const mote_sweep_def def = mote_default_sweep_def();
    mote_motion motion = moves(above, below);
    mote_positions at = positions_of(still);
    for (int how = 0; how < 4; how++) {
        assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
        for (int i = 0; i < 2; i++) {
            mote_sweep_report report = swept(&s, &def);
            expect_hit(&report);
            assert_int_equal(mote_world_detect(s.world), MOTE_OK);
        }
        mote_result result = how == 0   ? mote_body_set_motion(s.world, s.bullet, NULL)
                             : how == 1 ? mote_body_set_positions(s.world, s.bullet, &at)
                             : how == 2 ? mote_body_set_deformer(s.world, s.bullet, NULL)
                                        : mote_body_set_transform(s.world, s.bullet, NULL);
        assert_int_equal(result, MOTE_OK);
        mote_sweep_report report = swept(&s, &def);
        assert_int_equal(report.impact_count, 0);
    }
    end(&s);
}

static void positions_between_the_ends_are_on_the_line(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    mote_motion motion = moves(above, below);
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    mote_vec3 at[3];
    for (int i = 0; i <= 4; i++) {
        double time = i / 4.0;
        assert_int_equal(mote_body_get_positions_at(s.world, s.bullet, time, at, 3), MOTE_OK);
        for (int v = 0; v < 3; v++) {
            assert_true(at[v].x == above[v].x);
            assert_true(at[v].z == above[v].z - (float)i);
        }
    }
    assert_int_equal(mote_body_get_positions_at(s.world, s.wall, 0.5, at, 3), MOTE_OK);
    assert_memory_equal(at, wall, sizeof wall);
    assert_int_equal(mote_body_get_positions_at(s.world, s.wall, -0.5, at, 3), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_get_positions_at(s.world, s.wall, (double)NAN, at, 3),
                     MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_get_positions_at(s.world, s.wall, 0, at, 2), MOTE_ERROR_LIMIT);
    end(&s);
}

static void bad_motions_are_refused(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    mote_motion good = moves(above, below), bad = good;
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &good), MOTE_OK);
    bad.cookie = 0;
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &bad), MOTE_ERROR_ARGUMENT);
    bad = good;
    bad.end.positions.count = 2;
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &bad), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "end.positions.count is 2"));
    bad = good;
    bad.start.positions.stride = 11;
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &bad), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_set_motion(s.world, (mote_body_id){0}, &good), MOTE_ERROR_STALE);
    mote_sweep_def def = mote_default_sweep_def();
    mote_sweep_report report = swept(&s, &def); // the good one is still there
    expect_hit(&report);
    assert_int_equal(mote_world_sweep(s.world, NULL), MOTE_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(mote_world_sweep(s.world, &def), MOTE_ERROR_ARGUMENT);
    def = mote_default_sweep_def();
    def.find = MOTE_SWEEP_FIRST;
    def.face_pairs = true;
    assert_int_equal(mote_world_sweep(s.world, &def), MOTE_ERROR_ARGUMENT);
    end(&s);
}

static void other_methods_say_that_they_cannot(void **state)
{
    (void)state;
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        setting s;
        mote_world_def def = mote_default_world_def();
        def.method = info->method;
        s.world = NULL;
        assert_int_equal(mote_world_create(&def, &s.world), MOTE_OK);
        const mote_sweep_def sweep = mote_default_sweep_def();
        bool can = info->abilities & MOTE_ABILITY_SWEEP;
        assert_int_equal(mote_world_sweep(s.world, &sweep), can ? MOTE_OK : MOTE_ERROR_REFUSED);
        if (!can) assert_non_null(strstr(mote_last_message(), info->name));
        mote_sweep_report report;
        assert_int_equal(mote_world_sweep_report(s.world, &report),
                         can ? MOTE_OK : MOTE_ERROR_STATE);
        mote_world_destroy(s.world);
    }
}

static void a_body_with_a_nan_is_left_out(void **state)
{
    (void)state;
    setting s;
    begin(&s, MOTE_METHOD_NAIVE);
    mote_vec3 broken[3];
    memcpy(broken, below, sizeof broken);
    broken[1].y = NAN;
    mote_motion motion = moves(above, broken);
    assert_int_equal(mote_body_set_motion(s.world, s.bullet, &motion), MOTE_OK);
    const mote_sweep_def def = mote_default_sweep_def();
    mote_sweep_report report = swept(&s, &def);
    assert_int_equal(report.impact_count, 0);
    assert_int_equal(report.invalid_count, 1);
    assert_int_equal(report.invalid[0].index, s.bullet.index);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crossing_between_frames_is_found),
        cmocka_unit_test(an_end_that_is_not_set_is_the_present_shape),
        cmocka_unit_test(a_motion_lasts_until_the_body_is_set),
        cmocka_unit_test(positions_between_the_ends_are_on_the_line),
        cmocka_unit_test(bad_motions_are_refused),
        cmocka_unit_test(other_methods_say_that_they_cannot),
        cmocka_unit_test(a_body_with_a_nan_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
