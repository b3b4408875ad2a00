// The frames of a check in their order, with what is found in each: one after the other, or several at a time by threads.

#ifndef MOTE_CHECK_FRAMES_H
#define MOTE_CHECK_FRAMES_H

#include "check/checker.h"
#include "check/lanes.h"

// All zero is empty.
typedef struct check_frames {
    check_checker_def def;
    check_checker *checker;
    check_lanes *lanes;             // null: frame after frame
    uint32_t next_clip, next_frame; // the clip after the last if there is none
} check_frames;

// What the def points at must outlive the frames.
mote_result check_frames_open(check_frames *frames, const check_checker_def *def);
void check_frames_release(check_frames *frames);

// Goes to the first of the frames that are asked for (check_clip). They must not change from here on.
mote_result check_frames_start(check_frames *frames);

// After that, goes on to the one that has `count` of them before it. What depends on the frame before is found as if that had been
// handed out.
mote_result check_frames_skip(check_frames *frames, uint32_t count);

bool check_frames_are_done(const check_frames *frames);

// Finds what meets in the next frame, if they are not done. What it hands out is valid until the next call. The animation's parts
// are in that frame then. `deadline` is as in check_checker_look.
mote_result check_frames_next(check_frames *frames, double deadline, check_found *out);

// The positions of a part in the frame that the animation's parts are in, which were not needed to check it.
mote_result check_frames_evaluate(const check_frames *frames, uint32_t part);

// Goes on to the frame after `frame`, which must be the next one, where somebody else has looked at it. MOTE_ERROR_DATA for another.
mote_result check_frames_pass(check_frames *frames, const mote_check_frame *frame);

#endif
