// The bars: every figure that mote promises, each a row that measures itself.

#ifndef MOTE_BARS_H
#define MOTE_BARS_H

#include "bench/protocol.h"

// ---------------------------------------------------------------------------------------------
// Runs: what several bars may share is measured once

// Contenders besides hybrid, which always takes part and comes first.
enum {
    BARS_REFIT = 1 << 0,
    BARS_SMITH = 1 << 1,       // in several settings: the best counts
    BARS_TWO_THREADS = 1 << 2, // hybrid with two threads
    BARS_COLD = 1 << 3         // hybrid in a new world every frame
};

typedef struct bars_run {
    const char *scene;
    uint32_t detail;  // 0 is the scene's own
    uint32_t frames;  // from frame 0; 0 is all of the scene's own
    uint32_t repeats; // 0 is the usual number
    bench_vertex_order order;
    bench_question question;
    uint32_t rivals; // MOTE_BARS_...
    bool wall;       // by the wall clock, whatever the options say
    bool deformers;  // skinned bodies have a deformer; only bars of their own measure that
} bars_run;

typedef struct bars_measured {
    bars_run run;
    bool failed; // mote_last_message said why, on standard error
    uint32_t body_count;
    size_t triangle_count;
    bench_measurement measurement;
} bars_measured;

typedef struct bars_suite {
    bool quick; // a third of the frames and repeats
    bench_clock clock;
    bars_measured measured[64];
    uint32_t count;
} bars_suite;

// Measured now, or before; null when it failed.
const bars_measured *bars_measure(bars_suite *bars, const bars_run *run);

// The different workloads of all bars one by one, for `mote bench --against`: scene, detail,
// frames, order, question and deformers count. Null for an index past the last.
const bars_run *bars_workload_at(size_t index);

// Median over frames of the fastest contender whose name begins with this; negative if there is
// none.
double bars_median(const bars_measured *measured, const char *name);
double bars_floor(const bars_measured *measured);

uint32_t bars_fewer(const bars_suite *bars, uint32_t count); // a third when quick, at least 2
void bars_release(bars_suite *bars);

// ---------------------------------------------------------------------------------------------
// Bars

typedef enum bars_bar_bound { BARS_AT_MOST, BARS_AT_LEAST, BARS_JUST_TOLD } bars_bar_bound;

typedef enum bars_bar_outcome {
    BARS_BAR_MEASURED,
    BARS_BAR_NOT_BUILT, // a method or a peer that it needs is missing
    BARS_BAR_FAILED
} bars_bar_outcome;

typedef struct bars_bar {
    const char *name;
    bars_bar_bound bound;
    double wanted;
    const char *unit;
    bars_bar_outcome (*measure)(bars_suite *bars, const struct bars_bar *bar, double *out);
    const bars_run *runs[2];
    const char *rival;         // a method
    bench_contact_class class; // of frames, where that matters; 0 (disjoint) else
    uint32_t flag;             // of a mesh; what it means to others, they say
    const bars_run *step;      // of bars of steps
} bars_bar;

extern const bars_bar bars_bar_list[];
extern const size_t bars_bar_count;

// On which hybrid is compared with its rivals for the worst case.
extern const bars_run bars_slowest_runs[];
extern const size_t bars_slowest_run_count;

// bars of meshes and files
bars_bar_outcome bars_bar_mesh_seconds(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_mesh_bytes(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_ply_seconds(bars_suite *bars, const bars_bar *bar, double *out);

// bars of the engine
bars_bar_outcome bars_bar_exact_share(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_floors(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_more_floors(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_speedup(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_slowest(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_two_threads(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_growth_per_triangle(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_growth_per_body(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_bytes(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_first_distance(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_next_distance(bars_suite *bars, const bars_bar *bar, double *out);

// bars of bodies on demand
bars_bar_outcome bars_bar_evaluated_share(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_on_demand(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_step_evaluated_share(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_step_on_demand(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_skin_vertex(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_copy_vertex(bars_suite *bars, const bars_bar *bar, double *out);

// bars of budgets
bars_bar_outcome bars_bar_budget_overrun(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_budget_turns(bars_suite *bars, const bars_bar *bar, double *out);

// bars of continuous collision, one candidate at a time or many
bars_bar_outcome bars_bar_candidates(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_impact(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_degenerate_impact(bars_suite *bars, const bars_bar *bar, double *out);

// bars of steps; `frames` of their runs is the frame at which the step starts
bars_bar_outcome bars_bar_step_candidate(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_step_disjoint(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_step_threads(bars_suite *bars, const bars_bar *bar, double *out);

// bars of points and rays; the flag is 0 for signed distances, 1 for winding numbers, 2 for closest
// points, 3 for rays
bars_bar_outcome bars_bar_query(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_query_growth(bars_suite *bars, const bars_bar *bar, double *out);
bars_bar_outcome bars_bar_query_batch(bars_suite *bars, const bars_bar *bar, double *out);

// the bar of features
bars_bar_outcome bars_bar_features(bars_suite *bars, const bars_bar *bar, double *out);

// bars against other libraries
bars_bar_outcome bars_bar_best_peer(bars_suite *bars, const bars_bar *bar, double *out);

#endif
