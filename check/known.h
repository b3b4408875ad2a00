// Known regions: a baseline by place and time. A region is known if the baseline has a region of
// the same two parts and the same clip, in these frames, that contains its place and is at least as
// severe and as deep. Places are in the rest pose and do not depend on the triangulation of the
// surface.
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
    int64_t first, last; // frames as numbered in reports
    mote_check_severity severity;
    bool has_depth;
    float depth;
    check_place place; // empty if one part is inside the other
} check_known_region;

// Zero-initialized means empty.
typedef struct check_known {
    MOTE_ARRAY(check_known_region) list;
    uint64_t unknown; // regions of the file for parts or clips that the animation does not have
    int64_t margin_frames;
    float margin_share;
} check_known;

void check_known_release(check_known *known);

// Reads the file and sets `*found` if it lists known regions. Otherwise it may be a baseline of
// faces. Error messages name the file and the line.
mote_result check_known_read(const char *path, const check_animation *animation, check_known *out,
                             bool *found);

// Writes the episodes, which must have places and must not be sorted yet. The stream records write
// errors; MOTE_ERROR_MEMORY is the only failure.
mote_result check_known_write(const check_episodes *episodes, FILE *to);

// Is a region of these two parts known in this frame, numbered from 0? Ignores its fields `first`
// and `last`.
bool check_known_has(const check_known *known, const check_animation *animation, uint32_t frame,
                     const check_known_region *region);

// Are two faces that meet on the way to this frame inside a known region?
bool check_known_has_faces(const check_known *known, const check_animation *animation,
                           uint32_t clip, uint32_t frame, uint32_t a, uint32_t b,
                           mote_face_pair faces);

#endif
