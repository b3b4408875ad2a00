// Patches in hands.

#include <math.h>
#include <mote/deform.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/meshes.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static mote_placement random_placement(mote_random *random)
{
    mote_dvec3 origin = random_dvec(random, 3);
    return (mote_placement){origin, random_rotation(random)};
}

static mote_vec3 into_world(const mote_placement *placement, mote_vec3 p)
{
    mote_transform transform = mote_placement_transform(placement);
    return mote_transform_point(&transform, p);
}

static void a_hand_that_rests_on_a_resting_body_changes_nothing(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(80, 0, 0);
    mote_placement body = random_placement(&random), hand = random_placement(&random);
    mote_grasp grasp = {body, hand, body, hand};
    mote_vec3 held[3] = {{1, 2, 3}, {-1, 0, 0.5f}, {0, 0, 0}}, ends[3];
    assert_int_equal(mote_grasp_targets(&grasp, held, 3, ends), MOTE_OK);
    for (int i = 0; i < 3; i++)
        assert_true(mote_vec_length(mote_vec_sub(held[i], ends[i])) < 1e-6f);
}

// In the world the held vertices have moved with the hand, wherever the body has gone.
static void held_vertices_go_with_the_hand(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 1000, 10000); seed++) {
        mote_random random = mote_random_stream(81, seed, 0);
        mote_grasp grasp = {random_placement(&random), random_placement(&random),
                            random_placement(&random), random_placement(&random)};
        mote_vec3 held = mote_dvec_narrow(random_dvec(&random, 1)), end;
        assert_int_equal(mote_grasp_targets(&grasp, &held, 1, &end), MOTE_OK);
        mote_dvec3 then = mote_vec_widen(into_world(&grasp.body_then, held));
        mote_dvec3 in_hand =
            mote_rotate_back(grasp.hand_then.rotation, mote_dvec_sub(then, grasp.hand_then.origin));
        mote_vec3 expected = into_world(&grasp.hand_now, mote_dvec_narrow(in_hand));
        mote_vec3 found = into_world(&grasp.body_now, end);
        assert_true(mote_vec_length(mote_vec_sub(found, expected)) < 1e-5f);
    }
}

enum { HELD = 5 };

// The targets as ends of a space mapping: the held vertices arrive, what is far away stays.
static void a_space_mapping_follows_the_hand(void **state)
{
    (void)state;
    test_mesh torus = test_mesh_torus(24, 12, 1.0f, 0.3f);
    mote_mesh_def mesh_def = test_mesh_def(&torus);
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    mote_vec3 starts[HELD], ends[HELD];
    for (uint32_t i = 0; i < HELD; i++) starts[i] = torus.positions[i];
    mote_random random = mote_random_stream(82, 0, 0);
    mote_placement body = random_placement(&random), hand = random_placement(&random);
    mote_grasp grasp = {body, hand, body, hand};
    grasp.hand_now.origin.x += 0.2;
    assert_int_equal(mote_grasp_targets(&grasp, starts, HELD, ends), MOTE_OK);
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = mesh;
    def.starts = starts;
    def.ends = ends;
    def.control_count = HELD;
    def.support_radius = 1;
    mote_deformer *deformer;
    if (mote_csrbf_create(&def, &deformer) != MOTE_OK) fail_msg("%s", mote_last_message());
    mote_vec3 *out = calloc(torus.vertex_count, sizeof *out);
    assert_int_equal(mote_deformer_evaluate_all(deformer, NULL, out), MOTE_OK);
    uint32_t unmoved = 0;
    for (uint32_t v = 0; v < torus.vertex_count; v++) {
        if (v < HELD) assert_true(mote_vec_length(mote_vec_sub(out[v], ends[v])) < 1e-5f);
        mote_vec3 rest = torus.positions[v];
        unmoved += out[v].x == rest.x && out[v].y == rest.y && out[v].z == rest.z;
    }
    assert_true(unmoved > torus.vertex_count / 3);
    free(out);
    mote_deformer_destroy(deformer);
    mote_mesh_destroy(mesh);
    test_mesh_release(&torus);
}

static void expect_refusal(const mote_grasp *grasp, mote_vec3 *held, mote_result expected,
                           const char *message)
{
    assert_int_equal(mote_grasp_targets(grasp, held, 1, held), expected);
    if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
}

static void bad_grasps_are_refused_by_name(void **state)
{
    (void)state;
    const mote_placement still = {.rotation = MOTE_NO_ROTATION};
    const mote_grasp good = {still, still, still, still};
    mote_vec3 held = {0, 0, 0};
    mote_grasp grasp = good;
    grasp.hand_then.rotation.w = 0;
    expect_refusal(&grasp, &held, MOTE_ERROR_DATA, "grasp.hand_then: rotation");
    grasp = good;
    grasp.body_now.origin.y = (double)NAN;
    expect_refusal(&grasp, &held, MOTE_ERROR_DATA, "grasp.body_now: origin");
    expect_refusal(NULL, &held, MOTE_ERROR_ARGUMENT, "null");
    expect_refusal(&good, NULL, MOTE_ERROR_ARGUMENT, "null");
    held.z = INFINITY;
    expect_refusal(&good, &held, MOTE_ERROR_DATA, "mote_grasp_targets: held[0] is not finite");
    assert_int_equal(mote_grasp_targets(&good, NULL, 0, NULL), MOTE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_that_rests_on_a_resting_body_changes_nothing),
        cmocka_unit_test(held_vertices_go_with_the_hand),
        cmocka_unit_test(a_space_mapping_follows_the_hand),
        cmocka_unit_test(bad_grasps_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
