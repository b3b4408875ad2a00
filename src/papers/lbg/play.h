// The bodies of a frame that are near others, and which are near which.

#ifndef MOTE_PAPERS_LBG_PLAY_H
#define MOTE_PAPERS_LBG_PLAY_H

#include "core/array.h"
#include "papers/lbg/body.h"

typedef struct mote_lbg_play {
    MOTE_ARRAY(mote_lbg_body *) bodies;
    mote_u32_array first;               // one more than bodies: where the neighbors of each begin
    MOTE_ARRAY(mote_lbg_body *) others; // neighbors, in the order of the candidates
} mote_lbg_play;

// False for no memory.
bool mote_lbg_play_begin(mote_lbg_play *play, const mote_frame *frame,
                         const mote_candidate *candidates, uint32_t count);
void mote_lbg_play_release(mote_lbg_play *play, const mote_allocator *allocator);

static inline mote_lbg_body *mote_lbg_play_body(const mote_lbg_play *play, uint32_t place)
{
    return play->bodies.data[place];
}

// The neighbors of a body.
typedef struct mote_lbg_others {
    mote_lbg_body *const *bodies;
    uint32_t count;
} mote_lbg_others;

static inline mote_lbg_others mote_lbg_play_others(const mote_lbg_play *play, uint32_t place)
{
    const uint32_t *first = play->first.data;
    return (mote_lbg_others){play->others.data + first[place], first[place + 1] - first[place]};
}

#endif
