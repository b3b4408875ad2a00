// Names of regions for messages and reports.

#ifndef MOTE_CHECK_REGION_NAMES_H
#define MOTE_CHECK_REGION_NAMES_H

#include "check/animation/animation.h"

// The bone's name, or null for MOTE_NONE and for a part without bones.
const char *check_bone_name(const asset_part *part, uint32_t bone);

// As mote_check_name_episode.
size_t check_name_episode(const check_animation *animation, const mote_check_episode *episode,
                          char *out, size_t size);

#endif
