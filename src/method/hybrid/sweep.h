// The parts of hybrid that find impacts over a step. The stages are those of a detect, with boxes over both ends of the step: cluster
// pairs (sweep_clusters.c), boxes inside their clusters (sweep_boxes.c), candidates (sweep_pairs.c). A candidate is a vertex and a
// face, or two edges, whose boxes overlap; each is tested once, because each vertex and edge is owned by one triangle.
//
// Where only the first impact is wanted, boxes need not reach further than the time of the earliest one that is known. That time is
// their horizon.

#ifndef MOTE_METHOD_HYBRID_SWEEP_H
#define MOTE_METHOD_HYBRID_SWEEP_H

#include "core/box_tree.h"
#include "method/sweep.h"

enum {
    MOTE_SWEEP_RUNS = MOTE_CLUSTER_TRIANGLES / MOTE_RUN_TRIANGLES, // of a cluster
    MOTE_SWEEP_RUN_GROUPS = MOTE_SWEEP_RUNS / 8
};

// What hybrid keeps of a body.
typedef struct mote_sweep_body {
    uint32_t cluster_count;
    mote_box *boxes;     // per cluster, with border vertices
    uint32_t *box_stamp; // the version for which a box was made
    uint8_t *codes,
        *group_codes; // outcodes: per cluster, rounded up to whole groups, and per group
    // Where the boxes inside a cluster begin in `groups` of the world, and how long they are valid.
    uint64_t *inside_first;
    uint32_t *inside_stamp;
    double *horizon;
} mote_sweep_body;

// The boxes inside a cluster, all over the step up to the horizon. Lanes without a primitive are empty.
typedef struct mote_sweep_inside {
    const mote_box8 *runs;     // MOTE_SWEEP_RUN_GROUPS
    const mote_box8 *faces;    // one group per run
    const mote_box8 *vertices; // those of the incidence, from the first of the cluster on
    const mote_box8 *edges;
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

typedef struct mote_sweep_world {
    mote_u32_array reach_a, reach_b; // clusters that reach into the region of a candidate
    mote_box_tree tree;              // over reach_b, or over reach_a of a body with itself
    mote_u32_array found;            // leaves of the tree
    MOTE_ARRAY(mote_sweep_clusters) pairs;
    MOTE_ARRAY(mote_sweep_fill) fills;
    MOTE_ARRAY(mote_box8) groups; // insides of clusters
} mote_sweep_world;

// Appends the cluster pairs of a candidate to those of the world. False for no memory.
bool mote_sweep_pair_clusters(mote_sweep_frame *frame, const mote_sweep_candidate *candidate,
                              uint32_t number);

// Fills the insides of the clusters in pairs `first` to `end` - 1, as far as the limits of their candidates require. False for no
// memory.
bool mote_sweep_fill_insides(mote_sweep_frame *frame, const mote_sweep_candidate *candidates,
                             size_t first, size_t end);

mote_sweep_inside mote_sweep_inside_of(const mote_sweep_world *world, const mote_swept *swept,
                                       uint32_t cluster);

// Adds the impacts of the cluster pairs `first` to `end` - 1 to the sinks, in blocks on the workers. Their insides are filled.
void mote_sweep_test_pairs(mote_sweep_frame *frame, mote_sweep_candidate *candidates, size_t first,
                           size_t end);

#endif
