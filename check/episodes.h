// What a check remembers of its frames: which regions of which two parts met from which frame to which of a clip. Episodes are
// made from the findings of frames alone, in the order of frames, so that it does not matter who found them.

#ifndef MOTE_CHECK_EPISODES_H
#define MOTE_CHECK_EPISODES_H

#include <mote/check.h>

#include "check/baseline.h"
#include "check/place.h"
#include "check/thresholds.h"
#include "check/traces.h"

// A pair of parts as one number, which sorts as (a, b).
static inline uint64_t check_pair_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

// Starts with the fields up to `has_places` set and the others zero.
typedef struct check_episodes {
    const check_animation *animation;
    check_thresholds thresholds;
    const check_baseline *rest; // what meets in the rest pose; null: not known
    bool has_places;
    MOTE_ARRAY(mote_check_episode) list;
    check_bone_sizes sizes;  // known from the first frame on
    uint32_t clip;           // of the last frame
    check_traces open, next; // of the last frame, and of the one that is being added
    check_linker linker;
    mote_u32_array joined; // per trace of two parts: an earlier one of the same episode
    MOTE_ARRAY(mote_check_episode) parts; // what each new region adds
    // With has_places: where each episode is, until they are sorted; and what each new region adds.
    MOTE_ARRAY(check_place) places, part_places;
} check_episodes;

void check_episodes_release(check_episodes *episodes);

// Clips, and the frames of a clip, come in rising order.
mote_result check_episodes_add(check_episodes *episodes, const mote_check_frame *frame);

// By severity, then depth, then face pairs: below 0 if x is less bad than y.
int check_compare_badness(const mote_check_episode *x, const mote_check_episode *y);

// Worst first: by severity, then depth, then face pairs, then the earlier.
void check_episodes_sort(check_episodes *episodes);

// Does one of them make the check fail?
bool check_episodes_fail(const check_episodes *episodes);

#endif
