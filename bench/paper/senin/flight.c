#include "bench/paper/senin/flight.h"

#include <math.h>
#include <stdlib.h>

#include "bench/recall/extent.h"
#include "bench/recall/truth.h"
#include "core/result.h"

enum { BODIES = 2 };

typedef struct flyer {
    mote_world *world;
    mote_body_id ids[BODIES];
} flyer;

// The distance of the two bodies in the present frame, which all worlds ask for.
typedef struct known_distance {
    recall_truth *truth;
    float distance; // negative: not known yet
} known_distance;

typedef struct flight {
    const paper_flight_def *def;
    bench_stage stage;
    double radii[BODIES];
    recall_truth truth;
    known_distance known;
    flyer flyers[PAPER_FLIGHT_WORLDS];
    recall_score *scores;
} flight;

// ---------------------------------------------------------------------------------------------
// Opening

static mote_result open_stage(flight *f)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = f->def->scene;
    def.scene.seed = f->def->seed;
    if (f->def->speed > 0) def.scene.speed = (float)f->def->speed;
    def.frame_count = 1;
    def.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&def, &f->stage);
    if (result) return result;
    if (f->stage.body_count != BODIES) {
        bench_stage_close(&f->stage);
        return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s does not have two bodies", f->def->scene);
    }
    for (uint32_t i = 0; i < BODIES; i++)
        f->radii[i] = recall_model_radius(f->stage.bodies[i].model);
    return MOTE_OK;
}

static mote_result open_flyer(flight *f, uint32_t setting)
{
    flyer *one = &f->flyers[setting];
    mote_result result = mote_world_create(&f->def->settings[setting].world, &one->world);
    for (uint32_t i = 0; i < BODIES && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = f->stage.bodies[i].mesh;
        result = mote_body_create(one->world, &body, &one->ids[i]);
    }
    return result;
}

static void close_flight(flight *f)
{
    for (uint32_t i = 0; i < f->def->count; i++) mote_world_destroy(f->flyers[i].world);
    recall_truth_close(&f->truth);
    bench_stage_close(&f->stage);
}

// ---------------------------------------------------------------------------------------------
// Frames

static mote_result distance_of(void *context, uint32_t a, uint32_t b, float *out)
{
    known_distance *known = context;
    mote_result result = MOTE_OK;
    if (known->distance < 0) result = recall_truth_distance(known->truth, a, b, &known->distance);
    *out = known->distance;
    return result;
}

static mote_result score_unscored(recall_score *score, const paper_flight_moment *moment)
{
    score->frame_count++;
    score->cost.force_evaluations += moment->report->stats.force_evaluations;
    score->cost.hops += moment->report->stats.hops;
    return recall_samples_add(&score->seconds, moment->seconds);
}

static mote_result score_moment(flight *f, const paper_flight_moment *moment,
                                const mote_report *truth)
{
    recall_score *score = &f->scores[moment->setting];
    mote_result result = MOTE_OK;
    if (f->def->unscored) {
        result = score_unscored(score, moment);
    } else {
        recall_frame frame = {.stage = &f->stage,
                              .radii = f->radii,
                              .truth = truth,
                              .answer = moment->report,
                              .distance = distance_of,
                              .context = &f->known,
                              .seconds = moment->seconds};
        result = recall_score_frame(score, &frame);
    }
    if (!result && f->def->after) result = f->def->after(f->def->context, moment);
    return result;
}

// The timed part is what a caller does: set the positions and detect.
static mote_result query(const flight *f, const flyer *one, double *seconds)
{
    mote_result result = MOTE_OK;
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    for (uint32_t i = 0; i < BODIES && !result; i++) {
        const bench_stage_body *body = &f->stage.bodies[i];
        mote_positions at = {.data = f->stage.positions + body->first, .count = body->count};
        result = mote_body_set_positions(one->world, one->ids[i], &at);
    }
    if (!result) result = mote_world_detect(one->world);
    *seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
    return result;
}

static mote_result fly_frame(flight *f, uint32_t frame)
{
    for (uint32_t i = 0; i < BODIES; i++)
        scene_positions(f->stage.scene, i, f->def->first_frame + frame,
                        f->stage.positions + f->stage.bodies[i].first);
    mote_report truth = {0};
    mote_result result = MOTE_OK;
    f->known = (known_distance){&f->truth, -1};
    if (!f->def->unscored) result = recall_truth_place(&f->truth, &f->stage);
    if (!result && !f->def->unscored) result = recall_truth_detect(&f->truth, &truth);
    for (uint32_t i = 0; i < f->def->count && !result; i++) {
        uint32_t setting = (i + frame) % f->def->count; // take turns at finding cold caches
        mote_world *world = f->flyers[setting].world;
        paper_flight_moment moment = {.frame = frame, .setting = setting, .world = world};
        mote_report report;
        result = query(f, &f->flyers[setting], &moment.seconds);
        if (!result) result = mote_world_report(world, &report);
        moment.report = &report;
        if (!result) result = score_moment(f, &moment, &truth);
    }
    return result;
}

static uint32_t frame_count_of(const flight *f)
{
    if (f->def->frame_count) return f->def->frame_count;
    double speed = f->def->speed > 0 ? f->def->speed : 1;
    double whole = ceil(scene_frame_count(f->stage.scene) / speed);
    return (uint32_t)whole - f->def->first_frame;
}

mote_result paper_fly(const paper_flight_def *def, recall_score *scores)
{
    flight f = {.def = def, .scores = scores};
    for (uint32_t i = 0; i < def->count; i++) scores[i] = (recall_score){0};
    mote_result result = open_stage(&f);
    if (result) return result;
    if (!def->unscored) result = recall_truth_open(&f.stage, &f.truth);
    for (uint32_t i = 0; i < def->count && !result; i++) result = open_flyer(&f, i);
    uint32_t frames = frame_count_of(&f);
    for (uint32_t i = 0; i < frames && !result; i++) result = fly_frame(&f, i);
    close_flight(&f);
    for (uint32_t i = 0; i < def->count && result; i++) recall_score_release(&scores[i]);
    return result;
}

mote_result paper_fly_costs(const paper_flight_def *def, paper_flight_cost *costs)
{
    recall_score scores[PAPER_FLIGHT_WORLDS];
    paper_flight_def unscored = *def;
    unscored.unscored = true;
    mote_result result = paper_fly(&unscored, scores);
    for (uint32_t i = 0; i < def->count && !result; i++) {
        double frames = (double)scores[i].frame_count;
        costs[i] =
            (paper_flight_cost){.evaluations = (double)scores[i].cost.force_evaluations / frames,
                                .hops = (double)scores[i].cost.hops / frames,
                                .seconds = recall_samples_sum(&scores[i].seconds) / frames};
        recall_score_release(&scores[i]);
    }
    return result;
}
