// libmote_check, used as a program outside the tree would: through mote/check.h alone.

#define _DEFAULT_SOURCE // POSIX
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/check_play.h"
#include "support/run.h"

// Two boxes of side 1. The second slides through the first and crosses it in frames 5 to 8.
enum { FRAMES = 10, FIRST_BAD = 5, LAST_BAD = 8, CORNERS = 8, TRIANGLES = 12 };

static const uint32_t box_triangles[TRIANGLES * 3] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6,
                                                      0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                      0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static void fill_box(uint32_t part, uint32_t frame, mote_vec3 *out)
{
    mote_vec3 center = {0, 0, 0};
    if (part == 1) center = (mote_vec3){3.05f - 0.5f * (float)frame, 0.13f, 0.07f};
    for (uint32_t i = 0; i < CORNERS; i++)
        out[i] = (mote_vec3){center.x + (i & 1 ? 0.5f : -0.5f), center.y + (i & 2 ? 0.5f : -0.5f),
                             center.z + (i & 4 ? 0.5f : -0.5f)};
}

static mote_vec3 box_positions[2][FRAMES][CORNERS];
static mote_check_part box_parts[2];

// The boxes as arrays of frames.
static mote_check_def boxes(void)
{
    static const char *const names[] = {"anvil", "hammer"};
    for (uint32_t part = 0; part < 2; part++) {
        for (uint32_t frame = 0; frame < FRAMES; frame++)
            fill_box(part, frame, box_positions[part][frame]);
        box_parts[part] = (mote_check_part){.name = names[part],
                                            .triangles = box_triangles,
                                            .triangle_count = TRIANGLES,
                                            .vertex_count = CORNERS,
                                            .positions = box_positions[part][0]};
    }
    mote_check_def def = mote_check_default_def();
    def.parts = box_parts;
    def.part_count = 2;
    def.frame_count = FRAMES;
    return def;
}

static mote_check *open_check(const mote_check_def *def)
{
    mote_check *check;
    if (mote_check_open(def, &check)) fail_msg("%s", mote_last_message());
    return check;
}

// ---------------------------------------------------------------------------------------------
// Reports in memory

typedef struct text {
    char *bytes;
    size_t size;
} text;

static bool append(void *context, const char *bytes, size_t size)
{
    text *to = context;
    to->bytes = realloc(to->bytes, to->size + size + 1);
    assert_non_null(to->bytes);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = '\0';
    return true;
}

static mote_check_sink sink_to(text *to)
{
    return (mote_check_sink){.write = append, .context = to};
}

static void add_json(mote_check *check, text *to)
{
    mote_check_json_def def = mote_check_default_json_def();
    def.sink = sink_to(to);
    def.view_count = 2;
    assert_int_equal(mote_check_add_json(check, &def), MOTE_OK);
}

// The whole report; the caller frees it.
static text json_of(const mote_check_def *def)
{
    text json = {0};
    mote_check *check = open_check(def);
    add_json(check, &json);
    if (mote_check_run(check, NULL)) fail_msg("%s", mote_last_message());
    mote_check_close(check);
    return json;
}

// What does not depend on where the parts came from.
static const char *from_settings(const text *json)
{
    const char *settings = strstr(json->bytes, "\"settings\"");
    assert_non_null(settings);
    return settings;
}

static bool ends_with(const text *json, const char *end)
{
    size_t length = strlen(end);
    return json->size >= length && strcmp(json->bytes + json->size - length, end) == 0;
}

// ---------------------------------------------------------------------------------------------
// Finding

typedef struct seen {
    uint32_t frames, bad[FRAMES];
    uint32_t progress_calls, last_done;
    uint32_t cancel_at; // frames done; 0: never
    mote_result result; // of the frame callback
} seen;

static bool see_progress(void *context, uint32_t done, uint32_t count)
{
    seen *s = context;
    assert_int_equal(count, FRAMES);
    s->progress_calls++;
    s->last_done = done;
    return s->cancel_at == 0 || done < s->cancel_at;
}

static mote_result see_frame(void *context, const mote_check *check, const mote_check_frame *frame)
{
    seen *s = context;
    mote_check_part_info part;
    assert_int_equal(frame->number, s->frames);
    assert_int_equal(mote_check_get_part(check, 1, &part), MOTE_OK);
    assert_true(part.positions[0].x == box_positions[1][frame->number][0].x);
    s->bad[s->frames++] = frame->finding_count;
    return s->result;
}

static void a_planted_crossing_is_found_in_memory(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    mote_check_info info;
    mote_check_get_info(check, &info);
    assert_int_equal(info.part_count, 2);
    mote_check_clip clip;
    assert_int_equal(info.clip_count, 1);
    assert_int_equal(info.wanted_count, FRAMES);
    assert_int_equal(mote_check_get_clip(check, 0, &clip), MOTE_OK);
    assert_null(clip.name);
    assert_int_equal(clip.frame_count, FRAMES);
    assert_int_equal(clip.last_frame, FRAMES - 1);
    assert_int_equal(mote_check_get_clip(check, 1, &clip), MOTE_ERROR_ARGUMENT);
    assert_false(info.self);
    mote_check_part_info part;
    assert_int_equal(mote_check_get_part(check, 0, &part), MOTE_OK);
    assert_string_equal(part.name, "anvil");
    assert_true(part.closed);
    seen s = {0};
    const mote_check_callbacks callbacks = {
        .progress = see_progress, .frame = see_frame, .context = &s};
    assert_int_equal(mote_check_run(check, &callbacks), MOTE_OK);
    assert_int_equal(s.frames, FRAMES);
    assert_int_equal(s.progress_calls, FRAMES + 1);
    assert_int_equal(s.last_done, FRAMES);
    for (uint32_t i = 0; i < FRAMES; i++)
        assert_int_equal(s.bad[i], i >= FIRST_BAD && i <= LAST_BAD);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_true(outcome.failed);
    assert_null(outcome.error);
    assert_int_equal(outcome.total.checked, FRAMES);
    assert_int_equal(outcome.total.frames[MOTE_CHECK_PENETRATE], LAST_BAD - FIRST_BAD + 1);
    assert_int_equal(outcome.frames[FIRST_BAD].severity, MOTE_CHECK_PENETRATE);
    assert_int_equal(outcome.frames[FIRST_BAD - 1].severity, MOTE_CHECK_CLEAN);
    assert_int_equal(outcome.episode_count, 1);
    assert_int_equal(outcome.episodes[0].a, 0);
    assert_int_equal(outcome.episodes[0].b, 1);
    assert_int_equal(outcome.episodes[0].first, FIRST_BAD);
    assert_int_equal(outcome.episodes[0].last, LAST_BAD);
    mote_check_close(check);
}

static mote_result give_positions(void *context, uint32_t part, uint32_t frame, mote_vec3 *out)
{
    (void)context;
    fill_box(part, frame, out);
    return MOTE_OK;
}

static void positions_may_come_from_a_callback(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    text arrays = json_of(&def);
    for (int i = 0; i < 2; i++) box_parts[i].positions = NULL;
    def.get_positions = give_positions;
    text callback = json_of(&def);
    assert_string_equal(arrays.bytes, callback.bytes);
    free(arrays.bytes);
    free(callback.bytes);
}

static void any_frame_can_be_checked_alone(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    mote_check_frame frame;
    assert_int_equal(mote_check_frame_at(check, 0, LAST_BAD, &frame), MOTE_OK);
    assert_int_equal(frame.finding_count, 1);
    assert_int_equal(frame.findings[0].severity, MOTE_CHECK_PENETRATE);
    assert_true(frame.findings[0].face_pair_count > 0);
    assert_int_equal(mote_check_frame_at(check, 0, 0, &frame), MOTE_OK);
    assert_int_equal(frame.finding_count, 0);
    assert_int_equal(mote_check_frame_at(check, 0, FRAMES, &frame), MOTE_ERROR_ARGUMENT);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.checked, 0);
    mote_check_close(check);
}

static void frame_by_frame_gives_the_same_report(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    text whole = json_of(&def), stepped = {0};
    mote_check *check = open_check(&def);
    add_json(check, &stepped);
    const mote_check_frame *frame;
    uint32_t count = 0;
    while (assert_int_equal(mote_check_next(check, &frame), MOTE_OK), frame) {
        mote_check_frame other;
        assert_int_equal(frame->number, count++);
        assert_int_equal(mote_check_frame_at(check, 0, 6, &other), MOTE_OK); // counts for nothing
    }
    assert_int_equal(count, FRAMES);
    assert_int_equal(mote_check_finish(check), MOTE_OK);
    mote_check_close(check);
    assert_string_equal(whole.bytes, stepped.bytes);
    free(whole.bytes);
    free(stepped.bytes);
}

static void frames_rules_and_baselines_are_those_of_the_command(void **state)
{
    (void)state;
    static const char *const ignore[] = {"ham*:anvil"};
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    text baseline = {0};
    mote_check_sink sink = sink_to(&baseline);
    assert_int_equal(mote_check_set_frames(check, 4, 6), MOTE_OK);
    assert_int_equal(mote_check_add_baseline(check, &sink), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.checked, 3);
    assert_int_equal(outcome.total.frames[MOTE_CHECK_PENETRATE], 2);
    mote_check_close(check);
    assert_memory_equal(baseline.bytes,
                        "mote baseline 1\npart 12 anvil\npart 12 hammer\npair 0 1\n", 54);
    char room[4096];
    FILE *file = fopen(play_path(room, "library.txt"), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(baseline.bytes, 1, baseline.size, file), baseline.size);
    assert_int_equal(fclose(file), 0);
    def.baseline = room;
    check = open_check(&def);
    assert_int_equal(mote_check_set_frames(check, 4, 6), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.findings, 0);
    assert_true(outcome.total.baseline_face_pairs > 0);
    mote_check_close(check);
    def.baseline = NULL;
    def.ignore = ignore;
    def.ignore_count = 1;
    check = open_check(&def);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.findings, 0);
    mote_check_close(check);
    free(baseline.bytes);
}

// ---------------------------------------------------------------------------------------------
// Files

// The boxes as anvil_0000.obj and so on, with digits for every bit.
static void write_files(void)
{
    for (uint32_t part = 0; part < 2; part++) {
        for (uint32_t frame = 0; frame < FRAMES; frame++) {
            char name[32], room[4096];
            snprintf(name, sizeof name, "%s_%04u.obj", part ? "hammer" : "anvil", frame);
            FILE *file = fopen(play_path(room, name), "w");
            assert_non_null(file);
            for (int i = 0; i < CORNERS; i++) {
                mote_vec3 p = box_positions[part][frame][i];
                fprintf(file, "v %.9g %.9g %.9g\n", (double)p.x, (double)p.y, (double)p.z);
            }
            for (int i = 0; i < TRIANGLES; i++)
                fprintf(file, "f %u %u %u\n", box_triangles[3 * i] + 1,
                        box_triangles[3 * i + 1] + 1, box_triangles[3 * i + 2] + 1);
            assert_int_equal(fclose(file), 0);
        }
    }
}

static void files_memory_and_the_command_give_one_report(void **state)
{
    (void)state;
    mote_check_def memory = boxes(), def = mote_check_default_def();
    write_files();
    char anvil[4096], hammer[4096], line[10000], room[4096];
    const char *inputs[] = {play_path(anvil, "anvil_%04d.obj"),
                            play_path(hammer, "hammer_%04d.obj")};
    def.inputs = inputs;
    def.input_count = 2;
    snprintf(line, sizeof line, "'%s' '%s' --views 2 --json library.json", anvil, hammer);
    assert_int_equal(play_run(line), 1);
    text files = json_of(&def), arrays = json_of(&memory);
    assert_string_equal(from_settings(&files), from_settings(&arrays));
    char *command = play_slurp(play_path(room, "library.json"));
    assert_string_equal(files.bytes, command);
    free(command);
    free(files.bytes);
    free(arrays.bytes);
}

static void the_summary_is_that_of_the_command(void **state)
{
    (void)state;
    mote_check_def def = mote_check_default_def();
    static const char *const inputs[] = {"stack"};
    def.inputs = inputs;
    def.input_count = 1;
    assert_int_equal(play_run("stack --frames 0:2"), 0);
    text summary = {0}, colored = {0};
    mote_check_sink sink = sink_to(&summary), color_sink = sink_to(&colored);
    mote_check *check = open_check(&def);
    assert_int_equal(mote_check_set_frames(check, 0, 2), MOTE_OK);
    assert_int_equal(mote_check_write_heading(check, &sink, false), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    assert_int_equal(mote_check_write_summary(check, &sink, false), MOTE_OK);
    assert_int_equal(mote_check_write_summary(check, &color_sink, true), MOTE_OK);
    mote_check_close(check);
    char room[4096];
    char *command = play_slurp(play_path(room, "out.txt"));
    assert_string_equal(summary.bytes, command);
    assert_null(strchr(summary.bytes, '\033'));
    assert_non_null(strchr(colored.bytes, '\033'));
    free(command);
    free(summary.bytes);
    free(colored.bytes);
}

// ---------------------------------------------------------------------------------------------
// Ending early

// There is one remark of the kind, and its text contains `words`.
static void assert_remark(const mote_check_outcome *outcome, mote_check_remark_kind kind,
                          bool incomplete, const char *words)
{
    uint32_t count = 0;
    for (size_t i = 0; i < outcome->remark_count; i++) {
        const mote_check_remark *remark = &outcome->remarks[i];
        if (remark->kind != kind) continue;
        assert_int_equal(remark->incomplete, incomplete);
        if (!strstr(remark->text, words)) fail_msg("no '%s' in '%s'", words, remark->text);
        count++;
    }
    assert_int_equal(count, 1);
}

// True from the call of this number on.
static bool is_canceled(void *context)
{
    int *calls_left = context;
    return --*calls_left < 0;
}

static void a_check_can_be_canceled_at_any_time(void **state)
{
    (void)state;
    static const char *const inputs[] = {"stack", "teapot-sphere"};
    bool empty = false, partial = false, whole = false;
    for (int calls = 0; calls < 200 && !whole; calls++) {
        int calls_left = calls;
        mote_check_def def = mote_check_default_def();
        def.inputs = inputs;
        def.input_count = 2;
        def.is_canceled = is_canceled;
        def.is_canceled_context = &calls_left;
        mote_check *check = open_check(&def);
        mote_check_info info;
        mote_check_get_info(check, &info);
        if (info.part_count) assert_int_equal(mote_check_set_frames(check, 0, 3), MOTE_OK);
        text json = {0};
        add_json(check, &json);
        assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
        mote_check_outcome outcome;
        mote_check_get_outcome(check, &outcome);
        whole = outcome.complete;
        empty |= info.part_count == 0;
        partial |= outcome.total.checked > 0 && !outcome.complete;
        assert_true(outcome.total.canceled == !whole);
        if (!whole) assert_remark(&outcome, MOTE_CHECK_REMARK_CANCELED, true, "canceled");
        assert_true(ends_with(&json, "}}\n"));
        mote_check_close(check);
        free(json.bytes);
    }
    assert_true(empty && partial && whole);
}

static void a_canceled_check_reports_what_it_found(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    text json = {0};
    add_json(check, &json);
    seen s = {.cancel_at = 7};
    const mote_check_callbacks callbacks = {
        .progress = see_progress, .frame = see_frame, .context = &s};
    assert_int_equal(mote_check_run(check, &callbacks), MOTE_OK);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.checked, 7);
    assert_true(outcome.total.canceled);
    assert_true(outcome.total.cut_short);
    assert_int_equal(outcome.episodes[0].last, 6);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_FINDINGS);
    assert_false(outcome.complete);
    assert_remark(&outcome, MOTE_CHECK_REMARK_CANCELED, true, "7 of");
    mote_check_close(check);
    assert_non_null(strstr(json.bytes, "\"frames_checked\":7,"));
    assert_non_null(strstr(json.bytes, "\"cut_short\":true,\"failed\":true,\"error\":null"));
    assert_true(ends_with(&json, "}}\n"));
    free(json.bytes);
}

// From frame 1 on, posing alone takes longer than the budget.
static mote_result dawdle(void *context, uint32_t part, uint32_t frame, mote_vec3 *out)
{
    const struct timespec pause = {.tv_nsec = 60000000};
    if (*(bool *)context && frame > 0) nanosleep(&pause, NULL);
    fill_box(part, frame, out);
    return MOTE_OK;
}

// A frame has what is left of the budget, not all of it once more.
static void a_budget_is_for_all_frames_together(void **state)
{
    (void)state;
    bool slow = false;
    mote_check_def def = boxes();
    for (int i = 0; i < 2; i++) box_parts[i].positions = NULL;
    def.get_positions = dawdle;
    def.get_positions_context = &slow;
    def.time_budget = 0.05;
    mote_check *check = open_check(&def);
    assert_int_equal(mote_check_set_frames(check, FIRST_BAD, LAST_BAD), MOTE_OK);
    slow = true;
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.total.checked, 1);
    assert_true(outcome.frames[0].flags & MOTE_CHECK_FRAME_CUT_SHORT);
    assert_true(outcome.total.cut_short);
    assert_false(outcome.total.canceled);
    assert_true(outcome.total.out_of_time);
    assert_int_equal(outcome.total.crowded_frames, 0);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_INCOMPLETE);
    assert_remark(&outcome, MOTE_CHECK_REMARK_BUDGET, true, "0.05 s was used up");
    mote_check_close(check);
}

// Before it is finished a check is not complete; remarks of the caller are reported.
static void remarks_of_the_caller_are_reported(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    def.rest_pose = true;
    def.self = MOTE_CHECK_SELF_NO;
    def.accept = 1u << MOTE_CHECK_REMARK_OUTPUT;
    mote_check *check = open_check(&def);
    text json = {0}, summary = {0};
    add_json(check, &json);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_INCOMPLETE);
    const mote_check_remark files = {MOTE_CHECK_REMARK_FILES, true, 3, "3 files were not read"};
    const mote_check_remark output = {MOTE_CHECK_REMARK_OUTPUT, true, 1, "an old file"};
    const mote_check_remark empty = {.kind = MOTE_CHECK_REMARK_FILES, .text = "none"};
    assert_int_equal(mote_check_add_remark(check, &files), MOTE_OK);
    assert_int_equal(mote_check_add_remark(check, &output), MOTE_OK);
    assert_int_equal(mote_check_add_remark(check, &empty), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    assert_int_equal(mote_check_add_remark(check, &files), MOTE_ERROR_STATE);
    mote_check_get_outcome(check, &outcome);
    assert_int_equal(outcome.remark_count, 2);
    assert_remark(&outcome, MOTE_CHECK_REMARK_FILES, true, "3 files");
    assert_remark(&outcome, MOTE_CHECK_REMARK_OUTPUT, false, "an old file");
    assert_int_equal(outcome.verdict, MOTE_CHECK_VERDICT_INCOMPLETE);
    const mote_check_sink sink = sink_to(&summary);
    assert_int_equal(mote_check_write_summary(check, &sink, false), MOTE_OK);
    mote_check_close(check);
    assert_non_null(strstr(json.bytes, "{\"kind\":\"files\",\"incomplete\":true,\"count\":3,"
                                       "\"text\":\"3 files were not read\"}"));
    assert_non_null(strstr(json.bytes, "\"verdict\":\"incomplete\",\"complete\":false,"));
    assert_non_null(strstr(summary.bytes, "  incomplete  3 files were not read\n"));
    assert_non_null(strstr(summary.bytes, "\nincomplete: 1 frame checked, nothing meets\n"));
    free(json.bytes);
    free(summary.bytes);
}

static bool refuse(void *context, const char *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    ++*(uint32_t *)context;
    return false;
}

static void a_failure_ends_the_check_and_stands_in_the_report(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    text json = {0};
    add_json(check, &json);
    seen s = {.result = MOTE_ERROR_STATE};
    const mote_check_callbacks callbacks = {.frame = see_frame, .context = &s};
    assert_int_equal(mote_check_run(check, &callbacks), MOTE_ERROR_STATE);
    assert_int_equal(s.frames, 1);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_non_null(outcome.error);
    assert_null(strstr(json.bytes, "\"error\":null"));
    assert_true(ends_with(&json, "}}\n"));
    mote_check_close(check);
    free(json.bytes);
}

static void a_sink_that_fails_is_named(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    uint32_t calls = 0;
    mote_check_json_def json = mote_check_default_json_def();
    json.sink = (mote_check_sink){.write = refuse, .context = &calls, .name = "somewhere"};
    assert_int_equal(mote_check_add_json(check, &json), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_ERROR_IO);
    assert_non_null(strstr(mote_last_message(), "somewhere: cannot be written"));
    assert_int_equal(calls, 1); // nothing more is offered
    mote_check_close(check);
}

// ---------------------------------------------------------------------------------------------
// Mistakes

static void refuses(const mote_check_def *def, mote_result result, const char *words)
{
    mote_check *check = (mote_check *)(void *)&def;
    assert_int_equal(mote_check_open(def, &check), result);
    assert_null(check);
    if (!strstr(mote_last_message(), words)) fail_msg("%s", mote_last_message());
}

static void mistakes_are_named(void **state)
{
    (void)state;
    refuses(NULL, MOTE_ERROR_ARGUMENT, "def is null");
    mote_check_def def = {0};
    refuses(&def, MOTE_ERROR_ARGUMENT, "mote_check_default_def");
    def = mote_check_default_def();
    refuses(&def, MOTE_ERROR_ARGUMENT, "no inputs and no parts");
    static const char *const inputs[] = {"missing.glb"};
    def.inputs = inputs;
    def.input_count = 1;
    refuses(&def, MOTE_ERROR_IO, "missing.glb");
    def = boxes();
    def.fps = 0;
    refuses(&def, MOTE_ERROR_ARGUMENT, "def.fps is 0");
    def = boxes();
    def.frame_count = 0;
    refuses(&def, MOTE_ERROR_ARGUMENT, "def.frame_count is 0");
    def = boxes();
    box_parts[1].positions = NULL;
    refuses(&def, MOTE_ERROR_ARGUMENT, "part 'hammer': positions is null");
    def = boxes();
    box_parts[0].vertex_count = 7;
    refuses(&def, MOTE_ERROR_DATA, "part 'anvil': triangle 3 has vertex 7");
    def = boxes();
    box_parts[0].triangle_count = 0;
    refuses(&def, MOTE_ERROR_ARGUMENT, "part 'anvil': has no triangles");
    def = boxes();
    static const char *const only[] = {"sleev"};
    def.only = only;
    def.only_count = 1;
    refuses(&def, MOTE_ERROR_ARGUMENT, "no part matches 'sleev'; the parts are: anvil, hammer");
    def = boxes();
    def.baseline = "base.txt";
    def.rest_baseline = true;
    refuses(&def, MOTE_ERROR_ARGUMENT, "both baseline and rest_baseline");
}

static void calls_out_of_order_are_refused(void **state)
{
    (void)state;
    mote_check_def def = boxes();
    mote_check *check = open_check(&def);
    mote_check_part_info part;
    const mote_check_frame *frame;
    text unused = {0};
    mote_check_sink sink = sink_to(&unused), empty = {0};
    assert_int_equal(mote_check_get_part(check, 2, &part), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_check_set_frames(check, 3, FRAMES), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_check_set_frames(check, 3, 2), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_check_add_baseline(check, &empty), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_ERROR_STATE);
    assert_int_equal(mote_check_next(check, &frame), MOTE_ERROR_STATE);
    assert_int_equal(mote_check_finish(check), MOTE_ERROR_STATE);
    assert_int_equal(mote_check_set_frames(check, 0, 1), MOTE_ERROR_STATE);
    assert_int_equal(mote_check_add_baseline(check, &sink), MOTE_ERROR_STATE);
    mote_check_close(check);
    mote_check_close(NULL);
    // A report that was never begun is not written either.
    check = open_check(&def);
    add_json(check, &unused);
    mote_check_close(check);
    assert_int_equal(unused.size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_planted_crossing_is_found_in_memory),
        cmocka_unit_test(positions_may_come_from_a_callback),
        cmocka_unit_test(any_frame_can_be_checked_alone),
        cmocka_unit_test(frame_by_frame_gives_the_same_report),
        cmocka_unit_test(frames_rules_and_baselines_are_those_of_the_command),
        cmocka_unit_test(files_memory_and_the_command_give_one_report),
        cmocka_unit_test(the_summary_is_that_of_the_command),
        cmocka_unit_test(a_canceled_check_reports_what_it_found),
        cmocka_unit_test(a_check_can_be_canceled_at_any_time),
        cmocka_unit_test(remarks_of_the_caller_are_reported),
        cmocka_unit_test(a_budget_is_for_all_frames_together),
        cmocka_unit_test(a_failure_ends_the_check_and_stands_in_the_report),
        cmocka_unit_test(a_sink_that_fails_is_named),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(calls_out_of_order_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
