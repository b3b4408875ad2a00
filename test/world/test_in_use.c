// LABELS threads

// A world that is in use refuses every other use but reading from its own callbacks.

#include <math.h>
#include <mote/recording.h>
#include <pthread.h>
#include <string.h>

#include "support/run.h"

static const mote_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

typedef struct setting {
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id a, b;
    mote_deformer *deformer;
    uint32_t called; // callbacks so far
    bool from_other_thread;
} setting;

// ---------------------------------------------------------------------------------------------
// Everything that must be refused

static bool keep_nothing(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

static void draw_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)context, (void)kind, (void)box;
    fail_msg("drawn by a callback");
}

static void is_refused(mote_result result)
{
    assert_int_equal(result, MOTE_ERROR_STATE);
    assert_non_null(strstr(mote_last_message(), "uses the world"));
}

static void changes_are_refused(const setting *s)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = s->mesh;
    mote_body_id id;
    const mote_positions positions = {.data = corners, .count = 4, .persistent = true};
    const mote_transform transform = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    const mote_box box = {{-9, -9, -9}, {9, 9, 9}};
    const mote_record_sink sink = {.write = keep_nothing};
    const mote_debug_draw draw = {.box = draw_box};
    is_refused(mote_body_create(s->world, &def, &id));
    is_refused(mote_body_destroy(s->world, s->a));
    is_refused(mote_body_set_positions(s->world, s->a, &positions));
    is_refused(mote_body_set_deformer(s->world, s->a, NULL));
    is_refused(mote_body_set_transform(s->world, s->a, &transform));
    is_refused(mote_body_set_bounds(s->world, s->a, &box));
    is_refused(mote_world_ignore_pair(s->world, s->a, s->b, true));
    is_refused(mote_world_detect(s->world));
    is_refused(mote_world_set_time_budget(s->world, 1));
    is_refused(mote_world_trim(s->world));
    is_refused(mote_world_draw(s->world, &draw));
    is_refused(mote_world_record(s->world, &sink));
    is_refused(mote_world_record_stop(s->world));
    mote_world_destroy(s->world);
    assert_non_null(strstr(mote_last_message(), "mote_world_destroy: called while"));
}

static void queries_are_refused(const setting *s)
{
    const mote_box box = {{-9, -9, -9}, {9, 9, 9}};
    mote_vec3 at[4], zero = {0, 0, 0}, right = {1, 0, 0};
    mote_distance distance;
    mote_surface_point point;
    const mote_body_face *faces;
    size_t count;
    is_refused(mote_body_get_positions(s->world, s->a, at, 4));
    is_refused(mote_world_distance(s->world, s->a, s->b, INFINITY, &distance));
    is_refused(mote_world_closest_point(s->world, s->a, zero, 1, &point));
    is_refused(mote_world_ray(s->world, zero, right, 1, 1, &point));
    is_refused(mote_world_overlap_sphere(s->world, zero, 1, 1, &faces, &count));
    is_refused(mote_world_overlap_box(s->world, &box, 1, &faces, &count));
}

static mote_result read_all(const setting *s)
{
    void *user_data;
    const mote_mesh *mesh;
    mote_transform transform;
    mote_body_id ids[2];
    size_t count;
    mote_report report;
    mote_result results[] = {mote_body_get_user_data(s->world, s->a, &user_data),
                             mote_body_get_mesh(s->world, s->a, &mesh),
                             mote_body_get_transform(s->world, s->a, &transform),
                             mote_world_get_bodies(s->world, ids, 2, &count),
                             mote_world_report(s->world, &report)};
    for (size_t i = 1; i < sizeof results / sizeof *results; i++)
        assert_int_equal(results[i], results[0]);
    return results[0];
}

static void *try_in_other_thread(void *argument)
{
    const setting *s = argument;
    changes_are_refused(s);
    queries_are_refused(s);
#ifndef NDEBUG
    assert_int_equal(read_all(s), MOTE_ERROR_STATE);
#endif
    return NULL;
}

static void try_everything(setting *s)
{
    s->called++;
    if (s->from_other_thread) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, try_in_other_thread, s), 0);
        pthread_join(thread, NULL);
        return;
    }
    changes_are_refused(s);
    queries_are_refused(s);
    assert_int_equal(read_all(s), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// Callbacks

static void on_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)kind, (void)box;
    try_everything(context);
}

static void on_triangle(void *context, mote_body_id body, uint32_t face, const mote_vec3 at[3])
{
    (void)body, (void)face, (void)at;
    try_everything(context);
}

static void on_segment(void *context, mote_vec3 p, mote_vec3 q)
{
    (void)p, (void)q;
    try_everything(context);
}

static void on_evaluate(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out)
{
    for (size_t i = 0; i < count; i++) out[i] = corners[vertices[i]];
    try_everything(context);
}

static bool on_write(void *context, const void *data, size_t size)
{
    (void)data, (void)size;
    try_everything(context);
    return true;
}

// ---------------------------------------------------------------------------------------------

static void begin(setting *s, bool from_other_thread)
{
    *s = (setting){.from_other_thread = from_other_thread};
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = (mote_positions){.data = corners, .count = 4};
    mesh.indices = triangles;
    mesh.index_count = 12;
    assert_int_equal(mote_mesh_create(&mesh, &s->mesh), MOTE_OK);
    mote_world_def world = mote_default_world_def();
    assert_int_equal(mote_world_create(&world, &s->world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->mesh;
    assert_int_equal(mote_body_create(s->world, &body, &s->a), MOTE_OK);
    assert_int_equal(mote_body_create(s->world, &body, &s->b), MOTE_OK);
    mote_transform transform = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f, 0.1f, 0.1f}};
    assert_int_equal(mote_body_set_transform(s->world, s->b, &transform), MOTE_OK);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    mote_custom_def custom = mote_default_custom_def();
    custom.mesh = s->mesh;
    custom.evaluate = on_evaluate;
    custom.context = s;
    assert_int_equal(mote_custom_create(&custom, &s->deformer), MOTE_OK);
}

static void end(setting *s)
{
    mote_world_destroy(s->world);
    mote_deformer_destroy(s->deformer);
    mote_mesh_destroy(s->mesh);
}

static void callbacks_may_only_read(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        setting s;
        begin(&s, other);
        const mote_debug_draw draw = {
            .box = on_box, .triangle = on_triangle, .segment = on_segment, .context = &s};
        assert_int_equal(mote_world_draw(s.world, &draw), MOTE_OK);
        assert_true(s.called > 3);
        s.called = 0;
        assert_int_equal(mote_body_set_deformer(s.world, s.a, s.deformer), MOTE_OK);
        assert_int_equal(mote_world_detect(s.world), MOTE_OK);
        assert_true(s.called > 0);
        s.called = 0;
        mote_surface_point point;
        assert_int_equal(mote_body_set_deformer(s.world, s.a, s.deformer), MOTE_OK);
        assert_int_equal(mote_world_closest_point(s.world, s.a, corners[0], 1, &point), MOTE_OK);
        assert_true(s.called > 0);
        s.called = 0;
        const mote_record_sink sink = {.write = on_write, .context = &s};
        assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
        assert_int_equal(mote_world_detect(s.world), MOTE_OK);
        assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
        assert_true(s.called > 3);
        mote_report report;
        assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
        assert_int_equal(report.pair_count, 1);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callbacks_may_only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
