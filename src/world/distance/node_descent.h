// The distance where at least one body is asked on demand.

#ifndef MOTE_WORLD_DISTANCE_NODE_DESCENT_H
#define MOTE_WORLD_DISTANCE_NODE_DESCENT_H

#include "world/distance/search.h"

// Looks at all that may come below the bound of a search that has begun, from the slots of a hint or
// MOTE_NONE. `trees` are over the clusters of fresh bodies, null for those on demand. False where the
// bodies should rather be evaluated and the search begun again: bounding has become costly, or a
// position turned out not to be finite.
bool mote_descend_nodes(mote_search *search, const mote_box_tree *const trees[2], uint32_t slot_a,
                        uint32_t slot_b);

#endif
