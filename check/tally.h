// The tally: adds the results of frames, in order, to totals, a time line and episodes. It needs
// only the results and the parts' names, bones and rest poses, so any thread or process may compute
// the results.

#ifndef MOTE_CHECK_TALLY_H
#define MOTE_CHECK_TALLY_H

#include "check/episodes.h"
#include "check/found.h"

// Set the first fields of `episodes` (check/episodes.h) and zero the rest.
typedef struct check_tally {
    check_episodes episodes;
    MOTE_ARRAY(mote_check_frame_sum) frames;
    mote_check_total total;
    bool baseline_met;      // the baseline excluded something
    check_found first_leap; // if total.leaps is not 0; its frame has only clip, number and time
} check_tally;

void check_tally_release(check_tally *tally);

// Must be called with clips, and frames of a clip, in ascending order.
mote_result check_tally_add(check_tally *tally, const check_found *found);

#endif
