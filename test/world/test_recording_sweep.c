// Sweeps in recordings: they play back to the same hashes by every method and number of workers
// that can, and older versions of the format are still read.

#include <stdlib.h>
#include <string.h>

#include "support/random_steps.h"
#include "support/record_story.h"
#include "support/run.h"

enum { STEPS = 3 };

// Detects and sweeps by turns.
static void record(recorded_bytes *bytes, size_t index, bool with_sweeps)
{
    random_steps steps;
    random_steps_begin(&steps, 41, index, 24);
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    mote_body_id ids[RANDOM_BODIES];
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    mote_record_sink sink = recorded_bytes_sink(bytes);
    assert_int_equal(mote_world_record(world, &sink), MOTE_OK);
    random_steps_populate(&steps, world, ids);
    for (uint32_t i = 0; i < STEPS; i++, random_steps_next(&steps)) {
        if (with_sweeps) {
            random_steps_show(&steps, world, ids);
        } else {
            random_frames_show(&steps.frames, world, ids);
        }
        mote_sweep_def sweep = mote_default_sweep_def();
        sweep.find = (mote_sweep_find)(i % 3);
        sweep.face_pairs = sweep.find == MOTE_SWEEP_ALL;
        if (with_sweeps) swept(world, &sweep);
        assert_int_equal(mote_world_detect(world), MOTE_OK);
        for (uint32_t b = 0; with_sweeps && b < steps.frames.body_count; b++) // ends the motion
            assert_int_equal(mote_body_set_deformer(world, ids[b], NULL), MOTE_OK);
        if (with_sweeps) swept(world, &sweep);
    }
    assert_int_equal(mote_world_record_stop(world), MOTE_OK);
    mote_world_destroy(world);
    random_steps_end(&steps);
}

static void play(const recorded_bytes *bytes, const mote_world_def *def, size_t frames,
                 bool can_sweep)
{
    mote_recording *recording;
    mote_player *player;
    mote_recording_info info;
    assert_int_equal(mote_recording_open(bytes->data, bytes->size, NULL, &recording), MOTE_OK);
    mote_recording_get_info(recording, &info);
    assert_int_equal(info.frame_count, frames);
    assert_true(info.complete);
    mote_world_def own = info.def;
    if (def) {
        own.method = def->method;
        own.worker_count = def->worker_count;
    }
    assert_int_equal(mote_player_create(recording, &own, &player), MOTE_OK);
    for (size_t i = 0; i < frames; i++) {
        mote_played_frame frame;
        if (mote_player_step(player, &frame) != MOTE_OK) fail_msg("%s", mote_last_message());
        bool compared = can_sweep || !frame.is_sweep;
        if (frame.compared != compared || frame.equal != compared)
            fail_msg("frame %zu, %s: compared %d, equal %d, %llu found, %llu recorded", i,
                     frame.is_sweep ? "a sweep" : "a detect", frame.compared, frame.equal,
                     (unsigned long long)frame.face_pairs,
                     (unsigned long long)frame.recorded_face_pairs);
        if (frame.is_sweep && can_sweep)
            assert_int_equal(frame.face_pairs, frame.recorded_face_pairs);
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
}

static void sweeps_play_back_to_the_same_hashes(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(12, 36, 600); i++) {
        recorded_bytes bytes = {0};
        record(&bytes, i, true);
        play(&bytes, NULL, 3 * STEPS, true);
        mote_world_def def = mote_default_world_def();
        def.worker_count = 3;
        play(&bytes, &def, 3 * STEPS, true);
        def.method = MOTE_METHOD_NAIVE;
        if (i % 4 == 0) play(&bytes, &def, 3 * STEPS, true);
        def.method = MOTE_METHOD_REFIT;
        play(&bytes, &def, 3 * STEPS, false);
        recorded_bytes_release(&bytes);
    }
}

static void earlier_versions_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < 12; i++) {
        recorded_bytes bytes = {0};
        record(&bytes, i, false);
        assert_int_equal(bytes.data[8], 4);
        for (unsigned char version = 1; version <= 4; version++) {
            bytes.data[8] = version;
            play(&bytes, NULL, STEPS, true);
        }
        mote_recording *recording;
        bytes.data[8] = 5;
        assert_int_equal(mote_recording_open(bytes.data, bytes.size, NULL, &recording),
                         MOTE_ERROR_DATA);
        recorded_bytes_release(&bytes);
    }
}

static void whatever_a_step_says_ends_in_a_result(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(42, 0, 0);
    for (size_t i = 0; i < test_count(30, 120, 4000); i++) {
        recorded_bytes bytes = {0};
        record(&bytes, i % 24, true);
        for (int k = 0; k < 3; k++)
            bytes.data[12 + mote_random_below(&random, (uint32_t)bytes.size - 12)] ^=
                (unsigned char)(1u << mote_random_below(&random, 8));
        repair_recording(bytes.data, bytes.size);
        mote_recording *recording;
        mote_player *player;
        if (mote_recording_open(bytes.data, bytes.size, NULL, &recording) == MOTE_OK) {
            if (mote_player_create(recording, NULL, &player) == MOTE_OK) {
                mote_played_frame frame;
                while (mote_player_step(player, &frame) == MOTE_OK) {
                }
                mote_player_destroy(player);
            }
            mote_recording_close(recording);
        }
        recorded_bytes_release(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_play_back_to_the_same_hashes),
        cmocka_unit_test(earlier_versions_are_read),
        cmocka_unit_test(whatever_a_step_says_ends_in_a_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
