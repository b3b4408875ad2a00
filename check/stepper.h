// Moves an animation from a frame to the next and evaluates only the parts that matter: parts
// tested against themselves, and parts near another one during the step. For other parts the boxes
// (asset_part.bounds) are sufficient: they overlap no other box, so the parts meet nothing in or
// between the two frames.

#ifndef MOTE_CHECK_STEPPER_H
#define MOTE_CHECK_STEPPER_H

#include "check/animation/evaluation.h"
#include "check/rules.h"
#include "core/array.h"

// The box of a part over a frame and the previous one.
typedef struct check_step_box {
    mote_box box; // widened by the tolerance
    uint32_t part;
} check_step_box;

// The state of a part before a step.
typedef struct check_step_part {
    mote_box bounds;
    uint32_t version;   // version of `bounds`
    bool tested_alone;  // tested against itself
    bool was_evaluated; // in the previous frame
    bool needed;        // in the last step
} check_step_part;

typedef struct check_stepper_def {
    check_animation *animation; // must outlive the stepper, as must all that the def points at
    const mote_tasks *tasks;
    float tolerance;
    const check_rules *alone; // parts tested against themselves; null for none
    bool all;                 // evaluate all parts
    bool before;              // keep the previous positions, even of a single part
} check_stepper_def;

typedef struct check_stepper {
    check_stepper_def def;
    check_step_part *parts;
    MOTE_ARRAY(check_step_box) boxes;
    mote_vec3_array
        before; // vertices of all parts in the previous frame; set for needed parts only
} check_stepper;

mote_result check_stepper_create(const check_stepper_def *def, check_stepper *out);
void check_stepper_release(check_stepper *stepper);

// Moves the animation from the previous frame, its current one, to this frame.
mote_result check_stepper_step(check_stepper *stepper, uint32_t clip, uint32_t frame);

#endif
