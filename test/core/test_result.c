// LABELS threads

#include "core/result.h"

#include <stdio.h>
#include <string.h>

#ifdef MOTE_THREADS
#include <pthread.h>
#endif

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
        cmocka_unit_test(every_result_has_its_own_name),
        cmocka_unit_test(the_version_is_that_of_the_header),
#ifdef MOTE_THREADS
        cmocka_unit_test(each_thread_has_its_own_message),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
