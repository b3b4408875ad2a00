#define _POSIX_C_SOURCE 200809L
#include "bench/against/compare.h"

#include <stdlib.h>
#include <string.h>

#include "bench/against/module.h"
#include "bench/against/report.h"
#include "io/json.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Runners that write down what they are told

enum { MAX_CALLS = 1000 };

static struct {
    char calls[MAX_CALLS]; // 'a' and 'b' for a frame of the one and the other
    uint32_t count, opened, closed;
    float first_x_in_mesh_order;
    uint64_t hash_of_b;
} witness;

typedef struct fake {
    char name;
    uint32_t frames;
    bool mesh_order;
} fake;

static int open_fake(const bench_runner_def *def, void **state, char name)
{
    fake *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *f = (fake){.name = name, .mesh_order = def->mesh_order};
    assert_int_equal(def->bodies[0].model, 0);
    assert_string_equal(def->method, "hybrid");
    *state = f;
    witness.opened++;
    return 0;
}

static int open_a(const bench_runner_def *def, void **state)
{
    return open_fake(def, state, 'a');
}

static int open_b(const bench_runner_def *def, void **state)
{
    return open_fake(def, state, 'b');
}

static void close_fake(void *state)
{
    witness.closed += state != NULL;
    free(state);
}

static const uint32_t *order_of_fake(const void *state, uint32_t body, uint32_t *count)
{
    static const uint32_t order[] = {3, 2, 1, 0};
    (void)state;
    (void)body;
    *count = 4;
    return order;
}

static int frame_of_fake(void *state, const bench_runner_pose *poses)
{
    fake *f = state;
    assert_true(witness.count < MAX_CALLS);
    witness.calls[witness.count++] = f->name;
    f->frames++;
    assert_non_null(poses[0].positions);
    if (f->mesh_order) witness.first_x_in_mesh_order = poses[0].positions[0];
    return 0;
}

// One pair of faces in every second frame.
static int read_fake(void *state, bench_runner_answer *out, bench_runner_add *add, void *context)
{
    const fake *f = state;
    *out = (bench_runner_answer){.hash = f->name == 'b' ? witness.hash_of_b : 1};
    if (add && f->frames % 2 == 0) add(context, 0, 1, 5, f->name == 'b' ? 6 : 7);
    return 0;
}

static const char *text_of_fake(void)
{
    return "out of order";
}

static bench_runner fake_runner(int (*open)(const bench_runner_def *def, void **state))
{
    return (bench_runner){.version = BENCH_RUNNER_VERSION,
                          .mote_version = text_of_fake,
                          .message = text_of_fake,
                          .open = open,
                          .close = close_fake,
                          .mesh_order = order_of_fake,
                          .frame = frame_of_fake,
                          .read = read_fake};
}

static bench_stage tiny_stage(uint32_t frames)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = "blobs";
    def.scene.detail = 100;
    def.frame_count = frames;
    def.mesh_flags = 0;
    bench_stage stage;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    return stage;
}

// ---------------------------------------------------------------------------------------------

static void the_builds_take_turns_frame_by_frame(void **state)
{
    (void)state;
    memset(&witness, 0, sizeof witness);
    witness.hash_of_b = 1;
    bench_stage stage = tiny_stage(3);
    bench_runner a = fake_runner(open_a), b = fake_runner(open_b);
    bench_comparison_def def = {
        .runners = {&a, &b}, .method = "hybrid", .worker_count = 1, .rounds = 2};
    bench_comparison comparison;
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_OK);
    // The warm-up and two rounds, each from a new start; who goes first alternates.
    assert_int_equal(witness.opened, 6);
    assert_int_equal(witness.closed, 6);
    assert_int_equal(witness.count, 18);
    assert_memory_equal(witness.calls,
                        "abbaab"
                        "baabba"
                        "abbaab",
                        18);
    assert_int_equal(bench_comparison_differing_frames(&comparison), 0);
    assert_int_equal(comparison.missed, 1); // of the warm-up's second frame
    assert_int_equal(comparison.added, 1);
    assert_int_equal(comparison.classes[0], BENCH_CLASS_DISJOINT);
    assert_int_not_equal(comparison.classes[1], BENCH_CLASS_DISJOINT);
    bench_ratio ratio;
    assert_int_equal(bench_comparison_ratio(&comparison, BENCH_CLASS_DISJOINT, &ratio), MOTE_OK);
    assert_int_equal(ratio.frame_count, 2);
    for (int i = 0; i < 6; i++)
        assert_true(comparison.seconds[0][i] > 0.0 && comparison.seconds[1][i] > 0.0);
    bench_comparison_release(&comparison);
    bench_stage_close(&stage);
}

static void different_reports_are_told(void **state)
{
    (void)state;
    memset(&witness, 0, sizeof witness);
    witness.hash_of_b = 2;
    bench_stage stage = tiny_stage(3);
    bench_module modules[BENCH_BUILDS] = {{.path = "a"}, {.path = "b"}};
    bench_runner a = fake_runner(open_a), b = fake_runner(open_b);
    modules[BENCH_NEW].runner = &a;
    modules[BENCH_OLD].runner = &b;
    bench_comparison_def def = {
        .runners = {&a, &b}, .method = "hybrid", .worker_count = 1, .rounds = 2};
    bench_comparison comparison;
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_OK);
    assert_int_equal(bench_comparison_differing_frames(&comparison), 3);
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    bench_comparison_subject subject = {.scene = "blobs", .stage = &stage, .def = &def};
    assert_int_equal(bench_comparison_print(to, &subject, &comparison), MOTE_OK);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "MISMATCH: blobs: 3 of 3 frames differ, first frame 0"));
    free(text);
    to = open_memstream(&text, &size);
    assert_non_null(to);
    io_json_writer writer = {.to = to};
    bench_comparison_begin_json(&writer, modules);
    assert_int_equal(bench_comparison_write_json(&writer, &subject, &comparison), MOTE_OK);
    bench_comparison_end_json(&writer);
    assert_int_equal(fclose(to), 0);
    io_json json;
    assert_int_equal(io_json_parse(text, size, &json), MOTE_OK);
    const io_json_node *list = io_json_member(&json, json.nodes, "comparisons");
    const io_json_node *item = io_json_first(&json, list);
    assert_true(io_json_number(&json, item, "differing_frames") == 3.0);
    assert_true(io_json_number(&json, io_json_member(&json, item, "all"), "frames") == 3.0);
    assert_true(io_json_number(&json, io_json_member(&json, item, "all"), "ratio") > 0.0);
    io_json_release(&json);
    free(text);
    bench_comparison_release(&comparison);
    bench_stage_close(&stage);
}

static void positions_come_in_the_order_of_the_mesh(void **state)
{
    (void)state;
    memset(&witness, 0, sizeof witness);
    bench_stage stage = tiny_stage(1);
    bench_runner a = fake_runner(open_a), b = fake_runner(open_b);
    bench_comparison_def def = {.runners = {&a, &b},
                                .method = "hybrid",
                                .worker_count = 1,
                                .rounds = 2,
                                .mesh_order = true};
    bench_comparison comparison;
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_OK);
    assert_true(witness.first_x_in_mesh_order == stage.frames[3].x);
    bench_comparison_release(&comparison);
    bench_stage_close(&stage);
}

static int fail_to_open(const bench_runner_def *def, void **state)
{
    (void)def;
    *state = NULL;
    return MOTE_ERROR_REFUSED;
}

static void a_build_that_fails_is_named(void **state)
{
    (void)state;
    memset(&witness, 0, sizeof witness);
    bench_stage stage = tiny_stage(2);
    bench_runner a = fake_runner(open_a), b = fake_runner(fail_to_open);
    bench_comparison_def def = {
        .runners = {&a, &b}, .method = "hybrid", .worker_count = 1, .rounds = 2};
    bench_comparison comparison;
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_ERROR_REFUSED);
    assert_string_equal(mote_last_message(), "old build: hybrid: out of order");
    assert_int_equal(witness.opened, witness.closed);
    bench_stage_close(&stage);
}

// Modules of version 1 compare everything but self-collision.
static void old_modules_do_not_play_scenes_that_collide_with_themselves(void **state)
{
    (void)state;
    memset(&witness, 0, sizeof witness);
    bench_runner a = fake_runner(open_a), b = fake_runner(open_b);
    b.version = 1;
    bench_comparison_def def = {
        .runners = {&a, &b}, .method = "hybrid", .worker_count = 1, .rounds = 2};
    bench_comparison comparison;
    bench_stage stage = tiny_stage(2);
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_OK);
    bench_comparison_release(&comparison);
    bench_stage_close(&stage);
    bench_stage_def stage_def = bench_default_stage_def();
    stage_def.scene.name = "self-fold";
    stage_def.scene.detail = 100;
    stage_def.frame_count = 2;
    assert_int_equal(bench_stage_open(&stage_def, &stage), MOTE_OK);
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "old build"));
    bench_stage_close(&stage);
}

static void modules_that_are_not_there_or_not_modules_are_refused(void **state)
{
    (void)state;
    bench_module module;
    assert_int_equal(bench_module_load("/no/such/directory", &module), MOTE_ERROR_IO);
    assert_non_null(strstr(mote_last_message(), "/no/such/directory"));
    assert_int_equal(bench_module_load("/tmp", &module), MOTE_ERROR_IO);
    assert_non_null(strstr(mote_last_message(), "build_runner.sh"));
    assert_int_equal(bench_module_load("/proc/self/status", &module), MOTE_ERROR_IO);
}

// ---------------------------------------------------------------------------------------------
// The module of this build

// Returns how many frames are in contact.
static uint32_t compare_with_itself(const char *scene, const bench_comparison_def *how)
{
    bench_stage_def stage_def = bench_default_stage_def();
    stage_def.scene.name = scene;
    stage_def.scene.detail = 300;
    stage_def.first_frame = 40;
    stage_def.frame_count = 4;
    stage_def.mesh_flags = 0;
    bench_stage stage;
    assert_int_equal(bench_stage_open(&stage_def, &stage), MOTE_OK);
    bench_comparison_def def = *how;
    bench_comparison comparison;
    assert_int_equal(bench_compare(&stage, &def, &comparison), MOTE_OK);
    assert_int_equal(bench_comparison_differing_frames(&comparison), 0);
    assert_int_equal(comparison.missed + comparison.added, 0);
    bench_ratio contact;
    assert_int_equal(bench_comparison_ratio(&comparison, BENCH_CLASS_CONTACT, &contact), MOTE_OK);
    bench_comparison_release(&comparison);
    bench_stage_close(&stage);
    return contact.frame_count;
}

static void a_build_agrees_with_itself(void **state)
{
    (void)state;
    bench_module module;
    if (bench_module_load(NULL, &module)) skip(); // built without modules
    bench_comparison_def def = {.runners = {module.runner, module.runner},
                                .method = "hybrid",
                                .worker_count = 1,
                                .rounds = 2};
    compare_with_itself("teapot-sphere", &def);
    assert_int_equal(compare_with_itself("cloth-wound", &def), 4);
    def.mesh_order = true;
    compare_with_itself("blobs", &def);
    def.mesh_order = false;
    def.contacts = true;
    def.worker_count = 2;
    compare_with_itself("blobs", &def);
    def.contacts = false;
    def.deformers = true;
    compare_with_itself("crowd-4", &def);
    compare_with_itself("skinned-million", &def);
    def.distance = true;
    compare_with_itself("blobs-disjoint", &def);
    def = (bench_comparison_def){
        .runners = {module.runner, module.runner}, .method = "lbg", .worker_count = 1, .rounds = 2};
    compare_with_itself("teapot-sphere", &def);
    bench_module_unload(&module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_builds_take_turns_frame_by_frame),
        cmocka_unit_test(different_reports_are_told),
        cmocka_unit_test(positions_come_in_the_order_of_the_mesh),
        cmocka_unit_test(a_build_that_fails_is_named),
        cmocka_unit_test(old_modules_do_not_play_scenes_that_collide_with_themselves),
        cmocka_unit_test(modules_that_are_not_there_or_not_modules_are_refused),
        cmocka_unit_test(a_build_agrees_with_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
