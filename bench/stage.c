#include "bench/stage.h"

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/result.h"

const char *bench_order_name(bench_vertex_order order)
{
    static const char *const names[] = {"caller", "mesh", "shuffled"};
    return names[order];
}

bench_stage_def bench_default_stage_def(void)
{
    return (bench_stage_def){.scene = scene_default_def(),
                             .mesh_flags = MOTE_MESH_CLUSTERS,
                             .max_bytes = (size_t)6 << 30};
}

// ---------------------------------------------------------------------------------------------
// Shuffled numbering

// Where each vertex goes: a random permutation that depends on the number of vertices alone.
static uint32_t *random_places(uint32_t count)
{
    uint32_t *places = calloc((size_t)count + 1, sizeof *places);
    if (!places) return NULL;
    for (uint32_t i = 0; i < count; i++) places[i] = i;
    mote_random random = mote_random_stream(count, 0, 0);
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = mote_random_below(&random, i);
        uint32_t place = places[i - 1];
        places[i - 1] = places[j];
        places[j] = place;
    }
    return places;
}

static mote_result shuffle_model(const io_model *model, io_model *out)
{
    uint32_t *places = random_places(model->vertex_count);
    if (!places) return mote_fail_memory(model->vertex_count * sizeof *places, "shuffled vertices");
    mote_result result = io_model_copy(model, out);
    if (!result) {
        for (uint32_t i = 0; i < model->vertex_count; i++)
            out->positions[places[i]] = model->positions[i];
        for (size_t i = 0; i < (size_t)model->triangle_count * 3; i++)
            out->triangles[i] = places[model->triangles[i]];
    }
    free(places);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Bodies

// The first body with the same model, which may be the body itself.
static uint32_t first_with_model(const scene_instance *scene, uint32_t body)
{
    uint32_t first = 0;
    while (scene_model(scene, first) != scene_model(scene, body)) first++;
    return first;
}

static mote_result make_model(bench_stage *stage, bench_stage_body *body)
{
    if (stage->order != BENCH_ORDER_SHUFFLED) return MOTE_OK;
    io_model *shuffled = &stage->shuffled[stage->model_count];
    mote_result result = shuffle_model(body->model, shuffled);
    if (result) return result;
    stage->model_count++;
    body->model = shuffled;
    return MOTE_OK;
}

static mote_result add_body(bench_stage *stage, uint32_t i, uint32_t mesh_flags)
{
    bench_stage_body *body = &stage->bodies[i];
    uint32_t first = first_with_model(stage->scene, i);
    if (first < i) {
        body->model = stage->bodies[first].model;
        body->mesh = stage->bodies[first].mesh;
    } else {
        body->model = scene_model(stage->scene, i);
        mote_result result = make_model(stage, body);
        if (!result) result = io_model_make_mesh(body->model, mesh_flags, &body->mesh);
        if (result) return result;
    }
    mote_mesh_view view;
    mote_mesh_get_view(body->mesh, &view);
    body->first = stage->position_count;
    body->self_collides = scene_self_collides(stage->scene, i);
    body->count =
        stage->order == BENCH_ORDER_MESH ? view.mesh_order_count : body->model->vertex_count;
    stage->position_count += body->count;
    stage->triangle_count += body->model->triangle_count;
    return MOTE_OK;
}

static mote_result add_bodies(bench_stage *stage, uint32_t mesh_flags)
{
    uint32_t count = scene_body_count(stage->scene);
    stage->bodies = calloc(count, sizeof *stage->bodies);
    stage->shuffled = calloc(count, sizeof *stage->shuffled);
    if (!stage->bodies || !stage->shuffled) {
        mote_fail_memory(count * sizeof *stage->bodies, "the bodies of a stage");
        return MOTE_ERROR_MEMORY; // stated literally for the static analyzer
    }
    for (uint32_t i = 0; i < count; i++) {
        mote_result result = add_body(stage, i, mesh_flags);
        if (result) return result;
        stage->body_count++;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Frames

static void reorder(const mote_vec3 *from, const bench_stage_body *body, const uint32_t *places,
                    mote_vec3 *to)
{
    if (places) {
        for (uint32_t i = 0; i < body->count; i++) to[places[i]] = from[i];
        return;
    }
    mote_mesh_view view;
    mote_mesh_get_view(body->mesh, &view);
    for (uint32_t i = 0; i < body->count; i++) to[i] = from[view.mesh_order[i]];
}

// The positions of one body in all frames.
static mote_result fill_body(bench_stage *stage, uint32_t i)
{
    const bench_stage_body *body = &stage->bodies[i];
    uint32_t vertex_count = body->model->vertex_count;
    bool as_made = stage->order == BENCH_ORDER_CALLER;
    mote_vec3 *made = malloc(((size_t)vertex_count + 1) * sizeof *made);
    uint32_t *places = stage->order == BENCH_ORDER_SHUFFLED ? random_places(vertex_count) : NULL;
    bool ready = made && (places || stage->order != BENCH_ORDER_SHUFFLED);
    for (uint32_t frame = 0; frame < stage->frame_count && ready; frame++) {
        mote_vec3 *to = stage->frames + frame * stage->position_count + body->first;
        scene_positions(stage->scene, i, stage->first_frame + frame, as_made ? to : made);
        if (!as_made) reorder(made, body, places, to);
    }
    free(places);
    free(made);
    return ready ? MOTE_OK : mote_fail_memory(vertex_count * sizeof *made, "positions of a stage");
}

static mote_result fill_frames(bench_stage *stage, size_t max_bytes)
{
    size_t frame_bytes = stage->position_count * sizeof(mote_vec3);
    if (stage->frame_count > max_bytes / frame_bytes) {
        return mote_fail(MOTE_ERROR_LIMIT,
                         "%u frames need %zu MB; at most %zu frames fit in the %zu MB allowed",
                         stage->frame_count, stage->frame_count * (frame_bytes >> 10) >> 10,
                         max_bytes / frame_bytes, max_bytes >> 20);
    }
    stage->frames = malloc(stage->frame_count * frame_bytes);
    stage->positions = malloc(frame_bytes);
    stage->shown = calloc(1, sizeof *stage->shown);
    if (!stage->frames || !stage->positions || !stage->shown)
        return mote_fail_memory(stage->frame_count * frame_bytes, "the frames of a stage");
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < stage->body_count && !result; i++) result = fill_body(stage, i);
    return result;
}

static mote_result choose_frames(const bench_stage_def *def, bench_stage *stage)
{
    uint32_t own = scene_frame_count(stage->scene);
    stage->first_frame = def->first_frame;
    stage->frame_count = def->frame_count;
    if (def->frame_count) return MOTE_OK;
    if (def->first_frame >= own)
        return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s: has %u frames of its own, none from %u on",
                         def->scene.name, own, def->first_frame);
    stage->frame_count = own - def->first_frame;
    return MOTE_OK;
}

mote_result bench_stage_open(const bench_stage_def *def, bench_stage *out)
{
    *out = (bench_stage){.order = def->order};
    mote_result result = scene_open(&def->scene, &out->scene);
    if (!result) result = choose_frames(def, out);
    if (!result) result = add_bodies(out, def->mesh_flags);
    if (!result) result = fill_frames(out, def->max_bytes);
    if (result) bench_stage_close(out);
    return result;
}

void bench_stage_close(bench_stage *stage)
{
    for (uint32_t i = 0; i < stage->body_count; i++)
        if (first_with_model(stage->scene, i) == i) mote_mesh_destroy(stage->bodies[i].mesh);
    for (uint32_t i = 0; i < stage->model_count; i++) io_model_release(&stage->shuffled[i]);
    free(stage->shuffled);
    free(stage->bodies);
    free(stage->frames);
    free(stage->shown);
    free(stage->positions);
    scene_close(stage->scene);
    *stage = (bench_stage){0};
}

void bench_stage_show(const bench_stage *stage, uint32_t frame)
{
    if (stage->shown) *stage->shown = frame;
    memcpy(stage->positions, stage->frames + frame * stage->position_count,
           stage->position_count * sizeof *stage->positions);
}
