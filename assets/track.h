// Keys over time.

#ifndef MOTE_ASSETS_TRACK_H
#define MOTE_ASSETS_TRACK_H

#include "assets/asset.h"

// The value of a track at a time, in `width` numbers; the first and the last key hold outside. Rotations
// come out with length 1. Follows glTF 2.0, appendix C.
void asset_track_sample(const asset_file *asset, const asset_track *track, double time,
                        double *out);

// From unit quaternion a to b the shorter way, for 0 <= t <= 1.
void asset_slerp(const double a[4], const double b[4], double t, double out[4]);

#endif
