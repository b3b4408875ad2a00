// Parts of rigs: what a pose that fails leaves behind; vertices without weights.

#include "assets/rig_part.h"

#include <stdio.h>
#include <string.h>

#include "assets/influences.h"
#include "assets/rig.h"
#include "support/run.h"

// A triangle by two bones, of which the second hangs on the first. Both move to 1 at the time 1,
// and by the time 2 so far that the second is not where a float can be.
static asset_file two_bones(void)
{
    asset_file asset = {0};
    static const mote_vec3 positions[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t corners[3] = {0, 1, 2};
    static const uint16_t influence_bones[6] = {0, 1, 0, 1, 0, 1};
    static const float influence_weights[6] = {1, 0, 0.5f, 0.5f, 0.25f, 0.75f};
    static const double times[3] = {0, 1, 2};
    static const float values[9] = {0, 0, 0, 1, 0, 0, 3e38f, 0, 0};
    asset_bone bones[2];
    asset_surface surface = {.material = MOTE_NONE, .influences = 2};
    asset_track track = {.path = ASSET_PATH_TRANSLATION, .width = 3};
    asset_clip clip = {.end = 2};
    asset_span span;
    uint32_t name;
    assert_int_equal(asset_add_name(&asset, "bone", 4, &name), MOTE_OK);
    assert_true(asset_add(&asset.times, times, 3, &track.times));
    assert_true(asset_add(&asset.numbers, values, 9, &span));
    for (uint32_t i = 0; i < 2; i++) {
        asset_node node = {.name = name,
                           .parent = i ? 0 : MOTE_NONE,
                           .rotation = {0, 0, 0, 1},
                           .scale = {1, 1, 1}};
        bones[i] = (asset_bone){i, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}};
        track.node = i;
        assert_true(asset_add(&asset.nodes, &node, 1, &span));
        assert_true(asset_add(&asset.tracks, &track, 1, &span));
    }
    clip.tracks = (asset_span){0, 2};
    assert_true(asset_add(&asset.bones, bones, 2, &surface.bones));
    assert_true(asset_add(&asset.positions, positions, 3, &surface.positions));
    assert_true(asset_add(&asset.corners, corners, 3, &surface.triangles));
    assert_true(asset_add(&asset.influence_bones, influence_bones, 6, &surface.influence_bones));
    assert_true(asset_add(&asset.influence_weights, influence_weights, 6, &span));
    assert_true(asset_add(&asset.surfaces, &surface, 1, &span));
    assert_true(asset_add(&asset.clips, &clip, 1, &span));
    return asset;
}

static void pose_and_evaluate(asset_rig *rig, double time, mote_vec3 *out)
{
    assert_int_equal(asset_rig_pose(rig, rig->asset.clips.data, time), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(rig->rig_parts->chain, NULL, out), MOTE_OK);
}

static void a_pose_that_fails_leaves_earlier_ones_alone(void **state)
{
    (void)state;
    asset_file asset = two_bones();
    assert_int_equal(asset_check(&asset, "case"), MOTE_OK);
    asset_rig_def def = asset_default_rig_def();
    def.name = "case";
    asset_rig *rig;
    assert_int_equal(asset_rig_create(&asset, &def, &rig), MOTE_OK);
    asset_rig_part *part = rig->rig_parts;
    asset_rig_numbers saved;
    mote_vec3 before[3], wanted[3], got[3];
    assert_int_equal(asset_rig_numbers_create(part, &saved), MOTE_OK);
    pose_and_evaluate(rig, 0, before);
    pose_and_evaluate(rig, 1, wanted);
    asset_rig_part_save(part, &saved);
    assert_int_not_equal(asset_rig_pose(rig, rig->asset.clips.data, 2), MOTE_OK);
    assert_int_equal(asset_rig_part_evaluate_at(part, &saved, NULL, got), MOTE_OK);
    assert_memory_equal(got, wanted, sizeof got);
    pose_and_evaluate(rig, 0, got);
    assert_memory_equal(got, before, sizeof got);
    assert_int_equal(asset_rig_part_evaluate_at(part, &saved, NULL, got), MOTE_OK);
    assert_memory_equal(got, wanted, sizeof got);
    assert_int_equal(mote_deformer_evaluate_all(part->chain, NULL, got), MOTE_OK);
    assert_memory_equal(got, before, sizeof got);
    asset_rig_numbers_release(&saved);
    asset_rig_destroy(rig);
}

static void every_vertex_has_a_weight(void **state)
{
    (void)state;
    asset_file asset = two_bones();
    for (uint32_t i = 0; i < 3; i++) {
        float *weights = asset.influence_weights.data + 2 * i;
        const float kept[2] = {weights[0], weights[1]};
        weights[0] = 0;
        weights[1] = 1e-45f;
        assert_int_equal(asset_check(&asset, "case"), MOTE_OK);
        weights[1] = 0;
        assert_int_equal(asset_check(&asset, "case"), MOTE_ERROR_DATA);
        char words[32];
        snprintf(words, sizeof words, "vertex %u: all weights are 0", i);
        assert_non_null(strstr(mote_last_message(), words));
        memcpy(weights, kept, sizeof kept);
    }
    asset_release(&asset);
}

// What a file says about weights that are 0 is read like no weights.
static void readers_give_the_first_bone_to_vertices_without_weights(void **state)
{
    (void)state;
    asset_file asset = two_bones();
    asset_surface *surface = asset.surfaces.data;
    asset_influences influences;
    assert_int_equal(asset_influences_create(3, &influences), MOTE_OK);
    for (uint32_t i = 0; i < 2; i++)
        assert_int_equal(asset_influences_add(&influences, i, 1, i ? 0.5f : 0), MOTE_OK);
    assert_int_equal(asset_influences_finish(&influences, &asset, surface), MOTE_OK);
    asset_influences_release(&influences);
    assert_int_equal(asset_check(&asset, "case"), MOTE_OK);
    const uint64_t first = surface->influence_bones.first;
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(asset.influence_bones.data[first + i], i == 1);
        assert_true(asset.influence_weights.data[first + i] == (i == 1 ? 0.5f : 1));
    }
    asset_release(&asset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_that_fails_leaves_earlier_ones_alone),
        cmocka_unit_test(every_vertex_has_a_weight),
        cmocka_unit_test(readers_give_the_first_bone_to_vertices_without_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
