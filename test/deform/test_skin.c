#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "deform/skin.h"
#include "mesh/mesh.h"
#include "support/deform_cases.h"
#include "support/failing_allocator.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Kernels

typedef void blend_kernel(const mote_skin_influences *, const mote_skin_matrix *, const uint32_t *,
                          uint32_t, mote_vec3 *);

static void check_kernel(const mote_skin *skin, blend_kernel *kernel, mote_random *random)
{
    uint32_t vertices[200];
    mote_vec3 expected[200], actual[200];
    uint32_t count = mote_random_below(random, 201);
    for (uint32_t i = 0; i < count; i++) {
        vertices[i] = mote_random_below(random, skin->influences.vertex_count);
        expected[i] = actual[i] = skin->base.mesh->positions[vertices[i]];
    }
    mote_skin_blend_linear_scalar(&skin->influences, skin->matrices, vertices, count, expected);
    kernel(&skin->influences, skin->matrices, vertices, count, actual);
    assert_memory_equal(expected, actual, count * sizeof *actual);
}

static void kernels_equal_their_scalar_twin(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(20, 300, 3000); seed++) {
        mote_random random = mote_random_stream(10, seed, 0);
        deform_case c = deform_case_create(10, 10, &random);
        uint32_t influences = 1 + mote_random_below(&random, 8);
        mote_deformer *skin = wild_skin(&c, MOTE_SKIN_LINEAR, influences, &random);
        pose_skin_wildly(skin, &random);
        check_kernel((const mote_skin *)skin, mote_skin_blend_linear_base, &random);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2())
            check_kernel((const mote_skin *)skin, mote_skin_blend_linear_avx2, &random);
#endif
        mote_deformer_destroy(skin);
        deform_case_release(&c);
    }
}

static void listed_vertices_equal_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(4, 40, 400); seed++) {
        mote_random random = mote_random_stream(11, seed, 0);
        deform_case c = deform_case_create(50, 30, &random);
        mote_skin_blend blend = seed % 2 ? MOTE_SKIN_DUAL_QUATERNION : MOTE_SKIN_LINEAR;
        mote_deformer *skin = wild_skin(&c, blend, 1 + mote_random_below(&random, 8), &random);
        pose_skin(skin, &random, 3);
        check_listed_equals_all(skin, &random);
        mote_deformer_destroy(skin);
        deform_case_release(&c);
    }
}

// ---------------------------------------------------------------------------------------------
// Meaning

static void linear_blending_is_the_weighted_mean(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(12, 0, 0);
    deform_case c = deform_case_create(20, 20, &random);
    mote_deformer *deformer = wild_skin(&c, MOTE_SKIN_LINEAR, 5, &random);
    const mote_skin *skin = (const mote_skin *)deformer;
    mote_transform bones[CASE_BONES];
    for (uint32_t b = 0; b < CASE_BONES; b++)
        bones[b] = random_motion(&random, (mote_vec3){0, 0, 0}, 3, 2);
    assert_int_equal(mote_skin_set_bones(deformer, bones, CASE_BONES), MOTE_OK);
    for (uint32_t v = 0; v < c.model.vertex_count; v++) {
        mote_dvec3 expected = {0, 0, 0};
        for (uint32_t k = 0; k < 8; k++) {
            mote_vec3 p = mote_transform_point(&bones[skin->influences.bones[8 * v + k]],
                                               c.model.positions[v]);
            double w = (double)skin->influences.weights[8 * v + k];
            expected = mote_dvec_add(expected, mote_dvec_scale(mote_vec_widen(p), w));
        }
        mote_vec3 actual;
        assert_int_equal(mote_deformer_evaluate(deformer, &v, 1, &actual), MOTE_OK);
        assert_true(mote_dvec_length(mote_dvec_sub(expected, mote_vec_widen(actual))) < 1e-5);
    }
    mote_deformer_destroy(deformer);
    deform_case_release(&c);
}

static void one_motion_of_all_bones_moves_the_body_rigidly(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(10, 100, 1000); seed++) {
        mote_random random = mote_random_stream(13, seed, 0);
        deform_case c = deform_case_create(12, 12, &random);
        mote_skin_blend blend = seed % 2 ? MOTE_SKIN_DUAL_QUATERNION : MOTE_SKIN_LINEAR;
        mote_deformer *skin = wild_skin(&c, blend, 4, &random);
        mote_transform motion = random_motion(&random, (mote_vec3){1, 2, 3}, 3.2f, 2);
        mote_transform bones[CASE_BONES];
        for (uint32_t b = 0; b < CASE_BONES; b++) bones[b] = motion;
        assert_int_equal(mote_skin_set_bones(skin, bones, CASE_BONES), MOTE_OK);
        for (uint32_t v = 0; v < c.model.vertex_count; v++) {
            mote_vec3 p, expected = mote_transform_point(&motion, c.model.positions[v]);
            assert_int_equal(mote_deformer_evaluate(skin, &v, 1, &p), MOTE_OK);
            assert_true(mote_vec_length(mote_vec_sub(p, expected)) < 1e-5f);
        }
        mote_deformer_destroy(skin);
        deform_case_release(&c);
    }
}

static mote_skin_def small_def(const deform_case *c, uint16_t *bones, float *weights)
{
    mote_skin_def def = mote_default_skin_def();
    def.mesh = c->mesh;
    def.nodes = c->nodes;
    def.bone_count = 3;
    def.influences_per_vertex = 2;
    def.bones = bones;
    def.weights = weights;
    def.influence_count = 2 * (size_t)c->model.vertex_count;
    for (size_t i = 0; i < def.influence_count; i++) {
        bones[i] = (uint16_t)(i % 3);
        weights[i] = 0.5f + (float)(i % 5);
    }
    return def;
}

enum { SMALL = 64 }; // vertices of the torus of small_def

static void bind_poses_leave_the_rest_shape_where_it_is(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(14, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    uint16_t bones[2 * SMALL];
    float weights[2 * SMALL];
    mote_skin_def def = small_def(&c, bones, weights);
    mote_transform bind[3];
    for (int b = 0; b < 3; b++) bind[b] = random_motion(&random, (mote_vec3){1, 1, 1}, 3, 2);
    def.bind = bind;
    for (int blend = 0; blend < 2; blend++) {
        def.blend = (mote_skin_blend)blend;
        mote_deformer *skin;
        mote_vec3 out[SMALL];
        assert_int_equal(mote_skin_create(&def, &skin), MOTE_OK);
        assert_int_equal(mote_deformer_evaluate_all(skin, NULL, out), MOTE_OK);
        for (uint32_t v = 0; v < SMALL; v++)
            assert_true(mote_vec_length(mote_vec_sub(out[v], c.model.positions[v])) < 1e-5f);
        mote_deformer_destroy(skin);
    }
    deform_case_release(&c);
}

// ---------------------------------------------------------------------------------------------
// Bounds

static void no_vertex_leaves_the_box_of_its_node(void **state)
{
    (void)state;
    size_t checks = 0;
    for (uint64_t seed = 0; checks < test_count(40000, 1000000, 10000000); seed++) {
        mote_random random = mote_random_stream(15, seed, 0);
        deform_case c = deform_case_create(40, 20, &random);
        uint32_t influences = 1 + mote_random_below(&random, 8);
        mote_deformer *skin = seed % 2 ? smooth_skin(&c, MOTE_SKIN_LINEAR, 3 + influences % 6)
                                       : wild_skin(&c, MOTE_SKIN_LINEAR, influences, &random);
        for (int pose = 0; pose < 5; pose++) {
            if (pose % 2) {
                pose_skin_wildly(skin, &random);
            } else {
                pose_skin(skin, &random, 3);
            }
            checks += check_bounds(&c, skin, NULL);
        }
        mote_deformer_destroy(skin);
        deform_case_release(&c);
    }
}

static void boxes_of_leaves_are_tight(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(16, 0, 0);
    deform_case c = deform_case_create(160, 80, &random);
    mote_nodes_info info;
    mote_nodes_get_info(c.nodes, &info);
    double *ratios = calloc(10 * (size_t)info.leaf_count, sizeof *ratios);
    mote_deformer *skin = smooth_skin(&c, MOTE_SKIN_LINEAR, 4);
    for (size_t pose = 0; pose < 10; pose++) {
        pose_skin(skin, &random, 1);
        check_bounds(&c, skin, ratios + pose * info.leaf_count);
    }
    double median = median_of(ratios, 10 * (size_t)info.leaf_count);
    print_message("leaf box diagonal by that of its vertices, median: %.3f\n", median);
    assert_true(median <= 1.5);
    free(ratios);
    mote_deformer_destroy(skin);
    deform_case_release(&c);
}

static void dual_quaternions_declare_no_bound(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(17, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    mote_deformer *skin = wild_skin(&c, MOTE_SKIN_DUAL_QUATERNION, 4, &random);
    mote_box box;
    assert_false(mote_deformer_can_bound(skin));
    assert_int_equal(mote_deformer_bound(skin, 0, &box), MOTE_ERROR_REFUSED);
    mote_deformer_destroy(skin);
    deform_case_release(&c);
}

// ---------------------------------------------------------------------------------------------
// Bad data

static void expect_refusal(const mote_skin_def *def, mote_result expected, const char *message)
{
    mote_deformer *skin = (mote_deformer *)(void *)&expected;
    assert_int_equal(mote_skin_create(def, &skin), expected);
    assert_null(skin);
    if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
}

static void bad_defs_are_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(18, 0, 0);
    deform_case c = deform_case_create(8, 8, &random), other = deform_case_create(8, 8, &random);
    uint16_t bones[2 * SMALL];
    float weights[2 * SMALL];
    const mote_skin_def good = small_def(&c, bones, weights);
    mote_skin_def def = good;
    def.cookie = 0;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "mote_default_skin_def");
    def = good, def.mesh = NULL;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "mote_skin_create: def.mesh is null");
    def = good, def.nodes = other.nodes;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "another mesh");
    def = good, def.bone_count = 0;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "def.bone_count is 0");
    def = good, def.bone_count = 65537;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "def.bone_count is 65537, expected 1 to 65536");
    def = good, def.influences_per_vertex = 9;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "def.influences_per_vertex is 9, expected 1 to 8");
    def = good, def.influence_count--;
    expect_refusal(&def, MOTE_ERROR_DATA, "def.influence_count is 127");
    def = good, def.blend = (mote_skin_blend)7;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "blend 7");
    def = good, def.weights = NULL;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "def.weights is null");
    def = good, def.bone_count = 2;
    expect_refusal(&def, MOTE_ERROR_DATA, "vertex 1, influence 0: bone 2, but there are 2 bones");
    weights[7] = NAN;
    expect_refusal(&good, MOTE_ERROR_DATA, "vertex 3, influence 1: weight is nan");
    weights[7] = -1;
    expect_refusal(&good, MOTE_ERROR_DATA, "weight is -1");
    weights[6] = weights[7] = 0;
    expect_refusal(&good, MOTE_ERROR_DATA, "vertex 3: all weights are 0");
    deform_case_release(&c);
    deform_case_release(&other);
}

static void bad_bones_are_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(19, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    uint16_t bones[2 * SMALL];
    float weights[2 * SMALL];
    mote_skin_def def = small_def(&c, bones, weights);
    mote_transform pose[3];
    for (int b = 0; b < 3; b++) pose[b] = random_motion(&random, (mote_vec3){0, 0, 0}, 1, 1);
    const mote_transform first = pose[1];
    def.bind = pose;
    pose[1].cz = mote_vec_add(pose[1].cx, pose[1].cy);
    expect_refusal(&def, MOTE_ERROR_DATA, "mote_skin_create: def.bind[1] is not invertible");
    pose[1].t.x = INFINITY;
    expect_refusal(&def, MOTE_ERROR_DATA, "mote_skin_create: def.bind[1] is not finite");
    def.bind = NULL;
    def.blend = MOTE_SKIN_DUAL_QUATERNION;
    mote_deformer *skin;
    mote_vec3 before[SMALL], after[SMALL];
    assert_int_equal(mote_skin_create(&def, &skin), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(skin, NULL, before), MOTE_OK);
    assert_int_equal(mote_skin_set_bones(skin, pose, 3), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "mote_skin_set_bones: bones[1] is not finite"));
    pose[1] = first;
    pose[1].cx = mote_vec_scale(first.cx, 1.01f);
    assert_int_equal(mote_skin_set_bones(skin, pose, 3), MOTE_ERROR_DATA);
    assert_non_null(strstr(mote_last_message(), "mote_skin_set_bones: bones[1] is not a rotation"));
    assert_int_equal(mote_skin_set_bones(skin, pose, 2), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_skin_set_bones(skin, NULL, 3), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_skin_set_bones(NULL, pose, 3), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_deformer_evaluate_all(skin, NULL, after), MOTE_OK);
    assert_memory_equal(before, after, sizeof after);
    mote_deformer_destroy(skin);
    deform_case_release(&c);
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(20, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    uint16_t bones[2 * SMALL];
    float weights[2 * SMALL];
    mote_skin_def def = small_def(&c, bones, weights);
    const mote_transform identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    const mote_transform bind[3] = {identity, identity, identity};
    def.bind = bind;
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        def.allocator = failing_allocator_hook(&memory);
        mote_deformer *skin;
        result = mote_skin_create(&def, &skin);
        assert_true(result == MOTE_OK || (result == MOTE_ERROR_MEMORY && !skin));
        if (skin) assert_int_equal(mote_deformer_bytes(skin), memory.bytes);
        mote_deformer_destroy(skin);
        assert_int_equal(memory.live, 0);
    }
    deform_case_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_their_scalar_twin),
        cmocka_unit_test(listed_vertices_equal_all),
        cmocka_unit_test(linear_blending_is_the_weighted_mean),
        cmocka_unit_test(one_motion_of_all_bones_moves_the_body_rigidly),
        cmocka_unit_test(bind_poses_leave_the_rest_shape_where_it_is),
        cmocka_unit_test(no_vertex_leaves_the_box_of_its_node),
        cmocka_unit_test(boxes_of_leaves_are_tight),
        cmocka_unit_test(dual_quaternions_declare_no_bound),
        cmocka_unit_test(bad_defs_are_refused_by_name),
        cmocka_unit_test(bad_bones_are_refused_by_name),
        cmocka_unit_test(no_failing_allocation_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
