#include "bench/paper/lbg/lbg.h"

#include <mote/papers.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------------
// Settings

bench_method_settings paper_lbg_letter(uint32_t particles, paper_lbg_coordinates coordinates)
{
    bench_method_settings settings;
    bench_method_settings_make("lbg", 1, &settings);
    mote_lbg_options options = mote_literal_lbg_options();
    options.particles = particles;
    options.present_areas = coordinates == PAPER_LBG_WORLD;
    mote_world_def_set_lbg(&settings.world, &options);
    snprintf(settings.name, sizeof settings.name, "lbg, letter");
    return settings;
}

bench_method_settings paper_lbg_ours(uint32_t particles)
{
    bench_method_settings settings;
    bench_method_settings_make("lbg", 1, &settings);
    mote_lbg_options options = mote_default_lbg_options();
    options.particles = particles;
    mote_world_def_set_lbg(&settings.world, &options);
    snprintf(settings.name, sizeof settings.name, "lbg, ours");
    return settings;
}

bench_method_settings paper_lbg_senin(uint32_t particles, bool letter, bool one_set)
{
    bench_method_settings settings;
    bench_method_settings_make("senin", 1, &settings);
    mote_senin_options options =
        letter ? mote_literal_senin_options() : mote_default_senin_options();
    options.particles = particles;
    options.one_set = one_set;
    mote_world_def_set_senin(&settings.world, &options);
    snprintf(settings.name, sizeof settings.name, letter ? "senin, letter" : "senin, ours");
    return settings;
}

// ---------------------------------------------------------------------------------------------
// A scene played with many seeds

typedef struct trial_context {
    const paper_lbg_play *play;
    uint32_t frames; // 0: all
} trial_context;

static void count_score(const recall_score *s, double counts[PAPER_LBG_COUNTS])
{
    uint64_t apart = s->frame_count - s->frame_recall.of;
    uint64_t invented = s->frame_precision.of - s->frame_precision.hits;
    counts[PAPER_LBG_FRAMES] = (double)s->frame_count;
    counts[PAPER_LBG_COLLIDING_FRAMES] = (double)s->frame_recall.of;
    counts[PAPER_LBG_FOUND_FRAMES] = (double)s->frame_recall.hits;
    counts[PAPER_LBG_RIGHT_FRAMES] = (double)(s->frame_recall.hits + apart - invented);
    counts[PAPER_LBG_COLLIDING_RUNS] = s->frame_recall.of > 0;
    counts[PAPER_LBG_FOUND_RUNS] = s->frame_recall.hits > 0;
    counts[PAPER_LBG_COLLIDING_PAIRS] = (double)s->pair_recall.of;
    counts[PAPER_LBG_FOUND_PAIRS] = (double)s->pair_recall.hits;
    counts[PAPER_LBG_PROBABLE_PAIRS] = (double)s->probable_precision.of;
    counts[PAPER_LBG_PROBABLE_COLLIDING_PAIRS] = (double)s->probable_precision.hits;
    counts[PAPER_LBG_REPARTITIONS] = (double)s->cost.repartitions;
    counts[PAPER_LBG_FORCES] = (double)s->cost.force_evaluations;
    counts[PAPER_LBG_SECONDS] = recall_samples_sum(&s->seconds);
}

static mote_result play_seed(const void *context, uint64_t seed, double *counts)
{
    const trial_context *trial = context;
    bench_method_settings settings = trial->play->settings;
    settings.world.seed = seed;
    recall_score score;
    mote_result result = paper_recalled(&(paper_recalled_def){.scene = trial->play->scene,
                                                              .subject = &settings,
                                                              .frames = trial->frames,
                                                              .seed = seed},
                                        &score);
    if (result) return result;
    count_score(&score, counts);
    recall_score_release(&score);
    return MOTE_OK;
}

bool paper_lbg_play_seeds(paper_page *page, const paper_run *run, const paper_lbg_play *play,
                          paper_lbg_played *out)
{
    static double values[PAPER_LBG_COUNTS * PAPER_LBG_MAX_SEEDS];
    trial_context context = {play, run->quick ? play->quick_frames : 0};
    out->seeds = run->quick ? PAPER_LBG_QUICK_SEEDS : play->seeds;
    if (!paper_page_check(
            page, paper_over_seeds(run, out->seeds, play_seed, &context, values, PAPER_LBG_COUNTS)))
        return false;
    for (uint32_t c = 0; c < PAPER_LBG_COUNTS; c++)
        for (uint32_t i = 0; i < out->seeds; i++) out->counts[c][i] = values[c * out->seeds + i];
    return true;
}

double paper_lbg_sum(const paper_lbg_played *played, paper_lbg_count what)
{
    double sum = 0;
    for (uint32_t i = 0; i < played->seeds; i++) sum += played->counts[what][i];
    return sum;
}

paper_estimate paper_lbg_share(const paper_lbg_played *played, paper_lbg_count part,
                               paper_lbg_count whole)
{
    return paper_share_in_groups(played->counts[part], played->counts[whole], played->seeds);
}

paper_estimate paper_lbg_gain(const paper_lbg_played *played, const paper_lbg_played *other,
                              paper_lbg_count part, paper_lbg_count whole)
{
    double gains[PAPER_LBG_MAX_SEEDS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < played->seeds; i++) {
        if (played->counts[whole][i] == 0 || other->counts[whole][i] == 0) continue;
        gains[count++] = played->counts[part][i] / played->counts[whole][i] -
                         other->counts[part][i] / other->counts[whole][i];
    }
    return paper_mean(gains, count);
}

// ---------------------------------------------------------------------------------------------

static void run_lbg(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page,
        "Saenghaengtham, Kanongchaiyos: *Using LBG quantization for particle-based collision "
        "detection algorithm*, Journal of Zhejiang University SCIENCE A 7, 2006. The paper's "
        "machine was a Pentium 4 at 2.8 GHz. Times measured here are processor time of one thread. "
        "\"Letter\" is the method by the rules of the paper. \"Ours\" is the method with repaired "
        "areas and the other additions of this library ([lbg](../methods/lbg.md)). An exact test "
        "confirms everything that particles find. With each seed a scene is at another place in "
        "the world, bodies approach from other sides, and `senin` gets other random particles.");
    paper_lbg_teapot(page, run);
    paper_lbg_areas(page, run);
    paper_lbg_dispersion(page, run);
    paper_lbg_cover(page, run);
    paper_lbg_expansion(page, run);
    paper_lbg_growth(page, run);
}

const paper_entry paper_lbg = {
    .name = "lbg",
    .title = "Saenghaengtham and Kanongchaiyos 2006, reproduced",
    .short_title = "Saenghaengtham and Kanongchaiyos 2006",
    .about = "LBG quantization divides a surface into areas, with one particle in each.",
    .not_repeated = NULL,
    .run = run_lbg,
};
