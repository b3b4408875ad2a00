#include "bench/paper/smith/smith.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

void paper_smith_add_methods(paper_timed_def *def)
{
    paper_timed_add(def, "smith");
    paper_timed_add(def, "hybrid");
    paper_timed_add(def, "paired");
}

uint32_t paper_smith_find(const paper_timed_def *def, const char *method)
{
    for (uint32_t i = 0; i < def->count; i++) {
        if (strcmp(def->settings[i].name, method) == 0) return i;
    }
    return MOTE_NONE;
}

enum { MAX_SERIES = 8 };

void paper_smith_plot_cycles(paper_page *page, const char *file, const char *title,
                             const paper_cycle_series *series, uint32_t count)
{
    bench_plot_series drawn[MAX_SERIES];
    double *x[MAX_SERIES], *y[MAX_SERIES];
    bool have_memory = true;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = paper_timed_frame_numbers(series[i].timed);
        y[i] = paper_timed_milliseconds(series[i].timed, series[i].method);
        drawn[i] = (bench_plot_series){series[i].name, x[i], y[i],
                                       series[i].timed->measured.frame_count, BENCH_PLOT_LINE};
        have_memory &= x[i] && y[i];
    }
    if (have_memory) {
        paper_page_plot(page, file,
                        &(bench_plot){.title = title,
                                      .x_title = "time sequence (cycle)",
                                      .y_title = "milliseconds per cycle (logarithmic)",
                                      .logarithmic_y = true,
                                      .series = drawn,
                                      .series_count = count});
    } else {
        paper_page_check(page, mote_fail(MOTE_ERROR_MEMORY, "no memory for a plot"));
    }
    for (uint32_t i = 0; i < count; i++) {
        free(x[i]);
        free(y[i]);
    }
}

static void run_smith(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page,
        "Kitamura, Smith, Takemura, Kishino: *A Real-Time Algorithm for Accurate Collision "
        "Detection for Deformable Polyhedral Objects*, Presence 7 (1), 1998. The paper's "
        "machines: Silicon Graphics Indigo2, and Onyx for sections 4.3 and 5.3, each with an "
        "R4400 at 150 MHz. Here one thread, processor time, the least of the repeats for each "
        "cycle; update of positions included. `smith` is the paper's method at its level 6 "
        "([smith](../methods/smith.md)), `hybrid` and `paired` are ours.");
    paper_smith_standard_objects(page, run);
    paper_smith_many_objects(page, run);
    paper_smith_rivals(page, run);
    paper_smith_variants(page, run);
}

const paper_entry paper_smith = {
    .name = "smith",
    .title = "Kitamura, Smith, Takemura and Kishino 1998, reproduced",
    .short_title = "Kitamura, Smith et al. 1998",
    .about = "Overlap regions of boxes, face checklists and an implicit face octree, against three "
             "rivals.",
    .not_repeated = "see the page.",
    .run = run_smith,
};
