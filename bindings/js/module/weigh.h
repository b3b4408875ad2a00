// How heavy a body is that is to be let move.

#ifndef MOTE_JS_WEIGH_H
#define MOTE_JS_WEIGH_H

#include "bindings/js/module/world.h"

typedef struct js_weight {
    mote_mass mass; // of density 1, in the frame of the body's positions
    bool is_solid;  // the present shape encloses it; else it is the box around the shape
} js_weight;

// Of the present shape, that of a deformer included. Where no volume is enclosed, the solid box around all
// triangles, whose sides are taken to be at least a thousandth of the longest. MOTE_ERROR_DATA for a shape that is
// one point or not finite.
mote_result js_weigh(const js_body *body, js_weight *out);

// The same body with another mass, which may be infinite.
mote_mass js_scaled_mass(const mote_mass *mass, double to);

#endif
