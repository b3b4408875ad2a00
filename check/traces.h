// Traces: what is remembered of the regions of a frame, so that those of the next can be recognized. A trace has the vertices of
// a region's faces, on both of its sides.

#ifndef MOTE_CHECK_TRACES_H
#define MOTE_CHECK_TRACES_H

#include <mote/check.h>

#include "check/animation/animation.h"
#include "check/bone_sizes.h"
#include "core/array.h"
#include "core/vec.h"

typedef struct check_trace_side {
    uint32_t first, count; // in `vertices`: ascending, each once
    mote_dvec3 center;     // of these vertices in the rest pose
    double radius;         // that of the sphere around it that holds them
} check_trace_side;

typedef struct check_trace {
    uint32_t a, b;    // parts
    uint32_t episode; // number in the list of episodes; MOTE_NONE until it is known
    uint32_t last;    // frame
    // Without vertices: one part is inside the other, or met it between frames.
    check_trace_side sides[2];
    const char *bones[2]; // of the region; null: there are none
    double thickness;     // of the thinner of the two limbs; 0 without bones
} check_trace;

// All zero is empty.
typedef struct check_traces {
    MOTE_ARRAY(check_trace) list; // by (a, b)
    mote_u32_array vertices;
    mote_u32_array first, members; // the face pairs of each region of a finding
} check_traces;

void check_traces_release(check_traces *traces);

// Appends a trace for each region of a finding.
mote_result check_traces_add(check_traces *traces, const check_animation *animation,
                             const check_bone_sizes *sizes, const mote_check_finding *finding,
                             uint32_t frame);

// An old trace and a new one that are the same region.
typedef struct check_trace_link {
    uint32_t old, new; // numbers in their lists
} check_trace_link;

typedef struct check_trace_span {
    const check_traces *traces;
    size_t first, end; // of the same two parts
} check_trace_span;

// Buffers, kept from call to call. All zero is empty.
typedef struct check_linker {
    MOTE_ARRAY(check_trace_link) links;
    mote_u64_array vertices; // of the old traces, with the trace and the side
    MOTE_ARRAY(uint8_t)
    hits; // of each old trace: which of its sides have vertices of which of the new one
    mote_u32_array hit; // the old traces that have any
} check_linker;

void check_linker_release(check_linker *linker);

// Sets the links between old traces and new ones of the same two parts: those that share vertices on both sides; then, of
// traces without a link, those that are nearest to each other if they are near on both sides and have a bone in common, each at
// most once. A trace without vertices is linked with all.
mote_result check_link_traces(check_linker *linker, const check_trace_span *old,
                              const check_trace_span *new);

// Are two regions of a frame, of the same two parts, one place to a reader: the two walls of a sleeve that an arm goes through,
// the two sides of a crease? With bones: where two limbs meet, they are at most as far apart as the thinner one is thick; in a fold of one limb, the spheres around their vertices meet. Without bones: one of these spheres holds the center of
// the other. All in the rest pose and on both sides.
bool check_traces_are_one_place(const check_trace *p, const check_trace *q);

#endif
