// Keyframe interpolation of animation tracks: step, linear, or cubic spline (glTF 2.0, appendix C).
// assets/gltf_clips.c reads the keys.

#ifndef MOTE_ASSETS_KEYFRAMES_H
#define MOTE_ASSETS_KEYFRAMES_H

#include "assets/asset.h"

// Writes the value of a track at a time as `width` numbers. Outside of the keys, uses the first or
// the last key. Normalizes rotations.
void asset_track_sample(const asset_file *asset, const asset_track *track, double time,
                        double *out);

// Interpolates unit quaternions from a to b along the shorter arc, for 0 <= t <= 1.
void asset_slerp(const double a[4], const double b[4], double t, double out[4]);

#endif
