// What the time of a query depends on (sections 3.3, 3.5 and 5).

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/senin/senin.h"

// The mean of a scene's frames, in milliseconds, and what it took.
typedef struct query_cost {
    double milliseconds, force_evaluations, hops;
} query_cost;

static bool cost_of(paper_page *page, const paper_recalled_def *def, query_cost *out)
{
    recall_score score;
    if (!paper_page_check(page, paper_recalled(def, &score))) return false;
    double frames = (double)score.frame_count;
    *out = (query_cost){.milliseconds = 1e3 * recall_samples_sum(&score.seconds) / frames,
                        .force_evaluations = (double)score.cost.force_evaluations / frames,
                        .hops = (double)score.cost.hops / frames};
    recall_score_release(&score);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Particles

static void write_particles(paper_page *page, const paper_run *run)
{
    paper_begin(run, "time over particles");
    enum { COUNTS = 6 };
    static const uint32_t counts[COUNTS] = {3, 6, 12, 24, 48, 96};
    double x[COUNTS], literal[COUNTS], ours[COUNTS], forces[COUNTS], a_particle[COUNTS];
    paper_page_heading(page, "Time over the number of particles");
    paper_page_table(
        page,
        "particles on each W | literal | force evaluations per query | hops per query | senin");
    for (int i = 0; i < COUNTS; i++) {
        bench_method_settings by_paper = paper_senin_literal(counts[i]);
        bench_method_settings by_us = paper_senin_improved(counts[i]);
        paper_recalled_def def = {.scene = "letters-ww",
                                  .subject = &by_paper,
                                  .frames = run->quick ? 10 : 180,
                                  .seed = run->seed};
        query_cost paper, improved;
        if (!cost_of(page, &def, &paper)) return;
        def.subject = &by_us;
        if (!cost_of(page, &def, &improved)) return;
        paper_page_row(page, "%u | %.4f ms | %.0f | %.1f | %.4f ms", counts[i], paper.milliseconds,
                       paper.force_evaluations, paper.hops, improved.milliseconds);
        x[i] = counts[i];
        literal[i] = paper.milliseconds;
        ours[i] = improved.milliseconds;
        forces[i] = paper.force_evaluations;
        a_particle[i] = paper.force_evaluations / counts[i];
    }
    const bench_plot_series series[] = {{"literal", x, literal, COUNTS, BENCH_PLOT_LINE},
                                        {"senin", x, ours, COUNTS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "particles",
                    &(bench_plot){.title = "Time over the number of particles, two W",
                                  .x_title = "particles on each body (logarithmic)",
                                  .y_title = "milliseconds per query (logarithmic)",
                                  .logarithmic_x = true,
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 2});
    double power = log(forces[COUNTS - 1] / forces[0]) / log(x[COUNTS - 1] / x[0]);
    paper_page_claim(page,
                     &(paper_claim){"3.5", "a query is O(n^2) in the number of particles n",
                                    "force evaluations grow with a power of n between 1.5 and 2.5",
                                    paper_claim_if(power >= 1.5 && power <= 2.5)},
                     "with the power %.2f; %.0f evaluations per particle with 3, %.0f with 96",
                     power, a_particle[0], a_particle[COUNTS - 1]);
}

// ---------------------------------------------------------------------------------------------
// Size and speed

static void write_sizes(paper_page *page, const paper_run *run)
{
    paper_begin(run, "time over size and speed");
    static const char *const scenes[] = {"letters-tt", "letters-mv", "letters-ww"};
    static const char *const sizes[] = {"1380, 1380", "2968, 1764", "11920, 11920"};
    bench_method_settings five = paper_senin_literal(5);
    paper_page_heading(page, "Time over size and speed");
    paper_page_text(page, "Five particles, literal rules; milliseconds per query.");
    paper_page_table(page, "polygons | .005 radii per frame | .02 | .1");
    double largest[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        static const double speeds[3] = {0.005, 0.02, 0.1};
        query_cost cost[3];
        for (int k = 0; k < 3; k++) {
            paper_recalled_def def = {.scene = scenes[i],
                                      .subject = &five,
                                      .frames = run->quick ? 10 : 200,
                                      .speed = speeds[k],
                                      .seed = run->seed};
            if (!cost_of(page, &def, &cost[k])) return;
        }
        paper_page_row(page, "%s | %.4f | %.4f | %.4f", sizes[i], cost[0].milliseconds,
                       cost[1].milliseconds, cost[2].milliseconds);
        for (int k = 0; k < 3; k++) largest[k] = i == 2 ? cost[k].milliseconds : largest[k];
    }
    paper_page_claim(page,
                     &(paper_claim){"3.5, 5", "queries are fast if the positions change slowly",
                                    "two W at .005 radii per frame take less than at .1",
                                    paper_claim_if(largest[0] < largest[2])},
                     "%.3f ms against %.3f ms", largest[0], largest[2]);
}

// ---------------------------------------------------------------------------------------------
// The start, and caching

static void write_start(paper_page *page, const paper_run *run)
{
    paper_begin(run, "start positions");
    enum { SEEDS = 8 };
    double most_first = 0, least_first = (double)INFINITY, most_later = 0,
           least_later = (double)INFINITY;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        bench_method_settings five = paper_senin_literal(5);
        five.world.seed = seed;
        paper_recalled_def def = {
            .scene = "letters-ww", .subject = &five, .frames = 1, .seed = run->seed};
        query_cost first, all;
        if (!cost_of(page, &def, &first)) return;
        def.frames = run->quick ? 10 : 60;
        if (!cost_of(page, &def, &all)) return;
        double later = (all.hops * def.frames - first.hops) / (def.frames - 1);
        most_first = fmax(most_first, first.hops);
        least_first = fmin(least_first, first.hops);
        most_later = fmax(most_later, later);
        least_later = fmin(least_later, later);
    }
    paper_page_claim(
        page,
        &(paper_claim){"3.3", "the start positions affect the time of the first query only",
                       "with eight seeds, hops of the first query are at least 5 times those of a "
                       "later one, and later ones stay within 10 of each other",
                       paper_claim_if(most_first >= 5 * fmax(most_later, 0.1) &&
                                      most_later - least_later <= 10)},
        "%.0f to %.0f hops in the first query, %.1f to %.1f in later ones", least_first, most_first,
        least_later, most_later);
}

static void write_caching(paper_page *page, const paper_run *run)
{
    paper_begin(run, "caching");
    bench_method_settings plain = paper_senin_literal(48), cached = plain;
    mote_senin_options options = mote_world_def_get_senin(&plain.world);
    options.cache_steps = 8;
    mote_world_def_set_senin(&cached.world, &options);
    paper_recalled_def def = {.scene = "letters-ww",
                              .subject = &plain,
                              .frames = run->quick ? 10 : 120,
                              .seed = run->seed};
    query_cost without, with;
    if (!cost_of(page, &def, &without)) return;
    def.subject = &cached;
    if (!cost_of(page, &def, &with)) return;
    paper_page_claim(
        page,
        &(paper_claim){"3.5",
                       "caching the influence of distant particles improves performance "
                       "noticeably",
                       "with 48 particles at least 1.1 times as fast",
                       paper_claim_if(without.milliseconds >= 1.1 * with.milliseconds)},
        "%.2f times as fast, %.2f of the force evaluations (eight steps)",
        without.milliseconds / with.milliseconds,
        with.force_evaluations / without.force_evaluations);
}

static void write_second_thread(paper_page *page, const paper_run *run)
{
    paper_begin(run, "a thread for particles");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "letters-ww");
    def.clock = BENCH_CLOCK_WALL;
    def.settings[0] = paper_senin_literal(48);
    def.settings[1] = def.settings[0];
    mote_senin_options options = mote_world_def_get_senin(&def.settings[0].world);
    options.own_thread = true;
    mote_world_def_set_senin(&def.settings[1].world, &options);
    def.count = 2;
    if (run->quick) paper_timed_take_last(&def, 10, 100);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    double gain = paper_timed_summary(&timed, 0).mean / paper_timed_summary(&timed, 1).mean;
    paper_page_claim(
        page,
        &(paper_claim){
            "4",
            "particles in a thread of their own, beside the motion of the bodies, pay on "
            "several processors",
            "a query takes at most 0.95 of the time, by wall-clock time",
            paper_claim_if(gain >= 1 / 0.95)},
        "%.2f times as fast with 48 particles on each W", gain);
    paper_timed_release(&timed);
}

// ---------------------------------------------------------------------------------------------
// Memory

static void write_memory(paper_page *page, const paper_run *run)
{
    paper_begin(run, "memory");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "letters-ww");
    paper_timed_add(&def, "refit");
    def.settings[def.count++] = paper_senin_literal(5);
    paper_timed_add(&def, "hybrid");
    paper_timed_add(&def, "paired");
    def.frame_count = 3;
    def.repeats = 1;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_heading(page, "Memory");
    paper_page_text(
        page,
        "Memory that the world holds for two letters W of 11920 polygons, without the meshes, "
        "but including a copy of all positions.");
    paper_page_table(page, "method | kB");
    for (uint32_t i = 0; i < def.count; i++)
        paper_page_row(page, "%s | %.0f", def.settings[i].name,
                       (double)timed.measured.timings[i].bytes / 1e3);
    double ratio =
        (double)timed.measured.timings[0].bytes / (double)timed.measured.timings[1].bytes;
    paper_page_claim(page,
                     &(paper_claim){"2", "hierarchies need much memory, particles little",
                                    "a tree of boxes holds at least twice as much",
                                    paper_claim_if(ratio >= 2)},
                     "%.1f times as much", ratio);
    paper_timed_release(&timed);
}

void paper_senin_dependence(paper_page *page, const paper_run *run)
{
    write_particles(page, run);
    write_sizes(page, run);
    write_start(page, run);
    write_caching(page, run);
    write_second_thread(page, run);
    write_memory(page, run);
    paper_page_claim(
        page,
        &(paper_claim){"6", "special hardware instructions improve performance",
                       "a build with vector kernels is faster than one without", PAPER_CLAIM_OPEN},
        "the kernels are chosen when the library is built: compare with one built with "
        "-DMOTE_SCALAR=ON");
}
