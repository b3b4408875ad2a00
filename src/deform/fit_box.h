// A small oriented box around points.

#ifndef MOTE_DEFORM_FIT_BOX_H
#define MOTE_DEFORM_FIT_BOX_H

#include <mote/deform.h>

// Around `count` points, 1 or more, up to rounding.
mote_oriented_box mote_fit_box(const mote_vec3 *points, uint32_t count);

#endif
