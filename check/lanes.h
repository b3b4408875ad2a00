// Checks frames on several threads. A lane is a checker with its own positions. The calling thread
// poses the frames of a batch, one per lane, in order, and the other threads help. Then each lane
// checks its frame independently. Results are handed out in frame order.

#ifndef MOTE_CHECK_LANES_H
#define MOTE_CHECK_LANES_H

#include "check/checker.h"

typedef struct check_lanes check_lanes;

// Creates one lane per worker, at most `max_count`. Everything the def points at must outlive the
// lanes.
mote_result check_lanes_create(const check_checker_def *def, uint32_t max_count, check_lanes **out);

// Null is allowed.
void check_lanes_destroy(check_lanes *lanes);

// Have all checked frames been handed out?
bool check_lanes_are_empty(const check_lanes *lanes);

// Checks `count` frames starting at `first`, at most one per lane. `deadline` is as in
// check_checker_look.
mote_result check_lanes_look(check_lanes *lanes, uint32_t clip, uint32_t first, uint32_t count,
                             double deadline);

// Hands out the next frame, valid until the next check_lanes_look. The animation's parts are in
// that frame until check_lanes_restore. `known` lists the pairs of parts that met in the previous
// frame (check_pair_key, sorted).
mote_result check_lanes_take(check_lanes *lanes, const mote_u64_array *known, check_found *out);

// Computes the positions of a part in the frame handed out last if it was not evaluated.
mote_result check_lanes_evaluate(check_lanes *lanes, uint32_t part);

// Gives the animation its own parts back. They are in the frame that was posed last.
void check_lanes_restore(check_lanes *lanes);

// Must be called after the animation was posed elsewhere.
void check_lanes_forget(check_lanes *lanes);

#endif
