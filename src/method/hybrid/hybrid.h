// The parts of hybrid: the state of each body and each world, the stages, and the vector kernels.
//
// Bodies on demand (shape/on_demand.h) are visited by runs of 16 triangles, eight per cluster,
// which are the leaves of their node tree. Here they are called twigs, because hybrid's own leaves
// have eight triangles.

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

// Slabs around the triangles of eight leaves, side by side: all points of a leaf are within
// `height` of the plane through the center and within `radius` of the center. Where two smooth
// sheets lie close to each other, nearly all their boxes overlap, but few of their slabs.
typedef struct mote_slab8 {
    float center[3][8], height[8];
    float normal[3][8], radius[8]; // a normal has unit length, or is 0
} mote_slab8;

// The planes of a leaf's eight triangles. The plane of a triangle is `offset` along its normal from
// the center of its box. A triangle that is too thin for a plane has the normal and the offset 0.
typedef struct mote_leaf_planes {
    float normal[3][8], offset[8];
} mote_leaf_planes;

// Extra data of a cluster whose body is tested against itself.
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
        key; // key of the insides that workers keep: body number above the cluster bits; 0: none yet
    // All arrays are null until the body is in a candidate.
    // Per cluster: box widened by half the tolerance, valid if the stamp is the shape's version.
    mote_box *boxes; // include border vertices
    uint32_t *box_stamp;
    // Outcodes per cluster (rounded up to whole groups, plus one group) and per group.
    uint8_t *codes, *group_codes;
    // Per cluster: the version for which its vertices were fetched, and for a body on demand the
    // fetched twigs.
    uint32_t *wanted_stamp;
    uint8_t *wanted_twigs;
    mote_neighbors neighbors; // if tests_itself
} mote_hybrid_body;

// Two clusters whose boxes overlap.
typedef struct mote_cluster_pair {
    uint32_t candidate;
    uint32_t a, b;
    uint8_t twigs_a, twigs_b; // for bodies on demand: twigs that may meet
} mote_cluster_pair;

typedef MOTE_ARRAY(mote_cluster_pair) mote_cluster_pair_array;

// A two-way set of a worker's cache of cluster boxes. A new cluster replaces the less recently used
// one.
typedef struct mote_hybrid_set {
    uint64_t key[2];         // body key | cluster; 0 for none
    uint32_t version[2];     // of the shape
    uint8_t filled_twigs[2]; // for a body on demand; other twigs have empty boxes
    uint8_t recent;
} mote_hybrid_set;

typedef struct mote_hybrid_world {
    mote_u64_array keys, scratch;    // candidates, during sorting
    mote_u32_array reach_a, reach_b; // clusters that reach into the region of a candidate
    mote_box_tree tree;              // over reach_b, or over reach_a of a body with itself
    mote_u32_array found;            // leaves of the tree
    mote_u64_array node_pairs;       // cluster pairs of bodies on demand, during sorting
    mote_cluster_pair_array pairs;   // of the current chunk of work
    mote_cluster_pair_array listed;  // under a budget: pairs of a candidate on demand
    // Caches of the workers: set_count sets per worker, two boxes and two sheets per set. `sheets`
    // is null until a body is tested against itself.
    mote_hybrid_set *sets;
    mote_hybrid_boxes *insides;
    mote_hybrid_sheets *sheets;
    uint32_t set_count, keeping_workers;
    uint64_t last_key; // key of the newest body; only grows
} mote_hybrid_world;

// ---------------------------------------------------------------------------------------------
// Stage 1, cluster pairs (cluster_pairs.c, node_pairs.c)

// Appends the cluster pairs of candidate `number` to the world's pairs and computes the clusters'
// boxes. False for no memory.
bool mote_pair_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

// The two steps of mote_pair_clusters for fresh bodies. mote_reach_clusters collects the clusters
// that reach into the region and builds the tree. mote_ask_clusters queries the tree for a cluster
// of a; the world's `found` then has indices into reach_b, or into reach_a for a body with itself.
// False for no memory.
bool mote_reach_clusters(mote_frame *frame, const mote_candidate *candidate);
bool mote_ask_clusters(mote_frame *frame, const mote_candidate *candidate, uint32_t cluster_a);

static inline const mote_u32_array *mote_reach_of_b(const mote_hybrid_world *world,
                                                    const mote_candidate *candidate)
{
    return mote_candidate_is_self(candidate) ? &world->reach_a : &world->reach_b;
}

// As mote_pair_clusters, if at least one body is on demand. The pairs also name the twigs that may
// meet, and the boxes of clusters on demand are bounds.
bool mote_pair_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number);

// As mote_pair_nodes, but if a body cannot stay on demand, appends nothing: the body leaves the on-demand state and
// *left is set.
bool mote_list_nodes(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                     bool *left);

// Side k of the pair is a cluster on demand, the other side a fresh cluster. Returns the twigs of
// side k whose boxes overlap the box of some triangle of the fresh cluster.
uint32_t mote_hybrid_twigs_at(const mote_hybrid_boxes *inside, const mote_node_tree *tree,
                              const mote_node_pair *pair, int k);

// Fills reach_b of the world with the clusters of a fresh body that reach into the region, and
// builds a tree over them. False for no memory.
bool mote_plant_clusters(mote_frame *frame, mote_hybrid_body *body, const mote_box *region);

// ---------------------------------------------------------------------------------------------
// Stage 2, triangle boxes (triangle_boxes.c), only for clusters that are in a cluster pair

// Allocates the workers' caches for candidates with `cluster_count` clusters in total. False for no
// memory.
bool mote_hybrid_keep_insides(mote_frame *frame, size_t cluster_count, bool with_sheets);
void mote_hybrid_release_insides(mote_hybrid_world *world, const mote_allocator *allocator);

// Fetches the vertices that the world's cluster pairs need. Evaluates vertices on demand in blocks
// on the workers.
void mote_hybrid_need_all(mote_frame *frame, const mote_candidate *candidates);

// As mote_hybrid_need_all, for one cluster pair and on the calling thread.
void mote_hybrid_need_pair(mote_frame *frame, const mote_candidate *candidate,
                           const mote_cluster_pair *pair);

const mote_hybrid_boxes *mote_hybrid_make_inside(mote_frame *frame, size_t place,
                                                 const mote_hybrid_body *body, uint32_t cluster);

// Returns the boxes of a cluster whose vertices were fetched; the worker computes them if they are
// not in its cache. The results of a worker's last two calls are valid.
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

// As mote_hybrid_inside_of, but fetches the vertices of a fresh body first. Runs on the calling
// thread, which is worker 0.
const mote_hybrid_boxes *mote_hybrid_bring_inside(mote_frame *frame, mote_hybrid_body *body,
                                                  uint32_t cluster);

// ---------------------------------------------------------------------------------------------
// Stage 3, face pairs (face_pairs.c)

// The `at` of a mote_turn: cluster of a in the high half, cluster of b in the low half. `skip`
// counts the face pairs with overlapping boxes of the two clusters that come before the position.
static inline uint64_t mote_cluster_pair_position(const mote_cluster_pair *pair)
{
    return (uint64_t)pair->a << 32 | pair->b;
}

// Under a budget: the face pairs to test, and the position where the budget ended the work.
typedef struct mote_hybrid_limits {
    mote_turn begin, end;
    _Atomic uint64_t
        stopped_at; // index of the first cluster pair that was not tested completely, or the number of pairs
    uint64_t stopped_skip; // set if candidates are counted, so that one worker does all
} mote_hybrid_limits;

// Adds the face pairs of all cluster pairs of the world to the sinks, in blocks on the workers.
// `limits` may be null.
void mote_hybrid_test_all(mote_frame *frame, const mote_candidate *candidates,
                          mote_hybrid_limits *limits);

// Adds the first face pair of the world's cluster pairs to the first sink. Returns whether there is
// one.
bool mote_hybrid_test_first(mote_frame *frame, const mote_candidate *candidates,
                            mote_hybrid_limits *limits);

// ---------------------------------------------------------------------------------------------
// A body with itself (self.c)

// Computes the data that stage 3 needs for each body that is tested against itself, once per body.
// False for no memory.
bool mote_hybrid_prepare_self(mote_frame *frame, const mote_candidate *candidates, uint32_t count);

void mote_hybrid_drop_self(mote_hybrid_body *body, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// All stages under a budget (turn.c): one candidate, from `begin` to `end`

// False for no memory.
bool mote_hybrid_take_turn(mote_frame *frame, mote_candidate *candidates, uint32_t number);

// ---------------------------------------------------------------------------------------------
// Vector kernels (hybrid_simd.c)

// Sets codes[i], six bits, to the sides of the region beyond which box i lies; 0 means that it may
// touch the region. An empty box lies beyond all sides, so it never prevents a rejection.
// group_codes has the sides that eight boxes have in common.
MOTE_DECLARE_KERNEL(void, mote_hybrid_outcodes,
                    (const mote_box8 *boxes, uint32_t group_count, const mote_box *region,
                     uint8_t *codes, uint8_t *group_codes));

// Computes the boxes of up to MOTE_CLUSTER_TRIANGLES triangles and of their leaves, widened by `by`
// on each side; boxes past the last triangle are empty. `padded`: one float behind the last vertex
// can be read.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_inside,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     uint32_t triangle_count, float by, mote_hybrid_boxes *out));

// As mote_hybrid_fill_inside, for the leaves whose bit is set; the other leaves do not change.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_leaves,
                    (const float *xyz, const uint32_t *corners, uint32_t triangle_count, float by,
                     uint32_t leaves, mote_hybrid_boxes *out));

// Whether the box overlaps the box of any triangle.
MOTE_DECLARE_KERNEL(bool, mote_hybrid_inside_meets,
                    (const mote_hybrid_boxes *inside, const mote_box *box));

// Gathers the corners of eight triangles of one body side by side: out[3 * corner +
// coordinate][triangle].
MOTE_DECLARE_KERNEL(void, mote_hybrid_gather,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     const uint32_t slots[8], float out[9][8]));

// Packs the numbers whose bit is set to the front of `out`. Always writes eight numbers, so no
// branch depends on the bits.
MOTE_DECLARE_KERNEL(void, mote_hybrid_keep,
                    (const uint32_t from[8], uint32_t bits, uint32_t out[8]));

// Bit i of the result is set if the triangles slots_a[i] and slots_b[i] of one body share a vertex.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_neighbors,
                    (const uint32_t *corners, const uint32_t slots_a[8],
                     const uint32_t slots_b[8]));

// Lists the pairs of triangles of two clusters whose boxes overlap, as a * MOTE_CLUSTER_TRIANGLES +
// b, with a < b for a cluster with itself. `region` is the overlap of the two clusters' boxes.
// Returns the number of pairs. `out` has room for MOTE_HYBRID_MAX_PAIRS + MOTE_HYBRID_MORE_PAIRS;
// the entries behind the pairs may be overwritten.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_box_pairs,
                    (const mote_hybrid_boxes *a, const mote_hybrid_boxes *b, const mote_box *region,
                     uint16_t *out));

// Computes the slabs and planes of the leaves of the cluster with the boxes `inside`. Leaves
// without triangles do not change.
MOTE_DECLARE_KERNEL(void, mote_hybrid_fill_slabs,
                    (const float *xyz, bool padded, const uint32_t *corners,
                     uint32_t triangle_count, const mote_hybrid_boxes *inside, mote_slab8 *slabs,
                     mote_leaf_planes *planes));

// Two clusters of one body, or one with itself.
typedef struct mote_self_pair {
    const mote_slab8 *slabs_a, *slabs_b;
    const mote_leaf_planes *planes_a;
    // The pairs of leaves with triangles that share a vertex; null for none. Never null for a
    // cluster with itself.
    const mote_neighbor_clusters *neighbors;
    const uint64_t *masks; // of these pairs of leaves
} mote_self_pair;

// As mote_hybrid_box_pairs, without triangles that share a vertex and without most triangles that
// slabs and planes prove to be apart; in another order.
MOTE_DECLARE_KERNEL(uint32_t, mote_hybrid_stranger_pairs,
                    (const mote_hybrid_boxes *a, const mote_hybrid_boxes *b, const mote_box *region,
                     const mote_self_pair *both, uint16_t *out));

#endif
