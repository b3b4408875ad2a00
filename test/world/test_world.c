// Bodies come, move, are filtered and go: what the report says of them, with every method.

#include <float.h>
#include <math.h>
#include <mote/papers.h>
#include <mote/recording.h>
#include <string.h>

#include "support/compare_reports.h"
#include "support/exact_methods.h"
#include "support/options.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Boxes of side 1

static const mote_vec3 box_corners[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                         {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
static const uint32_t box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static mote_mesh *box_mesh(void)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = box_corners, .count = 8};
    def.indices = box_triangles;
    def.index_count = 36;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    return mesh;
}

typedef struct setting {
    mote_mesh *mesh;
    mote_world *world;
} setting;

static setting open_setting(mote_method method)
{
    setting s = {.mesh = box_mesh()};
    mote_world_def def = mote_default_world_def();
    set_option(&def, "smith.level", 3); // enough for small bodies
    def.method = method;
    def.contacts = false;
    assert_int_equal(mote_world_create(&def, &s.world), MOTE_OK);
    return s;
}

static void close_setting(setting *s)
{
    mote_world_destroy(s->world);
    mote_mesh_destroy(s->mesh);
}

static void place(const setting *s, mote_body_id id, float x)
{
    mote_transform transform = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, 0.25f * x, 0}};
    assert_int_equal(mote_body_set_transform(s->world, id, &transform), MOTE_OK);
}

static mote_body_id add_filtered(const setting *s, float x, uint64_t category, uint64_t mask)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = s->mesh;
    def.category = category;
    def.mask = mask;
    mote_body_id id;
    assert_int_equal(mote_body_create(s->world, &def, &id), MOTE_OK);
    place(s, id, x);
    return id;
}

static mote_body_id add_box(const setting *s, float x)
{
    return add_filtered(s, x, 1, UINT64_MAX);
}

// Runs a test with each method.
static void with_every_method(void test(setting *s))
{
    for (size_t i = 0; exact_method(i); i++) {
        setting s = open_setting(exact_method(i)->method);
        test(&s);
        close_setting(&s);
    }
}

// ---------------------------------------------------------------------------------------------

static void check_empty(setting *s)
{
    mote_report report;
    assert_int_equal(mote_world_report(s->world, &report), MOTE_ERROR_STATE);
    report = detected(s->world);
    assert_int_equal(report.pair_count, 0);
    assert_int_equal(report.frame, 1);
    add_box(s, 0);
    assert_int_equal(detected(s->world).pair_count, 0);
}

static void worlds_without_bodies_and_bodies_without_motion_are_fine(void **state)
{
    (void)state;
    with_every_method(check_empty);
}

static void check_states(setting *s)
{
    mote_body_id a = add_box(s, 0), b = add_box(s, 5);
    const float places[] = {5, 0.5f, 0.75f, 5, 6, 0.5f, 1, 1.5f};
    const int expected[] = {-1, MOTE_PAIR_BEGIN, MOTE_PAIR_PERSIST, MOTE_PAIR_END,
                            -1, MOTE_PAIR_BEGIN, MOTE_PAIR_PERSIST, MOTE_PAIR_END};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        place(s, b, places[i]);
        mote_report report = detected(s->world);
        assert_int_equal(report.pair_count, expected[i] >= 0);
        if (expected[i] < 0) continue;
        const mote_pair_report *pair = &report.pairs[0];
        bool ended = expected[i] == MOTE_PAIR_END;
        assert_int_equal(pair->state, expected[i]);
        assert_int_equal(pair->a.index, a.index);
        assert_int_equal(pair->b.index, b.index);
        assert_int_equal(pair->relation, ended ? MOTE_RELATION_APART : MOTE_RELATION_TOUCH);
        assert_int_equal(pair->face_pair_count > 0, !ended);
    }
}

static void pairs_begin_persist_and_end(void **state)
{
    (void)state;
    with_every_method(check_states);
}

static void check_destroyed(setting *s)
{
    enum { COUNT = 5 };
    static const int orders[4][COUNT] = {
        {0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 0, 4, 1, 3}, {3, 1, 0, 4, 2}};
    for (int order = 0; order < 4; order++) {
        mote_body_id ids[COUNT];
        for (int i = 0; i < COUNT; i++) ids[i] = add_box(s, 0.1f * (float)i);
        assert_int_equal(detected(s->world).pair_count, COUNT * (COUNT - 1) / 2);
        for (size_t gone = 1; gone <= COUNT; gone++) {
            mote_body_id id = ids[orders[order][gone - 1]];
            assert_int_equal(mote_body_destroy(s->world, id), MOTE_OK);
            assert_int_equal(mote_body_destroy(s->world, id), MOTE_ERROR_STALE);
            mote_report report = detected(s->world);
            size_t left = COUNT - gone, together = 0, ended = 0;
            for (size_t i = 0; i < report.pair_count; i++) {
                ended += report.pairs[i].state == MOTE_PAIR_END;
                together += report.pairs[i].state == MOTE_PAIR_PERSIST;
            }
            assert_int_equal(together, left * (left - 1) / 2 * (left > 0));
            assert_int_equal(ended, left);
        }
        assert_int_equal(detected(s->world).pair_count, 0);
    }
}

static void bodies_are_destroyed_in_any_order(void **state)
{
    (void)state;
    with_every_method(check_destroyed);
}

// A new body in the place of an old one is another body.
static void check_reuse(setting *s)
{
    mote_body_id a = add_box(s, 0), b = add_box(s, 0.5f);
    detected(s->world);
    assert_int_equal(mote_body_destroy(s->world, b), MOTE_OK);
    mote_body_id c = add_box(s, 0.5f);
    assert_int_equal(c.index, b.index);
    assert_true(c.generation != b.generation);
    mote_report report = detected(s->world);
    assert_int_equal(report.pair_count, 2);
    assert_int_equal(report.pairs[0].state, MOTE_PAIR_END);
    assert_int_equal(report.pairs[0].b.generation, b.generation);
    assert_int_equal(report.pairs[1].state, MOTE_PAIR_BEGIN);
    assert_int_equal(report.pairs[1].b.generation, c.generation);
    assert_int_equal(mote_body_set_transform(s->world, b, NULL), MOTE_ERROR_STALE);
    assert_int_equal(report.pairs[1].a.generation, a.generation);
}

static void a_body_in_an_old_place_is_another_body(void **state)
{
    (void)state;
    with_every_method(check_reuse);
}

static void check_filters(setting *s)
{
    mote_body_id a = add_filtered(s, 0, 1, 2), b = add_filtered(s, 0.2f, 2, 1);
    mote_body_id c = add_filtered(s, 0.4f, 2, 4); // b and a are not for it
    mote_body_id d = add_filtered(s, 0.6f, 4, 2); // meets c only
    mote_report report = detected(s->world);
    assert_int_equal(report.pair_count, 2);
    assert_int_equal(report.pairs[0].a.index, a.index);
    assert_int_equal(report.pairs[0].b.index, b.index);
    assert_int_equal(report.pairs[1].a.index, c.index);
    assert_int_equal(report.pairs[1].b.index, d.index);
}

static void categories_and_masks_decide_who_meets(void **state)
{
    (void)state;
    with_every_method(check_filters);
}

static void check_ignored(setting *s)
{
    mote_body_id a = add_box(s, 0), b = add_box(s, 0.2f), c = add_box(s, 0.4f);
    assert_int_equal(mote_world_ignore_pair(s->world, b, a, true), MOTE_OK);
    assert_int_equal(mote_world_ignore_pair(s->world, a, b, true), MOTE_OK);
    mote_report report = detected(s->world);
    assert_int_equal(report.pair_count, 2);
    assert_int_equal(report.pairs[0].b.index, c.index);
    assert_int_equal(mote_world_ignore_pair(s->world, a, b, false), MOTE_OK);
    assert_int_equal(detected(s->world).pair_count, 3);
    assert_int_equal(mote_world_ignore_pair(s->world, a, c, true), MOTE_OK);
    assert_int_equal(mote_body_destroy(s->world, c), MOTE_OK);
    assert_int_equal(mote_world_ignore_pair(s->world, a, c, true), MOTE_ERROR_STALE);
    mote_body_id next = add_box(s, 0.4f); // in the same place, and not ignored
    assert_int_equal(next.index, c.index);
    detected(s->world);
    report = detected(s->world);
    assert_int_equal(report.pair_count, 3);
}

static void ignored_pairs_are_left_out_until_they_are_not(void **state)
{
    (void)state;
    with_every_method(check_ignored);
}

static void check_nan(setting *s)
{
    mote_body_id a = add_box(s, 0), b = add_box(s, 0.2f), c = add_box(s, 0.4f);
    mote_vec3 now[8];
    const float bad[] = {NAN, INFINITY, -INFINITY};
    mote_positions positions = {.data = now, .count = 8};
    for (int i = 0; i < 24; i++) {
        for (int v = 0; v < 8; v++) now[v] = box_corners[v];
        ((float *)now)[i] = bad[i % 3];
        assert_int_equal(mote_body_set_positions(s->world, b, &positions), MOTE_OK);
        mote_report report = detected(s->world);
        assert_int_equal(report.invalid_count, 1);
        assert_int_equal(report.invalid[0].index, b.index);
        const mote_pair_report *last = &report.pairs[report.pair_count == 1 ? 0 : 1];
        assert_int_equal(last->a.index, a.index);
        assert_int_equal(last->b.index, c.index);
        assert_int_equal(last->relation, MOTE_RELATION_TOUCH);
        assert_int_equal(mote_body_set_positions(
                             s->world, b, &(mote_positions){.data = box_corners, .count = 8}),
                         MOTE_OK);
        report = detected(s->world);
        assert_int_equal(report.invalid_count, 0);
        assert_int_equal(report.pair_count, 3);
    }
}

static void bodies_with_nan_are_reported_and_recover(void **state)
{
    (void)state;
    with_every_method(check_nan);
}

static void check_bounds(setting *s)
{
    mote_body_id a = add_box(s, 0), b = add_box(s, 0.5f);
    detected(s->world);
    const mote_box far_off = {{50, 50, 50}, {60, 60, 60}}, around = {{-1, -1, -1}, {3, 3, 3}};
    place(s, b, 0.5f);
    assert_int_equal(mote_body_set_bounds(s->world, b, &around), MOTE_OK);
    mote_report report = detected(s->world);
    assert_int_equal(report.pair_count, 1);
    assert_int_equal(report.pairs[0].state, MOTE_PAIR_PERSIST);
    place(s, b, 55);
    assert_int_equal(mote_body_set_bounds(s->world, b, &far_off), MOTE_OK);
    report = detected(s->world);
    assert_int_equal(report.pairs[0].state, MOTE_PAIR_END);
    assert_int_equal(report.stats.moved_vertices, 0); // its word is enough
    place(s, b, 1.5f);                                // within bounds that overlap, but apart
    assert_int_equal(mote_body_set_bounds(s->world, b, &around), MOTE_OK);
    assert_int_equal(detected(s->world).pair_count, 0);
    place(s, a, 1.25f);
    assert_int_equal(detected(s->world).pair_count, 1);
}

static void promised_bounds_spare_the_update_and_lose_nothing(void **state)
{
    (void)state;
    with_every_method(check_bounds);
}

static void bodies_are_listed_with_their_places(void **state)
{
    (void)state;
    setting s = open_setting(MOTE_METHOD_HYBRID);
    mote_body_id ids[3], listed[3] = {{0}};
    size_t count;
    for (int i = 0; i < 3; i++) ids[i] = add_box(&s, 2.0f * (float)i);
    assert_int_equal(mote_world_get_bodies(s.world, listed, 3, &count), MOTE_OK);
    assert_int_equal(count, 3);
    assert_memory_equal(listed, ids, sizeof ids);
    assert_int_equal(mote_body_destroy(s.world, ids[1]), MOTE_OK);
    assert_int_equal(mote_world_get_bodies(s.world, NULL, 0, &count), MOTE_OK);
    assert_int_equal(count, 2);
    assert_int_equal(mote_world_get_bodies(s.world, listed, 1, &count), MOTE_OK);
    assert_memory_equal(&listed[0], &ids[0], sizeof ids[0]);
    assert_memory_equal(&listed[1], &ids[1], sizeof ids[1]); // no room for it
    assert_int_equal(count, 2);
    mote_transform transform;
    assert_int_equal(mote_body_get_transform(s.world, ids[2], &transform), MOTE_OK);
    assert_true(transform.cy.y == 1 && transform.t.x == 4 && transform.t.y == 1);
    assert_int_equal(mote_body_set_transform(s.world, ids[2], NULL), MOTE_OK);
    assert_int_equal(mote_body_get_transform(s.world, ids[2], &transform), MOTE_OK);
    assert_true(transform.cx.x == 1 && transform.cx.y == 0 && transform.t.x == 0);
    assert_int_equal(mote_body_get_transform(s.world, ids[1], &transform), MOTE_ERROR_STALE);
    assert_int_equal(mote_body_get_transform(s.world, ids[2], NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_get_bodies(s.world, NULL, 1, &count), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_get_bodies(s.world, listed, 1, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_get_bodies(NULL, listed, 1, &count), MOTE_ERROR_ARGUMENT);
    close_setting(&s);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    setting s = open_setting(MOTE_METHOD_HYBRID);
    mote_body_id a = add_box(&s, 0), none = {0};
    mote_positions short_one = {.data = box_corners, .count = 7};
    mote_positions crooked = {.data = box_corners, .count = 8, .stride = 13};
    assert_int_equal(mote_body_set_positions(s.world, a, &short_one), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_set_positions(s.world, a, &crooked), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_set_positions(s.world, a, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_set_positions(s.world, none, &short_one), MOTE_ERROR_STALE);
    assert_int_equal(mote_world_detect(NULL), MOTE_ERROR_ARGUMENT);
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    def.cookie = 0;
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    assert_null(world);
    def = mote_default_world_def();
    def.tolerance = NAN;
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    def = mote_default_world_def();
    def.method = (mote_method)99;
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    def = mote_default_world_def();
    mote_smith_options smith = {.level = 17};
    mote_world_def_set_smith(&def, &smith);
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    mote_body_def body = mote_default_body_def();
    assert_int_equal(mote_body_create(s.world, &body, &a), MOTE_ERROR_ARGUMENT);
    assert_int_equal(a.generation, 0);
    close_setting(&s);
}

static void bounds_that_are_not_finite_are_refused(void **state)
{
    (void)state;
    setting s = open_setting(MOTE_METHOD_HYBRID);
    mote_body_id a = add_box(&s, 0);
    add_box(&s, 0.5f);
    const float wrong[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 18; i++) {
        mote_box box = {{-9, -9, -9}, {9, 9, 9}};
        ((float *)&box)[i % 6] = wrong[i / 6];
        assert_int_equal(mote_body_set_bounds(s.world, a, &box), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), "mote_body_set_bounds: bounds of body 0"));
    }
    assert_int_equal(mote_world_detect(s.world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    assert_int_equal(report.pair_count, 1);
    close_setting(&s);
}

static void run_inline(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    (void)context;
    for (uint32_t i = 0; i < block_count; i++) task(argument, i, 0);
}

static void worlds_with_more_than_64_workers_are_refused(void **state)
{
    (void)state;
    const uint32_t counts[] = {65, 1000, UINT32_MAX};
    mote_world *world;
    for (int i = 0; i < 3; i++) {
        mote_world_def def = mote_default_world_def();
        def.worker_count = counts[i];
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), "expected 0 to 64"));
        def = mote_default_world_def();
        def.tasks = (mote_tasks){.run = run_inline, .worker_count = counts[i]};
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), "expected 1 to 64"));
        def.tasks.worker_count = 64;
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        mote_world_destroy(world);
    }
}

static void expect_refused(const mote_world_def *def, const char *words)
{
    mote_world *world;
    assert_int_equal(mote_world_create(def, &world), MOTE_ERROR_ARGUMENT);
    assert_null(world);
    assert_non_null(strstr(mote_last_message(), words));
}

static void expect_accepted(const mote_world_def *def)
{
    mote_world *world;
    assert_int_equal(mote_world_create(def, &world), MOTE_OK);
    mote_world_destroy(world);
}

static void options_that_exclude_each_other_are_refused(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    expect_accepted(&def);
    def.detect = MOTE_DETECT_COUNT;
    expect_refused(&def, "def.contacts");
    def.contacts = false;
    expect_accepted(&def);
    def.manifold_points = 4;
    expect_refused(&def, "def.manifold_points is 4");
    def.detect = MOTE_DETECT_ALL;
    expect_refused(&def, "def.manifold_points is 4");
    def.contacts = true;
    expect_accepted(&def);
    def.detect = MOTE_DETECT_FIRST;
    expect_refused(&def, "def.manifold_points is 4");
    def.manifold_points = 0;
    expect_accepted(&def);
    def.tasks.worker_count = 2;
    expect_refused(&def, "def.tasks.run is null");
    def.tasks.run = run_inline;
    expect_accepted(&def);
}

// Two bodies of nine triangles, which fill no whole group of eight, with corners at the ends of
// what floats hold.
static size_t face_pairs_of_huge_bodies(mote_method method, float tolerance)
{
    enum { TRIANGLES = 9 };
    mote_vec3 corners[3 * TRIANGLES];
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++) {
        float sign = i % 2 ? FLT_MAX : -FLT_MAX;
        corners[i] = (mote_vec3){sign, i % 3 ? FLT_MAX : -FLT_MAX, i % 5 < 2 ? -sign : sign};
    }
    mote_mesh_def shape = mote_default_mesh_def();
    shape.positions = (mote_positions){.data = corners, .count = 3 * TRIANGLES};
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.tolerance = tolerance;
    mote_mesh *mesh;
    mote_world *world;
    assert_int_equal(mote_mesh_create(&shape, &mesh), MOTE_OK);
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id id;
    for (int i = 0; i < 2; i++) assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_detect(world), MOTE_OK);
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    size_t count = report.face_pair_count;
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return count;
}

static void a_tolerance_around_the_largest_bodies_reads_nothing_beyond_them(void **state)
{
    (void)state;
    const float tolerances[] = {0, 1, 1e38f, FLT_MAX};
    for (int i = 0; i < 4; i++) {
        size_t expected = face_pairs_of_huge_bodies(MOTE_METHOD_NAIVE, tolerances[i]);
        assert_true(expected > 0);
        assert_int_equal(face_pairs_of_huge_bodies(MOTE_METHOD_HYBRID, tolerances[i]), expected);
        assert_int_equal(face_pairs_of_huge_bodies(MOTE_METHOD_REFIT, tolerances[i]), expected);
    }
}

static void time_budgets_below_0_and_nan_are_refused(void **state)
{
    (void)state;
    const double wrong[] = {-1, -1e-300, (double)NAN, -(double)INFINITY};
    mote_world *world;
    for (int i = 0; i < 4; i++) {
        mote_world_def def = mote_default_world_def();
        def.time_budget = wrong[i];
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), "time_budget"));
    }
}

static void the_time_budget_changes_between_frames(void **state)
{
    (void)state;
    setting s = open_setting(MOTE_METHOD_HYBRID);
    add_box(&s, 0);
    add_box(&s, 0.5f);
    mote_report report;
    assert_int_equal(mote_world_set_time_budget(s.world, 1e-9), MOTE_OK);
    assert_int_equal(mote_world_detect(s.world), MOTE_OK);
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    assert_true(report.cut_short);
    assert_false(report.reproducible);
    assert_int_equal(mote_world_set_time_budget(s.world, 0), MOTE_OK);
    assert_int_equal(mote_world_detect(s.world), MOTE_OK);
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    assert_false(report.cut_short);
    assert_int_equal(report.pair_count, 1);
    assert_int_equal(mote_world_set_time_budget(s.world, -1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_set_time_budget(s.world, (double)NAN), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_set_time_budget(NULL, 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_record_to_file(s.world, "/dev/null"), MOTE_OK);
    assert_int_equal(mote_world_set_time_budget(s.world, 1), MOTE_ERROR_STATE);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    assert_int_equal(mote_world_set_time_budget(s.world, 1), MOTE_OK);
    close_setting(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_without_bodies_and_bodies_without_motion_are_fine),
        cmocka_unit_test(pairs_begin_persist_and_end),
        cmocka_unit_test(bodies_are_destroyed_in_any_order),
        cmocka_unit_test(a_body_in_an_old_place_is_another_body),
        cmocka_unit_test(categories_and_masks_decide_who_meets),
        cmocka_unit_test(ignored_pairs_are_left_out_until_they_are_not),
        cmocka_unit_test(bodies_with_nan_are_reported_and_recover),
        cmocka_unit_test(promised_bounds_spare_the_update_and_lose_nothing),
        cmocka_unit_test(bodies_are_listed_with_their_places),
        cmocka_unit_test(the_time_budget_changes_between_frames),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(bounds_that_are_not_finite_are_refused),
        cmocka_unit_test(worlds_with_more_than_64_workers_are_refused),
        cmocka_unit_test(options_that_exclude_each_other_are_refused),
        cmocka_unit_test(a_tolerance_around_the_largest_bodies_reads_nothing_beyond_them),
        cmocka_unit_test(time_budgets_below_0_and_nan_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
