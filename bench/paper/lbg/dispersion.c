// What the paper holds against Senin et al. 2003: particles that gather on one side, a bad start, extreme
// expansion.

#include <math.h>
#include <mote/papers.h>
#include <stdio.h>

#include "bench/paper/lbg/lbg.h"
#include "bench/paper/scene_figure.h"

typedef struct found {
    double frames, pairs;
    uint64_t colliding_pairs, repartitions;
} found;

static bool measure(paper_page *page, const paper_run *run, const char *scene,
                    const bench_method_settings *settings, found *out)
{
    recall_score score;
    paper_recalled_def def = {.scene = scene, .subject = settings, .seed = run->seed};
    if (!paper_page_check(page, paper_recalled(&def, &score))) return false;
    *out = (found){.frames = recall_share_value(score.frame_recall),
                   .pairs = recall_share_value(score.pair_recall),
                   .colliding_pairs = score.pair_recall.of,
                   .repartitions = score.cost.repartitions};
    recall_score_release(&score);
    return true;
}

static bench_method_settings senin_of(uint32_t particles, bool literal)
{
    bench_method_settings settings;
    bench_method_settings_make("senin", 1, &settings);
    mote_senin_options options =
        literal ? mote_literal_senin_options() : mote_default_senin_options();
    options.particles = particles;
    mote_world_def_set_senin(&settings.world, &options);
    snprintf(settings.name, sizeof settings.name, literal ? "senin, literal" : "senin");
    return settings;
}

enum { METHODS = 4 };

typedef struct contest {
    const char *scene;
    uint32_t particles;
    found by[METHODS]; // lbg literal, lbg, senin literal, senin
} contest;

static bool run_contest(paper_page *page, const paper_run *run, contest *c)
{
    const bench_method_settings methods[METHODS] = {
        paper_lbg_literal(c->particles), paper_lbg_improved(c->particles),
        senin_of(c->particles, true), senin_of(c->particles, false)};
    for (int i = 0; i < METHODS; i++) {
        if (!measure(page, run, c->scene, &methods[i], &c->by[i])) return false;
        paper_page_row(page, "%s | %u | %s | %.3f | %.3f | %llu | %llu", c->scene, c->particles,
                       methods[i].name, c->by[i].frames, c->by[i].pairs,
                       (unsigned long long)c->by[i].colliding_pairs,
                       (unsigned long long)c->by[i].repartitions);
    }
    return true;
}

static void write_expansion(paper_page *page, const paper_run *run)
{
    paper_begin(run, "extreme expansion");
    bench_method_settings with = paper_lbg_literal(12), without = with;
    mote_lbg_options options = mote_world_def_get_lbg(&without.world);
    options.acceptable = INFINITY;
    mote_world_def_set_lbg(&without.world, &options);
    found cut, kept;
    if (!measure(page, run, "lbg-expand", &with, &cut) ||
        !measure(page, run, "lbg-expand", &without, &kept))
        return;
    paper_page_claim(
        page,
        &(paper_claim){
            "repartitioning",
            "under extreme expansion, cutting the surface again keeps collisions "
            "from being missed",
            "with repartition more colliding pairs are found than without, literal rules",
            paper_claim_if(cut.pairs > kept.pairs)},
        "%.0f %% with (%llu repartitions), %.0f %% without", 100 * cut.pairs,
        (unsigned long long)cut.repartitions, 100 * kept.pairs);
}

void paper_lbg_dispersion(paper_page *page, const paper_run *run)
{
    paper_begin(run, "dispersion");
    contest many = {.scene = "lbg-many", .particles = 12},
            bad = {.scene = "lbg-bad-start", .particles = 3};
    contest expand = {.scene = "lbg-expand", .particles = 12};
    paper_page_heading(page, "Several bodies at once, a bad start, extreme expansion");
    paper_page_scene(
        page, &(paper_scene_figure){
                  "lbg-many", 100, {0.4f, -1, 0.4f}, "many", "Twelve spheres strike one at once."});
    paper_page_table(
        page,
        "scene | particles | method | frames found | pairs found | colliding pairs | repartitions");
    if (!run_contest(page, run, &many) || !run_contest(page, run, &bad) ||
        !run_contest(page, run, &expand))
        return;
    paper_page_claim(
        page,
        &(paper_claim){
            "conclusion",
            "it finds collisions of several objects at the same time, where the "
            "older particle method may fail",
            "literal rules find at least 90 % of the pairs, and more than senin by its literal "
            "rules",
            paper_claim_if(many.by[0].pairs >= 0.9 && many.by[0].pairs >= many.by[2].pairs)},
        "%.0f %% of the pairs against %.0f %%; this library's forms: %.0f and %.0f %%",
        100 * many.by[0].pairs, 100 * many.by[2].pairs, 100 * many.by[1].pairs,
        100 * many.by[3].pairs);
    paper_page_claim(
        page,
        &(paper_claim){
            "fig. 2",
            "three particles that start on the wrong side miss the collision, areas do not",
            "lbg finds more frames than senin, both with 3 particles and literal rules",
            paper_claim_if(bad.by[0].frames > bad.by[2].frames)},
        "%.0f %% of the frames against %.0f %%", 100 * bad.by[0].frames, 100 * bad.by[2].frames);
    write_expansion(page, run);
}
