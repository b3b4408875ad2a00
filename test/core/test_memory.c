#include "core/memory.h"

#include <string.h>

#include "support/failing_allocator.h"
#include "support/run.h"

static void blocks_are_aligned_and_usable(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (size_t count = 0; count < 3000; count = count * 2 + 1) {
        unsigned char *block = mote_allocate(&allocator, count, 3);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % MOTE_ALIGNMENT, 0);
        memset(block, 0xab, count * 3);
        mote_release(&allocator, block, count, 3);
    }
}

static void zeroed_blocks_are_zero(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (int round = 0; round < 10; round++) {
        unsigned char *block = mote_allocate_zeroed(&allocator, 1000, 1);
        assert_non_null(block);
        for (int i = 0; i < 1000; i++) assert_int_equal(block[i], 0);
        memset(block, 0xff, 1000);
        mote_release(&allocator, block, 1000, 1);
    }
}

static void sizes_that_overflow_reach_no_allocator(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    assert_null(mote_allocate(&allocator, SIZE_MAX, 2));
    assert_null(mote_allocate(&allocator, SIZE_MAX / 4 + 1, 4));
    assert_null(mote_allocate(&allocator, 1, SIZE_MAX));
    assert_null(mote_allocate_zeroed(&allocator, SIZE_MAX - 10, 1));
    assert_int_equal(memory.calls, 0);
}

static void a_failing_allocator_gives_null(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 1};
    mote_allocator allocator = failing_allocator_hook(&memory);
    assert_null(mote_allocate_zeroed(&allocator, 8, 8));
    mote_release(&allocator, NULL, 8, 8);
    void *block = mote_allocate(&allocator, 0, 8);
    assert_non_null(block);
    assert_int_equal(memory.live, 1);
    mote_release(&allocator, block, 0, 8);
    assert_int_equal(memory.live + memory.bytes, 0);
}

static void a_given_allocator_is_kept(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator given = failing_allocator_hook(&memory);
    mote_allocator kept = mote_allocator_or_default(given);
    assert_memory_equal(&kept, &given, sizeof kept);
    given.release = NULL; // half a hook is none
    kept = mote_allocator_or_default(given);
    assert_ptr_not_equal(kept.allocate, given.allocate);
    assert_non_null(kept.release);
}

static void what_is_held_is_counted(void **state)
{
    (void)state;
    failing_allocator counted = {0};
    mote_memory memory;
    mote_allocator allocator = mote_memory_begin(&memory, failing_allocator_hook(&counted), 40);
    assert_int_equal(mote_memory_bytes(&memory), 40);
    void *a = mote_allocate(&allocator, 10, 8), *b = mote_allocate(&allocator, 0, 8);
    assert_int_equal(mote_memory_bytes(&memory), 40 + counted.bytes);
    counted.fail_at = counted.calls + 1;
    assert_null(mote_allocate(&allocator, 10, 8));
    mote_release(&allocator, a, 10, 8);
    mote_release(&allocator, b, 0, 8);
    assert_int_equal(counted.live, 0);
    assert_int_equal(mote_memory_bytes(&memory), 40);
}

static void half_an_allocator_is_refused(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator given = failing_allocator_hook(&memory);
    assert_int_equal(mote_allocator_check(&given, "mote_thing_create"), MOTE_OK);
    assert_int_equal(mote_allocator_check(&(mote_allocator){0}, "mote_thing_create"), MOTE_OK);
    given.release = NULL;
    assert_int_equal(mote_allocator_check(&given, "mote_thing_create"), MOTE_ERROR_ARGUMENT);
    assert_string_equal(
        mote_last_message(),
        "mote_thing_create: def.allocator: only one of allocate and release is set");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_usable),
        cmocka_unit_test(zeroed_blocks_are_zero),
        cmocka_unit_test(sizes_that_overflow_reach_no_allocator),
        cmocka_unit_test(a_failing_allocator_gives_null),
        cmocka_unit_test(a_given_allocator_is_kept),
        cmocka_unit_test(what_is_held_is_counted),
        cmocka_unit_test(half_an_allocator_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
