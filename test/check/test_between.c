// What happens between frames: planted crossings are found with their times, and nothing else;
// without `between` the summary says that something may have been missed.

#define _DEFAULT_SOURCE // POSIX
#include <math.h>
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

// A plate in the plane x = 0 and a bullet, a tetrahedron of size 0.1 whose tip is in front. The
// bullet flies along x. The plate has its vertices in frame order; all numbers are exact in float.
enum { FRAMES = 6, MAX_VERTICES = 4, PLATE = 0, BULLET = 1 };

static const uint32_t plate_triangles[] = {0, 1, 2, 0, 2, 3};
static const uint32_t bullet_triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
static const mote_vec3 plate[] = {{0, -4, -4}, {0, 4, -4}, {0, 4, 4}, {0, -4, 4}};
static const mote_vec3 bullet[] = {{0, 0.5f, 0.25f},
                                   {-0.125f, 0.625f, 0.25f},
                                   {-0.125f, 0.375f, 0.375f},
                                   {-0.125f, 0.375f, 0.125f}};

static mote_vec3 positions[2][FRAMES][MAX_VERTICES];
static mote_check_part parts[2];

// Where the tip of the bullet is in each frame.
static mote_check_def shot(const float tips[FRAMES])
{
    for (int frame = 0; frame < FRAMES; frame++)
        for (int v = 0; v < MAX_VERTICES; v++) {
            positions[PLATE][frame][v] = plate[v];
            positions[BULLET][frame][v] = bullet[v];
            positions[BULLET][frame][v].x += tips[frame];
        }
    parts[PLATE] = (mote_check_part){.name = "plate",
                                     .triangles = plate_triangles,
                                     .triangle_count = 2,
                                     .vertex_count = 4,
                                     .positions = positions[PLATE][0]};
    parts[BULLET] = (mote_check_part){.name = "bullet",
                                      .triangles = bullet_triangles,
                                      .triangle_count = 4,
                                      .vertex_count = 4,
                                      .positions = positions[BULLET][0]};
    mote_check_def def = mote_check_default_def();
    def.parts = parts;
    def.part_count = 2;
    def.frame_count = FRAMES;
    return def;
}

// The tip reaches the plate at 2.375 and the bullet is through long before frame 3.
static const float through[FRAMES] = {-35, -19, -3, 5, 13, 21};

typedef struct seen {
    uint32_t crossings, findings;
    mote_check_crossing last;
    uint32_t frame;
    mote_check_crossing_faces faces[256];
} seen;

static mote_result see(void *context, const mote_check *check, const mote_check_frame *frame)
{
    seen *s = context;
    (void)check;
    s->findings += frame->finding_count;
    s->crossings += frame->crossing_count;
    if (frame->crossing_count == 0) return MOTE_OK;
    s->last = frame->crossings[0];
    s->frame = frame->number;
    assert_true(s->last.face_pair_count <= 256);
    memcpy(s->faces, s->last.faces, s->last.face_pair_count * sizeof *s->faces);
    return MOTE_OK;
}

static mote_check *open_check(const mote_check_def *def)
{
    mote_check *check;
    if (mote_check_open(def, &check)) fail_msg("%s", mote_last_message());
    return check;
}

static mote_check *run(const mote_check_def *def, seen *s, mote_check_outcome *out)
{
    mote_check *check = open_check(def);
    const mote_check_callbacks callbacks = {.frame = see, .context = s};
    *s = (seen){0};
    if (mote_check_run(check, &callbacks)) fail_msg("%s", mote_last_message());
    mote_check_get_outcome(check, out);
    return check;
}

static bool has_remark(const mote_check_outcome *outcome, mote_check_remark_kind kind)
{
    for (size_t i = 0; i < outcome->remark_count; i++)
        if (outcome->remarks[i].kind == kind) return true;
    return false;
}

static void a_bullet_through_a_plate_is_found_between_frames(void **state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        mote_check_def def = shot(through);
        def.between = true;
        def.method = method ? MOTE_METHOD_NAIVE : MOTE_METHOD_HYBRID;
        seen s;
        mote_check_outcome outcome;
        mote_check *check = run(&def, &s, &outcome);
        assert_int_equal(s.findings, 0);
        assert_int_equal(s.crossings, 1);
        assert_int_equal(s.frame, 3);
        assert_int_equal(s.last.a, PLATE);
        assert_int_equal(s.last.b, BULLET);
        assert_int_equal(s.last.severity, MOTE_CHECK_PENETRATE);
        assert_true(s.last.hidden);
        assert_true(fabs(s.last.at - 2.375) < 1e-9);
        assert_true(fabs(s.last.time - 2.375 / 30) < 1e-9);
        assert_true(fabsf(s.last.point.x) < 1e-5f && fabsf(s.last.point.y - 0.5f) < 1e-5f);
        // One face of the plate or both: the tip is above the diagonal, and so is the rest of the
        // bullet.
        for (uint32_t i = 0; i < s.last.face_pair_count; i++) {
            double latest = 2 + (3 + 0.125) / 8;
            assert_true(s.faces[i].at >= 2.375 - 1e-9 && s.faces[i].at <= latest + 1e-9);
        }
        assert_true(s.last.face_pair_count >= 4);
        assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_FINDINGS);
        assert_int_equal(outcome.episode_count, 1);
        assert_true(outcome.episodes[0].hidden);
        assert_true(fabs(outcome.episodes[0].began - 2.375) < 1e-9);
        assert_int_equal(outcome.frames[3].flags, MOTE_CHECK_FRAME_HIDDEN);
        assert_int_equal(outcome.frames[2].flags, 0);
        assert_int_equal(outcome.total.hidden_crossings, 1);
        mote_check_close(check);
    }
}

static void without_it_nothing_is_found_but_the_summary_warns(void **state)
{
    (void)state;
    mote_check_def def = shot(through);
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.findings + s.crossings, 0);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_CLEAN);
    assert_int_equal(outcome.total.leaps, 1);
    assert_true(has_remark(&outcome, MOTE_CHECK_REMARK_MOTION));
    mote_check_close(check);
}

static void a_part_that_moves_far_from_others_is_no_leap(void **state)
{
    (void)state;
    static const float away[FRAMES] = {1, 9, 17, 25, 33, 41};
    mote_check_def def = shot(away);
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_false(has_remark(&outcome, MOTE_CHECK_REMARK_MOTION));
    mote_check_close(check);
}

// The bullet stops inside the plate: frames show it, and the moment at which it began is known.
static void an_episode_knows_when_it_began(void **state)
{
    (void)state;
    static const float stopped[FRAMES] = {-3, -1, 0.0625f, 0.0625f, -1, -3};
    mote_check_def def = shot(stopped);
    def.between = true;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.findings, 2);
    assert_int_equal(s.crossings, 1);
    assert_false(s.last.hidden);
    assert_int_equal(outcome.episode_count, 1);
    assert_false(outcome.episodes[0].hidden);
    assert_int_equal(outcome.episodes[0].first, 2);
    assert_int_equal(outcome.episodes[0].last, 3);
    assert_true(fabs(outcome.episodes[0].began - (1 + 1 / 1.0625)) < 1e-9);
    mote_check_close(check);
}

// The plate touched from one side, and left again.
static void a_touch_between_frames_is_no_penetration(void **state)
{
    (void)state;
    static const float still[FRAMES] = {-1, -1, -1, -1, -1, -1};
    mote_check_def def = shot(still);
    // The tip moves along the plate's plane, past its edge at y = 4; the bullet stays on one side.
    for (int frame = 0; frame < FRAMES; frame++)
        for (int v = 0; v < 4; v++) {
            positions[BULLET][frame][v].x = bullet[v].x;
            positions[BULLET][frame][v].y = bullet[v].y + (frame < 3 ? -8.0f : 8.0f);
        }
    def.between = true;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.findings, 0);
    assert_int_equal(s.crossings, 1);
    assert_int_equal(s.last.severity, MOTE_CHECK_TOUCH);
    assert_true(fabs(s.last.at - (2 + 3.5 / 16)) < 1e-9);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_PASSED);
    mote_check_close(check);
}

// Every impact of two boxes that move through each other face to face is at a border: none tells
// that they cross.
static void aligned_boxes_cross(void **state)
{
    (void)state;
    static const uint32_t box[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    static mote_vec3 corners[2][2][8];
    for (int part = 0; part < 2; part++)
        for (int frame = 0; frame < 2; frame++)
            for (int v = 0; v < 8; v++)
                corners[part][frame][v] =
                    (mote_vec3){(float)(v & 1) + (part ? (frame ? 5.0f : -3.0f) : 0.0f),
                                (float)(v >> 1 & 1), (float)(v >> 2 & 1)};
    mote_check_part boxes[2];
    for (int part = 0; part < 2; part++)
        boxes[part] = (mote_check_part){.triangles = box,
                                        .triangle_count = 12,
                                        .vertex_count = 8,
                                        .positions = corners[part][0]};
    mote_check_def def = mote_check_default_def();
    def.parts = boxes;
    def.part_count = def.frame_count = 2;
    def.between = true;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.crossings, 1);
    assert_true(fabs(s.last.at - 0.25) < 1e-9);
    assert_int_equal(s.last.severity, MOTE_CHECK_PENETRATE);
    mote_check_close(check);
}

static void looking_at_other_frames_on_the_way_changes_nothing(void **state)
{
    (void)state;
    mote_check_def def = shot(through);
    def.between = true;
    mote_check *check = open_check(&def);
    const mote_check_frame *frame;
    mote_check_frame other;
    uint32_t crossings = 0;
    while (mote_check_next(check, &frame) == MOTE_OK && frame) {
        crossings += frame->crossing_count;
        assert_int_equal(mote_check_frame_at(check, 0, 5, &other), MOTE_OK);
        assert_int_equal(other.crossing_count, 0);
    }
    assert_int_equal(crossings, 1);
    assert_int_equal(mote_check_finish(check), MOTE_OK);
    mote_check_close(check);
}

static void known_face_pairs_are_not_reported(void **state)
{
    (void)state;
    static const char *const ignored[] = {"plate:bullet"};
    mote_check_def def = shot(through);
    def.between = true;
    def.ignore = ignored;
    def.ignore_count = 1;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.crossings, 0);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_CLEAN);
    mote_check_close(check);
}

static void methods_that_cannot_sweep_are_refused(void **state)
{
    (void)state;
    mote_check_def def = shot(through);
    mote_check *check;
    def.between = true;
    def.method = MOTE_METHOD_REFIT;
    assert_int_equal(mote_check_open(&def, &check), MOTE_ERROR_ARGUMENT);
    def = shot(through);
    def.substeps = 1001;
    assert_int_equal(mote_check_open(&def, &check), MOTE_ERROR_ARGUMENT);
}

// ---------------------------------------------------------------------------------------------
// Reports

typedef struct text {
    char bytes[1 << 16];
    size_t size;
} text;

static bool append(void *context, const char *bytes, size_t size)
{
    text *to = context;
    if (to->size + size >= sizeof to->bytes) return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = '\0';
    return true;
}

static void reports_tell_the_moment(void **state)
{
    (void)state;
    static text json, summary;
    mote_check_def def = shot(through);
    def.between = true;
    mote_check *check = open_check(&def);
    mote_check_json_def json_def = mote_check_default_json_def();
    json_def.sink = (mote_check_sink){.write = append, .context = &json};
    json_def.view_count = 1;
    assert_int_equal(mote_check_add_json(check, &json_def), MOTE_OK);
    if (mote_check_run(check, NULL)) fail_msg("%s", mote_last_message());
    const mote_check_sink sink = {.write = append, .context = &summary};
    assert_int_equal(mote_check_write_summary(check, &sink, false), MOTE_OK);
    assert_non_null(strstr(summary.bytes, "between 2 and 3, at 2.3750"));
    assert_non_null(strstr(summary.bytes, "...!.."));
    assert_non_null(strstr(json.bytes, "\"at\":2.375,"));
    assert_non_null(strstr(json.bytes, "\"began\":2.375,\"hidden\":true"));
    assert_non_null(strstr(json.bytes, "\"hidden_crossings\":1"));
    // The view is of the moment: the tip is in the plate.
    assert_non_null(strstr(json.bytes, "\"positions\":[0,0.5,0.25,-0.125"));
    mote_check_close(check);
}

// ---------------------------------------------------------------------------------------------
// Curves

// A part from a callback cannot be posed between frames: substeps change nothing but rounding.
static void substeps_leave_straight_motion_as_it_is(void **state)
{
    (void)state;
    mote_check_def def = shot(through);
    def.between = true;
    def.substeps = 3;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.crossings, 1);
    assert_true(fabs(s.last.at - 2.375) < 1e-9);
    assert_int_equal(s.last.severity, MOTE_CHECK_PENETRATE);
    mote_check_close(check);
}

static uint32_t add_mesh(sample_glb *glb, const test_mesh *mesh)
{
    uint32_t corners_at = sample_glb_floats(glb, &mesh->positions[0].x, mesh->vertex_count, 3);
    uint32_t faces = sample_glb_words(glb, mesh->triangles, mesh->triangle_count * 3, 1);
    return sample_glb_item(glb, SAMPLE_GLB_MESHES,
                           "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}",
                           corners_at, faces);
}

// A rod of length 2 that turns by 120 degrees around the origin in one frame, and a peg half way,
// near the rod's tip.
static const char *write_rod(char room[4096])
{
    static const float times[] = {0, 1};
    static const float turns[] = {0, 0, 0, 1, 0, 0, 0.8660254f, 0.5f};
    test_mesh rod = play_box((mote_dvec3){1.25, 0, 0}, (mote_dvec3){0.75, 0.02, 0.02}, 1);
    test_mesh peg = play_box((mote_dvec3){0.95, 1.64, 0}, (mote_dvec3){0.02, 0.02, 0.1}, 1);
    sample_glb glb = sample_glb_create();
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"peg\",\"mesh\":%u}", add_mesh(&glb, &peg));
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"rod\",\"mesh\":%u}", add_mesh(&glb, &rod));
    uint32_t input = sample_glb_floats(&glb, times, 2, 1);
    uint32_t output = sample_glb_floats(&glb, turns, 2, 4);
    sample_glb_item(&glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":[{\"sampler\":0,"
                    "\"target\":{\"node\":1,\"path\":\"rotation\"}}]}",
                    input, output);
    play_path(room, "rod.glb");
    assert_int_equal(sample_glb_write(&glb, "[0,1]", room), MOTE_OK);
    sample_glb_release(&glb);
    test_mesh_release(&rod);
    test_mesh_release(&peg);
    return room;
}

// The straight lines of its vertices cut the corner: the peg is missed by them, and found by the
// curve.
static void substeps_follow_the_curve(void **state)
{
    (void)state;
    char room[4096];
    const char *const inputs[] = {write_rod(room)};
    mote_check_def def = mote_check_default_def();
    def.inputs = inputs;
    def.input_count = 1;
    def.fps = 1;
    def.between = true;
    seen s;
    mote_check_outcome outcome;
    mote_check *check = run(&def, &s, &outcome);
    assert_int_equal(s.crossings, 0);
    mote_check_close(check);
    def.substeps = 15;
    check = run(&def, &s, &outcome);
    assert_int_equal(s.crossings, 1);
    assert_int_equal(s.last.severity, MOTE_CHECK_PENETRATE);
    assert_true(s.last.at > 0.45 && s.last.at < 0.5);
    mote_check_close(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bullet_through_a_plate_is_found_between_frames),
        cmocka_unit_test(without_it_nothing_is_found_but_the_summary_warns),
        cmocka_unit_test(a_part_that_moves_far_from_others_is_no_leap),
        cmocka_unit_test(an_episode_knows_when_it_began),
        cmocka_unit_test(a_touch_between_frames_is_no_penetration),
        cmocka_unit_test(aligned_boxes_cross),
        cmocka_unit_test(looking_at_other_frames_on_the_way_changes_nothing),
        cmocka_unit_test(known_face_pairs_are_not_reported),
        cmocka_unit_test(methods_that_cannot_sweep_are_refused),
        cmocka_unit_test(reports_tell_the_moment),
        cmocka_unit_test(substeps_follow_the_curve),
        cmocka_unit_test(substeps_leave_straight_motion_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
