// What a check remembers of its frames: which two parts met from which frame to which of a clip.

#ifndef MOTE_CHECK_EPISODES_H
#define MOTE_CHECK_EPISODES_H

#include <mote/check.h>

#include "check/animation/animation.h"
#include "core/array.h"

// A pair of parts as one number, which sorts as (a, b).
static inline uint64_t check_pair_key(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

// All zero is empty.
typedef struct check_episodes {
    MOTE_ARRAY(mote_check_episode) list;
    mote_u32_array open; // those that the last frame was part of, by (a, b)
    mote_u32_array next; // as `open`, while a frame is added
} check_episodes;

void check_episodes_release(check_episodes *episodes);

// Clips, and the frames of a clip, come in rising order.
mote_result check_episodes_add(check_episodes *episodes, const check_animation *animation,
                               const mote_check_frame *frame);

// Worst first: by severity, then depth, then face pairs, then the earlier.
void check_episodes_sort(check_episodes *episodes);

#endif
