#include <stdlib.h>

#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

static bool names(const mote_mesh *mesh, uint32_t triangle, uint32_t vertex)
{
    const uint32_t *t = mesh->triangles + 3 * (size_t)triangle;
    return t[0] == vertex || t[1] == vertex || t[2] == vertex;
}

// Does side i of the triangle, which must be no collapsed one, lie on the edge a-b?
static bool lies_on(const mote_mesh *mesh, uint32_t triangle, uint32_t i, uint32_t a, uint32_t b)
{
    const uint32_t *t = mesh->triangles + 3 * (size_t)triangle;
    if (mote_triangle_is_collapsed(t)) return false;
    uint32_t from = t[i], to = t[(i + 1) % 3];
    return (from == a && to == b) || (from == b && to == a);
}

static bool are_joined(const mote_mesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++)
            if (lies_on(mesh, t, i, a, b)) return true;
    return false;
}

static void check_vertices(const mote_mesh *mesh)
{
    const mote_lists *faces = &mesh->vertex_faces, *neighbors = &mesh->vertex_neighbors;
    assert_int_equal(faces->count, mesh->vertex_count);
    assert_int_equal(neighbors->count, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t next = faces->first[v];
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            if (names(mesh, t, v)) assert_int_equal(faces->items[next++], t);
        assert_int_equal(next, faces->first[v + 1]);
        next = neighbors->first[v];
        for (uint32_t w = 0; w < mesh->vertex_count; w++)
            if (are_joined(mesh, v, w)) assert_int_equal(neighbors->items[next++], w);
        assert_int_equal(next, neighbors->first[v + 1]);
    }
}

static uint32_t brute_face_neighbor(const mote_mesh *mesh, uint32_t triangle, uint32_t i)
{
    const uint32_t *t = mesh->triangles + 3 * (size_t)triangle;
    uint32_t others = 0, found = MOTE_NONE;
    if (mote_triangle_is_collapsed(t)) return MOTE_NONE;
    for (uint32_t o = 0; o < mesh->triangle_count; o++)
        for (uint32_t j = 0; j < 3; j++)
            if (o != triangle && lies_on(mesh, o, j, t[i], t[(i + 1) % 3])) others++, found = o;
    return others == 1 ? found : MOTE_NONE;
}

static void check_faces(const mote_mesh *mesh)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(mesh->face_neighbors[3 * t + i], brute_face_neighbor(mesh, t, i));
}

static void soups_are_as_by_brute_force(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(30, 600, 10000); i < n; i++) {
        mote_random random = mote_random_stream(30, i, 0);
        test_mesh m = test_mesh_soup(&random, i % 2 ? 12 : 60);
        mote_mesh_def def = test_mesh_def(&m);
        def.flags = MOTE_MESH_ADJACENCY;
        def.weld = i % 3 ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
        mote_mesh *mesh = test_mesh_create(&def);
        check_vertices(mesh);
        check_faces(mesh);
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

static void a_shuffled_torus_is_as_by_brute_force(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(31, 0, 0);
    test_mesh m = test_mesh_torus(12, 9, 3.0f, 1.0f);
    test_mesh_shuffle(&m, &random);
    mote_mesh_def def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&def);
    check_vertices(mesh);
    check_faces(mesh);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        assert_int_equal(mesh->vertex_neighbors.first[v + 1], 6 * (v + 1));
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

// A vertex in all triangles, and an edge in all triangles: what a quadratic method would choke on.
static void hubs_take_linear_time(void **state)
{
    (void)state;
    enum { BLADES = 50000 };
    uint32_t *triangles = malloc(3 * BLADES * sizeof *triangles);
    mote_vec3 *positions = calloc(BLADES + 2, sizeof *positions);
    assert_true(triangles && positions);
    for (uint32_t shared_edge = 0; shared_edge < 2; shared_edge++) {
        for (uint32_t t = 0; t < BLADES; t++) {
            positions[t + 2] = (mote_vec3){(float)t, 1.0f, 0.0f};
            triangles[3 * t] = 0;
            triangles[3 * t + 1] = shared_edge ? 1 : t + 1;
            triangles[3 * t + 2] = t + 2;
        }
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = (mote_positions){.data = positions, .count = BLADES + 2};
        def.indices = triangles;
        def.index_count = 3 * BLADES;
        mote_mesh *mesh = test_mesh_create(&def);
        assert_int_equal(mesh->vertex_faces.first[1], BLADES);
        assert_int_equal(mesh->vertex_neighbors.first[1], BLADES + 1);
        assert_int_equal(mesh->findings.nonmanifold_count, shared_edge);
        mote_mesh_destroy(mesh);
    }
    free(positions);
    free(triangles);
}

static size_t bytes_with(const test_mesh *m, uint32_t flags, mote_weld weld)
{
    mote_mesh_def def = test_mesh_def(m);
    def.flags = flags;
    def.weld = weld;
    mote_mesh *mesh = test_mesh_create(&def);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_destroy(mesh);
    return info.bytes;
}

// The bytes that mesh.h states.
static void flags_take_the_bytes_they_state(void **state)
{
    (void)state;
    enum { FEW_HUNDRED = 999 };
    const uint32_t rings[] = {4, 30, 100, 300}, sides[] = {3, 30, 50, 40};
    for (size_t i = 0; i < 4; i++) {
        test_mesh m = test_mesh_torus(rings[i], sides[i], 3.0f, 1.0f);
        size_t t = m.triangle_count, bare = bytes_with(&m, 0, MOTE_WELD_NONE);
        assert_in_range(bare, 18 * t, 18 * t + FEW_HUNDRED);
        assert_in_range(bytes_with(&m, 0, MOTE_WELD_EXACT) - bare, 2 * t, 2 * t);
        assert_in_range(bytes_with(&m, MOTE_MESH_ADJACENCY, MOTE_WELD_NONE) - bare, 0,
                        42 * t + FEW_HUNDRED);
        assert_in_range(bytes_with(&m, MOTE_MESH_NORMALS, MOTE_WELD_NONE) - bare, 0, 18 * t);
        assert_in_range(bytes_with(&m, MOTE_MESH_CLUSTERS, MOTE_WELD_NONE) - bare, 0,
                        26 * t + FEW_HUNDRED);
        assert_int_equal(bytes_with(&m, MOTE_MESH_FINDINGS, MOTE_WELD_NONE), bare);
        test_mesh_release(&m);
    }
}

// ---------------------------------------------------------------------------------------------
// Components

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

static void components_of_soups_are_as_by_brute_force(void **state)
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
        cmocka_unit_test(a_shuffled_torus_is_as_by_brute_force),
        cmocka_unit_test(hubs_take_linear_time),
        cmocka_unit_test(flags_take_the_bytes_they_state),
        cmocka_unit_test(components_of_soups_are_as_by_brute_force),
        cmocka_unit_test(two_tori_are_two_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
