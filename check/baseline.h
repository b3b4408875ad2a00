// A baseline: known and accepted face pairs. A check counts only pairs outside of the baseline.
//
// The file is sorted text, so that version control shows changes:
//
//     mote baseline 1
//     part TRIANGLES NAME        one line per part, numbered from 0 in this order
//     pair A B                   two parts; the face pairs of the two follow
//     FACE FACE
//     inside                     in place of faces: one part lies inside the other

#ifndef MOTE_CHECK_BASELINE_H
#define MOTE_CHECK_BASELINE_H

#include <mote/check.h>
#include <stdio.h>

#include "check/animation/animation.h"

typedef struct check_baseline check_baseline;

// Empty at first.
mote_result check_baseline_create(check_baseline **out);

// Null is allowed.
void check_baseline_destroy(check_baseline *baseline);

// Counts the entries for parts of the animation and for other parts.
typedef struct check_baseline_size {
    uint64_t known, unknown; // face pairs; one part inside another counts as one
} check_baseline_size;

check_baseline_size check_baseline_get_size(const check_baseline *baseline);

// Entries for parts that the animation does not have are only counted. A part with a different
// number of triangles is refused.
mote_result check_baseline_read(const char *path, const check_animation *animation,
                                check_baseline **out);
// The stream records write errors. MOTE_ERROR_MEMORY is the only failure.
mote_result check_baseline_write(const check_baseline *baseline, const check_animation *animation,
                                 FILE *to);

// Adds all findings of a frame.
mote_result check_baseline_add(check_baseline *baseline, const mote_check_frame *frame);

// Does the baseline contain these faces of parts a and b? Both faces are MOTE_NONE for a part
// inside the other.
bool check_baseline_has(const check_baseline *baseline, uint32_t a, uint32_t b,
                        mote_face_pair faces);

#endif
