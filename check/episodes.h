// Episodes: collisions of two regions of parts over successive frames of a clip. Episodes are
// computed from the findings alone, in frame order, so the result does not depend on the thread or
// process that found them.

#ifndef MOTE_CHECK_EPISODES_H
#define MOTE_CHECK_EPISODES_H

#include <mote/check.h>

#include "check/baseline.h"
#include "check/place.h"
#include "check/thresholds.h"
#include "check/traces.h"

// A pair of parts as one integer that sorts by (a, b).
static inline uint64_t check_pair_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

// Set the fields up to `has_places` and zero the others.
typedef struct check_episodes {
    const check_animation *animation;
    check_thresholds thresholds;
    const check_baseline *rest; // collisions of the rest pose; null if unknown
    bool has_places;
    MOTE_ARRAY(mote_check_episode) list;
    check_bone_sizes sizes;  // measured at the first frame
    uint32_t clip;           // of the last frame
    check_traces open, next; // traces of the last frame, and of the frame being added
    check_linker linker;
    mote_u32_array joined; // per trace of two parts: an earlier one of the same episode
    MOTE_ARRAY(mote_check_episode) parts; // the contribution of each new region
    // With has_places: the place of each episode until they are sorted, and the place of each new
    // region.
    MOTE_ARRAY(check_place) places, part_places;
} check_episodes;

void check_episodes_release(check_episodes *episodes);

// Must be called with clips, and frames of a clip, in ascending order.
mote_result check_episodes_add(check_episodes *episodes, const mote_check_frame *frame);

// Compares by severity, then depth, then face pairs. Below 0 if x is less bad than y.
int check_compare_badness(const mote_check_episode *x, const mote_check_episode *y);

// Sorts the worst episodes first: by severity, depth, face pairs, then the earlier frame.
void check_episodes_sort(check_episodes *episodes);

// Does an episode make the check fail?
bool check_episodes_fail(const check_episodes *episodes);

#endif
