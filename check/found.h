// What is found in a frame. It depends on the frame and the one before and on nothing else, so that frames can be looked at by
// any thread, process or machine; what they are together is made of it later, in the order of frames (check/tally.h).

#ifndef MOTE_CHECK_FOUND_H
#define MOTE_CHECK_FOUND_H

#include <mote/check.h>

typedef struct check_found {
    mote_check_frame frame;
    uint64_t baseline_face_pairs; // left out because the baseline has them
    uint64_t allowed_face_pairs;  // and because their regions are allowed
    bool baseline_met;            // something was left out because of the baseline, here or before
    bool out_of_time;             // the deadline cut the frame short
    // Parts that may have crossed unseen on the way to the frame.
    bool leapt;
    uint32_t leap_a, leap_b;
} check_found;

#endif
