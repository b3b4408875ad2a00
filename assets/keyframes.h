// Keyframe interpolation: the value of an animation track at a time, in steps, linear, or by cubic
// splines (glTF 2.0, appendix C). assets/gltf_clips.c reads the keys.

#ifndef MOTE_ASSETS_KEYFRAMES_H
#define MOTE_ASSETS_KEYFRAMES_H

#include "assets/asset.h"

// The value of a track at a time, in `width` numbers; the first and the last key hold outside. Rotations
// come out with length 1.
void asset_track_sample(const asset_file *asset, const asset_track *track, double time,
                        double *out);

// From unit quaternion a to b the shorter way, for 0 <= t <= 1.
void asset_slerp(const double a[4], const double b[4], double t, double out[4]);

#endif
