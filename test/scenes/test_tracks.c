#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"
#include "scenes/scenes.h"
#include "scenes/tracks.h"
#include "support/run.h"

// Two bodies over eight times: along x, turning about z.
static scene_tracks example(void)
{
    scene_tracks tracks;
    assert_int_equal(scene_tracks_create(2, 7, &tracks), MOTE_OK);
    for (uint32_t time = 0; time <= 7; time++) {
        for (uint32_t body = 0; body < 2; body++) {
            *scene_tracks_key(&tracks, body, time) = (scene_track_key){
                .place = {time + 100.0 * body, 0.0, 0.0},
                .rotation = scene_rotation_about((mote_dvec3){0.0, 0.0, 1.0}, 0.1 * time),
                .parameter = -1.0 * time};
        }
    }
    return tracks;
}

static void whole_times_are_their_keys(void **state)
{
    (void)state;
    scene_tracks tracks = example();
    for (uint32_t time = 0; time <= 7; time++) {
        for (uint32_t body = 0; body < 2; body++) {
            scene_track_key key = scene_tracks_at(&tracks, body, time);
            assert_memory_equal(&key, scene_tracks_key(&tracks, body, time), sizeof key);
        }
    }
    scene_tracks_release(&tracks);
}

static void time_runs_back_at_both_ends(void **state)
{
    (void)state;
    scene_tracks tracks = example();
    for (int time = -40; time <= 40; time++) {
        int phase = abs(time) % 14;
        double expected = phase <= 7 ? phase : 14 - phase;
        assert_true(scene_tracks_at(&tracks, 0, time).place.x == expected);
    }
    assert_true(scene_tracks_at(&tracks, 1, 1e30).place.x >= 100.0);
    scene_tracks_release(&tracks);
}

static void between_two_times_motion_is_straight(void **state)
{
    (void)state;
    scene_tracks tracks = example();
    scene_track_key key = scene_tracks_at(&tracks, 1, 3.25);
    assert_true(fabs(key.place.x - 103.25) < 1e-12);
    assert_true(fabs(key.parameter + 3.25) < 1e-12);
    mote_dvec3 turned = scene_rotate(key.rotation, (mote_dvec3){1.0, 0.0, 0.0});
    assert_true(fabs(mote_dvec_length(turned) - 1.0) < 1e-12);
    assert_true(fabs(atan2(turned.y, turned.x) - 0.325 * 6.283185307179586) < 0.01);
    scene_tracks_release(&tracks);
}

static void *nothing(void *block, size_t bytes)
{
    (void)block;
    (void)bytes;
    return NULL;
}

static void want_of_memory_is_reported(void **state)
{
    (void)state;
    scene_tracks tracks;
    io_reallocate = nothing;
    assert_int_equal(scene_tracks_create(2, 7, &tracks), MOTE_ERROR_MEMORY);
    io_reallocate = realloc;
    scene_tracks_release(&tracks);
}

// Scenes that are simulated, and one that is in closed form.
static void a_scene_with_tracks_shows_them(void **state)
{
    (void)state;
    const char *const names[] = {"smith-shuttles-2", "smith-spheres-48", "smith-convex-2"};
    for (int i = 0; i < 3; i++) {
        scene_tracks tracks = example();
        scene_def def = scene_default_def();
        scene_instance *scene;
        def.name = names[i];
        def.tracks = &tracks;
        assert_int_equal(scene_open(&def, &scene), MOTE_OK);
        assert_int_equal(scene_frame_count(scene), 8);
        for (uint32_t frame = 0; frame < 8; frame++) {
            mote_transform at = scene_transform(scene, 1, frame);
            mote_transform expected = scene_tracks_place(&tracks, 1, frame);
            assert_memory_equal(&at, &expected, sizeof at);
        }
        // Keys may be set later.
        scene_tracks_key(&tracks, 0, 3)->place.x = 77;
        assert_true(scene_transform(scene, 0, 3).t.x == 77);
        scene_close(scene);
        scene_tracks_release(&tracks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_times_are_their_keys),
        cmocka_unit_test(time_runs_back_at_both_ends),
        cmocka_unit_test(between_two_times_motion_is_straight),
        cmocka_unit_test(want_of_memory_is_reported),
        cmocka_unit_test(a_scene_with_tracks_shows_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
