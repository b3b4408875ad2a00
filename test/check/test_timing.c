// Which frames a clip has.

#include "check/animation/animation.h"
#include "support/run.h"

static void frames_include_the_last_key(void **state)
{
    (void)state;
    static const struct {
        double start, end, fps;
        uint32_t count;
    } cases[] = {{0, 1, 30, 31}, {0, 0, 30, 1},           {2, 3.01, 30, 32}, {0, 1 / 3.0, 3, 2},
                 {0, 0.1, 1, 2}, {0, 4.0000001, 30, 121}, {5, 5, 1, 1},      {0, 0.7, 10, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t count;
        assert_int_equal(check_count_frames(cases[i].start, cases[i].end, cases[i].fps, &count),
                         MOTE_OK);
        if (count != cases[i].count) fail_msg("case %zu: %u frames", i, count);
        assert_true(check_frame_time(cases[i].start, cases[i].end, cases[i].fps, count - 1,
                                     count) == cases[i].end);
    }
    uint32_t count;
    assert_int_equal(check_count_frames(0, 1e6, 30, &count), MOTE_ERROR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_include_the_last_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
