#include "bench/recall/plan.h"

#include <mote/options.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/method_contender.h"
#include "bench/recall/method_options.h"
#include "core/result.h"

recall_plan recall_default_plan(void)
{
    recall_plan plan = {.method = "hybrid", .seed = 1, .frame_count = 200};
    for (int i = 0; i < RECALL_AXIS_COUNT; i++)
        plan.axes[i] = (recall_axis){.kind = (recall_axis_kind)i, .count = 1};
    plan.axes[RECALL_AXIS_PARTICLES].values[0] = RECALL_OWN_PARTICLES;
    return plan;
}

uint32_t recall_plan_size(const recall_plan *plan)
{
    uint32_t size = plan->scene_count;
    for (int i = 0; i < RECALL_AXIS_COUNT; i++) size *= plan->axes[i].count;
    return size;
}

// ---------------------------------------------------------------------------------------------
// One run

typedef struct hundredths {
    void (*progress)(void *context);
    void *context;
    uint32_t told; // hundredths of this run
} hundredths;

static void tell_hundredths(void *context, uint32_t done, uint32_t total)
{
    hundredths *s = context;
    uint32_t wanted = (uint32_t)(100 * (uint64_t)done / total);
    for (; s->told < wanted && s->progress; s->told++) s->progress(s->context);
}

// Sets the number of particles by whatever name the method has for it; methods without particles
// ignore it.
static mote_result set_particles(mote_world_def *def, double particles)
{
    static const char *const names[] = {"senin.particles", "lbg.particles", "paired.starts"};
    mote_result result = MOTE_OK;
    for (size_t i = 0; particles != RECALL_OWN_PARTICLES && i < sizeof names / sizeof *names; i++) {
        if (mote_world_option_concerns(mote_world_option_find(names[i]), def->method))
            result = mote_world_option_set(def, names[i], particles);
    }
    return result;
}

static mote_result make_settings(const recall_plan *plan, double particles,
                                 bench_method_settings *out)
{
    if (!bench_method_settings_make(plan->method, 1, out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "unknown method '%.32s'", plan->method);
    out->world.seed = plan->seed;
    out->world.certify = plan->certified;
    if (plan->literal) mote_world_def_set_literal(&out->world);
    mote_result result =
        plan->options ? recall_method_options_set(plan->options, &out->world) : MOTE_OK;
    return result == MOTE_OK ? set_particles(&out->world, particles) : result;
}

// Puts the scene before the message, unless it is there.
static mote_result name_scene(mote_result result, const char *scene)
{
    if (strstr(mote_last_message(), scene)) return result;
    char message[256];
    snprintf(message, sizeof message, "%s", mote_last_message());
    return mote_fail(result, "scene %s: %s", scene, message);
}

static mote_result play_run(const recall_plan *plan, recall_run *run, hundredths *told)
{
    bench_method_settings settings, hybrid_settings;
    mote_result result = make_settings(plan, run->at[RECALL_AXIS_PARTICLES], &settings);
    if (result) return result;
    bench_method_settings_make("hybrid", 1, &hybrid_settings);
    bench_contender subject = bench_method_contender(&settings);
    bench_contender hybrid = bench_method_contender(&hybrid_settings);
    if (plan->certified) subject.bodies_only = false; // the exact engine lists faces
    recall_def def = {.scene = scene_default_def(),
                      .speed = run->at[RECALL_AXIS_SPEED],
                      .frame_count = plan->frame_count,
                      .cold = plan->cold,
                      .bounds = plan->bounds,
                      .grazing = plan->grazing,
                      .subject = &subject,
                      .hybrid = &hybrid,
                      .progress = tell_hundredths,
                      .context = told};
    def.scene.name = run->scene;
    def.scene.seed = plan->seed;
    def.scene.detail = (uint32_t)run->at[RECALL_AXIS_DETAIL];
    result = recall_play(&def, &run->score, &run->facts);
    return result ? name_scene(result, run->scene) : MOTE_OK;
}

// Which values of the axes the i-th run has: the last axis runs fastest, the scene slowest.
static void locate(const recall_plan *plan, uint32_t i, recall_run *run)
{
    for (int axis = RECALL_AXIS_COUNT - 1; axis >= 0; axis--) {
        run->at[axis] = plan->axes[axis].values[i % plan->axes[axis].count];
        i /= plan->axes[axis].count;
    }
    run->scene = plan->scenes[i];
}

mote_result recall_plan_play(recall_plan *plan, void (*progress)(void *context), void *context)
{
    uint32_t size = recall_plan_size(plan);
    plan->runs = calloc((size_t)size + 1, sizeof *plan->runs);
    if (!plan->runs) return mote_fail_memory(size * sizeof *plan->runs, "runs");
    mote_result result = MOTE_OK;
    for (; plan->run_count < size && !result; plan->run_count++) {
        recall_run *run = &plan->runs[plan->run_count];
        locate(plan, plan->run_count, run);
        hundredths told = {.progress = progress, .context = context};
        result = play_run(plan, run, &told);
    }
    return result;
}

void recall_plan_release(recall_plan *plan)
{
    for (uint32_t i = 0; i < plan->run_count; i++) recall_score_release(&plan->runs[i].score);
    free(plan->runs);
    plan->runs = NULL;
    plan->run_count = 0;
}

// ---------------------------------------------------------------------------------------------
// Sums

static bool is_chosen(const recall_run *run, const recall_choice *choice)
{
    if (choice->scene && strcmp(run->scene, choice->scene) != 0) return false;
    for (int i = 0; i < 2; i++) {
        const recall_axis *axis = choice->axes[i];
        if (axis && run->at[axis->kind] != axis->values[choice->values[i]]) return false;
    }
    return true;
}

mote_result recall_plan_sum(const recall_plan *plan, const recall_choice *choice, recall_score *out)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < plan->run_count && !result; i++)
        if (is_chosen(&plan->runs[i], choice)) result = recall_score_add(out, &plan->runs[i].score);
    return result;
}
