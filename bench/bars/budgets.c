// Bars of budgets: random scenes, each with a budget and a few frames, by processor time, because a
// machine that does other work would be measured instead.

#include <math.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bars/bars.h"
#include "core/random.h"
#include "scenes/scenes.h"

enum { MAX_MESHES = 4, MAX_BODIES = 1000 };

typedef struct crowd {
    mote_random random;
    mote_world *world;
    mote_mesh *meshes[MAX_MESHES];
    uint32_t mesh_count, body_count;
    mote_body_id ids[MAX_BODIES];
    uint32_t max_bodies;
    float spread;
} crowd;

// ---------------------------------------------------------------------------------------------
// Scenes

static const uint32_t mesh_flags = MOTE_MESH_CLUSTERS | MOTE_MESH_ADJACENCY | MOTE_MESH_FINDINGS;

static mote_result add_sphere(crowd *c, uint32_t faces)
{
    char name[32];
    io_model model;
    snprintf(name, sizeof name, "sphere-%u", faces);
    mote_result result = scene_model_make(name, &model);
    if (result) return result;
    result = io_model_make_mesh(&model, mesh_flags, &c->meshes[c->mesh_count]);
    c->mesh_count += !result;
    io_model_release(&model);
    return result;
}

// Loose triangles in a box of size 1.
static mote_result add_soup(crowd *c, uint32_t triangles, float size)
{
    mote_vec3 *at = malloc(3 * (size_t)triangles * sizeof *at);
    uint32_t *corners = malloc(3 * (size_t)triangles * sizeof *corners);
    if (!at || !corners) {
        free(at);
        free(corners);
        return MOTE_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        mote_vec3 from = i % 3 ? at[i - i % 3] : (mote_vec3){0, 0, 0};
        float by = i % 3 ? size : 1;
        at[i] = (mote_vec3){from.x + by * mote_random_unit(&c->random),
                            from.y + by * mote_random_unit(&c->random),
                            from.z + by * mote_random_unit(&c->random)};
        corners[i] = i;
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = mesh_flags;
    def.positions = (mote_positions){.data = at, .count = 3 * (size_t)triangles};
    def.indices = corners;
    def.index_count = 3 * (size_t)triangles;
    mote_result result = mote_mesh_create(&def, &c->meshes[c->mesh_count]);
    c->mesh_count += !result;
    free(at);
    free(corners);
    return result;
}

static uint32_t between(crowd *c, double low, double high)
{
    return (uint32_t)(low * pow(high / low, (double)mote_random_unit(&c->random)));
}

// Many small spheres, some large ones, soups, or all of them, in one place or a little apart.
static mote_result make_meshes(crowd *c)
{
    mote_result result = MOTE_OK;
    uint32_t kind = mote_random_below(&c->random, 4);
    c->body_count = kind == 0 ? between(c, 10, c->max_bodies) : between(c, 2, 12);
    c->spread = 2 * mote_random_unit(&c->random) * mote_random_unit(&c->random);
    if (kind == 0 || kind == 3) result = add_sphere(c, between(c, 20, 300));
    if (!result && (kind == 1 || kind == 3)) result = add_sphere(c, between(c, 2000, 60000));
    if (!result && kind >= 2)
        result = add_soup(c, between(c, 100, 20000),
                          0.5f * mote_random_unit(&c->random) * mote_random_unit(&c->random));
    return result;
}

static mote_result create_bodies(crowd *c)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < c->body_count && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = c->meshes[i % c->mesh_count];
        result = mote_body_create(c->world, &body, &c->ids[i]);
    }
    return result;
}

static mote_result move_bodies(crowd *c)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < c->body_count && !result; i++) {
        mote_transform at = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        at.t = (mote_vec3){c->spread * mote_random_unit(&c->random),
                           c->spread * mote_random_unit(&c->random),
                           c->spread * mote_random_unit(&c->random)};
        result = mote_body_set_transform(c->world, c->ids[i], &at);
    }
    return result;
}

static mote_result make_crowd(crowd *c, const mote_world_def *def)
{
    mote_result result = mote_world_create(def, &c->world);
    if (!result) result = make_meshes(c);
    if (!result) result = create_bodies(c);
    return result ? result : move_bodies(c);
}

static void release_crowd(crowd *c)
{
    mote_world_destroy(c->world);
    for (uint32_t i = 0; i < c->mesh_count; i++) mote_mesh_destroy(c->meshes[i]);
}

static mote_world_def choose_def(mote_random *random)
{
    static const mote_method methods[] = {MOTE_METHOD_HYBRID, MOTE_METHOD_HYBRID,
                                          MOTE_METHOD_HYBRID, MOTE_METHOD_REFIT,
                                          MOTE_METHOD_SMITH,  MOTE_METHOD_NAIVE};
    mote_world_def def = mote_default_world_def();
    def.method = methods[mote_random_below(random, sizeof methods / sizeof *methods)];
    def.contacts = mote_random_below(random, 4) > 0;
    def.containment = mote_random_below(random, 4) == 0;
    if (mote_random_below(random, 4) == 0) def.detect = (mote_detect)mote_random_below(random, 3);
    if (def.detect == MOTE_DETECT_COUNT) def.contacts = false;
    def.time_budget = 0.2e-3 * pow(250, (double)mote_random_unit(random)); // to 50 ms
    return def;
}

// ---------------------------------------------------------------------------------------------
// Overrun

// How much longer than allowed, in multiples of the allowance: a tenth of the budget, or 1 ms.
static double overrun_of(const mote_world_def *def, double seconds, const mote_stats *stats)
{
    double least = stats->update_seconds + stats->broad_seconds;
    double limit = fmax(def->time_budget, least), allowance = fmax(0.1 * def->time_budget, 1e-3);
    return (seconds - limit) / allowance;
}

static void explain(size_t scene, int frame, const mote_world_def *def, double seconds,
                    const mote_stats *stats)
{
    fprintf(stderr,
            "scene %zu, frame %d: method %d, %.2f ms of %.2f ms; update %.2f, broad phase %.2f, "
            "pairs %.2f, report %.2f by the wall clock\n",
            scene, frame, (int)def->method, 1e3 * seconds, 1e3 * def->time_budget,
            1e3 * stats->update_seconds, 1e3 * stats->broad_seconds, 1e3 * stats->pairs_seconds,
            1e3 * stats->report_seconds);
}

static mote_result measure_scene(size_t number, double *worst)
{
    enum { FRAMES = 4 };
    crowd c = {.random = mote_random_stream(21, number, 0), .max_bodies = MAX_BODIES};
    mote_world_def def = choose_def(&c.random);
    mote_result result = make_crowd(&c, &def);
    for (int i = 0; i < FRAMES && !result; i++) {
        mote_report report;
        if (i) result = move_bodies(&c);
        double start = bench_clock_now(BENCH_CLOCK_CPU);
        if (!result) result = mote_world_detect(c.world);
        double seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
        if (!result) result = mote_world_report(c.world, &report);
        if (result) break;
        double overrun = overrun_of(&def, seconds, &report.stats);
        if (overrun > 1) explain(number, i, &def, seconds, &report.stats);
        *worst = fmax(*worst, overrun);
    }
    release_crowd(&c);
    return result;
}

bars_bar_outcome bars_bar_budget_overrun(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    *out = 0;
    for (size_t i = 0; i < bars_fewer(bars, 2000); i++) {
        if (measure_scene(i, out)) {
            fprintf(stderr, "budgets: %s\n", mote_last_message());
            return BARS_BAR_FAILED;
        }
    }
    return BARS_BAR_MEASURED;
}

// ---------------------------------------------------------------------------------------------
// Turns

static void note_pairs(const mote_report *report, uint32_t bodies, bool *seen)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->face_pair_count) seen[(size_t)pair->a.index * bodies + pair->b.index] = true;
    }
}

// The share of the colliding pairs that are reported in 1,000 frames with a tenth of the time.
static mote_result visit_crowd(crowd *c, bool *all, bool *seen, uint32_t frames, double *share)
{
    mote_report report;
    mote_result result = mote_world_detect(c->world); // warm-up
    if (!result) result = mote_world_detect(c->world);
    if (!result) result = mote_world_report(c->world, &report);
    if (result) return result;
    note_pairs(&report, c->body_count, all);
    result = mote_world_set_time_budget(c->world, 0.1 * report.stats.total_seconds);
    for (uint32_t i = 0; i < frames && !result; i++) {
        result = mote_world_detect(c->world);
        if (!result) result = mote_world_report(c->world, &report);
        if (!result) note_pairs(&report, c->body_count, seen);
    }
    size_t wanted = 0, found = 0;
    for (size_t i = 0; i < (size_t)c->body_count * c->body_count; i++) {
        wanted += all[i];
        found += all[i] && seen[i];
    }
    *share = wanted ? 100.0 * (double)found / (double)wanted : 100;
    return result;
}

bars_bar_outcome bars_bar_budget_turns(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    mote_result result = MOTE_OK;
    *out = 100;
    for (size_t i = 0; i < bars_fewer(bars, 24) && !result; i++) {
        crowd c = {.random = mote_random_stream(22, i, 0), .max_bodies = 100};
        mote_world_def def = mote_default_world_def();
        double share = 0;
        result = make_crowd(&c, &def);
        size_t count = (size_t)c.body_count * c.body_count;
        bool *all = calloc(count, sizeof *all), *seen = calloc(count, sizeof *seen);
        if (!result && all && seen) result = visit_crowd(&c, all, seen, 1000, &share);
        *out = fmin(*out, share);
        free(all);
        free(seen);
        release_crowd(&c);
    }
    return result ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}
