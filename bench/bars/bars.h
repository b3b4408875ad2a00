// The bars: every figure that mote promises, each a row that measures itself.

#ifndef MOTE_BARS_H
#define MOTE_BARS_H

#include "bench/protocol.h"

// ---------------------------------------------------------------------------------------------
// Runs: what several bars may share is measured once

// Who takes part besides hybrid, which always does and comes first.
enum {
    MOTE_BARS_REFIT = 1 << 0,
    MOTE_BARS_SMITH = 1 << 1,       // in several settings: the best counts
    MOTE_BARS_TWO_THREADS = 1 << 2, // hybrid with two threads
    MOTE_BARS_COLD = 1 << 3         // hybrid in a new world every frame
};

typedef struct mote_bars_run {
    const char *scene;
    uint32_t detail;  // 0 is the scene's own
    uint32_t frames;  // from frame 0; 0 is all of the scene's own
    uint32_t repeats; // 0 is the usual number
    mote_vertex_order order;
    mote_question question;
    uint32_t rivals; // MOTE_BARS_...
    bool wall;       // by the wall clock whatever else is asked for
} mote_bars_run;

typedef struct mote_bars_measured {
    mote_bars_run run;
    bool failed; // mote_last_message said why, on standard error
    uint32_t body_count;
    size_t triangle_count;
    mote_measurement measurement;
} mote_bars_measured;

typedef struct mote_bars {
    bool quick; // a third of the frames and repeats
    mote_clock clock;
    mote_bars_measured measured[64];
    uint32_t count;
} mote_bars;

// Measured now, or before; null when it failed.
const mote_bars_measured *mote_bars_measure(mote_bars *bars, const mote_bars_run *run);

// Median over frames of the fastest contender whose name begins so; negative when there is none.
double mote_bars_median(const mote_bars_measured *measured, const char *name);
double mote_bars_floor(const mote_bars_measured *measured);

uint32_t mote_bars_fewer(const mote_bars *bars, uint32_t count); // a third when quick, at least 2
void mote_bars_release(mote_bars *bars);

// ---------------------------------------------------------------------------------------------
// Bars

typedef enum mote_bar_bound { MOTE_AT_MOST, MOTE_AT_LEAST, MOTE_JUST_TOLD } mote_bar_bound;

typedef enum mote_bar_outcome {
    MOTE_BAR_MEASURED,
    MOTE_BAR_NOT_BUILT, // a method or a peer that it needs is missing
    MOTE_BAR_FAILED
} mote_bar_outcome;

typedef struct mote_bar {
    const char *name;
    mote_bar_bound bound;
    double wanted;
    const char *unit;
    mote_bar_outcome (*measure)(mote_bars *bars, const struct mote_bar *bar, double *out);
    const mote_bars_run *runs[2];
    const char *rival;        // a method
    mote_contact_class class; // of frames, where that matters; 0 (disjoint) else
    uint32_t flag;            // of a mesh
} mote_bar;

extern const mote_bar mote_bar_list[];
extern const size_t mote_bar_count;

// bars of meshes and files
mote_bar_outcome mote_bar_mesh_seconds(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_mesh_bytes(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_ply_seconds(mote_bars *bars, const mote_bar *bar, double *out);

// bars of the engine
mote_bar_outcome mote_bar_exact_share(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_floors(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_more_floors(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_speedup(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_slowest(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_two_threads(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_growth_per_triangle(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_growth_per_body(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_bytes(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_first_distance(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_next_distance(mote_bars *bars, const mote_bar *bar, double *out);

// bars of bodies on demand
mote_bar_outcome mote_bar_evaluated_share(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_on_demand(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_skin_vertex(mote_bars *bars, const mote_bar *bar, double *out);
mote_bar_outcome mote_bar_copy_vertex(mote_bars *bars, const mote_bar *bar, double *out);

// bars against other libraries
mote_bar_outcome mote_bar_best_peer(mote_bars *bars, const mote_bar *bar, double *out);

#endif
