// Traces: data about the regions of a frame for recognizing them in the next frame. A trace has the
// vertices of a region's faces, on both sides.

#ifndef MOTE_CHECK_TRACES_H
#define MOTE_CHECK_TRACES_H

#include <mote/check.h>

#include "check/animation/animation.h"
#include "check/bone_sizes.h"
#include "core/array.h"
#include "core/vec.h"

typedef struct check_trace_side {
    uint32_t first, count; // range in `vertices`; ascending, without duplicates
    mote_dvec3 center;     // of the vertices in the rest pose
    double radius;         // of the sphere around the center that contains the vertices
} check_trace_side;

typedef struct check_trace {
    uint32_t a, b;    // parts
    uint32_t episode; // index in the list of episodes; MOTE_NONE until known
    uint32_t last;    // frame
    // Without vertices: one part is inside the other, or they met between frames.
    check_trace_side sides[2];
    const char *bones[2]; // null if there are none
    double thickness;     // of the thinner limb; 0 without bones
} check_trace;

// Zero-initialized means empty.
typedef struct check_traces {
    MOTE_ARRAY(check_trace) list; // sorted by (a, b)
    mote_u32_array vertices;
    mote_u32_array first, members; // face pairs of each region of a finding
} check_traces;

void check_traces_release(check_traces *traces);

// Appends a trace for each region of a finding.
mote_result check_traces_add(check_traces *traces, const check_animation *animation,
                             const check_bone_sizes *sizes, const mote_check_finding *finding,
                             uint32_t frame);

// An old and a new trace of the same region.
typedef struct check_trace_link {
    uint32_t old, new; // indices in their lists
} check_trace_link;

typedef struct check_trace_span {
    const check_traces *traces;
    size_t first, end; // range of the traces of the same two parts
} check_trace_span;

// Buffers, reused from call to call. Zero-initialized means empty.
typedef struct check_linker {
    MOTE_ARRAY(check_trace_link) links;
    mote_u64_array vertices; // vertices of the old traces, with trace and side
    MOTE_ARRAY(uint8_t)
    hits;               // bit mask per old trace: its sides that share vertices with the new one
    mote_u32_array hit; // old traces with hits
} check_linker;

void check_linker_release(check_linker *linker);

// Links old and new traces of the same two parts: first, those that share vertices on both sides;
// then the nearest of the remaining traces if they are near on both sides and share a bone, each at
// most once. A trace without vertices is linked with all others.
mote_result check_link_traces(check_linker *linker, const check_trace_span *old,
                              const check_trace_span *new);

// Do two regions of a frame, of the same two parts, look like one place to a reader? Examples are
// the two walls of a sleeve around an arm, and the two sides of a crease. With bones: where two
// limbs meet, their distance is at most the thickness of the thinner limb; in a fold of one limb,
// the spheres around their vertices meet. Without bones: one sphere contains the center of the
// other. All in the rest pose and on both sides.
bool check_traces_are_one_place(const check_trace *p, const check_trace *q);

#endif
