// The repartition check of Saenghaengtham and Kanongchaiyos 2006: the size of an area is that of a rectangle, as
// long and as wide as the ways from the particle to the edge of the area in the directions +X, -X, +Y and -Y,
// "along the vertices".
//
// X and Y are not defined: they are taken in the tangent plane at the particle, X towards its first
// neighbor. A way goes over those edges of the area that point best in its direction, as long as any does.
//
// Where the particle is, its frame and its ways change although the body does not: a rigid body would be cut
// anew again and again. So ways are found once, from the vertex at which the particle began, and only their
// lengths are measured in each frame, over at most MOTE_LBG_ROUTE chords each, whatever the size of the mesh.
// The literal form follows the particle.

#ifndef MOTE_PAPERS_LBG_RECTANGLE_H
#define MOTE_PAPERS_LBG_RECTANGLE_H

#include "papers/lbg/body.h"

// Finds the four routes of each particle, in the present shape.
void mote_lbg_find_routes(mote_lbg_body *body);

// The largest rectangle of all areas, in the present shape. NaN never wins.
double mote_lbg_largest_rectangle(const mote_lbg_body *body, bool literal);

#endif
