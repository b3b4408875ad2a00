#include "support/js_world.h"

#include "support/run.h"

const js_body_options js_plain_body = {.category = 1, .mask = UINT32_MAX};

js_scene *js_open_scene(const char *name)
{
    js_scene *scene;
    assert_int_equal(js_scene_open(name, 1, 1, 300, &scene), MOTE_OK);
    return scene;
}

js_world *js_create_world(const char *method)
{
    mote_world_def *options;
    js_world *world;
    assert_int_equal(js_options_create(&options), MOTE_OK);
    assert_int_equal(js_options_method(options, method), MOTE_OK);
    assert_int_equal(js_world_create(options, &world), MOTE_OK);
    js_release(options);
    return world;
}

void js_fill(js_world *world, js_scene *scene)
{
    for (uint32_t i = 0; i < js_scene_body_count(scene); i++) {
        js_mesh *mesh;
        uint32_t body;
        assert_int_equal(js_scene_mesh(scene, i, &mesh), MOTE_OK);
        assert_int_equal(js_world_add(world, mesh, &js_plain_body, &body), MOTE_OK);
        assert_int_equal(body, i);
        js_mesh_release(mesh);
    }
}

const mote_report *js_detect(js_world *world, const js_scene *scene, uint32_t frame)
{
    for (uint32_t i = 0; i < js_scene_body_count(scene); i++)
        assert_int_equal(js_world_show(world, i, scene, i, frame), MOTE_OK);
    const mote_report *report;
    assert_int_equal(js_world_detect(world), MOTE_OK);
    assert_int_equal(js_world_report(world, &report), MOTE_OK);
    return report;
}
