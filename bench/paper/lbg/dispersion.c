// What the paper holds against Senin et al. 2003: particles that gather on one side when several
// bodies come, and particles that start on the wrong side (figure 2).
//
// Senin et al. write of two bodies; this paper takes it that a body has one set of particles for
// all others. With one set per pair of bodies a body among twelve has twelve times as many.

#include <mote/papers.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/paper/scene_figure.h"

typedef struct contest {
    const char *scene;
    uint32_t particles, seeds, quick_frames;
} contest;

static bool play(paper_page *page, const paper_run *run, const contest *c,
                 bench_method_settings settings, paper_lbg_played *out)
{
    return paper_lbg_play_seeds(
        page, run, &(paper_lbg_play){c->scene, settings, c->seeds, c->quick_frames}, out);
}

static void write_row(paper_page *page, const contest *c, const char *method,
                      const paper_lbg_played *p)
{
    char frames[64], pairs[64];
    paper_estimate_text(paper_lbg_share(p, PAPER_LBG_FOUND_FRAMES, PAPER_LBG_COLLIDING_FRAMES), "%",
                        frames, sizeof frames);
    paper_estimate_text(paper_lbg_share(p, PAPER_LBG_FOUND_PAIRS, PAPER_LBG_COLLIDING_PAIRS), "%",
                        pairs, sizeof pairs);
    paper_page_row(page, "%s | %u | %s | %s | %s | %.0f", c->scene, c->particles, method, frames,
                   pairs, paper_lbg_sum(p, PAPER_LBG_COLLIDING_PAIRS));
}

static void begin_table(paper_page *page)
{
    paper_page_table(
        page, "scene | particles | method | frames found | pairs found | colliding pairs in all");
}

// ---------------------------------------------------------------------------------------------
// Several at once

enum {
    LBG_OWN,
    LBG_WORLD,
    LBG_OURS,
    SENIN_SET,
    SENIN_PAIRS,
    SENIN_OURS_SET,
    SENIN_OURS_PAIRS,
    METHODS
};

static const char *const method_names[METHODS] = {
    "lbg, letter, own coordinates", "lbg, letter, in the world",     "lbg, ours",
    "senin, letter, one set",       "senin, letter, a set per pair", "senin, ours, one set",
    "senin, ours, a set per pair"};

static bool play_all(paper_page *page, const paper_run *run, const contest *c,
                     paper_lbg_played *out)
{
    uint32_t n = c->particles;
    const bench_method_settings methods[METHODS] = {paper_lbg_letter(n, PAPER_LBG_OWN),
                                                    paper_lbg_letter(n, PAPER_LBG_WORLD),
                                                    paper_lbg_ours(n),
                                                    paper_lbg_senin(n, true, true),
                                                    paper_lbg_senin(n, true, false),
                                                    paper_lbg_senin(n, false, true),
                                                    paper_lbg_senin(n, false, false)};
    for (int m = 0; m < METHODS; m++) {
        if (!play(page, run, c, methods[m], &out[m])) return false;
        write_row(page, c, method_names[m], &out[m]);
    }
    return true;
}

static paper_estimate pairs_of(const paper_lbg_played *p)
{
    return paper_lbg_share(p, PAPER_LBG_FOUND_PAIRS, PAPER_LBG_COLLIDING_PAIRS);
}

static paper_estimate more_pairs(const paper_lbg_played *p, const paper_lbg_played *other)
{
    return paper_lbg_gain(p, other, PAPER_LBG_FOUND_PAIRS, PAPER_LBG_COLLIDING_PAIRS);
}

static void judge_many(paper_page *page, const paper_lbg_played *by)
{
    paper_claim_def finds = {
        .section = "conclusion",
        .claim = "it detects the collisions of several deformable objects at the same time",
        .reading = "areas in own coordinates",
        .rule = paper_more_than("the share of twelve simultaneous collisions found", PAPER_ACCURATE,
                                "%"),
        .letter = pairs_of(&by[LBG_OWN]),
        .ours = pairs_of(&by[LBG_OURS]),
        .seeds = by[0].seeds};
    paper_page_judge(page, &finds);
    finds.reading = "areas in the world";
    finds.letter = pairs_of(&by[LBG_WORLD]);
    finds.ours = (paper_estimate){0};
    paper_page_judge(page, &finds);
    paper_claim_def more = {
        .section = "conclusion",
        .claim = "where several objects collide at once, the older particle method may fail",
        .reading = "senin has one set of particles per body; areas in own coordinates",
        .rule = paper_more_than(
            "the share of twelve simultaneous collisions found, minus that of senin,", 0, "%"),
        .letter = more_pairs(&by[LBG_OWN], &by[SENIN_SET]),
        .ours = more_pairs(&by[LBG_OURS], &by[SENIN_OURS_SET]),
        .seeds = by[0].seeds};
    paper_page_judge(page, &more);
    more.reading = "senin has one set of particles per body; areas in the world";
    more.letter = more_pairs(&by[LBG_WORLD], &by[SENIN_SET]);
    more.ours = (paper_estimate){0};
    paper_page_judge(page, &more);
    more.reading = "senin has one set per pair of bodies, 144 particles on the body in the middle";
    more.letter = more_pairs(&by[LBG_OWN], &by[SENIN_PAIRS]);
    more.ours = more_pairs(&by[LBG_OURS], &by[SENIN_OURS_PAIRS]);
    paper_page_judge(page, &more);
}

// ---------------------------------------------------------------------------------------------
// A bad start

// Particles interact only where boxes overlap.
static bench_method_settings near_only(bench_method_settings settings)
{
    mote_lbg_options lbg = mote_world_def_get_lbg(&settings.world);
    mote_senin_options senin = mote_world_def_get_senin(&settings.world);
    lbg.while_apart = senin.while_apart = false;
    mote_world_def_set_lbg(&settings.world, &lbg);
    mote_world_def_set_senin(&settings.world, &senin);
    return settings;
}

// Figure 2 is an "undetected collision": what counts are whole collisions, of which any frame is
// found.
static const char *const readings[] = {"particles interact as far as R_eff reaches",
                                       "particles interact where boxes overlap"};

// A method and senin by the same rules; both null where a reading does not apply.
typedef struct rivals {
    const paper_lbg_played *lbg, *senin;
} rivals;

static paper_estimate gain_of(rivals r)
{
    return r.lbg ? paper_lbg_gain(r.lbg, r.senin, PAPER_LBG_FOUND_RUNS, PAPER_LBG_COLLIDING_RUNS)
                 : (paper_estimate){0};
}

static void judge_bad_start(paper_page *page, const char *reading, rivals letter, rivals ours)
{
    paper_page_judge(
        page, &(paper_claim_def){
                  .section = "fig. 2",
                  .claim = "three random particles may all start on the wrong side and miss the "
                           "collision; areas prevent that",
                  .reading = reading,
                  .rule = paper_more_than("the share of collisions found in at least one frame "
                                          "with three particles, minus that of senin,",
                                          0, "%"),
                  .letter = gain_of(letter),
                  .ours = gain_of(ours),
                  .seeds = letter.lbg->seeds});
}

static void write_bad_start_row(paper_page *page, const contest *c, const char *method,
                                const paper_lbg_played *p)
{
    char frames[64], runs[64];
    paper_estimate_text(paper_lbg_share(p, PAPER_LBG_FOUND_FRAMES, PAPER_LBG_COLLIDING_FRAMES), "%",
                        frames, sizeof frames);
    paper_estimate_text(paper_lbg_share(p, PAPER_LBG_FOUND_RUNS, PAPER_LBG_COLLIDING_RUNS), "%",
                        runs, sizeof runs);
    paper_page_row(page, "%s | %u | %s | %s | %s", c->scene, c->particles, method, frames, runs);
}

static void write_bad_start(paper_page *page, const paper_run *run)
{
    enum { LETTER, LETTER_NEAR, OURS, SENIN, SENIN_NEAR, SENIN_OURS, COUNT };
    static paper_lbg_played by[COUNT];
    static const char *const names[COUNT] = {
        "lbg, letter",   "lbg, letter, where boxes overlap",   "lbg, ours",
        "senin, letter", "senin, letter, where boxes overlap", "senin, ours"};
    const contest c = {"lbg-bad-start", 3, PAPER_LBG_MAX_SEEDS, 25};
    const bench_method_settings methods[COUNT] = {paper_lbg_letter(3, PAPER_LBG_OWN),
                                                  near_only(paper_lbg_letter(3, PAPER_LBG_OWN)),
                                                  paper_lbg_ours(3),
                                                  paper_lbg_senin(3, true, true),
                                                  near_only(paper_lbg_senin(3, true, true)),
                                                  paper_lbg_senin(3, false, true)};
    paper_page_table(
        page, "scene | particles | method | frames found | collisions found in at least one frame");
    for (int m = 0; m < COUNT; m++) {
        if (!play(page, run, &c, methods[m], &by[m])) return;
        write_bad_start_row(page, &c, names[m], &by[m]);
    }
    const rivals far = {&by[LETTER], &by[SENIN]}, near = {&by[LETTER_NEAR], &by[SENIN_NEAR]};
    const rivals ours = {&by[OURS], &by[SENIN_OURS]}, none = {NULL, NULL};
    judge_bad_start(page, readings[0], far, none);
    judge_bad_start(page, readings[1], near, ours);
}

void paper_lbg_dispersion(paper_page *page, const paper_run *run)
{
    static paper_lbg_played by[METHODS];
    const contest many = {"lbg-many", 12, 3 * PAPER_SEEDS, 25};
    paper_begin(run, "several bodies at once");
    paper_page_heading(page, "Several bodies at once, and a bad start");
    paper_page_scene(page,
                     &(paper_scene_figure){"lbg-many",
                                           100,
                                           {0.4f, -1, 0.4f},
                                           "many",
                                           "Twelve spheres strike one at once. The faces that "
                                           "meet are red, by the exact engine."});
    begin_table(page);
    if (!play_all(page, run, &many, by)) return;
    judge_many(page, by);
    paper_begin(run, "a bad start");
    write_bad_start(page, run);
}
