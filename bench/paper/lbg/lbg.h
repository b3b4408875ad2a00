// The experiments of Saenghaengtham and Kanongchaiyos 2006, one group per file.

#ifndef MOTE_PAPER_LBG_LBG_H
#define MOTE_PAPER_LBG_LBG_H

#include "bench/paper/runs.h"

// teapot.c: figure 10, accuracy, frames per second and the collision distance.
void paper_lbg_teapot(paper_page *page, const paper_run *run);

// areas.c: areas in color, empty ones and those in pieces.
void paper_lbg_areas(paper_page *page, const paper_run *run);

// dispersion.c: several bodies at once, the bad start of figure 2.
void paper_lbg_dispersion(paper_page *page, const paper_run *run);

// cover.c: how far a body is from its particles when another one attracts them to one side.
void paper_lbg_cover(paper_page *page, const paper_run *run);

// expansion.c: extreme expansion, and how often bodies are partitioned again.
void paper_lbg_expansion(paper_page *page, const paper_run *run);

// growth.c: the orders of the section "Algorithm analysis".
void paper_lbg_growth(paper_page *page, const paper_run *run);

// ---------------------------------------------------------------------------------------------
// Settings

// In which coordinates the paper's vectors have their positions, which it does not say.
typedef enum paper_lbg_coordinates {
    PAPER_LBG_OWN, // of the body's rest shape
    PAPER_LBG_WORLD
} paper_lbg_coordinates;

// Method lbg by the paper's rules to the letter, and with this library's defaults. 0 particles: by
// the paper's rule for bodies that are not spheres.
bench_method_settings paper_lbg_letter(uint32_t particles, paper_lbg_coordinates coordinates);
bench_method_settings paper_lbg_ours(uint32_t particles);

// Method senin by its paper's rules to the letter or with this library's defaults. With one set of
// particles per body, which all others attract, as this paper has it; or with one per pair of
// bodies.
bench_method_settings paper_lbg_senin(uint32_t particles, bool letter, bool one_set);

// ---------------------------------------------------------------------------------------------
// A scene played with many seeds

// What is counted of each seed.
typedef enum paper_lbg_count {
    PAPER_LBG_FRAMES,
    PAPER_LBG_COLLIDING_FRAMES,
    PAPER_LBG_FOUND_FRAMES,
    PAPER_LBG_RIGHT_FRAMES,   // found, or rightly not found
    PAPER_LBG_COLLIDING_RUNS, // 1 if bodies collide in any frame
    PAPER_LBG_FOUND_RUNS,     // 1 if one of these frames is found
    PAPER_LBG_COLLIDING_PAIRS,
    PAPER_LBG_FOUND_PAIRS,
    PAPER_LBG_PROBABLE_PAIRS, // closest particles closer than mu
    PAPER_LBG_PROBABLE_COLLIDING_PAIRS,
    PAPER_LBG_REPARTITIONS,
    PAPER_LBG_FORCES,
    PAPER_LBG_SECONDS, // of processor time
    PAPER_LBG_COUNTS
} paper_lbg_count;

enum { PAPER_LBG_MAX_SEEDS = 600, PAPER_LBG_QUICK_SEEDS = 2 };

// counts[c][i] is of seed i.
typedef struct paper_lbg_played {
    uint32_t seeds;
    double counts[PAPER_LBG_COUNTS][PAPER_LBG_MAX_SEEDS];
} paper_lbg_played;

typedef struct paper_lbg_play {
    const char *scene;
    bench_method_settings settings;
    uint32_t seeds; // of a full run; a quick one takes PAPER_LBG_QUICK_SEEDS
    // A full run plays the whole scene, a quick one this many frames, in stretches that are spread
    // over it (recall_frames): chosen so that bodies collide in some.
    uint32_t quick_frames;
} paper_lbg_play;

// False after a failure, which is left in the page.
bool paper_lbg_play_seeds(paper_page *page, const paper_run *run, const paper_lbg_play *play,
                          paper_lbg_played *out);

double paper_lbg_sum(const paper_lbg_played *played, paper_lbg_count what);

// One count as a share of another, of which it is a part.
paper_estimate paper_lbg_share(const paper_lbg_played *played, paper_lbg_count part,
                               paper_lbg_count whole);

// How much larger that share is than with another method: the mean over the seeds, which are the
// same for both. Seeds without a whole do not count.
paper_estimate paper_lbg_gain(const paper_lbg_played *played, const paper_lbg_played *other,
                              paper_lbg_count part, paper_lbg_count whole);

#endif
