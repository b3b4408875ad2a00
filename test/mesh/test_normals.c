#include <math.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

static void normals_of(const test_mesh *m, mote_mesh **mesh)
{
    mote_mesh_def def = test_mesh_def(m);
    def.flags = MOTE_MESH_NORMALS;
    *mesh = test_mesh_create(&def);
}

static void assert_near(mote_vec3 a, mote_vec3 b, float error)
{
    if (mote_vec_length(mote_vec_sub(a, b)) > error)
        fail_msg("(%g %g %g) is not (%g %g %g)", (double)a.x, (double)a.y, (double)a.z, (double)b.x,
                 (double)b.y, (double)b.z);
}

// Unit length, at a right angle to its edges, and on the side from which the corners turn left;
// zero exactly for triangles on a line. Small integers make the test itself exact.
static void face_normals_of_soups_are_right(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(100, 2000, 20000); i < n; i++) {
        mote_random random = mote_random_stream(50, i, 0);
        test_mesh m = test_mesh_soup(&random, 60);
        float scale = ldexpf(1.0f, (int)mote_random_below(&random, 240) - 130);
        for (uint32_t v = 0; v < m.vertex_count; v++)
            m.positions[v] = (mote_vec3){(float)mote_random_below(&random, 4) * scale,
                                         (float)mote_random_below(&random, 4) * scale,
                                         (float)mote_random_below(&random, 4) * scale};
        mote_mesh *mesh;
        normals_of(&m, &mesh);
        for (uint32_t t = 0; t < m.triangle_count; t++) {
            mote_vec3 c[3];
            mote_mesh_corners(mesh, t, c);
            for (int k = 0; k < 3; k++)
                c[k] = (mote_vec3){c[k].x / scale, c[k].y / scale, c[k].z / scale};
            mote_vec3 cross = mote_vec_cross(mote_vec_sub(c[1], c[0]), mote_vec_sub(c[2], c[0]));
            float length = mote_vec_length(cross);
            mote_vec3 expected = length > 0.0f ? mote_vec_scale(cross, 1.0f / length) : cross;
            assert_near(mesh->face_normals[t], expected, length > 0.0f ? 1e-6f : 0.0f);
        }
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

// A needle whose corners are collinear but for one unit in the last place has a unit normal all the
// same.
static void needles_keep_their_normals(void **state)
{
    (void)state;
    for (int k = -100; k < 100; k++) {
        float one = ldexpf(1.0f, k);
        const mote_vec3 corners[3] = {
            {one, one, 0}, {nextafterf(2 * one, 3e38f), 2 * one, 0}, {3 * one, 3 * one, 0}};
        const uint32_t index[3] = {0, 1, 2};
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = (mote_positions){.data = corners, .count = 3};
        def.indices = index;
        def.index_count = 3;
        mote_mesh *mesh = test_mesh_create(&def);
        assert_near(mesh->face_normals[0], (mote_vec3){0, 0, 1}, 0.0f);
        assert_int_equal(mesh->findings.degenerate_count, 0);
        mote_mesh_destroy(mesh);
    }
}

static void vertex_normals_of_a_torus_point_outwards(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(200, 100, 3.0f, 1.0f);
    mote_random random = mote_random_stream(51, 0, 0);
    test_mesh_shuffle(&m, &random);
    mote_mesh *mesh;
    normals_of(&m, &mesh);
    for (uint32_t v = 0; v < m.vertex_count; v++) {
        mote_vec3 p = m.positions[v];
        float ring = sqrtf(p.x * p.x + p.y * p.y);
        mote_vec3 center = {3.0f * p.x / ring, 3.0f * p.y / ring, 0.0f};
        assert_near(mesh->vertex_normals[v], mote_vec_sub(p, center), 0.003f);
    }
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

// At the corner of a cube the three right angles weigh the same however the squares are cut.
static void weights_do_not_depend_on_the_cut(void **state)
{
    (void)state;
    const mote_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    // Squares z = 0, y = 0 and x = 0 around vertex 0, the first cut through it and the others not.
    const uint32_t triangles[] = {0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 5, 4, 0, 4, 3, 3, 4, 6};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = 7};
    def.indices = triangles;
    def.index_count = 18;
    mote_mesh *mesh = test_mesh_create(&def);
    float c = -1.0f / sqrtf(3.0f);
    assert_near(mesh->vertex_normals[0], (mote_vec3){c, c, c}, 1e-6f);
    mote_mesh_destroy(mesh);
}

static void normals_without_direction_are_zero(void **state)
{
    (void)state;
    // Two faces back to back, a point, a segment, and a vertex of its own.
    const mote_vec3 positions[] = {
        {0.1f, 0.7f, 0.3f}, {1.3f, 0.2f, 0.9f}, {0.4f, 1.1f, 1.7f}, {5, 5, 5}};
    const uint32_t triangles[] = {0, 1, 2, 1, 0, 2, 3, 3, 3, 0, 0, 1};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = 4};
    def.indices = triangles;
    def.index_count = 12;
    mote_mesh *mesh = test_mesh_create(&def);
    for (int v = 0; v < 4; v++) assert_near(mesh->vertex_normals[v], (mote_vec3){0}, 0.0f);
    assert_near(mesh->face_normals[0], mote_vec_scale(mesh->face_normals[1], -1.0f), 0.0f);
    assert_near(mesh->face_normals[2], (mote_vec3){0}, 0.0f);
    assert_near(mesh->face_normals[3], (mote_vec3){0}, 0.0f);
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_normals_of_soups_are_right),
        cmocka_unit_test(needles_keep_their_normals),
        cmocka_unit_test(vertex_normals_of_a_torus_point_outwards),
        cmocka_unit_test(weights_do_not_depend_on_the_cut),
        cmocka_unit_test(normals_without_direction_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
