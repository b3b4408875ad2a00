#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "support/deform_cases.h"
#include "support/failing_allocator.h"
#include "support/run.h"

static void listed_vertices_equal_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(4, 40, 400); seed++) {
        mote_random random = mote_random_stream(30, seed, 0);
        deform_case c = deform_case_create(50, 30, &random);
        mote_deformer *morph = wild_morph(&c, &random);
        pose_morph(morph, &random, 2);
        check_listed_equals_all(morph, &random);
        mote_deformer_destroy(morph);
        deform_case_release(&c);
    }
}

typedef struct two_targets {
    deform_case c;
    uint32_t vertices[2][3];
    mote_vec3 deltas[2][3];
    mote_morph_target targets[2];
    mote_morph_def def;
} two_targets;

static void make_two_targets(two_targets *two)
{
    mote_random random = mote_random_stream(31, 0, 0);
    two->c = deform_case_create(8, 8, &random);
    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; i < 3; i++) {
            two->vertices[t][i] = 40 - 10 * i + t * (i != 1); // both move vertex 30
            two->deltas[t][i] = (mote_vec3){(float)t + 1, (float)i, 0.5f};
        }
    for (int t = 0; t < 2; t++)
        two->targets[t] = (mote_morph_target){two->vertices[t], two->deltas[t], 3};
    two->def = mote_default_morph_def();
    two->def.mesh = two->c.mesh;
    two->def.nodes = two->c.nodes;
    two->def.targets = two->targets;
    two->def.target_count = 2;
}

static void targets_add_by_weight_and_leave_the_rest(void **state)
{
    (void)state;
    two_targets two;
    make_two_targets(&two);
    mote_deformer *morph;
    assert_int_equal(mote_morph_create(&two.def, &morph), MOTE_OK);
    const float weights[2] = {0.5f, -2.0f};
    assert_int_equal(mote_morph_set_weights(morph, weights, 2), MOTE_OK);
    mote_vec3 out[64];
    assert_int_equal(mote_deformer_evaluate_all(morph, NULL, out), MOTE_OK);
    uint32_t moved = 0;
    for (uint32_t v = 0; v < 64; v++) {
        mote_vec3 rest = two.c.model.positions[v];
        moved += out[v].x != rest.x || out[v].y != rest.y || out[v].z != rest.z;
        if (v != 30) continue;
        mote_vec3 expected = {rest.x + 0.5f * 1 - 2.0f * 2, rest.y + 0.5f - 2.0f,
                              rest.z + 0.25f - 1.0f};
        assert_true(mote_vec_length(mote_vec_sub(out[v], expected)) < 1e-6f);
    }
    assert_int_equal(moved, 5);
    mote_deformer_destroy(morph);
    deform_case_release(&two.c);
}

static void no_vertex_leaves_the_box_of_its_node(void **state)
{
    (void)state;
    size_t checks = 0;
    for (uint64_t seed = 0; checks < test_count(40000, 1000000, 10000000); seed++) {
        mote_random random = mote_random_stream(32, seed, 0);
        deform_case c = deform_case_create(40, 20, &random);
        mote_deformer *morph = seed % 2 ? smooth_morph(&c, &random) : wild_morph(&c, &random);
        for (int pose = 0; pose < 5; pose++) {
            pose_morph(morph, &random, pose % 2 ? 1 : 1000);
            checks += check_bounds(&c, morph, NULL);
        }
        mote_deformer_destroy(morph);
        deform_case_release(&c);
    }
}

static void boxes_of_leaves_are_tight(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(33, 0, 0);
    deform_case c = deform_case_create(160, 80, &random);
    mote_nodes_info info;
    mote_nodes_get_info(c.nodes, &info);
    double *ratios = calloc(10 * (size_t)info.leaf_count, sizeof *ratios);
    mote_deformer *morph = smooth_morph(&c, &random);
    for (size_t pose = 0; pose < 10; pose++) {
        pose_morph(morph, &random, 1);
        check_bounds(&c, morph, ratios + pose * info.leaf_count);
    }
    double median = median_of(ratios, 10 * (size_t)info.leaf_count);
    print_message("leaf box diagonal by that of its vertices, median: %.3f\n", median);
    assert_true(median <= 1.5);
    free(ratios);
    mote_deformer_destroy(morph);
    deform_case_release(&c);
}

static void expect_refusal(const mote_morph_def *def, mote_result expected, const char *message)
{
    mote_deformer *morph = (mote_deformer *)(void *)&expected;
    assert_int_equal(mote_morph_create(def, &morph), expected);
    assert_null(morph);
    if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
}

static void bad_data_is_refused_by_name(void **state)
{
    (void)state;
    two_targets two;
    make_two_targets(&two);
    mote_deformer *morph;
    assert_int_equal(mote_morph_create(&two.def, &morph), MOTE_OK);
    const float weights[2] = {1, NAN};
    assert_int_equal(mote_morph_set_weights(morph, weights, 2), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "mote_morph_set_weights: weights[1] is nan"));
    assert_int_equal(mote_morph_set_weights(morph, weights, 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_morph_set_weights(morph, NULL, 2), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_csrbf_set_blend(morph, 1), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "is a morph, not a csrbf"));
    mote_deformer_destroy(morph);

    size_t count = two.targets[1].count;
    two.targets[1].count = UINT32_MAX;
    expect_refusal(&two.def, MOTE_ERROR_LIMIT, "mote_morph_create: the targets have 42949672");
    two.targets[1].count = count;
    two.def.target_count = 0;
    expect_refusal(&two.def, MOTE_ERROR_DATA, "mote_morph_create: def.target_count is 0");
    two.def.target_count = 2;
    two.vertices[1][2] = two.vertices[1][0];
    expect_refusal(&two.def, MOTE_ERROR_DATA, "target 1 names vertex 41 twice");
    two.vertices[1][2] = 64;
    expect_refusal(&two.def, MOTE_ERROR_DATA,
                   "mote_morph_create: def.targets[1].vertices[2] is 64");
    two.deltas[0][1].y = INFINITY;
    expect_refusal(&two.def, MOTE_ERROR_DATA,
                   "def.targets[0].deltas[1], of vertex 30, is not finite");
    two.targets[0].deltas = NULL;
    expect_refusal(&two.def, MOTE_ERROR_ARGUMENT,
                   "mote_morph_create: def.targets[0].deltas is null");
    two.def.cookie = 0;
    expect_refusal(&two.def, MOTE_ERROR_ARGUMENT, "mote_default_morph_def");
    deform_case_release(&two.c);
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    two_targets two;
    make_two_targets(&two);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        two.def.allocator = failing_allocator_hook(&memory);
        mote_deformer *morph;
        result = mote_morph_create(&two.def, &morph);
        assert_true(result == MOTE_OK || (result == MOTE_ERROR_MEMORY && !morph));
        if (morph) assert_int_equal(mote_deformer_bytes(morph), memory.bytes);
        mote_deformer_destroy(morph);
        assert_int_equal(memory.live, 0);
    }
    deform_case_release(&two.c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(listed_vertices_equal_all),
        cmocka_unit_test(targets_add_by_weight_and_leave_the_rest),
        cmocka_unit_test(no_vertex_leaves_the_box_of_its_node),
        cmocka_unit_test(boxes_of_leaves_are_tight),
        cmocka_unit_test(bad_data_is_refused_by_name),
        cmocka_unit_test(no_failing_allocation_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
