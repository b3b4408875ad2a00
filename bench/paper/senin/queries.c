// Section 5: two T, M and V that deform, 2000 queries of two W.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/senin/senin.h"
#include "core/result.h"

// Milliseconds over a range of frames.
typedef struct interval_times {
    double mean, most;
} interval_times;

static interval_times times_between(const paper_timed *timed, uint32_t method, uint32_t first,
                                    uint32_t last)
{
    interval_times t = {0, 0};
    uint32_t count = timed->measured.frame_count, end = last + 1 < count ? last + 1 : count;
    for (uint32_t i = first; i < end; i++) {
        double milliseconds = 1e3 * timed->measured.timings[method].seconds[i];
        t.mean += milliseconds / (end - first);
        t.most = fmax(t.most, milliseconds);
    }
    return t;
}

static void add_methods(paper_timed_def *def, uint32_t particles)
{
    paper_timed_add(def, "hybrid");
    def->settings[def->count++] = paper_senin_literal(particles);
    def->settings[def->count++] = paper_senin_improved(particles);
    paper_timed_add(def, "paired");
}

static void write_rows(paper_page *page, const paper_timed *timed, uint32_t first, uint32_t last)
{
    for (uint32_t i = 0; i < timed->def->count; i++) {
        interval_times t = times_between(timed, i, first, last);
        paper_page_row(page, "%s | %.4f ms | %.4f ms", timed->def->settings[i].name, t.mean,
                       t.most);
    }
}

static void write_t(paper_page *page, const paper_run *run)
{
    paper_begin(run, "two T");
    bench_method_settings three = paper_senin_literal(3);
    paper_page_heading(page, "Figure 1: two T with three particles each");
    paper_page_particles(page,
                         &(paper_particle_figure){"senin-t",
                                                  0,
                                                  70,
                                                  {0.2f, -1, 0.3f},
                                                  &three,
                                                  "figure-1",
                                                  "Three particles on each T, red and blue."});
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "senin-t");
    add_methods(&def, 3);
    if (run->quick) def.frame_count = 40;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_table(page, "method | mean | most");
    paper_page_row(page, "paper, 3 particles | < 1 ms | 11 ms");
    write_rows(page, &timed, 0, timed.measured.frame_count - 1);
    interval_times t = times_between(&timed, 1, 0, timed.measured.frame_count - 1);
    paper_page_claim(
        page,
        &(paper_claim){"5",
                       "two T of 1380 polygons with 3 particles: less than 1 ms on average, "
                       "11 ms at most",
                       "both hold here for the literal rules",
                       paper_claim_if(t.mean < 1 && t.most <= 11)},
        "%.3f ms on average, %.3f ms at most", t.mean, t.most);
    paper_timed_release(&timed);
}

static void write_mv(paper_page *page, const paper_run *run)
{
    paper_begin(run, "M and V");
    bench_method_settings five = paper_senin_improved(5);
    static const uint32_t frames[] = {20, 70, 120, 170};
    static const char *const files[] = {"figure-2a", "figure-2b", "figure-2c", "figure-2d"};
    paper_page_heading(page, "Figure 2: M and V under 14 and 12 control vectors");
    for (int i = 0; i < 4; i++) {
        char caption[64];
        snprintf(caption, sizeof caption, "Frame %u; faces that were found to meet are red.",
                 frames[i]);
        paper_page_particles(page, &(paper_particle_figure){"senin-mv",
                                                            run->quick ? frames[i] : 0,
                                                            frames[i],
                                                            {0.1f, -1, 0.25f},
                                                            &five,
                                                            files[i],
                                                            caption});
    }
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "senin-mv");
    add_methods(&def, 5);
    if (run->quick) def.frame_count = 30;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_table(page, "method | mean | most");
    write_rows(page, &timed, 0, timed.measured.frame_count - 1);
    paper_timed_release(&timed);
}

static void plot_w(paper_page *page, const paper_timed *timed)
{
    double *x = paper_timed_frame_numbers(timed), *hybrid = paper_timed_milliseconds(timed, 0);
    double *literal = paper_timed_milliseconds(timed, 1),
           *ours = paper_timed_milliseconds(timed, 2);
    uint32_t count = timed->measured.frame_count;
    if (x && hybrid && literal && ours) {
        const bench_plot_series series[] = {{"senin, literal", x, literal, count, BENCH_PLOT_LINE},
                                            {"senin", x, ours, count, BENCH_PLOT_LINE},
                                            {"hybrid", x, hybrid, count, BENCH_PLOT_LINE}};
        paper_page_plot(
            page, "figure-3",
            &(bench_plot){.title = "Collision queries of two W of 11920 polygons",
                          .note = "5 particles on each; the paper: 12.7 ms mean, 47 ms at most",
                          .x_title = "query",
                          .y_title = "milliseconds (logarithmic)",
                          .logarithmic_y = true,
                          .series = series,
                          .series_count = 3});
    } else {
        paper_page_check(page, mote_fail(MOTE_ERROR_MEMORY, "no memory for a plot"));
    }
    free(x);
    free(hybrid);
    free(literal);
    free(ours);
}

static void write_w(paper_page *page, const paper_run *run)
{
    paper_begin(run, "two W");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "senin-w");
    def.repeats = 1;
    add_methods(&def, 5);
    if (run->quick) def.frame_count = 60;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_heading(page, "Figure 3: 2000 queries of two W");
    plot_w(page, &timed);
    paper_page_text(page, "The warming interval, queries 1 to 49:");
    paper_page_table(page, "method | mean | most");
    paper_page_row(page, "paper | 12.06 ms | 47 ms");
    write_rows(page, &timed, 0, 48);
    if (!run->quick) {
        paper_page_text(page, "The active interval, queries 950 to 1984:");
        paper_page_table(page, "method | mean | most");
        paper_page_row(page, "paper | 12.67 ms | 47 ms");
        write_rows(page, &timed, 949, 1983);
        interval_times t = times_between(&timed, 1, 949, 1983);
        paper_page_claim(page,
                         &(paper_claim){"5, fig. 3",
                                        "two W of 11920 polygons, 5 particles: 12.67 ms per query "
                                        "on average, 47 ms at most",
                                        "both hold here for the literal rules",
                                        paper_claim_if(t.mean <= 12.67 && t.most <= 47)},
                         "%.2f ms on average, %.1f ms at most; hybrid %.3f ms on average", t.mean,
                         t.most, times_between(&timed, 0, 949, 1983).mean);
    }
    paper_timed_release(&timed);
}

void paper_senin_queries(paper_page *page, const paper_run *run)
{
    write_t(page, run);
    write_mv(page, run);
    write_w(page, run);
}
