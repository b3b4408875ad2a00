// How many of how many, and how sure that is.

#ifndef MOTE_RECALL_SHARE_H
#define MOTE_RECALL_SHARE_H

#include <mote/base.h>

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

#endif
