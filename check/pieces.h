// Pieces of a check: what is found in some of its frames, by whatever process, and all of it put together as if one process had looked
// at all frames. Frames are numbered from 0 in the order in which a check looks at them, over all of its clips.

#ifndef MOTE_CHECK_PIECES_H
#define MOTE_CHECK_PIECES_H

#include "check/animation/animation.h"
#include "check/found.h"

// Hands out what is found in a frame, or takes it. A failure ends the check; its message is mote_last_message().
typedef mote_result check_found_next(void *context, check_found *out);
typedef mote_result check_found_take(void *context, const check_found *found);

// Looks at `count` frames from `first` on, in order, and hands what is found in each to `take`. The check must be new, and is of no
// use for anything else afterwards.
mote_result check_look_at_piece(mote_check *check, uint32_t first, uint32_t count,
                                check_found_take *take, void *context);

// The check asks `next` for what is found in each frame, in order, and does not look itself. Before the first frame.
void check_replay(mote_check *check, check_found_next *next, void *context);

// The check hands what it finds in each frame to `take`, too. Before the first frame.
void check_record(mote_check *check, check_found_take *take, void *context);

// After the run: the first failure of a report, which may not be the first one of the check; MOTE_OK for none.
mote_result check_report_failure(const mote_check *check);

// The animation of a check, for check_found_unpack.
const check_animation *check_animation_of(const mote_check *check);

// How long a check is likely to take, in no unit: frames times triangles.
uint64_t check_cost(const mote_check *check);

#endif
