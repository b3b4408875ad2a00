// Seeds stand for parts of a mesh that cover it, on every level.

#include <string.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/meshes.h"
#include "support/run.h"

static bool is_corner_of_part(const mote_clusters *clusters, uint32_t vertex, uint32_t first,
                              uint32_t end)
{
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++)
        if (clusters->vertex_of[clusters->corners[i]] == vertex) return true;
    return false;
}

// The seed is a corner of its part, and no corner is farther from it than the radius says.
static void check_part(const mote_mesh *mesh, const mote_seed_level *level, uint32_t part)
{
    const mote_seeds *seeds = mesh->seeds;
    const mote_clusters *clusters = mesh->clusters;
    uint32_t seed = seeds->vertices[level->first + part];
    uint32_t first = part << level->shift, end = (part + 1) << level->shift;
    if (end > mesh->triangle_count) end = mesh->triangle_count;
    assert_true(first < end);
    assert_true(is_corner_of_part(clusters, seed, first, end));
    float farthest = 0;
    for (size_t i = 3 * (size_t)first; i < 3 * (size_t)end; i++) {
        mote_vec3 corner = mesh->positions[clusters->vertex_of[clusters->corners[i]]];
        float distance = mote_vec_length(mote_vec_sub(corner, mesh->positions[seed]));
        farthest = distance > farthest ? distance : farthest;
    }
    assert_float_equal(farthest, seeds->radii[level->first + part], 1e-6f * (1 + farthest));
}

static void check_children(const mote_seeds *seeds, uint32_t level)
{
    uint32_t next = 0;
    for (uint32_t part = 0; part < seeds->levels[level].count; part++) {
        mote_seed_run run = mote_seed_children(seeds, level, part);
        assert_int_equal(run.first, next);
        assert_true(run.end > run.first && run.end - run.first <= MOTE_SEED_CHILDREN);
        next = run.end;
    }
    assert_int_equal(next, seeds->levels[level + 1].count);
}

static void check_seeds(const mote_mesh *mesh)
{
    const mote_seeds *seeds = mesh->seeds;
    assert_true(seeds->levels[0].count <= MOTE_SEED_ROOTS);
    for (uint32_t i = 0; i < seeds->level_count; i++) {
        for (uint32_t part = 0; part < seeds->levels[i].count; part++)
            check_part(mesh, &seeds->levels[i], part);
        if (i + 1 < seeds->level_count) check_children(seeds, i);
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        assert_int_equal(mesh->clusters->triangle_of[seeds->slot_of[t]], t);
}

static void seeds_cover_the_mesh_on_every_level(void **state)
{
    (void)state;
    const uint32_t rings[] = {3, 7, 20, 61, 150};
    for (size_t i = 0; i < test_count(4, 5, 5); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        test_mesh torus = test_mesh_torus(rings[i], rings[i], 2, 1);
        test_mesh_shuffle(&torus, &random);
        mote_mesh_def def = test_mesh_def(&torus);
        mote_mesh *mesh = test_mesh_create(&def);
        check_seeds(mesh);
        mote_mesh_destroy(mesh);
        test_mesh_release(&torus);
    }
}

static void soups_and_single_triangles_have_seeds(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(50, 500, 5000); i++) {
        mote_random random = mote_random_stream(2, i, 0);
        test_mesh soup = test_mesh_soup(&random, 1 + (uint32_t)(i % 300));
        mote_mesh_def def = test_mesh_def(&soup);
        def.flags = MOTE_MESH_CLUSTERS | MOTE_MESH_SEEDS;
        mote_mesh *mesh = test_mesh_create(&def);
        check_seeds(mesh);
        mote_mesh_destroy(mesh);
        test_mesh_release(&soup);
    }
}

static void seeds_without_clusters_are_refused(void **state)
{
    (void)state;
    test_mesh torus = test_mesh_torus(4, 4, 2, 1);
    mote_mesh_def def = test_mesh_def(&torus);
    mote_mesh *mesh;
    def.flags = MOTE_MESH_SEEDS;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "MOTE_MESH_CLUSTERS"));
    def.flags = MOTE_MESH_CLUSTERS;
    mesh = test_mesh_create(&def);
    assert_null(mesh->seeds);
    mote_mesh_destroy(mesh);
    test_mesh_release(&torus);
}

static size_t bytes_with(mote_mesh_def def, uint32_t flags)
{
    def.flags = flags;
    mote_mesh *mesh = test_mesh_create(&def);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_destroy(mesh);
    return info.bytes;
}

static void seeds_take_the_bytes_that_the_header_says(void **state)
{
    (void)state;
    test_mesh torus = test_mesh_torus(100, 100, 2, 1);
    mote_mesh_def def = test_mesh_def(&torus);
    size_t bytes =
        bytes_with(def, MOTE_MESH_CLUSTERS | MOTE_MESH_SEEDS) - bytes_with(def, MOTE_MESH_CLUSTERS);
    assert_true(bytes <= 6 * (size_t)torus.triangle_count);
    test_mesh_release(&torus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_cover_the_mesh_on_every_level),
        cmocka_unit_test(soups_and_single_triangles_have_seeds),
        cmocka_unit_test(seeds_without_clusters_are_refused),
        cmocka_unit_test(seeds_take_the_bytes_that_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
