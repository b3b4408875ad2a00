// A baseline: face pairs that are known and accepted. Only what is not in it counts.
//
// The file is text, sorted, so that version control shows what has changed:
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

// What a file held for parts of the animation, and for parts that the animation does not have.
typedef struct check_baseline_size {
    uint64_t known, unknown; // face pairs; one part inside another counts as one
} check_baseline_size;

check_baseline_size check_baseline_get_size(const check_baseline *baseline);

// Parts that the animation does not have are counted only; a part with another number of triangles is
// refused.
mote_result check_baseline_read(const char *path, const check_animation *animation,
                                check_baseline **out);
// Write errors stay in the stream. MOTE_ERROR_MEMORY is the only failure.
mote_result check_baseline_write(const check_baseline *baseline, const check_animation *animation,
                                 FILE *to);

// Everything found in a frame.
mote_result check_baseline_add(check_baseline *baseline, const mote_check_frame *frame);

// `faces` of parts a and b; MOTE_NONE twice for a part inside the other.
bool check_baseline_has(const check_baseline *baseline, uint32_t a, uint32_t b,
                        mote_face_pair faces);

#endif
