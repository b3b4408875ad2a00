// The parts of hybrid: what it keeps for each body and each world, its stages, and its vector kernels.
//
// Bodies on demand (shape/on_demand.h) are visited by runs of 16 triangles, eight per cluster, which are the
// leaves of their node tree. Here they are called twigs, because hybrid's own leaves have eight triangles.

#ifndef MOTE_METHOD_HYBRID_HYBRID_H
#define MOTE_METHOD_HYBRID_HYBRID_H

#include "core/box.h"
#include "core/box_tree.h"
#include "core/simd.h"
#include "mesh/clusters.h"
#include "method/method.h"
#include "shape/node_pairs.h"

enum {
    MOTE_HYBRID_LEAVES = MOTE_CLUSTER_TRIANGLES / 8,
    MOTE_HYBRID_LEAF_GROUPS = MOTE_HYBRID_LEAVES / 8,
    MOTE_HYBRID_MAX_PAIRS = MOTE_CLUSTER_TRIANGLES * MOTE_CLUSTER_TRIANGLES,
    MOTE_HYBRID_MORE_PAIRS = 8, // pairs are written and read eight at a time
    MOTE_HYBRID_CLUSTER_BITS = 24
};

// The boxes of a cluster's triangles, and of its leaves of eight triangles.
typedef struct mote_hybrid_boxes {
    mote_box8 leaves[MOTE_HYBRID_LEAF_GROUPS];
    mote_box8 triangles[MOTE_HYBRID_LEAVES];
} mote_hybrid_boxes;

// Slabs around the triangles of eight leaves, side by side: all points of a leaf are within its height of the plane through its
// center and within its radius of the center itself. Two smooth sheets that lie close to each other overlap in nearly all
// their boxes, but in few of these.
typedef struct mote_slab8 {
    float center[3][8], height[8];
    float normal[3][8], radius[8]; // a normal has unit length, or is 0
} mote_slab8;

// The planes of a leaf's eight triangles. The plane of a triangle is `offset` along its normal from the center of its box.
// A triangle that is too thin for a plane has the normal and the offset 0.
typedef struct mote_leaf_planes {
    float normal[3][8], offset[8];
} mote_leaf_planes;

// Beside the boxes of a cluster, if its body is tested against itself.
typedef struct mote_hybrid_sheets {
    mote_slab8 slabs[MOTE_HYBRID_LEAF_GROUPS];
    mote_leaf_planes planes[MOTE_HYBRID_LEAVES];
} mote_hybrid_sheets;

// ---------------------------------------------------------------------------------------------
// State

typedef struct mote_hybrid_body {
    const mote_shape *shape;
    uint32_t cluster_count;
    bool tests_itself;
    uint64_t
        key; // of the insides that workers keep: the body's number, above the bits of a cluster; 0 for none yet
    // All arrays are null until the body meets another.
    // Per cluster, widened by half the tolerance; valid where the stamp is the shape's version.
    mote_box *boxes; // with border vertices
    uint32_t *box_stamp;
    // Outcodes: per cluster, rounded up to whole groups and one more, and per group.
    uint8_t *codes, *group_codes;
    // Per cluster: the version for which its vertices were brought; of a body on demand, which twigs were.
    uint32_t *wanted_stamp;
    uint8_t *wanted_twigs;
    mote_neighbors neighbors; // if tests_itself
} mote_hybrid_body;

// Two clusters whose boxes overlap.
typedef struct mote_cluster_pair {
    uint32_t candidate;
    uint32_t a, b;
    uint8_t twigs_a, twigs_b; // of bodies on demand: those that may meet
} mote_cluster_pair;

typedef MOTE_ARRAY(mote_cluster_pair) mote_cluster_pair_array;

// Two clusters whose boxes a worker keeps. Those of the one that was asked for less recently are the next to be overwritten.
typedef struct mote_hybrid_set {
    uint64_t key[2];         // of body and cluster; 0 for none
    uint32_t version[2];     // of the shape
    uint8_t filled_twigs[2]; // of a body on demand; the boxes of its other twigs are empty
    uint8_t recent;
} mote_hybrid_set;

typedef struct mote_hybrid_world {
    mote_u64_array keys, scratch;    // candidates while they are ordered
    mote_u32_array reach_a, reach_b; // clusters that reach into the region of a candidate
    mote_box_tree tree;              // over reach_b, or over reach_a of a body with itself
    mote_u32_array found;            // leaves of the tree
    mote_u64_array node_pairs;       // cluster pairs of bodies on demand while they are ordered
    mote_cluster_pair_array pairs;   // of the present chunk of work
    mote_cluster_pair_array listed;  // under a budget: of a candidate on demand
    // What workers keep: set_count sets for each worker, two boxes and two sheets for each set; no sheets until a body is
    // tested against itself.
    mote_hybrid_set *sets;
    mote_hybrid_boxes *insides;
    mote_hybrid_sheets *sheets;
    uint32_t set_count, keeping_workers;
    uint64_t last_key; // grows as long as the world exists
} mote_hybrid_world;

// ---------------------------------------------------------------------------------------------
// Stage 1, cluster pairs (cluster_pairs.c, node_pairs.c)

// Appends the cluster pairs of candidate `number` to those of the world and makes their boxes. False for no
// memory.
bool mote_pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

// The two steps of this for fresh bodies. The first collects the clusters that reach into the region and builds the
// tree; the second asks the tree for one of those of a: `found` of the world is then where in reach_b, or in reach_a of
// a body with itself. False for no memory.
bool mote_reach_clusters(mote_frame *frame, const mote_candidate *candidate);
bool mote_ask_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t cluster_a);

static inline const mote_u32_array *mote_reach_of_b(const mote_hybrid_world *world,
                                                    const mote_candidate *candidate)
{
    return mote_candidate_is_self(candidate) ? &world->reach_a : &world->reach_b;
}

// The same where at least one body is on demand. The pairs also name the twigs that may meet, and the boxes
// of clusters on demand are bounds.
bool mote_pair_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

// The same, but appends nothing where it finds that a body cannot stay on demand: then the body leaves, and *left is
// set.
bool mote_list_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                     bool *left);

// The twigs of side k of a pair, a cluster on demand, whose boxes meet that of some triangle of the other side, a fresh cluster.
uint32_t mote_hybrid_twigs_at(const mote_hybrid_boxes *inside, const mote_node_tree *tree,
                              const mote_node_pair *pair, int k);

// Fills reach_b of the world with the clusters of a fresh body that reach into the region, and builds a tree
// over them. False for no memory.
bool mote_plant_clusters(mote_frame *frame, mote_hybrid_body *body, const mote_box *region);

// ---------------------------------------------------------------------------------------------
// Stage 2, triangle boxes (triangle_boxes.c), only of clusters that are in some pair

// Room for what each worker keeps, for candidates with this many clusters in all. False for no memory.
bool mote_hybrid_keep_insides(mote_frame *frame, size_t cluster_count, bool with_sheets);
void mote_hybrid_release_insides(mote_hybrid_world *world, const mote_allocator *allocator);

// Brings the vertices that the world's cluster pairs need; what must be evaluated is, in blocks on the workers.
void mote_hybrid_need_all(mote_frame *frame, const mote_candidate *candidates);

// The same for one cluster pair, on the calling thread.
void mote_hybrid_need_pair(mote_frame *frame, const mote_candidate *candidate,
                           const mote_cluster_pair *pair);

const mote_hybrid_boxes *mote_hybrid_make_inside(mote_frame *frame, size_t place,
                                                 const mote_hybrid_body *body, uint32_t cluster);

// What is in a cluster whose vertices were brought, made by the worker if it does not have it. The results of the last two calls
// of a worker are valid.
static inline const mote_hybrid_boxes *mote_hybrid_inside_of(mote_frame *frame, uint32_t worker,
                                                             const mote_hybrid_body *body,
                                                             uint32_t cluster)
{
    const mote_hybrid_world *world = frame->state;
    uint64_t key = body->key | cluster;
    uint32_t spread = cluster + 37 * (uint32_t)(body->key >> MOTE_HYBRID_CLUSTER_BITS);
    size_t place = (size_t)worker * world->set_count + (spread & (world->set_count - 1));
    mote_hybrid_set *set = &world->sets[place];
    for (int way = 0; way < 2; way++) {
        if (set->key[way] != key || set->version[way] != (uint32_t)body->shape->version ||
            mote_shape_is_on_demand(body->shape))
            continue;
        set->recent = (uint8_t)way;
        return &world->insides[2 * place + (size_t)way];
    }
    return mote_hybrid_make_inside(frame, place, body, cluster);
}

// The same for a fresh body whose vertices may not have been brought, on the calling thread, which is worker 0.
const mote_hybrid_boxes *mote_hybrid_bring_inside(mote_frame *frame, mote_hybrid_body *body,
                                                  uint32_t cluster);

// ---------------------------------------------------------------------------------------------
// Stage 3, face pairs (face_pairs.c)

// A position under a budget: cluster of a in the high half, cluster of b in the low half; and the number of face pairs
// with overlapping boxes of these two that come before.
static inline uint64_t mote_cluster_pair_position(const mote_cluster_pair *pair)
{
    return (uint64_t)pair->a << 32 | pair->b;
}

// Under a budget: which face pairs to test, and where the budget ended the work.
typedef struct mote_hybrid_limits {
    mote_turn begin, end;
    _Atomic uint64_t
        stopped_at; // the first of the world's cluster pairs that was not tested to its end, or their number
    uint64_t stopped_skip; // where candidates are counted, and so one worker does all
} mote_hybrid_limits;

// Adds the face pairs of all cluster pairs of the world to the sinks, in blocks on the workers. `limits` may be null.
void mote_hybrid_test_all(mote_frame *frame, const mote_candidate *candidates,
                          mote_hybrid_limits *limits);

// Adds the first face pair among the world's cluster pairs, if there is one, to the first sink. True if there is.
bool mote_hybrid_test_first(mote_frame *frame, const mote_candidate *candidates,
                            mote_hybrid_limits *limits);

// ---------------------------------------------------------------------------------------------
// A body with itself (self.c)

// Makes what stage 3 needs for each body that is tested against itself, if it is not there yet. False for no memory.
bool mote_hybrid_prepare_self(mote_frame *frame, const mote_candidate *candidates, uint32_t count);

void mote_hybrid_drop_self(mote_hybrid_body *body, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// All stages under a budget (turn.c): one candidate, from its begin to its end

// False for no memory.
bool mote_hybrid_take_turn(mote_frame *frame, mote_candidate *candidates, uint32_t number);

// ---------------------------------------------------------------------------------------------
// Vector kernels (hybrid_simd.c)

// Sets codes[i], six bits, to the sides of the region beyond which box i lies; 0 means that it may touch the
// region. An empty box lies beyond all sides, so it never keeps anything alive. group_codes has the sides
// that eight boxes have in common.
MOTE_DECLARE_KERNEL(void, mote_hybrid_outcodes,
                    (const mote_box8 *boxes, uint32_t group_count, const mote_box *region,
                     uint8_t *codes, uint8_t *group_codes));

// The boxes of up to MOTE_CLUSTER_TRIANGLES triangles and of their leaves, widened by `by` on each side; those
// past the last triangle are empty. `padded`: one float behind the last vertex can be read.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_inside,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     uint32_t triangle_count, float by, mote_hybrid_boxes *out));

// The same for the leaves whose bit is set; the others stay as they are.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_leaves,
                    (const float *xyz, const uint32_t *corners, uint32_t triangle_count, float by,
                     uint32_t leaves, mote_hybrid_boxes *out));

// Whether the box shares a point with that of some triangle.
MOTE_DECLARE_KERNEL(bool, mote_hybrid_inside_meets,
                    (const mote_hybrid_boxes *inside, const mote_box *box));

// Brings the corners of eight triangles of one body side by side: out[3 * corner + coordinate][triangle].
MOTE_DECLARE_KERNEL(void, mote_hybrid_gather,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     const uint32_t slots[8], float out[9][8]));

// Writes those of eight numbers whose bit is set one behind the other. Eight are written in any case: no branch depends on the bits.
MOTE_DECLARE_KERNEL(void, mote_hybrid_keep,
                    (const uint32_t from[8], uint32_t bits, uint32_t out[8]));

// Bit i is set where the triangles slots_a[i] and slots_b[i] of one body share a vertex.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_neighbors,
                    (const uint32_t *corners, const uint32_t slots_a[8],
                     const uint32_t slots_b[8]));

// Pairs of triangles of two clusters whose boxes overlap, as a * MOTE_CLUSTER_TRIANGLES + b, with a < b for a
// cluster with itself. `region` is the overlap of the two clusters' boxes. Returns the number of pairs; `out`
// has room for MOTE_HYBRID_MAX_PAIRS and MOTE_HYBRID_MORE_PAIRS beyond, which may be overwritten.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_box_pairs,
                    (const mote_hybrid_boxes *a, const mote_hybrid_boxes *b, const mote_box *region,
                     uint16_t *out));

// The slabs and planes of the leaves of a cluster whose boxes are `inside`. Leaves without triangles stay as they are.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_slabs,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     uint32_t triangle_count, const mote_hybrid_boxes *inside, mote_slab8 *slabs,
                     mote_leaf_planes *planes));

// Two clusters of one body, or one with itself.
typedef struct mote_self_pair {
    const mote_slab8 *slabs_a, *slabs_b;
    const mote_leaf_planes *planes_a;
    // Which leaves have triangles that share a vertex; null for none. Never null of one cluster.
    const mote_neighbor_clusters *neighbors;
    const uint64_t *masks; // of these leaves
} mote_self_pair;

// The same without triangles that share a vertex, and without most of those that slabs and planes show to be apart; in another
// order.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_stranger_pairs,
                    (const mote_hybrid_boxes *a, const mote_hybrid_boxes *b, const mote_box *region,
                     const mote_self_pair *both, uint16_t *out));

#endif
