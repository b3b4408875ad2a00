// What happens between two frames: sweeps the world from one to the next, and makes crossings of what it reports.

#ifndef MOTE_CHECK_BETWEEN_H
#define MOTE_CHECK_BETWEEN_H

#include "check/episodes.h"
#include "check/findings.h"

// Two faces that meet between the frames.
typedef struct check_met_faces {
    uint32_t a, b; // parts
    uint32_t face_a, face_b;
    double at; // in frames; that of the first frame if they meet in it
} check_met_faces;

// The first impact of two parts in a sweep.
typedef struct check_met_parts {
    uint32_t a, b;
    double at;
    mote_vec3 point;
    mote_check_severity severity; // of all their impacts in the sweep
} check_met_parts;

// Starts with the fields up to `substeps` set and the rest zero. Buffers are kept from frame to frame.
typedef struct check_between {
    check_animation *animation;
    check_finder *finder; // which face pairs count
    const mote_body_id *bodies;
    const mote_tasks *tasks;
    uint32_t substeps;
    MOTE_ARRAY(check_met_faces) met_faces;
    MOTE_ARRAY(check_met_parts) met_parts;
    MOTE_ARRAY(mote_check_crossing_faces) faces;
    MOTE_ARRAY(mote_check_crossing) crossings;
    mote_vec3_array start, last; // of all parts: at the start of the sweep, at its frame
    bool cut_short;
} check_between;

void check_between_release(check_between *between);

// Finds what happens on the way to a frame from the one before, where `before` has the vertices of all parts, one part after
// the other. The parts are in the frame, and the bodies as well; so they are afterwards. `left` is the time budget of
// each sweep in seconds; 0 for none.
mote_result check_between_look(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double left);

// Moves the parts, but not the bodies, to a moment between the two frames that were looked at last, in frames. `before` is as
// above. That of the frame itself comes last.
mote_result check_between_pose(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double at);

// Adds the crossings to the frame, whose findings are known now. `known` are the pairs of parts that met in the frame before,
// as check_pair_key has them, sorted.
void check_between_report(check_between *between, const mote_u64_array *known,
                          mote_check_frame *frame);

// Do the two parts meet in the frame?
bool check_frame_has(const mote_check_frame *frame, uint32_t a, uint32_t b);
bool check_keys_have(const mote_u64_array *keys, uint32_t a, uint32_t b);

#endif
