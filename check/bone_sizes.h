// The thickness of the limb that each bone moves. It is the distance within which two regions look
// like one place to a reader, independent of the resolution of the mesh.

#ifndef MOTE_CHECK_BONE_SIZES_H
#define MOTE_CHECK_BONE_SIZES_H

#include "check/animation/animation.h"
#include "core/array.h"

// All zero is empty.
typedef struct check_bone_sizes {
    MOTE_ARRAY(double) thickness; // one per bone, all parts one after the other
    mote_u32_array first;         // index of the first bone of each part
} check_bone_sizes;

void check_bone_sizes_release(check_bone_sizes *sizes);

// Measures the faces of each bone in the rest pose: the area that it moves is about pi times their
// extent times the thickness, which is exact for a long tube and for a ball.
mote_result check_bone_sizes_measure(check_bone_sizes *sizes, const check_animation *animation);

// 0 for MOTE_NONE and for a part without bones.
double check_bone_thickness(const check_bone_sizes *sizes, uint32_t part, uint32_t bone);

#endif
