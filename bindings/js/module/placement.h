// From the transforms that worlds know to the placements that dynamics knows.

#ifndef MOTE_JS_PLACEMENT_H
#define MOTE_JS_PLACEMENT_H

#include <mote/dynamics.h>

// False where the columns are not those of a rotation, to a ten thousandth.
bool js_placement_of(const mote_transform *transform, mote_placement *out);

#endif
