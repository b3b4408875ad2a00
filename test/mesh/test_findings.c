#include <math.h>
#include <stdlib.h>

#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

// A list under test, read from the front.
typedef struct reader {
    const uint32_t *items;
    uint32_t count, next;
} reader;

static void expect_next(reader *r, bool listed, uint32_t item)
{
    if (!listed) return;
    assert_true(r->next < r->count);
    assert_int_equal(r->items[r->next++], item);
}

static void expect_end(const reader *r)
{
    assert_int_equal(r->next, r->count);
    assert_true(r->count || !r->items);
}

// Exact for corners that are small multiples of one number.
static bool is_degenerate(const mote_mesh *mesh, uint32_t triangle)
{
    mote_vec3 c[3];
    mote_mesh_corners(mesh, triangle, c);
    double u[3] = {(double)c[1].x - (double)c[0].x, (double)c[1].y - (double)c[0].y,
                   (double)c[1].z - (double)c[0].z};
    double v[3] = {(double)c[2].x - (double)c[0].x, (double)c[2].y - (double)c[0].y,
                   (double)c[2].z - (double)c[0].z};
    return u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
}

static bool same_vertices(const uint32_t *a, const uint32_t *b)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; i++)
        if (a[0] == b[orders[i][0]] && a[1] == b[orders[i][1]] && a[2] == b[orders[i][2]])
            return true;
    return false;
}

static bool has_earlier_twin(const mote_mesh *mesh, uint32_t triangle)
{
    for (uint32_t o = 0; o < triangle; o++)
        if (same_vertices(mesh->triangles + 3 * (size_t)o, mesh->triangles + 3 * (size_t)triangle))
            return true;
    return false;
}

static bool is_used(const mote_mesh *mesh, uint32_t vertex)
{
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        if (mesh->triangles[i] == vertex) return true;
    return false;
}

typedef struct edge_use {
    uint32_t along, against; // sides that run the same way and the other way
    bool first;              // no earlier side lies on the edge
} edge_use;

static edge_use use_of_edge(const mote_mesh *mesh, uint32_t side)
{
    edge_use use = {.first = true};
    uint32_t from = mesh->triangles[side], to = mesh->triangles[side / 3 * 3 + (side + 1) % 3];
    for (uint32_t s = 0; s < 3 * mesh->triangle_count; s++) {
        if (mote_triangle_is_collapsed(mesh->triangles + s / 3 * 3)) continue;
        uint32_t a = mesh->triangles[s], b = mesh->triangles[s / 3 * 3 + (s + 1) % 3];
        bool along = a == from && b == to, against = a == to && b == from;
        use.along += along;
        use.against += against;
        if ((along || against) && s < side) use.first = false;
    }
    return use;
}

static void check_triangles_and_vertices(const mote_mesh *mesh, const mote_findings *f)
{
    reader degenerate = {f->degenerate_triangles, f->degenerate_count, 0};
    reader duplicate = {f->duplicate_triangles, f->duplicate_count, 0};
    reader isolated = {f->isolated_vertices, f->isolated_count, 0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        expect_next(&degenerate, is_degenerate(mesh, t), t);
        expect_next(&duplicate, has_earlier_twin(mesh, t), t);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        expect_next(&isolated, !is_used(mesh, mesh->weld ? mesh->weld[v] : v), v);
    expect_end(&degenerate);
    expect_end(&duplicate);
    expect_end(&isolated);
}

static void check_edges(const mote_mesh *mesh, const mote_findings *f)
{
    reader border = {f->border_edges, f->border_count, 0};
    reader nonmanifold = {f->nonmanifold_edges, f->nonmanifold_count, 0};
    reader flipped = {f->flipped_edges, f->flipped_count, 0};
    bool any = false, sound = true;
    for (uint32_t s = 0; s < 3 * mesh->triangle_count; s++) {
        if (mote_triangle_is_collapsed(mesh->triangles + s / 3 * 3)) continue;
        edge_use use = use_of_edge(mesh, s);
        any = true;
        sound = sound && use.along == 1 && use.against == 1;
        if (!use.first) continue;
        expect_next(&border, use.along + use.against == 1, s);
        expect_next(&nonmanifold, use.along + use.against > 2, s);
        expect_next(&flipped, use.along == 2 && use.against == 0, s);
    }
    expect_end(&border);
    expect_end(&nonmanifold);
    expect_end(&flipped);
    assert_int_equal(mesh->closed, any && sound);
}

static void soups_are_as_by_brute_force(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(100, 1500, 20000); i < n; i++) {
        mote_random random = mote_random_stream(60, i, 0);
        test_mesh m = test_mesh_soup(&random, i % 4 ? 12 : 60);
        mote_mesh_def def = test_mesh_def(&m);
        def.flags = MOTE_MESH_FINDINGS | (i % 2 ? MOTE_MESH_ADJACENCY : 0);
        def.weld = i % 3 ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
        mote_mesh *mesh = test_mesh_create(&def);
        mote_findings f;
        mote_mesh_get_findings(mesh, &f);
        check_triangles_and_vertices(mesh, &f);
        check_edges(mesh, &f);
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

static void a_torus_is_closed_until_a_face_is_missing_or_turned(void **state)
{
    (void)state;
    test_mesh m = test_mesh_torus(10, 8, 3.0f, 1.0f);
    mote_mesh_def def = test_mesh_def(&m);
    mote_mesh *mesh = test_mesh_create(&def);
    assert_true(mesh->closed);
    mote_mesh_destroy(mesh);

    def.index_count -= 3;
    mesh = test_mesh_create(&def);
    assert_false(mesh->closed);
    assert_int_equal(mesh->findings.border_count, 3);
    mote_mesh_destroy(mesh);

    def.index_count += 3;
    uint32_t corner = m.triangles[0];
    m.triangles[0] = m.triangles[1];
    m.triangles[1] = corner;
    mesh = test_mesh_create(&def);
    assert_false(mesh->closed);
    assert_int_equal(mesh->findings.flipped_count, 3);
    mote_mesh_destroy(mesh);
    test_mesh_release(&m);
}

// Collinear in truth where doubles cannot tell, and one unit in the last place off.
static void degenerate_means_exactly_zero_area(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(1000, 20000, 1000000); i < n; i++) {
        mote_random random = mote_random_stream(61, i, 0);
        // The corner a of magnitude 1 and steps of far smaller and far larger size, all powers of
        // two apart: a, a + s d, a + 2 s d fit into floats only when d has few bits.
        int exponent = (int)mote_random_below(&random, 20) - 10;
        mote_vec3 corner[3];
        float a[3], d[3];
        for (int axis = 0; axis < 3; axis++) {
            a[axis] = (float)mote_random_below(&random, 64);
            d[axis] = ldexpf((float)mote_random_below(&random, 64), exponent);
        }
        for (int k = 0; k < 3; k++)
            corner[k] =
                (mote_vec3){a[0] + (float)k * d[0], a[1] + (float)k * d[1], a[2] + (float)k * d[2]};
        float scale = ldexpf(1.0f, (int)mote_random_below(&random, 160) - 80);
        for (int k = 0; k < 3; k++)
            corner[k] = (mote_vec3){corner[k].x * scale, corner[k].y * scale, corner[k].z * scale};
        bool is_point = d[0] == 0.0f && d[1] == 0.0f && d[2] == 0.0f;
        bool nudge = !is_point && i % 2;
        if (nudge) { // off the line, along an axis in which it does not run alone
            bool runs_along_x_only = d[1] == 0.0f && d[2] == 0.0f;
            float *moved = runs_along_x_only ? &corner[2].y : &corner[2].x;
            *moved = nextafterf(*moved, 1e38f);
        }
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = (mote_positions){.data = corner, .count = 3};
        def.flags = MOTE_MESH_FINDINGS;
        mote_mesh *mesh = test_mesh_create(&def);
        if (mesh->findings.degenerate_count != !nudge) fail_msg("case %zu", i);
        mote_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soups_are_as_by_brute_force),
        cmocka_unit_test(a_torus_is_closed_until_a_face_is_missing_or_turned),
        cmocka_unit_test(degenerate_means_exactly_zero_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
