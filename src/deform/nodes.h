// The nodes of a mesh from the inside.

#ifndef MOTE_DEFORM_NODES_H
#define MOTE_DEFORM_NODES_H

#include <mote/deform.h>

#include "core/memory.h"
#include "deform/node_bound.h"

enum {
    MOTE_NODE_TRIANGLES = 16, // of a leaf; eight leaves are one cluster
    MOTE_NODE_LEVELS = 11     // 16 * 8^10 exceeds 2^32
};

typedef struct mote_node_shape {
    mote_oriented_box box;
    mote_vec3 rounding;
} mote_node_shape;

struct mote_nodes {
    mote_memory memory;
    mote_allocator allocator; // counts in `memory`
    const mote_mesh *mesh;
    uint32_t node_count;
    uint32_t level_count;
    uint32_t level_first[MOTE_NODE_LEVELS + 1]; // ids
    uint32_t *leaf_first; // leaf count + 1: into `vertices`; an inner node has those of its leaves
    uint32_t *vertices;   // the caller's numbers
    mote_node_shape *shapes;
};

typedef struct mote_vertex_span {
    const uint32_t *vertices;
    uint32_t count;
} mote_vertex_span;

mote_vertex_span mote_nodes_vertices(const mote_nodes *nodes, uint32_t node);

mote_node_bound mote_nodes_rest_bound(const mote_nodes *nodes, uint32_t node);

// The place of a rest position in a node's box, each coordinate between -1 and 1 for the node's own
// vertices; 0 along an axis without length.
mote_dvec3 mote_node_place(const mote_node_shape *shape, mote_vec3 position);

// After a transform as core/transform.h applies it.
void mote_node_bound_transform(const mote_transform *transform, mote_node_bound *bound);

// Rounded outwards.
mote_box mote_node_bound_box(const mote_node_bound *bound);

// The nearest floats that are not nearer to zero: for stored half sizes.
float mote_round_up(double x);

#endif
