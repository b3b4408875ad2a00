// A few vertices of each area, as far from each other as can be. One particle cannot see all of a large area: it
// may sit in a valley, such as the corner between a handle and the body it belongs to. What comes from elsewhere
// is nearer to one of these.

#ifndef MOTE_PAPERS_LBG_LOOKOUTS_H
#define MOTE_PAPERS_LBG_LOOKOUTS_H

#include "papers/lbg/body.h"

// Each lookout is the vertex of the area that is farthest from the particle and all lookouts before it, at the
// given positions. Fewer where vertices coincide. False for no memory.
bool mote_lbg_find_lookouts(mote_lbg_body *body, const mote_allocator *allocator,
                            const mote_vec3 *positions);

#endif
