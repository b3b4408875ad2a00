// The experiments of Kitamura, Smith, Takemura and Kishino 1998, one group per file.
//
// Each is run by the paper's rules to the letter (mote_literal_smith_options, with the world cube
// as the root) and by our defaults of method smith, on motion that the detections of the former
// drive (motion.h), with many seeds.

#ifndef MOTE_PAPER_SMITH_SMITH_H
#define MOTE_PAPER_SMITH_SMITH_H

#include "bench/paper/runs.h"
#include "bench/paper/smith/motion.h"

enum { PAPER_SMITH_OURS, PAPER_SMITH_LETTER, PAPER_HYBRID, PAPER_SMITH_RIVAL };
// Where two bodies collide by chance, times vary much between seeds: 100 of them. Long sessions
// have paper_seed_count.
enum { PAPER_SMITH_SEEDS = 100 };
uint32_t paper_smith_seed_count(const paper_run *run);

// What later experiments need of figure 7.
typedef struct paper_spheres {
    // Milliseconds of the paper's machine for one here, by the last cycle of spheres of 3968 faces.
    double scale;
    double last[PAPER_SMITH_RIVAL][PAPER_SMITH_SEEDS]; // of spheres of 528 faces, milliseconds
} paper_spheres;

// standard_objects.c: figures 6 and 7, and the naive method. False after a failure.
bool paper_smith_standard_objects(paper_page *page, const paper_run *run, paper_spheres *out);

// 15 shuttles until two collide, in this world cube: shuttles reach 2.2 from their centers.
#define PAPER_SHUTTLES_SIDE 14.0

typedef struct paper_flights {
    uint32_t seeds;
    paper_motion motions[PAPER_SMITH_SEEDS];
} paper_flights;

// many_objects.c. Release the flights, also after a failure.
mote_result paper_smith_fly(const paper_run *run, paper_flights *out);
void paper_flights_release(paper_flights *flights);

// many_objects.c: figure 8, concave against convex, the shrine.
void paper_smith_many_objects(paper_page *page, const paper_run *run, const paper_flights *flights,
                              const paper_spheres *spheres);

// interactive.c: figures 11 and 12.
void paper_smith_interactive(paper_page *page, const paper_run *run, const paper_spheres *spheres);

// planes.c: figure 13, and growth with the number of bodies.
void paper_smith_planes(paper_page *page, const paper_run *run);

// octrees.c: figures 14 and 15.
void paper_smith_octrees(paper_page *page, const paper_run *run);

// features.c: figures 16 to 18.
void paper_smith_features(paper_page *page, const paper_run *run);

// variants.c: what the paper leaves out or puts off: tests, levels, trees, threads, memory.
void paper_smith_variants(paper_page *page, const paper_run *run, const paper_flights *flights,
                          const paper_spheres *spheres);

// pm_octree.c: the PM-octree, which the paper puts off too.
void paper_smith_pm_octree(paper_page *page, const paper_run *run, const paper_flights *flights);

// ---------------------------------------------------------------------------------------------
// The naive method

// "How ludicrously long the naive algorithm can take for even very simple environments" (section
// 6): longer than what the paper calls real time, on its machine.
void paper_smith_judge_naive(paper_page *page, const char *reading, const double *naive,
                             const double *letter, uint32_t seeds, double scale);

// ---------------------------------------------------------------------------------------------
// Settings

// Method smith as the paper writes it, in a world cube of side `side`.
bench_method_settings paper_smith_letter(double side);

// A timed run of a motion with method smith by our defaults, by the letter, and with hybrid, in
// this order.
paper_timed_def paper_smith_timed(const paper_run *run, const char *scene,
                                  const scene_tracks *tracks, double side);

// ---------------------------------------------------------------------------------------------
// Motion that several experiments share

// 15 spheres of a scene smith-bouncing-15-N for so many cycles (features.c), in a world cube of
// side 2 paper_half_of_balls(15).
mote_result paper_smith_bounce(const char *scene, uint64_t seed, uint32_t cycles,
                               paper_motion *out);

// ---------------------------------------------------------------------------------------------
// Plots

// Milliseconds over cycles: one series for each method of each run.
typedef struct paper_cycle_series {
    const paper_timed *timed;
    uint32_t method;
    const char *name;
} paper_cycle_series;

void paper_smith_plot_cycles(paper_page *page, const char *file, const char *title,
                             const paper_cycle_series *series, uint32_t count);

// ---------------------------------------------------------------------------------------------
// Cycles with and without contact, of which a short run may have none

// The mean time of the ones or the others, in milliseconds; NaN for none.
double paper_smith_mean(const paper_timed *timed, uint32_t method, bool in_contact);

// paper_ratio of the seeds in which both are numbers.
paper_estimate paper_smith_ratio(const double *over, const double *under, uint32_t count);

// Milliseconds as a cell of a table: "0.123 ms", or "none" for NaN. Valid until the fourth call
// after it.
const char *paper_smith_cell(double milliseconds);

#endif
