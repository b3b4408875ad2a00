#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "mesh/clusters.h"
#include "support/failing_allocator.h"
#include "support/run.h"

typedef struct soup {
    uint32_t vertex_count, triangle_count;
    mote_vec3 *positions;
    uint32_t *triangles;
} soup;

// Triangles of neighboring vertices on a helix, or of any vertices at all.
static soup make_soup(uint64_t seed, uint32_t triangle_count, bool coherent)
{
    mote_random random = mote_random_stream(seed, triangle_count, coherent);
    soup s = {.vertex_count = 3 + mote_random_below(&random, triangle_count * 3),
              .triangle_count = triangle_count};
    s.positions = malloc(s.vertex_count * sizeof *s.positions);
    s.triangles = malloc(3 * s.triangle_count * sizeof *s.triangles);
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        float angle = 0.01f * (float)i;
        s.positions[i] = (mote_vec3){cosf(angle), sinf(angle), 0.001f * (float)i};
    }
    for (uint32_t i = 0; i < 3 * triangle_count; i++) {
        uint32_t near = mote_random_below(&random, 12) + i / 3 % s.vertex_count;
        s.triangles[i] =
            coherent ? near % s.vertex_count : mote_random_below(&random, s.vertex_count);
    }
    return s;
}

static void free_soup(soup *s)
{
    free(s->positions);
    free(s->triangles);
}

static void check_orders(const soup *s, const mote_clusters *c)
{
    uint8_t *seen = calloc(s->triangle_count, 1);
    for (uint32_t slot = 0; slot < s->triangle_count; slot++) {
        uint32_t triangle = c->triangle_of[slot];
        assert_in_range(triangle, 0, s->triangle_count - 1);
        assert_false(seen[triangle]);
        seen[triangle] = 1;
        for (int k = 0; k < 3; k++) {
            uint32_t vertex = c->corners[3 * slot + k];
            assert_in_range(vertex, 0, c->vertex_count - 1);
            assert_int_equal(c->vertex_of[vertex], s->triangles[3 * triangle + k]);
        }
    }
    free(seen);
    uint8_t *used = calloc(s->vertex_count, 1);
    for (uint32_t v = 0; v < c->vertex_count; v++) {
        assert_false(used[c->vertex_of[v]]);
        assert_int_equal(c->place_of[c->vertex_of[v]], v);
        used[c->vertex_of[v]] = 1;
    }
    free(used);
}

static bool listed(const uint32_t *items, uint32_t first, uint32_t end, uint32_t value)
{
    for (uint32_t i = first; i < end; i++) {
        if (items[i] == value) return true;
    }
    return false;
}

// Each vertex of each triangle is the cluster's own or in its border, and borders name their
// owners.
static void check_borders(const mote_clusters *c)
{
    for (uint32_t cluster = 0; cluster < c->cluster_count; cluster++) {
        uint32_t own = c->own_first[cluster], own_end = c->own_first[cluster + 1];
        assert_true(own <= own_end);
        for (uint32_t slot = mote_cluster_first(cluster); slot < mote_cluster_end(c, cluster);
             slot++) {
            for (int k = 0; k < 3; k++) {
                uint32_t v = c->corners[3 * slot + k];
                if (v >= own && v < own_end) continue;
                assert_true(v < own);
                assert_true(
                    listed(c->border, c->border_first[cluster], c->border_first[cluster + 1], v));
                uint32_t owner = 0;
                while (c->own_first[owner + 1] <= v) owner++;
                assert_true(
                    listed(c->owners, c->owner_first[cluster], c->owner_first[cluster + 1], owner));
            }
        }
        for (uint32_t i = c->owner_first[cluster] + 1; i < c->owner_first[cluster + 1]; i++)
            assert_true(c->owners[i - 1] < c->owners[i]);
    }
}

static void orders_are_permutations_and_borders_complete(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(20, 200, 2000); seed++) {
        soup s = make_soup(seed, (uint32_t)(1 + seed * 37 % 1500), seed % 2);
        failing_allocator memory = {0};
        mote_allocator hook = failing_allocator_hook(&memory);
        mote_clusters *c;
        assert_int_equal(mote_clusters_build(s.positions, s.vertex_count, s.triangles,
                                             s.triangle_count, &hook, &c),
                         MOTE_OK);
        check_orders(&s, c);
        check_borders(c);
        enum { STRUCT_AND_ARRAYS = 1 + 14 }; // all that was needed for the build has gone
        assert_int_equal(memory.live, STRUCT_AND_ARRAYS);
        mote_clusters_destroy(c, &hook);
        assert_int_equal(memory.live, 0);
        free_soup(&s);
    }
}

static void clusters_of_a_grid_are_compact(void **state)
{
    (void)state;
    enum { SIDE = 64 };
    mote_vec3 positions[(SIDE + 1) * (SIDE + 1)];
    uint32_t *triangles = malloc(6 * SIDE * SIDE * sizeof *triangles), n = 0;
    for (uint32_t y = 0; y <= SIDE; y++)
        for (uint32_t x = 0; x <= SIDE; x++)
            positions[y * (SIDE + 1) + x] = (mote_vec3){(float)x, (float)y, 0};
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t a = y * (SIDE + 1) + x, b = a + 1, c = a + SIDE + 1, d = c + 1;
            const uint32_t two[6] = {a, b, d, a, d, c};
            memcpy(triangles + n, two, sizeof two);
            n += 6;
        }
    }
    mote_allocator hook = failing_allocator_hook(&(failing_allocator){0});
    mote_clusters *c;
    assert_int_equal(
        mote_clusters_build(positions, (SIDE + 1) * (SIDE + 1), triangles, n / 3, &hook, &c),
        MOTE_OK);
    for (uint32_t cluster = 0; cluster < c->cluster_count; cluster++) {
        float min[2] = {INFINITY, INFINITY}, max[2] = {-INFINITY, -INFINITY};
        for (size_t i = 3 * (size_t)mote_cluster_first(cluster);
             i < 3 * (size_t)mote_cluster_end(c, cluster); i++) {
            mote_vec3 p = positions[c->vertex_of[c->corners[i]]];
            min[0] = fminf(min[0], p.x), max[0] = fmaxf(max[0], p.x);
            min[1] = fminf(min[1], p.y), max[1] = fmaxf(max[1], p.y);
        }
        // 128 triangles cover 64 unit squares: 8 by 8, or a little more at uneven splits.
        assert_true(max[0] - min[0] <= 12 && max[1] - min[1] <= 12);
    }
    mote_clusters_destroy(c, &hook);
    free(triangles);
}

static void every_failing_allocation_leaves_nothing(void **state)
{
    (void)state;
    soup s = make_soup(7, 700, true);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t n = 1; result != MOTE_OK; n++) {
        failing_allocator memory = {.fail_at = n};
        mote_allocator hook = failing_allocator_hook(&memory);
        mote_clusters *c;
        result = mote_clusters_build(s.positions, s.vertex_count, s.triangles, s.triangle_count,
                                     &hook, &c);
        if (result == MOTE_OK) {
            mote_clusters_destroy(c, &hook);
        } else {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_null(c);
        }
        assert_int_equal(memory.live, 0);
    }
    free_soup(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_permutations_and_borders_complete),
        cmocka_unit_test(clusters_of_a_grid_are_compact),
        cmocka_unit_test(every_failing_allocation_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
