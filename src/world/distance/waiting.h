// Pairs of triangles: their distances are taken a few at a time, those with the nearest boxes first,
// because the bound that they give spares most of the others.

#ifndef MOTE_WORLD_DISTANCE_WAITING_H
#define MOTE_WORLD_DISTANCE_WAITING_H

#include "world/distance/search.h"

// How much to do about the triangles of two clusters.
typedef enum mote_effort {
    MOTE_GLANCE, // measure the few with the nearest boxes
    MOTE_LOOK    // measure all that may come below the bound
} mote_effort;

// Measures one pair, past those that wait.
void mote_measure_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b);

// Makes room when all of it is taken: a look measures what waits, a glance drops all but the nearest.
void mote_waiting_make_room(mote_search *search, mote_effort effort);

// Has a pair wait; afterwards there is room for one more.
static inline void mote_waiting_add(mote_search *search, mote_waiting pair, mote_effort effort)
{
    search->waiting[search->waiting_count++] = pair;
    if (search->waiting_count == MOTE_WAITING_PAIRS) mote_waiting_make_room(search, effort);
}

// Measures what waits, as far as the effort goes. After a look nothing waits any more that may come
// below the bound.
void mote_waiting_measure(mote_search *search, mote_effort effort);

#endif
