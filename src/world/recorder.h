// What a world does while it is recorded. Nothing here fails: a recording that does is over, and
// says so when it is stopped.

#ifndef MOTE_WORLD_RECORDER_H
#define MOTE_WORLD_RECORDER_H

#include "world/world.h"

// Of a world that is being recorded: what the detect is about to look at, and what it found.
void mote_recorder_begin_frame(mote_world *world);
void mote_recorder_end_frame(mote_world *world, mote_result result);

// Stops the recording, if there is one, without a word.
void mote_recorder_drop(mote_world *world);

#endif
