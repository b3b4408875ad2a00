// The results of one frame. They depend only on the frame and the previous one, so any thread,
// process or machine can compute them. check/tally.h combines them in frame order.

#ifndef MOTE_CHECK_FOUND_H
#define MOTE_CHECK_FOUND_H

#include <mote/check.h>

typedef struct check_found {
    mote_check_frame frame;
    uint64_t baseline_face_pairs; // excluded by the baseline
    uint64_t allowed_face_pairs;  // excluded by allow rules
    bool baseline_met;            // the baseline excluded something in this frame or before
    bool out_of_time;             // the deadline cut the frame short
    // Parts leap_a and leap_b may have crossed unseen on the way to this frame.
    bool leapt;
    uint32_t leap_a, leap_b;
} check_found;

#endif
