// The built-in scenes and models, and the bodies of a world that show them: what only the module
// with scenes has.

#include "scenes/scenes.h"

#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Lists and models

static js_entry entry;

const js_entry *js_scene_at(uint32_t index)
{
    size_t count;
    const scene_info *infos = scene_list(&count);
    if (index >= count) return NULL;
    const scene_info *info = &infos[index];
    entry = (js_entry){info->name, info->summary, info->group, info->frame_count};
    return &entry;
}

const js_entry *js_model_at(uint32_t index)
{
    size_t count;
    const scene_model_info *infos = scene_model_list(&count);
    if (index >= count) return NULL;
    entry = (js_entry){.name = infos[index].name, .summary = infos[index].summary};
    return &entry;
}

mote_result js_mesh_of_model(const char *name, js_mesh **out)
{
    *out = NULL;
    io_model model;
    mote_result result = scene_model_make(name, &model);
    if (result) return result;
    result = js_mesh_create(model.positions, model.vertex_count, model.triangles,
                            model.triangle_count, false, out);
    io_model_release(&model);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Scenes

// Created on first use.
typedef struct cached_body {
    js_mesh *mesh;
    mote_vec3 *positions;
} cached_body;

struct js_scene {
    scene_instance *scene;
    cached_body *bodies;
    uint32_t count;
};

mote_result js_scene_open(const char *name, double seed, float speed, uint32_t detail,
                          js_scene **out)
{
    *out = NULL;
    if (!(seed >= 0 &&
          seed <= 9007199254740991.0)) // 2^53 - 1: the largest integer that a double holds exactly
        return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s: seed is %g, expected 0 to 2^53 - 1", name,
                         seed);
    js_scene *s = calloc(1, sizeof *s);
    if (!s) return mote_fail_memory(sizeof *s, "a scene");
    scene_def def = {.name = name, .seed = (uint64_t)seed, .speed = speed, .detail = detail};
    mote_result result = scene_open(&def, &s->scene);
    if (!result) {
        uint32_t count = scene_body_count(s->scene);
        s->bodies = calloc(count, sizeof *s->bodies);
        if (s->bodies)
            s->count = count;
        else
            result = mote_fail_memory(count * sizeof *s->bodies, "the bodies of a scene");
    }
    if (result)
        js_scene_close(s);
    else
        *out = s;
    return result;
}

void js_scene_close(js_scene *scene)
{
    if (!scene) return;
    for (uint32_t i = 0; i < scene->count; i++) {
        js_mesh_release(scene->bodies[i].mesh);
        free(scene->bodies[i].positions);
    }
    free(scene->bodies);
    scene_close(scene->scene);
    free(scene);
}

uint32_t js_scene_body_count(const js_scene *scene)
{
    return scene->count;
}

uint32_t js_scene_frame_count(const js_scene *scene)
{
    return scene_frame_count(scene->scene);
}

const char *js_scene_body_name(const js_scene *scene, uint32_t body)
{
    return body < scene->count ? scene_body_name(scene->scene, body) : NULL;
}

bool js_scene_is_y_up(const js_scene *scene)
{
    return scene_up_axis(scene->scene) == SCENE_UP_Y;
}

bool js_scene_self_collides(const js_scene *scene, uint32_t body)
{
    return body < scene->count && scene_self_collides(scene->scene, body);
}

bool js_scene_is_rigid(const js_scene *scene, uint32_t body)
{
    return body < scene->count && scene_is_rigid(scene->scene, body);
}

bool js_scene_has_deformer(const js_scene *scene, uint32_t body)
{
    return body < scene->count && scene_has_deformer(scene->scene, body);
}

static mote_result check_body(const js_scene *scene, uint32_t body)
{
    if (body < scene->count) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "body %u: the scene has only %u bodies", body,
                     scene->count);
}

// The mesh of another body of the same model, or null.
static js_mesh *shared_mesh(const js_scene *scene, const io_model *model)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        if (scene->bodies[i].mesh && scene_model(scene->scene, i) == model)
            return scene->bodies[i].mesh;
    }
    return NULL;
}

mote_result js_scene_mesh(js_scene *scene, uint32_t body, js_mesh **out)
{
    *out = NULL;
    mote_result result = check_body(scene, body);
    if (result) return result;
    cached_body *b = &scene->bodies[body];
    if (!b->mesh) {
        const io_model *model = scene_model(scene->scene, body);
        js_mesh *mesh = shared_mesh(scene, model);
        if (mesh)
            js_mesh_hold(mesh);
        else
            result = js_mesh_create(model->positions, model->vertex_count, model->triangles,
                                    model->triangle_count, false, &mesh);
        if (result) return result;
        b->mesh = mesh;
    }
    js_mesh_hold(b->mesh);
    *out = b->mesh;
    return MOTE_OK;
}

mote_result js_scene_transform(const js_scene *scene, uint32_t body, uint32_t frame,
                               mote_transform *out)
{
    mote_result result = check_body(scene, body);
    if (!result) *out = scene_transform(scene->scene, body, frame);
    return result;
}

mote_result js_scene_positions(js_scene *scene, uint32_t body, uint32_t frame,
                               const mote_vec3 **out)
{
    *out = NULL;
    mote_result result = check_body(scene, body);
    if (result) return result;
    cached_body *b = &scene->bodies[body];
    size_t size = scene_model(scene->scene, body)->vertex_count * sizeof *b->positions;
    if (!b->positions) b->positions = malloc(size);
    if (!b->positions) return mote_fail_memory(size, "the positions of a body");
    scene_positions(scene->scene, body, frame, b->positions);
    *out = b->positions;
    return MOTE_OK;
}

// The body of the scene must have as many vertices as that of the world.
static mote_result check_size(const js_scene *scene, uint32_t body, uint32_t vertex_count)
{
    mote_result result = check_body(scene, body);
    if (result) return result;
    uint32_t own = scene_model(scene->scene, body)->vertex_count;
    if (own == vertex_count) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT,
                     "body %u of the scene has %u vertices, but the body of the world has %u", body,
                     own, vertex_count);
}

static mote_result write_positions(const js_scene *scene, uint32_t body, uint32_t frame,
                                   uint32_t vertex_count, mote_vec3 *out)
{
    mote_result result = check_size(scene, body, vertex_count);
    if (!result) scene_positions(scene->scene, body, frame, out);
    return result;
}

static mote_result create_deformer(const js_scene *scene, uint32_t body, js_mesh *mesh,
                                   mote_deformer **out)
{
    *out = NULL;
    const mote_nodes *nodes;
    mote_result result = check_size(scene, body, mesh->vertex_count);
    if (!result && !scene_has_deformer(scene->scene, body))
        result = mote_fail(MOTE_ERROR_ARGUMENT, "body %u of the scene has no deformer", body);
    if (!result) result = js_mesh_nodes(mesh, &nodes);
    return result ? result : scene_deformer(scene->scene, body, mesh->mesh, nodes, out);
}

static mote_result pose_deformer(const js_scene *scene, uint32_t body, uint32_t frame,
                                 mote_deformer *deformer)
{
    mote_result result = check_body(scene, body);
    return result ? result : scene_pose(scene->scene, body, frame, deformer);
}

// ---------------------------------------------------------------------------------------------
// Bodies of a world

static mote_result show_positions(js_world *world, uint32_t body, const js_scene *scene,
                                  uint32_t scene_body, uint32_t frame)
{
    mote_vec3 *positions;
    mote_result result = js_world_positions(world, body, &positions);
    if (!result)
        result = write_positions(scene, scene_body, frame, world->bodies[body].mesh->vertex_count,
                                 positions);
    return result ? result : js_world_set_positions(world, body);
}

static void destroy_deformer(void *deformer)
{
    mote_deformer_destroy(deformer);
}

mote_result js_world_put_on_demand(js_world *world, uint32_t body, const js_scene *scene,
                                   uint32_t scene_body)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    js_shaping own = {.release = destroy_deformer};
    mote_result result = js_expect_own(world);
    if (!result) result = create_deformer(scene, scene_body, b->mesh, &own.deformer);
    if (result) return result;
    own.owner = own.deformer;
    result = js_body_set_deformer(world, body, &own);
    if (result) mote_deformer_destroy(own.deformer);
    return result;
}

mote_result js_world_show(js_world *world, uint32_t body, const js_scene *scene,
                          uint32_t scene_body, uint32_t frame)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = MOTE_OK;
    if (b->on_demand) {
        result = pose_deformer(scene, scene_body, frame, js_body_deformer(b));
        if (!result) result = js_body_deformed(world, body);
    } else if (!js_scene_is_rigid(scene, scene_body)) {
        return show_positions(world, body, scene, scene_body, frame);
    }
    if (result) return result;
    mote_transform transform;
    result = js_scene_transform(scene, scene_body, frame, &transform);
    return result ? result : js_world_set_transform(world, body, &transform);
}
