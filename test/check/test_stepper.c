// LABELS threads
// Parts that come near no other are not evaluated, and nothing that is reported shows it: reports and positions are those of a
// check that evaluates all, byte for byte.

#define _DEFAULT_SOURCE // strdup
#include "check/stepper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/state.h"
#include "core/random.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/run.h"

enum { PARTS = 6, KEYS = 5, FRAMES = 25, REPORT_ROOM = 1 << 22, MAX_VERTICES = 256 };

// ---------------------------------------------------------------------------------------------
// Files

static float any(mote_random *random, float size)
{
    return mote_random_between(random, -size, size);
}

// A bar along x that hangs on two bones, with a morph target that moves one half of it.
static void add_bar(sample_glb *glb, mote_random *random, uint32_t part, float scale)
{
    static const float binds[2][16] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                       {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    test_mesh bar = play_box((mote_dvec3){0, 0, 0}, (mote_dvec3){1, 0.2, 0.2}, 3);
    assert_true(bar.vertex_count <= MAX_VERTICES);
    float weights[4 * MAX_VERTICES] = {0}, deltas[3 * MAX_VERTICES] = {0};
    uint16_t joints[4 * MAX_VERTICES] = {0};
    for (uint32_t i = 0; i < bar.vertex_count; i++) {
        float x = bar.positions[i].x;
        weights[4 * i] = 0.5f - 0.5f * x;
        weights[4 * i + 1] = 0.5f + 0.5f * x;
        joints[4 * i + 1] = 1;
        deltas[3 * i + 1] = x > 0 ? any(random, 0.5f) : 0;
    }
    uint32_t positions = sample_glb_floats(glb, &bar.positions[0].x, bar.vertex_count, 3);
    uint32_t joint_list = sample_glb_shorts(glb, joints, bar.vertex_count, 4);
    uint32_t weight_list = sample_glb_floats(glb, weights, bar.vertex_count, 4);
    uint32_t delta_list = sample_glb_floats(glb, deltas, bar.vertex_count, 3);
    uint32_t corners = sample_glb_words(glb, bar.triangles, bar.triangle_count * 3, 1);
    sample_glb_item(glb, SAMPLE_GLB_SKINS, "{\"joints\":[%u,%u],\"inverseBindMatrices\":%u}",
                    3 * part, 3 * part + 1, sample_glb_floats(glb, binds[0], 2, 16));
    sample_glb_item(glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"JOINTS_0\":%u,"
                    "\"WEIGHTS_0\":%u},\"indices\":%u,\"targets\":[{\"POSITION\":%u}]}]}",
                    positions, joint_list, weight_list, corners, delta_list);
    sample_glb_item(glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"root %u\",\"children\":[%u],\"scale\":[%.9g,%.9g,%.9g]}", part,
                    3 * part + 1, (double)scale, (double)scale, (double)scale);
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"tip %u\"}", part);
    sample_glb_item(glb, SAMPLE_GLB_NODES, "{\"name\":\"bar %u\",\"mesh\":%u,\"skin\":%u}", part,
                    part, part);
    test_mesh_release(&bar);
}

// Some rest for a while; `size` is how far they go.
static void add_motion(sample_glb *glb, mote_random *random, float size)
{
    char samplers[2048] = "", channels[2048] = "";
    float times[KEYS];
    for (uint32_t k = 0; k < KEYS; k++) times[k] = (float)k * (FRAMES - 1) / (KEYS - 1) / 30;
    uint32_t time_list = sample_glb_floats(glb, times, KEYS, 1);
    for (uint32_t part = 0; part < PARTS; part++) {
        float places[3 * KEYS], turns[4 * KEYS], weights[KEYS];
        for (uint32_t k = 0; k < KEYS; k++) {
            bool rests = k && mote_random_below(random, 3) == 0;
            for (uint32_t i = 0; i < 3; i++)
                places[3 * k + i] = rests ? places[3 * k - 3 + i] : any(random, size);
            double half = 0.8 * (double)any(random, 1);
            const float turn[4] = {0, 0, (float)sin(half), (float)cos(half)};
            memcpy(&turns[4 * k], rests ? &turns[4 * k - 4] : turn, sizeof turn);
            weights[k] = rests ? weights[k - 1] : any(random, 1);
        }
        const uint32_t lists[3] = {sample_glb_floats(glb, places, KEYS, 3),
                                   sample_glb_floats(glb, turns, KEYS, 4),
                                   sample_glb_floats(glb, weights, KEYS, 1)};
        static const char *const paths[3] = {"translation", "rotation", "weights"};
        for (uint32_t i = 0; i < 3; i++) {
            size_t at = strlen(samplers), to = strlen(channels);
            const char *comma = at ? "," : "";
            snprintf(samplers + at, sizeof samplers - at, "%s{\"input\":%u,\"output\":%u}", comma,
                     time_list, lists[i]);
            snprintf(channels + to, sizeof channels - to,
                     "%s{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}", comma,
                     3 * part + i, 3 * part + i, paths[i]);
        }
    }
    sample_glb_item(glb, SAMPLE_GLB_ANIMATIONS, "{\"samplers\":[%s],\"channels\":[%s]}", samplers,
                    channels);
}

// `scale` is that of the first part.
static void write_scaled(const char *path, uint64_t seed, float size, float scale)
{
    mote_random random = mote_random_stream(623, seed, 0);
    sample_glb glb = sample_glb_create();
    char roots[128] = "[";
    for (uint32_t part = 0; part < PARTS; part++) {
        size_t at = strlen(roots);
        add_bar(&glb, &random, part, part ? 1 : scale);
        snprintf(roots + at, sizeof roots - at, "%s%u,%u", part ? "," : "", 3 * part, 3 * part + 2);
    }
    add_motion(&glb, &random, size);
    strcat(roots, "]");
    assert_int_equal(sample_glb_write(&glb, roots, path), MOTE_OK);
    sample_glb_release(&glb);
}

static void write_rigs(const char *path, uint64_t seed, float size)
{
    write_scaled(path, seed, size, 1);
}

// ---------------------------------------------------------------------------------------------
// Checks

typedef struct run_def {
    const char *path;
    mote_method method; // all but hybrid evaluate all parts
    uint32_t workers;
    float tolerance;
    uint32_t first_frame;
    bool looks_at_parts; // between frames
} run_def;

typedef struct outcome {
    char *report;
    size_t size;
    uint64_t evaluated;
    mote_vec3 *positions; // of all parts in all frames
    size_t position_count;
} outcome;

static bool collect(void *context, const char *bytes, size_t size)
{
    outcome *o = context;
    assert_true(o->size + size < REPORT_ROOM);
    memcpy(o->report + o->size, bytes, size);
    o->size += size;
    return true;
}

static void look_at_parts(const mote_check *check, outcome *o)
{
    for (uint32_t i = 0; i < PARTS; i++) {
        mote_check_part_info part;
        assert_int_equal(mote_check_get_part(check, i, &part), MOTE_OK);
        size_t count = o->position_count + part.vertex_count;
        o->positions = realloc(o->positions, count * sizeof *o->positions);
        assert_non_null(o->positions);
        memcpy(o->positions + o->position_count, part.positions,
               part.vertex_count * sizeof *o->positions);
        o->position_count = count;
    }
}

static outcome run(const run_def *r)
{
    outcome o = {.report = calloc(REPORT_ROOM, 1)};
    assert_non_null(o.report);
    mote_check_def def = mote_check_default_def();
    def.inputs = &r->path;
    def.input_count = 1;
    def.method = r->method;
    def.worker_count = r->workers;
    def.tolerance = r->tolerance;
    mote_check *check;
    assert_int_equal(mote_check_open(&def, &check), MOTE_OK);
    assert_int_equal(mote_check_set_frames(check, r->first_frame, FRAMES - 1), MOTE_OK);
    mote_check_json_def json = mote_check_default_json_def();
    json.sink = (mote_check_sink){.write = collect, .context = &o};
    json.view_count = 2;
    assert_int_equal(mote_check_add_json(check, &json), MOTE_OK);
    uint64_t before = check->animation->evaluated_vertices;
    const mote_check_frame *frame;
    do {
        assert_int_equal(mote_check_next(check, &frame), MOTE_OK);
        if (frame && r->looks_at_parts) look_at_parts(check, &o);
    } while (frame);
    o.evaluated = check->animation->evaluated_vertices - before;
    assert_int_equal(mote_check_finish(check), MOTE_OK);
    mote_check_close(check);
    return o;
}

static void release(outcome *o)
{
    free(o->report);
    free(o->positions);
}

// Near, far, and so far that most parts never meet: what is found, leaps included, is the same.
static void reports_are_those_of_all_vertices(void **state)
{
    (void)state;
    char path[4096];
    play_path(path, "rigs.glb");
    uint64_t all = 0, some = 0;
    for (uint64_t seed = 0; seed < test_count(4, 24, 1000); seed++) {
        static const float sizes[] = {1.5f, 4, 12};
        write_rigs(path, seed, sizes[seed % 3]);
        run_def r = {.path = path,
                     .method = MOTE_METHOD_NAIVE,
                     .workers = 1,
                     .tolerance = seed % 2 ? 0.1f : 0,
                     .first_frame = (uint32_t)(seed % 5)};
        outcome expected = run(&r);
        r.method = MOTE_METHOD_HYBRID;
        for (r.workers = 1; r.workers <= 4; r.workers++) {
            outcome got = run(&r);
            if (got.size != expected.size || memcmp(got.report, expected.report, got.size) != 0)
                fail_msg("seed %llu, %u threads: another report", (unsigned long long)seed,
                         r.workers);
            assert_true(got.evaluated <= 2 * expected.evaluated);
            all += expected.evaluated;
            some += got.evaluated;
            release(&got);
        }
        release(&expected);
    }
    if (some >= all / 10 * 9)
        fail_msg("%llu of %llu vertices are evaluated", (unsigned long long)some,
                 (unsigned long long)all);
}

// Far from each other, parts are evaluated in the first frame alone.
static void far_parts_are_evaluated_once(void **state)
{
    (void)state;
    char path[4096];
    play_path(path, "far.glb");
    write_rigs(path, 77, 1000);
    run_def r = {.path = path, .method = MOTE_METHOD_NAIVE, .workers = 1};
    outcome all = run(&r);
    r.method = MOTE_METHOD_HYBRID;
    for (r.workers = 1; r.workers <= 3; r.workers++) {
        outcome got = run(&r);
        assert_string_equal(got.report, all.report);
        assert_true(got.evaluated * 8 < all.evaluated);
        release(&got);
    }
    release(&all);
}

// Whoever asks for the positions of a frame gets them, and the check goes on as if nobody had
// asked.
static void positions_are_there_for_those_who_ask(void **state)
{
    (void)state;
    char path[4096];
    play_path(path, "asked.glb");
    for (uint64_t seed = 0; seed < test_count(3, 12, 300); seed++) {
        write_rigs(path, seed, seed % 2 ? 5 : 100);
        run_def r = {
            .path = path, .method = MOTE_METHOD_NAIVE, .workers = 1, .looks_at_parts = true};
        outcome expected = run(&r);
        r.method = MOTE_METHOD_HYBRID;
        for (r.workers = 1; r.workers <= 4; r.workers++) {
            outcome got = run(&r);
            assert_string_equal(got.report, expected.report);
            assert_int_equal(got.position_count, expected.position_count);
            assert_memory_equal(got.positions, expected.positions,
                                got.position_count * sizeof *got.positions);
            release(&got);
        }
        release(&expected);
    }
}

// Positions that overflow cannot be bounded: the part is evaluated, and reported as invalid in the
// same frames.
static void parts_that_overflow_are_reported(void **state)
{
    (void)state;
    char path[4096];
    play_path(path, "overflow.glb");
    write_scaled(path, 5, 100, 3.3e38f);
    run_def r = {.path = path, .method = MOTE_METHOD_NAIVE, .workers = 1};
    outcome expected = run(&r);
    assert_non_null(strstr(expected.report, "\"invalid\""));
    assert_null(strstr(expected.report, "\"invalid_frames\":0"));
    r.method = MOTE_METHOD_HYBRID;
    for (r.workers = 1; r.workers <= 2; r.workers++) {
        outcome got = run(&r);
        assert_string_equal(got.report, expected.report);
        release(&got);
    }
    release(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_are_those_of_all_vertices),
        cmocka_unit_test(far_parts_are_evaluated_once),
        cmocka_unit_test(positions_are_there_for_those_who_ask),
        cmocka_unit_test(parts_that_overflow_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
