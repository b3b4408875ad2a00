// A view as a picture: the place where two parts meet, from the side on which the faces that meet are
// seen best. If they are hidden from all sides, what stands in front of them is cut away.

#ifndef MOTE_CHECK_VIEW_PICTURE_H
#define MOTE_CHECK_VIEW_PICTURE_H

#include "check/report/view.h"

// All zero is an empty one. Places and directions as the view has them.
typedef struct check_view_picture {
    uint8_t *png; // the bytes of a PNG file; from malloc, owned
    size_t png_size;
    mote_vec3 middle; // of what is seen
    float reach;      // from there to where the picture ends, at least
    mote_vec3 from;   // the direction towards the eye
    float cut;        // what is farther from the middle than this in that direction is cut away
} check_view_picture;

// The episode is the one that the view was made of.
mote_result check_view_picture_make(const check_view *view, const mote_check_episode *episode,
                                    bool z_up, check_view_picture *out);
void check_view_picture_release(check_view_picture *made);

#endif
