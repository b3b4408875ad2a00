#include <stdlib.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

static bool within(mote_vec3 a, mote_vec3 b, double tolerance)
{
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b));
    return mote_dvec_dot(d, d) <= tolerance * tolerance;
}

// The slow way: labels spread over close pairs until nothing changes.
static void brute_weld(const test_mesh *m, double tolerance, uint32_t *weld)
{
    for (uint32_t v = 0; v < m->vertex_count; v++) weld[v] = v;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t a = 0; a < m->vertex_count; a++)
            for (uint32_t b = 0; b < m->vertex_count; b++)
                if (weld[b] < weld[a] && within(m->positions[a], m->positions[b], tolerance)) {
                    weld[a] = weld[b];
                    changed = true;
                }
    }
}

static void check_weld(const test_mesh *m, mote_weld kind, float tolerance)
{
    mote_mesh_def def = test_mesh_def(m);
    def.weld = kind;
    def.weld_tolerance = tolerance;
    mote_mesh *mesh = test_mesh_create(&def);
    uint32_t *expected = malloc(m->vertex_count * sizeof *expected), different = 0;
    assert_non_null(expected);
    brute_weld(m, kind == MOTE_WELD_EXACT ? 0.0 : (double)tolerance, expected);
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        assert_int_equal(mesh->weld[v], expected[v]);
        different += expected[v] == v;
    }
    assert_int_equal(mesh->welded_count, different);
    for (uint32_t i = 0; i < 3 * m->triangle_count; i++)
        assert_int_equal(mesh->triangles[i], expected[m->triangles[i]]);
    free(expected);
    mote_mesh_destroy(mesh);
}

static void soups_weld_as_by_brute_force(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(100, 1500, 20000); i < n; i++) {
        mote_random random = mote_random_stream(20, i, 0);
        test_mesh m = test_mesh_soup(&random, 60);
        check_weld(&m, MOTE_WELD_EXACT, 0.0f);
        check_weld(&m, MOTE_WELD_TOLERANCE, 0.0f);
        check_weld(&m, MOTE_WELD_TOLERANCE, 0.1f);
        check_weld(&m, MOTE_WELD_TOLERANCE, 1.0f);
        check_weld(&m, MOTE_WELD_TOLERANCE, mote_random_unit(&random));
        test_mesh_release(&m);
    }
}

// Points of every magnitude, at distances around the tolerance and around the cubes that space is
// cut into.
static void scattered_points_weld_as_by_brute_force(void **state)
{
    (void)state;
    const float magnitudes[] = {1e-44f, 1e-30f, 1e-3f, 1.0f, 1e6f, 1e30f};
    for (size_t i = 0, n = test_count(60, 1200, 20000); i < n; i++) {
        mote_random random = mote_random_stream(21, i, 0);
        test_mesh m = test_mesh_soup(&random, 150);
        float size = magnitudes[i % 6], far = i % 4 == 0 ? size * 1e6f : 0.0f;
        if (far > 1e36f) far = 0.0f;
        for (uint32_t v = 0; v < m.vertex_count; v++)
            m.positions[v] = (mote_vec3){far + size * mote_random_between(&random, -1.0f, 1.0f),
                                         size * mote_random_between(&random, -1.0f, 1.0f),
                                         size * mote_random_between(&random, -1.0f, 1.0f)};
        check_weld(&m, MOTE_WELD_TOLERANCE, size * mote_random_unit(&random));
        check_weld(&m, MOTE_WELD_TOLERANCE, size * 0.1f);
        check_weld(&m, MOTE_WELD_TOLERANCE, 1e-45f);
        check_weld(&m, MOTE_WELD_TOLERANCE, 3e38f);
        test_mesh_release(&m);
    }
}

static void a_chain_of_close_points_becomes_one(void **state)
{
    (void)state;
    enum { COUNT = 999 };
    static mote_vec3 line[COUNT];
    for (int i = 0; i < COUNT; i++) line[i].x = (float)((i * 7) % COUNT) * 0.5f;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = line, .count = COUNT};
    def.weld = MOTE_WELD_TOLERANCE;
    def.weld_tolerance = 0.5f;
    mote_mesh *mesh = test_mesh_create(&def);
    assert_int_equal(mesh->welded_count, 1);
    mote_mesh_destroy(mesh);
    def.weld_tolerance = 0.499f;
    mesh = test_mesh_create(&def);
    assert_int_equal(mesh->welded_count, COUNT);
    mote_mesh_destroy(mesh);
}

static void a_welded_soup_is_the_closed_mesh_again(void **state)
{
    (void)state;
    test_mesh torus = test_mesh_torus(24, 12, 3.0f, 1.0f);
    mote_vec3 *soup = malloc(3 * torus.triangle_count * sizeof *soup);
    assert_non_null(soup);
    for (uint32_t i = 0; i < 3 * torus.triangle_count; i++)
        soup[i] = torus.positions[torus.triangles[i]];
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = soup, .count = 3 * torus.triangle_count};
    def.weld = MOTE_WELD_EXACT;
    mote_mesh *mesh = test_mesh_create(&def);
    assert_true(mesh->closed);
    assert_int_equal(mesh->welded_count, torus.vertex_count);
    assert_int_equal(mesh->component_count, 1);
    assert_int_equal(mesh->findings.isolated_count, 0);
    mote_mesh_destroy(mesh);
    free(soup);
    test_mesh_release(&torus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_weld_as_by_brute_force),
        cmocka_unit_test(scattered_points_weld_as_by_brute_force),
        cmocka_unit_test(a_chain_of_close_points_becomes_one),
        cmocka_unit_test(a_welded_soup_is_the_closed_mesh_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
