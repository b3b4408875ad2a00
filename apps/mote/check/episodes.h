// What a check remembers of its frames: one line a frame, and one an episode.

#ifndef MOTE_CHECK_EPISODES_H
#define MOTE_CHECK_EPISODES_H

#include "apps/mote/check/finding.h"
#include "core/untyped.h"

typedef struct check_episodes {
    mote_untyped episodes; // check_episode
    mote_untyped open;     // uint32_t: those that the last frame was part of, by (a, b)
    mote_untyped next;     // as `open`, while a frame is added
} check_episodes;

check_episodes check_episodes_create(void);
void check_episodes_release(check_episodes *episodes);

// Frames come in rising order.
mote_result check_episodes_add(check_episodes *episodes, const check_animation *animation,
                               const check_frame *frame);

// Worst first: by severity, then depth, then face pairs, then the earlier.
void check_episodes_sort(check_episodes *episodes);

#endif
