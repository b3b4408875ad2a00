#include "bench/recall/extent.h"

#include <math.h>
#include <stdlib.h>

#include "core/box.h"
#include "core/result.h"

enum { SPEED_SAMPLES = 16 };

double recall_model_radius(const io_model *model)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < model->vertex_count; i++)
        mote_box_add_point(&box, model->positions[i]);
    mote_dvec3 middle = mote_box_center(&box);
    double radius = 0.0;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        mote_dvec3 arm = mote_dvec_sub(mote_vec_widen(model->positions[i]), middle);
        double length = mote_dvec_length(arm);
        if (length > radius) radius = length;
    }
    return radius;
}

// How far the vertices of a body move from a frame to the next, on average. `from` and `to` are
// room for its positions.
static double body_way(const scene_instance *scene, uint32_t body, uint32_t frame, mote_vec3 *from,
                       mote_vec3 *to)
{
    uint32_t count = scene_model(scene, body)->vertex_count;
    scene_positions(scene, body, frame, from);
    scene_positions(scene, body, frame + 1, to);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        mote_dvec3 way = mote_dvec_sub(mote_vec_widen(to[i]), mote_vec_widen(from[i]));
        sum += mote_dvec_length(way);
    }
    return sum / count;
}

static double fastest_way(const scene_instance *scene, uint32_t frame, mote_vec3 *from,
                          mote_vec3 *to)
{
    double fastest = 0.0;
    for (uint32_t body = 0; body < scene_body_count(scene); body++)
        fastest = fmax(fastest, body_way(scene, body, frame, from, to));
    return fastest;
}

mote_result recall_scene_measure_speed(const scene_instance *scene, double *out)
{
    double radius = (double)INFINITY;
    size_t most = 1;
    for (uint32_t i = 0; i < scene_body_count(scene); i++) {
        const io_model *model = scene_model(scene, i);
        radius = fmin(radius, recall_model_radius(model));
        if (model->vertex_count > most) most = model->vertex_count;
    }
    mote_vec3 *room = malloc(2 * most * sizeof *room);
    if (!room) return mote_fail_memory(2 * most * sizeof *room, "the speed of a scene");
    double sum = 0.0;
    for (uint32_t i = 0; i < SPEED_SAMPLES; i++) {
        uint32_t frame = (uint32_t)((uint64_t)scene_frame_count(scene) * i / SPEED_SAMPLES);
        sum += fastest_way(scene, frame, room, room + most);
    }
    free(room);
    *out = sum / SPEED_SAMPLES / radius;
    return MOTE_OK;
}
