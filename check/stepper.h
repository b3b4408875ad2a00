// Takes an animation from a frame to the next, and evaluates only the parts that matter there: those that are tested against
// themselves, and those that come near another one on the way. The others are known by their boxes (asset_part.bounds), which
// come near no other box: they meet nothing in the two frames and pass nothing between them.

#ifndef MOTE_CHECK_STEPPER_H
#define MOTE_CHECK_STEPPER_H

#include "check/animation/evaluation.h"
#include "check/rules.h"
#include "core/array.h"

// Where a part can be in a frame and the one before.
typedef struct check_step_box {
    mote_box box; // with the tolerance around it
    uint32_t part;
} check_step_box;

// What is known of a part before a step.
typedef struct check_step_part {
    mote_box bounds;
    uint32_t version;   // that `bounds` are of
    bool tested_alone;  // against itself
    bool was_evaluated; // in the frame before
    bool needed;        // in the last step
} check_step_part;

typedef struct check_stepper_def {
    check_animation *animation; // must outlive the stepper, as must what the def points at
    const mote_tasks *tasks;
    float tolerance;
    const check_rules *alone; // which parts are tested against themselves; null for none
    bool all;                 // evaluate all parts
    bool before;              // keep where they were, even if there is only one
} check_stepper_def;

typedef struct check_stepper {
    check_stepper_def def;
    check_step_part *parts;
    MOTE_ARRAY(check_step_box) boxes;
    mote_vec3_array
        before; // the vertices of all parts in the frame before; only those of needed parts are set
} check_stepper;

mote_result check_stepper_create(const check_stepper_def *def, check_stepper *out);
void check_stepper_release(check_stepper *stepper);

// Moves the animation to a frame from the one before it, in which it is.
mote_result check_stepper_step(check_stepper *stepper, uint32_t clip, uint32_t frame);

#endif
