#include <stdlib.h>

#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

// The slow way: labels spread over triangles until nothing changes, then are counted up.
static uint32_t brute_components(const mote_mesh *mesh, uint32_t *label)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) label[v] = MOTE_NONE;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        label[mesh->triangles[i]] = mesh->triangles[i];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            uint32_t *a = &label[mesh->triangles[i]];
            uint32_t *b = &label[mesh->triangles[i / 3 * 3 + (i + 1) % 3]];
            if (*a == *b) continue;
            if (*a < *b)
                *b = *a;
            else
                *a = *b;
            changed = true;
        }
    }
    uint32_t count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (label[v] != MOTE_NONE) label[v] = label[v] == v ? count++ : label[label[v]];
    return count;
}

static void soups_are_as_by_brute_force(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(200, 3000, 30000); i < n; i++) {
        mote_random random = mote_random_stream(40, i, 0);
        test_mesh m = test_mesh_soup(&random, 80);
        if (i % 2) m.triangle_count = 1 + m.triangle_count / 4;
        mote_mesh_def def = test_mesh_def(&m);
        def.flags = MOTE_MESH_ADJACENCY;
        def.weld = i % 3 ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
        mote_mesh *mesh = test_mesh_create(&def);
        uint32_t *expected = malloc(m.vertex_count * sizeof *expected);
        assert_non_null(expected);
        assert_int_equal(mesh->component_count, brute_components(mesh, expected));
        for (uint32_t v = 0; v < m.vertex_count; v++)
            assert_int_equal(mesh->vertex_component[v], expected[mesh->weld ? mesh->weld[v] : v]);
        free(expected);
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

static void two_tori_are_two_components(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(20, 10, 3.0f, 1.0f);
    uint32_t half = m.triangle_count, vertices = m.vertex_count;
    m.triangles = realloc(m.triangles, 6 * half * sizeof *m.triangles);
    m.positions = realloc(m.positions, 2 * vertices * sizeof *m.positions);
    assert_true(m.triangles && m.positions);
    for (uint32_t i = 0; i < 3 * half; i++) m.triangles[3 * half + i] = m.triangles[i] + vertices;
    for (uint32_t v = 0; v < vertices; v++) {
        m.positions[vertices + v] = m.positions[v];
        m.positions[vertices + v].x += 3.0f;
    }
    m.triangle_count *= 2, m.vertex_count *= 2;
    mote_random random = mote_random_stream(41, 0, 0);
    test_mesh_shuffle(&m, &random);
    mote_mesh_def def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&def);
    assert_int_equal(mesh->component_count, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(mesh->vertex_component[mesh->component_vertex[i]], i);
    assert_true(mesh->closed);
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_are_as_by_brute_force),
        cmocka_unit_test(two_tori_are_two_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
