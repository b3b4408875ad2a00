// Assets as JavaScript has them, natively and under the sanitizers.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/module.h"
#include "samples/arm.h"
#include "support/js_world.h"
#include "support/run.h"

static js_asset *open_arm(void)
{
    unsigned char *bytes;
    size_t size;
    js_asset *asset;
    assert_int_equal(sample_make_arm(1, &bytes, &size), MOTE_OK);
    assert_int_equal(js_asset_open(bytes, size, "arm.glb", &asset), MOTE_OK);
    free(bytes); // an asset keeps nothing of the file
    return asset;
}

static uint32_t add(js_world *world, js_asset *asset, uint32_t part, bool on_demand)
{
    uint32_t body;
    assert_int_equal(js_world_add_part(world, asset, part, on_demand, &js_plain_body, &body),
                     MOTE_OK);
    return body;
}

static void show(js_world *world, uint32_t body, js_asset *asset, uint32_t part)
{
    assert_int_equal(js_world_show_part(world, body, asset, part), MOTE_OK);
}

static void parts_and_clips_are_listed(void **state)
{
    (void)state;
    js_asset *asset = open_arm();
    assert_string_equal(js_asset_part_at(asset, 0)->name, "arm");
    assert_string_equal(js_asset_part_at(asset, 1)->name, "sleeve");
    assert_true(js_asset_part_at(asset, 1)->deforms);
    assert_null(js_asset_part_at(asset, 2));
    assert_true(js_asset_clip_at(asset, 0)->end == 4);
    assert_null(js_asset_clip_at(asset, 1));
    js_mesh *mesh;
    assert_int_equal(js_asset_mesh(asset, 2, &mesh), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_asset_pose(asset, 1, 0), MOTE_ERROR_ARGUMENT);
    js_asset_release(asset);
}

// With positions and on demand, at several times: the same hash.
static void bodies_of_both_kinds_meet_alike(void **state)
{
    (void)state;
    js_asset *asset = open_arm();
    js_world *worlds[2] = {js_create_world("hybrid"), js_create_world("hybrid")};
    for (int w = 0; w < 2; w++)
        for (uint32_t part = 0; part < 2; part++)
            assert_int_equal(add(worlds[w], asset, part, w), part);
    size_t met = 0;
    for (int i = 0; i <= 8; i++) {
        const mote_report *reports[2];
        assert_int_equal(js_asset_pose(asset, i ? 0 : MOTE_NONE, i * 0.5), MOTE_OK);
        for (int w = 0; w < 2; w++) {
            for (uint32_t part = 0; part < 2; part++) show(worlds[w], part, asset, part);
            assert_int_equal(js_world_detect(worlds[w]), MOTE_OK);
            assert_int_equal(js_world_report(worlds[w], &reports[w]), MOTE_OK);
        }
        assert_true(reports[0]->hash == reports[1]->hash);
        met += reports[0]->face_pair_count;
    }
    assert_true(met > 0);
    js_world_destroy(worlds[0]);
    js_asset_release(asset); // before bodies that are formed by it
    assert_int_equal(js_world_detect(worlds[1]), MOTE_OK);
    assert_int_equal(js_world_remove(worlds[1], 0), MOTE_OK);
    js_world_destroy(worlds[1]);
}

static void bodies_show_their_own_part_alone(void **state)
{
    (void)state;
    js_asset *asset = open_arm(), *other = open_arm();
    js_world *world = js_create_world("hybrid");
    uint32_t plain = add(world, asset, 0, false), on_demand = add(world, asset, 0, true);
    assert_int_equal(js_world_show_part(world, plain, asset, 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show_part(world, on_demand, asset, 1), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show_part(world, on_demand, other, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show_part(world, plain, asset, 2), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_show_part(world, 9, asset, 0), MOTE_ERROR_STALE);
    show(world, plain, asset, 0);
    show(world, on_demand, asset, 0);
    js_asset_release(other);
    js_asset_release(asset);
    js_world_destroy(world);
}

static void methods_for_rigid_bodies_refuse_bodies_on_demand(void **state)
{
    (void)state;
    js_asset *asset = open_arm();
    js_world *world = js_create_world("octree-update");
    uint32_t body;
    mote_result result = js_world_add_part(world, asset, 0, true, &js_plain_body, &body);
    assert_int_equal(result, MOTE_ERROR_REFUSED);
    assert_int_equal(js_world_detect(world), MOTE_OK); // nothing has stayed
    js_world_destroy(world);
    js_asset_release(asset);
}

static void broken_files_are_refused_by_name(void **state)
{
    (void)state;
    js_asset *asset;
    assert_int_equal(js_asset_open("glTF", 4, "a.glb", &asset), MOTE_ERROR_DATA);
    assert_null(asset);
    assert_string_equal(js_message(), "a.glb: is neither glTF nor GLB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_and_clips_are_listed),
        cmocka_unit_test(bodies_of_both_kinds_meet_alike),
        cmocka_unit_test(bodies_show_their_own_part_alone),
        cmocka_unit_test(methods_for_rigid_bodies_refuse_bodies_on_demand),
        cmocka_unit_test(broken_files_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
