#include "support/js_world.h"

#include "support/run.h"

mote_js_scene *js_open_scene(const char *name)
{
    mote_js_scene *scene;
    assert_int_equal(mote_js_scene_open(name, 1, 1, 300, &scene), MOTE_OK);
    return scene;
}

mote_js_world *js_create_world(const char *method)
{
    mote_world_def *options;
    mote_js_world *world;
    assert_int_equal(mote_js_options_create(&options), MOTE_OK);
    assert_int_equal(mote_js_options_method(options, method), MOTE_OK);
    assert_int_equal(mote_js_world_create(options, &world), MOTE_OK);
    mote_js_release(options);
    return world;
}

void js_fill(mote_js_world *world, mote_js_scene *scene)
{
    for (uint32_t i = 0; i < mote_js_scene_body_count(scene); i++) {
        mote_js_mesh *mesh;
        uint32_t body;
        assert_int_equal(mote_js_scene_mesh(scene, i, &mesh), MOTE_OK);
        assert_int_equal(mote_js_world_add(world, mesh, false, false, &body), MOTE_OK);
        assert_int_equal(body, i);
        mote_js_mesh_release(mesh);
    }
}

const mote_report *js_detect(mote_js_world *world, const mote_js_scene *scene, uint32_t frame)
{
    for (uint32_t i = 0; i < mote_js_scene_body_count(scene); i++)
        assert_int_equal(mote_js_world_show(world, i, scene, i, frame), MOTE_OK);
    const mote_report *report;
    assert_int_equal(mote_js_world_detect(world), MOTE_OK);
    assert_int_equal(mote_js_world_report(world, &report), MOTE_OK);
    return report;
}
