// What the experiments run: an experiment over many seeds, a scene timed with several methods, a
// scene played by a world, and what a method finds of what the exact engine finds.
//
// Budget, on a quiet machine: `mote paper all` takes at most 30 minutes, of which senin 12, lbg 9,
// smith 5 and sulaiman 3; `mote paper all --quick` takes at most one minute, of which senin, lbg
// and smith 15 seconds each and sulaiman 5.

#ifndef MOTE_PAPER_RUNS_H
#define MOTE_PAPER_RUNS_H

#include "bench/method_contender.h"
#include "bench/paper/paper.h"
#include "bench/protocol.h"
#include "bench/recall/play.h"
#include "bench/stage.h"

// ---------------------------------------------------------------------------------------------
// Over seeds

enum { PAPER_SEEDS = 20, PAPER_SEEDS_QUICK = 6 };

// How many seeds an experiment runs: 20, or 6 in a quick run. An experiment may run more.
uint32_t paper_seed_count(const paper_run *run);

// The seed of that index, less than PAPER_SEEDS_PER_SET: of no other set.
uint64_t paper_seed(const paper_run *run, uint32_t index);

// One run of an experiment: sets `values`, all of them. Prefer counters that depend on the seed
// alone (force evaluations, pairs, frames found); times are processor time.
typedef mote_result paper_trial(const void *context, uint64_t seed, double *values);

// Runs the trial with `seeds` seeds. The values of one kind lie together: value k of seed i is
// out[k * seeds + i], so that `paper_mean(out + k * seeds, seeds)` is the estimate of value k.
// Stops at the first failure.
mote_result paper_over_seeds(const paper_run *run, uint32_t seeds, paper_trial *trial,
                             const void *context, double *out, uint32_t value_count);

// ---------------------------------------------------------------------------------------------
// Timed by the common protocol, in processor time

enum { PAPER_TIMED_METHODS = 12 };

typedef struct paper_timed_def {
    const char *scene;
    uint32_t detail;
    uint32_t first_frame, frame_count; // 0 frames: all that the scene shows
    uint32_t repeats;                  // at least 1
    bench_clock clock;                 // processor time by default
    // In place of the scene's own motion (scene_def); must outlive the run. Null for none.
    const struct scene_tracks *tracks;
    bench_method_settings settings[PAPER_TIMED_METHODS];
    uint32_t count;
} paper_timed_def;

typedef struct paper_timed {
    bench_stage stage;
    bench_measurement measured;
    const paper_timed_def *def;
} paper_timed;

// Without methods; three repeats, one when quick.
paper_timed_def paper_timed_of(const paper_run *run, const char *scene);

// Adds a method with its default settings, one thread, and gives them to be changed. A method that
// this library does not have, or one too many, is left out: null.
bench_method_settings *paper_timed_add(paper_timed_def *def, const char *method);

// The last frames of a scene of `frames` in all, or all when there are fewer.
void paper_timed_take_last(paper_timed_def *def, uint32_t frames, uint32_t of);

// Plays and measures. The first method is what others are checked against; methods that are exact
// must agree with it, or this fails and says which does not.
mote_result paper_timed_run(const paper_timed_def *def, paper_timed *out);
void paper_timed_release(paper_timed *timed);

// Seconds: of one frame, of the last, the mean of all, of those with contact (NaN without any), the
// most.
typedef struct paper_timed_figures {
    double last, mean, mean_in_contact, most;
    uint32_t frames_in_contact;
} paper_timed_figures;

paper_timed_figures paper_timed_summary(const paper_timed *timed, uint32_t method);

// Milliseconds of each frame, for plots; release with free. Null for no memory.
double *paper_timed_milliseconds(const paper_timed *timed, uint32_t method);
double *paper_timed_frame_numbers(const paper_timed *timed);

// ---------------------------------------------------------------------------------------------
// Played, for figures that need more than a report

// A world that plays a scene.
typedef struct paper_played {
    bench_stage stage;
    mote_world *world;
    mote_body_id *ids;
} paper_played;

// The frames first .. last of a scene, none of them played yet.
mote_result paper_played_open(const char *scene, uint32_t first, uint32_t last,
                              const bench_method_settings *method, paper_played *out);
// The same of a scene with a seed of its own.
mote_result paper_played_open_scene(const scene_def *scene, uint32_t first, uint32_t last,
                                    const bench_method_settings *method, paper_played *out);
void paper_played_close(paper_played *played);

// Puts the bodies where they are in a frame, counted from the first, and detects.
mote_result paper_played_show(paper_played *played, uint32_t frame);

// ---------------------------------------------------------------------------------------------
// Held against the exact engine

typedef struct paper_recalled_def {
    const char *scene;
    const bench_method_settings *subject;
    uint32_t frames; // 0: the whole scene
    double speed;    // radii of the smallest body per frame; 0 is the scene's own
    uint64_t seed;
} paper_recalled_def;

// `out` is to be released where this succeeds.
mote_result paper_recalled(const paper_recalled_def *def, recall_score *out);

#endif
