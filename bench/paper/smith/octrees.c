// Section 5.2: against an octree update algorithm.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/scene_figure.h"
#include "bench/paper/smith/smith.h"
#include "bench/paper/smith/throws.h"
#include "core/vec.h"

enum { VENUS, SHUTTLE, SPHERE, CHAIR, BODIES };

// The rival with as many levels below a cube around each body, with nodes as large as the smallest
// cells of the world, and by our defaults.
enum { SAME_LEVELS = PAPER_SMITH_RIVAL, SAME_CELLS, RIVAL_OURS, METHODS };
enum { LEVELS_OF_CELLS = 4 }; // cubes of 3.2 to 4 units, cells of 13 / 64

#define SIDE 13.0

// The shuttle comes from one side, somewhere above the shoulder, at the bust, which comes to meet
// it; the others move slightly. All of them turn.
static mote_result approach(uint64_t seed, paper_motion *out)
{
    mote_random random = mote_random_stream(seed, 63, 0);
    paper_mover movers[BODIES];
    static const mote_dvec3 places[BODIES] = {
        {0.0, 0.0, -1.3}, {0.0, 0.0, 0.0}, {0.3, 4.4, 0.5}, {3.8, -2.2, -1.3}};
    for (int i = 0; i < BODIES; i++) {
        movers[i] = (paper_mover){.rigid = mote_default_rigid()};
        movers[i].rigid.center = places[i];
        movers[i].rigid.velocity = mote_dvec_scale(paper_random_direction(&random), 0.005);
        movers[i].rigid.angular_velocity = mote_dvec_scale(paper_random_direction(&random), 0.008);
    }
    mote_dvec3 aside = paper_random_direction(&random);
    mote_dvec3 from = mote_dvec_add((mote_dvec3){-1.0, -0.6, 0.3}, mote_dvec_scale(aside, 0.4));
    from = mote_dvec_scale(from, 1 / mote_dvec_length(from));
    movers[SHUTTLE].rigid.center = mote_dvec_scale(from, 4.2);
    movers[SHUTTLE].rigid.velocity = mote_dvec_scale(from, -0.04);
    movers[SHUTTLE].rigid.rotation = paper_random_rotation(&random);
    movers[VENUS].rigid.velocity = mote_dvec_scale(from, 0.01);
    bench_method_settings driver = paper_smith_letter(SIDE);
    return paper_motion_run(&(paper_motion_def){.scene = "smith-venus-shuttle",
                                                .driver = &driver,
                                                .response = MOTE_RESPONSE_EXCHANGE,
                                                .max_cycles = 120,
                                                .until_contact = true,
                                                .movers = movers},
                            out);
}

static void add_rival(paper_timed_def *def, const char *name, const mote_smith_options *options)
{
    bench_method_settings *settings = paper_timed_add(def, "octree-update");
    mote_world_def_set_smith(&settings->world, options);
    snprintf(settings->name, sizeof settings->name, "%s", name);
}

static paper_timed_def methods_of(const paper_run *run, const paper_motion *motion)
{
    paper_timed_def def = paper_smith_timed(run, "smith-venus-shuttle", &motion->tracks, SIDE);
    mote_smith_options options = mote_literal_smith_options();
    options.world_side = (float)SIDE;
    add_rival(&def, "octree-update, 6 levels", &options);
    options.stored_level = LEVELS_OF_CELLS;
    add_rival(&def, "octree-update, cells", &options);
    options = mote_default_smith_options();
    add_rival(&def, "octree-update, ours", &options);
    return def;
}

typedef struct approaches {
    uint32_t seeds;
    double cycles, overlap; // until the contact, and until boxes overlap; sums
    double last[METHODS][PAPER_SMITH_SEEDS];
    double overlapping[METHODS][PAPER_SMITH_SEEDS]; // sum of the cycles in which boxes overlap
    double bytes[METHODS][PAPER_SMITH_SEEDS];
} approaches;

static void show(paper_page *page, const paper_motion *motion, const paper_timed *timed)
{
    bench_method_settings letter = paper_smith_letter(SIDE);
    const paper_cycle_series series[] = {{timed, PAPER_SMITH_LETTER, "smith, letter"},
                                         {timed, SAME_LEVELS, "update, letter, 6 levels"},
                                         {timed, SAME_CELLS, "update, letter, cells"},
                                         {timed, PAPER_SMITH_OURS, "smith, ours"},
                                         {timed, RIVAL_OURS, "update, ours"},
                                         {timed, PAPER_HYBRID, "hybrid"}};
    paper_scene_figure figure = {.scene = "smith-venus-shuttle",
                                 .frame = motion->cycles - 1,
                                 .file = "venus-shuttle",
                                 .caption = "Figure 15: the last cycle. Red: faces found by smith "
                                            "to the letter."};
    paper_page_scene_with(page, &figure,
                          &(paper_scene_view){.tracks = &motion->tracks, .method = &letter});
    paper_smith_plot_cycles(page, "figure-14", "Sphere, shuttle, chair and bust", series, 6);
}

static bool measure(paper_page *page, const paper_run *run, uint32_t seed, approaches *out)
{
    paper_motion motion;
    paper_timed timed;
    if (!paper_page_check(page, approach(paper_seed(run, seed), &motion))) return false;
    paper_timed_def def = methods_of(run, &motion);
    if (run->quick) paper_timed_take_last(&def, 3, motion.cycles);
    bool done = paper_page_check(page, paper_timed_run(&def, &timed));
    if (done) {
        if (seed == 0) show(page, &motion, &timed);
        const bench_measurement *m = &timed.measured;
        for (uint32_t i = 0; i < METHODS; i++) {
            out->last[i][seed] = 1e3 * paper_timed_summary(&timed, i).last;
            out->bytes[i][seed] = (double)m->timings[i].bytes;
            for (uint32_t k = 0; k < m->frame_count; k++) {
                if (timed.stage.first_frame + k < motion.overlap_cycle) continue;
                out->overlapping[i][seed] += 1e3 * m->timings[i].seconds[k];
            }
        }
        out->cycles += motion.cycles;
        out->overlap += motion.overlap_cycle + 1;
        paper_timed_release(&timed);
    }
    paper_motion_release(&motion);
    return done;
}

static void judge(paper_page *page, const approaches *a)
{
    const double *letter = a->last[PAPER_SMITH_LETTER], *ours = a->last[PAPER_SMITH_OURS];
    static const char *const readings[] = {
        "stored octrees have 6 levels below a cube around each object",
        "stored octrees have nodes as large as the smallest cells of the world"};
    for (int r = 0; r < 2; r++) {
        const uint32_t rival = SAME_LEVELS + (uint32_t)r;
        paper_claim_def def = {
            .section = "5.2, fig. 14",
            .claim = "about 16 times faster than octree update when bust and shuttle collide",
            .reading = readings[r],
            .rule = paper_at_least("octree update in the last cycle", 16 * (1 - PAPER_ABOUT),
                                   "times as long"),
            .letter = paper_ratio(a->last[rival], letter, a->seeds),
            .seeds = a->seeds,
            .processor_time = true};
        if (r == 0) def.ours = paper_ratio(a->last[RIVAL_OURS], ours, a->seeds);
        paper_page_judge_with(page, &def, "paper: 161 ms against 11 ms, 14.6 times");
        def.claim = "much better than octree update after boxes overlap";
        def.rule = paper_at_least("octree update, in all cycles in which boxes overlap,",
                                  PAPER_MUCH, "times as long");
        def.letter =
            paper_ratio(a->overlapping[rival], a->overlapping[PAPER_SMITH_LETTER], a->seeds);
        if (r == 0)
            def.ours =
                paper_ratio(a->overlapping[RIVAL_OURS], a->overlapping[PAPER_SMITH_OURS], a->seeds);
        paper_page_judge(page, &def);
    }
    paper_page_judge(
        page,
        &(paper_claim_def){
            .section = "7",
            .claim = "stored octrees, which it does not need, sap the memory",
            .rule = paper_at_least("the memory of octree update", PAPER_MUCH, "times as much"),
            .letter = paper_ratio(a->bytes[SAME_LEVELS], a->bytes[PAPER_SMITH_LETTER], a->seeds),
            .ours = paper_ratio(a->bytes[RIVAL_OURS], a->bytes[PAPER_SMITH_OURS], a->seeds),
            .seeds = a->seeds});
}

void paper_smith_octrees(paper_page *page, const paper_run *run)
{
    paper_begin(run, "figure 14");
    static approaches a; // too large for a stack
    a = (approaches){.seeds = paper_smith_seed_count(run)};
    paper_page_heading(page, "Figures 14 and 15: against octrees that move with the bodies");
    for (uint32_t seed = 0; seed < a.seeds; seed++) {
        if (!measure(page, run, seed, &a)) return;
    }
    static const char *const names[METHODS] = {"smith, ours",
                                               "smith, letter",
                                               "hybrid",
                                               "octree-update, letter, 6 levels stored",
                                               "octree-update, letter, cells stored",
                                               "octree-update, ours"};
    paper_page_table(page, "method | last cycle | held, kB");
    for (uint32_t i = 0; i < METHODS; i++)
        paper_page_row(page, "%s | %.3f ms | %.0f", names[i], paper_mean(a.last[i], a.seeds).value,
                       1e-3 * paper_mean(a.bytes[i], a.seeds).value);
    paper_page_text(page,
                    "Figures are means of %u seeds. On average, boxes overlap from cycle %.0f on, "
                    "and bust and shuttle collide in cycle %.0f.",
                    a.seeds, a.overlap / a.seeds, a.cycles / a.seeds);
    judge(page, &a);
}
