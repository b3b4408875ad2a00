#include "support/scene_show.h"

#include <stdlib.h>

#include "support/run.h"

mote_mesh *scene_mesh(const scene_instance *scene, uint32_t body)
{
    const io_model *model = scene_model(scene, body);
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = MOTE_MESH_CLUSTERS;
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    return mesh;
}

static uint32_t first_with_model(const scene_instance *scene, uint32_t body)
{
    uint32_t first = 0;
    while (scene_model(scene, first) != scene_model(scene, body)) first++;
    return first;
}

static void add_body(scene_show *show, uint32_t body)
{
    uint32_t first = first_with_model(show->scene, body);
    show->meshes[body] = first < body ? show->meshes[first] : scene_mesh(show->scene, body);
    show->positions[body] = calloc(scene_model(show->scene, body)->vertex_count, sizeof(mote_vec3));
    show->ends[body] = calloc(scene_model(show->scene, body)->vertex_count, sizeof(mote_vec3));
    assert_true(show->positions[body] && show->ends[body]);
    mote_body_def def = mote_default_body_def();
    def.mesh = show->meshes[body];
    def.self_collision = scene_self_collides(show->scene, body);
    assert_int_equal(mote_body_create(show->world, &def, &show->ids[body]), MOTE_OK);
}

scene_show scene_show_open(const char *name, uint32_t detail, uint64_t seed)
{
    scene_show show = {0};
    scene_def def = scene_default_def();
    def.name = name;
    def.detail = detail;
    def.seed = seed;
    if (scene_open(&def, &show.scene) != MOTE_OK) fail_msg("%s: %s", name, mote_last_message());
    mote_world_def world_def = mote_default_world_def();
    world_def.contacts = false;
    assert_int_equal(mote_world_create(&world_def, &show.world), MOTE_OK);
    show.body_count = scene_body_count(show.scene);
    show.meshes = calloc(show.body_count, sizeof *show.meshes);
    show.positions = calloc(show.body_count, sizeof *show.positions);
    show.ends = calloc(show.body_count, sizeof *show.ends);
    show.ids = calloc(show.body_count, sizeof *show.ids);
    assert_true(show.meshes && show.positions && show.ends && show.ids);
    for (uint32_t body = 0; body < show.body_count; body++) add_body(&show, body);
    return show;
}

void scene_show_close(scene_show *show)
{
    mote_world_destroy(show->world);
    for (uint32_t body = 0; body < show->body_count; body++) {
        if (first_with_model(show->scene, body) == body) mote_mesh_destroy(show->meshes[body]);
        free(show->positions[body]);
        free(show->ends[body]);
    }
    free(show->meshes);
    free(show->positions);
    free(show->ends);
    free(show->ids);
    scene_close(show->scene);
}

mote_report scene_show_frame(scene_show *show, uint32_t frame)
{
    for (uint32_t body = 0; body < show->body_count; body++) {
        scene_positions(show->scene, body, frame, show->positions[body]);
        mote_positions positions = {.data = show->positions[body],
                                    .count = scene_model(show->scene, body)->vertex_count};
        assert_int_equal(mote_body_set_positions(show->world, show->ids[body], &positions),
                         MOTE_OK);
    }
    assert_int_equal(mote_world_detect(show->world), MOTE_OK);
    mote_report report;
    assert_int_equal(mote_world_report(show->world, &report), MOTE_OK);
    return report;
}

mote_sweep_report scene_show_step(scene_show *show, uint32_t frame)
{
    for (uint32_t body = 0; body < show->body_count; body++) {
        uint32_t count = scene_model(show->scene, body)->vertex_count;
        scene_positions(show->scene, body, frame, show->positions[body]);
        scene_positions(show->scene, body, frame + 1, show->ends[body]);
        mote_motion motion = mote_default_motion();
        motion.start.positions = (mote_positions){.data = show->positions[body], .count = count};
        motion.end.positions = (mote_positions){.data = show->ends[body], .count = count};
        assert_int_equal(mote_body_set_motion(show->world, show->ids[body], &motion), MOTE_OK);
    }
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.contacts = true;
    assert_int_equal(mote_world_sweep(show->world, &def), MOTE_OK);
    mote_sweep_report report;
    assert_int_equal(mote_world_sweep_report(show->world, &report), MOTE_OK);
    return report;
}

size_t scene_show_pairs(const scene_show *show, const mote_report *report, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        uint32_t first = show->ids[a].index, second = show->ids[b].index;
        bool found = (pair->a.index == first && pair->b.index == second) ||
                     (pair->a.index == second && pair->b.index == first);
        if (found) return pair->face_pair_count;
    }
    return 0;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

mote_box scene_show_box(const scene_show *show, uint32_t body)
{
    const mote_vec3 *p = show->positions[body];
    mote_box box = {p[0], p[0]};
    uint32_t count = scene_model(show->scene, body)->vertex_count;
    for (uint32_t i = 1; i < count; i++) {
        box.min = (mote_vec3){least(box.min.x, p[i].x), least(box.min.y, p[i].y),
                              least(box.min.z, p[i].z)};
        box.max =
            (mote_vec3){most(box.max.x, p[i].x), most(box.max.y, p[i].y), most(box.max.z, p[i].z)};
    }
    return box;
}
