// The longest route against an oracle: the shortest routes between all pairs of vertices (Floyd and
// Warshall).

#include <stdlib.h>

#include "papers/particle/longest_route.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"

enum { FAR = 1 << 20 };

typedef struct routes {
    mote_mesh *mesh;
    uint32_t *edges; // vertex_count squared; FAR if there is no route
} routes;

static uint32_t *between(const routes *r, uint32_t a, uint32_t b)
{
    return &r->edges[(size_t)a * r->mesh->vertex_count + b];
}

static routes routes_of(test_mesh *source)
{
    mote_mesh_def def = test_mesh_def(source);
    routes r = {.mesh = test_mesh_create(&def)};
    test_mesh_release(source);
    uint32_t n = r.mesh->vertex_count;
    const mote_lists *neighbors = &r.mesh->vertex_neighbors;
    r.edges = malloc((size_t)n * n * sizeof *r.edges);
    for (uint32_t a = 0; a < n; a++) {
        for (uint32_t b = 0; b < n; b++) *between(&r, a, b) = a == b ? 0 : FAR;
        for (uint32_t i = neighbors->first[a]; i < neighbors->first[a + 1]; i++)
            *between(&r, a, neighbors->items[i]) = 1;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = 0; b < n; b++) {
                uint32_t through = *between(&r, a, k) + *between(&r, k, b);
                if (through < *between(&r, a, b)) *between(&r, a, b) = through;
            }
    return r;
}

static void routes_end(routes *r)
{
    mote_mesh_destroy(r->mesh);
    free(r->edges);
}

static uint32_t longest(const routes *r, const uint32_t *vertices, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            uint32_t edges = *between(r, vertices[i], vertices[k]);
            if (edges < FAR && edges > found) found = edges;
        }
    return found;
}

static test_mesh some_mesh(mote_random *random)
{
    return mote_random_below(random, 2)
               ? test_mesh_soup(random, 40)
               : test_mesh_torus(3 + mote_random_below(random, 12), 3, 2, 0.5f);
}

static void the_route_is_at_least_half_of_the_longest_and_never_more(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(71, 0, 0);
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (size_t i = 0; i < test_count(50, 500, 5000); i++) {
        test_mesh source = some_mesh(&random);
        routes r = routes_of(&source);
        uint32_t n = r.mesh->vertex_count, found;
        uint32_t *vertices = malloc(n * sizeof *vertices);
        for (uint32_t v = 0; v < n; v++) vertices[v] = v;
        uint32_t truth = longest(&r, vertices, n);
        assert_true(mote_longest_route(r.mesh, &allocator, &found));
        assert_true(found <= truth && 2 * found >= truth);
        free(vertices);
        routes_end(&r);
    }
}

static void
the_route_between_given_vertices_is_at_least_half_of_the_longest_and_never_more(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(72, 0, 0);
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (size_t i = 0; i < test_count(50, 500, 5000); i++) {
        test_mesh source = test_mesh_torus(3 + mote_random_below(&random, 12), 3, 2, 0.5f);
        routes r = routes_of(&source);
        uint32_t vertices[5], count = 2 + mote_random_below(&random, 4), found;
        for (uint32_t k = 0; k < count; k++)
            vertices[k] = mote_random_below(&random, r.mesh->vertex_count);
        uint32_t truth = longest(&r, vertices, count);
        assert_true(mote_longest_route_between(r.mesh, vertices, count, &allocator, &found));
        assert_true(found >= 1 && 2 * found >= truth);
        if (truth > 0) assert_true(found <= truth);
        routes_end(&r);
    }
}

// Bands of so many squares beside each other, not connected. Their vertices come in random order,
// so that a search begins anywhere.
static test_mesh bands(mote_random *random, const uint32_t squares[2])
{
    test_mesh parts[2] = {test_mesh_band(squares[0]), test_mesh_band(squares[1])};
    uint32_t vertices = parts[0].vertex_count, corners = 3 * parts[0].triangle_count;
    test_mesh both = {.vertex_count = vertices + parts[1].vertex_count,
                      .triangle_count = parts[0].triangle_count + parts[1].triangle_count};
    both.positions = malloc(both.vertex_count * sizeof *both.positions);
    both.triangles = malloc(3 * (size_t)both.triangle_count * sizeof *both.triangles);
    for (uint32_t v = 0; v < both.vertex_count; v++) {
        bool second = v >= vertices;
        both.positions[v] = parts[second].positions[second ? v - vertices : v];
        both.positions[v].z = second;
    }
    for (uint32_t i = 0; i < 3 * both.triangle_count; i++)
        both.triangles[i] =
            i < corners ? parts[0].triangles[i] : vertices + parts[1].triangles[i - corners];
    for (int i = 0; i < 2; i++) test_mesh_release(&parts[i]);
    test_mesh_shuffle(&both, random);
    return both;
}

// On a band the second search starts from an end, wherever the first one did. Of the corners there,
// one may be a diagonal closer than another.
static void the_route_over_a_band_is_the_longest(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(73, 0, 0);
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (size_t i = 0; i < 40; i++) {
        const uint32_t squares[2] = {1 + mote_random_below(&random, 20),
                                     1 + mote_random_below(&random, 20)};
        test_mesh source = bands(&random, squares);
        routes r = routes_of(&source);
        uint32_t n = r.mesh->vertex_count, found, vertices[84];
        for (uint32_t v = 0; v < n; v++) vertices[v] = v;
        uint32_t truth = longest(&r, vertices, n);
        assert_true(mote_longest_route(r.mesh, &allocator, &found));
        assert_true(found <= truth && found + 1 >= truth);
        assert_true(mote_longest_route_between(r.mesh, vertices, n, &allocator, &found));
        assert_true(found <= truth && found + 1 >= truth);
        for (uint32_t v = 0; v < n; v++) vertices[v] = n - 1 - v; // the components in another order
        assert_true(mote_longest_route_between(r.mesh, vertices, n, &allocator, &found));
        assert_true(found <= truth && found + 1 >= truth);
        routes_end(&r);
    }
}

static void a_vertex_alone_gets_the_route_to_the_farthest_vertex(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    test_mesh source = test_mesh_torus(12, 3, 2, 0.5f);
    routes r = routes_of(&source);
    for (uint32_t v = 0; v < r.mesh->vertex_count; v++) {
        uint32_t found, truth = 0;
        for (uint32_t w = 0; w < r.mesh->vertex_count; w++)
            if (*between(&r, v, w) > truth) truth = *between(&r, v, w);
        assert_true(mote_longest_route_between(r.mesh, &v, 1, &allocator, &found));
        assert_int_equal(found, truth);
    }
    routes_end(&r);
}

static void missing_memory_is_reported(void **state)
{
    (void)state;
    test_mesh source = test_mesh_torus(5, 3, 2, 0.5f);
    routes r = routes_of(&source);
    for (size_t fail_at = 1; fail_at <= 2; fail_at++) {
        failing_allocator counting = {.fail_at = fail_at};
        mote_allocator hook = failing_allocator_hook(&counting);
        uint32_t found, vertex = 0;
        assert_false(mote_longest_route(r.mesh, &hook, &found));
        counting.calls = 0;
        assert_false(mote_longest_route_between(r.mesh, &vertex, 1, &hook, &found));
        assert_int_equal(counting.live, 0);
    }
    routes_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_route_is_at_least_half_of_the_longest_and_never_more),
        cmocka_unit_test(
            the_route_between_given_vertices_is_at_least_half_of_the_longest_and_never_more),
        cmocka_unit_test(the_route_over_a_band_is_the_longest),
        cmocka_unit_test(a_vertex_alone_gets_the_route_to_the_farthest_vertex),
        cmocka_unit_test(missing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
