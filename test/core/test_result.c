// LABELS threads

#include "core/result.h"

#include <stdio.h>
#include <string.h>

#ifdef MOTE_THREADS
#include <pthread.h>
#endif

#include "core/random.h"
#include "support/run.h"

static void the_message_is_empty_before_the_first_failure(void **state)
{
    (void)state;
    assert_string_equal(mote_last_message(), "");
}

static void a_failure_keeps_code_and_message(void **state)
{
    (void)state;
    assert_int_equal(mote_fail(MOTE_ERROR_DATA, "triangle %d: vertex %u", 7, 9u), MOTE_ERROR_DATA);
    assert_string_equal(mote_last_message(), "triangle 7: vertex 9");
    assert_int_equal(mote_fail_memory(1234, "faces"), MOTE_ERROR_MEMORY);
    assert_string_equal(mote_last_message(), "no memory: 1234 bytes for faces");
}

static void a_long_message_is_cut_not_overrun(void **state)
{
    (void)state;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    mote_fail(MOTE_ERROR_IO, "%s", text);
    size_t length = strlen(mote_last_message());
    assert_true(length > 200 && length < sizeof text);
    assert_memory_equal(mote_last_message(), text, length);
}

static void expect_escaped(const char *text, const char *expected)
{
    char out[256], again[256];
    assert_int_equal(mote_escape_text(text, strlen(text), out, sizeof out), strlen(expected));
    assert_string_equal(out, expected);
    mote_escape_text(out, strlen(out), again, sizeof again);
    assert_string_equal(again, out);
    mote_fail(MOTE_ERROR_DATA, "%s", text);
    assert_string_equal(mote_last_message(), expected);
}

static void what_cannot_be_shown_is_escaped(void **state)
{
    (void)state;
    expect_escaped("arm \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 C:\\x",
                   "arm \xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 C:\\x");
    expect_escaped("\033[31mred\n", "\\u001b[31mred\\u000a");
    expect_escaped("\x7f\xc2\x85\xc2\x9b", "\\u007f\\u0085\\u009b");
    expect_escaped("a\xe2\x80\xae"
                   "b\xe2\x81\xa6\xd8\x9c",
                   "a\\u202eb\\u2066\\u061c");
    expect_escaped("\xe2\x80\x8b\xef\xbb\xbf\xe2\x80\xa8", "\\u200b\\ufeff\\u2028");
    expect_escaped("\xf3\xa0\x80\x81", "\\U000e0001");
    expect_escaped("\xff\xc3\xe2\x82\xed\xa0\x80\xc0\x80",
                   "\\xff\\xc3\\xe2\\x82\\xed\\xa0\\x80\\xc0\\x80");
}

// Whatever the bytes are and however little room there is: valid, printable, within the room, and
// the beginning.
static void escaped_text_fits_and_is_printable(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 4, 5);
    for (size_t i = 0; i < test_count(2000, 20000, 1000000); i++) {
        char text[40], out[300], whole[300];
        size_t length = mote_random_below(&random, sizeof text);
        size_t room = 8 + mote_random_below(&random, 60);
        for (size_t k = 0; k < length; k++)
            text[k] = (char)(mote_random_u32(&random) >> (k % 3 ? 8 : 25));
        memset(out, '#', sizeof out);
        size_t used = mote_escape_text(text, length, out, room);
        assert_true(used < room && out[used] == '\0' && out[room] == '#');
        size_t all = mote_escape_text(text, length, whole, sizeof whole);
        assert_true(all <= length * MOTE_ESCAPED);
        assert_memory_equal(out, whole, all == used ? used : used - 3);
        if (all != used) assert_string_equal(out + used - 3, "...");
        for (size_t at = 0, count; at < used; at += count) {
            uint32_t code;
            count = mote_utf8_read(out + at, used - at, &code);
            assert_true(count > 0 && !mote_is_unprintable(code));
        }
    }
}

static void every_result_has_its_own_name(void **state)
{
    (void)state;
    const char *unknown = mote_result_name((mote_result)1000);
    for (int i = MOTE_OK; i <= MOTE_ERROR_STATE; i++) {
        const char *name = mote_result_name((mote_result)i);
        assert_true(name && name[0]);
        assert_string_not_equal(name, unknown);
        for (int k = MOTE_OK; k < i; k++)
            assert_string_not_equal(name, mote_result_name((mote_result)k));
    }
}

static void the_version_is_that_of_the_header(void **state)
{
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d", MOTE_VERSION_MAJOR, MOTE_VERSION_MINOR,
             MOTE_VERSION_PATCH);
    assert_string_equal(mote_version(), expected);
}

#ifdef MOTE_THREADS

static void *fail_often(void *number)
{
    char expected[32];
    for (int i = 0; i < 5000; i++) {
        snprintf(expected, sizeof expected, "thread %d, %d", *(int *)number, i);
        mote_fail(MOTE_ERROR_DATA, "%s", expected);
        if (strcmp(mote_last_message(), expected) != 0) return number;
    }
    return NULL;
}

static void each_thread_has_its_own_message(void **state)
{
    (void)state;
    pthread_t threads[4];
    int numbers[4] = {0, 1, 2, 3};
    mote_fail(MOTE_ERROR_DATA, "mine");
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fail_often, &numbers[i]), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    assert_string_equal(mote_last_message(), "mine");
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_message_is_empty_before_the_first_failure),
        cmocka_unit_test(a_failure_keeps_code_and_message),
        cmocka_unit_test(a_long_message_is_cut_not_overrun),
        cmocka_unit_test(what_cannot_be_shown_is_escaped),
        cmocka_unit_test(escaped_text_fits_and_is_printable),
        cmocka_unit_test(every_result_has_its_own_name),
        cmocka_unit_test(the_version_is_that_of_the_header),
#ifdef MOTE_THREADS
        cmocka_unit_test(each_thread_has_its_own_message),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
