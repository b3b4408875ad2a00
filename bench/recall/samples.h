// A growing list of numbers, and how they are distributed.

#ifndef MOTE_RECALL_SAMPLES_H
#define MOTE_RECALL_SAMPLES_H

#include <mote/base.h>

// All zero is empty.
typedef struct mote_samples {
    double *values;
    size_t count, capacity;
    bool sorted;
} mote_samples;

mote_result mote_samples_add(mote_samples *samples, double value);
mote_result mote_samples_add_all(mote_samples *samples, const mote_samples *others);
void mote_samples_release(mote_samples *samples);

// The least value that at least so large a share of all do not exceed, `share` from 0 (the least of
// all) to 1 (the greatest). NaN of nothing. Sorts the values.
double mote_samples_quantile(mote_samples *samples, double share);

double mote_samples_sum(const mote_samples *samples);

#endif
