// The report, made from hits that no real scene has.

#include "support/run.h"
#include "world/world.h"

static const mote_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
static const uint32_t triangle[3] = {0, 1, 2};

static mote_mesh *triangle_mesh(void)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = 3};
    def.indices = triangle;
    def.index_count = 3;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    return mesh;
}

// Two triangles in the same place meet in one face pair; the rest is added to the sink by hand.
static void more_face_pairs_than_32_bits_hold_are_counted(void **state)
{
    (void)state;
    mote_mesh *mesh = triangle_mesh();
    mote_world_def def = mote_default_world_def();
    def.detect = MOTE_DETECT_COUNT;
    def.contacts = false;
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    assert_int_equal(mote_world_detect(world), MOTE_OK);

    mote_sink *sink = &world->sinks.data[0];
    assert_int_equal(sink->hits.count, 1);
    sink->hits.data[0].face_a = UINT32_MAX - 1;
    for (int i = 0; i < 5; i++) mote_sink_add(sink, &world->allocator, 0, 7, 8, true);
    assert_false(sink->failed);
    mote_report_clear(&world->report);
    assert_int_equal(mote_report_list_pairs(world), MOTE_OK);
    assert_int_equal(mote_report_compare(world), MOTE_OK);
    mote_report_finish(world);
    mote_report report;
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    assert_int_equal(report.pair_count, 1);
    assert_true(report.pairs[0].face_pair_count == (uint64_t)UINT32_MAX + 4);
    assert_true(report.stats.face_pairs == (uint64_t)UINT32_MAX + 4);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_face_pairs_than_32_bits_hold_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
