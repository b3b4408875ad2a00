#include <math.h>

#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

// Points on a lattice of integers below 2^17, where 64 bits hold every determinant.
typedef struct lattice_point {
    int64_t x[3];
} lattice_point;

static int64_t determinant(lattice_point o, lattice_point a, lattice_point b, lattice_point c)
{
    int64_t u[3], v[3], w[3];
    for (int i = 0; i < 3; i++)
        u[i] = a.x[i] - o.x[i], v[i] = b.x[i] - o.x[i], w[i] = c.x[i] - o.x[i];
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) +
           u[2] * (v[0] * w[1] - v[1] * w[0]);
}

// Component `axis` of (a - o) x (b - o).
static int64_t turn(lattice_point o, lattice_point a, lattice_point b, int axis)
{
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return (a.x[i] - o.x[i]) * (b.x[j] - o.x[j]) - (a.x[j] - o.x[j]) * (b.x[i] - o.x[i]);
}

static bool on_segment(lattice_point p, lattice_point a, lattice_point b)
{
    for (int i = 0; i < 3; i++) {
        int64_t low = a.x[i] < b.x[i] ? a.x[i] : b.x[i], high = a.x[i] < b.x[i] ? b.x[i] : a.x[i];
        if (turn(a, b, p, i) != 0 || p.x[i] < low || p.x[i] > high) return false;
    }
    return true;
}

static bool on_triangle(lattice_point p, lattice_point a, lattice_point b, lattice_point c)
{
    if (on_segment(p, a, b) || on_segment(p, b, c) || on_segment(p, c, a)) return true;
    if (determinant(a, b, c, p) != 0) return false;
    for (int axis = 0; axis < 3; axis++) {
        int64_t whole = turn(a, b, c, axis);
        if (whole == 0) continue;
        int64_t sign = whole > 0 ? 1 : -1;
        return sign * turn(a, b, p, axis) > 0 && sign * turn(b, c, p, axis) > 0 &&
               sign * turn(c, a, p, axis) > 0;
    }
    return false;
}

static const int tetrahedron_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

static bool strictly_inside(lattice_point p, const lattice_point t[4])
{
    int positive = 0, negative = 0;
    for (int f = 0; f < 4; f++) {
        const int *face = tetrahedron_faces[f];
        int64_t side = determinant(t[face[0]], t[face[1]], t[face[2]], p);
        positive += side > 0;
        negative += side < 0;
    }
    return positive == 4 || negative == 4;
}

enum { MAX_TETRAHEDRA = 6 };

// What a pile of tetrahedra contains: all that is on a face, and what is inside an odd number of
// them.
static bool expected_inside(lattice_point p, lattice_point (*pile)[4], uint32_t count)
{
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        for (int f = 0; f < 4; f++) {
            const int *face = tetrahedron_faces[f];
            if (on_triangle(p, pile[i][face[0]], pile[i][face[1]], pile[i][face[2]])) return true;
        }
        inside ^= strictly_inside(p, pile[i]);
    }
    return inside;
}

static lattice_point random_point(mote_random *random, uint32_t size)
{
    lattice_point p;
    for (int i = 0; i < 3; i++) p.x[i] = (int64_t)mote_random_below(random, size) - size / 2;
    return p;
}

static mote_vec3 to_float(lattice_point p, float scale)
{
    return (mote_vec3){(float)p.x[0] * scale, (float)p.x[1] * scale, (float)p.x[2] * scale};
}

// On a small lattice nearly every ray meets edges and vertices, and many tetrahedra are flat.
static void piles_of_tetrahedra_are_as_in_integers(void **state)
{
    (void)state;
    const uint32_t sizes[] = {3, 4, 6, 20, 1u << 17};
    for (size_t i = 0, n = test_count(500, 20000, 2000000); i < n; i++) {
        mote_random random = mote_random_stream(70, i, 0);
        uint32_t size = sizes[i % 5], count = 1 + mote_random_below(&random, MAX_TETRAHEDRA);
        float scale = ldexpf(1.0f, (int)mote_random_below(&random, 220) - 130);
        lattice_point pile[MAX_TETRAHEDRA][4];
        mote_vec3 corners[12 * MAX_TETRAHEDRA], *corner = corners;
        for (uint32_t k = 0; k < count; k++) {
            for (int v = 0; v < 4; v++) pile[k][v] = random_point(&random, size);
            for (int f = 0; f < 12; f++)
                *corner++ = to_float(pile[k][tetrahedron_faces[f / 3][f % 3]], scale);
        }
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = (mote_positions){.data = corners, .count = 12 * (size_t)count};
        def.flags = 0;
        mote_mesh *mesh = test_mesh_create(&def);
        for (int q = 0; q < 20; q++) {
            lattice_point p = random_point(&random, size);
            if (mote_mesh_contains(mesh, to_float(p, scale)) != expected_inside(p, pile, count))
                fail_msg("case %zu, point %d", i, q);
        }
        mote_mesh_destroy(mesh);
    }
}

static void a_torus_contains_what_it_should(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(120, 60, 3.0f, 1.0f);
    mote_mesh_def def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&def);
    mote_random random = mote_random_stream(71, 0, 0);
    for (size_t i = 0, n = test_count(200, 4000, 100000); i < n; i++) {
        mote_vec3 p = {mote_random_between(&random, -4.5f, 4.5f),
                       mote_random_between(&random, -4.5f, 4.5f),
                       mote_random_between(&random, -1.5f, 1.5f)};
        float radius = hypotf(hypotf(p.x, p.y) - 3.0f, p.z);
        if (radius > 0.98f && radius < 1.0001f) continue; // between the facets and the true torus
        assert_int_equal(mote_mesh_contains(mesh, p), radius < 0.99f);
    }
    for (size_t i = 0, n = test_count(100, 2000, 100000); i < n; i++) {
        uint32_t v = mote_random_below(&random, m.vertex_count);
        assert_true(mote_mesh_contains(mesh, m.positions[v]));
    }
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

static void points_that_are_no_points_are_outside(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(6, 5, 3.0f, 1.0f);
    mote_mesh_def def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&def);
    assert_false(mote_mesh_contains(mesh, (mote_vec3){NAN, 0, 0}));
    assert_false(mote_mesh_contains(mesh, (mote_vec3){3, -INFINITY, 0}));
    assert_false(mote_mesh_contains(mesh, (mote_vec3){-INFINITY, 0, 0}));
    assert_true(mote_mesh_contains(mesh, (mote_vec3){3, 0, 0}));
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piles_of_tetrahedra_are_as_in_integers),
        cmocka_unit_test(a_torus_contains_what_it_should),
        cmocka_unit_test(points_that_are_no_points_are_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
