// Batches of hybrid hold pairs of several candidates at once: worlds of many small bodies, against
// the naive method.

#include "core/random.h"
#include "support/compare_reports.h"
#include "support/run.h"

enum { BODIES = 40, CORNERS = 4 };

static mote_mesh *tetrahedron(void)
{
    static const mote_vec3 corners[CORNERS] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = CORNERS};
    def.indices = indices;
    def.index_count = 12;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    return mesh;
}

typedef struct crowd {
    mote_world *world;
    mote_body_id ids[BODIES];
} crowd;

static crowd open_crowd(const mote_mesh *mesh, mote_method method, uint32_t workers)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.contacts = false;
    def.worker_count = workers;
    crowd c;
    assert_int_equal(mote_world_create(&def, &c.world), MOTE_OK);
    for (int i = 0; i < BODIES; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = mesh;
        assert_int_equal(mote_body_create(c.world, &body, &c.ids[i]), MOTE_OK);
    }
    return c;
}

static mote_report detect(crowd *c, mote_vec3 (*positions)[CORNERS])
{
    for (int i = 0; i < BODIES; i++) {
        mote_positions at = {.data = positions[i], .count = CORNERS};
        assert_int_equal(mote_body_set_positions(c->world, c->ids[i], &at), MOTE_OK);
    }
    return detected(c->world);
}

// Four random points around a random center: two bodies have 0 to 16 face pairs with overlapping
// boxes.
static void place_bodies(mote_random *random, float extent, mote_vec3 (*positions)[CORNERS])
{
    for (int i = 0; i < BODIES; i++) {
        float center[3], *out = &positions[i][0].x;
        for (int k = 0; k < 3; k++) center[k] = extent * mote_random_unit(random);
        for (int k = 0; k < 3 * CORNERS; k++) out[k] = center[k % 3] + 2 * mote_random_unit(random);
    }
}

static void many_small_bodies_meet_as_with_the_naive_method(void **state)
{
    (void)state;
    mote_mesh *mesh = tetrahedron();
    crowd naive = open_crowd(mesh, MOTE_METHOD_NAIVE, 1);
    crowd alone = open_crowd(mesh, MOTE_METHOD_HYBRID, 1),
          shared = open_crowd(mesh, MOTE_METHOD_HYBRID, 3);
    for (uint64_t frame = 0; frame < test_count(30, 300, 3000); frame++) {
        mote_random random = mote_random_stream(frame, 0, 0);
        mote_vec3 positions[BODIES][CORNERS];
        place_bodies(&random, 3 + (float)(frame % 5), positions);
        mote_report expected = detect(&naive, positions);
        mote_report by_one = detect(&alone, positions), by_three = detect(&shared, positions);
        assert_null(reports_differ(&expected, &by_one));
        assert_null(reports_differ(&expected, &by_three));
    }
    mote_world_destroy(naive.world);
    mote_world_destroy(alone.world);
    mote_world_destroy(shared.world);
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_small_bodies_meet_as_with_the_naive_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
