// Which frames of a scene are played.

#ifndef MOTE_RECALL_FRAMES_H
#define MOTE_RECALL_FRAMES_H

#include <mote/base.h>

enum { RECALL_STRETCH = 25 }; // frames

// Where the frames asked for do not fill the scene, they are played in stretches of at most
// RECALL_STRETCH, spread evenly over it, each from a cold start: so slow motion is measured all over the scene too.
// Where they do, it is one stretch from the scene's beginning on, and beyond its end.
typedef struct recall_frames {
    uint32_t count;
    uint32_t whole;         // frames of the scene from its beginning to its end
    uint32_t stretch;       // frames of a stretch; the last may have fewer
    uint32_t stretch_count; // 1 or more
} recall_frames;

// `count` 0 asks for the whole scene once, `whole` is 1 or more.
recall_frames recall_frames_choose(uint32_t count, uint32_t whole);

// The scene's frame that is played as the i-th.
uint32_t recall_frames_at(const recall_frames *frames, uint32_t i);

bool recall_frames_begins_stretch(const recall_frames *frames, uint32_t i);

#endif
