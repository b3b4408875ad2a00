#include "core/untyped.h"

#include "support/failing_allocator.h"
#include "support/run.h"

static void pushed_things_stay_in_order(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_untyped array = mote_untyped_of(sizeof(uint32_t));
    for (uint32_t i = 0; i < 10000; i++) assert_true(mote_untyped_push(&array, &allocator, &i));
    const uint32_t *items = array.data;
    assert_int_equal(array.count, 10000);
    for (uint32_t i = 0; i < 10000; i++) assert_int_equal(items[i], i);
    assert_true(memory.calls < 40); // grows by a factor, not by a step
    mote_untyped_release(&array, &allocator);
    assert_int_equal(memory.live, 0);
    assert_int_equal(array.size, sizeof(uint32_t));
}

static void refilling_allocates_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_untyped array = mote_untyped_of(sizeof(double));
    size_t calls = 0;
    for (int round = 0; round < 4; round++) {
        array.count = 0;
        for (int i = 0; i < 777; i++)
            assert_true(mote_untyped_push(&array, &allocator, &(double){i}));
        if (round == 0) calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    mote_untyped_release(&array, &allocator);
}

static void room_is_not_counted(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_untyped array = mote_untyped_of(2);
    char *room = mote_untyped_room(&array, &allocator, 100);
    assert_non_null(room);
    assert_int_equal(array.count, 0);
    assert_true(array.capacity >= 100);
    array.count = 100;
    assert_ptr_equal((char *)mote_untyped_room(&array, &allocator, 0) - 200, array.data);
    mote_untyped_release(&array, &allocator);
}

static void a_failure_leaves_the_array_as_it_was(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 2};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_untyped array = mote_untyped_of(sizeof(int));
    for (int i = 0; i < 10; i++) assert_true(mote_untyped_push(&array, &allocator, &i));
    mote_untyped before = array;
    assert_false(mote_untyped_reserve(&array, &allocator, 100000));
    assert_memory_equal(&array, &before, sizeof array);
    for (int i = 0; i < 10; i++) assert_int_equal(((int *)array.data)[i], i);
    assert_true(mote_untyped_reserve(&array, &allocator, 100000));
    mote_untyped_release(&array, &allocator);
    assert_int_equal(memory.live, 0);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_untyped array = mote_untyped_of(16);
    assert_false(mote_untyped_reserve(&array, &allocator, SIZE_MAX / 8));
    assert_true(mote_untyped_push(&array, &allocator, "sixteen bytes...") && array.count == 1);
    assert_null(mote_untyped_room(&array, &allocator, SIZE_MAX));
    assert_int_equal(array.count, 1);
    mote_untyped_release(&array, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushed_things_stay_in_order),
        cmocka_unit_test(refilling_allocates_nothing),
        cmocka_unit_test(room_is_not_counted),
        cmocka_unit_test(a_failure_leaves_the_array_as_it_was),
        cmocka_unit_test(sizes_that_overflow_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
