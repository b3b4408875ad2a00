#include "core/array.h"

#include "support/failing_allocator.h"
#include "support/run.h"

static void pushed_elements_stay_in_order(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    MOTE_ARRAY(uint32_t) array = {0};
    for (uint32_t i = 0; i < 10000; i++) assert_true(mote_array_push(&array, &allocator, i));
    assert_int_equal(array.count, 10000);
    for (uint32_t i = 0; i < 10000; i++) assert_int_equal(array.data[i], i);
    assert_true(memory.calls < 40); // grows by a factor, not by a step
    mote_array_release(&array, &allocator);
    assert_int_equal(memory.live, 0);
    assert_null(array.data);
    assert_int_equal(array.count + array.capacity, 0);
}

static void refilling_allocates_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    MOTE_ARRAY(double) array = {0};
    size_t calls = 0;
    for (int round = 0; round < 4; round++) {
        array.count = 0;
        for (int i = 0; i < 777; i++) assert_true(mote_array_push(&array, &allocator, i));
        if (round == 0) calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    mote_array_release(&array, &allocator);
}

static void room_is_not_counted(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    MOTE_ARRAY(uint16_t) array = {0};
    uint16_t *room = mote_array_room(&array, &allocator, 100);
    assert_non_null(room);
    assert_int_equal(array.count, 0);
    assert_true(array.capacity >= 100);
    array.count = 100;
    assert_ptr_equal(mote_array_room(&array, &allocator, 0) - 100, array.data);
    mote_array_release(&array, &allocator);
}

static void a_failure_leaves_the_array_as_it_was(void **state)
{
    (void)state;
    failing_allocator memory = {.fail_at = 2};
    mote_allocator allocator = failing_allocator_hook(&memory);
    MOTE_ARRAY(int) array = {0};
    for (int i = 0; i < 10; i++) assert_true(mote_array_push(&array, &allocator, i));
    const int *data = array.data;
    size_t capacity = array.capacity;
    assert_false(mote_array_reserve(&array, &allocator, 100000));
    assert_ptr_equal(array.data, data);
    assert_int_equal(array.count, 10);
    assert_int_equal(array.capacity, capacity);
    for (int i = 0; i < 10; i++) assert_int_equal(array.data[i], i);
    assert_true(mote_array_reserve(&array, &allocator, 100000));
    mote_array_release(&array, &allocator);
    assert_int_equal(memory.live, 0);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    MOTE_ARRAY(mote_transform) array = {0};
    assert_false(mote_array_reserve(&array, &allocator, SIZE_MAX / 8));
    assert_true(mote_array_push(&array, &allocator, (mote_transform){.t = {1, 2, 3}}) &&
                array.count == 1);
    assert_null(mote_array_room(&array, &allocator, SIZE_MAX));
    assert_int_equal(array.count, 1);
    mote_array_release(&array, &allocator);
}

static void shrinking_keeps_the_elements_and_nothing_else(void **state)
{
    (void)state;
    mote_u32_array numbers = {0};
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(mote_array_push(&numbers, &mote_libc_allocator, i));
    numbers.count = 10;
    mote_array_shrink(&numbers, &mote_libc_allocator);
    assert_int_equal(numbers.capacity, 10);
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(numbers.data[i], i);
    numbers.count = 0;
    mote_array_shrink(&numbers, &mote_libc_allocator);
    assert_null(numbers.data);
    assert_int_equal(numbers.capacity, 0);
    assert_true(mote_array_push(&numbers, &mote_libc_allocator, 7));
    mote_array_release(&numbers, &mote_libc_allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushed_elements_stay_in_order),
        cmocka_unit_test(refilling_allocates_nothing),
        cmocka_unit_test(room_is_not_counted),
        cmocka_unit_test(a_failure_leaves_the_array_as_it_was),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(shrinking_keeps_the_elements_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
