// A bad frame as a colored PLY file: each part in its color, the faces that meet in red.

#ifndef MOTE_CHECK_PAINTING_H
#define MOTE_CHECK_PAINTING_H

#include "apps/mote/check/finding.h"

// Red, green and blue: of faces that meet, and of the others of a part.
extern const uint8_t check_found_color[3];
const uint8_t *check_part_color(uint32_t part);

// Writes FOLDER/frame_00012.ply. Frames without findings are passed over.
mote_result check_paint_frame(const char *folder, const check_animation *animation,
                              const check_frame *frame);

#endif
