// What the paper chooses (sections 2.2.4, 3.6 and 3.7) and what it leaves to future work (section
// 7).

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>
#include <string.h>

#include "bench/machine.h"
#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/random.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Options of method smith

// Each change of the options, first of our defaults, then of the letter.
typedef enum option_change {
    NOTHING,
    BOXES_OF_FACES,
    NO_BOX_STAGE,
    BINTREE,
    CHOSEN_LEVEL,
    CHANGES
} option_change;
enum { LETTER = CHANGES, HYBRID = 2 * CHANGES, METHODS };

static const char *const change_names[CHANGES] = {"unchanged", "a face is in a cell if its box is",
                                                  "without the stage of boxes", "bintree",
                                                  "level chosen from the faces"};

static void apply(option_change change, mote_smith_options *options)
{
    options->face_box = change == BOXES_OF_FACES;
    options->skip_boxes = change == NO_BOX_STAGE;
    options->bintree = change == BINTREE;
    if (change == CHOSEN_LEVEL) options->level = 0;
}

static paper_timed_def variants_of(const paper_run *run, const char *scene,
                                   const scene_tracks *tracks, double side)
{
    paper_timed_def def = paper_timed_of(run, scene);
    def.tracks = tracks;
    for (int i = 0; i < 2 * CHANGES; i++) {
        bool letter = i >= LETTER;
        mote_smith_options options =
            letter ? mote_literal_smith_options() : mote_default_smith_options();
        options.world_side = letter ? (float)side : 0;
        apply((option_change)(i % CHANGES), &options);
        mote_world_def_set_smith(&paper_timed_add(&def, "smith")->world, &options);
    }
    paper_timed_add(&def, "hybrid");
    return def;
}

// Two scenes: 15 spheres of 960 faces that bounce, and 15 shuttles up to their first collision.
enum { BOUNCING, SHUTTLES, SCENES };
static const char *const scene_names[SCENES] = {"smith-bouncing-15-960", "smith-shuttles-15"};
enum { BOUNCING_CYCLES = 60, BOUNCING_FRAMES = 40, SHUTTLE_FRAMES = 10 };

typedef struct variant_times {
    uint32_t seeds;
    double ms[SCENES][METHODS][PAPER_SMITH_SEEDS]; // of the mean cycle
} variant_times;

// The motions of both scenes, by seed.
typedef struct motions {
    const paper_flights *flights;
    paper_motion bouncing[PAPER_SMITH_SEEDS];
    uint32_t bouncing_count;
} motions;

static const paper_motion *motion_of(const motions *m, int scene, uint32_t seed)
{
    return scene == SHUTTLES ? &m->flights->motions[seed] : &m->bouncing[seed];
}

static double side_of(int scene)
{
    return scene == SHUTTLES ? PAPER_SHUTTLES_SIDE : 2 * paper_half_of_balls(15);
}

static bool measure_variants(paper_page *page, const paper_run *run, const motions *moved,
                             int scene, uint32_t seed, variant_times *out)
{
    paper_timed timed;
    const paper_motion *motion = motion_of(moved, scene, seed);
    paper_timed_def def = variants_of(run, scene_names[scene], &motion->tracks, side_of(scene));
    uint32_t frames = run->quick ? 3 : scene == SHUTTLES ? SHUTTLE_FRAMES : BOUNCING_FRAMES;
    paper_timed_take_last(&def, frames, motion->cycles);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return false;
    for (uint32_t i = 0; i < METHODS; i++)
        out->ms[scene][i][seed] = 1e3 * paper_timed_summary(&timed, i).mean;
    paper_timed_release(&timed);
    return true;
}

static void write_table(paper_page *page, const variant_times *v)
{
    paper_page_heading(page, "Variants");
    paper_page_text(page,
                    "The table shows the mean time of the last %d of %d cycles of bouncing "
                    "spheres, and of the last %d cycles before shuttles collide, over %u seeds.",
                    BOUNCING_FRAMES, BOUNCING_CYCLES, SHUTTLE_FRAMES, v->seeds);
    paper_page_table(page, "smith | spheres, letter | spheres, ours | shuttles, letter | "
                           "shuttles, ours");
    for (int i = 0; i < CHANGES; i++)
        paper_page_row(page, "%s | %.3f ms | %.3f ms | %.3f ms | %.3f ms", change_names[i],
                       paper_mean(v->ms[BOUNCING][LETTER + i], v->seeds).value,
                       paper_mean(v->ms[BOUNCING][i], v->seeds).value,
                       paper_mean(v->ms[SHUTTLES][LETTER + i], v->seeds).value,
                       paper_mean(v->ms[SHUTTLES][i], v->seeds).value);
    paper_page_row(page, "(hybrid) | %.4f ms | | %.4f ms |",
                   paper_mean(v->ms[BOUNCING][HYBRID], v->seeds).value,
                   paper_mean(v->ms[SHUTTLES][HYBRID], v->seeds).value);
}

// How many times as long as unchanged, on each scene.
static void times_as_long(const variant_times *v, option_change change, int first,
                          paper_estimate out[SCENES])
{
    for (int s = 0; s < SCENES; s++)
        out[s] = paper_ratio(v->ms[s][first + (int)change], v->ms[s][first], v->seeds);
}

static void judge_change(paper_page *page, const variant_times *v, const char *section,
                         const char *claim, option_change change, paper_rule rule)
{
    paper_estimate letter[SCENES], ours[SCENES];
    times_as_long(v, change, LETTER, letter);
    times_as_long(v, change, 0, ours);
    // What is to pay is judged where it pays least; what is to speed up, where it does most.
    paper_page_judge(page, &(paper_claim_def){.section = section,
                                              .claim = claim,
                                              .rule = rule,
                                              .letter = paper_least(letter, SCENES),
                                              .ours = paper_least(ours, SCENES),
                                              .seeds = v->seeds,
                                              .processor_time = true});
}

static void write_variants(paper_page *page, const paper_run *run, const motions *moved)
{
    paper_begin(run, "variants");
    static variant_times v; // too large for a stack
    v = (variant_times){.seeds = paper_seed_count(run)};
    for (int scene = 0; scene < SCENES; scene++) {
        for (uint32_t seed = 0; seed < v.seeds; seed++) {
            if (!measure_variants(page, run, moved, scene, seed, &v)) return;
        }
    }
    write_table(page, &v);
    const char *times = "times as long";
    judge_change(
        page, &v, "2.3, 3.7", "clipping faces by cells performs better than their boxes",
        BOXES_OF_FACES,
        paper_more_than("a cycle with boxes of faces, on the worse of two scenes,", 1, times));
    judge_change(page, &v, "2.2.4", "the stage of boxes and overlap regions pays", NO_BOX_STAGE,
                 paper_more_than("a cycle without it, on the worse of two scenes,", 1, times));
    judge_change(page, &v, "7", "face bintrees speed it up", BINTREE,
                 paper_less_than("a cycle with them, on the better of two scenes,", 1, times));
    judge_change(page, &v, "7", "the right level speeds it up", CHOSEN_LEVEL,
                 paper_less_than("a cycle with a level chosen from the faces, on the better of two "
                                 "scenes,",
                                 1, times));
}

// ---------------------------------------------------------------------------------------------
// Levels

static void write_levels(paper_page *page, const paper_run *run, const motions *moved)
{
    paper_begin(run, "levels");
    enum { LEVELS = 9 };
    double level[LEVELS], milliseconds[LEVELS];
    const paper_motion *motion = motion_of(moved, SHUTTLES, 0);
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, scene_names[SHUTTLES]);
    def.tracks = &motion->tracks;
    for (uint32_t i = 0; i < LEVELS; i++) {
        bench_method_settings *settings = paper_timed_add(&def, "smith");
        mote_smith_options options = mote_literal_smith_options();
        options.world_side = (float)PAPER_SHUTTLES_SIDE;
        options.level = i + 1;
        if (i == 0) options.paper_face_pair = options.paper_clip = false; // the exact answer
        mote_world_def_set_smith(&settings->world, &options);
        level[i] = i + 1;
    }
    paper_timed_take_last(&def, 1, motion->cycles);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    for (uint32_t i = 0; i < LEVELS; i++)
        milliseconds[i] = 1e3 * paper_timed_summary(&timed, i).last;
    paper_timed_release(&timed);
    const bench_plot_series series = {"smith, letter", level, milliseconds, LEVELS,
                                      BENCH_PLOT_LINE};
    paper_page_plot(
        page, "levels",
        &(bench_plot){.title = "Level of the octree",
                      .note = "15 shuttles in the cycle in which two collide, smith by the letter",
                      .x_title = "level",
                      .y_title = "milliseconds (logarithmic)",
                      .logarithmic_y = true,
                      .series = &series,
                      .series_count = 1});
}

// ---------------------------------------------------------------------------------------------
// All methods on two shuttles

enum { ALL_METHODS = 7 };
static const char *const method_names[ALL_METHODS] = {
    "smith, ours", "smith, letter", "hybrid", "paired", "refit", "octree-update", "naive"};

static bool measure_methods(paper_page *page, const paper_run *run, const paper_motion *motion,
                            double (*ms)[PAPER_SMITH_SEEDS], double *held, uint32_t seed)
{
    scene_tracks alone;
    paper_timed timed;
    if (!paper_page_check(page,
                          paper_motion_of_two(motion, motion->body_a, motion->body_b, &alone)))
        return false;
    paper_timed_def def = paper_smith_timed(run, "smith-shuttles-2", &alone, PAPER_SHUTTLES_SIDE);
    for (int i = PAPER_SMITH_RIVAL; i < ALL_METHODS; i++) paper_timed_add(&def, method_names[i]);
    paper_timed_take_last(&def, 2, alone.last + 1);
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        for (uint32_t i = 0; i < ALL_METHODS; i++) {
            ms[i][seed] = 1e3 * paper_timed_summary(&timed, i).last;
            held[i] += 1e-3 * (double)timed.measured.timings[i].bytes;
        }
        paper_timed_release(&timed);
    }
    scene_tracks_release(&alone);
    return done;
}

static void write_methods(paper_page *page, const paper_run *run, const motions *moved,
                          double scale)
{
    paper_begin(run, "all methods");
    uint32_t seeds = moved->flights->seeds;
    double ms[ALL_METHODS][PAPER_SMITH_SEEDS], held[ALL_METHODS] = {0};
    for (uint32_t seed = 0; seed < seeds; seed++) {
        if (!measure_methods(page, run, motion_of(moved, SHUTTLES, seed), ms, held, seed)) return;
    }
    paper_page_heading(page, "All methods on two shuttles");
    paper_page_text(page, "The cycle in which they collide, mean of %u seeds.", seeds);
    paper_page_table(page, "method | last cycle | held, kB");
    for (int i = 0; i < ALL_METHODS; i++)
        paper_page_row(page, "%s | %.4f ms | %.0f", method_names[i], paper_mean(ms[i], seeds).value,
                       held[i] / seeds);
    paper_smith_judge_naive(page, "two shuttles of 528 faces", ms[ALL_METHODS - 1],
                            ms[PAPER_SMITH_LETTER], seeds, scale);
}

// ---------------------------------------------------------------------------------------------
// Threads: what two workers would have to do, in processor time, so that nobody else's work counts

// Deals blocks to two workers, each to the one that has done less, but runs them one after the
// other.
typedef struct dealer {
    double saved; // processor time that two workers save, of all calls
} dealer;

static void deal(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    dealer *d = context;
    double spent[2] = {0, 0};
    for (uint32_t block = 0; block < block_count; block++) {
        uint32_t worker = spent[1] < spent[0];
        double start = bench_clock_now(BENCH_CLOCK_CPU);
        task(argument, block, worker);
        spent[worker] += bench_clock_now(BENCH_CLOCK_CPU) - start;
    }
    d->saved += fmin(spent[0], spent[1]);
}

static mote_result play_dealt(const bench_stage *stage, bench_method_settings *settings,
                              double *alone, double *together)
{
    dealer d = {0};
    void *state;
    settings->world.tasks = (mote_tasks){.run = deal, .worker_count = 2, .context = &d};
    bench_contender contender = bench_method_contender(settings);
    bench_stage_show(stage, 0);
    mote_result result = contender.open(settings, stage, BENCH_ASK_PAIRS, &state);
    if (result) return result;
    for (int pass = 0; pass < 2 && !result; pass++) { // the first warms up
        *alone = d.saved = 0;
        for (uint32_t i = 0; i < stage->frame_count && !result; i++) {
            bench_stage_show(stage, i);
            double start = bench_clock_now(BENCH_CLOCK_CPU);
            result = contender.frame(state, stage);
            *alone += bench_clock_now(BENCH_CLOCK_CPU) - start;
        }
    }
    contender.close(state);
    *together = *alone - d.saved;
    return result;
}

// By our defaults and by the letter.
static bool measure_threads(paper_page *page, const paper_run *run, const paper_motion *motion,
                            double alone[2], double together[2])
{
    bench_stage stage;
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene_names[BOUNCING];
    def.scene.tracks = &motion->tracks;
    if (run->quick) def.frame_count = 20;
    bench_method_settings settings[2] = {[PAPER_SMITH_LETTER] =
                                             paper_smith_letter(side_of(BOUNCING))};
    bench_method_settings_make("smith", 1, &settings[PAPER_SMITH_OURS]);
    if (!paper_page_check(page, bench_stage_open(&def, &stage))) return false;
    bool done = true;
    for (int i = 0; i < 2 && done; i++)
        done = paper_page_check(page, play_dealt(&stage, &settings[i], &alone[i], &together[i]));
    bench_stage_close(&stage);
    return done;
}

static void write_threads(paper_page *page, const paper_run *run, const motions *moved)
{
    paper_begin(run, "threads");
    uint32_t seeds = moved->bouncing_count;
    double alone[2][PAPER_SMITH_SEEDS], together[2][PAPER_SMITH_SEEDS];
    for (uint32_t seed = 0; seed < seeds; seed++) {
        double one[2], two[2];
        if (!measure_threads(page, run, motion_of(moved, BOUNCING, seed), one, two)) return;
        for (int i = 0; i < 2; i++) {
            alone[i][seed] = one[i];
            together[i][seed] = two[i];
        }
    }
    paper_page_judge_with(
        page,
        &(paper_claim_def){
            .section = "7",
            .claim = "parallelization speeds it up",
            .rule = paper_more_than(
                "the time with one worker, compared with two, for 15 spheres of 960 faces,",
                1 + PAPER_NEGLIGIBLE, "times as long"),
            .letter = paper_ratio(alone[PAPER_SMITH_LETTER], together[PAPER_SMITH_LETTER], seeds),
            .ours = paper_ratio(alone[PAPER_SMITH_OURS], together[PAPER_SMITH_OURS], seeds),
            .seeds = seeds,
            .processor_time = true},
        "the parts of the work run one after the other, and their times are distributed over two "
        "workers; time in which a worker waits for the other counts, the cost of threads does not, "
        "so a gain of less than a tenth counts as none");
}

// ---------------------------------------------------------------------------------------------
// The face-pair test on input that is and is not in general position

typedef struct wrong_answers {
    uint32_t asked, meeting, missed, invented;
} wrong_answers;

static mote_vec3 grid_point(mote_random *random, uint32_t size)
{
    return (mote_vec3){(float)mote_random_below(random, size),
                       (float)mote_random_below(random, size),
                       (float)mote_random_below(random, size)};
}

static wrong_answers ask(const paper_run *run, uint64_t stream, uint32_t grid, uint32_t count)
{
    wrong_answers w = {.asked = count};
    for (uint32_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(run->seed, stream, i);
        mote_vec3 a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = grid ? grid_point(&random, grid) : mote_random_direction(&random);
            b[k] = grid ? grid_point(&random, grid) : mote_random_direction(&random);
        }
        bool truth = mote_triangles_intersect(a, b), answer = mote_smith_face_pair(a, b);
        w.meeting += truth;
        w.missed += truth && !answer;
        w.invented += answer && !truth;
    }
    return w;
}

static void judge_exactness(paper_page *page, const wrong_answers *w, const char *reading)
{
    paper_page_judge_with(
        page,
        &(paper_claim_def){.section = "title, 3.6",
                           .claim = "whether two faces meet is decided accurately",
                           .reading = reading,
                           .rule =
                               paper_at_most("the share of wrong answers", 1 - PAPER_ALWAYS, "%"),
                           .letter = paper_share(w->missed + w->invented, w->asked),
                           .settle = "more pairs of faces"},
        "%u missed and %u reported wrongly of %u pairs, by the exact test", w->missed, w->invented,
        w->asked);
}

static void write_exactness(paper_page *page, const paper_run *run)
{
    paper_begin(run, "the face-pair test");
    uint32_t count = run->quick ? 20000 : 200000;
    wrong_answers random = ask(run, 21, 0, count), degenerate = ask(run, 22, 4, count);
    paper_page_heading(page, "The face-pair test (section 3.6) against the exact one");
    paper_page_table(
        page, "pairs of faces | tested | meeting | missed by the paper's test | reported wrongly");
    paper_page_row(page, "corners at random | %u | %u | %u | %u", random.asked, random.meeting,
                   random.missed, random.invented);
    paper_page_row(page,
                   "corners on a grid of 4: touching, flat and degenerate ones | %u | %u | %u | %u",
                   degenerate.asked, degenerate.meeting, degenerate.missed, degenerate.invented);
    judge_exactness(page, &random, "faces in general position");
    judge_exactness(page, &degenerate, "faces that touch, lie in one plane or are degenerate");
}

static bool move(paper_page *page, const paper_run *run, motions *out)
{
    for (uint32_t seed = 0; seed < paper_seed_count(run); seed++) {
        if (!paper_page_check(page, paper_smith_bounce(scene_names[BOUNCING], paper_seed(run, seed),
                                                       BOUNCING_CYCLES, &out->bouncing[seed])))
            return false;
        out->bouncing_count++;
    }
    return true;
}

void paper_smith_variants(paper_page *page, const paper_run *run, const paper_flights *flights,
                          const paper_spheres *spheres)
{
    motions m = {.flights = flights};
    if (move(page, run, &m)) {
        write_variants(page, run, &m);
        write_levels(page, run, &m);
        write_methods(page, run, &m, spheres->scale);
        write_threads(page, run, &m);
    }
    for (uint32_t i = 0; i < m.bouncing_count; i++) paper_motion_release(&m.bouncing[i]);
    write_exactness(page, run);
}
