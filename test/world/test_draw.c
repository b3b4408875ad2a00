// Debug drawing: what comes, how often, and what is left out.

#include <string.h>

#include "support/compare_reports.h"
#include "support/run.h"
#include "support/stage.h"

enum { MAX_FACES = 64 };

typedef struct drawing {
    size_t boxes[MOTE_DRAW_CELL + 1];
    size_t segments;
    size_t face_count;
    mote_body_id bodies[MAX_FACES];
    uint32_t faces[MAX_FACES];
    mote_vec3 corners[MAX_FACES][3];
} drawing;

static void draw_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    drawing *d = context;
    assert_true(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z);
    d->boxes[kind]++;
}

static void draw_triangle(void *context, mote_body_id body, uint32_t face,
                          const mote_vec3 corners[3])
{
    drawing *d = context;
    assert_true(d->face_count < MAX_FACES);
    d->bodies[d->face_count] = body;
    d->faces[d->face_count] = face;
    memcpy(d->corners[d->face_count++], corners, 3 * sizeof *corners);
}

static void draw_segment(void *context, mote_vec3 p, mote_vec3 q)
{
    (void)p;
    (void)q;
    ((drawing *)context)->segments++;
}

static drawing draw_all(mote_world *world)
{
    drawing d = {0};
    mote_debug_draw draw = {
        .box = draw_box, .triangle = draw_triangle, .segment = draw_segment, .context = &d};
    assert_int_equal(mote_world_draw(world, &draw), MOTE_OK);
    return d;
}

// Two boxes that overlap and one that is alone.
static void begin(stage *s)
{
    mote_world_def def = mote_default_world_def();
    stage_begin(s, &def);
    for (int i = 0; i < 3; i++) stage_add(s, "box");
    stage_place(s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(s, 1, placed(1, moved_by((mote_vec3){0.5f, 0.3f, 0.2f})));
    stage_place(s, 2, placed(1, moved_by((mote_vec3){5, 0, 0})));
}

static bool face_is_in_report(const mote_report *report, mote_body_id body, uint32_t face)
{
    for (size_t i = 0; i < report->face_pair_count; i++) {
        if (body.index == 0 && report->face_pairs[i].face_a == face) return true;
        if (body.index == 1 && report->face_pairs[i].face_b == face) return true;
    }
    return false;
}

static void all_of_a_frame_is_drawn(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    mote_report report = detected(s.world);
    drawing d = draw_all(s.world);
    assert_int_equal(d.boxes[MOTE_DRAW_BODY], 3);
    assert_int_equal(d.boxes[MOTE_DRAW_REGION], 1);
    assert_int_equal(d.boxes[MOTE_DRAW_CLUSTER], 2);
    assert_int_equal(d.segments, report.segment_count);
    assert_true(d.face_count > 4);
    for (size_t i = 0; i < d.face_count; i++) {
        assert_true(face_is_in_report(&report, d.bodies[i], d.faces[i]));
        if (i > 0)
            assert_true(d.bodies[i - 1].index < d.bodies[i].index || d.faces[i - 1] < d.faces[i]);
        const uint32_t *t = s.models[d.bodies[i].index].triangles + 3 * (size_t)d.faces[i];
        for (int k = 0; k < 3; k++)
            assert_memory_equal(&d.corners[i][k], &s.positions[d.bodies[i].index][t[k]],
                                sizeof(mote_vec3));
    }
    stage_end(&s);
}

static void what_is_gone_or_has_moved_is_left_out(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    detected(s.world);
    assert_true(draw_all(s.world).segments > 0);
    size_t faces = draw_all(s.world).face_count;
    stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    drawing d = draw_all(s.world);
    assert_int_equal(d.boxes[MOTE_DRAW_BODY], 2);
    assert_int_equal(d.boxes[MOTE_DRAW_REGION], 0);
    assert_int_equal(d.segments, 0);
    assert_true(d.face_count > 0 && d.face_count < faces);
    assert_int_equal(mote_body_destroy(s.world, s.ids[1]), MOTE_OK);
    d = draw_all(s.world);
    assert_int_equal(d.boxes[MOTE_DRAW_BODY], 1);
    assert_int_equal(d.boxes[MOTE_DRAW_CLUSTER], 0);
    assert_int_equal(d.face_count, 0);
    detected(s.world);
    d = draw_all(s.world);
    assert_int_equal(d.boxes[MOTE_DRAW_BODY], 2);
    assert_int_equal(d.boxes[MOTE_DRAW_REGION], 0);
    assert_int_equal(d.boxes[MOTE_DRAW_CLUSTER], 0);
    stage_end(&s);
}

static void callbacks_may_be_missing(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    mote_debug_draw none = {0};
    assert_int_equal(mote_world_draw(s.world, &none), MOTE_ERROR_STATE);
    detected(s.world);
    assert_int_equal(mote_world_draw(s.world, &none), MOTE_OK);
    assert_int_equal(mote_world_draw(s.world, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_draw(NULL, &none), MOTE_ERROR_ARGUMENT);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_a_frame_is_drawn),
        cmocka_unit_test(what_is_gone_or_has_moved_is_left_out),
        cmocka_unit_test(callbacks_may_be_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
