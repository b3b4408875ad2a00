// Curves of single numbers over time, as FBX has them, and the weights of the blend shapes that they drive.

#ifndef MOTE_ASSETS_CURVE_H
#define MOTE_ASSETS_CURVE_H

#include "assets/asset.h"

// FBX counts time in these. Every frame of the usual frame rates is a whole number of them.
#define ASSET_TICKS_PER_SECOND 46186158000.0

// The value at a time, which is rounded to a tick: a frame that falls on a key is on it, not just before.
double asset_curve_sample(const asset_file *asset, const asset_curve *curve, double time);

// The weights of morph targets that have their full effect at the given percentages, for a percentage: of the one or two
// between which it lies; past the last, the line through the last two goes on.
void asset_channel_weights(const float *full, uint64_t count, double percent, double *weights);

#endif
