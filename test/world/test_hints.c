#include "test/support/run.h"

#include <string.h>

#include "core/random.h"
#include "test/support/failing_allocator.h"
#include "world/hints.h"

static mote_body_id id_of(uint32_t index, uint32_t generation)
{
    return (mote_body_id){index, generation};
}

static void a_new_hint_is_blank_and_an_old_one_is_kept(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_hints hints = {.state_bytes = 40};
    mote_pair_hint *hint = mote_hints_get(&hints, &allocator, id_of(3, 1), id_of(5, 2), 1);
    assert_int_equal(hint->hint.slot_a, MOTE_NONE);
    for (size_t i = 0; i < 40; i++) assert_int_equal(((char *)hint->state)[i], 0);
    ((char *)hint->state)[39] = 7;
    hint->hint.slot_a = 11;
    assert_ptr_equal(mote_hints_get(&hints, &allocator, id_of(3, 1), id_of(5, 2), 2), hint);
    assert_int_equal(((char *)hint->state)[39], 7);
    mote_hints_release(&hints, &allocator);
    assert_int_equal(memory.live, 0);
}

static void the_heir_of_an_index_starts_blank(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_hints hints = {.state_bytes = 8};
    mote_pair_hint *old = mote_hints_get(&hints, &allocator, id_of(0, 1), id_of(1, 1), 1);
    ((char *)old->state)[0] = 1;
    assert_null(mote_hints_find(&hints, id_of(0, 1), id_of(1, 2)));
    mote_pair_hint *heir = mote_hints_get(&hints, &allocator, id_of(0, 1), id_of(1, 2), 2);
    assert_int_equal(((char *)heir->state)[0], 0);
    assert_null(mote_hints_find(&hints, id_of(0, 1), id_of(1, 1)));
    mote_hints_release(&hints, &allocator);
    assert_int_equal(memory.live, 0);
}

// Against a plain list of what was asked for when.
static void hints_that_are_in_use_stay_where_they_are(void **state)
{
    (void)state;
    enum { BODIES = 24, PAIRS = BODIES * BODIES };
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_random random = mote_random_stream(1, 0, 0);
    mote_hints hints = {.state_bytes = sizeof(uint64_t)};
    mote_pair_hint *known[PAIRS] = {NULL};
    uint64_t last_use[PAIRS] = {0};
    for (uint64_t frame = 1; frame < test_count(2000, 20000, 200000); frame++) {
        uint32_t a = mote_random_below(&random, BODIES), b = mote_random_below(&random, BODIES);
        uint32_t number = a * BODIES + b;
        mote_pair_hint *hint = mote_hints_get(&hints, &allocator, id_of(a, 1), id_of(b, 1), frame);
        if (known[number] && last_use[number] + 256 >= frame) {
            assert_ptr_equal(hint, known[number]);
            assert_memory_equal(hint->state, &number, sizeof number);
        }
        memcpy(hint->state, &number, sizeof number);
        known[number] = hint;
        last_use[number] = frame;
        assert_true(hints.used <= PAIRS && 4 * hints.used <= 3 * hints.capacity);
    }
    mote_hints_release(&hints, &allocator);
    assert_int_equal(memory.live, 0);
}

static void pairs_that_parted_long_ago_give_way(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    mote_allocator allocator = failing_allocator_hook(&memory);
    mote_hints hints = {0};
    for (uint32_t i = 0; i < 100000; i++)
        assert_non_null(mote_hints_get(&hints, &allocator, id_of(i, 1), id_of(i + 1, 1), i));
    assert_true(hints.capacity <= 2048);
    mote_hints_release(&hints, &allocator);
    assert_int_equal(memory.live, 0);
}

static void want_of_memory_loses_nothing(void **state)
{
    (void)state;
    for (size_t n = 1; n < 60; n++) {
        failing_allocator memory = {.fail_at = n};
        mote_allocator allocator = failing_allocator_hook(&memory);
        mote_hints hints = {.state_bytes = 16};
        uint32_t made = 0;
        for (uint32_t i = 0; i < 40; i++)
            made += mote_hints_get(&hints, &allocator, id_of(i, 1), id_of(i, 1), 1) != NULL;
        assert_int_equal(made, memory.calls >= n ? 39 : 40);
        assert_int_equal(hints.used, made);
        mote_hints_release(&hints, &allocator);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_hint_is_blank_and_an_old_one_is_kept),
        cmocka_unit_test(the_heir_of_an_index_starts_blank),
        cmocka_unit_test(hints_that_are_in_use_stay_where_they_are),
        cmocka_unit_test(want_of_memory_loses_nothing),
        cmocka_unit_test(pairs_that_parted_long_ago_give_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
