// The parts of hybrid that find impacts over a step. The stages are the same as in a detect, with
// boxes over both ends of the step: cluster pairs (sweep_clusters.c), boxes inside the clusters
// (sweep_boxes.c), candidates (sweep_pairs.c). A candidate is a vertex and a face, or two edges,
// whose boxes overlap. Each is tested once, because one triangle owns each vertex and edge.
//
// For a body on demand, nodes are bounded over both ends (sweep_nodes.c), and twigs that may meet
// the other body are evaluated. Two triangles whose boxes overlap are in two twigs whose bounds
// overlap, so the candidates are the same as for fresh bodies.
//
// If only the first impact is wanted, boxes cover the step up to the earliest known impact. This
// time is their horizon.

#ifndef MOTE_METHOD_HYBRID_SWEEP_H
#define MOTE_METHOD_HYBRID_SWEEP_H

#include "core/box_tree.h"
#include "method/hybrid/hybrid.h"
#include "method/sweep.h"

// Hybrid's state of a body.
typedef struct mote_sweep_body {
    uint32_t cluster_count;
    mote_box *boxes;     // per cluster, including border vertices
    uint32_t *box_stamp; // the version for which a box was made
    uint8_t *codes,
        *group_codes; // outcodes per cluster (rounded up to whole groups) and per group
    // For clusters with an inside: its version, its horizon and its indices in the arrays of the
    // world.
    uint32_t *inside_stamp;
    double *horizon;
    uint32_t *inside_tree;
    uint64_t *inside_first;
    // wanted_twigs: for a cluster on demand with a box, the wanted twigs. filled_twigs: the twigs
    // that the inside has, all of them if the body is fresh. Other twigs have empty boxes.
    uint8_t *wanted_twigs, *filled_twigs;
} mote_sweep_body;

// The boxes inside a cluster, over the step up to the horizon.
typedef struct mote_sweep_inside {
    const mote_hybrid_boxes *tree;
    const mote_box *faces;    // by slot
    const mote_box *vertices; // owned by the triangles, in the order of the incidence
    const mote_box *edges;
} mote_sweep_inside;

// Two clusters whose boxes overlap.
typedef struct mote_sweep_clusters {
    uint32_t candidate;
    uint32_t a, b;
} mote_sweep_clusters;

// A cluster whose inside is to be filled.
typedef struct mote_sweep_fill {
    const mote_swept *swept;
    uint32_t cluster;
} mote_sweep_fill;

// Untested candidates of one kind and of one pair of bodies.
enum { MOTE_SWEEP_BATCH = 512, MOTE_SWEEP_KINDS = 3 };

typedef struct mote_sweep_waiting {
    uint32_t count;
    mote_index_quad quads[MOTE_SWEEP_BATCH];
    uint32_t slot_a[MOTE_SWEEP_BATCH], slot_b[MOTE_SWEEP_BATCH];
} mote_sweep_waiting;

// Working memory of one worker for testing cluster pairs. Too large for some stacks.
typedef struct mote_sweep_tester {
    mote_sweep_frame *frame;
    mote_sweep_sink *sink;
    mote_sweep_candidate *candidate; // of the untested pairs
    uint32_t number;
    bool self;
    mote_sweep_waiting kinds[MOTE_SWEEP_KINDS]; // by mote_swept_kind
    mote_impact_hit hits[MOTE_SWEEP_BATCH];
    uint16_t box_pairs[MOTE_HYBRID_MAX_PAIRS + MOTE_HYBRID_MORE_PAIRS];
} mote_sweep_tester;

typedef struct mote_sweep_world {
    mote_u32_array reach_a, reach_b; // clusters that reach into the region of a candidate
    mote_box_tree tree;              // over reach_b, or over reach_a of a body with itself
    mote_u32_array found;            // leaves of the tree
    MOTE_ARRAY(mote_sweep_clusters) pairs;
    MOTE_ARRAY(mote_sweep_fill) fills;
    // Insides of clusters.
    MOTE_ARRAY(mote_hybrid_boxes) trees;
    MOTE_ARRAY(mote_box) boxes;
    MOTE_ARRAY(mote_sweep_tester) testers; // one per worker
} mote_sweep_world;

// Appends the cluster pairs of a candidate to the world's pairs. False for no memory.
bool mote_sweep_pair_clusters(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                              uint32_t number);

// As mote_sweep_pair_clusters, if a body is on demand. If a body cannot stay on demand, appends
// nothing: the body leaves the on-demand state and *left is set.
bool mote_sweep_pair_nodes(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                           uint32_t number, bool *left);

// Fills the world's reach_b with the clusters of a fresh body that reach into the region, and
// builds a tree over the clusters. False for no memory.
bool mote_sweep_plant_clusters(mote_sweep_frame *frame, const mote_swept *swept,
                               const mote_box *region);

// Fills the insides of the clusters in pairs `first` to `end` - 1, up to the horizons of their
// candidates. False for no memory.
bool mote_sweep_fill_insides(mote_sweep_frame *frame, const mote_sweep_candidate *candidates,
                             size_t first, size_t end);

// Returns the boxes of one cluster of a fresh body, computed if necessary; null for no memory.
// Valid until the next call that computes boxes.
const mote_hybrid_boxes *mote_sweep_tree_of(mote_sweep_frame *frame,
                                            const mote_sweep_candidate *candidate,
                                            const mote_swept *swept, uint32_t cluster);

mote_sweep_inside mote_sweep_inside_of(const mote_sweep_world *world, const mote_swept *swept,
                                       uint32_t cluster);

// Adds the impacts of the cluster pairs `first` to `end` - 1 to the sinks, in blocks on the
// workers. The insides of the clusters must be filled, and each worker must have a tester.
void mote_sweep_test_pairs(mote_sweep_frame *frame, mote_sweep_candidate *candidates, size_t first,
                           size_t end);

#endif
