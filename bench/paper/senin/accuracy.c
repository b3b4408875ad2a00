// What is found of what collides (sections 1, 3.5 and 5), how exact the collision point is (5), and
// what the exact test of the neighborhoods adds (3.4): over many flights of the paper's three pairs
// of letters.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/paper/senin/flight.h"
#include "bench/paper/senin/senin.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// The flights

enum { SCENES = 3 };

static const struct {
    const char *name, *title;
    uint32_t first_frame, frame_count, seeds;
} scenes[SCENES] = {
    {"senin-t", "T and T", 0, 600, 100},
    {"senin-mv", "M and V", 0, 600, 100},
    {"senin-w", "W and W", PAPER_SENIN_ACTIVE_FIRST, PAPER_SENIN_ACTIVE_FRAMES, 200}};

// Particles on each body; 0 is twice the number of convex parts.
enum { COUNTS = 5, BY_PARTS = COUNTS - 1, TWO = 0, THREE = 1, FIVE = 2 };
static const uint32_t counts[COUNTS] = {2, 3, 5, 12, 0};

enum { LETTER, OURS, WAYS };       // the paper's rules, and ours
enum { SETTINGS = WAYS * COUNTS }; // setting_of
enum { MAX_SEEDS = 200, QUICK_FRAMES = 60 };

static uint32_t setting_of(int way, int count)
{
    return (uint32_t)(way * COUNTS + count);
}

// What is kept of a flight for each setting.
typedef enum figure {
    FOUND,          // colliding frames that were found
    COLLIDING,      // frames
    POINT_ERROR,    // median, in radii of the smaller body; NaN if nothing was found
    RIGHT,          // share of all frames in which the answer is right
    PROBABLY_RIGHT, // the same without the exact test: close is colliding
    FIGURES
} figure;

typedef struct flights {
    uint32_t scene, seeds;
    bool quick;
    double *values; // FIGURES of each setting, `seeds` of each
} flights;

static const double *figures_of(const flights *f, int way, int count, figure what)
{
    return f->values + ((size_t)setting_of(way, count) * FIGURES + what) * f->seeds;
}

static void take_figures(recall_score *score, double *out)
{
    double frames = (double)score->frame_count;
    recall_share found = score->frame_recall, probable = score->probable_precision;
    uint64_t false_alarms = score->frame_precision.of - score->frame_precision.hits;
    uint64_t probably_false = probable.of - probable.hits;
    out[FOUND] = (double)found.hits;
    out[COLLIDING] = (double)found.of;
    // The rounding of coordinates is no error.
    out[POINT_ERROR] = round(1e4 * recall_samples_quantile(&score->point_errors, 0.5)) / 1e4;
    out[RIGHT] = 1 - (double)(found.of - found.hits + false_alarms) / frames;
    out[PROBABLY_RIGHT] = 1 - (double)(found.of - probable.hits + probably_false) / frames;
}

static mote_result fly(const void *context, uint64_t seed, double *values)
{
    const flights *f = context;
    bench_method_settings settings[SETTINGS];
    recall_score scores[SETTINGS];
    for (int i = 0; i < COUNTS; i++) {
        settings[setting_of(LETTER, i)] = paper_senin_literal(counts[i]);
        settings[setting_of(OURS, i)] = paper_senin_improved(counts[i]);
    }
    for (uint32_t i = 0; i < SETTINGS; i++) settings[i].world.seed = seed;
    paper_flight_def def = {.scene = scenes[f->scene].name,
                            .seed = seed,
                            .first_frame = scenes[f->scene].first_frame,
                            .frame_count = f->quick ? QUICK_FRAMES : scenes[f->scene].frame_count,
                            .settings = settings,
                            .count = SETTINGS};
    mote_result result = paper_fly(&def, scores);
    if (result) return result;
    for (uint32_t i = 0; i < SETTINGS; i++) {
        take_figures(&scores[i], values + (size_t)i * FIGURES);
        recall_score_release(&scores[i]);
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Estimates

static paper_estimate found_in(const flights *f, int way, int count)
{
    return paper_share_in_groups(figures_of(f, way, count, FOUND),
                                 figures_of(f, way, count, COLLIDING), f->seeds);
}

// The median over flights of the median over the regions of a flight.
static paper_estimate point_error_in(const flights *f, int way, int count)
{
    const double *errors = figures_of(f, way, count, POINT_ERROR);
    double *known = malloc(f->seeds * sizeof *known);
    uint32_t known_count = 0;
    for (uint32_t i = 0; i < f->seeds && known; i++)
        if (!isnan(errors[i])) known[known_count++] = errors[i];
    paper_estimate estimate = known ? paper_median(known, known_count) : paper_not_tried();
    free(known);
    return estimate;
}

static paper_estimate gain_in(const flights *f, int way, int count)
{
    const double *right = figures_of(f, way, count, RIGHT);
    const double *probably = figures_of(f, way, count, PROBABLY_RIGHT);
    double *gains = malloc(f->seeds * sizeof *gains);
    for (uint32_t i = 0; i < f->seeds && gains; i++) gains[i] = right[i] - probably[i];
    paper_estimate estimate = gains ? paper_mean(gains, f->seeds) : paper_not_tried();
    free(gains);
    return estimate;
}

// ---------------------------------------------------------------------------------------------
// The table and the plot

static void write_row(paper_page *page, const flights *f, int count)
{
    char found[WAYS][64], off[WAYS][64], particles[32];
    for (int way = 0; way < WAYS; way++) {
        paper_estimate_text(found_in(f, way, count), "%", found[way], sizeof found[way]);
        paper_senin_text(point_error_in(f, way, count), off[way], sizeof off[way]);
    }
    snprintf(particles, sizeof particles, "%u", counts[count]);
    paper_page_row(page, "%s | %s | %s | %s | %s | %s", scenes[f->scene].title,
                   counts[count] ? particles : "2 x convex parts", found[LETTER], off[LETTER],
                   found[OURS], off[OURS]);
}

static void write_table(paper_page *page, const flights all[SCENES])
{
    paper_page_heading(page, "How many particles are enough");
    paper_page_text(
        page,
        "\"Found\" is the share of colliding frames that are found, relative to the exact engine. "
        "\"Point off by\" is the median distance of the collision point from the exact one, in "
        "radii of the smaller body. Each pair of letters flies %u times, the two W %u times. With "
        "each seed the letters start at another place and fly another way, and particles start at "
        "other vertices. The 95 %% intervals are in parentheses.",
        all[0].seeds, all[2].seeds);
    paper_page_table(page, "letters | particles | letter: found | point off by | ours: found | "
                           "point off by");
    for (int s = 0; s < SCENES; s++)
        for (int i = 0; i < COUNTS; i++) write_row(page, &all[s], i);
}

static void plot_found(paper_page *page, const flights all[SCENES])
{
    double x[BY_PARTS], y[WAYS][SCENES][BY_PARTS];
    for (int i = 0; i < BY_PARTS; i++) {
        x[i] = counts[i];
        for (int s = 0; s < SCENES; s++)
            for (int way = 0; way < WAYS; way++) y[way][s][i] = found_in(&all[s], way, i).value;
    }
    const bench_plot_series series[] = {
        {"T and T, letter", x, y[LETTER][0], BY_PARTS, BENCH_PLOT_DASHED},
        {"M and V, letter", x, y[LETTER][1], BY_PARTS, BENCH_PLOT_DASHED},
        {"W and W, letter", x, y[LETTER][2], BY_PARTS, BENCH_PLOT_DASHED},
        {"T and T, ours", x, y[OURS][0], BY_PARTS, BENCH_PLOT_LINE},
        {"M and V, ours", x, y[OURS][1], BY_PARTS, BENCH_PLOT_LINE},
        {"W and W, ours", x, y[OURS][2], BY_PARTS, BENCH_PLOT_LINE}};
    paper_page_plot(page, "found",
                    &(bench_plot){.title = "Share of colliding frames that are found",
                                  .note = "letter: the paper's rules; ours: this library's",
                                  .x_title = "particles on each body (logarithmic)",
                                  .y_title = "recall",
                                  .logarithmic_x = true,
                                  .series = series,
                                  .series_count = 6});
}

// ---------------------------------------------------------------------------------------------
// Claims

// On the worst of the three pairs.
static paper_estimate least_found(const flights all[SCENES], int way, int count)
{
    paper_estimate found[SCENES];
    for (int s = 0; s < SCENES; s++) found[s] = found_in(&all[s], way, count);
    return paper_least(found, SCENES);
}

// Of all three together.
static paper_estimate found_in_all(const flights all[SCENES], int way, int count)
{
    double found[SCENES * MAX_SEEDS], colliding[SCENES * MAX_SEEDS];
    uint32_t groups = 0;
    for (int s = 0; s < SCENES; s++) {
        for (uint32_t i = 0; i < all[s].seeds; i++) {
            found[groups] = figures_of(&all[s], way, count, FOUND)[i];
            colliding[groups++] = figures_of(&all[s], way, count, COLLIDING)[i];
        }
    }
    return paper_share_in_groups(found, colliding, groups);
}

static void judge_found(paper_page *page, const paper_run *run, const flights all[SCENES])
{
    paper_claim_def claim = {
        .section = "1, 5",
        .claim = "a few particles, 3 to 5 on each model, give reasonable accuracy",
        .rule = paper_at_least("the share of colliding frames found on the worst of three pairs of "
                               "letters",
                               PAPER_ACCURATE, "%"),
        .seeds = all[2].seeds,
        .settle = paper_senin_settle(run)};
    claim.reading = "3 particles on each";
    claim.letter = least_found(all, LETTER, THREE);
    claim.ours = least_found(all, OURS, THREE);
    paper_page_judge(page, &claim);
    claim.reading = "5 particles on each";
    claim.letter = least_found(all, LETTER, FIVE);
    claim.ours = least_found(all, OURS, FIVE);
    paper_page_judge(page, &claim);
    claim.section = "3.5";
    claim.claim =
        "twice as many particles as convex parts guarantee that the separation is tracked, "
        "so that their number can be determined automatically";
    claim.reading = NULL;
    claim.rule = paper_at_least("the share of colliding frames found, all letters together,",
                                PAPER_ALWAYS, "%");
    claim.letter = found_in_all(all, LETTER, BY_PARTS);
    claim.ours = found_in_all(all, OURS, BY_PARTS);
    paper_page_judge(page, &claim);
}

static void judge_point(paper_page *page, const paper_run *run, const flights *two_t)
{
    paper_claim_def claim = {
        .section = "5, fig. 1",
        .claim = "2 or 3 particles define a sufficiently correct collision point",
        .rule = paper_at_most("the median error of the collision point of two T, in radii,",
                              1 - PAPER_ACCURATE, NULL),
        .seeds = two_t->seeds,
        .settle = paper_senin_settle(run)};
    claim.reading = "2 particles on each";
    claim.letter = point_error_in(two_t, LETTER, TWO);
    claim.ours = point_error_in(two_t, OURS, TWO);
    paper_page_judge(page, &claim);
    claim.reading = "3 particles on each";
    claim.letter = point_error_in(two_t, LETTER, THREE);
    claim.ours = point_error_in(two_t, OURS, THREE);
    paper_page_judge(page, &claim);
}

static void judge_exact_test(paper_page *page, const paper_run *run, const flights *two_w)
{
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "3.4",
                  .claim = "an exact check of the faces around particles improves the accuracy",
                  .rule = paper_more_than(
                      "the increase of the share of correctly judged frames of two W by the check",
                      0, "%"),
                  .letter = gain_in(two_w, LETTER, FIVE),
                  .ours = gain_in(two_w, OURS, FIVE),
                  .seeds = two_w->seeds,
                  .settle = paper_senin_settle(run)});
}

void paper_senin_accuracy(paper_page *page, const paper_run *run)
{
    paper_begin(run, "what is found");
    flights all[SCENES] = {{0}};
    mote_result result = MOTE_OK;
    for (uint32_t s = 0; s < SCENES && !result; s++) {
        flights *f = &all[s];
        *f = (flights){s, run->quick ? PAPER_SEEDS_QUICK : scenes[s].seeds, run->quick, NULL};
        size_t count = (size_t)SETTINGS * FIGURES * f->seeds;
        f->values = malloc(count * sizeof *f->values);
        result = f->values ? paper_over_seeds(run, f->seeds, fly, f, f->values, SETTINGS * FIGURES)
                           : mote_fail_memory(count * sizeof *f->values, "flights");
    }
    if (paper_page_check(page, result)) {
        write_table(page, all);
        plot_found(page, all);
        judge_found(page, run, all);
        judge_point(page, run, &all[0]);
        judge_exact_test(page, run, &all[2]);
    }
    for (int s = 0; s < SCENES; s++) free(all[s].values);
}
