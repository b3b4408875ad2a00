// What the paper chooses (sections 2.2.4, 3.6 and 3.7) and what it leaves to future work (section 7).

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/machine.h"
#include "bench/paper/smith/smith.h"
#include "core/random.h"

typedef struct variant {
    const char *name;
    mote_smith_options options;
    uint32_t threads;
} variant;

static const variant variants[] = {
    {"as in the paper", {.level = 6}, 1},
    {"a face is in a cell if its box is", {.level = 6, .face_box = true}, 1},
    {"without the box stage", {.level = 6, .skip_boxes = true}, 1},
    {"root is the overlap region", {.level = 6, .root_is_region = true}, 1},
    {"bintree", {.level = 6, .bintree = true}, 1},
    {"the paper's face-pair test", {.level = 6, .paper_face_pair = true}, 1},
    {"level chosen from the faces", {.level = 0}, 1},
    {"region as root, level chosen, boxes, bintree",
     {.level = 0, .root_is_region = true, .face_box = true, .bintree = true},
     1},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static bool run_variants(paper_page *page, const paper_run *run, const char *scene,
                         double *milliseconds)
{
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, scene);
    for (int i = 0; i < VARIANTS; i++) {
        bench_method_settings *settings = paper_timed_add(&def, "smith");
        if (!settings) return false;
        mote_world_def_set_smith(&settings->world, &variants[i].options);
    }
    paper_timed_add(&def, "hybrid");
    def.frame_count = run->quick ? 3 : 40;
    def.first_frame = 100;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return false;
    for (uint32_t i = 0; i <= VARIANTS; i++)
        milliseconds[i] = 1e3 * paper_timed_summary(&timed, i).mean;
    paper_timed_release(&timed);
    return true;
}

static void write_variants(paper_page *page, const paper_run *run)
{
    paper_begin(run, "variants");
    double bouncing[VARIANTS + 1], shuttles[VARIANTS + 1];
    if (!run_variants(page, run, "smith-bouncing-15-960", bouncing) ||
        !run_variants(page, run, "smith-shuttles-15", shuttles))
        return;
    paper_page_heading(page, "Variants");
    paper_page_text(page, "Mean of cycles 100 to 139, one thread.");
    paper_page_table(page, "smith | 15 spheres of 960 faces | 15 shuttles");
    for (int i = 0; i < VARIANTS; i++)
        paper_page_row(page, "%s | %.3f ms | %.3f ms", variants[i].name, bouncing[i], shuttles[i]);
    paper_page_row(page, "(hybrid) | %.4f ms | %.4f ms", bouncing[VARIANTS], shuttles[VARIANTS]);
    paper_page_claim(
        page,
        &(paper_claim){"3.7", "clipping faces by cells pays against their boxes",
                       "clipping is faster on both scenes",
                       paper_claim_if(bouncing[0] < bouncing[1] && shuttles[0] < shuttles[1])},
        "%.2f and %.2f times as fast", bouncing[1] / bouncing[0], shuttles[1] / shuttles[0]);
    paper_page_claim(
        page,
        &(paper_claim){"2.2.4", "the stage of boxes and overlap regions pays",
                       "slower without it on both scenes",
                       paper_claim_if(bouncing[2] > bouncing[0] && shuttles[2] > shuttles[0])},
        "%.2f and %.2f times as long without", bouncing[2] / bouncing[0],
        shuttles[2] / shuttles[0]);
    double best = fmin(bouncing[4] / bouncing[0], shuttles[4] / shuttles[0]);
    paper_page_claim(page,
                     &(paper_claim){"7", "face bintrees speed it up",
                                    "faster on at least one scene", paper_claim_if(best < 1)},
                     "%.2f and %.2f times the time of octrees", bouncing[4] / bouncing[0],
                     shuttles[4] / shuttles[0]);
    best = fmax(bouncing[0] / bouncing[6], shuttles[0] / shuttles[6]);
    paper_page_claim(page,
                     &(paper_claim){"7", "the right level speeds it up",
                                    "1.1 times as fast on at least one scene",
                                    paper_claim_if(best >= 1.1)},
                     "%.2f and %.2f times as fast with a level chosen from the faces",
                     bouncing[0] / bouncing[6], shuttles[0] / shuttles[6]);
}

// ---------------------------------------------------------------------------------------------
// Levels

static void write_levels(paper_page *page, const paper_run *run)
{
    paper_begin(run, "levels");
    enum { LEVELS = 9 };
    double level[LEVELS], milliseconds[LEVELS];
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "smith-spheres-3968");
    for (uint32_t i = 0; i < LEVELS; i++) {
        bench_method_settings *settings = paper_timed_add(&def, "smith");
        if (!settings) return;
        mote_smith_options options = mote_default_smith_options();
        options.level = i + 1;
        mote_world_def_set_smith(&settings->world, &options);
        level[i] = i + 1;
    }
    paper_timed_take_last(&def, 1, 72);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    for (uint32_t i = 0; i < LEVELS; i++)
        milliseconds[i] = 1e3 * paper_timed_summary(&timed, i).last;
    paper_timed_release(&timed);
    const bench_plot_series series = {"smith", level, milliseconds, LEVELS, BENCH_PLOT_LINE};
    paper_page_plot(
        page, "levels",
        &(bench_plot){.title = "Level of the octree",
                      .note = "two spheres of 3968 faces in the cycle in which they collide",
                      .x_title = "level",
                      .y_title = "milliseconds (logarithmic)",
                      .logarithmic_y = true,
                      .series = &series,
                      .series_count = 1});
}

// ---------------------------------------------------------------------------------------------
// Threads, naive, memory

static void write_methods(paper_page *page, const paper_run *run)
{
    paper_begin(run, "naive, memory, threads");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "smith-shuttles-2");
    paper_smith_add_methods(&def);
    paper_timed_add(&def, "refit");
    paper_timed_add(&def, "octree-update");
    paper_timed_add(&def, "naive");
    paper_timed_take_last(&def, run->quick ? 1 : 5, 150);
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    paper_page_heading(page, "All methods on two shuttles");
    paper_page_table(page, "method | last cycle | face pairs tested, all cycles | held, kB");
    for (uint32_t i = 0; i < def.count; i++)
        paper_page_row(page, "%s | %.4f ms | %llu | %.0f", def.settings[i].name,
                       1e3 * paper_timed_summary(&timed, i).last,
                       (unsigned long long)timed.measured.timings[i].candidates,
                       (double)timed.measured.timings[i].bytes / 1e3);
    uint32_t naive = paper_smith_find(&def, "naive");
    double ratio = paper_timed_summary(&timed, naive).last / paper_timed_summary(&timed, 0).last;
    paper_page_claim(page,
                     &(paper_claim){"6", "the naive algorithm takes ludicrously long",
                                    "at least 10 times as long on two shuttles of 528 faces",
                                    paper_claim_if(ratio >= 10)},
                     "%.1f times as long; %.0f times as long as hybrid", ratio,
                     paper_timed_summary(&timed, naive).last / paper_timed_summary(&timed, 1).last);
    paper_timed_release(&timed);
}

static void write_threads(paper_page *page, const paper_run *run)
{
    paper_begin(run, "threads");
    paper_timed timed;
    paper_timed_def def = paper_timed_of(run, "smith-bouncing-15-960");
    def.clock = BENCH_CLOCK_WALL;
    paper_timed_add(&def, "smith");
    bench_method_settings *two = paper_timed_add(&def, "smith");
    if (!two) return;
    two->world.worker_count = 2;
    def.frame_count = run->quick ? 3 : 60;
    if (!paper_page_check(page, paper_timed_run(&def, &timed))) return;
    double gain = paper_timed_summary(&timed, 0).mean / paper_timed_summary(&timed, 1).mean;
    paper_page_claim(
        page,
        &(paper_claim){"7", "parallelization speeds it up",
                       "two threads are at least 1.2 times as fast as one, by wall-clock time",
                       paper_claim_if(gain >= 1.2)},
        "%.2f times as fast on %u processors", gain, bench_machine_here().processor_count);
    paper_timed_release(&timed);
}

// ---------------------------------------------------------------------------------------------
// The face-pair test on input that is not in general position

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

static void write_exactness(paper_page *page, const paper_run *run)
{
    paper_begin(run, "the face-pair test");
    uint32_t count = run->quick ? 2000 : 200000;
    wrong_answers random = ask(run, 21, 0, count), degenerate = ask(run, 22, 4, count);
    paper_page_heading(page, "The face-pair test (section 3.6) against the exact one");
    paper_page_table(
        page, "pairs of faces | tested | meeting | missed by the paper's test | reported wrongly");
    paper_page_row(page, "corners at random | %u | %u | %u | %u", random.asked, random.meeting,
                   random.missed, random.invented);
    paper_page_row(page,
                   "corners on a grid of 4: touching, flat and degenerate ones | %u | %u | %u | %u",
                   degenerate.asked, degenerate.meeting, degenerate.missed, degenerate.invented);
    paper_page_claim(page,
                     &(paper_claim){"title, 3.6", "colliding faces are found accurately",
                                    "no wrong answer in either row",
                                    random.missed + random.invented           ? PAPER_CLAIM_FAILS
                                    : degenerate.missed + degenerate.invented ? PAPER_CLAIM_PARTLY
                                                                              : PAPER_CLAIM_HOLDS},
                     "%u wrong of %u at random, %u of %u that touch or are degenerate",
                     random.missed + random.invented, random.asked,
                     degenerate.missed + degenerate.invented, degenerate.asked);
}

void paper_smith_variants(paper_page *page, const paper_run *run)
{
    write_variants(page, run);
    write_levels(page, run);
    write_methods(page, run);
    write_threads(page, run);
    write_exactness(page, run);
}
