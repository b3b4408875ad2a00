#include "bench/paper/smith/smith.h"

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/result.h"

uint32_t paper_smith_seed_count(const paper_run *run)
{
    return run->quick ? PAPER_SEEDS_QUICK : PAPER_SMITH_SEEDS;
}

bench_method_settings paper_smith_letter(double side)
{
    bench_method_settings settings;
    bench_method_settings_make("smith", 1, &settings);
    snprintf(settings.name, sizeof settings.name, "smith, letter");
    mote_smith_options options = mote_literal_smith_options();
    options.world_side = (float)side;
    mote_world_def_set_smith(&settings.world, &options);
    return settings;
}

paper_timed_def paper_smith_timed(const paper_run *run, const char *scene,
                                  const scene_tracks *tracks, double side)
{
    paper_timed_def def = paper_timed_of(run, scene);
    def.tracks = tracks;
    paper_timed_add(&def, "smith");
    *paper_timed_add(&def, "smith") = paper_smith_letter(side);
    paper_timed_add(&def, "hybrid");
    return def;
}

double paper_smith_mean(const paper_timed *timed, uint32_t method, bool in_contact)
{
    const bench_measurement *m = &timed->measured;
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->frame_count; i++) {
        if ((m->faces_in_contact[i] > 0) != in_contact) continue;
        sum += m->timings[method].seconds[i];
        count++;
    }
    return count ? 1e3 * sum / count : (double)NAN;
}

paper_estimate paper_smith_ratio(const double *over, const double *under, uint32_t count)
{
    double x[PAPER_SMITH_SEEDS], y[PAPER_SMITH_SEEDS];
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (isnan(over[i]) || isnan(under[i])) continue;
        x[used] = over[i];
        y[used++] = under[i];
    }
    return paper_ratio(x, y, used);
}

const char *paper_smith_cell(double milliseconds)
{
    enum { CELLS = 4 };
    static char cells[CELLS][32];
    static uint32_t next;
    char *cell = cells[next++ % CELLS];
    snprintf(cell, sizeof cells[0], "%.4f ms", milliseconds);
    return isnan(milliseconds) ? "none" : cell;
}

void paper_smith_judge_naive(paper_page *page, const char *reading, const double *naive,
                             const double *letter, uint32_t seeds, double scale)
{
    double scaled[PAPER_SMITH_SEEDS];
    for (uint32_t i = 0; i < seeds; i++) scaled[i] = scale * naive[i];
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "6",
            .claim = "the naive algorithm takes ludicrously long, even in simple environments",
            .reading = reading,
            .rule = paper_more_than(
                "the time of naive in the cycle in which they collide, on the paper's machine,",
                100, "ms"),
            .letter = paper_mean(scaled, seeds),
            .seeds = seeds,
            .processor_time = true},
        "100 ms is what the paper calls real time; one millisecond here is taken as %.0f there; "
        "%.0f times as long as smith by the letter",
        scale, paper_ratio(naive, letter, seeds).value);
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
        "Detection for Deformable Polyhedral Objects*, Presence 7 (1), 1998. The paper's machines "
        "were a Silicon Graphics Indigo2, and an Onyx for sections 4.3 and 5.3, each with an R4400 "
        "at 150 MHz. Times measured here are processor time of one thread, the minimum of the "
        "repeats for each cycle. They include the update of positions.");
    paper_page_text(
        page, "*Letter* is the paper's method as it is written. It compares the boxes of all "
              "pairs, clips faces as in section 3.7, has an octree of 6 levels below a world cube "
              "of side L, and uses the face-pair test of section 3.6. The paper does not print L. "
              "In section 5.3 L follows from the volume, which the paper gives. Elsewhere L is the "
              "side of the cube that contains all bodies in all cycles. *Ours* is the method "
              "[smith](../methods/smith.md) with its defaults: exact tests, pairs from a tree of "
              "boxes, and as the root a cube around the bodies that are near each other, which "
              "shrinks and grows with them. `hybrid` is the default method of this library.");
    paper_page_text(page,
                    "Detections drive the motion, as in the paper: bodies move straight for a "
                    "cycle, the method by the letter detects, and a reported collision ends the "
                    "run or changes the motion. All methods are then timed on the same motion. "
                    "Each run has its own seed, which decides places, rotations and directions.");
    paper_spheres spheres;
    paper_flights flights;
    if (!paper_smith_standard_objects(page, run, &spheres)) return;
    if (paper_page_check(page, paper_smith_fly(run, &flights))) {
        paper_smith_many_objects(page, run, &flights, &spheres);
        paper_smith_interactive(page, run, &spheres);
        paper_smith_planes(page, run);
        paper_smith_octrees(page, run);
        paper_smith_features(page, run);
        paper_smith_variants(page, run, &flights, &spheres);
        paper_smith_pm_octree(page, run, &flights);
    }
    paper_flights_release(&flights);
}

const paper_entry paper_smith = {
    .name = "smith",
    .title = "Kitamura, Smith, Takemura and Kishino 1998, reproduced",
    .short_title = "Kitamura, Smith et al. 1998",
    .about = "Overlap regions of boxes, face checklists and an implicit face octree, against three "
             "rivals.",
    .not_repeated = "the sessions of sections 4.3 and 4.4, in which people moved the objects in "
                    "front of a screen. Here scripted hands move them.",
    .run = run_smith,
};
