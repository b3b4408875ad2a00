// Writes a frame as a PLY file: each part in its own color, faces that meet in red.

#ifndef MOTE_CHECK_PAINTING_H
#define MOTE_CHECK_PAINTING_H

#include "check/animation/animation.h"

// RGB colors of faces that meet, and of the other faces of a part.
extern const uint8_t check_found_color[3];
const uint8_t *check_part_color(uint32_t part);

// The animation must be in this frame.
mote_result check_paint_frame(const check_animation *animation, const mote_check_frame *frame,
                              const char *path);

#endif
