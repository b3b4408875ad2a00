#include <math.h>
#include <stdlib.h>

#include "core/random.h"
#include "core/vec.h"
#include "scenes/puppet.h"
#include "scenes/scenes.h"
#include "support/run.h"
#include "support/stage.h"

// A column of six bones along z.
enum { BONES = 6 };
static scene_puppet_bone column[BONES];
static const scene_puppet puppet = {column, BONES};

static void build_column(void)
{
    for (uint32_t i = 0; i < BONES; i++)
        column[i] = (scene_puppet_bone){i ? i - 1 : 0, {0.0, 0.0, i}, {0.0, 0.0, i + 1.0}, 0.5};
}

static mote_rotation unturned(void)
{
    return (mote_rotation){1.0, 0.0, 0.0, 0.0};
}

static mote_dvec3 moved(const mote_transform *t, mote_dvec3 p)
{
    mote_dvec3 x = mote_dvec_scale(mote_vec_widen(t->cx), p.x);
    mote_dvec3 y = mote_dvec_scale(mote_vec_widen(t->cy), p.y);
    mote_dvec3 z = mote_dvec_scale(mote_vec_widen(t->cz), p.z);
    return mote_dvec_add(mote_dvec_add(x, y), mote_dvec_add(z, mote_vec_widen(t->t)));
}

static bool are_near(mote_dvec3 a, mote_dvec3 b)
{
    return mote_dvec_length(mote_dvec_sub(a, b)) < 1e-5;
}

static void joints_hold_together_in_any_pose(void **state)
{
    (void)state;
    build_column();
    for (uint64_t n = 0; n < test_count(50, 1000, 10000); n++) {
        mote_random random = mote_random_stream(1, n, 0);
        mote_rotation turns[BONES];
        mote_transform bones[BONES];
        for (int i = 0; i < BONES; i++)
            turns[i] = scene_rotation_about(mote_vec_widen(mote_random_direction(&random)),
                                            (double)mote_random_unit(&random));
        mote_dvec3 shift = mote_vec_widen(mote_random_direction(&random));
        scene_puppet_pose(&puppet, turns, shift, bones);
        assert_true(are_near(moved(&bones[0], column[0].head), shift));
        for (int i = 1; i < BONES; i++)
            assert_true(
                are_near(moved(&bones[i], column[i].head), moved(&bones[i - 1], column[i].head)));
    }
}

static void unturned_bones_leave_all_where_it_was(void **state)
{
    (void)state;
    build_column();
    mote_rotation turns[BONES];
    mote_transform bones[BONES];
    for (int i = 0; i < BONES; i++) turns[i] = unturned();
    scene_puppet_pose(&puppet, turns, (mote_dvec3){0.0, 0.0, 0.0}, bones);
    mote_dvec3 p = {0.3, -0.2, 4.5};
    for (int i = 0; i < BONES; i++) assert_true(are_near(moved(&bones[i], p), p));
}

// A strip along x beside the column: laid along it by a turn, each vertex goes with the bones near
// it.
static void skins_follow_the_nearest_bones(void **state)
{
    (void)state;
    build_column();
    io_model model = made_model("strip-400");
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        mote_vec3 p = model.positions[i];
        model.positions[i] = (mote_vec3){0.5f, p.y, p.x + 3.0f};
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    mote_deformer *skin;
    assert_int_equal(scene_skin_of_puppet(&puppet, &model, mesh, NULL, &skin), MOTE_OK);
    mote_transform bones[BONES];
    for (int i = 0; i < BONES; i++) // each bone goes its own number along y
        bones[i] = scene_rigid_pose(unturned(), (mote_dvec3){0.0, i, 0.0});
    assert_int_equal(mote_skin_set_bones(skin, bones, BONES), MOTE_OK);
    mote_vec3 *out = calloc(model.vertex_count, sizeof *out);
    assert_non_null(out);
    assert_int_equal(mote_deformer_evaluate_all(skin, NULL, out), MOTE_OK);
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        double expected = fmin(fmax((double)model.positions[i].z - 0.5, 0.0), BONES - 1.0);
        assert_true(fabs((double)(out[i].y - model.positions[i].y) - expected) < 0.6);
    }
    free(out);
    mote_deformer_destroy(skin);
    mote_mesh_destroy(mesh);
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_hold_together_in_any_pose),
        cmocka_unit_test(unturned_bones_leave_all_where_it_was),
        cmocka_unit_test(skins_follow_the_nearest_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
