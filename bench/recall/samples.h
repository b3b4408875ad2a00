// A growing list of numbers, and how they are distributed.

#ifndef MOTE_RECALL_SAMPLES_H
#define MOTE_RECALL_SAMPLES_H

#include <mote/base.h>

// All zero is empty.
typedef struct recall_samples {
    double *values;
    size_t count, capacity;
    bool sorted;
} recall_samples;

mote_result recall_samples_add(recall_samples *samples, double value);
mote_result recall_samples_add_all(recall_samples *samples, const recall_samples *others);
void recall_samples_release(recall_samples *samples);

// The least value that at least so large a share of all do not exceed, `share` from 0 (the least of
// all) to 1 (the greatest). NaN of nothing. Sorts the values.
double recall_samples_quantile(recall_samples *samples, double share);

double recall_samples_sum(const recall_samples *samples);

#endif
