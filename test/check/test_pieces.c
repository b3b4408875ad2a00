// A check that is cut into pieces, whose findings become bytes and are read back, writes the
// reports of one that is not cut.

#define _DEFAULT_SOURCE // mkstemps

#include "check/pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/found_bytes.h"
#include "core/random.h"
#include "samples/arm.h"
#include "support/run.h"

typedef struct text {
    char *bytes;
    size_t size;
} text;

static bool append(void *context, const char *bytes, size_t size)
{
    text *t = context;
    t->bytes = realloc(t->bytes, t->size + size);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

// Frames as bytes, in order.
typedef struct tape {
    check_bytes bytes;
    mote_u64_array ends; // of each frame
    size_t next;
    const check_animation *animation;
    check_found_room room;
} tape;

static mote_result record(void *context, const check_found *found)
{
    tape *t = context;
    assert_int_equal(check_found_pack(found, &t->bytes), MOTE_OK);
    assert_true(mote_array_push(&t->ends, &mote_libc_allocator, t->bytes.count));
    return MOTE_OK;
}

static mote_result play(void *context, check_found *out)
{
    tape *t = context;
    assert_true(t->next < t->ends.count);
    size_t from = t->next ? t->ends.data[t->next - 1] : 0;
    return check_found_unpack(t->bytes.data + from, t->ends.data[t->next++] - from, t->animation,
                              &t->room, out);
}

static void release(tape *t)
{
    mote_array_release(&t->bytes, &mote_libc_allocator);
    mote_array_release(&t->ends, &mote_libc_allocator);
    check_found_room_release(&t->room);
}

static const char *path;

static mote_check *open_check(bool between, uint32_t workers)
{
    mote_check_def def = mote_check_default_def();
    def.inputs = &path;
    def.input_count = 1;
    def.between = between;
    def.worker_count = workers;
    def.tolerance = 0.01f;
    mote_check *check;
    assert_int_equal(mote_check_open(&def, &check), MOTE_OK);
    return check;
}

static text report(mote_check *check)
{
    text t = {0};
    mote_check_report_def def = mote_check_default_report_def(MOTE_CHECK_FORMAT_JSON);
    def.view_count = 2;
    def.sink = (mote_check_sink){.write = append, .context = &t};
    assert_int_equal(mote_check_add_report(check, &def), MOTE_OK);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_close(check);
    return t;
}

static tape record_pieces(bool between, uint32_t workers, mote_random *random)
{
    tape t = {0};
    mote_check_info info;
    for (uint32_t first = 0, count, wanted = 1; first < wanted; first += count) {
        mote_check *check = open_check(between, workers);
        mote_check_get_info(check, &info);
        wanted = info.wanted_count;
        count = 1 + (uint32_t)mote_random_below(random, 60);
        assert_int_equal(check_look_at_piece(check, first, count, record, &t), MOTE_OK);
        mote_check_close(check);
    }
    assert_int_equal(t.ends.count, info.wanted_count);
    return t;
}

static void a_cut_does_not_show(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 0, 0);
    size_t rounds = test_count(2, 2, 20);
    for (size_t i = 0; i < rounds; i++) {
        bool between = i % 2;
        text whole = report(open_check(between, 1));
        tape t = record_pieces(between, i % 3 == 0 ? 2 : 1, &random);
        mote_check *check = open_check(between, 1);
        t.animation = check_animation_of(check);
        check_replay(check, play, &t);
        text merged = report(check);
        assert_int_equal(merged.size, whole.size);
        assert_memory_equal(merged.bytes, whole.bytes, whole.size);
        free(whole.bytes);
        free(merged.bytes);
        release(&t);
    }
}

static void a_check_that_is_recorded_hands_out_the_same(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(2, 0, 0);
    tape pieces = record_pieces(false, 1, &random), whole = {0};
    mote_check *check = open_check(false, 1);
    check_record(check, record, &whole);
    assert_int_equal(mote_check_run(check, NULL), MOTE_OK);
    mote_check_close(check);
    assert_int_equal(whole.bytes.count, pieces.bytes.count);
    assert_memory_equal(whole.bytes.data, pieces.bytes.data, whole.bytes.count);
    release(&whole);
    release(&pieces);
}

// Bytes that are cut off or changed are refused or read as something else; nothing is read beyond
// them.
static void damaged_bytes_do_no_harm(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(3, 0, 0);
    tape t = record_pieces(true, 1, &random);
    mote_check *check = open_check(true, 1);
    const check_animation *animation = check_animation_of(check);
    size_t from = 0, rounds = test_count(200, 2000, 20000), refused = 0;
    for (size_t i = 0; i < t.ends.count; from = t.ends.data[i++]) {
        size_t size = t.ends.data[i] - from;
        check_found found;
        unsigned char *copy = malloc(size); // of that size, for the sanitizer
        for (size_t k = 0; k < rounds / t.ends.count + 1; k++) {
            size_t length = mote_random_below(&random, (uint32_t)size);
            memcpy(copy, t.bytes.data + from, size);
            assert_int_equal(check_found_unpack(copy, length, animation, &t.room, &found),
                             MOTE_ERROR_DATA);
            copy[length] ^= (unsigned char)(1u << mote_random_below(&random, 8));
            refused += check_found_unpack(copy, size, animation, &t.room, &found) != MOTE_OK;
        }
        free(copy);
    }
    assert_true(refused > 0);
    mote_check_close(check);
    release(&t);
}

static void frames_in_another_order_are_refused(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(4, 0, 0);
    tape t = record_pieces(false, 1, &random);
    mote_check *check = open_check(false, 1);
    t.animation = check_animation_of(check);
    t.next = 1;
    check_replay(check, play, &t);
    assert_int_equal(mote_check_run(check, NULL), MOTE_ERROR_DATA);
    mote_check_close(check);
    release(&t);
}

int main(void)
{
    char file[] = "/tmp/mote-pieces-XXXXXX.glb";
    int descriptor = mkstemps(file, 4);
    if (descriptor < 0) return 1;
    close(descriptor);
    path = file;
    if (sample_write_arm(path, 1)) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_does_not_show),
        cmocka_unit_test(a_check_that_is_recorded_hands_out_the_same),
        cmocka_unit_test(damaged_bytes_do_no_harm),
        cmocka_unit_test(frames_in_another_order_are_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
