#include "support/stage.h"

#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "scenes/scenes.h"
#include "support/run.h"

void stage_begin(stage *s, const mote_world_def *def)
{
    *s = (stage){0};
    if (mote_world_create(def, &s->world) != MOTE_OK) fail_msg("%s", mote_last_message());
}

void stage_end(stage *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_mesh_destroy(s->meshes[i]);
        io_model_release(&s->models[i]);
        free(s->positions[i]);
    }
}

io_model made_model(const char *name)
{
    io_model model;
    if (scene_model_make(name, &model) != MOTE_OK) fail_msg("%s", mote_last_message());
    return model;
}

uint32_t stage_add_model(stage *s, io_model model, bool self_collision)
{
    uint32_t body = s->body_count++;
    assert_true(body < STAGE_BODIES);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    s->models[body] = model;
    s->positions[body] = malloc(model.vertex_count * sizeof(mote_vec3));
    assert_non_null(s->positions[body]);
    if (mote_mesh_create(&def, &s->meshes[body]) != MOTE_OK) fail_msg("%s", mote_last_message());
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = s->meshes[body];
    body_def.self_collision = self_collision;
    assert_int_equal(mote_body_create(s->world, &body_def, &s->ids[body]), MOTE_OK);
    return body;
}

uint32_t stage_add(stage *s, const char *model_name)
{
    return stage_add_model(s, made_model(model_name), false);
}

void stage_place(stage *s, uint32_t body, placement where)
{
    const io_model *model = &s->models[body];
    for (uint32_t v = 0; v < model->vertex_count; v++) {
        mote_vec3 p = model->positions[v];
        p = (mote_vec3){p.x * where.scale.x, p.y * where.scale.y, p.z * where.scale.z};
        s->positions[body][v] = mote_transform_point(&where.turn_and_move, p);
    }
    mote_positions positions = {
        .data = s->positions[body], .count = model->vertex_count, .persistent = true};
    assert_int_equal(mote_body_set_positions(s->world, s->ids[body], &positions), MOTE_OK);
}

placement placed(float scale, mote_transform turn_and_move)
{
    return (placement){{scale, scale, scale}, turn_and_move};
}

mote_transform moved_by(mote_vec3 by)
{
    return (mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, by};
}

mote_transform random_turn(mote_random *random)
{
    mote_vec3 x = mote_random_direction(random), y = mote_random_direction(random);
    mote_vec3 z = mote_vec_cross(x, y);
    z = mote_vec_scale(z, 1 / mote_vec_length(z));
    return (mote_transform){x, mote_vec_cross(z, x), z, {0, 0, 0}};
}

io_model joined_models(const io_model *a, const io_model *b, mote_vec3 move_b)
{
    io_model both = {.vertex_count = a->vertex_count + b->vertex_count,
                     .triangle_count = a->triangle_count + b->triangle_count};
    both.positions = malloc(both.vertex_count * sizeof *both.positions);
    both.triangles = malloc(3 * (size_t)both.triangle_count * sizeof *both.triangles);
    assert_true(both.positions && both.triangles);
    memcpy(both.positions, a->positions, a->vertex_count * sizeof *a->positions);
    for (uint32_t v = 0; v < b->vertex_count; v++)
        both.positions[a->vertex_count + v] = mote_vec_add(b->positions[v], move_b);
    memcpy(both.triangles, a->triangles, 3 * (size_t)a->triangle_count * sizeof *a->triangles);
    for (size_t i = 0; i < 3 * (size_t)b->triangle_count; i++)
        both.triangles[3 * (size_t)a->triangle_count + i] = a->vertex_count + b->triangles[i];
    return both;
}
