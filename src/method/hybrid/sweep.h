// The parts of hybrid that find impacts over a step. The stages are those of a detect, with boxes over both ends of the step: cluster
// pairs (sweep_clusters.c), boxes inside their clusters (sweep_boxes.c), candidates (sweep_pairs.c). A candidate is a vertex and a
// face, or two edges, whose boxes overlap; each is tested once, because each vertex and edge is owned by one triangle.
//
// Of a body on demand, nodes are bounded over both ends (sweep_nodes.c), and the twigs that may meet the other body are evaluated. Two
// triangles whose boxes overlap are in two twigs whose bounds overlap, so that the candidates are those of fresh bodies.
//
// Where only the first impact is wanted, boxes need not reach further than the time of the earliest one that is known. That time is
// their horizon.

#ifndef MOTE_METHOD_HYBRID_SWEEP_H
#define MOTE_METHOD_HYBRID_SWEEP_H

#include "core/box_tree.h"
#include "method/hybrid/hybrid.h"
#include "method/sweep.h"

// What hybrid keeps of a body.
typedef struct mote_sweep_body {
    uint32_t cluster_count;
    mote_box *boxes;     // per cluster, with border vertices
    uint32_t *box_stamp; // the version for which a box was made
    uint8_t *codes,
        *group_codes; // outcodes: per cluster, rounded up to whole groups, and per group
    // Of clusters with an inside: for which version, up to which horizon, and where it is in the arrays of the world.
    uint32_t *inside_stamp;
    double *horizon;
    uint32_t *inside_tree;
    uint64_t *inside_first;
    // On demand: the twigs of a cluster that are wanted, of those with a box. Those that its inside has; all of them if the body is
    // fresh. The boxes of the others are empty.
    uint8_t *wanted_twigs, *filled_twigs;
} mote_sweep_body;

// The boxes inside a cluster, all of them over the step up to the horizon.
typedef struct mote_sweep_inside {
    const mote_hybrid_boxes *tree;
    const mote_box *faces;    // by slot
    const mote_box *vertices; // those that its triangles own, as the incidence lists them
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

// Candidates of one kind and of one pair of bodies that wait to be tested.
enum { MOTE_SWEEP_BATCH = 512, MOTE_SWEEP_KINDS = 3 };

typedef struct mote_sweep_waiting {
    uint32_t count;
    mote_index_quad quads[MOTE_SWEEP_BATCH];
    uint32_t slot_a[MOTE_SWEEP_BATCH], slot_b[MOTE_SWEEP_BATCH];
} mote_sweep_waiting;

// What one worker needs to test cluster pairs. Too large for some stacks.
typedef struct mote_sweep_tester {
    mote_sweep_frame *frame;
    mote_sweep_sink *sink;
    mote_sweep_candidate *candidate; // whose pairs wait
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

// Appends the cluster pairs of a candidate to those of the world. False for no memory.
bool mote_sweep_pair_clusters(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                              uint32_t number);

// The same where a body is on demand. A body that cannot stay so leaves; if one has left, *left is set, and nothing is appended.
bool mote_sweep_pair_nodes(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                           uint32_t number, bool *left);

// Fills reach_b of the world with the clusters of a fresh body that reach into the region, and builds a tree over them. False for no
// memory.
bool mote_sweep_plant_clusters(mote_sweep_frame *frame, const mote_swept *swept,
                               const mote_box *region);

// Fills the insides of the clusters in pairs `first` to `end` - 1, as far as the limits of their candidates require. False for no
// memory.
bool mote_sweep_fill_insides(mote_sweep_frame *frame, const mote_sweep_candidate *candidates,
                             size_t first, size_t end);

// The boxes of one cluster of a fresh body, made if necessary; null for no memory. Valid until another one is made.
const mote_hybrid_boxes *mote_sweep_tree_of(mote_sweep_frame *frame,
                                            const mote_sweep_candidate *candidate,
                                            const mote_swept *swept, uint32_t cluster);

mote_sweep_inside mote_sweep_inside_of(const mote_sweep_world *world, const mote_swept *swept,
                                       uint32_t cluster);

// Adds the impacts of the cluster pairs `first` to `end` - 1 to the sinks, in blocks on the workers. Their insides are filled, and
// there is a tester for each worker.
void mote_sweep_test_pairs(mote_sweep_frame *frame, mote_sweep_candidate *candidates, size_t first,
                           size_t end);

#endif
