// What scores are made of: shares with their intervals, and samples with their quantiles.

#ifndef MOTE_RECALL_STATISTICS_H
#define MOTE_RECALL_STATISTICS_H

#include <mote/base.h>

// How many of how many.
typedef struct recall_share {
    uint64_t hits, of;
} recall_share;

typedef struct recall_interval {
    double low, high;
} recall_interval;

void recall_share_count(recall_share *share, bool hit);
void recall_share_add(recall_share *share, recall_share other);

// NaN of nothing.
double recall_share_value(recall_share share);

// Wilson 1927, "Probable inference, the law of succession, and statistical inference": where the
// true share lies with 95 % probability. 0 to 1 of nothing.
recall_interval recall_share_interval(recall_share share);

// A growing list of numbers. All zero is empty.
typedef struct recall_samples {
    double *values;
    size_t count, capacity;
    bool sorted;
} recall_samples;

mote_result recall_samples_add(recall_samples *samples, double value);
mote_result recall_samples_add_all(recall_samples *samples, const recall_samples *others);
void recall_samples_release(recall_samples *samples);

// The smallest value that at least this share of all values do not exceed, `share` from 0 (the
// least of all) to 1 (the greatest). NaN of nothing. Sorts the values.
double recall_samples_quantile(recall_samples *samples, double share);

double recall_samples_sum(const recall_samples *samples);

#endif
