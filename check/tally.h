// The tally: what is found in frames, added up in their order to totals, a time line and episodes. It needs nothing but what was found
// and the parts' names, bones and rest poses, so that it does not matter who found it, and when.

#ifndef MOTE_CHECK_TALLY_H
#define MOTE_CHECK_TALLY_H

#include "check/episodes.h"
#include "check/found.h"

// Starts with the first fields of `episodes` set (check/episodes.h) and the rest zero.
typedef struct check_tally {
    check_episodes episodes;
    MOTE_ARRAY(mote_check_frame_sum) frames;
    mote_check_total total;
    bool baseline_met;      // something was left out because of the baseline
    check_found first_leap; // if total.leaps is not 0; the frame has its clip and number only
} check_tally;

void check_tally_release(check_tally *tally);

// Clips, and the frames of a clip, come in rising order.
mote_result check_tally_add(check_tally *tally, const check_found *found);

#endif
