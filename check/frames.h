// Checks the frames in order, one after the other or several at a time on several threads.

#ifndef MOTE_CHECK_FRAMES_H
#define MOTE_CHECK_FRAMES_H

#include "check/checker.h"
#include "check/lanes.h"

// Zero-initialized means empty.
typedef struct check_frames {
    check_checker_def def;
    check_checker *checker;
    check_lanes *lanes;             // null: one frame after the other
    uint32_t next_clip, next_frame; // next_clip is the clip count after the last frame
} check_frames;

// Everything the def points at must outlive the frames.
mote_result check_frames_open(check_frames *frames, const check_checker_def *def);
void check_frames_release(check_frames *frames);

// Goes to the first of the requested frames (check_clip). They must not change afterwards.
mote_result check_frames_start(check_frames *frames);

// After check_frames_start, skips `count` requested frames. Results that depend on the previous
// frame are found as if it had been handed out.
mote_result check_frames_skip(check_frames *frames, uint32_t count);

bool check_frames_are_done(const check_frames *frames);

// Checks the next frame, unless all are done. `out` is valid until the next call, and the parts of
// the animation are in that frame. `deadline` is as in check_checker_look.
mote_result check_frames_next(check_frames *frames, double deadline, check_found *out);

// Computes the positions of a part in the current frame if the check did not need them.
mote_result check_frames_evaluate(const check_frames *frames, uint32_t part);

// Goes on after `frame`, which was checked elsewhere. MOTE_ERROR_DATA if it is not the next frame.
mote_result check_frames_pass(check_frames *frames, const mote_check_frame *frame);

#endif
