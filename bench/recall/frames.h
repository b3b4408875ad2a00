// Which frames of a scene are played.

#ifndef MOTE_RECALL_FRAMES_H
#define MOTE_RECALL_FRAMES_H

#include <mote/base.h>

enum { MOTE_STRETCH = 25 }; // frames

// Where the frames asked for do not fill the scene, they are played in stretches of at most
// MOTE_STRETCH, spread evenly over it, each from a cold start: so slow motion is measured all over the scene too.
// Where they do, it is one stretch from the scene's beginning on, and beyond its end.
typedef struct mote_frames {
    uint32_t count;
    uint32_t whole;         // frames of the scene from its beginning to its end
    uint32_t stretch;       // frames of a stretch; the last may have fewer
    uint32_t stretch_count; // 1 or more
} mote_frames;

// `count` 0 asks for the whole scene once, `whole` is 1 or more.
mote_frames mote_frames_choose(uint32_t count, uint32_t whole);

// The scene's frame that is played as the i-th.
uint32_t mote_frames_at(const mote_frames *frames, uint32_t i);

bool mote_frames_begins_stretch(const mote_frames *frames, uint32_t i);

#endif
