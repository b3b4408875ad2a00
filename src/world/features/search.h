// A search for features within a distance: pairs of bodies, then of clusters, then of faces with
// near boxes. Each face contributes the vertices and edges that it owns. First the keys of near
// features are found and sorted, then the closest points are computed in order.

#ifndef MOTE_WORLD_FEATURES_SEARCH_H
#define MOTE_WORLD_FEATURES_SEARCH_H

#include <mote/features.h>

#include "world/body_order.h"
#include "world/world.h"

enum { MOTE_FEATURE_KINDS = 3 };

// Two clusters of the pair of bodies with index `pair`.
typedef struct mote_feature_clusters {
    uint32_t pair, a, b;
} mote_feature_clusters;

// Two features of one kind: bucket = 3 * index of the pair of bodies + kind.
typedef struct mote_feature_hit {
    uint64_t key; // feature_a << 32 | feature_b
    uint32_t bucket;
} mote_feature_hit;

// The hits of one worker.
typedef struct mote_feature_sink {
    MOTE_ARRAY(mote_feature_hit) hits;
    bool failed; // out of memory
} mote_feature_sink;

typedef struct mote_feature_search {
    float distance;
    bool shared_vertex;
    mote_body_order order;
    mote_u32_array found;
    MOTE_ARRAY(mote_feature_body_pair) pairs;
    MOTE_ARRAY(mote_feature_clusters) clusters;
    MOTE_ARRAY(mote_feature_sink) sinks;
    MOTE_ARRAY(size_t) first; // per bucket: index of its first key; one more at the end
    mote_u64_array keys, scratch;
    MOTE_ARRAY(mote_near_pair) features;
} mote_feature_search;

// Fills `pairs` with the bodies that may have features within the distance, and `clusters` with
// their clusters. Makes these bodies fresh and fills the face boxes of these clusters.
mote_result mote_features_find_clusters(mote_world *world, mote_feature_search *search);

// Adds the features of two clusters that are within the distance to the sink.
void mote_features_test_clusters(const mote_world *world, const mote_feature_search *search,
                                 const mote_feature_clusters *clusters, mote_feature_sink *sink);

// Computes the closest points of the two features of a key.
void mote_features_measure(const mote_world *world, const mote_feature_body_pair *pair,
                           mote_near_kind kind, uint64_t key, mote_near_pair *out);

#endif
