// FBX from memory: scenes with every feature, against the formulas of Autodesk's documentation; files that are cut off,
// changed, refused.

#include "assets/fbx/fbx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/rig.h"
#include "core/random.h"
#include "support/fbx_scene.h"
#include "support/run.h"

static const test_fbx_form forms[] = {{.version = 7400},
                                      {.binary = true, .version = 7400},
                                      {.binary = true, .version = 7400, .deflated = true},
                                      {.binary = true, .version = 7500},
                                      {.version = 7700}};

static mote_result read_bytes(const void *bytes, size_t size, asset_file *out)
{
    asset_fbx_def def = asset_default_fbx_def();
    def.bytes = bytes;
    def.size = size;
    def.name = "case.fbx";
    def.max_bytes = 64 << 20;
    return asset_fbx_read(&def, out);
}

// ---------------------------------------------------------------------------------------------
// Poses

static asset_rig *rig_of(const test_fbx_writer *file)
{
    asset_file asset = {0};
    asset_rig *rig;
    asset_rig_def def = asset_default_rig_def();
    def.name = "case.fbx";
    def.weld = MOTE_WELD_NONE;
    if (read_bytes(file->bytes, file->size, &asset)) fail_msg("%s", mote_last_message());
    if (asset_rig_create(&asset, &def, &rig)) fail_msg("%s", mote_last_message());
    return rig;
}

// Meshes are in the order of the models.
static void expect_pose(const asset_rig *rig, const test_fbx_scene *s, int stack, double time)
{
    double wanted[TEST_FBX_MODELS][TEST_FBX_VERTICES][3], size = 0;
    test_fbx_pose(s, stack, time, wanted);
    for (int i = 0; i < TEST_FBX_MODELS; i++)
        for (int v = 0; v < TEST_FBX_VERTICES; v++)
            for (int k = 0; k < 3; k++) size = fmax(size, fabs(wanted[i][v][k]));
    uint32_t surface = 0;
    for (int i = 0; i < TEST_FBX_MODELS; i++) {
        if (!s->models[i].mesh) continue;
        assert_int_equal(rig->asset.surfaces.data[surface].positions.count, TEST_FBX_VERTICES);
        for (uint32_t v = 0; v < TEST_FBX_VERTICES; v++) {
            mote_vec3 p = asset_rig_vertex(&rig->asset, &rig->poses, surface, v);
            double off = fmax(
                fabs((double)p.x - wanted[i][v][0]),
                fmax(fabs((double)p.y - wanted[i][v][1]), fabs((double)p.z - wanted[i][v][2])));
            if (!(off <= 1e-6 * size))
                fail_msg("features %x, stack %d, %g s: vertex %u of node %d is off by %g of %g",
                         s->features, stack, time, v, i, off, size);
        }
        surface++;
    }
    assert_int_equal(surface, rig->asset.surfaces.count);
}

static void expect_scene(uint64_t seed, uint32_t features, test_fbx_form form)
{
    test_fbx_scene scene = test_fbx_random_scene(seed, features);
    test_fbx_writer file;
    test_fbx_write_scene(&scene, form, &file);
    asset_rig *rig = rig_of(&file);
    assert_int_equal(rig->asset.clips.count, scene.stack_count);
    assert_int_equal(asset_rig_pose(rig, NULL, 0), MOTE_OK);
    expect_pose(rig, &scene, -1, 0);
    for (int i = 0; i < scene.stack_count; i++) {
        const asset_clip *clip = &rig->asset.clips.data[i];
        for (int k = -1; k <= 25; k++) {
            double time = clip->start + k * (clip->end - clip->start) / 24; // on keys and between
            assert_int_equal(asset_rig_pose(rig, clip, time), MOTE_OK);
            expect_pose(rig, &scene, i, time);
        }
    }
    asset_rig_destroy(rig);
    free(file.bytes);
}

static void each_feature_alone_is_posed_by_the_formula(void **state)
{
    (void)state;
    size_t seeds = test_count(1, 4, 100);
    for (uint32_t feature = 1; feature < TEST_FBX_ALL; feature <<= 1)
        for (uint64_t seed = 0; seed < seeds; seed++) {
            test_fbx_form form = forms[seed % (sizeof forms / sizeof *forms)];
            expect_scene(seed, feature, form);
            expect_scene(seed, feature | TEST_FBX_LINEAR, form);
        }
}

static void features_combined_are_posed_by_the_formula(void **state)
{
    (void)state;
    size_t count = test_count(10, 60, 3000);
    mote_random random = mote_random_stream(16, 0, 0);
    for (uint64_t seed = 0; seed < count; seed++)
        expect_scene(seed, seed % 4 ? mote_random_below(&random, TEST_FBX_ALL + 1) : TEST_FBX_ALL,
                     forms[seed % (sizeof forms / sizeof *forms)]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_feature_alone_is_posed_by_the_formula),
        cmocka_unit_test(features_combined_are_posed_by_the_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
