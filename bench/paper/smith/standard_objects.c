// Section 4.1: two spheres that move towards each other until they collide.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/vec.h"

enum { FIGURE_7 = 15, FACES_528 = 10, LARGE = 13, EXTRAPOLATED = 14 };

// Those of the paper, and what it extrapolates to in section 6.
static const uint32_t faces_of[FIGURE_7] = {8,   10,  24,  48,  54,  80,   120, 168,
                                            224, 360, 528, 728, 960, 3968, 5936};

// The last cycle, in milliseconds, as section 4.1 prints it; 0 where it does not.
static const double published[FIGURE_7] = {[7] = 11, [10] = 16, [12] = 24, [13] = 70};

// Centers start 4.55 radii from the middle, so that poles would meet in cycle 72.
#define START (1 + 71 * PAPER_SMITH_SPEED)
#define SIDE (2 * (START + 1))

static mote_result approach(uint32_t faces, uint64_t seed, paper_motion *out, char *scene,
                            size_t size)
{
    snprintf(scene, size, "smith-spheres-%u", faces);
    mote_random random = mote_random_stream(seed, 61, 0);
    mote_dvec3 line = paper_random_direction(&random);
    paper_mover movers[2];
    for (int i = 0; i < 2; i++) {
        double side = i ? 1 : -1;
        movers[i] = (paper_mover){.rigid = mote_default_rigid()};
        movers[i].rigid.center = mote_dvec_scale(line, side * START);
        movers[i].rigid.velocity = mote_dvec_scale(line, -side * PAPER_SMITH_SPEED);
        movers[i].rigid.rotation = paper_random_rotation(&random);
        movers[i].rigid.angular_velocity =
            mote_dvec_scale(paper_random_direction(&random), PAPER_SMITH_SPIN);
    }
    bench_method_settings driver = paper_smith_letter(SIDE);
    return paper_motion_run(&(paper_motion_def){.scene = scene,
                                                .driver = &driver,
                                                .response = MOTE_RESPONSE_EXCHANGE,
                                                .max_cycles = 120,
                                                .until_contact = true,
                                                .movers = movers},
                            out);
}

// ---------------------------------------------------------------------------------------------
// Figure 6

static void write_figure_6(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 6");
    enum { COUNT = 4 };
    static const uint32_t faces[COUNT] = {168, 528, 960, 3968};
    paper_motion motions[COUNT];
    paper_timed_def defs[COUNT];
    paper_timed timed[COUNT];
    char scenes[COUNT][32], labels[COUNT][32];
    paper_cycle_series series[COUNT];
    uint32_t done = 0;
    for (; done < COUNT; done++) {
        if (!paper_page_check(page, approach(faces[done], paper_seed(run, 0), &motions[done],
                                             scenes[done], sizeof scenes[done])))
            break;
        defs[done] = paper_smith_timed(run, scenes[done], &motions[done].tracks, SIDE);
        if (!paper_page_check(page, paper_timed_run(&defs[done], &timed[done]))) {
            paper_motion_release(&motions[done]);
            break;
        }
        snprintf(labels[done], sizeof labels[done], "%u faces", faces[done]);
        series[done] = (paper_cycle_series){&timed[done], PAPER_SMITH_LETTER, labels[done]};
    }
    if (done == COUNT) {
        paper_page_heading(page, "Figure 6: each cycle until two spheres collide");
        paper_smith_plot_cycles(page, "figure-6",
                                "Two spheres of 168 to 3968 faces, smith by the letter", series,
                                COUNT);
    }
    for (uint32_t i = 0; i < done; i++) {
        paper_timed_release(&timed[i]);
        paper_motion_release(&motions[i]);
    }
}

// ---------------------------------------------------------------------------------------------
// Figure 7

typedef struct last_cycles {
    double faces[FIGURE_7];
    double ms[FIGURE_7][PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS];
    double cycles[FIGURE_7]; // until the contact, mean
    uint32_t seeds[FIGURE_7];
} last_cycles;

static bool measure_one(paper_page *page, const paper_run *run, int size, uint32_t seed,
                        last_cycles *out)
{
    char scene[32];
    paper_motion motion;
    paper_timed timed;
    if (!paper_page_check(
            page, approach(faces_of[size], paper_seed(run, seed), &motion, scene, sizeof scene)))
        return false;
    paper_timed_def def = paper_smith_timed(run, scene, &motion.tracks, SIDE);
    paper_timed_take_last(&def, 2, motion.cycles);
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++)
            out->ms[size][m][seed] = 1e3 * paper_timed_summary(&timed, m).last;
        out->cycles[size] += motion.cycles;
        paper_timed_release(&timed);
    }
    paper_motion_release(&motion);
    return done;
}

static uint32_t seeds_of(const paper_run *run, int size)
{
    if (size == EXTRAPOLATED) return run->quick ? 0 : PAPER_SMITH_SEEDS;
    return published[size] > 0 ? paper_smith_seed_count(run) : run->quick ? 1 : 3;
}

// The sizes that the paper prints, with all seeds, the others with three.
static bool measure(paper_page *page, const paper_run *run, last_cycles *out)
{
    for (int i = 0; i < FIGURE_7; i++) {
        out->faces[i] = faces_of[i];
        out->seeds[i] = seeds_of(run, i);
        for (uint32_t seed = 0; seed < out->seeds[i]; seed++) {
            if (!measure_one(page, run, i, seed, out)) return false;
        }
        if (out->seeds[i]) out->cycles[i] /= out->seeds[i];
    }
    return true;
}

static double mean_of(const last_cycles *c, int size, uint32_t method)
{
    double sum = 0;
    for (uint32_t i = 0; i < c->seeds[size]; i++) sum += c->ms[size][method][i];
    return sum / c->seeds[size];
}

static void write_figure_7(paper_page *page, const last_cycles *c)
{
    double x[FIGURE_7], y[PAPER_SMITH_RIVAL][FIGURE_7], paper_x[4], paper_y[4];
    uint32_t count = 0, printed = 0;
    paper_page_heading(page, "Figure 7: the cycle in which they collide");
    paper_page_table(page, "faces of each | seeds | collide in cycle | paper | smith, letter | "
                           "smith, ours | hybrid | letter against the paper");
    for (int i = 0; i < FIGURE_7; i++) {
        if (!c->seeds[i]) continue;
        char paper[32] = "", gain[32] = "";
        for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++) y[m][count] = mean_of(c, i, m);
        double letter = y[PAPER_SMITH_LETTER][count];
        if (published[i] > 0) {
            snprintf(paper, sizeof paper, "%.0f ms", published[i]);
            snprintf(gain, sizeof gain, "%.0f times faster", published[i] / letter);
            paper_x[printed] = c->faces[i];
            paper_y[printed++] = published[i];
        }
        paper_page_row(page, "%u | %u | %.1f | %s | %.4f ms | %.4f ms | %.4f ms | %s", faces_of[i],
                       c->seeds[i], c->cycles[i], paper, letter, y[PAPER_SMITH_OURS][count],
                       y[PAPER_HYBRID][count], gain);
        x[count++] = c->faces[i];
    }
    const bench_plot_series series[] = {
        {"paper (R4400)", paper_x, paper_y, printed, BENCH_PLOT_DASHED},
        {"smith, letter", x, y[PAPER_SMITH_LETTER], count, BENCH_PLOT_LINE},
        {"smith, ours", x, y[PAPER_SMITH_OURS], count, BENCH_PLOT_LINE},
        {"hybrid", x, y[PAPER_HYBRID], count, BENCH_PLOT_LINE}};
    paper_page_plot(page, "figure-7",
                    &(bench_plot){.title = "The cycle in which two spheres collide",
                                  .x_title = "faces of each sphere (logarithmic)",
                                  .y_title = "milliseconds (logarithmic)",
                                  .logarithmic_x = true,
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 4});
}

// ---------------------------------------------------------------------------------------------
// Claims

// The power of the faces with which the last cycle grows over the sizes that the paper prints.
static paper_estimate growth(const last_cycles *c, uint32_t method)
{
    double powers[PAPER_SMITH_SEEDS];
    for (uint32_t seed = 0; seed < c->seeds[FACES_528]; seed++) {
        double x[4], y[4];
        uint32_t count = 0;
        for (int i = 0; i < FIGURE_7; i++) {
            if (published[i] == 0) continue;
            x[count] = c->faces[i];
            y[count++] = c->ms[i][method][seed];
        }
        powers[seed] = paper_power(x, y, count);
    }
    return paper_mean(powers, c->seeds[FACES_528]);
}

static void judge_growth(paper_page *page, const last_cycles *c)
{
    double x[4] = {168, 528, 960, 3968}, y[4] = {11, 16, 24, 70};
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "4.1, fig. 7",
            .claim = "the time of the last cycle grows more slowly than the faces",
            .rule = paper_less_than("the power of the number of faces with which the time of the "
                                    "last cycle grows from 168 to 3968 faces",
                                    1, NULL),
            .letter = growth(c, PAPER_SMITH_LETTER),
            .ours = growth(c, PAPER_SMITH_OURS),
            .seeds = c->seeds[FACES_528],
            .processor_time = true},
        "the paper's four times grow with power %.2f", paper_power(x, y, 4));
}

static void judge_extrapolation(paper_page *page, const last_cycles *c)
{
    paper_estimate here[2] = {paper_not_tried(), paper_not_tried()};
    paper_estimate scaled[2] = {paper_not_tried(), paper_not_tried()};
    uint32_t seeds = c->seeds[EXTRAPOLATED];
    for (uint32_t m = 0; m < 2 && seeds; m++) {
        double as_printed[PAPER_SMITH_SEEDS];
        for (uint32_t i = 0; i < seeds; i++) as_printed[i] = c->ms[LARGE][m][i] / published[LARGE];
        here[m] = paper_mean(c->ms[EXTRAPOLATED][m], seeds);
        scaled[m] = paper_ratio(c->ms[EXTRAPOLATED][m], as_printed, seeds);
    }
    paper_claim_def def = {
        .section = "6",
        .claim = "objects of up to 5936 faces fit into 100 ms, which looks "
                 "natural to people",
        .reading = "on this machine",
        .rule = paper_at_most("the time of the last cycle of spheres of 5936 faces", 100, "ms"),
        .letter = here[PAPER_SMITH_LETTER],
        .ours = here[PAPER_SMITH_OURS],
        .settle = seeds ? NULL : "the full run",
        .seeds = seeds,
        .processor_time = true};
    paper_page_judge(page, &def);
    def.reading =
        "approximately, and on the paper's machine, where spheres of 3968 faces take 70 ms";
    def.rule = paper_at_most("the time of the last cycle of spheres of 5936 faces",
                             100 * (1 + PAPER_ABOUT), "ms");
    def.letter = scaled[PAPER_SMITH_LETTER];
    def.ours = scaled[PAPER_SMITH_OURS];
    paper_page_judge(page, &def);
}

// Spheres of 3968 faces, naive and both forms of smith.
static void judge_naive(paper_page *page, const paper_run *run, double scale)
{
    paper_begin(run, "naive");
    uint32_t seeds = run->quick ? 3 : paper_seed_count(run);
    double ms[PAPER_SMITH_RIVAL + 1][PAPER_SMITH_SEEDS];
    for (uint32_t seed = 0; seed < seeds; seed++) {
        char scene[32];
        paper_motion motion;
        paper_timed timed;
        if (!paper_page_check(page, approach(faces_of[LARGE], paper_seed(run, seed), &motion, scene,
                                             sizeof scene)))
            return;
        paper_timed_def def = paper_smith_timed(run, scene, &motion.tracks, SIDE);
        def.repeats = 1;
        paper_timed_add(&def, "naive");
        paper_timed_take_last(&def, 1, motion.cycles);
        bool done = paper_page_check(page, paper_timed_run(&def, &timed));
        if (done) {
            for (uint32_t m = 0; m < PAPER_SMITH_RIVAL + 1; m++)
                ms[m][seed] = 1e3 * paper_timed_summary(&timed, m).last;
            paper_timed_release(&timed);
        }
        paper_motion_release(&motion);
        if (!done) return;
    }
    paper_smith_judge_naive(page, "spheres of 3968 faces, the largest of the paper's experiments",
                            ms[PAPER_SMITH_RIVAL], ms[PAPER_SMITH_LETTER], seeds, scale);
}

bool paper_smith_standard_objects(paper_page *page, const paper_run *run, paper_spheres *out)
{
    static last_cycles c; // too large for a stack
    c = (last_cycles){0};
    write_figure_6(page, run);
    paper_begin(run, "figure 7");
    if (!measure(page, run, &c)) return false;
    write_figure_7(page, &c);
    judge_growth(page, &c);
    judge_extrapolation(page, &c);
    out->scale = published[LARGE] / mean_of(&c, LARGE, PAPER_SMITH_LETTER);
    judge_naive(page, run, out->scale);
    for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++)
        memcpy(out->last[m], c.ms[FACES_528][m], sizeof out->last[m]);
    return true;
}
