// What mote/check.h offers by name: the words of reports and options, the bones of a region,
// reports of any format.

#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples/arm.h"
#include "support/check_play.h"
#include "support/run.h"

typedef const char *name_of(int value);

static const char *split_name(int value)
{
    return mote_check_split_name((mote_check_split)value);
}

static const char *remark_name(int value)
{
    return mote_check_remark_name((mote_check_remark_kind)value);
}

static const char *format_name(int value)
{
    return mote_check_format_name((mote_check_format)value);
}

// Values from 0 to `last` have names, no two the same; later ones have none.
static void expect_names(name_of *name, int last)
{
    for (int i = 0; i <= last; i++) {
        assert_non_null(name(i));
        assert_true(name(i)[0] >= 'a' && name(i)[0] <= 'z');
        for (int j = 0; j < i; j++) assert_string_not_equal(name(i), name(j));
    }
    assert_null(name(last + 1));
}

static void every_value_has_a_name_of_its_own(void **state)
{
    (void)state;
    expect_names(split_name, MOTE_CHECK_SPLIT_COMPONENT);
    expect_names(remark_name, MOTE_CHECK_REMARK_SANDBOX);
    expect_names(format_name, MOTE_CHECK_FORMAT_COUNT - 1);
}

static mote_check *open_arm(void)
{
    static char room[4096]; // the def is read until the check is closed
    static const char *path;
    path = play_path(room, "arm.glb");
    assert_int_equal(sample_write_arm(path, 1), MOTE_OK);
    mote_check_def def = mote_check_default_def();
    def.inputs = &path;
    def.input_count = 1;
    mote_check *check;
    if (mote_check_open(&def, &check)) fail_msg("%s", mote_last_message());
    return check;
}

// An episode between two bones is called by the names that the bones have.
static void bones_of_an_episode_have_the_names_in_its_name(void **state)
{
    (void)state;
    mote_check *check = open_arm();
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    assert_true(outcome.episode_count > 0);
    for (size_t i = 0; i < outcome.episode_count; i++) {
        const mote_check_episode *episode = &outcome.episodes[i];
        char name[256], expected[256];
        mote_check_name_episode(check, episode, name, sizeof name);
        const char *a = mote_check_get_bone(check, episode->a, episode->bone_a);
        const char *b = mote_check_get_bone(check, episode->b, episode->bone_b);
        assert_non_null(a);
        assert_non_null(b);
        snprintf(expected, sizeof expected, "%s x %s", a, b);
        assert_string_equal(name, expected);
        assert_null(mote_check_get_bone(check, episode->a, MOTE_NONE));
        assert_null(mote_check_get_bone(check, 1000, 0));
    }
    mote_check_close(check);
}

typedef struct head {
    char bytes[16];
    size_t size;
} head;

static bool keep_head(void *context, const char *bytes, size_t size)
{
    head *to = context;
    for (size_t i = 0; i < size && to->size < sizeof to->bytes; i++)
        to->bytes[to->size++] = bytes[i];
    return true;
}

static mote_result add_report(mote_check *check, mote_check_format format, head *to)
{
    mote_check_report_def def = mote_check_default_report_def(format);
    def.sink = (mote_check_sink){.write = keep_head, .context = to};
    return mote_check_add_report(check, &def);
}

static mote_result write_picture(void *context, const mote_check *check,
                                 const mote_check_frame *frame)
{
    bool *written = context;
    if (*written || frame->finding_count == 0) return MOTE_OK;
    char room[4096];
    *written = true;
    return mote_check_write_ply(check, frame, play_path(room, "bad.ply"));
}

static void reports_and_pictures_of_one_check_are_written_together(void **state)
{
    (void)state;
    mote_check *check = open_arm();
    head csv = {0}, junit = {0}, html = {0};
    assert_int_equal(add_report(check, MOTE_CHECK_FORMAT_CSV, &csv), MOTE_OK);
    assert_int_equal(add_report(check, MOTE_CHECK_FORMAT_JUNIT, &junit), MOTE_OK);
    const mote_check_sink page = {.write = keep_head, .context = &html};
    mote_result has_page = mote_check_add_html(check, &page);
    assert_true(has_page == MOTE_OK || has_page == MOTE_ERROR_REFUSED); // the page may not be built
    bool written = false;
    const mote_check_callbacks callbacks = {.frame = write_picture, .context = &written};
    assert_int_equal(mote_check_run(check, &callbacks), MOTE_OK);
    mote_check_close(check);
    assert_int_equal(csv.size, sizeof csv.bytes);
    assert_memory_equal(junit.bytes, "<?xml ", 6);
    if (has_page == MOTE_OK) assert_memory_equal(html.bytes, "<!", 2);
    char room[4096];
    assert_true(written);
    char *ply = play_slurp(play_path(room, "bad.ply"));
    assert_memory_equal(ply, "ply\n", 4);
    free(ply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_has_a_name_of_its_own),
        cmocka_unit_test(bones_of_an_episode_have_the_names_in_its_name),
        cmocka_unit_test(reports_and_pictures_of_one_check_are_written_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
