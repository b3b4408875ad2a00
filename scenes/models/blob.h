// Blobs: the hills and dents of their surface, as a radius for each direction.

#ifndef MOTE_SCENES_BLOB_H
#define MOTE_SCENES_BLOB_H

#include <mote/base.h>

enum { SCENE_LUMP_COUNT = 9 };

typedef struct scene_lumps {
    double height[SCENE_LUMP_COUNT]; // of each lump; negative is a dent
} scene_lumps;

scene_lumps scene_lumps_at_rest(void);

// Heights that swell and shrink with time: one breath takes a unit of time, no lump is in step with
// another.
scene_lumps scene_lumps_breathing(double time);

// `direction` has unit length. Exactly 1 within 60 degrees of +x.
double scene_lumps_radius(const scene_lumps *lumps, mote_dvec3 direction);

#endif
