#include <mote/base.h>
#include <mote/papers.h>
#include <stdio.h>
#include <string.h>

#include "bench/bars/bars.h"
#include "bench/method_contender.h"

enum { USUAL_REPEATS = 5, MAX_CONTENDERS = 16 };

uint32_t bars_fewer(const bars_suite *bars, uint32_t count)
{
    if (!bars->quick) return count;
    return count > 8 ? count / 3 : 2;
}

// ---------------------------------------------------------------------------------------------
// Contenders

typedef struct cast {
    bench_method_settings settings[MAX_CONTENDERS];
    bench_contender contenders[MAX_CONTENDERS];
    uint32_t count;
} cast;

// The settings of a new contender; null if this build has no such method.
static bench_method_settings *join(cast *c, const char *method, uint32_t threads)
{
    bench_method_settings *settings = &c->settings[c->count];
    if (!bench_method_settings_make(method, threads, settings)) return NULL;
    c->contenders[c->count++] = bench_method_contender(settings);
    return settings;
}

// Smith's octree with the paper's level and with deeper ones, faces in cells by clipping and by
// box.
static void join_smith(cast *c)
{
    static const uint32_t levels[] = {0, 6, 7, 8};
    for (int i = 0; i < 8; i++) {
        bench_method_settings *settings = join(c, "smith", 1);
        if (!settings) return;
        mote_smith_options smith = mote_default_smith_options();
        smith.level = levels[i / 2];
        smith.root_is_region = true;
        smith.face_box = i % 2;
        mote_world_def_set_smith(&settings->world, &smith);
        snprintf(settings->name, sizeof settings->name, "smith level %u %s", smith.level,
                 smith.face_box ? "box" : "clip");
    }
}

static void assemble(const bars_run *run, cast *c)
{
    c->count = 0;
    join(c, "hybrid", 1);
    if (run->rivals & BARS_REFIT) join(c, "refit", 1);
    if (run->rivals & BARS_SMITH) join_smith(c);
    if (run->rivals & BARS_TWO_THREADS)
        snprintf(join(c, "hybrid", 2)->name, sizeof c->settings->name, "two threads");
    if (run->rivals & BARS_COLD) {
        bench_method_settings *cold = join(c, "hybrid", 1);
        cold->cold = true;
        snprintf(cold->name, sizeof cold->name, "cold");
    }
}

// ---------------------------------------------------------------------------------------------
// Measuring

static mote_result measure(const bars_suite *bars, bars_measured *m)
{
    static cast c;
    assemble(&m->run, &c);
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = m->run.scene;
    def.scene.detail = m->run.detail;
    def.frame_count = m->run.frames ? bars_fewer(bars, m->run.frames) : 0;
    def.order = m->run.order;
    bench_protocol protocol = {.question = m->run.question,
                               .clock = m->run.wall ? BENCH_CLOCK_WALL : bars->clock};
    protocol.repeats = bars_fewer(bars, m->run.repeats ? m->run.repeats : USUAL_REPEATS);
    bench_stage stage;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    m->body_count = stage.body_count;
    m->triangle_count = stage.triangle_count;
    result = bench_measure(&stage, c.contenders, c.count, &protocol, &m->measurement);
    bench_stage_close(&stage);
    return result;
}

static void print_differences(const bars_measured *m)
{
    for (uint32_t i = 0; i < m->measurement.contender_count; i++) {
        const bench_timing *timing = &m->measurement.timings[i];
        if (!bench_timing_agrees(timing))
            fprintf(stderr, "MISMATCH: %s: %s differs from hybrid\n", m->run.scene, timing->name);
    }
}

static bool same_run(const bars_run *a, const bars_run *b)
{
    return strcmp(a->scene, b->scene) == 0 && a->detail == b->detail && a->frames == b->frames &&
           a->repeats == b->repeats && a->order == b->order && a->question == b->question &&
           a->rivals == b->rivals && a->wall == b->wall;
}

const bars_measured *bars_measure(bars_suite *bars, const bars_run *run)
{
    uint32_t i = 0;
    while (i < bars->count && !same_run(&bars->measured[i].run, run)) i++;
    bars_measured *m = &bars->measured[i];
    if (i == bars->count) {
        bars->count++;
        *m = (bars_measured){.run = *run};
        m->failed = measure(bars, m) != MOTE_OK;
        if (m->failed) fprintf(stderr, "%s: %s\n", run->scene, mote_last_message());
        print_differences(m);
    }
    return m->failed ? NULL : m;
}

double bars_median(const bars_measured *m, const char *name)
{
    double best = -1.0;
    for (uint32_t i = 0; i < m->measurement.contender_count; i++) {
        const bench_timing *timing = &m->measurement.timings[i];
        if (strncmp(timing->name, name, strlen(name)) != 0) continue;
        bench_summary summary =
            bench_summarize_frames(&m->measurement, timing->seconds, BENCH_CLASS_COUNT);
        if (best < 0.0 || summary.median < best) best = summary.median;
    }
    return best;
}

double bars_floor(const bars_measured *m)
{
    return bench_summarize_frames(&m->measurement, m->measurement.floor_seconds, BENCH_CLASS_COUNT)
        .median;
}

void bars_release(bars_suite *bars)
{
    for (uint32_t i = 0; i < bars->count; i++)
        bench_measurement_release(&bars->measured[i].measurement);
    bars->count = 0;
}
