// How many of how many, and how sure that is.

#ifndef MOTE_RECALL_SHARE_H
#define MOTE_RECALL_SHARE_H

#include <mote/base.h>

typedef struct mote_share {
    uint64_t hits, of;
} mote_share;

typedef struct mote_interval {
    double low, high;
} mote_interval;

void mote_share_count(mote_share *share, bool hit);
void mote_share_add(mote_share *share, mote_share other);

// NaN of nothing.
double mote_share_value(mote_share share);

// Wilson 1927, "Probable inference, the law of succession, and statistical inference": where the
// true share lies with 95 % probability. 0 to 1 of nothing.
mote_interval mote_share_interval(mote_share share);

#endif
