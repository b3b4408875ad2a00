// Incidence: the triangles of each vertex, and one owner for each vertex and edge, against a count
// of all triangles.

#include "mesh/incidence.h"

#include "core/memory.h"
#include "mesh/mesh.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"

static bool names(const uint32_t *corners, uint32_t vertex)
{
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

// Each slot that names the vertex is in its list, once and ascending; the first one owns it.
static void expect_vertex(const mote_clusters *clusters, const mote_incidence *incidence,
                          uint32_t vertex)
{
    uint32_t at = incidence->first[vertex];
    for (uint32_t slot = 0; slot < clusters->triangle_count; slot++) {
        if (!names(clusters->corners + 3 * slot, vertex)) continue;
        assert_true(at < incidence->first[vertex + 1]);
        assert_int_equal(incidence->slots[at++], slot);
    }
    assert_int_equal(at, incidence->first[vertex + 1]);
    uint32_t owners = 0;
    for (uint32_t i = 0; i < incidence->vertex_count; i++) {
        if (incidence->vertices[i].vertex != vertex) continue;
        assert_int_equal(incidence->vertices[i].slot, incidence->slots[incidence->first[vertex]]);
        owners++;
    }
    assert_int_equal(owners, 1);
}

// Each edge of each triangle is owned once, by a triangle that has it.
static void expect_edges(const mote_clusters *clusters, const mote_incidence *incidence)
{
    for (uint32_t i = 0; i < 3 * clusters->triangle_count; i++) {
        mote_owned_edge edge = mote_edge_of_slot(clusters, i / 3, i % 3);
        uint32_t owners = 0;
        for (uint32_t k = 0; k < mote_edge_count(incidence); k++) {
            const mote_owned_edge *owned = &incidence->edges[k];
            if (owned->low != edge.low || owned->high != edge.high) continue;
            assert_true(names(clusters->corners + 3 * owned->slot, edge.low) &&
                        names(clusters->corners + 3 * owned->slot, edge.high));
            owners++;
        }
        assert_int_equal(owners, edge.low != edge.high);
    }
}

static void expect_lists_of_slots(const mote_incidence *incidence)
{
    for (uint32_t slot = 0; slot < incidence->triangle_count; slot++) {
        for (uint32_t i = incidence->vertex_first[slot]; i < incidence->vertex_first[slot + 1]; i++)
            assert_int_equal(incidence->vertices[i].slot, slot);
        for (uint32_t i = incidence->edge_first[slot]; i < incidence->edge_first[slot + 1]; i++)
            assert_int_equal(incidence->edges[i].slot, slot);
    }
    assert_int_equal(incidence->vertex_first[incidence->triangle_count], incidence->vertex_count);
}

static void every_vertex_and_edge_has_one_owner(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    for (size_t i = 0; i < test_count(20, 200, 2000); i++) {
        mote_random random = mote_random_stream(51, i, 0);
        test_mesh model =
            i % 3 ? test_mesh_soup(&random, 4 + (uint32_t)i % 60) : test_mesh_torus(12, 7, 2, 1);
        mote_mesh_def def = test_mesh_def(&model);
        mote_mesh *mesh = test_mesh_create(&def);
        mote_incidence incidence;
        assert_true(mote_incidence_build(mesh->clusters, &allocator, &incidence));
        for (uint32_t v = 0; v < incidence.vertex_count; v++)
            expect_vertex(mesh->clusters, &incidence, v);
        expect_edges(mesh->clusters, &incidence);
        expect_lists_of_slots(&incidence);
        mote_incidence_release(&incidence, &allocator);
        mote_mesh_destroy(mesh);
        test_mesh_release(&model);
    }
}

static void building_runs_out_of_memory_cleanly(void **state)
{
    (void)state;
    test_mesh model = test_mesh_torus(12, 7, 2, 1);
    mote_mesh_def def = test_mesh_def(&model);
    mote_mesh *mesh = test_mesh_create(&def);
    bool built = false;
    for (size_t at = 1; !built; at++) {
        failing_allocator memory = {.fail_at = at};
        mote_allocator allocator = failing_allocator_hook(&memory);
        mote_incidence incidence;
        built = mote_incidence_build(mesh->clusters, &allocator, &incidence);
        if (built) mote_incidence_release(&incidence, &allocator);
        assert_int_equal(memory.live, 0);
        assert_true(at > 5 || !built);
    }
    mote_mesh_destroy(mesh);
    test_mesh_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_and_edge_has_one_owner),
        cmocka_unit_test(building_runs_out_of_memory_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
