// What a reader does in its child process never harms the parent.

#define _DEFAULT_SOURCE // POSIX
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/import/import.h"
#include "check/import/wire.h"
#include "core/random.h"
#include "core/result.h"
#include "core/timer.h"
#include "support/run.h"

// A triangle on a node, with a clip of one track.
static asset_file small_asset(void)
{
    asset_file asset = {0};
    static const mote_vec3 positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t corners[3] = {0, 1, 2};
    static const double times[2] = {0, 1};
    static const float values[6] = {0, 0, 0, 1, 2, 3};
    asset_node node = {.parent = MOTE_NONE, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    asset_surface surface = {.material = MOTE_NONE};
    asset_track track = {.path = ASSET_PATH_TRANSLATION, .width = 3};
    asset_clip clip = {.end = 1};
    asset_span span;
    assert_int_equal(asset_add_name(&asset, "leaf", 4, &node.name), MOTE_OK);
    assert_true(asset_add(&asset.nodes, &node, 1, &span));
    assert_true(asset_add(&asset.positions, positions, 3, &surface.positions));
    assert_true(asset_add(&asset.corners, corners, 3, &surface.triangles));
    assert_true(asset_add(&asset.surfaces, &surface, 1, &span));
    assert_true(asset_add(&asset.times, times, 2, &track.times));
    assert_true(asset_add(&asset.numbers, values, 6, &span));
    assert_true(asset_add(&asset.tracks, &track, 1, &clip.tracks));
    assert_true(asset_add(&asset.clips, &clip, 1, &span));
    return asset;
}

static mote_result read_well(const char *path, asset_file *out)
{
    (void)path;
    *out = small_asset();
    return MOTE_OK;
}

static mote_result read_badly(const char *path, asset_file *out)
{
    (void)out;
    return mote_fail(MOTE_ERROR_DATA, "%s: line 7 is wrong", path);
}

static mote_result read_forever(const char *path, asset_file *out)
{
    (void)path;
    (void)out;
    while (pause()) continue; // it never returns 0
    return MOTE_OK;
}

static mote_result crash(const char *path, asset_file *out)
{
    (void)path;
    (void)out;
    raise(SIGKILL); // as a crash, but no sanitizer has a word to say about it
    return MOTE_OK;
}

static mote_result give_up(const char *path, asset_file *out)
{
    (void)path;
    (void)out;
    _exit(3);
}

static mote_result take_all_memory(const char *path, asset_file *out)
{
    (void)out;
    enum { BLOCK = 1 << 20 };
    for (size_t i = 0; i < 4096; i++) {
        volatile char *block = malloc(BLOCK);
        if (!block) return mote_fail_memory(BLOCK, path);
        for (size_t k = 0; k < BLOCK; k += 4096) block[k] = 1;
    }
    return MOTE_OK;
}

static mote_result read_nonsense(const char *path, asset_file *out)
{
    (void)path;
    *out = small_asset();
    ((uint32_t *)out->corners.data)[1] = 7;
    return MOTE_OK;
}

static void expect_failure(check_asset_reader *reader, check_import_limits limits,
                           const char *words)
{
    asset_file asset;
    assert_int_not_equal(check_import_in_child("case", reader, &limits, &asset), MOTE_OK);
    if (!strstr(mote_last_message(), "case") || !strstr(mote_last_message(), words))
        fail_msg("%s", mote_last_message());
    assert_int_equal(asset.nodes.count, 0);
    asset_release(&asset);
}

static void an_asset_comes_back_as_it_was(void **state)
{
    (void)state;
    check_import_limits limits = check_default_import_limits();
    asset_file asset, wanted = small_asset();
    assert_int_equal(check_import_in_child("case", read_well, &limits, &asset), MOTE_OK);
#define SAME_COUNT(type, name) assert_int_equal(asset.name.count, wanted.name.count);
    ASSET_LISTS(SAME_COUNT)
#undef SAME_COUNT
    assert_memory_equal(asset.positions.data, wanted.positions.data,
                        wanted.positions.count * sizeof(mote_vec3));
    assert_memory_equal(asset.corners.data, wanted.corners.data,
                        wanted.corners.count * sizeof(uint32_t));
    asset_release(&asset);
    asset_release(&wanted);
}

static void a_reader_that_fails_is_heard(void **state)
{
    (void)state;
    expect_failure(read_badly, check_default_import_limits(), "line 7 is wrong");
    expect_failure(give_up, check_default_import_limits(), "exit code 3");
    expect_failure(crash, check_default_import_limits(), "crashed (signal 9)");
    expect_failure(read_nonsense, check_default_import_limits(), "vertex 7 is out of range");
}

static void a_reader_that_hangs_is_ended(void **state)
{
    (void)state;
    double started = mote_seconds();
    expect_failure(read_forever, (check_import_limits){.seconds = 0.2, .bytes = 1 << 30},
                   "took longer than 0.2 s");
    assert_true(mote_seconds() - started < 30);
}

#if defined(__SANITIZE_ADDRESS__)
#define HAS_MEMORY_LIMIT 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_MEMORY_LIMIT 0
#endif
#endif
#ifndef HAS_MEMORY_LIMIT
#define HAS_MEMORY_LIMIT 1
#endif

static void a_reader_that_is_greedy_gets_no_more(void **state)
{
    (void)state;
    if (!HAS_MEMORY_LIMIT) skip();
    expect_failure(take_all_memory, (check_import_limits){.seconds = 60, .bytes = 256u << 20},
                   "case");
}

// ---------------------------------------------------------------------------------------------
// The wire

static unsigned char *send_small(size_t *size)
{
    asset_file asset = small_asset();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_true(check_wire_send(ends[1], &asset)); // fits a pipe's buffer
    close(ends[1]);
    unsigned char *bytes = malloc(1 << 16);
    assert_non_null(bytes);
    ssize_t got = read(ends[0], bytes, 1 << 16);
    assert_true(got > 0);
    *size = (size_t)got;
    close(ends[0]);
    asset_release(&asset);
    return bytes;
}

static void a_cut_off_wire_is_refused(void **state)
{
    (void)state;
    size_t size;
    unsigned char *bytes = send_small(&size);
    asset_file asset;
    for (size_t i = 0; i < size; i++)
        assert_int_not_equal(check_wire_parse(bytes, i, "case", &asset), MOTE_OK);
    assert_int_equal(check_wire_parse(bytes, size, "case", &asset), MOTE_OK);
    asset_release(&asset);
    free(bytes);
}

// Whatever arrives is refused or sound: using what was accepted is left to the sanitizers.
static void a_damaged_wire_is_refused_or_sound(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(11, 2, 3);
    size_t size;
    unsigned char *bytes = send_small(&size);
    unsigned char *damaged = malloc(size);
    assert_non_null(damaged);
    for (size_t i = 0; i < test_count(2000, 50000, 1000000); i++) {
        memcpy(damaged, bytes, size);
        for (int k = 0; k < 3; k++)
            damaged[mote_random_below(&random, (uint32_t)size)] =
                (unsigned char)(mote_random_u32(&random) >> (k * 8));
        asset_file asset;
        if (check_wire_parse(damaged, size, "case", &asset)) continue;
        assert_int_equal(asset_check(&asset, "case"), MOTE_OK);
        asset_release(&asset);
    }
    free(damaged);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_asset_comes_back_as_it_was),
        cmocka_unit_test(a_reader_that_fails_is_heard),
        cmocka_unit_test(a_reader_that_hangs_is_ended),
        cmocka_unit_test(a_reader_that_is_greedy_gets_no_more),
        cmocka_unit_test(a_cut_off_wire_is_refused),
        cmocka_unit_test(a_damaged_wire_is_refused_or_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
