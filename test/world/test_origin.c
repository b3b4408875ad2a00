// Worlds far from the origin: what is found at 1e7 is what is found at 0, and origins that move
// change nothing.

#include <math.h>
#include <mote/origin.h>
#include <mote/recording.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/run.h"
#include "support/stage.h"

static const mote_dvec3 far_away = {1e7, -2e7, 3e6};

static mote_dvec3 *doubles_of(const stage *s, uint32_t body, mote_dvec3 origin)
{
    uint32_t count = s->models[body].vertex_count;
    mote_dvec3 *out = malloc(count * sizeof *out);
    assert_non_null(out);
    for (uint32_t v = 0; v < count; v++)
        out[v] = mote_dvec_add(mote_vec_widen(s->positions[body][v]), origin);
    return out;
}

static void show_doubles(mote_world *world, const stage *s, uint32_t body, const mote_dvec3 *data,
                         bool persistent)
{
    const mote_positions positions = {.data = data,
                                      .count = s->models[body].vertex_count,
                                      .type = MOTE_DOUBLE,
                                      .persistent = persistent};
    assert_int_equal(mote_body_set_positions(world, s->ids[body], &positions), MOTE_OK);
}

// Coordinates that are exact in double at 1e7.
static void round_positions(stage *s, uint32_t body)
{
    for (uint32_t v = 0; v < s->models[body].vertex_count; v++) {
        mote_vec3 *p = &s->positions[body][v];
        *p = (mote_vec3){roundf(p->x * 0x1p20f) * 0x1p-20f, roundf(p->y * 0x1p20f) * 0x1p-20f,
                         roundf(p->z * 0x1p20f) * 0x1p-20f};
    }
}

static void check_same_contacts(const mote_report *a, const mote_report *b)
{
    assert_true(a->hash == b->hash);
    assert_null(reports_differ(a, b));
    assert_int_equal(a->contact_count, b->contact_count);
    for (size_t i = 0; i < a->contact_count; i++)
        assert_memory_equal(&a->contacts[i], &b->contacts[i], sizeof *a->contacts);
}

static void bodies_meet_far_away_as_they_do_at_the_origin(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(10, 60, 1000); i++) {
        mote_random random = mote_random_stream(5, i, 0);
        stage here, there;
        mote_world_def def = mote_default_world_def();
        def.tolerance = i % 2 ? 0.05f : 0;
        stage_begin(&here, &def);
        def.origin = far_away;
        stage_begin(&there, &def);
        mote_dvec3 *data[2];
        for (uint32_t b = 0; b < 2; b++) {
            stage_add(&here, b ? "blob-400" : "icosphere-3");
            stage_add(&there, b ? "blob-400" : "icosphere-3");
            mote_transform turn = random_turn(&random);
            turn.t = mote_vec_scale(mote_random_direction(&random), 0.6f);
            stage_place(&here, b, placed(1, turn));
            round_positions(&here, b);
            data[b] = doubles_of(&here, b, far_away);
            show_doubles(there.world, &there, b, data[b], false);
        }
        mote_report at_home = detected(here.world), far = detected(there.world);
        check_same_contacts(&at_home, &far);
        for (int b = 0; b < 2; b++) free(data[b]);
        stage_end(&here);
        stage_end(&there);
    }
}

static void a_gap_of_a_tenth_is_a_tenth(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    def.origin = far_away;
    stage_begin(&s, &def);
    for (uint32_t b = 0; b < 2; b++)
        stage_place(&s, stage_add(&s, "box"), placed(1, moved_by((mote_vec3){0, 0, 0})));
    for (int way = 0; way < 2; way++) { // by positions, by transforms
        mote_dvec3 *a = doubles_of(&s, 0, far_away);
        mote_dvec3 *b = doubles_of(&s, 1, mote_dvec_add(far_away, (mote_dvec3){1.1, 0, 0}));
        if (way == 0) {
            show_doubles(s.world, &s, 0, a, true);
            show_doubles(s.world, &s, 1, b, true);
        } else {
            for (uint32_t k = 0; k < 2; k++) {
                assert_int_equal(mote_body_set_deformer(s.world, s.ids[k], NULL), MOTE_OK);
                mote_transform_double t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, far_away};
                if (k) t.t.x += 1.1;
                assert_int_equal(mote_body_set_transform_double(s.world, s.ids[k], &t), MOTE_OK);
                mote_transform_double back;
                assert_int_equal(mote_body_get_transform_double(s.world, s.ids[k], &back), MOTE_OK);
                assert_memory_equal(&back, &t, sizeof t);
            }
        }
        mote_distance d;
        assert_int_equal(mote_world_distance(s.world, s.ids[0], s.ids[1], INFINITY, &d), MOTE_OK);
        print_message("a gap of .1 at 1e7 is %.9g\n", (double)d.distance);
        assert_true(fabs((double)d.distance - 0.1) < 1e-6);
        mote_dvec3 on_a = mote_world_to_global(s.world, d.on_a);
        assert_true(fabs(on_a.x - far_away.x - 0.5) < 1e-6);
        mote_vec3 local = mote_world_to_local(s.world, on_a);
        assert_true(fabsf(local.x - d.on_a.x) < 1e-6f);
        free(a);
        free(b);
        if (way == 0) assert_int_equal(mote_body_set_transform(s.world, s.ids[0], NULL), MOTE_OK);
    }
    stage_end(&s);
}

static float gap_now(stage *s)
{
    mote_distance d;
    assert_int_equal(mote_world_distance(s->world, s->ids[0], s->ids[1], INFINITY, &d), MOTE_OK);
    return d.distance;
}

// Positions in double and transforms in double stay; floats move along.
static void origins_move(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    for (uint32_t b = 0; b < 2; b++)
        stage_place(&s, stage_add(&s, "box"), placed(1, moved_by((mote_vec3){0, 0, 0})));
    mote_dvec3 *data = doubles_of(&s, 0, far_away);
    show_doubles(s.world, &s, 0, data, true);
    mote_transform_double t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, far_away};
    t.t.x += 1.1;
    assert_int_equal(mote_body_set_deformer(s.world, s.ids[1], NULL), MOTE_OK);
    assert_int_equal(mote_body_set_transform_double(s.world, s.ids[1], &t), MOTE_OK);
    assert_true(fabsf(gap_now(&s) - 0.1f) > 1e-3f); // in floats at 1e7
    mote_dvec3 origin = far_away;
    assert_int_equal(mote_world_set_origin(s.world, origin), MOTE_OK);
    assert_true(fabsf(gap_now(&s) - 0.1f) < 1e-6f);
    origin.x += 3.3;
    assert_int_equal(mote_world_set_origin(s.world, origin), MOTE_OK);
    assert_true(fabsf(gap_now(&s) - 0.1f) < 1e-6f);
    mote_dvec3 got;
    assert_int_equal(mote_world_get_origin(s.world, &got), MOTE_OK);
    assert_memory_equal(&got, &origin, sizeof got);
    const mote_transform near = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-3.3f, 0, 1.5f}};
    assert_int_equal(mote_body_set_transform(s.world, s.ids[1], &near), MOTE_OK);
    assert_true(fabsf(gap_now(&s) - 0.5f) < 1e-6f);
    origin.x -= 1;
    assert_int_equal(mote_world_set_origin(s.world, origin), MOTE_OK); // the second one moves along
    assert_true(fabsf(gap_now(&s) - 0.5f) < 1e-6f);
    origin.x += 10;
    assert_int_equal(mote_world_set_origin(s.world, origin), MOTE_OK);
    assert_true(gap_now(&s) > 5);
    assert_int_equal(mote_world_set_origin(s.world, (mote_dvec3){(double)NAN, 0, 0}),
                     MOTE_ERROR_ARGUMENT);
    free(data);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Recording

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static bool write_bytes(void *context, const void *data, size_t size)
{
    bytes *b = context;
    unsigned char *more = realloc(b->data, b->size + size);
    assert_non_null(more);
    memcpy(more + b->size, data, size);
    *b = (bytes){more, b->size + size};
    return true;
}

static void recordings_keep_origins(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    def.origin = far_away;
    stage_begin(&s, &def);
    stage_add(&s, "box");
    stage_place(&s, stage_add(&s, "icosphere-2"), placed(1, moved_by((mote_vec3){0, 0, 0})));
    mote_dvec3 *data = doubles_of(&s, 1, mote_dvec_add(far_away, (mote_dvec3){0.6, 0.4, 0.3}));
    bytes file = {0};
    const mote_record_sink sink = {.write = write_bytes, .context = &file};
    assert_int_equal(mote_world_record(s.world, &sink), MOTE_OK);
    show_doubles(s.world, &s, 1, data, true);
    mote_transform_double t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, far_away};
    assert_int_equal(mote_body_set_deformer(s.world, s.ids[0], NULL), MOTE_OK);
    enum { FRAMES = 4 };
    uint64_t face_pairs = 0;
    for (int i = 0; i < FRAMES; i++) {
        t.t.x += 0.1;
        assert_int_equal(mote_body_set_transform_double(s.world, s.ids[0], &t), MOTE_OK);
        if (i == 2)
            assert_int_equal(
                mote_world_set_origin(s.world, mote_dvec_add(far_away, (mote_dvec3){7, 7, 7})),
                MOTE_OK);
        face_pairs += detected(s.world).stats.face_pairs;
    }
    assert_true(face_pairs > 0);
    assert_int_equal(mote_world_record_stop(s.world), MOTE_OK);
    mote_recording *recording;
    mote_player *player;
    assert_int_equal(mote_recording_open(file.data, file.size, NULL, &recording), MOTE_OK);
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    for (int i = 0; i < FRAMES; i++) {
        mote_played_frame frame;
        if (mote_player_step(player, &frame) != MOTE_OK) fail_msg("%s", mote_last_message());
        assert_true(frame.compared && frame.equal);
        mote_dvec3 origin;
        assert_int_equal(mote_world_get_origin(mote_player_world(player), &origin), MOTE_OK);
        assert_true(origin.x == far_away.x + (i < 2 ? 0 : 7));
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
    free(file.data);
    free(data);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_meet_far_away_as_they_do_at_the_origin),
        cmocka_unit_test(a_gap_of_a_tenth_is_a_tenth),
        cmocka_unit_test(origins_move),
        cmocka_unit_test(recordings_keep_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
