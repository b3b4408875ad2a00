#include <math.h>
#include <string.h>

#include "core/random.h"
#include "mesh/build.h"
#include "mesh/mesh.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"

static const float tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t tetrahedron_faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};

static mote_mesh_def tetrahedron_def(void)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = tetrahedron, .count = 4};
    def.indices = tetrahedron_faces;
    def.index_count = 12;
    return def;
}

// Creation must fail with `code`, leave null behind and say `words`.
static void refused(const mote_mesh_def *def, mote_result code, const char *words)
{
    mote_mesh *mesh = (mote_mesh *)&mesh;
    assert_int_equal(mote_mesh_create(def, &mesh), code);
    assert_null(mesh);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static void a_tetrahedron_has_its_measures(void **state)
{
    (void)state;
    mote_mesh_def def = tetrahedron_def();
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    assert_int_equal(info.vertex_count, 4);
    assert_int_equal(info.triangle_count, 4);
    assert_true(fabs(info.volume - 1.0 / 6.0) < 1e-15);
    assert_true(fabs(info.area - (1.5 + sqrt(3.0) / 2.0)) < 1e-15);
    assert_true(fabs((double)info.mean_edge_length - (1.0 + sqrt(2.0)) / 2.0) < 1e-7);
    assert_true(info.box.min.x == 0.0f && info.box.max.z == 1.0f);
    mote_mesh_destroy(mesh);
}

static void the_box_of_a_mesh_ignores_unused_vertices(void **state)
{
    (void)state;
    const float xyz[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint16_t faces[] = {1, 2, 3};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = xyz, .count = 4};
    def.indices = faces;
    def.index_count = 3;
    def.index_type = MOTE_U16;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    assert_true(info.box.max.x == 1.0f && info.box.max.z == 0.0f);
    mote_mesh_destroy(mesh);
}

// The same mesh through each layout: float and double, any stride, u16 and u32, and as a soup.
static void every_layout_gives_the_same_mesh(void **state)
{
    (void)state;
    enum { VERTICES = 60, TRIANGLES = 100, MAX_STRIDE = 6 };
    mote_random random = mote_random_stream(1, 0, 0);
    static float floats[VERTICES * MAX_STRIDE];
    static double doubles[VERTICES * MAX_STRIDE];
    uint32_t wide[3 * TRIANGLES];
    uint16_t narrow[3 * TRIANGLES];
    for (size_t i = 0; i < 3 * TRIANGLES; i++)
        narrow[i] = (uint16_t)(wide[i] = mote_random_below(&random, VERTICES));
    for (size_t stride = 3; stride <= MAX_STRIDE; stride++) {
        for (size_t v = 0; v < VERTICES; v++)
            for (size_t axis = 0; axis < 3; axis++) {
                double exact = (double)mote_random_unit(&random) * (1.0 + 0x1p-30);
                doubles[v * stride + axis] = exact;
                floats[v * stride + axis] = (float)exact;
            }
        for (int layout = 0; layout < 4; layout++) {
            mote_mesh_def def = mote_default_mesh_def();
            bool in_double = layout & 1, in_u16 = layout & 2;
            def.positions = (mote_positions){
                .data = in_double ? (const void *)doubles : (const void *)floats,
                .count = VERTICES,
                .stride = stride * (in_double ? sizeof(double) : sizeof(float)),
                .type = in_double ? MOTE_DOUBLE : MOTE_FLOAT,
            };
            def.indices = in_u16 ? (const void *)narrow : (const void *)wide;
            def.index_type = in_u16 ? MOTE_U16 : MOTE_U32;
            def.index_count = 3 * TRIANGLES;
            mote_mesh *mesh;
            assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
            mote_mesh_view view;
            mote_mesh_get_view(mesh, &view);
            for (size_t v = 0; v < VERTICES; v++)
                assert_memory_equal(&view.positions[v], &floats[v * stride], sizeof(mote_vec3));
            assert_memory_equal(view.triangles, wide, sizeof wide);
            mote_mesh_destroy(mesh);
        }
    }
}

static void a_soup_needs_no_indices(void **state)
{
    (void)state;
    const float xyz[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0};
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = xyz, .count = 6};
    for (size_t triangles = 0; triangles <= 2; triangles++) {
        def.index_count = 3 * triangles; // 0 takes them all
        mote_mesh *mesh;
        assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
        assert_int_equal(mesh->triangle_count, triangles ? triangles : 2);
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
            assert_int_equal(mesh->triangles[i], i);
        mote_mesh_destroy(mesh);
    }
    def.index_count = 9;
    refused(&def, MOTE_ERROR_DATA,
            "mote_mesh_create: index 6 is 6, but there are 6 vertices (triangle 2, corner 0)");
    def.index_count = 0;
    def.positions.count = 5;
    refused(&def, MOTE_ERROR_DATA, "5 is not a multiple of 3");
}

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    mote_mesh_def good = tetrahedron_def(), def = good;
    assert_int_equal(mote_mesh_create(&def, NULL), MOTE_ERROR_ARGUMENT);
    refused(NULL, MOTE_ERROR_ARGUMENT, "null");
    refused(&(mote_mesh_def){0}, MOTE_ERROR_ARGUMENT, "cookie");
    def.positions.data = NULL;
    refused(&def, MOTE_ERROR_ARGUMENT, "positions.data");
    def = good, def.positions.type = (mote_scalar)7;
    refused(&def, MOTE_ERROR_ARGUMENT, "positions.type 7");
    def = good, def.index_type = (mote_index_type)9;
    refused(&def, MOTE_ERROR_ARGUMENT, "index_type 9");
    def = good, def.flags = 0x80;
    refused(&def, MOTE_ERROR_ARGUMENT, "flags 0x80");
    def = good, def.weld = (mote_weld)3;
    refused(&def, MOTE_ERROR_ARGUMENT, "weld 3");
    const float tolerances[] = {-1.0f, NAN, INFINITY};
    for (size_t i = 0; i < 3; i++) {
        def = good, def.weld = MOTE_WELD_TOLERANCE, def.weld_tolerance = tolerances[i];
        refused(&def, MOTE_ERROR_ARGUMENT, "weld_tolerance");
    }
    failing_allocator memory = {0};
    def = good, def.allocator = failing_allocator_hook(&memory), def.allocator.release = NULL;
    refused(&def, MOTE_ERROR_ARGUMENT,
            "mote_mesh_create: def.allocator: only one of allocate and release is set");
    def = good, def.positions.stride = 11;
    refused(&def, MOTE_ERROR_ARGUMENT, "def.positions.stride is 11, but a vertex has 12 bytes");
    def = good, def.positions.stride = 14;
    refused(&def, MOTE_ERROR_ARGUMENT, "multiples of 4");
    def = good, def.positions.data = (const char *)tetrahedron + 2;
    refused(&def, MOTE_ERROR_ARGUMENT, "multiples of 4");
    def = good, def.positions.type = MOTE_DOUBLE, def.positions.stride = 28;
    refused(&def, MOTE_ERROR_ARGUMENT, "multiples of 8");
    def = good, def.indices = (const char *)tetrahedron_faces + 1;
    refused(&def, MOTE_ERROR_ARGUMENT, "aligned to 4");
}

// Counts beyond the limits are refused before anything is read.
static void bad_counts_are_refused(void **state)
{
    (void)state;
    mote_mesh_def good = tetrahedron_def(), def = good;
    def.index_count = 0;
    refused(&def, MOTE_ERROR_DATA, "no triangles");
    def.index_count = 11;
    refused(&def, MOTE_ERROR_DATA, "def.index_count 11 is not a multiple of 3");
    def = good, def.positions.count = 0;
    refused(&def, MOTE_ERROR_DATA, "no vertices");
    def = good, def.positions.count = ((size_t)1 << 31) + 1;
    refused(&def, MOTE_ERROR_LIMIT, "2147483649 vertices");
    def = good, def.flags = 0, def.index_count = 3 * (((size_t)1 << 31) + 1);
    refused(&def, MOTE_ERROR_LIMIT, "2147483649 triangles");
    def = good, def.index_count = 3 * (MOTE_MESH_MAX_LISTED_TRIANGLES + 1);
    refused(&def, MOTE_ERROR_LIMIT, "715827883 triangles");
    def.flags = MOTE_MESH_CLUSTERS, def.index_count = 3 * (MOTE_MESH_MAX_CLUSTERED_TRIANGLES + 1);
    refused(&def, MOTE_ERROR_LIMIT,
            "1431655766 triangles, at most 1431655765 are possible with clusters");
}

static void the_first_offender_is_named(void **state)
{
    (void)state;
    uint32_t faces[12];
    memcpy(faces, tetrahedron_faces, sizeof faces);
    faces[7] = 4, faces[9] = 70000;
    mote_mesh_def def = tetrahedron_def();
    def.indices = faces;
    refused(&def, MOTE_ERROR_DATA,
            "mote_mesh_create: index 7 is 4, but there are 4 vertices (triangle 2, corner 1)");

    double xyz[12] = {0};
    def = tetrahedron_def();
    def.positions = (mote_positions){.data = xyz, .count = 4, .type = MOTE_DOUBLE};
    xyz[11] = (double)INFINITY;
    refused(&def, MOTE_ERROR_DATA, "vertex 3: z is inf, expected a finite number");
    xyz[7] = -1e300;
    refused(&def, MOTE_ERROR_DATA, "vertex 2: y is -1e+300, which overflows float");
    xyz[3] = (double)NAN;
    refused(&def, MOTE_ERROR_DATA, "vertex 1: x is nan, expected a finite number");
    float narrow[12] = {[5] = -INFINITY};
    def.positions = (mote_positions){.data = narrow, .count = 4};
    refused(&def, MOTE_ERROR_DATA, "vertex 1: z is -inf, expected a finite number");
}

static void destroying_nothing_is_allowed(void **state)
{
    (void)state;
    mote_mesh_destroy(NULL);
}

// Fails the first allocation, then the second, and so on until creation succeeds.
static void fail_each_allocation(mote_mesh_def def)
{
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        def.allocator = failing_allocator_hook(&memory);
        mote_mesh *mesh;
        result = mote_mesh_create(&def, &mesh);
        if (result == MOTE_OK) {
            mote_mesh_info info;
            mote_mesh_get_info(mesh, &info);
            assert_int_equal(memory.bytes, info.bytes);
            mote_mesh_destroy(mesh);
        } else {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_null(mesh);
            assert_non_null(strstr(mote_last_message(), "no memory"));
        }
        assert_int_equal(memory.live, 0);
        assert_true(fail_at < 1000);
    }
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(68, 0, 0);
    test_mesh soup = test_mesh_soup(&random, 9);
    mote_mesh_def soup_def = test_mesh_def(&soup);
    mote_mesh *sample = test_mesh_create(&soup_def);
    const mote_findings *f = &sample->findings;
    // There is something of each kind to find, so that every list is allocated.
    assert_true(f->degenerate_count && f->duplicate_count && f->isolated_count && f->border_count &&
                f->nonmanifold_count && f->flipped_count);
    mote_mesh_destroy(sample);
    for (uint32_t flags = 0; flags < 32; flags++) {
        if ((flags & (MOTE_MESH_SEEDS | MOTE_MESH_CLUSTERS)) == MOTE_MESH_SEEDS) continue;
        for (uint32_t weld = 0; weld < 3; weld++)
            for (int closed = 0; closed < 2; closed++) {
                mote_mesh_def def = closed ? tetrahedron_def() : soup_def;
                def.flags = flags;
                def.weld = (mote_weld)weld;
                def.weld_tolerance = 0.25f;
                fail_each_allocation(def);
            }
    }
    test_mesh_release(&soup);
}

static void count_remarks(void *context, mote_log_level level, const char *message)
{
    size_t *remarks = context;
    assert_int_equal(level, MOTE_LOG_WARNING);
    assert_non_null(strstr(message, "border edges"));
    ++*remarks;
}

static void what_is_broken_is_remarked_on(void **state)
{
    (void)state;
    size_t remarks = 0;
    mote_mesh_def def = tetrahedron_def();
    def.log = (mote_log){.write = count_remarks, .context = &remarks};
    mote_mesh_destroy(test_mesh_create(&def));
    assert_int_equal(remarks, 0);
    def.index_count -= 3;
    mote_mesh_destroy(test_mesh_create(&def));
    assert_int_equal(remarks, 1);
}

// ---------------------------------------------------------------------------------------------
// Containment

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

static const int corner_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

static bool strictly_inside(lattice_point p, const lattice_point t[4])
{
    int positive = 0, negative = 0;
    for (int f = 0; f < 4; f++) {
        const int *face = corner_faces[f];
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
            const int *face = corner_faces[f];
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
                *corner++ = to_float(pile[k][corner_faces[f / 3][f % 3]], scale);
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
        cmocka_unit_test(a_tetrahedron_has_its_measures),
        cmocka_unit_test(the_box_of_a_mesh_ignores_unused_vertices),
        cmocka_unit_test(every_layout_gives_the_same_mesh),
        cmocka_unit_test(a_soup_needs_no_indices),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(bad_counts_are_refused),
        cmocka_unit_test(the_first_offender_is_named),
        cmocka_unit_test(destroying_nothing_is_allowed),
        cmocka_unit_test(no_failing_allocation_leaks),
        cmocka_unit_test(what_is_broken_is_remarked_on),
        cmocka_unit_test(piles_of_tetrahedra_are_as_in_integers),
        cmocka_unit_test(a_torus_contains_what_it_should),
        cmocka_unit_test(points_that_are_no_points_are_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
