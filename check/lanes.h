// Frames spread over threads. A lane is a checker with positions of its own. The frames of a batch, one per lane, are posed one
// after the other, in order, by the calling thread (with the help of the others); then each lane finds what meets in its frame,
// which depends on nothing but the frame. What was found is handed out in the order of frames.

#ifndef MOTE_CHECK_LANES_H
#define MOTE_CHECK_LANES_H

#include "check/checker.h"

typedef struct check_lanes check_lanes;

// As many lanes as there are workers, but at most `max_count`. What the def points at must outlive them.
mote_result check_lanes_create(const check_checker_def *def, uint32_t max_count, check_lanes **out);

// Null is allowed.
void check_lanes_destroy(check_lanes *lanes);

// Is everything handed out that was looked at?
bool check_lanes_are_empty(const check_lanes *lanes);

// Checks `count` frames from `first` on, or as many as there are lanes. `deadline` as in check_checker_look.
mote_result check_lanes_look(check_lanes *lanes, uint32_t clip, uint32_t first, uint32_t count,
                             double deadline);

// Hands out the next frame, valid until the next look. The animation's parts are in that frame then, until check_lanes_restore.
// `known` are the pairs of parts that met in the frame before (check_pair_key, sorted).
mote_result check_lanes_take(check_lanes *lanes, const mote_u64_array *known, check_found *out);

// The positions of a part in the frame that was handed out last, where it was not evaluated.
mote_result check_lanes_evaluate(check_lanes *lanes, uint32_t part);

// The animation has its own parts again, in whatever frame they were posed last.
void check_lanes_restore(check_lanes *lanes);

// Others have posed the animation.
void check_lanes_forget(check_lanes *lanes);

#endif
