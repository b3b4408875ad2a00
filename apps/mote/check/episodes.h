// What a check remembers of its frames: one line a frame, and one an episode.

#ifndef MOTE_CHECK_EPISODES_H
#define MOTE_CHECK_EPISODES_H

#include "apps/mote/check/finding.h"
#include "core/array.h"

typedef struct mote_episodes {
    mote_array episodes; // mote_episode
    mote_array open;     // uint32_t: those that the last frame was part of, by (a, b)
    mote_array next;     // as `open`, while a frame is added
} mote_episodes;

mote_episodes mote_episodes_create(void);
void mote_episodes_release(mote_episodes *episodes);

// Frames come in rising order.
mote_result mote_episodes_add(mote_episodes *episodes, const mote_animation *animation,
                              const mote_frame *frame);

// Worst first: by severity, then depth, then face pairs, then the earlier.
void mote_episodes_sort(mote_episodes *episodes);

#endif
