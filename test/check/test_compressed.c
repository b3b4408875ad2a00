// Compressed glTF: a file that meshoptimizer or Draco has compressed has the same report, byte for
// byte, as its plain twin, which holds the numbers that the libraries' own decoders give.

#define _POSIX_C_SOURCE 200809L // check_play.h
#include <mote/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "samples/arm.h"
#include "samples/body.h"
#include "support/check_play.h"
#include "support/hostile.h"
#include "support/run.h"
#include "test/packing/packed_glb.h"

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static bytes make_arm(void)
{
    bytes out;
    assert_int_equal(sample_make_arm(1, &out.data, &out.size), MOTE_OK);
    return out;
}

static bytes make_body(void)
{
    char room[4096];
    assert_int_equal(sample_write_body(play_path(room, "body.glb"), 2000, 31), MOTE_OK);
    FILE *file = fopen(room, "rb");
    assert_non_null(file);
    bytes out = {malloc(1 << 22), 0};
    assert_non_null(out.data);
    out.size = fread(out.data, 1, 1 << 22, file);
    assert_true(out.size > 0 && out.size < 1 << 22);
    fclose(file);
    return out;
}

// The report of bytes under a name that is always the same.
static char *report_of(const unsigned char *data, size_t size)
{
    char room[4096];
    hostile_write("twin.glb", data, size);
    int code = play_run("twin.glb --self --fps 10 --json twin.json");
    if (code != 1) fail_msg("exit code %d: %s", code, play_slurp(play_path(room, "err.txt")));
    return play_slurp(play_path(room, "twin.json"));
}

static void expect_same_report(bytes file, packing kind)
{
    if (!packing_is_available(kind)) {
        print_message("skipped: this build has no library for packing %d\n", (int)kind);
        free(file.data);
        skip();
    }
    packed_glb twins = pack_glb(file.data, file.size, kind);
    char *packed = report_of(twins.packed, twins.packed_size);
    char *plain = report_of(twins.plain, twins.plain_size);
    assert_string_equal(packed, plain);
    assert_non_null(strstr(packed, "\"complete\":true"));
    assert_true(twins.packed_size < twins.plain_size);
    free(packed);
    free(plain);
    free(file.data);
    packed_glb_release(&twins);
}

static void meshopt_with_skin_and_morph_targets(void **state)
{
    (void)state;
    expect_same_report(make_arm(), PACKING_MESHOPT);
}

static void meshopt_of_one_skinned_mesh(void **state)
{
    (void)state;
    expect_same_report(make_body(), PACKING_MESHOPT);
}

static void draco_with_skin_and_morph_targets(void **state)
{
    (void)state;
    expect_same_report(make_arm(), PACKING_DRACO);
}

static void draco_that_changes_the_order(void **state)
{
    (void)state;
    expect_same_report(make_body(), PACKING_DRACO_EDGEBREAKER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshopt_with_skin_and_morph_targets),
        cmocka_unit_test(meshopt_of_one_skinned_mesh),
        cmocka_unit_test(draco_with_skin_and_morph_targets),
        cmocka_unit_test(draco_that_changes_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
