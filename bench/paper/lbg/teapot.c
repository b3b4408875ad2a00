// Section "Results": a teapot of 5784 polygons and a sphere of 1260.

#include <math.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/paper/scene_figure.h"

enum { COUNTS = 7 };
static const uint32_t counts[COUNTS] = {3, 6, 12, 24, 48, 96, 192};

typedef struct figures {
    double accuracy, recall, precision, probable_recall, probable_precision;
    double milliseconds, to_hybrid;
    recall_interval interval;
} figures;

// Frames judged rightly: those that collide and are found, and those that do not.
static double accuracy_of(const recall_score *s)
{
    uint64_t apart = s->frame_count - s->frame_recall.of;
    uint64_t invented = s->frame_precision.of - s->frame_precision.hits;
    return (double)(s->frame_recall.hits + apart - invented) / (double)s->frame_count;
}

static bool measure(paper_page *page, const paper_run *run, const char *scene,
                    const bench_method_settings *settings, figures *out)
{
    recall_score score;
    paper_recalled_def def = {
        .scene = scene, .subject = settings, .frames = run->quick ? 40 : 0, .seed = run->seed};
    if (!paper_page_check(page, paper_recalled(&def, &score))) return false;
    *out = (figures){.accuracy = accuracy_of(&score),
                     .recall = recall_share_value(score.frame_recall),
                     .precision = recall_share_value(score.frame_precision),
                     .interval = recall_share_interval(score.frame_recall),
                     .probable_recall = recall_share_value(score.probable_recall),
                     .probable_precision = recall_share_value(score.probable_precision),
                     .milliseconds =
                         1e3 * recall_samples_sum(&score.seconds) / (double)score.frame_count,
                     .to_hybrid = recall_time_ratio(&score)};
    recall_score_release(&score);
    return true;
}

// A share as a cell; nothing where there was nothing to count.
static const char *cell(char *room, size_t size, double share)
{
    if (isnan(share)) return "";
    snprintf(room, size, "%.3f", share);
    return room;
}

static void write_row(paper_page *page, uint32_t count, const char *name, const figures *f)
{
    char a[5][16];
    paper_page_row(page, "%u | %s | %s | %s | %.2f to %.2f | %s | %s | %s | %.4f ms | %.1f", count,
                   name, cell(a[0], sizeof a[0], f->accuracy), cell(a[1], sizeof a[1], f->recall),
                   f->interval.low, f->interval.high, cell(a[2], sizeof a[2], f->precision),
                   cell(a[3], sizeof a[3], f->probable_recall),
                   cell(a[4], sizeof a[4], f->probable_precision), f->milliseconds, f->to_hybrid);
}

typedef struct curves {
    double x[COUNTS], literal[COUNTS], ours[COUNTS], literal_accuracy[COUNTS];
    figures literal_at_12, ours_at_12;
} curves;

static bool fill_curves(paper_page *page, const paper_run *run, curves *out)
{
    paper_page_table(
        page,
        "N | rules | accuracy | recall | 95 % | precision | \"probable\": recall | its precision | "
        "time per query | relative to hybrid");
    for (int i = 0; i < COUNTS; i++) {
        bench_method_settings literal = paper_lbg_literal(counts[i]),
                              ours = paper_lbg_improved(counts[i]);
        figures by_paper, by_us;
        if (!measure(page, run, "teapot-sphere", &literal, &by_paper) ||
            !measure(page, run, "teapot-sphere", &ours, &by_us))
            return false;
        write_row(page, counts[i], "literal", &by_paper);
        write_row(page, counts[i], "lbg", &by_us);
        out->x[i] = counts[i];
        out->literal[i] = by_paper.recall;
        out->literal_accuracy[i] = by_paper.accuracy;
        out->ours[i] = by_us.recall;
        if (counts[i] == 12) {
            out->literal_at_12 = by_paper;
            out->ours_at_12 = by_us;
        }
    }
    return true;
}

static void judge(paper_page *page, const curves *c)
{
    const figures *literal = &c->literal_at_12, *ours = &c->ours_at_12;
    paper_page_claim(
        page,
        &(paper_claim){
            "results", "collisions are detected with an accuracy of more than 90 %",
            "more than 90 % of the colliding frames found with N = 12 by the literal rules",
            paper_claim_if(literal->recall > 0.9)},
        "recall %.0f %%, accuracy over all frames %.0f %%; repaired: %.0f and %.0f %%",
        100 * literal->recall, 100 * literal->accuracy, 100 * ours->recall, 100 * ours->accuracy);
    paper_page_claim(page,
                     &(paper_claim){"results", "29 frames per second on average, in real time",
                                    "29 queries per second or more by the literal rules, N = 12",
                                    paper_claim_if(literal->milliseconds <= 1e3 / 29)},
                     "%.0f queries per second; repaired %.0f", 1e3 / literal->milliseconds,
                     1e3 / ours->milliseconds);
    paper_page_claim(page,
                     &(paper_claim){"collision distance",
                                    "particles closer than mu mean a high possibility of collision",
                                    "at least half of the pairs called probable collide",
                                    isnan(literal->probable_precision)
                                        ? PAPER_CLAIM_OPEN
                                        : paper_claim_if(literal->probable_precision >= 0.5)},
                     "%.0f %% do, and %.0f %% of the collisions are called probable",
                     isnan(literal->probable_precision) ? 0.0 : 100 * literal->probable_precision,
                     isnan(literal->probable_recall) ? 0.0 : 100 * literal->probable_recall);
}

void paper_lbg_teapot(paper_page *page, const paper_run *run)
{
    paper_begin(run, "teapot and sphere");
    curves c;
    bench_method_settings twelve = paper_lbg_improved(12);
    paper_page_heading(page, "Figure 10: teapot and sphere");
    paper_page_particles(
        page, &(paper_particle_figure){
                  "teapot-sphere",
                  run->quick ? 58u : 40u,
                  60,
                  {0.5f, -1, 0.45f},
                  &twelve,
                  "figure-10",
                  "Twelve particles on each body; faces that were found to meet are red."});
    paper_page_text(
        page,
        "The paper's accuracy is not defined. Accuracy here is the share of all frames that are "
        "judged "
        "rightly, recall the share of colliding frames that are found, precision the share of what "
        "is found that is true: 1, because an exact test confirms it. \"Probable\" is the paper's "
        "own "
        "answer without that test.");
    if (!fill_curves(page, run, &c)) return;
    const bench_plot_series series[] = {
        {"recall, literal", c.x, c.literal, COUNTS, BENCH_PLOT_DASHED},
        {"accuracy, literal", c.x, c.literal_accuracy, COUNTS, BENCH_PLOT_DASHED},
        {"recall, lbg", c.x, c.ours, COUNTS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "accuracy",
                    &(bench_plot){.title = "Teapot and sphere: accuracy over the number of areas",
                                  .x_title = "N, areas of each body (logarithmic)",
                                  .y_title = "share",
                                  .logarithmic_x = true,
                                  .series = series,
                                  .series_count = 3});
    judge(page, &c);
}
