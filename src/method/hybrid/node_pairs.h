// Cluster pairs where at least one body is asked on demand.

#ifndef MOTE_METHOD_HYBRID_NODE_PAIRS_H
#define MOTE_METHOD_HYBRID_NODE_PAIRS_H

#include "method/hybrid/state.h"

// As mote_pair_clusters, but the pairs name the twigs that may meet, and boxes of clusters on demand are bounds.
bool mote_pair_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

#endif
