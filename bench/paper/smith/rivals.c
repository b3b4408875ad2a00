// Section 5: against a separating plane algorithm, an octree update algorithm and a distance-based one.

#include <math.h>
#include <stdio.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/smith/smith.h"

// ---------------------------------------------------------------------------------------------
// Figure 13

typedef struct plane_row {
    uint32_t spheres;
    double smith, plane; // milliseconds as printed: at the last cycle, and for each
} plane_row;

static const plane_row figure_13[] = {{10, 16, 10}, {20, 21, 35}, {30, 22, 76}, {40, 41, 140}};
enum { FIGURE_13_COUNT = sizeof figure_13 / sizeof *figure_13 };

static void write_planes(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 13");
    double spheres[FIGURE_13_COUNT], smith[FIGURE_13_COUNT], plane[FIGURE_13_COUNT];
    double published_smith[FIGURE_13_COUNT], published_plane[FIGURE_13_COUNT],
        hybrid[FIGURE_13_COUNT];
    paper_page_heading(page, "Figure 13: against separating planes");
    paper_page_text(
        page,
        "Spheres of 528 faces; two of them collide in the last cycle. The time of smith is "
        "that of the last cycle, that of separating planes the mean of all, as in the paper.");
    paper_page_table(page,
                     "spheres | paper: smith | paper: planes | smith | separating-plane | hybrid | "
                     "closest-feature");
    for (int i = 0; i < FIGURE_13_COUNT; i++) {
        char name[32];
        paper_timed timed;
        snprintf(name, sizeof name, "smith-convex-%u", figure_13[i].spheres);
        paper_timed_def def = paper_timed_of(run, name);
        paper_timed_add(&def, "smith");
        paper_timed_add(&def, "separating-plane");
        paper_timed_add(&def, "hybrid");
        paper_timed_add(&def, "closest-feature");
        if (run->quick) paper_timed_take_last(&def, 10, 100);
        if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
        spheres[i] = figure_13[i].spheres;
        published_smith[i] = figure_13[i].smith;
        published_plane[i] = figure_13[i].plane;
        smith[i] = 1e3 * paper_timed_summary(&timed, 0).last;
        plane[i] = 1e3 * paper_timed_summary(&timed, 1).mean;
        hybrid[i] = 1e3 * paper_timed_summary(&timed, 2).last;
        paper_page_row(page, "%u | %.0f ms | %.0f ms | %.3f ms | %.3f ms | %.4f ms | %.4f ms",
                       figure_13[i].spheres, figure_13[i].smith, figure_13[i].plane, smith[i],
                       plane[i], hybrid[i], 1e3 * paper_timed_summary(&timed, 3).last);
        paper_timed_release(&timed);
    }
    const bench_plot_series series[] = {
        {"paper: smith", spheres, published_smith, FIGURE_13_COUNT, BENCH_PLOT_DASHED},
        {"paper: planes", spheres, published_plane, FIGURE_13_COUNT, BENCH_PLOT_DASHED},
        {"smith", spheres, smith, FIGURE_13_COUNT, BENCH_PLOT_LINE},
        {"separating-plane", spheres, plane, FIGURE_13_COUNT, BENCH_PLOT_LINE},
        {"hybrid", spheres, hybrid, FIGURE_13_COUNT, BENCH_PLOT_LINE}};
    paper_page_plot(page, "figure-13",
                    &(bench_plot){.title = "Against separating planes",
                                  .x_title = "spheres of 528 faces",
                                  .y_title = "milliseconds (logarithmic)",
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 5});
    double growth_plane = plane[3] / plane[0], growth_smith = smith[3] / smith[0];
    paper_page_claim(
        page,
        &(paper_claim){
            "5.1, fig. 13", "for 20 spheres and more it beats separating planes",
            "smith is faster with 20, 30 and 40 spheres",
            paper_claim_if(smith[1] < plane[1] && smith[2] < plane[2] && smith[3] < plane[3])},
        "with 40: %.2f ms against %.2f ms, hybrid %.3f ms", smith[3], plane[3], hybrid[3]);
    paper_page_claim(page,
                     &(paper_claim){"5.1",
                                    "separating planes grow with the square of the bodies, smith "
                                    "much less",
                                    "from 10 to 40 spheres planes grow at least twice as much",
                                    paper_claim_if(growth_plane >= 2 * growth_smith)},
                     "%.1f times against %.1f times", growth_plane, growth_smith);
}

// ---------------------------------------------------------------------------------------------
// Figure 14

static void write_octrees(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 14");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "smith-venus-shuttle");
    paper_smith_add_methods(&def);
    paper_timed_add(&def, "octree-update");
    if (run->quick) paper_timed_take_last(&def, 3, 34);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    uint32_t rival = paper_smith_find(&def, "octree-update");
    paper_page_heading(page, "Figure 14: against octrees that move with the bodies");
    const paper_cycle_series series[] = {
        {&timed, 0, "smith"}, {&timed, rival, "octree-update"}, {&timed, 1, "hybrid"}};
    paper_page_scene(page, &(paper_scene_figure){"smith-venus-shuttle",
                                                 33,
                                                 {0.3f, -1, 0.35f},
                                                 "venus-shuttle",
                                                 "The last cycle of figure 15."});
    paper_smith_plot_cycles(page, "figure-14", "Sphere, shuttle, chair and bust", series, 3);
    paper_page_table(page, "method | last cycle | held, kB");
    for (uint32_t i = 0; i < def.count; i++)
        paper_page_row(page, "%s | %.3f ms | %.0f", def.settings[i].name,
                       1e3 * paper_timed_summary(&timed, i).last,
                       (double)timed.measured.timings[i].bytes / 1e3);
    double ratio = paper_timed_summary(&timed, rival).last / paper_timed_summary(&timed, 0).last;
    paper_page_claim(page,
                     &(paper_claim){"5.2, fig. 14",
                                    "about 16 times faster than octree update when bust and "
                                    "shuttle collide",
                                    "at least 8 times", paper_claim_if(ratio >= 8)},
                     "%.1f times (paper: 161 ms against 11 ms, 14.6 times)", ratio);
    double memory =
        (double)timed.measured.timings[rival].bytes / (double)timed.measured.timings[0].bytes;
    paper_page_claim(page,
                     &(paper_claim){"7", "it needs no stored octrees, which sap memory",
                                    "octree-update holds at least twice as much",
                                    paper_claim_if(memory >= 2)},
                     "%.1f times as much", memory);
    paper_timed_release(&timed);
}

// ---------------------------------------------------------------------------------------------
// Figures 16 to 18

static const uint32_t figure_18[] = {48, 80, 168, 360, 528, 728, 960};
enum { FIGURE_18_COUNT = sizeof figure_18 / sizeof *figure_18 };

typedef struct bouncing {
    double faces[FIGURE_18_COUNT];
    double smith_all[FIGURE_18_COUNT], smith_contact[FIGURE_18_COUNT];
    double rival_all[FIGURE_18_COUNT], rival_contact[FIGURE_18_COUNT];
    double hybrid_all[FIGURE_18_COUNT];
    double smith_most[FIGURE_18_COUNT], rival_most[FIGURE_18_COUNT];
} bouncing;

static void plot_bouncing(paper_page *page, const paper_timed *timed, uint32_t faces)
{
    char file[32], title[64];
    if (faces != 168 && faces != 960) return;
    snprintf(file, sizeof file, "figure-%s", faces == 168 ? "16" : "17");
    snprintf(title, sizeof title, "15 spheres of %u faces", faces);
    const paper_cycle_series series[] = {
        {timed, 0, "smith"}, {timed, 1, "closest-feature"}, {timed, 2, "hybrid"}};
    paper_smith_plot_cycles(page, file, title, series, 3);
}

static bool measure_bouncing(paper_page *page, const paper_run *run, bouncing *out)
{
    for (int i = 0; i < FIGURE_18_COUNT; i++) {
        char name[40];
        paper_timed timed;
        snprintf(name, sizeof name, "smith-bouncing-15-%u", figure_18[i]);
        paper_timed_def def = paper_timed_of(run, name);
        def.repeats = 1;
        paper_timed_add(&def, "smith");
        paper_timed_add(&def, "closest-feature");
        paper_timed_add(&def, "hybrid");
        if (run->quick) def.frame_count = 60;
        if (!paper_page_check(page, paper_timed_run(&def, &timed))) return false;
        plot_bouncing(page, &timed, figure_18[i]);
        paper_timed_figures smith = paper_timed_summary(&timed, 0);
        paper_timed_figures rival = paper_timed_summary(&timed, 1);
        out->faces[i] = figure_18[i];
        out->smith_all[i] = 1e3 * smith.mean;
        out->smith_contact[i] = 1e3 * smith.mean_in_contact;
        out->smith_most[i] = 1e3 * smith.most;
        out->rival_all[i] = 1e3 * rival.mean;
        out->rival_contact[i] = 1e3 * rival.mean_in_contact;
        out->rival_most[i] = 1e3 * rival.most;
        out->hybrid_all[i] = 1e3 * paper_timed_summary(&timed, 2).mean;
        paper_timed_release(&timed);
    }
    return true;
}

static void plot_figure_18(paper_page *page, const bouncing *b)
{
    const bench_plot_series series[] = {
        {"smith, all cycles", b->faces, b->smith_all, FIGURE_18_COUNT, BENCH_PLOT_LINE},
        {"smith, in contact", b->faces, b->smith_contact, FIGURE_18_COUNT, BENCH_PLOT_LINE},
        {"closest-feature, all", b->faces, b->rival_all, FIGURE_18_COUNT, BENCH_PLOT_LINE},
        {"closest-feature, contact", b->faces, b->rival_contact, FIGURE_18_COUNT, BENCH_PLOT_LINE},
        {"hybrid, all cycles", b->faces, b->hybrid_all, FIGURE_18_COUNT, BENCH_PLOT_LINE}};
    paper_page_plot(
        page, "figure-18",
        &(bench_plot){.title = "15 bouncing spheres: mean of all cycles and of those with contact",
                      .x_title = "faces of each sphere",
                      .y_title = "milliseconds per cycle (logarithmic)",
                      .logarithmic_y = true,
                      .series = series,
                      .series_count = 5});
}

static void write_features(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figures 16 to 18");
    bouncing b;
    paper_page_heading(page, "Figures 16 to 18: against closest features");
    paper_page_text(
        page,
        "15 spheres in a box: 5 %% of its volume, 5 %% of the radius and 10 degrees per cycle. "
        "The paper's curves are drawn, not printed as numbers. `closest-feature` "
        "reports which bodies touch, the others which faces.");
    if (!measure_bouncing(page, run, &b)) return;
    plot_figure_18(page, &b);
    paper_page_table(
        page, "faces | smith, all | in contact | most | closest-feature, all | in contact | most | "
              "hybrid, all");
    for (int i = 0; i < FIGURE_18_COUNT; i++) {
        char smith[24] = "none", rival[24] = "none";
        if (!isnan(b.smith_contact[i])) {
            snprintf(smith, sizeof smith, "%.3f ms", b.smith_contact[i]);
            snprintf(rival, sizeof rival, "%.3f ms", b.rival_contact[i]);
        }
        paper_page_row(page, "%.0f | %.3f ms | %s | %.3f ms | %.3f ms | %s | %.3f ms | %.4f ms",
                       b.faces[i], b.smith_all[i], smith, b.smith_most[i], b.rival_all[i], rival,
                       b.rival_most[i], b.hybrid_all[i]);
    }
    int last = FIGURE_18_COUNT - 1;
    if (isnan(b.smith_contact[last])) return;
    paper_page_claim(page,
                     &(paper_claim){"5.3, fig. 18", "smith is faster in cycles with collisions",
                                    "faster in contact with 960 faces",
                                    paper_claim_if(b.smith_contact[last] < b.rival_contact[last])},
                     "%.2f ms against %.3f ms; hybrid %.3f ms over all cycles",
                     b.smith_contact[last], b.rival_contact[last], b.hybrid_all[last]);
    paper_page_claim(
        page,
        &(paper_claim){"5.3, fig. 16, 17",
                       "closest features are quite fast in cycles without "
                       "collisions",
                       "its mean over all cycles is below that of smith with 168 and 960 faces",
                       paper_claim_if(b.rival_all[2] < b.smith_all[2] &&
                                      b.rival_all[last] < b.smith_all[last])},
        "%.3f and %.3f ms against %.2f and %.2f ms", b.rival_all[2], b.rival_all[last],
        b.smith_all[2], b.smith_all[last]);
}

void paper_smith_rivals(paper_page *page, const paper_run *run)
{
    write_planes(page, run);
    write_octrees(page, run);
    write_features(page, run);
}
