// Sections 4.2 and 4.4: many concave objects, a portable shrine; and that concave objects cost
// nothing (section 7).

#include <math.h>
#include <stdio.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"

// ---------------------------------------------------------------------------------------------
// Figure 8

// Chosen such that boxes overlap in every cycle; the paper does not give the volume.
#define SHUTTLES_HALF 4.8

static mote_result fly(uint64_t seed, paper_motion *out)
{
    bench_method_settings driver = paper_smith_letter(PAPER_SHUTTLES_SIDE);
    paper_throw how = {"smith-shuttles-15", SHUTTLES_HALF, PAPER_SMITH_SPEED,
                       0.2 * PAPER_SMITH_SPIN};
    return paper_throw_until_contact(&how, seed,
                                     &(paper_motion_def){.scene = how.scene,
                                                         .driver = &driver,
                                                         .response = MOTE_RESPONSE_REFLECT,
                                                         .half = SHUTTLES_HALF,
                                                         .max_cycles = 1000,
                                                         .min_cycles = 40},
                                     out);
}

mote_result paper_smith_fly(const paper_run *run, paper_flights *out)
{
    *out = (paper_flights){0};
    mote_result result = MOTE_OK;
    for (uint32_t seed = 0; seed < paper_smith_seed_count(run) && !result; seed++) {
        result = fly(paper_seed(run, seed), &out->motions[seed]);
        out->seeds += result == MOTE_OK;
    }
    return result;
}

void paper_flights_release(paper_flights *flights)
{
    for (uint32_t i = 0; i < flights->seeds; i++) paper_motion_release(&flights->motions[i]);
}

typedef struct last_cycles {
    uint32_t seeds;
    double cycles; // until the contact, mean
    double many[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS], two[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS];
} last_cycles;

static void show_flight(paper_page *page, const paper_run *run, const paper_motion *motion,
                        const scene_tracks *alone)
{
    paper_timed many, two;
    paper_timed_def defs[2] = {
        paper_smith_timed(run, "smith-shuttles-15", &motion->tracks, PAPER_SHUTTLES_SIDE),
        paper_smith_timed(run, "smith-shuttles-2", alone, PAPER_SHUTTLES_SIDE)};
    bench_method_settings letter = paper_smith_letter(PAPER_SHUTTLES_SIDE);
    paper_scene_figure figure = {.scene = "smith-shuttles-15",
                                 .frame = motion->cycles - 1,
                                 .file = "shuttles",
                                 .caption =
                                     "The last cycle: two of 15 collide. Red: faces found by "
                                     "smith to the letter."};
    paper_scene_view view = {.tracks = &motion->tracks, .method = &letter};
    paper_page_scene_with(page, &figure, &view);
    figure.file = "shuttles-contact";
    figure.caption = "The contact from near by. Red: faces found by smith to the letter.";
    view.around_contact = 0.5f;
    paper_page_scene_with(page, &figure, &view);
    if (!paper_page_check(page, paper_timed_run(&defs[0], &many))) return;
    if (paper_page_check(page, paper_timed_run(&defs[1], &two))) {
        const paper_cycle_series series[] = {{&many, PAPER_SMITH_LETTER, "15 shuttles, letter"},
                                             {&two, PAPER_SMITH_LETTER, "2 shuttles, letter"},
                                             {&many, PAPER_SMITH_OURS, "15 shuttles, ours"},
                                             {&two, PAPER_SMITH_OURS, "2 shuttles, ours"},
                                             {&many, PAPER_HYBRID, "15 shuttles, hybrid"}};
        paper_smith_plot_cycles(page, "figure-8", "15 against 2 space shuttles, smith and hybrid",
                                series, 5);
        paper_timed_release(&two);
    }
    paper_timed_release(&many);
}

static bool last_of(paper_page *page, const paper_run *run, const char *scene,
                    const scene_tracks *tracks, double *out[PAPER_SMITH_RIVAL], uint32_t seed)
{
    paper_timed timed;
    paper_timed_def def = paper_smith_timed(run, scene, tracks, PAPER_SHUTTLES_SIDE);
    paper_timed_take_last(&def, 2, tracks->last + 1);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return false;
    for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++)
        out[m][seed] = 1e3 * paper_timed_summary(&timed, m).last;
    paper_timed_release(&timed);
    return true;
}

static bool measure_flight(paper_page *page, const paper_run *run, const paper_motion *motion,
                           uint32_t seed, last_cycles *out)
{
    scene_tracks alone;
    if (!paper_page_check(page,
                          paper_motion_of_two(motion, motion->body_a, motion->body_b, &alone)))
        return false;
    double *many[] = {out->many[0], out->many[1], out->many[2]};
    double *two[] = {out->two[0], out->two[1], out->two[2]};
    if (seed == 0) show_flight(page, run, motion, &alone);
    bool done = last_of(page, run, "smith-shuttles-15", &motion->tracks, many, seed) &&
                last_of(page, run, "smith-shuttles-2", &alone, two, seed);
    scene_tracks_release(&alone);
    out->cycles += motion->cycles;
    return done;
}

static void judge_flights(paper_page *page, const last_cycles *f, const paper_spheres *spheres)
{
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "4.2, fig. 8",
            .claim = "with 15 concave objects in place of 2, the cycle in which two "
                     "collide costs about twice as much",
            .rule = paper_at_most("that cycle with 15 objects, compared with 2,",
                                  2 * (1 + PAPER_ABOUT), "times as long"),
            .letter =
                paper_ratio(f->many[PAPER_SMITH_LETTER], f->two[PAPER_SMITH_LETTER], f->seeds),
            .ours = paper_ratio(f->many[PAPER_SMITH_OURS], f->two[PAPER_SMITH_OURS], f->seeds),
            .seeds = f->seeds,
            .processor_time = true},
        "paper: 31 ms against 16 ms, 1.9 times");
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "7",
            .claim = "there is no performance penalty for concave objects",
            .rule = paper_at_most("the cycle in which two shuttles of 528 faces "
                                  "collide, compared with that of two spheres of 528,",
                                  1 + PAPER_ABOUT, "times as long"),
            .letter = paper_ratio(f->two[PAPER_SMITH_LETTER], spheres->last[PAPER_SMITH_LETTER],
                                  f->seeds),
            .ours =
                paper_ratio(f->two[PAPER_SMITH_OURS], spheres->last[PAPER_SMITH_OURS], f->seeds),
            .seeds = f->seeds,
            .processor_time = true},
        "paper: 16 ms both");
}

static void write_shuttles(paper_page *page, const paper_run *run, const paper_flights *flights,
                           const paper_spheres *spheres)
{
    paper_begin(run, "figure 8");
    last_cycles f = {.seeds = flights->seeds};
    paper_page_heading(page, "Figure 8: 15 space shuttles, and two of them alone");
    paper_page_text(
        page,
        "15 shuttles fly in a cube. Shuttles that collide are reflected; the first collision after "
        "cycle 40 ends the run. Then the two that collided fly again without the others.");
    for (uint32_t seed = 0; seed < f.seeds; seed++) {
        if (!measure_flight(page, run, &flights->motions[seed], seed, &f)) return;
    }
    static const char *const names[] = {"smith, ours", "smith, letter", "hybrid"};
    paper_page_table(page, "method | last cycle of 15 | of the two alone");
    for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++)
        paper_page_row(page, "%s | %.4f ms | %.4f ms", names[m],
                       paper_mean(f.many[m], f.seeds).value, paper_mean(f.two[m], f.seeds).value);
    paper_page_text(page, "Means of %u seeds; the contact comes in cycle %.0f on average.", f.seeds,
                    f.cycles / f.seeds);
    judge_flights(page, &f, spheres);
}

// ---------------------------------------------------------------------------------------------
// Section 4.4: the shrine

#define SHRINE_SIDE 16.0

// The scene is a script without chance in it, so runs take the place of seeds.
static void write_shrine(paper_page *page, const paper_run *run)
{
    paper_begin(run, "the shrine");
    uint32_t runs = paper_seed_count(run);
    double most[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS], mean[PAPER_SMITH_RIVAL] = {0};
    bench_method_settings letter = paper_smith_letter(SHRINE_SIDE);
    paper_page_heading(page, "Section 4.4: the portable shrine of 5263 faces");
    paper_page_scene_with(page,
                          &(paper_scene_figure){.scene = "smith-shrine",
                                                .frame = 120,
                                                .from = {0.7f, -1, 0.5f},
                                                .file = "shrine",
                                                .caption = "The shrine while it is put together. "
                                                           "Red: faces found by smith to the "
                                                           "letter."},
                          &(paper_scene_view){.method = &letter});
    for (uint32_t i = 0; i < runs; i++) {
        paper_timed timed;
        paper_timed_def def = paper_smith_timed(run, "smith-shrine", NULL, SHRINE_SIDE);
        def.repeats = 1;
        def.first_frame = 60;
        def.frame_count = run->quick ? 10 : 100;
        if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
        for (uint32_t m = 0; m < PAPER_SMITH_RIVAL; m++) {
            paper_timed_figures f = paper_timed_summary(&timed, m);
            most[m][i] = 1e3 * f.most;
            mean[m] += 1e3 * f.mean / runs;
        }
        paper_timed_release(&timed);
    }
    paper_page_text(
        page,
        "Two people put the roof and the gate on a shrine. In the paper the people moved the "
        "parts; here a script does. Detections do not change the motion. The mean of cycles 60 to "
        "159 is %.3f ms by the letter, %.3f ms by our settings, %.4f ms with hybrid.",
        mean[PAPER_SMITH_LETTER], mean[PAPER_SMITH_OURS], mean[PAPER_HYBRID]);
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "4.4",
                  .claim = "feedback for a shrine of 5263 faces in real time",
                  .rule = paper_at_most("the longest cycle while the roof and the gate are brought",
                                        100, "ms"),
                  .letter = paper_median(most[PAPER_SMITH_LETTER], runs),
                  .ours = paper_median(most[PAPER_SMITH_OURS], runs),
                  .seeds = 0,
                  .processor_time = true});
}

void paper_smith_many_objects(paper_page *page, const paper_run *run, const paper_flights *flights,
                              const paper_spheres *spheres)
{
    write_shuttles(page, run, flights, spheres);
    write_shrine(page, run);
}
