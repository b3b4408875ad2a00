// Renders a view: the region where two parts meet, from the side with the best visibility of the
// faces that meet. If they are hidden from all sides, the geometry in front of them is cut away.

#ifndef MOTE_CHECK_VIEW_PICTURE_H
#define MOTE_CHECK_VIEW_PICTURE_H

#include "check/report/view.h"

// Zero-initialized means empty. Positions and directions are in the coordinates of the view.
typedef struct check_view_picture {
    uint8_t *png; // the bytes of a PNG file; from malloc, owned
    size_t png_size;
    mote_vec3 middle; // center of the picture
    float reach;      // smallest distance from the center to the border of the picture
    mote_vec3 from;   // direction towards the eye
    float cut;        // in that direction, geometry farther from the center is cut away
} check_view_picture;

// The view must be of this episode.
mote_result check_view_picture_make(const check_view *view, const mote_check_episode *episode,
                                    bool z_up, check_view_picture *out);
void check_view_picture_release(check_view_picture *made);

#endif
