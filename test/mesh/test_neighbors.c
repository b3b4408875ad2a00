// Which triangles share a vertex, against a loop over all pairs.

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "io/model.h"
#include "mesh/clusters.h"
#include "scenes/scenes.h"
#include "support/run.h"

typedef struct case_mesh {
    mote_clusters *clusters;
    mote_neighbors neighbors;
} case_mesh;

static case_mesh make_case(const mote_vec3 *positions, uint32_t vertex_count,
                           const uint32_t *triangles, uint32_t triangle_count)
{
    case_mesh m;
    assert_int_equal(mote_clusters_build(positions, vertex_count, triangles, triangle_count,
                                         &mote_libc_allocator, &m.clusters),
                     MOTE_OK);
    assert_int_equal(mote_neighbors_build(m.clusters, &mote_libc_allocator, &m.neighbors), MOTE_OK);
    return m;
}

static void drop_case(case_mesh *m)
{
    mote_neighbors_release(&m->neighbors, m->clusters->cluster_count, &mote_libc_allocator);
    mote_clusters_destroy(m->clusters, &mote_libc_allocator);
}

static bool share_vertex(const mote_clusters *c, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < 9; i++) {
        if (c->corners[3 * a + i / 3] == c->corners[3 * b + i % 3]) return true;
    }
    return false;
}

// The mask of leaves i of cluster a and j of cluster b; false if they have none.
static bool mask_of(const mote_neighbors *n, const mote_neighbor_clusters *entry, uint32_t i,
                    uint32_t j, uint64_t *out)
{
    if (!entry || !(entry->leaves[i] >> j & 1)) return false;
    uint32_t before = (uint32_t)__builtin_popcount(entry->leaves[i] & ((1u << j) - 1));
    for (uint32_t k = 0; k < i; k++) before += (uint32_t)__builtin_popcount(entry->leaves[k]);
    *out = n->masks.data[entry->first_mask + before];
    return true;
}

// Whether the masks call the triangles strangers. Of one leaf, only if a < b.
static bool are_strangers(const case_mesh *m, uint32_t a, uint32_t b)
{
    uint32_t cluster_a = a / MOTE_CLUSTER_TRIANGLES, cluster_b = b / MOTE_CLUSTER_TRIANGLES;
    const mote_neighbor_clusters *entry = mote_neighbors_find(&m->neighbors, cluster_a, cluster_b);
    uint64_t mask;
    if (!mask_of(&m->neighbors, entry, a / 8 % MOTE_CLUSTER_LEAVES, b / 8 % MOTE_CLUSTER_LEAVES,
                 &mask))
        return true;
    return mask >> (8 * (a % 8) + b % 8) & 1;
}

static void check_case(const case_mesh *m)
{
    uint32_t count = m->clusters->triangle_count;
    assert_false(m->neighbors.is_partial);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a / 8 * 8; b < count; b++) {
            bool expected = !share_vertex(m->clusters, a, b) && (a / 8 != b / 8 || a < b);
            assert_int_equal(are_strangers(m, a, b), expected);
        }
    }
}

static void masks_know_the_neighbors_of_models(void **state)
{
    (void)state;
    static const char *const names[] = {"box",        "cloth-2",   "cloth-700", "strip-900",
                                        "sphere-528", "torus-600", "shuttle",   "icosphere-3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        io_model model;
        assert_int_equal(scene_model_make(names[i], &model), MOTE_OK);
        case_mesh m =
            make_case(model.positions, model.vertex_count, model.triangles, model.triangle_count);
        check_case(&m);
        drop_case(&m);
        io_model_release(&model);
    }
}

// Triangles between random vertices: neighbors are all over the clusters.
static void masks_know_the_neighbors_in_a_soup(void **state)
{
    (void)state;
    enum { VERTICES = 6000, TRIANGLES = 700 };
    static mote_vec3 positions[VERTICES];
    static uint32_t triangles[3 * TRIANGLES];
    for (uint64_t seed = 0; seed < test_count(2, 10, 200); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        uint32_t count = 1 + mote_random_below(&random, TRIANGLES);
        for (uint32_t i = 0; i < VERTICES; i++) positions[i] = mote_random_direction(&random);
        for (uint32_t i = 0; i < 3 * count; i++)
            triangles[i] = mote_random_below(&random, VERTICES);
        case_mesh m = make_case(positions, VERTICES, triangles, count);
        check_case(&m);
        drop_case(&m);
    }
}

// A fan: all triangles share its hub, and only those side by side share a vertex besides.
static void vertices_of_very_many_triangles_are_left_out(void **state)
{
    (void)state;
    enum { BLADES = 3000 };
    static mote_vec3 positions[BLADES + 2];
    static uint32_t triangles[3 * BLADES];
    mote_random random = mote_random_stream(7, 0, 0);
    for (uint32_t i = 0; i < BLADES + 2; i++) positions[i] = mote_random_direction(&random);
    for (uint32_t i = 0; i < BLADES; i++)
        memcpy(&triangles[3 * i], ((const uint32_t[]){0, i + 1, i + 2}), 3 * sizeof *triangles);
    case_mesh m = make_case(positions, BLADES + 2, triangles, BLADES);
    assert_true(m.neighbors.is_partial);
    assert_true(m.neighbors.masks.count * sizeof(uint64_t) <= 17 * (size_t)BLADES);
    for (uint32_t a = 0; a < BLADES; a++) {
        for (uint32_t b = a + 1; b < BLADES; b++) {
            uint32_t face_a = m.clusters->triangle_of[a], face_b = m.clusters->triangle_of[b];
            bool side_by_side = face_a + 1 == face_b || face_b + 1 == face_a;
            assert_int_equal(are_strangers(&m, a, b), !side_by_side);
        }
    }
    drop_case(&m);
}

// Each vertex has fewer triangles than would be left out, but they are spread over all leaves.
static void many_masks_are_given_up(void **state)
{
    (void)state;
    enum { VERTICES = 400, TRIANGLES = 4000 };
    static mote_vec3 positions[VERTICES];
    static uint32_t triangles[3 * TRIANGLES];
    mote_random random = mote_random_stream(8, 0, 0);
    for (uint32_t i = 0; i < VERTICES; i++) positions[i] = mote_random_direction(&random);
    for (uint32_t i = 0; i < 3 * TRIANGLES; i++)
        triangles[i] = mote_random_below(&random, VERTICES);
    case_mesh m = make_case(positions, VERTICES, triangles, TRIANGLES);
    assert_true(m.neighbors.is_partial);
    assert_true(m.neighbors.masks.count * sizeof(uint64_t) <= 17 * (size_t)TRIANGLES);
    for (uint32_t a = 0; a < TRIANGLES; a++) {
        for (uint32_t b = a / 8 * 8; b < TRIANGLES; b += 3)
            assert_int_equal(are_strangers(&m, a, b), a / 8 != b / 8 || a < b);
    }
    drop_case(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_know_the_neighbors_of_models),
        cmocka_unit_test(masks_know_the_neighbors_in_a_soup),
        cmocka_unit_test(vertices_of_very_many_triangles_are_left_out),
        cmocka_unit_test(many_masks_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
