// Worlds and memory: nothing leaks or crashes when there is none, and after warm-up nothing is
// asked for. What a world says it holds is what its allocator gave it.

#include "support/compare_reports.h"
#include "support/exact_methods.h"
#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/random_frames.h"
#include "support/record_story.h"
#include "support/run.h"
#include "support/stage.h"

static mote_world_def def_of(mote_method method, failing_allocator *memory)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.contacts = false;
    set_option(&def, "smith.level", 3); // the faces of small worlds are large for level 6
    def.allocator = failing_allocator_hook(memory);
    return def;
}

// Creates a world and its bodies and runs two frames, going on after each failure; how many calls
// failed.
static uint32_t live_with_failures(const mote_world_def *def, random_frames *frames)
{
    uint32_t failures = 0;
    mote_world *world = NULL;
    if (mote_world_create(def, &world) != MOTE_OK) {
        assert_null(world);
        return 1;
    }
    mote_body_id ids[RANDOM_BODIES];
    for (uint32_t i = 0; i < frames->body_count; i++) {
        const random_body *body = &frames->bodies[i];
        mote_result made = mote_body_create(world, &body->def, &ids[i]);
        failures += made != MOTE_OK;
        if (made != MOTE_OK) {
            assert_int_equal(made, MOTE_ERROR_MEMORY);
            assert_int_equal(ids[i].generation, 0);
            made = mote_body_create(world, &body->def, &ids[i]);
            assert_int_equal(made, MOTE_OK);
        }
        assert_int_equal(mote_body_set_positions(world, ids[i], &body->layout), MOTE_OK);
    }
    for (int i = 0; i < 2; i++) {
        mote_result result = mote_world_detect(world);
        mote_report report;
        assert_int_equal(mote_world_report(world, &report), MOTE_OK);
        if (result != MOTE_OK) {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_int_equal(report.pair_count, 0);
            assert_int_equal(report.face_pair_count, 0);
            failures++;
        }
    }
    mote_world_destroy(world);
    return failures;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    size_t worlds = test_count(3, RANDOM_KINDS, 5 * RANDOM_KINDS);
    for (size_t m = 0; exact_method(m); m++) {
        for (size_t index = 0; index < worlds; index++) {
            random_frames frames;
            random_frames_begin(&frames, 7, index, 60);
            failing_allocator memory = {0};
            mote_world_def def = def_of(exact_method(m)->method, &memory);
            assert_int_equal(live_with_failures(&def, &frames), 0);
            assert_int_equal(memory.live, 0);
            size_t calls = memory.calls;
            for (size_t n = 1; n <= calls; n++) {
                memory = (failing_allocator){.fail_at = n};
                assert_true(live_with_failures(&def, &frames) <= 1);
                assert_int_equal(memory.live, 0);
            }
            random_frames_end(&frames);
        }
    }
}

// After a failed frame the next one answers as if nothing had been.
static void a_frame_after_a_failed_one_is_right(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) {
        random_frames frames;
        random_frames_begin(&frames, 8, RANDOM_BLOBS, 200);
        failing_allocator memory = {0};
        mote_world_def def = def_of(exact_method(m)->method, &memory);
        for (size_t n = 1;; n++) {
            mote_world *good, *bad;
            mote_body_id good_ids[RANDOM_BODIES], bad_ids[RANDOM_BODIES];
            memory.fail_at = 0;
            assert_int_equal(mote_world_create(&def, &good), MOTE_OK);
            assert_int_equal(mote_world_create(&def, &bad), MOTE_OK);
            random_frames_populate(&frames, good, good_ids);
            random_frames_populate(&frames, bad, bad_ids);
            for (uint32_t i = 0; i < frames.body_count; i++) {
                mote_body_set_positions(good, good_ids[i], &frames.bodies[i].layout);
                mote_body_set_positions(bad, bad_ids[i], &frames.bodies[i].layout);
            }
            mote_report expected = detected(good);
            memory.fail_at = memory.calls + n;
            bool failed = mote_world_detect(bad) != MOTE_OK;
            memory.fail_at = 0;
            mote_report report = detected(bad);
            const char *what = failed ? reports_differ(&expected, &report) : NULL;
            if (what) fail_msg("%s, allocation %zu: %s", exact_method(m)->name, n, what);
            mote_world_destroy(good);
            mote_world_destroy(bad);
            if (!failed) break;
        }
        assert_int_equal(memory.live, 0);
        random_frames_end(&frames);
    }
}

enum { LOOP = 6 };

// Shows a world the same few frames again; they read other buffers than those of the first time.
static void run_loop(mote_world *world, const mote_body_id *ids, size_t index)
{
    random_frames frames;
    random_frames_begin(&frames, 9, index, 100);
    for (int i = 0; i < LOOP; i++) {
        random_frames_show(&frames, world, ids);
        detected(world);
        random_frames_next(&frames);
    }
    random_frames_end(&frames);
}

static void after_warm_up_frames_allocate_nothing(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) {
        for (size_t index = 0; index < RANDOM_KINDS; index++) {
            random_frames frames; // the owner of the meshes
            random_frames_begin(&frames, 9, index, 100);
            failing_allocator memory = {0};
            mote_world_def def = def_of(exact_method(m)->method, &memory);
            mote_world *world;
            mote_body_id ids[RANDOM_BODIES];
            assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
            random_frames_populate(&frames, world, ids);
            run_loop(world, ids, index);
            run_loop(world, ids, index); // pairs that end with the first round's are new
            size_t calls = memory.calls;
            run_loop(world, ids, index);
            assert_int_equal(memory.calls, calls);
            mote_world_destroy(world);
            assert_int_equal(memory.live, 0);
            random_frames_end(&frames);
        }
    }
}

// What the world says it holds must be what the allocator has given it and not got back.
static void expect_bytes(const mote_world *world, const failing_allocator *memory,
                         const char *method, const char *when)
{
    mote_report report;
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    if (report.stats.bytes != memory->bytes)
        fail_msg("%s, %s: the world says %zu bytes, the allocator %zu", method, when,
                 (size_t)report.stats.bytes, (size_t)memory->bytes);
}

static void ask_everything(mote_world *world, const mote_body_id *ids)
{
    mote_distance distance;
    mote_surface_point point;
    const mote_body_face *faces;
    size_t count;
    const mote_vec3 at = {0.5f, 0, 0}, along = {1, 0, 0};
    assert_int_equal(mote_world_distance(world, ids[0], ids[1], 10, &distance), MOTE_OK);
    assert_int_equal(mote_world_closest_point(world, ids[0], at, 10, &point), MOTE_OK);
    assert_int_equal(mote_world_ray(world, at, along, 10, UINT64_MAX, &point), MOTE_OK);
    assert_int_equal(mote_world_overlap_sphere(world, at, 1, UINT64_MAX, &faces, &count), MOTE_OK);
}

// Three spheres that touch, one after the other.
static void fill_stage(stage *s)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t body = stage_add(s, "sphere-300");
        mote_transform place = moved_by((mote_vec3){1.9f * (float)i, 0, 0});
        assert_int_equal(mote_body_set_transform(s->world, s->ids[body], &place), MOTE_OK);
    }
}

// Frames, queries and a body that goes, by one method with all that it can be asked for.
static void watch_bytes(const mote_method_info *info, uint32_t worker_count)
{
    failing_allocator memory = {0};
    mote_world_def def = def_of(info->method, &memory);
    def.worker_count = worker_count;
    def.contacts = info->abilities & MOTE_ABILITY_EXACT;
    def.certify = !(info->abilities & MOTE_ABILITY_EXACT);
    stage s;
    stage_begin(&s, &def);
    recorded_bytes recorded = {0};
    mote_record_sink sink = recorded_bytes_sink(&recorded);
    fill_stage(&s);
    detected(s.world);
    expect_bytes(s.world, &memory, info->name, "after the first frame");
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    expect_bytes(s.world, &memory, info->name, "recording");
    for (int i = 0; i < 4; i++) {
        mote_transform place = moved_by((mote_vec3){1.8f - 0.1f * (float)i, 0, 0});
        mote_body_set_transform(s.world, s.ids[1], &place);
        detected(s.world);
        expect_bytes(s.world, &memory, info->name, "after a recorded frame");
        ask_everything(s.world, s.ids);
        expect_bytes(s.world, &memory, info->name, "after queries");
    }
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    expect_bytes(s.world, &memory, info->name, "after the recording");
    assert_int_equal(mote_body_destroy(s.world, s.ids[2]), MOTE_OK);
    expect_bytes(s.world, &memory, info->name, "without a body");
    stage_end(&s);
    assert_int_equal(memory.bytes, 0);
    recorded_bytes_release(&recorded);
}

static void the_world_knows_every_byte_it_holds(void **state)
{
    (void)state;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        watch_bytes(info, 1);
        watch_bytes(info, 3);
    }
}

static void an_allocator_with_one_function_is_refused(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    for (int missing = 0; missing < 2; missing++) {
        mote_world_def def = def_of(MOTE_METHOD_HYBRID, &memory);
        if (missing == 0) def.allocator.allocate = NULL;
        if (missing == 1) def.allocator.release = NULL;
        mote_world *world;
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_null(world);
        assert_string_equal(
            mote_last_message(),
            "mote_world_create: def.allocator: only one of allocate and release is set");
    }
    assert_int_equal(memory.calls, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(a_frame_after_a_failed_one_is_right),
        cmocka_unit_test(after_warm_up_frames_allocate_nothing),
        cmocka_unit_test(the_world_knows_every_byte_it_holds),
        cmocka_unit_test(an_allocator_with_one_function_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
