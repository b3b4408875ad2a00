// Splits a check into ranges of frames: any process can check a range, and the results combine as
// if one process had checked all frames. Frames are numbered from 0 in checking order over all
// clips.

#ifndef MOTE_CHECK_PIECES_H
#define MOTE_CHECK_PIECES_H

#include "check/animation/animation.h"
#include "check/found.h"

// Callbacks that return or receive the results of a frame. A failure ends the check with
// mote_last_message().
typedef mote_result check_found_next(void *context, check_found *out);
typedef mote_result check_found_take(void *context, const check_found *found);

// Checks `count` frames starting at `first`, in order, and passes the results of each to `take`.
// The check must be new and cannot be used for anything else afterwards.
mote_result check_look_at_piece(mote_check *check, uint32_t first, uint32_t count,
                                check_found_take *take, void *context);

// Makes the check get the results of each frame from `next`, in order, instead of computing them.
// Call it before the first frame.
void check_replay(mote_check *check, check_found_next *next, void *context);

// Makes the check also pass the results of each frame to `take`. Call it before the first frame.
void check_record(mote_check *check, check_found_take *take, void *context);

// Returns the first failure of a report, or MOTE_OK, after the run. It may differ from the first
// failure of the check.
mote_result check_report_failure(const mote_check *check);

// The animation of a check, for check_found_unpack.
const check_animation *check_animation_of(const mote_check *check);

// The estimated cost of a check, without a unit: frames times triangles.
uint64_t check_cost(const mote_check *check);

#endif
