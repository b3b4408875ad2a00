// What the paper holds against Senin et al. 2003: particles that gather on one side, a bad start, extreme
// expansion.

#include <math.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/paper/scene_figure.h"

typedef struct found {
    double frames, pairs;
    uint64_t colliding_pairs, repartitions;
} found;

static bool measure(mote_page *page, const mote_paper_run *run, const char *scene,
                    const mote_method_settings *settings, found *out)
{
    mote_recall_score score;
    mote_recalled_def def = {.scene = scene, .subject = settings, .seed = run->seed};
    if (!mote_page_check(page, mote_recalled(&def, &score))) return false;
    *out = (found){.frames = mote_share_value(score.frame_recall),
                   .pairs = mote_share_value(score.pair_recall),
                   .colliding_pairs = score.pair_recall.of,
                   .repartitions = score.cost.repartitions};
    mote_recall_score_release(&score);
    return true;
}

static mote_method_settings senin_of(uint32_t particles, bool literal)
{
    mote_method_settings settings;
    mote_method_settings_make("senin", 1, &settings);
    if (literal) settings.world.senin = mote_literal_senin_options();
    settings.world.senin.particles = particles;
    snprintf(settings.name, sizeof settings.name, literal ? "senin, literal" : "senin");
    return settings;
}

enum { METHODS = 4 };

typedef struct contest {
    const char *scene;
    uint32_t particles;
    found by[METHODS]; // lbg literal, lbg, senin literal, senin
} contest;

static bool run_contest(mote_page *page, const mote_paper_run *run, contest *c)
{
    const mote_method_settings methods[METHODS] = {
        mote_lbg_literal(c->particles), mote_lbg_improved(c->particles),
        senin_of(c->particles, true), senin_of(c->particles, false)};
    for (int i = 0; i < METHODS; i++) {
        if (!measure(page, run, c->scene, &methods[i], &c->by[i])) return false;
        mote_page_row(page, "%s | %u | %s | %.3f | %.3f | %llu | %llu", c->scene, c->particles,
                      methods[i].name, c->by[i].frames, c->by[i].pairs,
                      (unsigned long long)c->by[i].colliding_pairs,
                      (unsigned long long)c->by[i].repartitions);
    }
    return true;
}

static void write_expansion(mote_page *page, const mote_paper_run *run)
{
    mote_paper_begin(run, "extreme expansion");
    mote_method_settings with = mote_lbg_literal(12), without = with;
    without.world.lbg.acceptable = INFINITY;
    found cut, kept;
    if (!measure(page, run, "lbg-expand", &with, &cut) ||
        !measure(page, run, "lbg-expand", &without, &kept))
        return;
    mote_page_claim(
        page,
        &(mote_claim){"repartitioning",
                      "under extreme expansion, cutting the surface anew keeps collisions "
                      "from being missed",
                      "with repartition more colliding pairs are found than without, literal rules",
                      mote_claim_if(cut.pairs > kept.pairs)},
        "%.0f %% with (%llu repartitions), %.0f %% without", 100 * cut.pairs,
        (unsigned long long)cut.repartitions, 100 * kept.pairs);
}

void mote_lbg_dispersion(mote_page *page, const mote_paper_run *run)
{
    mote_paper_begin(run, "dispersion");
    contest many = {.scene = "lbg-many", .particles = 12},
            bad = {.scene = "lbg-bad-start", .particles = 3};
    contest expand = {.scene = "lbg-expand", .particles = 12};
    mote_page_heading(page, "Several bodies at once, a bad start, extreme expansion");
    mote_page_scene(
        page, &(mote_scene_figure){
                  "lbg-many", 100, {0.4f, -1, 0.4f}, "many", "Twelve spheres strike one at once."});
    mote_page_table(
        page,
        "scene | particles | method | frames found | pairs found | colliding pairs | repartitions");
    if (!run_contest(page, run, &many) || !run_contest(page, run, &bad) ||
        !run_contest(page, run, &expand))
        return;
    mote_page_claim(
        page,
        &(mote_claim){
            "conclusion",
            "it finds collisions of several objects at the same time, where the "
            "older particle method may fail",
            "literal rules find at least 90 % of the pairs, and more than senin by its literal "
            "rules",
            mote_claim_if(many.by[0].pairs >= 0.9 && many.by[0].pairs >= many.by[2].pairs)},
        "%.0f %% of the pairs against %.0f %%; this library's forms: %.0f and %.0f %%",
        100 * many.by[0].pairs, 100 * many.by[2].pairs, 100 * many.by[1].pairs,
        100 * many.by[3].pairs);
    mote_page_claim(
        page,
        &(mote_claim){
            "fig. 2",
            "three particles that start on the wrong side miss the collision, areas do not",
            "lbg finds more frames than senin, both with 3 particles and literal rules",
            mote_claim_if(bad.by[0].frames > bad.by[2].frames)},
        "%.0f %% of the frames against %.0f %%", 100 * bad.by[0].frames, 100 * bad.by[2].frames);
    write_expansion(page, run);
}
