// Section 4.1: two spheres that move towards each other until they collide.

#include <math.h>
#include <stdio.h>

#include "bench/paper/smith/smith.h"

static const uint32_t faces_of_figure_7[] = {8,   10,  24,  48,  54,  80,  120,
                                             168, 224, 360, 528, 728, 960, 3968};
enum { FIGURE_7_COUNT = sizeof faces_of_figure_7 / sizeof *faces_of_figure_7 };

// The last cycle, in milliseconds, as section 4.1 prints it.
typedef struct published_time {
    uint32_t faces;
    double last;
} published_time;

static const published_time published[] = {{168, 11}, {528, 16}, {960, 24}, {3968, 70}};
enum { PUBLISHED_COUNT = sizeof published / sizeof *published };

static double published_last(uint32_t faces)
{
    for (int i = 0; i < PUBLISHED_COUNT; i++) {
        if (published[i].faces == faces) return published[i].last;
    }
    return (double)NAN;
}

static paper_timed_def spheres(const paper_run *run, uint32_t faces, char *name, size_t size)
{
    snprintf(name, size, "smith-spheres-%u", faces);
    paper_timed_def def = paper_timed_of(run, name);
    paper_smith_add_methods(&def);
    return def;
}

static void write_figure_6(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 6");
    paper_timed timed[PUBLISHED_COUNT];
    paper_timed_def defs[PUBLISHED_COUNT];
    char names[PUBLISHED_COUNT][32], labels[PUBLISHED_COUNT][32];
    paper_cycle_series series[PUBLISHED_COUNT];
    uint32_t done = 0;
    for (; done < PUBLISHED_COUNT; done++) {
        defs[done] = spheres(run, published[done].faces, names[done], sizeof names[done]);
        if (!paper_page_check(page, paper_timed_run(&defs[done], &timed[done]))) break;
        snprintf(labels[done], sizeof labels[done], "%u faces", published[done].faces);
        series[done] = (paper_cycle_series){&timed[done], 0, labels[done]};
    }
    if (done == PUBLISHED_COUNT) {
        paper_page_heading(page, "Figure 6: each cycle until two spheres collide");
        paper_smith_plot_cycles(page, "figure-6", "Two spheres of 168 to 3968 faces, method smith",
                                series, done);
    }
    for (uint32_t i = 0; i < done; i++) paper_timed_release(&timed[i]);
}

typedef struct last_cycles {
    double faces[FIGURE_7_COUNT], smith[FIGURE_7_COUNT], hybrid[FIGURE_7_COUNT];
    double paper_faces[PUBLISHED_COUNT], paper[PUBLISHED_COUNT];
} last_cycles;

static bool measure_last_cycles(paper_page *page, const paper_run *run, last_cycles *out)
{
    paper_page_table(page,
                     "faces of each | paper | smith | hybrid | paired | smith against the paper");
    for (int i = 0; i < FIGURE_7_COUNT; i++) {
        char name[32];
        paper_timed timed;
        paper_timed_def def = spheres(run, faces_of_figure_7[i], name, sizeof name);
        paper_timed_take_last(&def, 2, 72);
        if (!paper_page_check(page, paper_timed_run(&def, &timed))) return false;
        uint32_t paired = paper_smith_find(&def, "paired");
        double smith = 1e3 * paper_timed_summary(&timed, 0).last;
        double hybrid = 1e3 * paper_timed_summary(&timed, 1).last;
        char ours[32] = "", paper[32] = "", gain[32] = "";
        if (paired != MOTE_NONE)
            snprintf(ours, sizeof ours, "%.4f ms", 1e3 * paper_timed_summary(&timed, paired).last);
        double printed = published_last(faces_of_figure_7[i]);
        if (!isnan(printed)) {
            snprintf(paper, sizeof paper, "%.0f ms", printed);
            snprintf(gain, sizeof gain, "%.0f times faster", printed / smith);
        }
        paper_page_row(page, "%u | %s | %.4f ms | %.4f ms | %s | %s", faces_of_figure_7[i], paper,
                       smith, hybrid, ours, gain);
        out->faces[i] = faces_of_figure_7[i];
        out->smith[i] = smith;
        out->hybrid[i] = hybrid;
        paper_timed_release(&timed);
    }
    return true;
}

static void plot_figure_7(paper_page *page, last_cycles *c)
{
    for (int i = 0; i < PUBLISHED_COUNT; i++) {
        c->paper_faces[i] = published[i].faces;
        c->paper[i] = published[i].last;
    }
    const bench_plot_series series[] = {
        {"paper (R4400)", c->paper_faces, c->paper, PUBLISHED_COUNT, BENCH_PLOT_DASHED},
        {"smith", c->faces, c->smith, FIGURE_7_COUNT, BENCH_PLOT_LINE},
        {"hybrid", c->faces, c->hybrid, FIGURE_7_COUNT, BENCH_PLOT_LINE}};
    paper_page_plot(page, "figure-7",
                    &(bench_plot){.title = "The cycle in which two spheres collide",
                                  .x_title = "faces of each sphere (logarithmic)",
                                  .y_title = "milliseconds (logarithmic)",
                                  .logarithmic_x = true,
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 3});
}

// The most faces, doubling from 3968, whose last cycle takes at most 100 ms, and that time.
static uint32_t faces_within_a_tenth(paper_page *page, const paper_run *run, double *seconds)
{
    uint32_t most = 0;
    for (uint32_t faces = 3968; faces <= (run->quick ? 3968u : 1016000u); faces *= 2) {
        char name[32];
        paper_timed timed;
        snprintf(name, sizeof name, "smith-spheres-%u", faces);
        paper_timed_def def = paper_timed_of(run, name);
        def.repeats = 1;
        paper_timed_add(&def, "smith");
        paper_timed_take_last(&def, 1, 72);
        if (!paper_page_check(page, paper_timed_run(&def, &timed))) return most;
        double last = paper_timed_summary(&timed, 0).last;
        paper_timed_release(&timed);
        if (last > 0.1) return most;
        most = faces;
        *seconds = last;
    }
    return most;
}

static void judge_growth(paper_page *page, const last_cycles *c)
{
    int small = 7, large = FIGURE_7_COUNT - 1; // 168 and 3968 faces
    double faces = c->faces[large] / c->faces[small], time = c->smith[large] / c->smith[small];
    paper_page_claim(page,
                     &(paper_claim){"4.1, fig. 7",
                                    "the time of the last cycle grows more slowly than the faces",
                                    "from 168 to 3968 faces (24 times) less than 24 times",
                                    paper_claim_if(time < faces)},
                     "%.1f times (paper: %.1f times)", time, 70.0 / 11.0);
}

void paper_smith_standard_objects(paper_page *page, const paper_run *run)
{
    last_cycles cycles;
    write_figure_6(page, run);
    paper_begin(run, "figure 7");
    paper_page_heading(page, "Figure 7: the cycle in which they collide");
    if (!measure_last_cycles(page, run, &cycles)) return;
    plot_figure_7(page, &cycles);
    judge_growth(page, &cycles);
    double seconds = 0;
    uint32_t most = faces_within_a_tenth(page, run, &seconds);
    paper_page_claim(
        page,
        &(paper_claim){"6",
                       "objects of up to 5936 faces fit into 100 ms, which looks natural "
                       "to people",
                       "5936 faces or more", paper_claim_if(most >= 5936)},
        "%u faces each in %.0f ms%s", most, 1e3 * seconds,
        run->quick ? " (no more were tried)" : "");
}
