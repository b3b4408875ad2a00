// LABELS threads

// A recording plays back to the same hashes, and whatever happens to its bytes, its sink or its
// memory ends in a result.

#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/record_story.h"
#include "support/run.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------
// Telling and playing

// The whole story, recorded from step `first`; `hashes` of all steps.
static recorded_bytes tell(uint64_t index, uint32_t faces, uint32_t first,
                           uint64_t hashes[STORY_STEPS])
{
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    story s;
    story_begin(&s, index, faces, NULL);
    for (uint32_t i = 0; i < STORY_STEPS; i++) {
        if (i == first) assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
        story_step(&s);
    }
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    assert_int_equal(bytes.closed, 1);
    memcpy(hashes, s.hashes, sizeof s.hashes);
    story_end(&s);
    return bytes;
}

static mote_recording *open_bytes(const recorded_bytes *bytes)
{
    mote_recording *recording;
    if (mote_recording_open(bytes->data, bytes->size, NULL, &recording))
        fail_msg("%s", mote_last_message());
    return recording;
}

static mote_recording_info info_of(const mote_recording *recording)
{
    mote_recording_info info;
    mote_recording_get_info(recording, &info);
    return info;
}

typedef struct tally {
    size_t frames, compared;
    uint64_t face_pairs;
} tally;

// Plays all frames; those that can be compared must be equal to the hashes.
static void play(const mote_recording *recording, const mote_world_def *def, uint64_t index,
                 const uint64_t *hashes, tally *sum)
{
    mote_player *player;
    uint64_t count = info_of(recording).frame_count;
    if (mote_player_create(recording, def, &player)) fail_msg("%s", mote_last_message());
    mote_played_frame frame;
    for (uint64_t i = 0; i < count; i++) {
        if (mote_player_step(player, &frame))
            fail_msg("story %llu, frame %llu: %s", (unsigned long long)index, (unsigned long long)i,
                     mote_last_message());
        assert_int_equal(frame.frame, i);
        assert_true(frame.finished);
        assert_int_equal(frame.recorded_hash, hashes[i]);
        if (frame.compared && !frame.equal)
            fail_msg("story %llu, frame %llu: other hash", (unsigned long long)index,
                     (unsigned long long)i);
        if (!def) assert_true(frame.compared && frame.hash == hashes[i]);
        sum->frames++;
        sum->compared += frame.compared;
        sum->face_pairs += frame.face_pairs;
    }
    assert_int_equal(mote_player_step(player, &frame), MOTE_ERROR_STATE);
    mote_player_destroy(player);
}

static void recordings_play_back_to_the_same_hashes(void **state)
{
    (void)state;
    tally own = {0}, other = {0};
    size_t stories = test_count(40, 240, 12000);
    for (size_t i = 0; i < stories; i++) {
        uint32_t first = (uint32_t)(i / RANDOM_KINDS % 3);
        uint64_t hashes[STORY_STEPS];
        recorded_bytes bytes = tell(i, i % 50 == 49 ? 600 : 40, first, hashes);
        mote_recording *recording = open_bytes(&bytes);
        mote_recording_info info = info_of(recording);
        assert_int_equal(info.frame_count, STORY_STEPS - first);
        assert_true(info.complete && info.whole_bytes == bytes.size);
        play(recording, NULL, i, hashes + first, &own);
        for (size_t m = 0; m < 3; m++) {
            mote_world_def def = info.def;
            def.method = mote_method_at(m)->method;
            def.worker_count = 1 + (uint32_t)(i + m) % 3;
            play(recording, &def, i, hashes + first, &other);
        }
        mote_recording_close(recording);
        recorded_bytes_release(&bytes);
    }
    print_message("%zu frames with %llu face pairs; %zu of %zu by other methods compared\n",
                  own.frames, (unsigned long long)own.face_pairs, other.compared, other.frames);
    assert_true(own.face_pairs > own.frames && other.compared > other.frames / 2);
}

static void a_second_recording_of_a_replay_is_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(12, 60, 600); i++) {
        uint64_t hashes[STORY_STEPS];
        recorded_bytes bytes = tell(i, 30, 0, hashes), again = {0};
        mote_recording *recording = open_bytes(&bytes);
        mote_player *player;
        assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
        mote_record_sink sink = recorded_bytes_sink(&again);
        assert_int_equal(mote_world_record(mote_player_world(player), &sink), MOTE_OK);
        mote_played_frame frame;
        for (int step = 0; step < STORY_STEPS; step++)
            assert_int_equal(mote_player_step(player, &frame), MOTE_OK);
        assert_int_equal(mote_world_record_stop(mote_player_world(player)), MOTE_OK);
        assert_int_equal(again.size, bytes.size);
        assert_memory_equal(again.data, bytes.data, bytes.size);
        mote_player_destroy(player);
        mote_recording_close(recording);
        recorded_bytes_release(&bytes);
        recorded_bytes_release(&again);
    }
}

// ---------------------------------------------------------------------------------------------
// What random stories seldom tell

// Two bodies of one triangle each, one through the other.
typedef struct two_triangles {
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id a, b;
    recorded_bytes bytes;
    uint64_t pairs[8]; // of each frame so far
    size_t frames;
} two_triangles;

static mote_body_id add_triangle(const two_triangles *t)
{
    mote_body_def def = mote_default_body_def();
    mote_body_id id;
    def.mesh = t->mesh;
    assert_int_equal(mote_body_create(t->world, &def, &id), MOTE_OK);
    return id;
}

static void begin_two(two_triangles *t)
{
    static const mote_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    *t = (two_triangles){0};
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = (mote_positions){.data = corners, .count = 3};
    assert_int_equal(mote_mesh_create(&mesh, &t->mesh), MOTE_OK);
    mote_world_def def = mote_default_world_def();
    assert_int_equal(mote_world_create(&def, &t->world), MOTE_OK);
    mote_record_sink sink = recorded_bytes_sink(&t->bytes);
    assert_int_equal(mote_world_record(t->world, &sink), MOTE_OK);
    t->a = add_triangle(t);
    t->b = add_triangle(t);
}

static void detect_two(two_triangles *t, uint64_t pairs)
{
    mote_report report;
    assert_int_equal(mote_world_detect(t->world), MOTE_OK);
    assert_int_equal(mote_world_report(t->world, &report), MOTE_OK);
    assert_int_equal(report.face_pair_count, pairs);
    t->pairs[t->frames++] = pairs;
}

static void end_two(two_triangles *t)
{
    mote_world_destroy(t->world);
    mote_mesh_destroy(t->mesh);
    mote_recording *recording = open_bytes(&t->bytes);
    mote_player *player;
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    for (size_t i = 0; i < t->frames; i++) {
        mote_played_frame frame;
        assert_int_equal(mote_player_step(player, &frame), MOTE_OK);
        assert_int_equal(frame.face_pairs, t->pairs[i]);
        assert_true(frame.equal);
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
    recorded_bytes_release(&t->bytes);
}

static void promises_are_recorded_while_they_count(void **state)
{
    (void)state;
    const mote_box elsewhere = {{8, 8, 8}, {9, 9, 9}};
    for (int way = 0; way < 3; way++) {
        two_triangles t;
        begin_two(&t);
        assert_int_equal(mote_body_set_bounds(t.world, t.b, &elsewhere), MOTE_OK);
        detect_two(&t, 0); // the promise is broken, and believed
        mote_vec3 corners[3];
        mote_transform same = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        mote_result result = way == 0   ? mote_body_set_bounds(t.world, t.b, NULL)
                             : way == 1 ? mote_body_get_positions(t.world, t.b, corners, 3)
                                        : mote_body_set_transform(t.world, t.b, &same);
        assert_int_equal(result, MOTE_OK);
        detect_two(&t, 1);
        assert_int_equal(mote_body_set_bounds(t.world, t.b, &elsewhere), MOTE_OK);
        detect_two(&t, 1); // too late: the positions are known
        end_two(&t);
    }
}

static void pairs_ignored_again_are_recorded(void **state)
{
    (void)state;
    two_triangles t;
    begin_two(&t);
    assert_int_equal(mote_world_ignore_pair(t.world, t.a, t.b, true), MOTE_OK);
    detect_two(&t, 0);
    assert_int_equal(mote_body_destroy(t.world, t.b), MOTE_OK);
    t.b = add_triangle(&t);
    assert_int_equal(mote_world_ignore_pair(t.world, t.a, t.b, true), MOTE_OK);
    detect_two(&t, 0);
    assert_int_equal(mote_body_destroy(t.world, t.b), MOTE_OK);
    t.b = add_triangle(&t);
    detect_two(&t, 1);
    end_two(&t);
}

// Worlds once accepted options without effect; mote_world_create refuses them now.
static void recordings_with_options_without_effect_are_played(void **state)
{
    (void)state;
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    uint64_t hash;
    story s;
    story_begin(&s, 1, 40, NULL);
    s.world->def.detect = MOTE_DETECT_COUNT;
    s.world->def.contacts = true;
    s.world->def.manifold_points = 4;
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    assert_int_equal(mote_world_detect(s.world), MOTE_OK);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    hash = report.hash;
    story_end(&s);
    mote_recording *recording = open_bytes(&bytes);
    mote_world_def def = info_of(recording).def;
    assert_false(def.contacts);
    assert_int_equal(def.manifold_points, 0);
    tally sum = {0};
    play(recording, NULL, 1, &hash, &sum);
    assert_int_equal(sum.frames, 1);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
}

static void places_left_empty_are_recorded(void **state)
{
    (void)state;
    two_triangles t;
    begin_two(&t);
    mote_body_id brief = add_triangle(&t), last = add_triangle(&t);
    assert_int_equal(mote_body_destroy(t.world, t.a), MOTE_OK);
    assert_int_equal(mote_body_destroy(t.world, brief), MOTE_OK);
    assert_int_equal(last.index, 3);
    detect_two(&t, 1);
    for (int i = 0; i < 3; i++) { // two generations that no frame sees
        t.a = add_triangle(&t);
        assert_int_equal(t.a.index, 0);
        if (i < 2) assert_int_equal(mote_body_destroy(t.world, t.a), MOTE_OK);
    }
    detect_two(&t, 3);
    end_two(&t);
}

// ---------------------------------------------------------------------------------------------
// Damage

// Plays bytes of any kind as far as they go, without a leak. Returns the first failure, or MOTE_OK
// where every frame of a complete recording was played; `equal` counts frames with equal hashes.
static mote_result try_bytes(const unsigned char *data, size_t size, size_t *equal)
{
    failing_allocator state = {0};
    mote_allocator allocator = failing_allocator_hook(&state);
    // A copy of that very size, so that a sanitizer sees a byte too far.
    unsigned char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, data, size);
    mote_recording *recording;
    mote_player *player = NULL;
    *equal = 0;
    mote_result result = mote_recording_open(copy, size, &allocator, &recording);
    bool complete = false;
    if (result == MOTE_OK) {
        mote_world_def def = info_of(recording).def;
        complete = info_of(recording).complete;
        def.allocator = allocator;
        // Deep octrees and many descents take long.
        set_option(&def, "smith.level", 6);
        set_option(&def, "paired.starts", 16);
        result = mote_player_create(recording, &def, &player);
    }
    mote_played_frame frame;
    while (result == MOTE_OK) {
        result = mote_player_step(player, &frame);
        *equal += result == MOTE_OK && frame.equal;
    }
    assert_true(mote_last_message()[0]);
    if (result == MOTE_ERROR_DATA) assert_non_null(strstr(mote_last_message(), "byte "));
    mote_player_destroy(player);
    mote_recording_close(recording);
    free(copy);
    assert_int_equal(state.live, 0);
    assert_true(state.most < ((size_t)1 << 20) + 100 * size);
    return result == MOTE_ERROR_STATE && complete ? MOTE_OK : result;
}

static void a_recording_may_be_cut_off_at_any_byte(void **state)
{
    (void)state;
    uint64_t hashes[STORY_STEPS];
    recorded_bytes bytes = tell(test_count(11, 2, 2), 8, 0, hashes);
    size_t equal, most = 0;
    for (size_t size = 0; size < bytes.size; size++) {
        mote_result result = try_bytes(bytes.data, size, &equal);
        // Without its end, where the cut is between two chunks: not complete, but not damaged.
        assert_true(result == MOTE_ERROR_DATA || result == MOTE_ERROR_STATE);
        assert_true(equal >= most);
        most = equal;
    }
    assert_int_equal(most, STORY_STEPS);
    assert_int_equal(try_bytes(bytes.data, bytes.size, &equal), MOTE_OK);
    recorded_bytes_release(&bytes);
}

static void a_changed_byte_is_always_noticed(void **state)
{
    (void)state;
    uint64_t hashes[STORY_STEPS];
    recorded_bytes bytes = tell(test_count(11, 2, 2), 8, 0, hashes);
    mote_random random = mote_random_stream(5, 5, 5);
    size_t equal;
    for (size_t at = 0; at < bytes.size; at++) {
        unsigned char change = (unsigned char)(1 + mote_random_below(&random, 255));
        bytes.data[at] ^= change;
        assert_int_equal(try_bytes(bytes.data, bytes.size, &equal), MOTE_ERROR_DATA);
        bytes.data[at] ^= change;
    }
    recorded_bytes_release(&bytes);
}

static void whatever_a_recording_says_ends_in_a_result(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(6, 6, 6);
    size_t equal, played = 0, refused = 0;
    for (size_t index = 0; index < 12; index++) {
        uint64_t hashes[STORY_STEPS];
        recorded_bytes bytes = tell(index, 6, 0, hashes);
        unsigned char *data = malloc(bytes.size);
        assert_non_null(data);
        for (size_t i = 0; i < test_count(60, 400, 10000); i++) {
            memcpy(data, bytes.data, bytes.size);
            for (uint32_t k = 0; k < 1 + mote_random_below(&random, 3); k++) {
                uint32_t at = mote_random_below(&random, (uint32_t)bytes.size);
                // Small numbers are where counts, kinds and indices are.
                data[at] = (unsigned char)mote_random_below(&random, i % 2 ? 256 : 8);
            }
            repair_recording(data, bytes.size);
            mote_result result = try_bytes(data, bytes.size, &equal);
            assert_int_not_equal(result, MOTE_ERROR_MEMORY);
            assert_int_not_equal(result, MOTE_ERROR_ARGUMENT);
            played += result == MOTE_OK;
            refused += result == MOTE_ERROR_DATA;
        }
        free(data);
        recorded_bytes_release(&bytes);
    }
    print_message("%zu changed recordings were played to the end, %zu were refused\n", played,
                  refused);
    assert_true(played > 0 && refused > 0);
}

// ---------------------------------------------------------------------------------------------
// Sinks and memory that fail

static void a_sink_that_fails_does_not_disturb_the_world(void **state)
{
    (void)state;
    uint64_t hashes[STORY_STEPS];
    recorded_bytes whole = tell(3, 20, 0, hashes);
    for (size_t fail_at = 1; fail_at <= whole.writes; fail_at++) {
        recorded_bytes bytes = {.fail_at = fail_at};
        mote_record_sink sink = recorded_bytes_sink(&bytes);
        story s;
        story_begin(&s, 3, 20, NULL);
        mote_result started = mote_world_record(s.world, &sink);
        // The header, the world and its options are written at once.
        assert_int_equal(started, fail_at <= 3 ? MOTE_ERROR_IO : MOTE_OK);
        for (int i = 0; i < STORY_STEPS; i++) story_step(&s);
        assert_memory_equal(s.hashes, hashes, sizeof hashes);
        assert_int_equal(mote_world_record_stop(s.world),
                         started ? MOTE_ERROR_STATE : MOTE_ERROR_IO);
        assert_int_equal(bytes.writes, fail_at);
        assert_int_equal(bytes.closed, started ? 0 : 1);
        assert_memory_equal(bytes.data ? bytes.data : whole.data, whole.data, bytes.size);
        story_end(&s);
        recorded_bytes_release(&bytes);
    }
    recorded_bytes_release(&whole);
}

static void recording_runs_out_of_memory_anywhere(void **state)
{
    (void)state;
    size_t kept = 0, lost = 0;
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        mote_allocator allocator = failing_allocator_hook(&memory);
        recorded_bytes bytes = {0};
        mote_record_sink sink = recorded_bytes_sink(&bytes);
        story s;
        story_begin(&s, 5, 10, &allocator);
        bool recording = s.world && mote_world_record(s.world, &sink) == MOTE_OK;
        for (int i = 0; s.world && i < STORY_STEPS; i++) story_step(&s);
        if (recording) {
            mote_result result = mote_world_record_stop(s.world);
            assert_true(result == MOTE_OK || result == MOTE_ERROR_MEMORY);
            size_t equal;
            mote_result played = try_bytes(bytes.data, bytes.size, &equal);
            assert_int_equal(played, result == MOTE_OK ? MOTE_OK : MOTE_ERROR_STATE);
            kept += result == MOTE_OK;
            lost += result != MOTE_OK;
        }
        story_end(&s);
        recorded_bytes_release(&bytes);
        assert_int_equal(memory.live, 0);
        if (memory.calls < fail_at) break;
    }
    assert_true(kept > 1 && lost > 1);
}

static void playing_runs_out_of_memory_anywhere(void **state)
{
    (void)state;
    uint64_t hashes[STORY_STEPS];
    recorded_bytes bytes = tell(4, 10, 1, hashes);
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        mote_allocator allocator = failing_allocator_hook(&memory);
        mote_recording *recording;
        mote_player *player = NULL;
        mote_result result = mote_recording_open(bytes.data, bytes.size, &allocator, &recording);
        if (result == MOTE_OK) {
            mote_world_def def = info_of(recording).def;
            def.allocator = allocator;
            result = mote_player_create(recording, &def, &player);
        }
        mote_played_frame frame;
        for (int i = 1; i < STORY_STEPS && result == MOTE_OK; i++) {
            result = mote_player_step(player, &frame);
            if (result == MOTE_OK) assert_true(frame.equal);
        }
        assert_int_equal(result, memory.calls < fail_at ? MOTE_OK : MOTE_ERROR_MEMORY);
        mote_player_destroy(player);
        mote_recording_close(recording);
        assert_int_equal(memory.live, 0);
        if (memory.calls < fail_at) break;
    }
    recorded_bytes_release(&bytes);
}

// ---------------------------------------------------------------------------------------------
// Files, states and arguments

static void files_are_written_and_read(void **state)
{
    (void)state;
    char path[] = "/tmp/mote-recording-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    story s;
    story_begin(&s, 1, 20, NULL);
    assert_int_equal(mote_world_record_to_file(s.world, path), MOTE_OK);
    for (int i = 0; i < STORY_STEPS; i++) story_step(&s);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    mote_recording *recording;
    assert_int_equal(mote_recording_open_file(path, NULL, &recording), MOTE_OK);
    tally sum = {0};
    play(recording, NULL, 1, s.hashes, &sum);
    mote_recording_close(recording);
    story_end(&s);
    assert_int_equal(truncate(path, 5), 0);
    assert_int_equal(mote_recording_open_file(path, NULL, &recording), MOTE_ERROR_DATA);
    assert_null(recording);
    assert_non_null(strstr(mote_last_message(), path));
    remove(path);
    assert_int_equal(mote_recording_open_file(path, NULL, &recording), MOTE_ERROR_IO);
}

static void a_full_disk_is_told_when_the_recording_stops(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK)) skip();
    story s;
    story_begin(&s, 1, 20, NULL);
    assert_int_equal(mote_world_record_to_file(s.world, "/dev/full"), MOTE_ERROR_IO);
    assert_non_null(strstr(mote_last_message(), strerror(ENOSPC)));
    assert_int_equal(mote_world_record_to_file(s.world, "/no/such/folder"), MOTE_ERROR_IO);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_ERROR_STATE);
    story_end(&s);
}

static void a_world_that_ends_closes_its_recording(void **state)
{
    (void)state;
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    story s;
    story_begin(&s, 0, 10, NULL);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_ERROR_STATE);
    story_step(&s);
    story_end(&s);
    assert_int_equal(bytes.closed, 1);
    mote_recording *recording = open_bytes(&bytes);
    assert_true(info_of(recording).complete);
    assert_int_equal(info_of(recording).frame_count, 1);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
}

static void a_sink_that_fails_to_close_is_told(void **state)
{
    (void)state;
    recorded_bytes bytes = {.fails_to_close = true};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    story s;
    story_begin(&s, 0, 10, NULL);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_ERROR_IO);
    story_end(&s);
    recorded_bytes_release(&bytes);
}

static void a_detect_that_never_returned_can_be_played(void **state)
{
    (void)state;
    uint64_t hashes[STORY_STEPS];
    recorded_bytes bytes = tell(0, 10, 0, hashes);
    enum { END_CHUNK = 12 + 8 + 8, DONE_CHUNK = 12 + 24 + 8 };
    size_t size = bytes.size - END_CHUNK - DONE_CHUNK;
    mote_recording *recording;
    assert_int_equal(mote_recording_open(bytes.data, size, NULL, &recording), MOTE_OK);
    mote_recording_info info = info_of(recording);
    assert_false(info.complete);
    assert_int_equal(info.whole_bytes, size);
    assert_int_equal(info.frame_count, STORY_STEPS);
    mote_player *player;
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    mote_played_frame frame;
    for (int i = 0; i < STORY_STEPS; i++) {
        assert_int_equal(mote_player_step(player, &frame), MOTE_OK);
        assert_int_equal(frame.finished, i < STORY_STEPS - 1);
        assert_int_equal(frame.hash, hashes[i]);
    }
    assert_false(frame.compared);
    mote_player_destroy(player);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    mote_recording *recording;
    mote_player *player;
    mote_played_frame frame;
    mote_record_sink sink = {0};
    story s;
    story_begin(&s, 0, 10, NULL);
    assert_int_equal(mote_world_record(NULL, &sink), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_record(s.world, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_record_to_file(s.world, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_record_stop(NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_recording_open(NULL, 1, NULL, &recording), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_recording_open("", 0, NULL, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_recording_open("", 0, NULL, &recording), MOTE_ERROR_DATA);
    assert_int_equal(mote_recording_open_file(NULL, NULL, &recording), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_player_create(NULL, NULL, &player), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_player_step(NULL, &frame), MOTE_ERROR_ARGUMENT);
    assert_null(mote_player_world(NULL));
    story_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_play_back_to_the_same_hashes),
        cmocka_unit_test(a_second_recording_of_a_replay_is_the_same),
        cmocka_unit_test(promises_are_recorded_while_they_count),
        cmocka_unit_test(pairs_ignored_again_are_recorded),
        cmocka_unit_test(recordings_with_options_without_effect_are_played),
        cmocka_unit_test(places_left_empty_are_recorded),
        cmocka_unit_test(a_recording_may_be_cut_off_at_any_byte),
        cmocka_unit_test(a_changed_byte_is_always_noticed),
        cmocka_unit_test(whatever_a_recording_says_ends_in_a_result),
        cmocka_unit_test(a_sink_that_fails_does_not_disturb_the_world),
        cmocka_unit_test(recording_runs_out_of_memory_anywhere),
        cmocka_unit_test(playing_runs_out_of_memory_anywhere),
        cmocka_unit_test(files_are_written_and_read),
        cmocka_unit_test(a_full_disk_is_told_when_the_recording_stops),
        cmocka_unit_test(a_world_that_ends_closes_its_recording),
        cmocka_unit_test(a_sink_that_fails_to_close_is_told),
        cmocka_unit_test(a_detect_that_never_returned_can_be_played),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
