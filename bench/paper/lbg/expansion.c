// "Repartitioning checking": a sphere that grows to five times its size, and how often bodies are
// partitioned again.

#include <math.h>
#include <mote/papers.h>

#include "bench/paper/lbg/lbg.h"

static const char scene[] = "lbg-expand";

// A body keeps its first areas.
static bench_method_settings never_again(bench_method_settings settings)
{
    mote_lbg_options options = mote_world_def_get_lbg(&settings.world);
    options.acceptable = INFINITY;
    mote_world_def_set_lbg(&settings.world, &options);
    return settings;
}

// Five bodies of the same size at first: "the number of objects can be used instead" of 12.
enum { FEW = 5, MANY = 12 };

typedef struct expansion {
    paper_lbg_played with, without;
} expansion;

// A few seeds miss nearly all: it takes many to know the mean.
enum { SEEDS = 100, SEEDS_OF_TWELVE = PAPER_SEEDS }; // of those that are judged, and of the others

static bool play(paper_page *page, const paper_run *run, bench_method_settings settings,
                 uint32_t seeds, paper_lbg_played *out)
{
    return paper_lbg_play_seeds(page, run, &(paper_lbg_play){scene, settings, seeds, 75}, out);
}

static void write_row(paper_page *page, uint32_t particles, const char *rules, const char *again,
                      const paper_lbg_played *p)
{
    char pairs[64];
    paper_estimate_text(paper_lbg_share(p, PAPER_LBG_FOUND_PAIRS, PAPER_LBG_COLLIDING_PAIRS), "%",
                        pairs, sizeof pairs);
    paper_page_row(page, "%u | %s | %s | %s | %.1f", particles, rules, again, pairs,
                   paper_lbg_sum(p, PAPER_LBG_REPARTITIONS) / p->seeds);
}

static bool play_both(paper_page *page, const paper_run *run, bench_method_settings settings,
                      uint32_t particles, const char *rules, expansion *out)
{
    uint32_t seeds = particles == FEW ? SEEDS : SEEDS_OF_TWELVE;
    if (!play(page, run, settings, seeds, &out->with) ||
        !play(page, run, never_again(settings), seeds, &out->without))
        return false;
    write_row(page, particles, rules, "yes", &out->with);
    write_row(page, particles, rules, "no", &out->without);
    return true;
}

static paper_estimate found_of(const paper_lbg_played *p)
{
    return paper_lbg_share(p, PAPER_LBG_FOUND_PAIRS, PAPER_LBG_COLLIDING_PAIRS);
}

static void judge_repartition(paper_page *page, const char *reading, const expansion *letter,
                              const expansion *ours)
{
    const paper_estimate none = {0};
    paper_claim_def def = {
        .section = "repartitioning",
        .claim = "after great deformation one particle per area is not enough",
        .reading = reading,
        .rule = paper_less_than("the share of colliding pairs found without repartition",
                                PAPER_ACCURATE, "%"),
        .letter = found_of(&letter->without),
        .ours = ours ? found_of(&ours->without) : none,
        .seeds = letter->without.seeds};
    paper_page_judge(page, &def);
    def.claim = "after great deformation, with partitioning again, one particle per area is enough";
    def.rule =
        paper_more_than("the share of colliding pairs found with repartition", PAPER_ACCURATE, "%");
    def.letter = found_of(&letter->with);
    def.ours = ours ? found_of(&ours->with) : none;
    paper_page_judge(page, &def);
}

static void judge_senin(paper_page *page, const paper_lbg_played *letter,
                        const paper_lbg_played *ours)
{
    paper_page_judge(
        page,
        &(paper_claim_def){
            .section = "collision detection",
            .claim = "under extreme expansion a fixed number of particles, as Senin's, is not "
                     "enough",
            .reading = "senin with one set of particles per body, as many as there are bodies",
            .rule = paper_less_than("the share of colliding pairs that senin finds", PAPER_ACCURATE,
                                    "%"),
            .letter = found_of(letter),
            .ours = found_of(ours),
            .seeds = letter->seeds});
}

static void write_expansion(paper_page *page, const paper_run *run)
{
    static expansion own, world, ours, twelve, twelve_ours;
    static paper_lbg_played senin, senin_ours;
    paper_page_table(page, "N | rules | partitioned again | colliding pairs found | repartitions "
                           "per seed");
    if (!play_both(page, run, paper_lbg_letter(FEW, PAPER_LBG_OWN), FEW, "letter, own coordinates",
                   &own) ||
        !play_both(page, run, paper_lbg_letter(FEW, PAPER_LBG_WORLD), FEW, "letter, in the world",
                   &world) ||
        !play_both(page, run, paper_lbg_ours(FEW), FEW, "ours", &ours) ||
        !play_both(page, run, paper_lbg_letter(MANY, PAPER_LBG_WORLD), MANY, "letter, in the world",
                   &twelve) ||
        !play_both(page, run, paper_lbg_ours(MANY), MANY, "ours", &twelve_ours) ||
        !play(page, run, paper_lbg_senin(FEW, true, true), SEEDS, &senin) ||
        !play(page, run, paper_lbg_senin(FEW, false, true), SEEDS, &senin_ours))
        return;
    write_row(page, FEW, "senin, letter, one set per body", "never", &senin);
    write_row(page, FEW, "senin, ours, one set per body", "never", &senin_ours);
    judge_repartition(page, "N is the number of bodies; areas in own coordinates", &own, &ours);
    judge_repartition(page, "N is the number of bodies; areas in the world", &world, NULL);
    judge_senin(page, &senin, &senin_ours);
}

// ---------------------------------------------------------------------------------------------
// How often

static void write_frequency(paper_page *page, const paper_run *run)
{
    static paper_lbg_played letter, ours;
    const paper_lbg_play by_letter = {"lbg-teapot-sphere", paper_lbg_letter(0, PAPER_LBG_OWN),
                                      PAPER_SEEDS, 50};
    const paper_lbg_play by_us = {"lbg-teapot-sphere", paper_lbg_ours(0), PAPER_SEEDS, 50};
    if (!paper_lbg_play_seeds(page, run, &by_letter, &letter) ||
        !paper_lbg_play_seeds(page, run, &by_us, &ours))
        return;
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "repartitioning",
                  .claim = "a body need not be partitioned again every time it deforms",
                  .rule = paper_less_than("the number of repartitions per frame of two bodies that "
                                          "deform in every frame (2 would be every time)",
                                          2, "per frame"),
                  .letter = paper_ratio(letter.counts[PAPER_LBG_REPARTITIONS],
                                        letter.counts[PAPER_LBG_FRAMES], letter.seeds),
                  .ours = paper_ratio(ours.counts[PAPER_LBG_REPARTITIONS],
                                      ours.counts[PAPER_LBG_FRAMES], ours.seeds),
                  .seeds = letter.seeds});
}

void paper_lbg_expansion(paper_page *page, const paper_run *run)
{
    paper_begin(run, "extreme expansion");
    paper_page_heading(page, "Extreme expansion");
    paper_page_text(
        page, "A sphere grows to five times its size and into four others. By the paper's rules, "
              "its first areas depend on where the origin is. In the sphere's own coordinates the "
              "mean C of all vectors is zero, so (1 + eps) C and (1 - eps) C are equal, and the "
              "body stays one area with one particle. (With more digits than the single precision "
              "of this library, rounding errors in the coordinates of the model would decide how "
              "the body is divided.) A repartition uses world positions, whose mean is not zero, "
              "and so it divides the body that the first partition could not. Our areas are split "
              "between the mean and the member farthest from it, which never coincide.");
    write_expansion(page, run);
    write_frequency(page, run);
}
