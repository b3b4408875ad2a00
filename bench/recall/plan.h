// All that one call of the instrument measures: scenes times the values of the axes.

#ifndef MOTE_RECALL_PLAN_H
#define MOTE_RECALL_PLAN_H

#include "bench/recall/play.h"
#include "bench/recall/sweep.h"

enum { RECALL_MAX_SCENES = 24 };

#define RECALL_OWN_PARTICLES (-1.0) // as many as the method has by default

// One scene with one value of each axis.
typedef struct recall_run {
    const char *scene;
    // RECALL_OWN_PARTICLES, and 0 for the scene's own speed and detail.
    double at[RECALL_AXIS_COUNT];
    recall_facts facts;
    recall_score score;
} recall_run;

typedef struct recall_plan {
    const char *method;
    const char *scenes[RECALL_MAX_SCENES];
    uint32_t scene_count;
    recall_axis axes[RECALL_AXIS_COUNT]; // each with one value at least
    uint64_t seed;                       // of scenes, grazing starts and the method
    uint32_t frame_count;                // of each run; 0 is the whole scene once
    bool cold;
    bool bounds;         // promise the bodies' boxes
    bool certified;      // mote_world_def.certify
    bool literal;        // the options of the methods' papers
    const char *options; // others, for bench/recall/method_options.h; null for none
    uint32_t grazing;    // number of grazing starts to play instead of the frames; 0 for none
    recall_run *runs;
    uint32_t run_count; // after recall_plan_play
} recall_plan;

// Hybrid at the scenes' own speed and detail, 200 frames of no scene yet.
recall_plan recall_default_plan(void);

uint32_t recall_plan_size(const recall_plan *plan); // runs in all

// Plays all runs, scene by scene. `progress` may be null; it is called after each hundredth of each
// run.
mote_result recall_plan_play(recall_plan *plan, void (*progress)(void *context), void *context);
void recall_plan_release(recall_plan *plan);

// Runs to be added up: of a scene (null for all) and a value of up to two axes.
typedef struct recall_choice {
    const char *scene;
    const recall_axis *axes[2]; // null for all values
    uint32_t values[2];         // which value
} recall_choice;

// Adds the chosen runs to `out`, all zero before.
mote_result recall_plan_sum(const recall_plan *plan, const recall_choice *choice,
                            recall_score *out);

#endif
