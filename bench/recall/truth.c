#include "bench/recall/truth.h"

#include <math.h>
#include <stdlib.h>

#include "core/result.h"

static mote_result add_bodies(recall_truth *truth, const bench_stage *stage)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < truth->body_count && !result; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = stage->bodies[i].mesh;
        def.positions_in_mesh_order = stage->order == BENCH_ORDER_MESH;
        result = mote_body_create(truth->world, &def, &truth->bodies[i]);
    }
    return result;
}

mote_result recall_truth_open(const bench_stage *stage, recall_truth *out)
{
    *out = (recall_truth){.bodies = calloc(stage->body_count, sizeof *out->bodies),
                          .body_count = stage->body_count};
    if (!out->bodies)
        return mote_fail_memory(stage->body_count * sizeof *out->bodies, "bodies to compare with");
    mote_world_def def = mote_default_world_def();
    mote_result result = mote_world_create(&def, &out->world);
    if (!result) result = add_bodies(out, stage);
    if (result) recall_truth_close(out);
    return result;
}

void recall_truth_close(recall_truth *truth)
{
    mote_world_destroy(truth->world);
    free(truth->bodies);
    *truth = (recall_truth){0};
}

mote_result recall_truth_place(recall_truth *truth, const bench_stage *stage)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < truth->body_count && !result; i++) {
        const bench_stage_body *body = &stage->bodies[i];
        mote_positions positions = {.data = stage->positions + body->first, .count = body->count};
        result = mote_body_set_positions(truth->world, truth->bodies[i], &positions);
    }
    return result;
}

mote_result recall_truth_detect(recall_truth *truth, mote_report *out)
{
    mote_result result = mote_world_detect(truth->world);
    return result ? result : mote_world_report(truth->world, out);
}

mote_result recall_truth_distance(void *truth, uint32_t a, uint32_t b, float *out)
{
    recall_truth *t = truth;
    mote_distance found;
    mote_result result =
        mote_world_distance(t->world, t->bodies[a], t->bodies[b], INFINITY, &found);
    if (!result) *out = found.distance;
    return result;
}
