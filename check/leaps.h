// Leaps: parts that move so far from one frame to the next that they may have crossed in between, unseen. A cheap guess from
// boxes and from how far vertices move; what happened is found by check/between.h.

#ifndef MOTE_CHECK_LEAPS_H
#define MOTE_CHECK_LEAPS_H

#include <mote/check.h>

#include "check/found.h"
#include "check/rules.h"
#include "check/stepper.h"
#include "core/array.h"

// How a part moves from a frame to the next.
typedef struct check_stride {
    mote_box box;     // over both frames
    double thickness; // the shortest side of its box, in the frame where that is shorter
    uint32_t part;
    // Of a part that comes where another one is or was:
    bool is_measured;
    mote_dvec3 mean; // of the ways of its vertices
    double spread;   // how far the way of a vertex is from the mean, at most
    const mote_vec3 *before;
} check_stride;

// How all parts do. All zero is empty.
typedef struct check_leaps {
    MOTE_ARRAY(check_stride) strides;
} check_leaps;

void check_leaps_release(check_leaps *leaps);

// Measures how the parts moved in a step. Parts that were not needed there came near no other and leap over nothing.
mote_result check_leaps_measure(check_leaps *leaps, const check_stepper *stepper);

// Notes in `found` whether there is a leap on the way to its frame, of parts that meet neither in it nor in the one before; `known`
// are those that did in that (check_pair_key, sorted).
void check_leaps_find(const check_leaps *leaps, const check_animation *animation,
                      const check_rules *rules, const mote_u64_array *known, check_found *found);

#endif
