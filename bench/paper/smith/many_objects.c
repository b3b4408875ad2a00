// Sections 4.2 to 4.4: many concave objects, an interactive scene, a portable shrine.

#include <math.h>
#include <stdio.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/smith/smith.h"

static void row_of(paper_page *page, const char *what, const paper_timed *timed)
{
    for (uint32_t i = 0; i < timed->def->count; i++) {
        paper_timed_figures f = paper_timed_summary(timed, i);
        paper_page_row(page, "%s | %s | %.4f ms | %.4f ms | %.4f ms | %u of %u", what,
                       timed->measured.timings[i].name, 1e3 * f.last, 1e3 * f.mean, 1e3 * f.most,
                       f.frames_in_contact, timed->measured.frame_count);
    }
}

static bool run_scene(paper_page *page, const paper_run *run, const char *scene,
                      uint32_t quick_frames, paper_timed_def *def, paper_timed *out)
{
    *def = paper_timed_of(run, scene);
    paper_smith_add_methods(def);
    if (run->quick) def->frame_count = quick_frames;
    return paper_page_check(page, paper_timed_run(def, out));
}

static void begin_table(paper_page *page)
{
    paper_page_table(page, "scene | method | last cycle | mean | most | cycles with contact");
}

// ---------------------------------------------------------------------------------------------

static void write_shuttles(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 8");
    paper_timed_def defs[2];
    paper_timed many, two;
    defs[0] = paper_timed_of(run, "smith-shuttles-15");
    defs[1] = paper_timed_of(run, "smith-shuttles-2");
    for (int i = 0; i < 2; i++) {
        paper_smith_add_methods(&defs[i]);
        if (run->quick) paper_timed_take_last(&defs[i], 10, 150);
    }
    if (!paper_page_check(page, paper_timed_run(&defs[0], &many))) return;
    if (paper_page_check(page, paper_timed_run(&defs[1], &two))) {
        paper_page_heading(page, "Figure 8: 15 space shuttles, and two of them alone");
        const paper_cycle_series series[] = {{&many, 0, "15 shuttles, smith"},
                                             {&two, 0, "2 shuttles, smith"},
                                             {&many, 1, "15 shuttles, hybrid"},
                                             {&two, 1, "2 shuttles, hybrid"}};
        paper_page_scene(page, &(paper_scene_figure){"smith-shuttles-15",
                                                     149,
                                                     {0.3f, -1, 0.5f},
                                                     "shuttles",
                                                     "The last cycle: two of 15 collide."});
        paper_smith_plot_cycles(page, "figure-8", "15 against 2 space shuttles", series, 4);
        begin_table(page);
        row_of(page, "15 shuttles", &many);
        row_of(page, "2 shuttles", &two);
        double ratio = paper_timed_summary(&many, 0).last / paper_timed_summary(&two, 0).last;
        paper_page_claim(
            page,
            &(paper_claim){"4.2, fig. 8",
                           "with 15 concave objects in place of 2, the cycle in which two "
                           "collide costs about twice as much",
                           "at most 3 times", paper_claim_if(ratio <= 3)},
            "%.1f times (paper: 31 ms against 16 ms, 1.9 times)", ratio);
        paper_timed_release(&two);
    }
    paper_timed_release(&many);
}

static double mean_without_contact(const paper_timed *timed)
{
    const bench_measurement *m = &timed->measured;
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->frame_count; i++) {
        if (m->faces_in_contact[i]) continue;
        sum += m->timings[0].seconds[i];
        count++;
    }
    return count ? sum / count : (double)NAN;
}

static void write_interactive(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 12");
    paper_timed_def def;
    paper_timed timed;
    if (!run_scene(page, run, "smith-interactive", 60, &def, &timed)) return;
    paper_page_heading(page, "Figure 12: the interactive scene");
    const paper_cycle_series series[] = {{&timed, 0, "smith"}, {&timed, 1, "hybrid"}};
    paper_page_scene(page, &(paper_scene_figure){"smith-interactive",
                                                 400,
                                                 {0.4f, -1, 0.4f},
                                                 "interactive",
                                                 "Cycle 400 of the interactive scene."});
    paper_smith_plot_cycles(page, "figure-12", "Hands, bust, shuttle and a sphere that deforms",
                            series, 2);
    begin_table(page);
    row_of(page, "interactive", &timed);
    paper_timed_figures f = paper_timed_summary(&timed, 0);
    double idle = mean_without_contact(&timed);
    paper_page_claim(page,
                     &(paper_claim){"4.3, fig. 12", "11.5 ms per cycle on average, 800 cycles",
                                    "at most 11.5 ms here", paper_claim_if(f.mean <= 0.0115)},
                     "%.3f ms with smith, %.4f ms with hybrid", 1e3 * f.mean,
                     1e3 * paper_timed_summary(&timed, 1).mean);
    if (!isnan(idle) && f.frames_in_contact)
        paper_page_claim(page,
                         &(paper_claim){"4.3", "cycles without a collision take negligible time",
                                        "less than half of those with one",
                                        paper_claim_if(idle < 0.5 * f.mean_in_contact)},
                         "%.3f ms without, %.3f ms with (paper: rarely more than 5 ms without)",
                         1e3 * idle, 1e3 * f.mean_in_contact);
    paper_timed_release(&timed);
}

static void write_shrine(paper_page *page, const paper_run *run)
{
    paper_begin(run, "the shrine");
    paper_timed_def def;
    paper_timed timed;
    if (!run_scene(page, run, "smith-shrine", 20, &def, &timed)) return;
    paper_page_heading(page, "Section 4.4: the portable shrine of 5263 faces");
    paper_page_scene(page, &(paper_scene_figure){"smith-shrine",
                                                 120,
                                                 {0.7f, -1, 0.5f},
                                                 "shrine",
                                                 "The shrine while it is put together."});
    begin_table(page);
    row_of(page, "shrine", &timed);
    paper_timed_figures f = paper_timed_summary(&timed, 0);
    paper_page_claim(page,
                     &(paper_claim){"4.4", "feedback for a shrine of 5263 faces in real time",
                                    "no cycle takes more than 100 ms",
                                    paper_claim_if(f.most <= 0.1)},
                     "%.1f ms at most with smith, %.2f ms with hybrid", 1e3 * f.most,
                     1e3 * paper_timed_summary(&timed, 1).most);
    paper_timed_release(&timed);
}

// Two shuttles and two spheres, 528 faces each, in the cycle in which they meet.
static void write_concave(paper_page *page, const paper_run *run)
{
    paper_begin(run, "concave against convex");
    paper_timed_def defs[2] = {paper_timed_of(run, "smith-shuttles-2"),
                               paper_timed_of(run, "smith-spheres-528")};
    paper_timed timed[2];
    for (int i = 0; i < 2; i++) {
        paper_timed_add(&defs[i], "smith");
        paper_timed_take_last(&defs[i], 1, i ? 72 : 150);
    }
    if (!paper_page_check(page, paper_timed_run(&defs[0], &timed[0]))) return;
    if (paper_page_check(page, paper_timed_run(&defs[1], &timed[1]))) {
        double concave = paper_timed_summary(&timed[0], 0).last;
        double convex = paper_timed_summary(&timed[1], 0).last;
        paper_page_claim(
            page,
            &(paper_claim){"7", "there is no penalty for concave objects",
                           "two shuttles of 528 faces take at most twice as long as two "
                           "spheres of 528 faces in the cycle in which they collide",
                           paper_claim_if(concave <= 2 * convex)},
            "%.2f ms against %.2f ms (paper: 16 ms both)", 1e3 * concave, 1e3 * convex);
        paper_timed_release(&timed[1]);
    }
    paper_timed_release(&timed[0]);
}

void paper_smith_many_objects(paper_page *page, const paper_run *run)
{
    write_shuttles(page, run);
    write_interactive(page, run);
    write_shrine(page, run);
    write_concave(page, run);
}
