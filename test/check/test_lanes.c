// LABELS threads
// Frames over threads: what is found, and what fails, does not depend on how many there are.

#define _DEFAULT_SOURCE // strdup
#include <math.h>
#include <mote/check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/result.h"
#include "support/check_play.h"
#include "support/run.h"

enum { PARTS = 3, FRAMES = 23, REPORT_ROOM = 1 << 20 };

// Boxes on paths of their own; the second jumps now and then, the last rests.
typedef struct stage {
    test_mesh boxes[PARTS];
    mote_check_part parts[PARTS];
    uint32_t bad_frame; // that cannot be posed
    pthread_t caller;
    bool other_thread; // has asked for positions
    char *report;
    size_t size;
} stage;

static mote_result get_positions(void *context, uint32_t part, uint32_t frame, mote_vec3 *out)
{
    stage *s = context;
    s->other_thread |= !pthread_equal(pthread_self(), s->caller);
    if (frame == s->bad_frame && part == 1)
        return mote_fail(MOTE_ERROR_DATA, "frame %u of part %u is missing", frame, part);
    if (part == 1) frame = frame / 4 * 4;
    double x = part == 2 ? 0 : 1.9 * sin(0.7 * frame + 2 * part), y = part == 2 ? 0 : 0.01 * frame;
    for (uint32_t i = 0; i < s->boxes[part].vertex_count; i++) {
        mote_vec3 p = s->boxes[part].positions[i];
        out[i] = (mote_vec3){p.x + (float)x, p.y + (float)y, p.z};
    }
    return MOTE_OK;
}

static bool collect(void *context, const char *bytes, size_t size)
{
    stage *s = context;
    assert_true(s->size + size < REPORT_ROOM);
    memcpy(s->report + s->size, bytes, size);
    s->size += size;
    return true;
}

static void set_up(stage *s)
{
    *s = (stage){.bad_frame = MOTE_NONE, .caller = pthread_self()};
    s->report = calloc(REPORT_ROOM, 1);
    assert_non_null(s->report);
    for (uint32_t i = 0; i < PARTS; i++) {
        s->boxes[i] =
            play_box((mote_dvec3){0.1 * i, 0.02 * i, 0.03 * i}, (mote_dvec3){0.5, 0.4, 0.3}, 3);
        s->parts[i] = (mote_check_part){.triangles = s->boxes[i].triangles,
                                        .triangle_count = s->boxes[i].triangle_count,
                                        .vertex_count = s->boxes[i].vertex_count};
    }
}

static void tear_down(stage *s)
{
    for (uint32_t i = 0; i < PARTS; i++) test_mesh_release(&s->boxes[i]);
    free(s->report);
}

static mote_check *open_check(stage *s, uint32_t workers)
{
    mote_check_def def = mote_check_default_def();
    def.parts = s->parts;
    def.part_count = PARTS;
    def.frame_count = FRAMES;
    def.get_positions = get_positions;
    def.get_positions_context = s;
    def.worker_count = workers;
    def.weld = MOTE_WELD_NONE; // does not ask for the last frame
    mote_check *check;
    assert_int_equal(mote_check_open(&def, &check), MOTE_OK);
    mote_check_json_def json = mote_check_default_json_def();
    json.sink = (mote_check_sink){.write = collect, .context = s};
    s->size = 0;
    assert_int_equal(mote_check_add_json(check, &json), MOTE_OK);
    return check;
}

// The report of a check, from malloc; `result` is what it ended with.
static char *report_of(stage *s, uint32_t workers, mote_result *result)
{
    mote_check *check = open_check(s, workers);
    *result = mote_check_run(check, NULL);
    mote_check_close(check);
    s->report[s->size] = '\0';
    assert_false(s->other_thread);
    return strdup(s->report);
}

static void any_number_of_threads_writes_the_same_report(void **state)
{
    (void)state;
    stage s;
    set_up(&s);
    // With and without a frame that fails, which ends the report after those before it.
    for (uint32_t bad = 1; bad <= FRAMES; bad += 2) {
        mote_result one, more;
        s.bad_frame = bad < FRAMES ? bad : MOTE_NONE;
        char *expected = report_of(&s, 1, &one);
        assert_int_equal(one, bad < FRAMES ? MOTE_ERROR_DATA : MOTE_OK);
        for (uint32_t workers = 2; workers <= 5; workers++) {
            char *got = report_of(&s, workers, &more);
            assert_int_equal(more, one);
            assert_string_equal(got, expected);
            free(got);
        }
        free(expected);
    }
    tear_down(&s);
}

static bool same_point(mote_vec3 a, mote_vec3 b)
{
    return !(a.x < b.x || a.x > b.x || a.y < b.y || a.y > b.y || a.z < b.z || a.z > b.z);
}

// In whatever order.
static bool has_vertices(const mote_check_part_info *part, const mote_vec3 *expected)
{
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        uint32_t k = 0;
        while (k < part->vertex_count && !same_point(part->positions[k], expected[i])) k++;
        if (k == part->vertex_count) return false;
    }
    return true;
}

// Between two frames of a run others may be asked for, and the parts are where the frame has them.
static void the_parts_are_in_the_frame_that_was_handed_out(void **state)
{
    (void)state;
    stage s;
    set_up(&s);
    mote_check *check = open_check(&s, 3);
    mote_random random = mote_random_stream(7, 0, 0);
    mote_vec3 expected[1024];
    for (uint32_t number = 0; number < FRAMES; number++) {
        const mote_check_frame *frame;
        assert_int_equal(mote_check_next(check, &frame), MOTE_OK);
        assert_int_equal(frame->number, number);
        for (uint32_t i = 0; i < PARTS; i++) {
            mote_check_part_info part;
            assert_int_equal(mote_check_get_part(check, i, &part), MOTE_OK);
            assert_int_equal(get_positions(&s, i, number, expected), MOTE_OK);
            assert_true(has_vertices(&part, expected));
        }
        mote_check_frame other;
        if (mote_random_below(&random, 3) == 0)
            assert_int_equal(
                mote_check_frame_at(check, 0, mote_random_below(&random, FRAMES), &other), MOTE_OK);
    }
    assert_int_equal(mote_check_finish(check), MOTE_OK);
    mote_check_close(check);
    s.report[s.size] = '\0';
    char *got = strdup(s.report);
    mote_result result;
    char *alone = report_of(&s, 1, &result);
    assert_string_equal(got, alone);
    free(got);
    free(alone);
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_threads_writes_the_same_report),
        cmocka_unit_test(the_parts_are_in_the_frame_that_was_handed_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
