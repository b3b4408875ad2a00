#include "bench/paper/runs.h"

#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Over seeds

uint32_t paper_seed_count(const paper_run *run)
{
    return run->quick ? PAPER_SEEDS_QUICK : PAPER_SEEDS;
}

uint64_t paper_seed(const paper_run *run, uint32_t index)
{
    return run->seed + index % PAPER_SEEDS_PER_SET;
}

mote_result paper_over_seeds(const paper_run *run, uint32_t seeds, paper_trial *trial,
                             const void *context, double *out, uint32_t value_count)
{
    double *values = calloc(value_count, sizeof *values);
    if (!values) return mote_fail_memory(value_count * sizeof *values, "the values of a trial");
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < seeds && !result; i++) {
        result = trial(context, paper_seed(run, i), values);
        for (uint32_t k = 0; k < value_count; k++) out[(size_t)k * seeds + i] = values[k];
    }
    free(values);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Timed

paper_timed_def paper_timed_of(const paper_run *run, const char *scene)
{
    return (paper_timed_def){
        .scene = scene, .repeats = run->quick ? 1 : 3, .clock = BENCH_CLOCK_CPU};
}

bench_method_settings *paper_timed_add(paper_timed_def *def, const char *method)
{
    if (def->count == PAPER_TIMED_METHODS) return NULL;
    bench_method_settings *settings = &def->settings[def->count];
    if (!bench_method_settings_make(method, 1, settings)) return NULL;
    def->count++;
    return settings;
}

void paper_timed_take_last(paper_timed_def *def, uint32_t frames, uint32_t of)
{
    if (frames >= of) return;
    def->first_frame = of - frames;
    def->frame_count = frames;
}

static const mote_method_info *info_of(const bench_method_settings *settings)
{
    size_t i = 0;
    while (mote_method_at(i)->method != settings->world.method) i++;
    return mote_method_at(i);
}

static bool must_agree(const bench_method_settings *settings)
{
    const mote_method_info *info = info_of(settings);
    bool is_certain =
        info->abilities & MOTE_ABILITY_EXACT || !(info->abilities & MOTE_ABILITY_DEFORMING);
    mote_smith_options smith = mote_world_def_get_smith(&settings->world);
    return is_certain && !smith.paper_face_pair && !smith.paper_clip &&
           settings->world.detect == MOTE_DETECT_ALL;
}

static mote_result check_agreement(const paper_timed *timed)
{
    for (uint32_t i = 1; i < timed->def->count; i++) {
        const bench_timing *timing = &timed->measured.timings[i];
        if (must_agree(&timed->def->settings[i]) && !bench_timing_agrees(timing))
            return mote_fail(MOTE_ERROR_STATE, "scene %s: %s and %s find different pairs",
                             timed->def->scene, timing->name, timed->measured.timings[0].name);
    }
    return MOTE_OK;
}

mote_result paper_timed_run(const paper_timed_def *def, paper_timed *out)
{
    *out = (paper_timed){.def = def};
    bench_contender contenders[PAPER_TIMED_METHODS];
    for (uint32_t i = 0; i < def->count; i++)
        contenders[i] = bench_method_contender(&def->settings[i]);
    bench_stage_def stage = bench_default_stage_def();
    stage.scene.name = def->scene;
    stage.scene.detail = def->detail;
    stage.first_frame = def->first_frame;
    stage.frame_count = def->frame_count;
    stage.scene.tracks = def->tracks;
    stage.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&stage, &out->stage);
    if (result) return result;
    bench_protocol protocol = {.repeats = def->repeats, .clock = def->clock};
    result = bench_measure(&out->stage, contenders, def->count, &protocol, &out->measured);
    if (result) {
        bench_stage_close(&out->stage);
        return result;
    }
    result = check_agreement(out);
    if (result) paper_timed_release(out);
    return result;
}

void paper_timed_release(paper_timed *timed)
{
    bench_measurement_release(&timed->measured);
    bench_stage_close(&timed->stage);
}

paper_timed_figures paper_timed_summary(const paper_timed *timed, uint32_t method)
{
    const bench_measurement *m = &timed->measured;
    const double *seconds = m->timings[method].seconds;
    paper_timed_figures f = {.last = seconds[m->frame_count - 1]};
    double in_contact = 0;
    for (uint32_t i = 0; i < m->frame_count; i++) {
        f.mean += seconds[i] / m->frame_count;
        f.most = fmax(f.most, seconds[i]);
        if (!m->faces_in_contact[i]) continue;
        in_contact += seconds[i];
        f.frames_in_contact++;
    }
    f.mean_in_contact = f.frames_in_contact ? in_contact / f.frames_in_contact : (double)NAN;
    return f;
}

double *paper_timed_milliseconds(const paper_timed *timed, uint32_t method)
{
    uint32_t count = timed->measured.frame_count;
    double *out = malloc(count * sizeof *out);
    for (uint32_t i = 0; out && i < count; i++)
        out[i] = 1e3 * timed->measured.timings[method].seconds[i];
    return out;
}

double *paper_timed_frame_numbers(const paper_timed *timed)
{
    uint32_t count = timed->measured.frame_count;
    double *out = malloc(count * sizeof *out);
    for (uint32_t i = 0; out && i < count; i++) out[i] = timed->stage.first_frame + i + 1;
    return out;
}

// ---------------------------------------------------------------------------------------------
// Played

void paper_played_close(paper_played *played)
{
    mote_world_destroy(played->world);
    free(played->ids);
    bench_stage_close(&played->stage);
}

mote_result paper_played_open(const char *scene, uint32_t first, uint32_t last,
                              const bench_method_settings *method, paper_played *out)
{
    scene_def def = scene_default_def();
    def.name = scene;
    return paper_played_open_scene(&def, first, last, method, out);
}

mote_result paper_played_open_scene(const scene_def *scene, uint32_t first, uint32_t last,
                                    const bench_method_settings *method, paper_played *out)
{
    *out = (paper_played){0};
    bench_stage_def def = bench_default_stage_def();
    def.scene = *scene;
    def.first_frame = first;
    def.frame_count = last - first + 1;
    def.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&def, &out->stage);
    if (result) return result;
    uint32_t bodies = out->stage.body_count;
    out->ids = calloc(bodies, sizeof *out->ids);
    result = out->ids ? mote_world_create(&method->world, &out->world)
                      : mote_fail_memory(bodies * sizeof *out->ids, "bodies");
    for (uint32_t i = 0; i < bodies && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = out->stage.bodies[i].mesh;
        result = mote_body_create(out->world, &body, &out->ids[i]);
    }
    if (result) paper_played_close(out);
    return result;
}

mote_result paper_played_show(paper_played *played, uint32_t frame)
{
    const bench_stage *stage = &played->stage;
    bench_stage_show(stage, frame);
    for (uint32_t i = 0; i < stage->body_count; i++) {
        const bench_stage_body *body = &stage->bodies[i];
        mote_positions at = {.data = stage->positions + body->first, .count = body->count};
        mote_result result = mote_body_set_positions(played->world, played->ids[i], &at);
        if (result) return result;
    }
    return mote_world_detect(played->world);
}

// ---------------------------------------------------------------------------------------------
// Held against the exact engine

mote_result paper_recalled(const paper_recalled_def *def, recall_score *out)
{
    bench_method_settings exact;
    bench_method_settings_make("hybrid", 1, &exact);
    bench_contender subject = bench_method_contender(def->subject);
    bench_contender hybrid = bench_method_contender(&exact);
    recall_def recall = {.scene = scene_default_def(),
                         .speed = def->speed,
                         .frame_count = def->frames,
                         .subject = &subject,
                         .hybrid = &hybrid};
    recall.scene.name = def->scene;
    recall.scene.seed = def->seed;
    recall_facts facts;
    *out = (recall_score){0};
    mote_result result = recall_play(&recall, out, &facts);
    if (result) recall_score_release(out);
    return result;
}
