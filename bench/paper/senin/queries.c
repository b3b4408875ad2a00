// Section 5: two T, M and V that deform, 2000 queries of two W. Times are processor time.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/senin/flight.h"
#include "bench/paper/senin/senin.h"
#include "core/result.h"

enum { HYBRID, LETTER, OURS, PAIRED, METHODS };

static void make_methods(uint32_t particles, uint64_t seed, bench_method_settings out[METHODS])
{
    bench_method_settings_make("hybrid", 1, &out[HYBRID]);
    bench_method_settings_make("paired", 1, &out[PAIRED]);
    out[LETTER] = paper_senin_literal(particles);
    out[OURS] = paper_senin_improved(particles);
    for (int i = 0; i < METHODS; i++) out[i].world.seed = seed;
}

// ---------------------------------------------------------------------------------------------
// Times of an interval over many flights

typedef struct interval {
    const char *scene;
    uint32_t particles, first_frame, frame_count;
} interval;

// The mean and the most of a flight, in milliseconds, per method.
enum { MEAN, MOST, VALUES = 2 * METHODS };

static mote_result time_flight(const void *context, uint64_t seed, double *values)
{
    const interval *i = context;
    bench_method_settings settings[METHODS];
    recall_score scores[METHODS];
    make_methods(i->particles, seed, settings);
    paper_flight_def def = {.scene = i->scene,
                            .seed = seed,
                            .first_frame = i->first_frame,
                            .frame_count = i->frame_count,
                            .unscored = true,
                            .settings = settings,
                            .count = METHODS};
    mote_result result = paper_fly(&def, scores);
    if (result) return result;
    for (int m = 0; m < METHODS; m++) {
        recall_samples *seconds = &scores[m].seconds;
        values[2 * m + MEAN] = 1e3 * recall_samples_sum(seconds) / (double)seconds->count;
        values[2 * m + MOST] = 1e3 * recall_samples_quantile(seconds, 1);
        recall_score_release(&scores[m]);
    }
    return MOTE_OK;
}

typedef struct interval_times {
    paper_estimate of[METHODS][2]; // MEAN, MOST
    uint32_t seeds;
} interval_times;

static bool time_interval(paper_page *page, const paper_run *run, const interval *i,
                          interval_times *out)
{
    double values[VALUES * PAPER_SEEDS];
    out->seeds = paper_seed_count(run);
    if (!paper_page_check(page, paper_over_seeds(run, out->seeds, time_flight, i, values, VALUES)))
        return false;
    for (int k = 0; k < VALUES; k++)
        out->of[k / 2][k % 2] = paper_mean(values + (size_t)k * out->seeds, out->seeds);
    return true;
}

static void write_times(paper_page *page, const char *printed, const interval_times *t)
{
    static const char *const names[METHODS] = {"hybrid, exact", "senin, letter", "senin, ours",
                                               "paired"};
    paper_page_table(page, "method | mean | longest of a flight");
    if (printed) paper_page_row(page, "%s", printed);
    for (int m = 0; m < METHODS; m++)
        paper_page_row(page, "%s | %.4f ms | %.4f ms", names[m], t->of[m][MEAN].value,
                       t->of[m][MOST].value);
}

// One claim on the mean or the most.
static void judge_time(paper_page *page, const paper_run *run, paper_claim_def claim,
                       const interval_times *t, int which)
{
    claim.letter = t->of[LETTER][which];
    claim.ours = t->of[OURS][which];
    claim.seeds = t->seeds;
    claim.processor_time = true;
    claim.settle = paper_senin_settle(run);
    paper_page_judge(page, &claim);
}

// ---------------------------------------------------------------------------------------------
// Figure 1

static void write_t(paper_page *page, const paper_run *run)
{
    paper_begin(run, "two T");
    bench_method_settings three = paper_senin_literal(3);
    const paper_particle_figure figure = {
        .scene = "senin-t",
        .frame = 14,
        .method = &three,
        .file = "figure-1",
        .caption = "Letter (the paper's rules): three particles on each T, red and blue. Those "
                   "behind a letter are faint."};
    const interval whole = {"senin-t", 3, 0, run->quick ? 100 : 600};
    interval_times t;
    paper_page_heading(page, "Figure 1: two T with three particles each");
    paper_page_particles(page, &figure);
    if (!time_interval(page, run, &whole, &t)) return;
    write_times(page, "paper, 3 particles, Pentium 4 | < 1 ms | 11 ms", &t);
    judge_time(page, run,
               (paper_claim_def){.section = "5",
                                 .claim = "two T of 1380 polygons with 3 particles: less than 1 ms "
                                          "on average",
                                 .rule = paper_less_than("the mean time of a query", 1, "ms")},
               &t, MEAN);
    judge_time(page, run,
               (paper_claim_def){.section = "5",
                                 .claim = "two T of 1380 polygons with 3 particles: 11 ms at most",
                                 .rule = paper_at_most("the longest query of a flight", 11, "ms")},
               &t, MOST);
}

// ---------------------------------------------------------------------------------------------
// Figure 2

enum { SHOWN = 4, MAX_EPISODES = 64 };

// The frames of each contact that the method finds, the one with most face pairs.
typedef struct episodes {
    uint32_t best[MAX_EPISODES], pairs[MAX_EPISODES];
    uint32_t count, last_frame;
} episodes;

static mote_result keep_episode(void *context, const paper_flight_moment *moment)
{
    episodes *e = context;
    uint32_t found = (uint32_t)moment->report->face_pair_count;
    if (!found) return MOTE_OK;
    bool continues = e->count && moment->frame - e->last_frame <= 5;
    e->last_frame = moment->frame;
    if (!continues && e->count == MAX_EPISODES) return MOTE_OK;
    if (!continues) e->pairs[e->count++] = 0;
    if (found > e->pairs[e->count - 1]) {
        e->pairs[e->count - 1] = found;
        e->best[e->count - 1] = moment->frame;
    }
    return MOTE_OK;
}

static mote_result find_episodes(const bench_method_settings *method, uint32_t frames,
                                 episodes *out)
{
    recall_score score;
    paper_flight_def def = {.scene = "senin-mv",
                            .seed = scene_default_def().seed,
                            .frame_count = frames,
                            .unscored = true,
                            .settings = method,
                            .count = 1,
                            .after = keep_episode,
                            .context = out};
    *out = (episodes){.count = 0};
    mote_result result = paper_fly(&def, &score);
    if (!result) recall_score_release(&score);
    return result;
}

// Leaves the episodes with the most face pairs, still in the order of time.
static void keep_largest(episodes *e, uint32_t count)
{
    while (e->count > count) {
        uint32_t least = 0;
        for (uint32_t i = 1; i < e->count; i++)
            if (e->pairs[i] < e->pairs[least]) least = i;
        e->count--;
        for (uint32_t i = least; i < e->count; i++) {
            e->best[i] = e->best[i + 1];
            e->pairs[i] = e->pairs[i + 1];
        }
    }
}

static void draw_mv(paper_page *page, const paper_run *run)
{
    static const char *const files[SHOWN] = {"figure-2a", "figure-2b", "figure-2c", "figure-2d"};
    bench_method_settings five = paper_senin_literal(5);
    episodes e;
    if (!paper_page_check(page, find_episodes(&five, run->quick ? 200 : 600, &e))) return;
    keep_largest(&e, SHOWN);
    for (uint32_t i = 0; i < e.count; i++) {
        char caption[160];
        snprintf(caption, sizeof caption,
                 "Letter (the paper's rules), frame %u: five particles on M, red, and on V, blue; "
                 "faces that were found to meet are red.",
                 e.best[i]);
        paper_page_particles(page, &(paper_particle_figure){.scene = "senin-mv",
                                                            .frame = e.best[i],
                                                            .method = &five,
                                                            .file = files[i],
                                                            .caption = caption});
    }
}

static void write_mv(paper_page *page, const paper_run *run)
{
    paper_begin(run, "M and V");
    const interval whole = {"senin-mv", 5, 0, run->quick ? 60 : 600};
    interval_times t;
    paper_page_heading(page, "Figure 2: M and V under 14 and 12 control vectors");
    draw_mv(page, run);
    if (!time_interval(page, run, &whole, &t)) return;
    write_times(page, NULL, &t);
    judge_time(page, run,
               (paper_claim_def){.section = "6",
                                 .claim = "complicated animation is handled in real time",
                                 .reading = "25 frames of M and V per second",
                                 .rule = paper_at_most("the longest query of a flight", 40, "ms")},
               &t, MOST);
}

// ---------------------------------------------------------------------------------------------
// Figure 3

enum { ALL_QUERIES = 2000, WARM_QUERIES = 49 };

typedef struct curve {
    double x[ALL_QUERIES], milliseconds[METHODS][ALL_QUERIES];
} curve;

static mote_result keep_time(void *context, const paper_flight_moment *moment)
{
    curve *c = context;
    c->x[moment->frame] = moment->frame + 1;
    c->milliseconds[moment->setting][moment->frame] = 1e3 * moment->seconds;
    return MOTE_OK;
}

static mote_result fill_curve(curve *c, uint32_t queries)
{
    bench_method_settings settings[METHODS];
    recall_score scores[METHODS];
    make_methods(5, 1, settings);
    paper_flight_def def = {.scene = "senin-w",
                            .seed = scene_default_def().seed,
                            .frame_count = queries,
                            .unscored = true,
                            .settings = settings,
                            .count = METHODS,
                            .after = keep_time,
                            .context = c};
    mote_result result = paper_fly(&def, scores);
    for (int i = 0; i < METHODS && !result; i++) recall_score_release(&scores[i]);
    return result;
}

static void plot_w(paper_page *page, const curve *c, uint32_t queries)
{
    const bench_plot_series series[] = {
        {"senin, letter", c->x, c->milliseconds[LETTER], queries, BENCH_PLOT_LINE},
        {"senin, ours", c->x, c->milliseconds[OURS], queries, BENCH_PLOT_LINE},
        {"hybrid", c->x, c->milliseconds[HYBRID], queries, BENCH_PLOT_LINE}};
    paper_page_plot(
        page, "figure-3",
        &(bench_plot){.title = "Collision queries of two W of 11920 polygons",
                      .note = "5 particles on each; the paper: 12.7 ms mean, 47 ms at most",
                      .x_title = "query",
                      .y_title = "milliseconds (logarithmic)",
                      .logarithmic_y = true,
                      .series = series,
                      .series_count = 3});
}

static bool draw_w(paper_page *page, const paper_run *run)
{
    uint32_t queries = run->quick ? 200 : ALL_QUERIES;
    curve *c = calloc(1, sizeof *c);
    mote_result result = c ? fill_curve(c, queries) : mote_fail_memory(sizeof *c, "a plot");
    if (!result) plot_w(page, c, queries);
    free(c);
    return paper_page_check(page, result);
}

static void judge_w(paper_page *page, const paper_run *run, const interval_times *active,
                    const interval_times *warm)
{
    judge_time(page, run,
               (paper_claim_def){.section = "5, fig. 3",
                                 .claim = "two W of 11920 polygons, 5 particles, active interval: "
                                          "12.67 ms per query on average",
                                 .rule = paper_at_most("the mean time of a query", 12.67, "ms")},
               active, MEAN);
    judge_time(page, run,
               (paper_claim_def){.section = "5, fig. 3",
                                 .claim =
                                     "two W of 11920 polygons, 5 particles, active interval: 47 ms "
                                     "at most",
                                 .rule = paper_at_most("the longest query of a flight", 47, "ms")},
               active, MOST);
    judge_time(page, run,
               (paper_claim_def){.section = "5, fig. 3",
                                 .claim = "two W of 11920 polygons, 5 particles, warming steps: "
                                          "12.06 ms per query on average",
                                 .rule = paper_at_most("the mean time of a query", 12.06, "ms")},
               warm, MEAN);
}

static void write_w(paper_page *page, const paper_run *run)
{
    paper_begin(run, "two W");
    const interval warming = {"senin-w", 5, 0, WARM_QUERIES};
    const interval bouncing = {"senin-w", 5, PAPER_SENIN_ACTIVE_FIRST,
                               run->quick ? 60 : PAPER_SENIN_ACTIVE_FRAMES};
    interval_times warm, active;
    paper_page_heading(page, "Figure 3: 2000 queries of two W");
    if (!draw_w(page, run) || !time_interval(page, run, &warming, &warm) ||
        !time_interval(page, run, &bouncing, &active))
        return;
    paper_page_text(page, "The warming interval, queries 1 to 49:");
    write_times(page, "paper, Pentium 4 | 12.06 ms | 47 ms", &warm);
    paper_page_text(page, "The active interval, queries 950 to 1984:");
    write_times(page, "paper, Pentium 4 | 12.67 ms | 47 ms", &active);
    judge_w(page, run, &active, &warm);
}

void paper_senin_queries(paper_page *page, const paper_run *run)
{
    write_t(page, run);
    write_mv(page, run);
    write_w(page, run);
}
