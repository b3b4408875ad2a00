// How many particles are enough (sections 3.5 and 5), and how exact the collision point is.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/senin/senin.h"

enum { COUNTS = 7 };
static const uint32_t counts[COUNTS] = {2, 3, 5, 8, 12, 24, 50};
static const char *const scenes[] = {"letters-tt", "letters-mv", "letters-ww"};
enum { SCENES = 3 };

typedef struct found_share {
    double recall, point_error; // point_error: median, in radii of the smaller body
    recall_interval interval;
    uint64_t colliding;
} found_share;

static bool measure(paper_page *page, const paper_run *run, const char *scene,
                    const bench_method_settings *settings, found_share *out)
{
    recall_score score;
    paper_recalled_def def = {
        .scene = scene, .subject = settings, .frames = run->quick ? 60 : 0, .seed = run->seed};
    if (!paper_page_check(page, paper_recalled(&def, &score))) return false;
    *out = (found_share){.recall = recall_share_value(score.frame_recall),
                         .interval = recall_share_interval(score.frame_recall),
                         .point_error = recall_samples_quantile(&score.point_errors, 0.5),
                         .colliding = score.frame_recall.of};
    recall_score_release(&score);
    return true;
}

typedef struct recall_table {
    double literal[SCENES][COUNTS], ours[SCENES][COUNTS], literal_error[SCENES][COUNTS];
} recall_table;

static bool fill_table(paper_page *page, const paper_run *run, recall_table *out)
{
    paper_page_table(
        page,
        "scene | particles | literal: found | 95 % | point off by | senin: found | 95 % | point "
        "off by");
    for (int s = 0; s < SCENES; s++) {
        for (int i = 0; i < COUNTS; i++) {
            found_share paper, ours;
            bench_method_settings literal = paper_senin_literal(counts[i]);
            bench_method_settings improved = paper_senin_improved(counts[i]);
            if (!measure(page, run, scenes[s], &literal, &paper) ||
                !measure(page, run, scenes[s], &improved, &ours))
                return false;
            out->literal[s][i] = paper.recall;
            out->ours[s][i] = ours.recall;
            out->literal_error[s][i] = paper.point_error;
            paper_page_row(page,
                           "%s | %u | %.3f | %.2f to %.2f | %.3f | %.3f | %.2f to %.2f | %.3f",
                           scenes[s], counts[i], paper.recall, paper.interval.low,
                           paper.interval.high, paper.point_error, ours.recall, ours.interval.low,
                           ours.interval.high, ours.point_error);
        }
    }
    return true;
}

static void plot_table(paper_page *page, const recall_table *t)
{
    double x[COUNTS];
    for (int i = 0; i < COUNTS; i++) x[i] = counts[i];
    const bench_plot_series series[] = {
        {"T and T, literal", x, t->literal[0], COUNTS, BENCH_PLOT_DASHED},
        {"M and V, literal", x, t->literal[1], COUNTS, BENCH_PLOT_DASHED},
        {"W and W, literal", x, t->literal[2], COUNTS, BENCH_PLOT_DASHED},
        {"T and T, senin", x, t->ours[0], COUNTS, BENCH_PLOT_LINE},
        {"M and V, senin", x, t->ours[1], COUNTS, BENCH_PLOT_LINE},
        {"W and W, senin", x, t->ours[2], COUNTS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "found",
                    &(bench_plot){.title = "Share of colliding frames that are found",
                                  .x_title = "particles on each body (logarithmic)",
                                  .y_title = "recall",
                                  .logarithmic_x = true,
                                  .series = series,
                                  .series_count = 6});
}

static double least_of(const double values[SCENES][COUNTS], int column)
{
    return fmin(values[0][column], fmin(values[1][column], values[2][column]));
}

static double greatest_of(const double values[SCENES][COUNTS], int column)
{
    return fmax(values[0][column], fmax(values[1][column], values[2][column]));
}

static void judge(paper_page *page, const recall_table *t)
{
    double three = least_of(t->literal, 1), five = least_of(t->literal, 2);
    paper_page_claim(
        page,
        &(paper_claim){"5", "3 to 5 particles on each model are enough",
                       "at least 95 % of colliding frames found on all letters with 5",
                       paper_claim_if(five >= 0.95)},
        "by the literal rules %.0f %% with 3 and %.0f %% with 5 on the worst pair of letters; with "
        "5 and this library's additions %.0f %%",
        100 * three, 100 * five, 100 * least_of(t->ours, 2));
    double off = fmax(greatest_of(t->literal_error, 0), greatest_of(t->literal_error, 1));
    paper_page_claim(
        page,
        &(paper_claim){"5", "2 or 3 particles define a sufficiently correct collision point",
                       "median error of at most a tenth of the smaller body's radius",
                       isnan(off) ? PAPER_CLAIM_OPEN : paper_claim_if(off <= 0.1)},
        "%.3f radii at the worst of three scenes", isnan(off) ? 0.0 : off);
}

void paper_senin_misses(paper_page *page, const paper_run *run)
{
    paper_begin(run, "how much is found");
    recall_table table;
    paper_page_heading(page, "How many particles are enough");
    paper_page_text(
        page,
        "Share of the colliding frames found by the exact engine that a method finds, and the "
        "median distance of its collision point from the exact one in radii of the smaller body.");
    if (!fill_table(page, run, &table)) return;
    plot_table(page, &table);
    judge(page, &table);
}
