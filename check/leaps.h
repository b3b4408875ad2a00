// Leaps: parts that move so far from one frame to the next that they may have crossed unseen in
// between. A cheap estimate from boxes and vertex displacements; check/between.h finds the actual
// crossings.

#ifndef MOTE_CHECK_LEAPS_H
#define MOTE_CHECK_LEAPS_H

#include <mote/check.h>

#include "check/found.h"
#include "check/rules.h"
#include "check/stepper.h"
#include "core/array.h"

// The motion of a part from a frame to the next.
typedef struct check_stride {
    mote_box box;     // over both frames
    double thickness; // the shortest side of its box, the smaller of both frames
    uint32_t part;
    // Set if the part comes near the position of another part:
    bool is_measured;
    mote_dvec3 mean; // mean displacement of the vertices
    double spread;   // largest distance of a displacement from the mean
    const mote_vec3 *before;
} check_stride;

// The strides of all parts. Zero-initialized means empty.
typedef struct check_leaps {
    MOTE_ARRAY(check_stride) strides;
} check_leaps;

void check_leaps_release(check_leaps *leaps);

// Measures the motion of the parts in a step. Parts that the stepper did not need are far from all
// others, so they cannot leap.
mote_result check_leaps_measure(check_leaps *leaps, const check_stepper *stepper);

// Sets `leapt` in `found` if two parts that meet neither in its frame nor in the previous one may
// have crossed. `known` lists the pairs that met in the previous frame (check_pair_key, sorted).
void check_leaps_find(const check_leaps *leaps, const check_animation *animation,
                      const check_rules *rules, const mote_u64_array *known, check_found *found);

#endif
