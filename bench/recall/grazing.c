// The second body comes from far away in a straight line towards the middle of the first. Free is
// a place where the two do not meet and that was reached without meeting. While the distance allows
// it, the body moves on by that much, which cannot make them meet (Mirtich 1996 calls it
// conservative advancement); then by less than the wanted depth. The first place where they meet is
// at most one such step from a free one, so that no point is deeper inside than the step is long.

#include "bench/recall/grazing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/recall/extent.h"
#include "core/box.h"
#include "core/random.h"
#include "core/result.h"
#include "core/transform.h"
#include "scenes/motion.h"
#include "scenes/trig.h"

enum { MAX_ATTEMPTS = 64 };

// Places are rounded to float, which may add to the depth.
static const double deepest = 0.999 * RECALL_GRAZING_DEPTH, shallowest = 0.1 * RECALL_GRAZING_DEPTH;

mote_result recall_grazing_open(const bench_stage *stage, uint64_t seed, recall_grazing *out)
{
    *out = (recall_grazing){.seed = seed};
    if (stage->body_count < 2)
        return mote_fail(MOTE_ERROR_ARGUMENT, "grazing starts need two bodies, the scene has one");
    out->stage = *stage;
    out->stage.body_count = 2;
    out->stage.shown = NULL; // no frame of the scene has the bodies where they graze
    out->stage.position_count = (size_t)stage->bodies[0].count + stage->bodies[1].count;
    out->radius = fmin(recall_model_radius(stage->bodies[0].model),
                       recall_model_radius(stage->bodies[1].model));
    out->forms = malloc(out->stage.position_count * sizeof *out->forms);
    mote_result result =
        out->forms ? recall_truth_open(&out->stage, &out->truth)
                   : mote_fail_memory(out->stage.position_count * sizeof *out->forms, "forms");
    if (result) recall_grazing_close(out);
    return result;
}

void recall_grazing_close(recall_grazing *grazing)
{
    recall_truth_close(&grazing->truth);
    free(grazing->forms);
    *grazing = (recall_grazing){0};
}

// Shoemake, "Uniform random rotations", 1992.
static mote_rotation random_rotation(mote_random *random)
{
    double share = (double)mote_random_unit(random);
    double first = (double)mote_random_unit(random), second = (double)mote_random_unit(random);
    double r = sqrt(1.0 - share), s = sqrt(share);
    return (mote_rotation){s * scene_cos_turns(second), r * scene_sin_turns(first),
                           r * scene_cos_turns(first), s * scene_sin_turns(second)};
}

// The form of a body in a random frame of the scene, turned about the middle of its box, which
// is at the origin. Returns its radius there.
static double draw_form(recall_grazing *g, uint32_t body, mote_random *random)
{
    const bench_stage_body *b = &g->stage.bodies[body];
    mote_vec3 *form = g->forms + b->first;
    uint32_t frame = mote_random_below(random, scene_frame_count(g->stage.scene));
    scene_positions(g->stage.scene, body, frame, form);
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < b->count; i++) mote_box_add_point(&box, form[i]);
    mote_vec3 middle = mote_dvec_narrow(mote_box_center(&box));
    mote_transform turn = scene_rigid_pose(random_rotation(random), (mote_dvec3){0.0, 0.0, 0.0});
    double radius = 0.0;
    for (uint32_t i = 0; i < b->count; i++) {
        form[i] = mote_transform_point(&turn, mote_vec_sub(form[i], middle));
        double length = mote_dvec_length(mote_vec_widen(form[i]));
        if (length > radius) radius = length;
    }
    return radius;
}

// Puts the second body at this distance from the first and returns the distance of their surfaces.
static mote_result place(recall_grazing *g, double way, float *distance)
{
    const bench_stage_body *second = &g->stage.bodies[1];
    mote_dvec3 offset = mote_dvec_scale(g->direction, way);
    memcpy(g->stage.positions, g->forms, g->stage.position_count * sizeof *g->forms);
    for (size_t i = second->first; i < second->first + second->count; i++)
        g->stage.positions[i] =
            mote_dvec_narrow(mote_dvec_add(mote_vec_widen(g->forms[i]), offset));
    mote_result result = recall_truth_place(&g->truth, &g->stage);
    return result ? result : recall_truth_distance(&g->truth, 0, 1, distance);
}

// Moves in from `way` until the surfaces meet. `met` is false if the bodies passed each other.
static mote_result move_in(recall_grazing *g, double way, double step, bool *met)
{
    *met = false;
    float distance = INFINITY;
    while (way > 0.0) {
        mote_result result = place(g, way, &distance);
        if (result) return result;
        *met = distance == 0.0f;
        if (*met) return MOTE_OK;
        // Slightly less than the distance, which is rounded.
        way -= fmax(0.999 * (double)distance, step);
    }
    return MOTE_OK;
}

mote_result recall_grazing_make(recall_grazing *g, uint32_t number)
{
    for (uint32_t attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        mote_random random = mote_random_stream(g->seed, number, attempt);
        double reach = draw_form(g, 0, &random) + draw_form(g, 1, &random);
        g->direction = mote_vec_widen(mote_random_direction(&random));
        double depth = shallowest + (deepest - shallowest) * (double)mote_random_unit(&random);
        bool met;
        mote_result result = move_in(g, reach + 0.1 * g->radius, depth * g->radius, &met);
        if (result) return result;
        if (!met) continue;
        memcpy(g->stage.frames, g->stage.positions,
               g->stage.position_count * sizeof *g->stage.positions);
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_DATA, "grazing start %u: the bodies do not meet in %d attempts",
                     number, MAX_ATTEMPTS);
}
