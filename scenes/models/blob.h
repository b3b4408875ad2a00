// Blobs: the hills and dents of their surface, as a radius for each direction.

#ifndef MOTE_SCENES_BLOB_H
#define MOTE_SCENES_BLOB_H

#include <mote/base.h>

enum { SCENE_LUMP_COUNT = 9 };

typedef struct scene_lumps {
    double height[SCENE_LUMP_COUNT]; // of each lump; negative is a dent
} scene_lumps;

scene_lumps scene_lumps_at_rest(void);

// Heights that swell and shrink with a period of 1; no two lumps are in phase.
scene_lumps scene_lumps_breathing(double time);

// The radius in a direction of unit length; exactly 1 within 60 degrees of +x.
double scene_lumps_radius(const scene_lumps *lumps, mote_dvec3 direction);

#endif
