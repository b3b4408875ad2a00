// Section "Results": a teapot of 5784 polygons and a sphere of 1260.
//
// The paper's "accuracy of more than 90 %" is not defined, nor is the number of particles that it
// was measured with. Each reading is a row of its own.

#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/paper/scene_figure.h"

static const char scene[] = "lbg-teapot-sphere";
enum { SEEDS = 40, QUICK_FRAMES = 100 };
enum {
    SEEDS_OF_FEW = 3 * SEEDS
}; // with two particles, where what is found varies most and costs least

static bench_method_settings counted_by(bench_method_settings settings, mote_lbg_count rule)
{
    mote_lbg_options options = mote_world_def_get_lbg(&settings.world);
    options.count = rule;
    mote_world_def_set_lbg(&settings.world, &options);
    return settings;
}

static bench_method_settings near_by(bench_method_settings settings, mote_lbg_distance distance)
{
    mote_lbg_options options = mote_world_def_get_lbg(&settings.world);
    options.distance = distance;
    mote_world_def_set_lbg(&settings.world, &options);
    return settings;
}

static bool play_with(paper_page *page, const paper_run *run, bench_method_settings settings,
                      uint32_t seeds, paper_lbg_played *out)
{
    return paper_lbg_play_seeds(page, run, &(paper_lbg_play){scene, settings, seeds, QUICK_FRAMES},
                                out);
}

static bool play(paper_page *page, const paper_run *run, bench_method_settings settings,
                 paper_lbg_played *out)
{
    return play_with(page, run, settings, SEEDS, out);
}

// ---------------------------------------------------------------------------------------------
// Pictures

static void show_frames(paper_page *page, const paper_run *run)
{
    static const struct {
        uint32_t frame;
        const char *letter, *ours, *when;
    } shown[] = {{142, "figure-10a", NULL, "The sphere approaches"},
                 {150, "figure-10b", "figure-10b-ours", "They meet"},
                 {158, "figure-10c", NULL, "It has bounced off"}};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        for (int ours = 0; ours < 2; ours++) {
            bench_method_settings method =
                ours ? paper_lbg_ours(0) : paper_lbg_letter(0, PAPER_LBG_OWN);
            char caption[160];
            paper_particle_figure figure = {
                scene,   run->quick ? shown[i].frame - 2 : 100u, shown[i].frame, {0.7f, -1, 0.5f},
                &method, ours ? shown[i].ours : shown[i].letter, caption};
            if (!figure.file) continue;
            snprintf(caption, sizeof caption,
                     "%s (%s): particles by the paper's rule, those of the teapot red, those of "
                     "the sphere blue; faces found to meet are red.",
                     shown[i].when, ours ? "ours" : "letter");
            paper_page_particles(page, &figure);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Accuracy

static paper_estimate found_of(const paper_lbg_played *played)
{
    return paper_lbg_share(played, PAPER_LBG_FOUND_FRAMES, PAPER_LBG_COLLIDING_FRAMES);
}

static paper_estimate right_of(const paper_lbg_played *played)
{
    return paper_lbg_share(played, PAPER_LBG_RIGHT_FRAMES, PAPER_LBG_FRAMES);
}

static void write_accuracy_row(paper_page *page, const char *rules, const char *count,
                               const paper_lbg_played *p)
{
    char found[64], right[64];
    paper_estimate_text(found_of(p), "%", found, sizeof found);
    paper_estimate_text(right_of(p), "%", right, sizeof right);
    paper_page_row(page, "%s | %s | %.0f | %s | %s | %.3f ms", count, rules,
                   paper_lbg_sum(p, PAPER_LBG_COLLIDING_FRAMES), found, right,
                   1e3 * paper_lbg_sum(p, PAPER_LBG_SECONDS) / paper_lbg_sum(p, PAPER_LBG_FRAMES));
}

static void judge_accuracy(paper_page *page, const char *reading, paper_estimate letter,
                           paper_estimate ours, uint32_t seeds, const char *of)
{
    paper_page_judge(
        page,
        &(paper_claim_def){.section = "results",
                           .claim = "collisions are detected with an accuracy of more than 90 %",
                           .reading = reading,
                           .rule = paper_more_than(of, PAPER_ACCURATE, "%"),
                           .letter = letter,
                           .ours = ours,
                           .seeds = seeds});
}

static const char of_colliding[] = "the share of colliding frames found";

static bool write_accuracy(paper_page *page, const paper_run *run, paper_lbg_played *letter,
                           paper_lbg_played *ours)
{
    static paper_lbg_played world, few, few_ours;
    bench_method_settings kissing =
        counted_by(paper_lbg_letter(0, PAPER_LBG_OWN), MOTE_LBG_COUNT_KISSING);
    bench_method_settings kissing_ours = counted_by(paper_lbg_ours(0), MOTE_LBG_COUNT_KISSING);
    if (!play(page, run, paper_lbg_letter(0, PAPER_LBG_OWN), letter) ||
        !play(page, run, paper_lbg_ours(0), ours) ||
        !play(page, run, paper_lbg_letter(0, PAPER_LBG_WORLD), &world) ||
        !play_with(page, run, kissing, SEEDS_OF_FEW, &few) ||
        !play_with(page, run, kissing_ours, SEEDS_OF_FEW, &few_ours))
        return false;
    paper_page_text(page,
                    "The paper does not define accuracy. Here \"found\" is the share of colliding "
                    "frames that are found, and \"right\" is the share of all frames that are "
                    "judged correctly. There are no false hits, because an exact test confirms "
                    "each one. N is the number of particles of a body: by the paper's rule of "
                    "spheres between critical points, or the number of bodies, which is 2.");
    paper_page_table(page, "N | rules | colliding frames | found | right | time per query");
    write_accuracy_row(page, "letter, own coordinates", "by spheres", letter);
    write_accuracy_row(page, "letter, coordinates of the world", "by spheres", &world);
    write_accuracy_row(page, "ours", "by spheres", ours);
    write_accuracy_row(page, "letter, own coordinates", "2, the number of bodies", &few);
    write_accuracy_row(page, "ours", "2, the number of bodies", &few_ours);
    uint32_t seeds = letter->seeds;
    judge_accuracy(page, "of the colliding frames; N by spheres; areas in own coordinates",
                   found_of(letter), found_of(ours), seeds, of_colliding);
    judge_accuracy(page, "of the colliding frames; N by spheres; areas in the world",
                   found_of(&world), (paper_estimate){0}, seeds, of_colliding);
    judge_accuracy(page, "of all frames; N by spheres; areas in own coordinates", right_of(letter),
                   right_of(ours), seeds, "the share of frames judged correctly");
    judge_accuracy(page, "of the colliding frames; N is the number of bodies", found_of(&few),
                   found_of(&few_ours), few.seeds, of_colliding);
    return true;
}

static void judge_speed(paper_page *page, const paper_lbg_played *letter,
                        const paper_lbg_played *ours)
{
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "results",
                  .claim = "29 frames per second on average, in real time",
                  .rule = paper_at_least("the number of queries per second", 29, "per second"),
                  .letter = paper_ratio(letter->counts[PAPER_LBG_FRAMES],
                                        letter->counts[PAPER_LBG_SECONDS], letter->seeds),
                  .ours = paper_ratio(ours->counts[PAPER_LBG_FRAMES],
                                      ours->counts[PAPER_LBG_SECONDS], ours->seeds),
                  .seeds = letter->seeds,
                  .processor_time = true});
}

// ---------------------------------------------------------------------------------------------
// The collision distance

static void judge_distance(paper_page *page, const char *reading, const paper_lbg_played *letter,
                           const paper_lbg_played *ours)
{
    const paper_lbg_count part = PAPER_LBG_PROBABLE_COLLIDING_PAIRS,
                          whole = PAPER_LBG_PROBABLE_PAIRS;
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "collision distance",
                  .claim = "particles closer than mu mean a high possibility of collision",
                  .reading = reading,
                  .rule = paper_more_than("the share of pairs with particles closer than mu that "
                                          "collide",
                                          0.5, "%"),
                  .letter = paper_lbg_share(letter, part, whole),
                  .ours = paper_lbg_share(ours, part, whole),
                  .seeds = letter->seeds});
}

static void write_distance(paper_page *page, const paper_run *run, const paper_lbg_played *letter,
                           const paper_lbg_played *ours)
{
    static paper_lbg_played all, all_ours;
    bench_method_settings wide = near_by(paper_lbg_letter(0, PAPER_LBG_OWN), MOTE_LBG_ALL_PAIRS);
    if (!play(page, run, wide, &all) ||
        !play(page, run, near_by(paper_lbg_ours(0), MOTE_LBG_ALL_PAIRS), &all_ours))
        return;
    judge_distance(page, "mu is the mean over vertices that share an edge", letter, ours);
    judge_distance(page, "mu is the mean over all pairs of vertices", &all, &all_ours);
}

// ---------------------------------------------------------------------------------------------
// Over the number of areas

enum { COUNTS = 7, SEEDS_OF_CURVE = 10 };

static void plot_counts(paper_page *page, const paper_run *run)
{
    static const uint32_t counts[COUNTS] = {3, 6, 12, 24, 48, 96, 192};
    static paper_lbg_played played;
    double x[COUNTS], found[3][COUNTS], low[3][COUNTS], high[3][COUNTS];
    uint32_t shown = run->quick ? 2 : COUNTS;
    for (uint32_t i = 0; i < shown; i++) {
        const bench_method_settings methods[3] = {paper_lbg_letter(counts[i], PAPER_LBG_OWN),
                                                  paper_lbg_letter(counts[i], PAPER_LBG_WORLD),
                                                  paper_lbg_ours(counts[i])};
        x[i] = counts[i];
        for (int m = 0; m < 3; m++) {
            paper_lbg_play of_count = {scene, methods[m], SEEDS_OF_CURVE, QUICK_FRAMES};
            if (!paper_lbg_play_seeds(page, run, &of_count, &played)) return;
            paper_estimate share = found_of(&played);
            found[m][i] = share.value;
            low[m][i] = share.low;
            high[m][i] = share.high;
        }
    }
    const bench_plot_series series[3] = {
        {"letter, own coordinates", x, found[0], shown, BENCH_PLOT_DASHED},
        {"letter, in the world", x, found[1], shown, BENCH_PLOT_DASHED},
        {"ours", x, found[2], shown, BENCH_PLOT_LINE}};
    const bench_plot_spread spreads[3] = {{low[0], high[0]}, {low[1], high[1]}, {low[2], high[2]}};
    paper_page_plot(page, "accuracy",
                    &(bench_plot){.title = "Colliding frames found, over the number of areas",
                                  .note = "teapot and sphere; bars: 95 % of the mean",
                                  .x_title = "N, areas of each body (logarithmic)",
                                  .y_title = "share",
                                  .logarithmic_x = true,
                                  .series = series,
                                  .spreads = spreads,
                                  .series_count = 3,
                                  .columns = x,
                                  .column_count = shown});
}

void paper_lbg_teapot(paper_page *page, const paper_run *run)
{
    static paper_lbg_played letter, ours;
    paper_begin(run, "teapot and sphere");
    paper_page_heading(page, "Figure 10: teapot and sphere");
    show_frames(page, run);
    if (!write_accuracy(page, run, &letter, &ours)) return;
    judge_speed(page, &letter, &ours);
    write_distance(page, run, &letter, &ours);
    plot_counts(page, run);
}
