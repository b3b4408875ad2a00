// FBX curves of single numbers over time, and the weights of the blend shapes that they animate.

#ifndef MOTE_ASSETS_CURVE_H
#define MOTE_ASSETS_CURVE_H

#include "assets/asset.h"

// The time unit of FBX. At common frame rates each frame is a whole number of ticks.
#define ASSET_TICKS_PER_SECOND 46186158000.0

// Evaluates a curve at a time rounded to a tick, so that a frame at a key hits the key and not the
// time just before it.
double asset_curve_sample(const asset_file *asset, const asset_curve *curve, double time);

// Computes the weights of morph targets for a percentage. `full` has the percentage of full effect
// of each target. Blends the two nearest targets; beyond the last target, extrapolates the line
// through the last two.
void asset_channel_weights(const float *full, uint64_t count, double percent, double *weights);

#endif
