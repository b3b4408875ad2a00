// From what stands on the command line to a source.

#ifndef MOTE_ANIMATION_INPUT_H
#define MOTE_ANIMATION_INPUT_H

#include "apps/mote/animation/source.h"

// A file or folder that is there, else a pattern of numbered files, else the name of a scene.
mote_result check_open_input(const char *input, const check_animation_def *def, check_source **out);

#endif
