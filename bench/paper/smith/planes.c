// Section 5.1: against a separating plane algorithm; and how times grow with the number of objects.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"

typedef struct plane_row {
    uint32_t spheres;
    double smith, plane; // milliseconds as printed: at the last cycle, and for each
} plane_row;

static const plane_row figure_13[] = {{10, 16, 10}, {20, 21, 35}, {30, 22, 76}, {40, 41, 140}};
enum { ROWS = sizeof figure_13 / sizeof *figure_13 };

enum { PLANE = PAPER_SMITH_RIVAL, WITHOUT_BOXES, METHODS };
enum { FRAMES = 12, MIN_CYCLES = 20, MAX_CYCLES = 3000 };

// The paper does not say in how large a world the spheres are.
typedef enum world_reading { SAME_DENSITY, SAME_WORLD, READINGS } world_reading;

static const char *const reading_texts[READINGS] = {
    "L grows with the spheres, which take 5 % of its volume as in section 5.3",
    "L is that of 40 spheres for all"};

// The last cycle, and the mean of the cycles before it but for the first, in which planes are found
// at all.
typedef struct spheres {
    uint32_t seeds;
    double last[METHODS][ROWS][PAPER_SMITH_SEEDS], mean[METHODS][ROWS][PAPER_SMITH_SEEDS];
} spheres;

static double mean_after_the_first(const paper_timed *timed, uint32_t method)
{
    const bench_measurement *m = &timed->measured;
    double sum = 0;
    for (uint32_t i = 1; i < m->frame_count; i++) sum += m->timings[method].seconds[i];
    return sum / (m->frame_count - 1);
}

static bool measure_one(paper_page *page, const paper_run *run, world_reading reading, int row,
                        uint32_t seed, spheres *out)
{
    char scene[32];
    uint32_t count = figure_13[row].spheres;
    double half = paper_half_of_balls(reading == SAME_WORLD ? 40 : count);
    bench_method_settings driver = paper_smith_letter(2 * half);
    snprintf(scene, sizeof scene, "smith-convex-%u", count);
    paper_throw how = {scene, half - 1, PAPER_SMITH_SPEED, PAPER_SMITH_SPIN};
    paper_motion_def flight = {.scene = scene,
                               .driver = &driver,
                               .response = MOTE_RESPONSE_EXCHANGE,
                               .half = half - 1,
                               .max_cycles = MAX_CYCLES,
                               .min_cycles = MIN_CYCLES};
    paper_motion motion;
    paper_timed timed;
    if (!paper_page_check(page,
                          paper_throw_until_contact(&how, paper_seed(run, seed), &flight, &motion)))
        return false;
    paper_timed_def def = paper_smith_timed(run, scene, &motion.tracks, 2 * half);
    paper_timed_add(&def, "separating-plane");
    bench_method_settings *skipping = paper_timed_add(&def, "smith");
    *skipping = driver;
    mote_smith_options options = mote_world_def_get_smith(&driver.world);
    options.skip_boxes = true;
    mote_world_def_set_smith(&skipping->world, &options);
    paper_timed_take_last(&def, FRAMES, motion.cycles);
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        for (uint32_t m = 0; m < METHODS; m++) {
            out->last[m][row][seed] = 1e3 * paper_timed_summary(&timed, m).last;
            out->mean[m][row][seed] = 1e3 * mean_after_the_first(&timed, m);
        }
        paper_timed_release(&timed);
    }
    paper_motion_release(&motion);
    return done;
}

static bool measure(paper_page *page, const paper_run *run, world_reading reading, spheres *out)
{
    *out = (spheres){.seeds = run->quick ? PAPER_SEEDS_QUICK : 3 * PAPER_SEEDS};
    for (int row = 0; row < ROWS; row++) {
        for (uint32_t seed = 0; seed < out->seeds; seed++) {
            if (!measure_one(page, run, reading, row, seed, out)) return false;
        }
    }
    return true;
}

static double mean(const double *values, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

// ---------------------------------------------------------------------------------------------
// Figure 13

static void write_figure(paper_page *page, const spheres *s)
{
    double x[ROWS], paper_smith_ms[ROWS], paper_plane_ms[ROWS], letter[ROWS], ours[ROWS],
        plane[ROWS], hybrid[ROWS];
    paper_page_table(page, "spheres | paper: smith | paper: planes | smith, letter | smith, ours | "
                           "separating-plane | hybrid");
    for (int i = 0; i < ROWS; i++) {
        x[i] = figure_13[i].spheres;
        paper_smith_ms[i] = figure_13[i].smith;
        paper_plane_ms[i] = figure_13[i].plane;
        letter[i] = mean(s->last[PAPER_SMITH_LETTER][i], s->seeds);
        ours[i] = mean(s->last[PAPER_SMITH_OURS][i], s->seeds);
        plane[i] = mean(s->mean[PLANE][i], s->seeds);
        hybrid[i] = mean(s->last[PAPER_HYBRID][i], s->seeds);
        paper_page_row(page, "%u | %.0f ms | %.0f ms | %.3f ms | %.3f ms | %.3f ms | %.4f ms",
                       figure_13[i].spheres, paper_smith_ms[i], paper_plane_ms[i], letter[i],
                       ours[i], plane[i], hybrid[i]);
    }
    const bench_plot_series series[] = {
        {"paper: smith", x, paper_smith_ms, ROWS, BENCH_PLOT_DASHED},
        {"paper: planes", x, paper_plane_ms, ROWS, BENCH_PLOT_DASHED},
        {"smith, letter", x, letter, ROWS, BENCH_PLOT_LINE},
        {"smith, ours", x, ours, ROWS, BENCH_PLOT_LINE},
        {"separating-plane", x, plane, ROWS, BENCH_PLOT_LINE},
        {"hybrid", x, hybrid, ROWS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "figure-13",
                    &(bench_plot){.title = "Against separating planes",
                                  .note = "L grows with the spheres",
                                  .x_title = "spheres of 528 faces",
                                  .y_title = "milliseconds (logarithmic)",
                                  .logarithmic_y = true,
                                  .series = series,
                                  .series_count = 6});
}

// ---------------------------------------------------------------------------------------------
// Claims

// How many times as long as planes, at the worst of 20, 30 and 40 spheres.
static paper_estimate against_planes(const spheres *s, uint32_t method)
{
    paper_estimate each[ROWS - 1];
    for (int i = 1; i < ROWS; i++)
        each[i - 1] = paper_ratio(s->last[method][i], s->mean[PLANE][i], s->seeds);
    return paper_greatest(each, ROWS - 1);
}

// The powers of the number of spheres with which one of the two times of a method grows, less those
// of another.
static paper_estimate power_of(const spheres *s, double (*of)[PAPER_SMITH_SEEDS],
                               double (*less)[PAPER_SMITH_SEEDS])
{
    double powers[PAPER_SMITH_SEEDS];
    for (uint32_t seed = 0; seed < s->seeds; seed++) {
        double x[ROWS], y[ROWS], z[ROWS];
        for (int i = 0; i < ROWS; i++) {
            x[i] = figure_13[i].spheres;
            y[i] = of[i][seed];
            z[i] = less ? less[i][seed] : 0;
        }
        powers[seed] = paper_power(x, y, ROWS) - (less ? paper_power(x, z, ROWS) : 0);
    }
    return paper_mean(powers, s->seeds);
}

static void judge(paper_page *page, spheres *s, world_reading reading)
{
    paper_claim_def def = {
        .section = "5.1, fig. 13",
        .claim = "for 20 spheres and more it beats separating planes",
        .reading = reading_texts[reading],
        .rule = paper_less_than("its last cycle, compared with a cycle of separating planes, in "
                                "the worst of the cases of 20, 30 and 40 spheres,",
                                1, "times as long"),
        .letter = against_planes(s, PAPER_SMITH_LETTER),
        .ours = against_planes(s, PAPER_SMITH_OURS),
        .seeds = s->seeds,
        .processor_time = true};
    paper_page_judge_with(page, &def, "paper: 0.6, 0.3 and 0.3 times");
    def.section = "5.1";
    def.claim = "separating planes grow faster with the number of objects";
    def.rule = paper_more_than("the power of the number of spheres with which their cycle grows, "
                               "minus that of smith's last cycle,",
                               0, NULL);
    def.letter = power_of(s, s->mean[PLANE], s->last[PAPER_SMITH_LETTER]);
    def.ours = power_of(s, s->mean[PLANE], s->last[PAPER_SMITH_OURS]);
    const double x[ROWS] = {10, 20, 30, 40}, y[ROWS] = {16, 21, 22, 41},
                 z[ROWS] = {10, 35, 76, 140};
    paper_page_judge_with(page, &def, "paper: %.2f",
                          paper_power(x, z, ROWS) - paper_power(x, y, ROWS));
}

static void judge_orders(paper_page *page, spheres *s)
{
    paper_page_judge(
        page,
        &(paper_claim_def){
            .section = "5.1",
            .claim = "separating planes are O(n^2) for n objects",
            .rule = paper_order(
                "the time of a cycle of separating planes, as a function of the number of spheres,",
                2),
            .letter = power_of(s, s->mean[PLANE], NULL),
            .seeds = s->seeds,
            .processor_time = true});
    paper_claim_def def = {
        .section = "2.2, 2.2.4",
        .claim = "it is better than O(n^2) for n objects",
        .reading = "with the comparison of all boxes, as in the paper's experiments",
        .rule = paper_less_than(
            "the power of the number of spheres with which the mean cycle grows", 2, NULL),
        .letter = power_of(s, s->mean[PAPER_SMITH_LETTER], NULL),
        .ours = power_of(s, s->mean[PAPER_SMITH_OURS], NULL),
        .seeds = s->seeds,
        .processor_time = true};
    paper_page_judge(page, &def);
    def.reading = "without the stage of boxes, by the octree alone";
    def.letter = power_of(s, s->mean[WITHOUT_BOXES], NULL);
    def.ours = (paper_estimate){0};
    paper_page_judge(page, &def);
}

void paper_smith_planes(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 13");
    static spheres s; // too large for a stack
    paper_page_heading(page, "Figure 13: against separating planes");
    paper_page_text(
        page,
        "Spheres of 528 faces fly and bounce; the first collision after cycle 20 ends the run. As "
        "in the paper, the time of smith is that of the last cycle, and the time of separating "
        "planes is the mean of the last %d cycles. The spheres take 5 %% of the volume.",
        FRAMES - 1);
    for (int i = 0; i < READINGS; i++) {
        if (!measure(page, run, (world_reading)i, &s)) return;
        if (i == SAME_DENSITY) {
            write_figure(page, &s);
            judge_orders(page, &s);
        }
        judge(page, &s, (world_reading)i);
    }
}
