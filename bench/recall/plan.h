// All that one call of the instrument measures: scenes times the values of the axes.

#ifndef MOTE_RECALL_PLAN_H
#define MOTE_RECALL_PLAN_H

#include "bench/recall/play.h"
#include "bench/recall/sweep.h"

enum { MOTE_MOST_SCENES = 24 };

#define MOTE_OWN_PARTICLES (-1.0) // as many as the method has by default

// One scene with one value of each axis.
typedef struct mote_recall_run {
    const char *scene;
    double at[MOTE_AXIS_COUNT]; // MOTE_OWN_PARTICLES, and 0 for the scene's own speed and detail
    mote_recall_facts facts;
    mote_recall_score score;
} mote_recall_run;

typedef struct mote_recall_plan {
    const char *method;
    const char *scenes[MOTE_MOST_SCENES];
    uint32_t scene_count;
    mote_axis axes[MOTE_AXIS_COUNT]; // each with one value at least
    uint64_t seed;                   // of scenes, grazing starts and the method
    uint32_t frame_count;            // of each run; 0 is the whole scene once
    bool cold;
    bool bounds;         // promise the bodies' boxes
    bool certified;      // mote_world_def.certify
    bool literal;        // the options of the methods' papers
    const char *options; // others, for bench/recall/method_options.h; null for none
    uint32_t grazing;    // so many starts in place of the frames; 0 for none
    mote_recall_run *runs;
    uint32_t run_count; // after mote_recall_plan_play
} mote_recall_plan;

// Hybrid at the scenes' own speed and detail, 200 frames of no scene yet.
mote_recall_plan mote_default_recall_plan(void);

uint32_t mote_recall_plan_size(const mote_recall_plan *plan); // runs in all

// Plays all runs, scene by scene. `progress` may be null; it is told each hundredth of each run.
mote_result mote_recall_plan_play(mote_recall_plan *plan, void (*progress)(void *context),
                                  void *context);
void mote_recall_plan_release(mote_recall_plan *plan);

// Runs to be added up: of a scene (null for all) and a value of up to two axes.
typedef struct mote_recall_choice {
    const char *scene;
    const mote_axis *axes[2]; // null for all values
    uint32_t values[2];       // which value
} mote_recall_choice;

// Adds the chosen runs to `out`, all zero before.
mote_result mote_recall_plan_sum(const mote_recall_plan *plan, const mote_recall_choice *choice,
                                 mote_recall_score *out);

#endif
