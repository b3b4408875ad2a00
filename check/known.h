// Known regions: a baseline by place and time. A region is known if the baseline has one of the same two parts and the same clip that
// holds its place, in these frames, and is at least as severe and as deep. Places are in the rest pose and do not depend on how the
// surface is divided into triangles.
//
// The file is text, sorted, with a comment before each region that names it:
//
//     mote baseline 2
//     margin FRAMES SHARE        how much more is known: frames before and after, and a share of size and depth
//     part NAME                  one line per part, numbered from 0 in this order
//     clip NAME                  of the regions that follow; no name if the input has no clips
//     region A B FIRST LAST SEVERITY DEPTH BOX BOX    frames as in reports; a depth, or - if none is known;
//                                a box is min x y z, max x y z: around the faces of A and of B
//     inside A B FIRST LAST      one part lies inside the other

#ifndef MOTE_CHECK_KNOWN_H
#define MOTE_CHECK_KNOWN_H

#include <mote/check.h>
#include <stdio.h>

#include "check/episodes.h"
#include "core/array.h"

typedef struct check_known_region {
    uint32_t a, b, clip;
    int64_t first, last; // frames as in reports
    mote_check_severity severity;
    bool has_depth;
    float depth;
    check_place place; // empty: one part inside the other
} check_known_region;

// All zero is none.
typedef struct check_known {
    MOTE_ARRAY(check_known_region) list;
    uint64_t unknown; // regions in the file of parts or clips that the animation does not have
    int64_t margin_frames;
    float margin_share;
} check_known;

void check_known_release(check_known *known);

// Sets `*found` if the file is one of known regions, and then reads it. Otherwise it may be a baseline of faces. Failures name the file
// and the line.
mote_result check_known_read(const char *path, const check_animation *animation, check_known *out,
                             bool *found);

// Writes the episodes, which must not be sorted yet and must have places. Write errors stay in the stream; MOTE_ERROR_MEMORY is the only
// failure.
mote_result check_known_write(const check_episodes *episodes, FILE *to);

// Is a region of these two parts known in this frame, numbered from 0? Its fields `first` and `last` are not used.
bool check_known_has(const check_known *known, const check_animation *animation, uint32_t frame,
                     const check_known_region *region);

// Are two faces that meet on the way to this frame in a known region?
bool check_known_has_faces(const check_known *known, const check_animation *animation,
                           uint32_t clip, uint32_t frame, uint32_t a, uint32_t b,
                           mote_face_pair faces);

#endif
