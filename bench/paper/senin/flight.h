// A scene of the paper played once, frame by frame, to several worlds and to the exact engine.

#ifndef MOTE_PAPER_SENIN_FLIGHT_H
#define MOTE_PAPER_SENIN_FLIGHT_H

#include "bench/paper/runs.h"

enum { PAPER_FLIGHT_WORLDS = 24 };

// One world after one frame.
typedef struct paper_flight_moment {
    uint32_t frame; // from 0, the first that is played
    uint32_t setting;
    mote_world *world;
    const mote_report *report;
    double seconds; // of the query, in processor time
} paper_flight_moment;

typedef struct paper_flight_def {
    const char *scene;
    uint64_t seed;        // of the motion; that of the particles is in the settings
    double speed;         // 0: the scene's own, as 1
    uint32_t first_frame; // at that speed
    uint32_t frame_count; // 0: up to the end of the scene
    bool unscored;        // the exact engine does not play: scores hold frames, times and counters
    const bench_method_settings *settings;
    uint32_t count; // of settings, at most PAPER_FLIGHT_WORLDS
    // May be null.
    mote_result (*after)(void *context, const paper_flight_moment *moment);
    void *context;
} paper_flight_def;

// Fills one score per setting, which are to be released where this succeeds.
mote_result paper_fly(const paper_flight_def *def, recall_score *scores);

// What a query cost, on average.
typedef struct paper_flight_cost {
    double evaluations; // of forces
    double hops;
    double seconds; // processor time
} paper_flight_cost;

// Plays the flight unscored and fills one cost per setting.
mote_result paper_fly_costs(const paper_flight_def *def, paper_flight_cost *costs);

#endif
