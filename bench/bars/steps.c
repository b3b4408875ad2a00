// Bars of whole steps: mote_world_sweep on a scene between two frames.

#include <mote/motion.h>
#include <stdio.h>

#include "bench/bars/bars.h"
#include "bench/stage.h"
#include "bench/times.h"

enum { MAX_BODIES = 8 };

// A scene in a world, from one of its frames to the next.
typedef struct swept_scene {
    bench_stage stage; // of two frames
    mote_world *world;
    mote_body_id ids[MAX_BODIES];
} swept_scene;

static mote_positions positions_at(const swept_scene *s, uint32_t body, uint32_t frame)
{
    const bench_stage_body *b = &s->stage.bodies[body];
    return (mote_positions){.data = s->stage.frames + frame * s->stage.position_count + b->first,
                            .count = b->count};
}

static bool add_bodies(swept_scene *s)
{
    if (s->stage.body_count > MAX_BODIES) return false;
    for (uint32_t i = 0; i < s->stage.body_count; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = s->stage.bodies[i].mesh;
        def.self_collision = s->stage.bodies[i].self_collides;
        def.positions_in_mesh_order = s->stage.order == BENCH_ORDER_MESH;
        if (mote_body_create(s->world, &def, &s->ids[i])) return false;
    }
    return true;
}

static void close_scene(swept_scene *s)
{
    mote_world_destroy(s->world);
    bench_stage_close(&s->stage);
}

static bool open_scene(const bars_run *run, uint32_t workers, swept_scene *s)
{
    bench_stage_def stage = bench_default_stage_def();
    stage.scene.name = run->scene;
    stage.scene.detail = run->detail;
    stage.first_frame = run->frames; // here the frame at which the step starts
    stage.frame_count = 2;
    stage.order = run->order;
    *s = (swept_scene){0};
    if (bench_stage_open(&stage, &s->stage)) return false;
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    def.worker_count = workers;
    if (mote_world_create(&def, &s->world) == MOTE_OK && add_bodies(s)) return true;
    close_scene(s);
    return false;
}

static bool sweep_once(const swept_scene *s, mote_sweep_find find, mote_sweep_report *report)
{
    for (uint32_t i = 0; i < s->stage.body_count; i++) {
        mote_motion motion = mote_default_motion();
        motion.start.positions = positions_at(s, i, 0);
        motion.end.positions = positions_at(s, i, 1);
        if (mote_body_set_motion(s->world, s->ids[i], &motion)) return false;
    }
    mote_sweep_def def = mote_default_sweep_def();
    def.find = find;
    return mote_world_sweep(s->world, &def) == MOTE_OK &&
           mote_world_sweep_report(s->world, report) == MOTE_OK;
}

// Seconds of a sweep, the least of a few; negative if one fails.
static double time_sweep(const bars_suite *bars, const swept_scene *s, bench_clock clock,
                         mote_sweep_find find, mote_sweep_report *report)
{
    double least = 1e9;
    for (uint32_t i = 0; i <= bars_fewer(bars, 9); i++) { // the first one warms up
        double start = bench_clock_now(clock);
        if (!sweep_once(s, find, report)) return -1;
        double seconds = bench_clock_now(clock) - start;
        if (i > 0) bench_keep_least(&least, &seconds, 1);
    }
    return least;
}

// Nanoseconds per candidate of the step, all told; if `flag`, of finding the earliest impact alone,
// as a part of that.
bars_bar_outcome bars_bar_step_candidate(bars_suite *bars, const bars_bar *bar, double *out)
{
    swept_scene s;
    mote_sweep_report report;
    if (!open_scene(bar->step, 1, &s)) return BARS_BAR_FAILED;
    double all = time_sweep(bars, &s, bars->clock, MOTE_SWEEP_ALL, &report);
    uint64_t candidates = report.stats.candidates;
    if (all >= 0)
        printf("    %-20s %9llu candidates %7zu impacts %8.1f ms\n", bar->step->scene,
               (unsigned long long)candidates, report.impact_count, all * 1e3);
    double first = -1;
    if (bar->flag && all >= 0)
        first = time_sweep(bars, &s, bars->clock, MOTE_SWEEP_EARLIEST, &report);
    *out = bar->flag ? first / all : all / (double)candidates * 1e9;
    close_scene(&s);
    return all < 0 || candidates == 0 || (bar->flag && first < 0) ? BARS_BAR_FAILED
                                                                  : BARS_BAR_MEASURED;
}

// Seconds of a detect with positions that come in every frame, the least of a few; negative if one
// fails.
static double time_detect(const bars_suite *bars, const swept_scene *s)
{
    double least = 1e9;
    for (uint32_t i = 0; i <= bars_fewer(bars, 18); i++) {
        double start = bench_clock_now(bars->clock);
        for (uint32_t b = 0; b < s->stage.body_count; b++) {
            mote_positions positions = positions_at(s, b, i % 2);
            if (mote_body_set_positions(s->world, s->ids[b], &positions)) return -1;
        }
        if (mote_world_detect(s->world)) return -1;
        double seconds = bench_clock_now(bars->clock) - start;
        if (i > 3) bench_keep_least(&least, &seconds, 1);
    }
    return least;
}

bars_bar_outcome bars_bar_step_disjoint(bars_suite *bars, const bars_bar *bar, double *out)
{
    swept_scene s;
    mote_sweep_report report;
    if (!open_scene(bar->step, 1, &s)) return BARS_BAR_FAILED;
    double detect = time_detect(bars, &s);
    double sweep = time_sweep(bars, &s, bars->clock, MOTE_SWEEP_ALL, &report);
    *out = sweep / detect;
    close_scene(&s);
    return detect < 0 || sweep < 0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_step_threads(bars_suite *bars, const bars_bar *bar, double *out)
{
    double seconds[2] = {-1, -1};
    for (uint32_t i = 0; i < 2; i++) {
        swept_scene s;
        mote_sweep_report report;
        if (!open_scene(bar->step, i + 1, &s)) return BARS_BAR_FAILED;
        seconds[i] = time_sweep(bars, &s, BENCH_CLOCK_WALL, MOTE_SWEEP_ALL, &report);
        close_scene(&s);
    }
    *out = seconds[0] / seconds[1];
    return seconds[0] < 0 || seconds[1] < 0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}
