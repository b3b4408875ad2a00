#include <mote/base.h>
#include <stdio.h>
#include <string.h>

#include "bench/bars/bars.h"
#include "bench/method_contender.h"

enum { USUAL_REPEATS = 5, MOST_CONTENDERS = 16 };

uint32_t mote_bars_fewer(const mote_bars *bars, uint32_t count)
{
    if (!bars->quick) return count;
    return count > 8 ? count / 3 : 2;
}

// ---------------------------------------------------------------------------------------------
// Who takes part

typedef struct cast {
    mote_method_settings settings[MOST_CONTENDERS];
    mote_contender contenders[MOST_CONTENDERS];
    uint32_t count;
} cast;

// The settings of a new contender; null if this build has no such method.
static mote_method_settings *join(cast *c, const char *method, uint32_t threads)
{
    mote_method_settings *settings = &c->settings[c->count];
    if (!mote_method_settings_make(method, threads, settings)) return NULL;
    c->contenders[c->count++] = mote_method_contender(settings);
    return settings;
}

// Smith's octree with the paper's level and with deeper ones, faces in cells by clipping and by box.
static void join_smith(cast *c)
{
    static const uint32_t levels[] = {0, 6, 7, 8};
    for (int i = 0; i < 8; i++) {
        mote_method_settings *settings = join(c, "smith", 1);
        if (!settings) return;
        mote_smith_options *smith = &settings->world.smith;
        smith->level = levels[i / 2];
        smith->root_is_region = true;
        smith->face_box = i % 2;
        snprintf(settings->name, sizeof settings->name, "smith level %u %s", smith->level,
                 smith->face_box ? "box" : "clip");
    }
}

static void assemble(const mote_bars_run *run, cast *c)
{
    c->count = 0;
    join(c, "hybrid", 1);
    if (run->rivals & MOTE_BARS_REFIT) join(c, "refit", 1);
    if (run->rivals & MOTE_BARS_SMITH) join_smith(c);
    if (run->rivals & MOTE_BARS_TWO_THREADS)
        snprintf(join(c, "hybrid", 2)->name, sizeof c->settings->name, "two threads");
    if (run->rivals & MOTE_BARS_COLD) {
        mote_method_settings *cold = join(c, "hybrid", 1);
        cold->cold = true;
        snprintf(cold->name, sizeof cold->name, "cold");
    }
}

// ---------------------------------------------------------------------------------------------
// Measuring

static mote_result measure(const mote_bars *bars, mote_bars_measured *m)
{
    static cast c;
    assemble(&m->run, &c);
    mote_stage_def def = mote_default_stage_def();
    def.scene.name = m->run.scene;
    def.scene.detail = m->run.detail;
    def.frame_count = m->run.frames ? mote_bars_fewer(bars, m->run.frames) : 0;
    def.order = m->run.order;
    mote_protocol protocol = {.question = m->run.question,
                              .clock = m->run.wall ? MOTE_CLOCK_WALL : bars->clock};
    protocol.repeats = mote_bars_fewer(bars, m->run.repeats ? m->run.repeats : USUAL_REPEATS);
    mote_stage stage;
    mote_result result = mote_stage_open(&def, &stage);
    if (result) return result;
    m->body_count = stage.body_count;
    m->triangle_count = stage.triangle_count;
    result = mote_measure(&stage, c.contenders, c.count, &protocol, &m->measurement);
    mote_stage_close(&stage);
    return result;
}

static void complain_of_differences(const mote_bars_measured *m)
{
    for (uint32_t i = 0; i < m->measurement.contender_count; i++) {
        const mote_timing *timing = &m->measurement.timings[i];
        if (!mote_timing_agrees(timing))
            fprintf(stderr, "MISMATCH: %s: %s differs from hybrid\n", m->run.scene, timing->name);
    }
}

static bool same_run(const mote_bars_run *a, const mote_bars_run *b)
{
    return strcmp(a->scene, b->scene) == 0 && a->detail == b->detail && a->frames == b->frames &&
           a->repeats == b->repeats && a->order == b->order && a->question == b->question &&
           a->rivals == b->rivals && a->wall == b->wall;
}

const mote_bars_measured *mote_bars_measure(mote_bars *bars, const mote_bars_run *run)
{
    uint32_t i = 0;
    while (i < bars->count && !same_run(&bars->measured[i].run, run)) i++;
    mote_bars_measured *m = &bars->measured[i];
    if (i == bars->count) {
        bars->count++;
        *m = (mote_bars_measured){.run = *run};
        m->failed = measure(bars, m) != MOTE_OK;
        if (m->failed) fprintf(stderr, "%s: %s\n", run->scene, mote_last_message());
        complain_of_differences(m);
    }
    return m->failed ? NULL : m;
}

double mote_bars_median(const mote_bars_measured *m, const char *name)
{
    double best = -1.0;
    for (uint32_t i = 0; i < m->measurement.contender_count; i++) {
        const mote_timing *timing = &m->measurement.timings[i];
        if (strncmp(timing->name, name, strlen(name)) != 0) continue;
        mote_summary summary =
            mote_summarise_frames(&m->measurement, timing->seconds, MOTE_CLASS_COUNT);
        if (best < 0.0 || summary.median < best) best = summary.median;
    }
    return best;
}

double mote_bars_floor(const mote_bars_measured *m)
{
    return mote_summarise_frames(&m->measurement, m->measurement.floor_seconds, MOTE_CLASS_COUNT)
        .median;
}

void mote_bars_release(mote_bars *bars)
{
    for (uint32_t i = 0; i < bars->count; i++)
        mote_measurement_release(&bars->measured[i].measurement);
    bars->count = 0;
}
