#include <string.h>

#include "core/arena.h"
#include "support/failing_allocator.h"
#include "support/run.h"

static void blocks_do_not_overlap(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_arena arena = mote_arena_create(failing_allocator_hook(&memory));
    unsigned char *taken[400];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 400; i++) {
            size_t bytes = i * 37 % 5000 + (i % 50 == 0 ? 600000 : 0);
            taken[i] = mote_arena_take(&arena, bytes, 1);
            assert_non_null(taken[i]);
            assert_int_equal((uintptr_t)taken[i] % MOTE_ALIGNMENT, 0);
            memset(taken[i], (int)(i % 251), bytes);
        }
        for (size_t i = 0; i < 400; i++) {
            size_t bytes = i * 37 % 5000 + (i % 50 == 0 ? 600000 : 0);
            for (size_t b = 0; b < bytes; b++) assert_int_equal(taken[i][b], i % 251);
        }
        size_t calls = memory.calls;
        mote_arena_reset(&arena);
        if (round > 0) assert_int_equal(calls, memory.calls);
    }
    mote_arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

static void a_repeated_job_allocates_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_arena arena = mote_arena_create(failing_allocator_hook(&memory));
    size_t calls_after_first = 0;
    for (int round = 0; round < 5; round++) {
        for (size_t i = 0; i < 100; i++) assert_non_null(mote_arena_take(&arena, i * 997, 8));
        mote_arena_reset(&arena);
        if (round == 0) calls_after_first = memory.calls;
    }
    assert_int_equal(memory.calls, calls_after_first);
    mote_arena_release(&arena);
}

static void failure_and_overflow_give_null(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 1};
    mote_arena arena = mote_arena_create(failing_allocator_hook(&memory));
    assert_null(mote_arena_take(&arena, 10, 10));
    assert_null(mote_arena_take(&arena, SIZE_MAX / 2, 3));
    assert_null(mote_arena_take(&arena, SIZE_MAX - 1, 1));
    assert_non_null(mote_arena_take(&arena, 10, 10));
    mote_arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_do_not_overlap),
        cmocka_unit_test(a_repeated_job_allocates_nothing),
        cmocka_unit_test(failure_and_overflow_give_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
