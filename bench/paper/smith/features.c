// Section 5.3: against a distance-based algorithm; and whether all face pairs are found on the way.

#include <math.h>
#include <stdio.h>

#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"

static const uint32_t figure_18[] = {48, 80, 168, 360, 528, 728, 960};
enum { SIZES = sizeof figure_18 / sizeof *figure_18, SMALL = 2, LARGE = SIZES - 1 };
enum { FEATURE = PAPER_SMITH_RIVAL, METHODS };

enum { CYCLES = 1000, CYCLES_PER_SEED = 200, CYCLES_QUICK = 40 };

typedef struct flights {
    uint32_t seeds[SIZES];
    double all[SIZES][METHODS][PAPER_SMITH_SEEDS], most[SIZES][METHODS][PAPER_SMITH_SEEDS];
    double busy[SIZES][METHODS][PAPER_SMITH_SEEDS], idle[SIZES][METHODS][PAPER_SMITH_SEEDS];
    // Face pairs of all sizes, of each seed: those that there are, those found, those reported
    // wrongly.
    double pairs[PAPER_SMITH_SEEDS], found[PAPER_SMITH_SEEDS], wrong[PAPER_SMITH_SEEDS];
} flights;

mote_result paper_smith_bounce(const char *scene, uint64_t seed, uint32_t cycles, paper_motion *out)
{
    double half = paper_half_of_balls(15);
    paper_mover movers[PAPER_MAX_MOVERS];
    paper_throw how = {scene, half - 1, PAPER_SMITH_SPEED, PAPER_SMITH_SPIN};
    mote_result result = paper_throw_apart(&how, seed, movers);
    if (result) return result;
    bench_method_settings driver = paper_smith_letter(2 * half);
    return paper_motion_run(&(paper_motion_def){.scene = scene,
                                                .driver = &driver,
                                                .response = MOTE_RESPONSE_EXCHANGE,
                                                .half = half - 1,
                                                .max_cycles = cycles,
                                                .movers = movers},
                            out);
}

static void plot(paper_page *page, const paper_timed *timed, uint32_t faces)
{
    char file[32], title[64];
    if (faces != 168 && faces != 960) return;
    snprintf(file, sizeof file, "figure-%s", faces == 168 ? "16" : "17");
    snprintf(title, sizeof title, "15 spheres of %u faces", faces);
    const paper_cycle_series series[] = {{timed, PAPER_SMITH_LETTER, "smith, letter"},
                                         {timed, PAPER_SMITH_OURS, "smith, ours"},
                                         {timed, FEATURE, "closest-feature"},
                                         {timed, PAPER_HYBRID, "hybrid"}};
    paper_smith_plot_cycles(page, file, title, series, 4);
}

static void keep(const paper_timed *timed, int size, uint32_t seed, flights *out)
{
    for (uint32_t m = 0; m < METHODS; m++) {
        paper_timed_figures f = paper_timed_summary(timed, m);
        out->all[size][m][seed] = 1e3 * f.mean;
        out->most[size][m][seed] = 1e3 * f.most;
        out->busy[size][m][seed] = paper_smith_mean(timed, m, true);
        out->idle[size][m][seed] = paper_smith_mean(timed, m, false);
    }
    const bench_timing *truth = &timed->measured.timings[PAPER_SMITH_OURS];
    const bench_timing *letter = &timed->measured.timings[PAPER_SMITH_LETTER];
    out->pairs[seed] += (double)truth->pair_count;
    out->found[seed] += (double)(truth->pair_count - letter->missed);
    out->wrong[seed] += (double)letter->added;
}

static bool measure_one(paper_page *page, const paper_run *run, int size, uint32_t seed,
                        flights *out)
{
    char scene[40];
    paper_motion motion;
    paper_timed timed;
    bool is_drawn = seed == 0 && (size == SMALL || size == LARGE);
    uint32_t cycles = run->quick ? CYCLES_QUICK : is_drawn ? CYCLES : CYCLES_PER_SEED;
    snprintf(scene, sizeof scene, "smith-bouncing-15-%u", figure_18[size]);
    if (!paper_page_check(page, paper_smith_bounce(scene, paper_seed(run, seed), cycles, &motion)))
        return false;
    double side = 2 * paper_half_of_balls(15);
    paper_timed_def def = paper_smith_timed(run, scene, &motion.tracks, side);
    def.repeats = 1;
    paper_timed_add(&def, "closest-feature");
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        if (is_drawn) plot(page, &timed, figure_18[size]);
        keep(&timed, size, seed, out);
        paper_timed_release(&timed);
    }
    paper_motion_release(&motion);
    return done;
}

// The sizes of figures 16 and 17 with all seeds, the others with three.
static bool measure(paper_page *page, const paper_run *run, flights *out)
{
    for (int i = 0; i < SIZES; i++) {
        bool is_judged = i == SMALL || i == LARGE;
        out->seeds[i] = is_judged ? paper_seed_count(run) : run->quick ? 1 : 3;
        for (uint32_t seed = 0; seed < out->seeds[i]; seed++) {
            if (!measure_one(page, run, i, seed, out)) return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Figure 18

// Of the seeds that have a value.
static double mean(const double *values, uint32_t count)
{
    double sum = 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (isnan(values[i])) continue;
        sum += values[i];
        used++;
    }
    return used ? sum / used : (double)NAN;
}

static void write_figure(paper_page *page, const flights *f)
{
    static const uint32_t shown[] = {PAPER_SMITH_LETTER, PAPER_SMITH_OURS, FEATURE};
    double faces[SIZES], all[3][SIZES], busy[3][SIZES], hybrid[SIZES];
    paper_page_table(page, "faces | seeds | smith, letter: all | in contact | smith, ours: all | "
                           "in contact | closest-feature: all | in contact | hybrid, all");
    for (int i = 0; i < SIZES; i++) {
        faces[i] = figure_18[i];
        for (int k = 0; k < 3; k++) {
            all[k][i] = mean(f->all[i][shown[k]], f->seeds[i]);
            busy[k][i] = mean(f->busy[i][shown[k]], f->seeds[i]);
        }
        hybrid[i] = mean(f->all[i][PAPER_HYBRID], f->seeds[i]);
        paper_page_row(page, "%u | %u | %.3f ms | %s | %.3f ms | %s | %.3f ms | %s | %.4f ms",
                       figure_18[i], f->seeds[i], all[0][i], paper_smith_cell(busy[0][i]),
                       all[1][i], paper_smith_cell(busy[1][i]), all[2][i],
                       paper_smith_cell(busy[2][i]), hybrid[i]);
    }
    const bench_plot_series series[] = {
        {"smith, letter, all cycles", faces, all[0], SIZES, BENCH_PLOT_LINE},
        {"smith, letter, in contact", faces, busy[0], SIZES, BENCH_PLOT_LINE},
        {"closest-feature, all", faces, all[2], SIZES, BENCH_PLOT_LINE},
        {"closest-feature, contact", faces, busy[2], SIZES, BENCH_PLOT_LINE},
        {"smith, ours, all cycles", faces, all[1], SIZES, BENCH_PLOT_LINE},
        {"hybrid, all cycles", faces, hybrid, SIZES, BENCH_PLOT_LINE}};
    paper_page_plot(
        page, "figure-18",
        &(bench_plot){.title = "15 bouncing spheres: mean of all cycles and of those with contact",
                      .x_title = "faces of each sphere",
                      .y_title = "milliseconds per cycle (logarithmic)",
                      .logarithmic_y = true,
                      .series = series,
                      .series_count = 6});
}

// ---------------------------------------------------------------------------------------------
// Claims

static void judge_against(paper_page *page, const flights *f, int size, const char *claim,
                          paper_rule rule, const double (*times)[METHODS][PAPER_SMITH_SEEDS])
{
    const double(*t)[PAPER_SMITH_SEEDS] = times[size];
    uint32_t seeds = f->seeds[size];
    paper_page_judge(
        page,
        &(paper_claim_def){.section = "5.3, fig. 16 to 18",
                           .claim = claim,
                           .rule = rule,
                           .letter = paper_smith_ratio(t[PAPER_SMITH_LETTER], t[FEATURE], seeds),
                           .ours = paper_smith_ratio(t[PAPER_SMITH_OURS], t[FEATURE], seeds),
                           .settle = "more cycles with contact",
                           .seeds = seeds,
                           .processor_time = true});
}

static void judge(paper_page *page, const flights *f)
{
    const char *times = "times as long";
    judge_against(
        page, f, LARGE, "faster than closest features in cycles with collisions",
        paper_less_than("its mean cycle with contact, for 960 faces, compared with theirs,", 1,
                        times),
        f->busy);
    judge_against(page, f, SMALL, "local maxima are almost the same with 168 faces",
                  paper_within("its longest cycle, compared with theirs,", 1 - PAPER_ABOUT,
                               1 + PAPER_ABOUT, times),
                  f->most);
    judge_against(
        page, f, LARGE, "faster local maxima with more complicated objects",
        paper_less_than("its longest cycle, for 960 faces, compared with theirs,", 1, times),
        f->most);
    judge_against(
        page, f, LARGE, "closest features are quite fast in cycles without collisions",
        paper_more_than("its mean cycle without contact, for 960 faces, compared with theirs,", 1,
                        times),
        f->idle);
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "5.3, fig. 16, 17",
                  .claim = "closest features need much time only when there are collisions",
                  .rule = paper_at_least(
                      "their mean cycle with contact, for 960 faces, compared with one without,",
                      PAPER_MUCH, times),
                  .letter = paper_smith_ratio(f->busy[LARGE][FEATURE], f->idle[LARGE][FEATURE],
                                              f->seeds[LARGE]),
                  .settle = "more cycles with contact",
                  .seeds = f->seeds[LARGE],
                  .processor_time = true});
}

static void judge_accuracy(paper_page *page, const flights *f)
{
    uint32_t seeds = f->seeds[LARGE];
    double pairs = 0, missed = 0, wrong = 0;
    for (uint32_t i = 0; i < seeds; i++) {
        pairs += f->pairs[i];
        missed += f->pairs[i] - f->found[i];
        wrong += f->wrong[i];
    }
    paper_page_judge_with(
        page,
        &(paper_claim_def){.section = "abstract, 3.2",
                           .claim = "all interfering face pairs are found",
                           .reading = "among bouncing spheres",
                           .rule =
                               paper_at_least("the share of face pairs found", PAPER_ALWAYS, "%"),
                           .letter = paper_share((uint64_t)(pairs - missed), (uint64_t)pairs),
                           .settle = "more cycles",
                           .seeds = seeds},
        "%.0f of %.0f pairs missed, %.0f reported wrongly, by the exact answer", missed, pairs,
        wrong);
}

void paper_smith_features(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figures 16 to 18");
    static flights f; // too large for a stack
    f = (flights){0};
    paper_page_heading(page, "Figures 16 to 18: against closest features");
    paper_page_text(
        page,
        "15 spheres in a cube take 5 %% of its volume. In each cycle they move by 5 %% of their "
        "radius and turn by 10 degrees. Spheres that touch, as reported by the method by the "
        "letter, exchange their motion; walls reflect them. The paper shows its results as curves, "
        "without numbers. `closest-feature` reports which bodies touch, the other methods which "
        "faces. It walks as V-Clip does, because the walk of Lin and Canny can cycle.");
    if (!measure(page, run, &f)) return;
    write_figure(page, &f);
    judge(page, &f);
    judge_accuracy(page, &f);
}
