// Finds events between two frames: sweeps the world from one frame to the next and converts the
// sweep reports to crossings.

#ifndef MOTE_CHECK_BETWEEN_H
#define MOTE_CHECK_BETWEEN_H

#include "check/episodes.h"
#include "check/findings.h"

// Two faces that meet between the frames.
typedef struct check_met_faces {
    uint32_t a, b; // parts
    uint32_t face_a, face_b;
    double at; // in frames; the number of the first frame if they meet there
} check_met_faces;

// The first impact of two parts in a sweep.
typedef struct check_met_parts {
    uint32_t a, b;
    double at;
    mote_vec3 point;
    mote_check_severity severity; // the highest of all impacts in the sweep
} check_met_parts;

// Set the fields up to `substeps` and zero the rest. The buffers are reused from frame to frame.
typedef struct check_between {
    check_animation *animation;
    check_finder *finder; // decides which face pairs count
    const mote_body_id *bodies;
    const mote_tasks *tasks;
    uint32_t substeps;
    MOTE_ARRAY(check_met_faces) met_faces;
    MOTE_ARRAY(check_met_parts) met_parts;
    MOTE_ARRAY(mote_check_crossing_faces) faces;
    MOTE_ARRAY(mote_check_crossing) crossings;
    mote_vec3_array start, last; // of all parts: at the start of the sweep, in its frame
    bool cut_short;
} check_between;

void check_between_release(check_between *between);

// Finds what happens between the previous frame and this one. `before` has the vertices of all
// parts in the previous frame, one part after the other. Before and after the call, the parts and
// bodies are in this frame. `left` is the time budget of each sweep in seconds, or 0 for no limit.
mote_result check_between_look(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double left);

// Moves the parts, but not the bodies, to a time, in frames, between the two frames of the last
// check_between_look. `before` is as above. The last call must pass the time of the frame itself.
mote_result check_between_pose(check_between *between, const mote_check_frame *frame,
                               const mote_vec3 *before, double at);

// Adds the crossings to the frame, which must already have its findings. `known` lists the pairs of
// parts that met in the previous frame as sorted keys of check_pair_key.
void check_between_report(check_between *between, const mote_u64_array *known,
                          mote_check_frame *frame);

// Do the two parts meet in the frame?
bool check_frame_has(const mote_check_frame *frame, uint32_t a, uint32_t b);
bool check_keys_have(const mote_u64_array *keys, uint32_t a, uint32_t b);

#endif
