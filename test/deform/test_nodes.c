#include <stdlib.h>
#include <string.h>

#include "support/deform_cases.h"
#include "support/failing_allocator.h"
#include "support/run.h"

static void every_vertex_in_use_is_in_a_leaf_and_in_the_root(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(1, 0, 0);
    deform_case c = deform_case_create(60, 30, &random);
    mote_nodes_info info;
    mote_nodes_get_info(c.nodes, &info);
    uint8_t *in_leaf = calloc(c.model.vertex_count, 1), *in_root = calloc(c.model.vertex_count, 1);
    mote_node node;
    for (uint32_t n = 0; n < info.leaf_count; n++) {
        assert_int_equal(mote_nodes_get(c.nodes, n, &node), MOTE_OK);
        assert_int_equal(node.child_count, 0);
        assert_int_equal(node.first_child, MOTE_NONE);
        for (uint32_t i = 0; i < node.vertex_count; i++) in_leaf[node.vertices[i]] = 1;
    }
    assert_int_equal(mote_nodes_get(c.nodes, info.node_count - 1, &node), MOTE_OK);
    for (uint32_t i = 0; i < node.vertex_count; i++) in_root[node.vertices[i]] = 1;
    for (uint32_t v = 0; v < c.model.vertex_count; v++) assert_true(in_leaf[v] && in_root[v]);
    free(in_leaf);
    free(in_root);
    deform_case_release(&c);
}

static void children_have_the_vertices_of_their_parent(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(2, 0, 0);
    deform_case c = deform_case_create(60, 30, &random);
    mote_nodes_info info;
    mote_nodes_get_info(c.nodes, &info);
    uint32_t children = 0;
    for (uint32_t n = info.leaf_count; n < info.node_count; n++) {
        mote_node parent, child;
        assert_int_equal(mote_nodes_get(c.nodes, n, &parent), MOTE_OK);
        const uint32_t *next = parent.vertices;
        for (uint32_t k = 0; k < parent.child_count; k++, children++) {
            assert_int_equal(mote_nodes_get(c.nodes, parent.first_child + k, &child), MOTE_OK);
            assert_int_equal(parent.first_child + k, children);
            assert_ptr_equal(child.vertices, next);
            next += child.vertex_count;
        }
        assert_ptr_equal(next, parent.vertices + parent.vertex_count);
    }
    assert_int_equal(children, info.node_count - 1);
    deform_case_release(&c);
}

static void soups_have_nodes_too(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(30, 300, 3000); seed++) {
        mote_random random = mote_random_stream(3, seed, 0);
        deform_case c = {.model = test_mesh_soup(&random, 200)};
        mote_mesh_def mesh_def = test_mesh_def(&c.model);
        c.mesh = test_mesh_create(&mesh_def);
        mote_nodes_def def = mote_default_nodes_def();
        def.mesh = c.mesh;
        assert_int_equal(mote_nodes_create(&def, &c.nodes), MOTE_OK);
        mote_chain_def chain_def = mote_default_chain_def();
        chain_def.mesh = c.mesh;
        chain_def.nodes = c.nodes;
        mote_deformer *rest;
        assert_int_equal(mote_chain_create(&chain_def, &rest), MOTE_OK);
        check_bounds(&c, rest, NULL);
        mote_deformer_destroy(rest);
        deform_case_release(&c);
    }
}

static void bad_defs_and_ids_are_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(4, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    mote_nodes *nodes = c.nodes;
    mote_nodes_def def = mote_default_nodes_def();
    assert_int_equal(mote_nodes_create(&def, &nodes), MOTE_ERROR_ARGUMENT);
    assert_null(nodes);
    assert_non_null(strstr(mote_last_message(), "mote_nodes_create: def.mesh is null"));
    def.cookie = 0;
    assert_int_equal(mote_nodes_create(&def, &nodes), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_nodes_create(NULL, &nodes), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_nodes_create(&def, NULL), MOTE_ERROR_ARGUMENT);
    mote_mesh_def bare = test_mesh_def(&c.model);
    bare.flags = 0;
    def = mote_default_nodes_def();
    mote_mesh *mesh = test_mesh_create(&bare);
    def.mesh = mesh;
    assert_int_equal(mote_nodes_create(&def, &nodes), MOTE_ERROR_REFUSED);
    assert_non_null(strstr(mote_last_message(), "MOTE_MESH_CLUSTERS"));
    mote_mesh_destroy(mesh);
    failing_allocator memory = {0};
    def.mesh = c.mesh;
    def.allocator.allocate = failing_allocator_hook(&memory).allocate;
    assert_int_equal(mote_nodes_create(&def, &nodes), MOTE_ERROR_ARGUMENT);
    assert_string_equal(
        mote_last_message(),
        "mote_nodes_create: def.allocator: only one of allocate and release is set");
    mote_node node;
    mote_nodes_info info;
    mote_nodes_get_info(c.nodes, &info);
    assert_int_equal(mote_nodes_get(c.nodes, info.node_count, &node), MOTE_ERROR_ARGUMENT);
    deform_case_release(&c);
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(5, 0, 0);
    deform_case c = deform_case_create(20, 20, &random);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        mote_nodes_def def = mote_default_nodes_def();
        def.mesh = c.mesh;
        def.allocator = failing_allocator_hook(&memory);
        mote_nodes *nodes;
        result = mote_nodes_create(&def, &nodes);
        if (result == MOTE_OK) {
            mote_nodes_info info;
            mote_nodes_get_info(nodes, &info);
            assert_int_equal(memory.bytes, info.bytes);
        } else {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_null(nodes);
        }
        mote_nodes_destroy(nodes);
        assert_int_equal(memory.live, 0);
    }
    deform_case_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vertex_in_use_is_in_a_leaf_and_in_the_root),
        cmocka_unit_test(children_have_the_vertices_of_their_parent),
        cmocka_unit_test(soups_have_nodes_too),
        cmocka_unit_test(bad_defs_and_ids_are_refused_by_name),
        cmocka_unit_test(no_failing_allocation_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
