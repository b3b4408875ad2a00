// Memory that is given back, and what stays the same.

#include <mote/recording.h>
#include <stdlib.h>

#include "core/random.h"
#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/record_story.h"
#include "support/run.h"

// Long thin triangles across a cube: two such soups have very many face pairs.
static mote_mesh *soup_mesh(uint32_t triangle_count, uint64_t number)
{
    mote_random random = mote_random_stream(17, number, 0);
    mote_vec3 *positions = malloc(3 * (size_t)triangle_count * sizeof *positions);
    uint32_t *indices = malloc(3 * (size_t)triangle_count * sizeof *indices);
    assert_true(positions && indices);
    for (uint32_t i = 0; i < 3 * triangle_count; i++) {
        positions[i] =
            (mote_vec3){mote_random_between(&random, 0, 1), mote_random_between(&random, 0, 1),
                        mote_random_between(&random, 0, 1)};
        indices[i] = i;
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = 3 * (size_t)triangle_count};
    def.indices = indices;
    def.index_count = 3 * (size_t)triangle_count;
    def.flags |= MOTE_MESH_SEEDS;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    free(positions);
    free(indices);
    return mesh;
}

typedef struct setting {
    mote_mesh *meshes[2];
    mote_world *world;
    mote_body_id ids[2];
} setting;

static void begin(setting *s, const mote_world_def *def, uint32_t triangle_count)
{
    assert_int_equal(mote_world_create(def, &s->world), MOTE_OK);
    for (uint32_t i = 0; i < 2; i++) {
        s->meshes[i] = soup_mesh(triangle_count, i);
        mote_body_def body = mote_default_body_def();
        body.mesh = s->meshes[i];
        assert_int_equal(mote_body_create(s->world, &body, &s->ids[i]), MOTE_OK);
    }
}

static void end(setting *s)
{
    mote_world_destroy(s->world);
    for (int i = 0; i < 2; i++) mote_mesh_destroy(s->meshes[i]);
}

static mote_report detect_at(const setting *s, float x)
{
    mote_transform transform = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, 0, 0}};
    mote_report report;
    assert_int_equal(mote_body_set_transform(s->world, s->ids[1], &transform), MOTE_OK);
    assert_int_equal(mote_world_detect(s->world), MOTE_OK);
    assert_int_equal(mote_world_report(s->world, &report), MOTE_OK);
    return report;
}

static float distance_of(const setting *s)
{
    mote_distance distance;
    assert_int_equal(mote_world_distance(s->world, s->ids[0], s->ids[1], 99, &distance), MOTE_OK);
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(
        mote_world_overlap_sphere(s->world, (mote_vec3){0, 0, 0}, 2, 1, &faces, &count), MOTE_OK);
    return distance.distance;
}

static void nine_tenths_of_the_peak_come_back(void **state)
{
    (void)state;
    failing_allocator counter = {0};
    mote_world_def def = mote_default_world_def();
    def.allocator = failing_allocator_hook(&counter);
    setting s;
    begin(&s, &def, 1500);
    mote_report heavy = detect_at(&s, 0);
    uint64_t hash = heavy.hash;
    assert_true(heavy.face_pair_count > 100000);
    detect_at(&s, 5);
    float distance = distance_of(&s);
    size_t peak = counter.most;
    assert_true(counter.bytes > peak / 2);
    assert_int_equal(mote_world_trim(s.world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(s.world, &report), MOTE_OK);
    assert_int_equal(report.stats.bytes, counter.bytes);
    if (counter.bytes > peak / 10) fail_msg("%zu of %zu bytes stay", counter.bytes, peak);
    assert_int_equal(report.pair_count, 1); // the end of the pair
    assert_true(distance_of(&s) == distance);
    detect_at(&s, 5);
    assert_true(detect_at(&s, 0).hash == hash);
    end(&s);
    assert_int_equal(counter.live, 0);
}

// The report of the frame that was trimmed can be read again, with all of its arrays.
static void the_report_stays(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    setting s;
    begin(&s, &def, 60);
    mote_report before = detect_at(&s, 0), after;
    assert_true(before.contact_count > 0 && before.segment_count > 0);
    mote_face_pair last = before.face_pairs[before.face_pair_count - 1];
    mote_contact contact = before.contacts[before.contact_count - 1];
    assert_int_equal(mote_world_trim(s.world), MOTE_OK);
    assert_int_equal(mote_world_report(s.world, &after), MOTE_OK);
    assert_int_equal(after.face_pair_count, before.face_pair_count);
    assert_memory_equal(&after.face_pairs[after.face_pair_count - 1], &last, sizeof last);
    assert_memory_equal(&after.contacts[after.contact_count - 1], &contact, sizeof contact);
    const mote_debug_draw draw = {0};
    assert_int_equal(mote_world_draw(s.world, &draw), MOTE_OK);
    assert_int_equal(mote_world_trim(s.world), MOTE_OK);
    end(&s);
    assert_int_equal(mote_world_trim(NULL), MOTE_ERROR_ARGUMENT);
}

// Two worlds side by side, one of which is trimmed after every frame, while both are recorded.
static void check_same_answers(mote_method method, bool certify, uint64_t budget)
{
    setting s[2];
    recorded_bytes bytes[2] = {{0}, {0}};
    mote_world_def def = mote_default_world_def();
    set_option(&def, "smith.level", 3);
    def.method = method;
    def.certify = certify;
    def.candidate_budget = budget;
    for (int i = 0; i < 2; i++) {
        begin(&s[i], &def, 40);
        mote_record_sink sink = recorded_bytes_sink(&bytes[i]);
        assert_int_equal(mote_world_record(s[i].world, &sink), MOTE_OK);
    }
    for (int frame = 0; frame < 12; frame++) {
        float x = frame % 4 == 3 ? 5 : 0.1f * (float)frame;
        uint64_t hash = detect_at(&s[0], x).hash;
        assert_true(detect_at(&s[1], x).hash == hash);
        assert_true(distance_of(&s[0]) == distance_of(&s[1]));
        assert_int_equal(mote_world_trim(s[1].world), MOTE_OK);
    }
    for (int i = 0; i < 2; i++) assert_int_equal(mote_world_record_stop(s[i].world), MOTE_OK);
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    for (int i = 0; i < 2; i++) {
        recorded_bytes_release(&bytes[i]);
        end(&s[i]);
    }
}

static void answers_are_the_same_with_every_method(void **state)
{
    (void)state;
    for (size_t i = 0; mote_method_at(i); i++) {
        const mote_method_info *info = mote_method_at(i);
        if (!(info->abilities & MOTE_ABILITY_CONCAVE)) continue;
        check_same_answers(info->method, false, 0);
        check_same_answers(info->method, true, 0);
        check_same_answers(info->method, false, 50);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_tenths_of_the_peak_come_back),
        cmocka_unit_test(the_report_stays),
        cmocka_unit_test(answers_are_the_same_with_every_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
