// Where the vertices of a node can be: c + s0 g0 + s1 g1 + s2 g2 + e, where (s0, s1, s2) is a vertex's
// place in the node's rest box, each between -1 and 1, and |e| <= r along each axis. An affine map of
// the rest box plus a remainder, as docs/deformers.md explains. Each deformer of a chain replaces it by
// one of what it makes of those vertices, rounding of the floats included.

#ifndef MOTE_DEFORM_NODE_BOUND_H
#define MOTE_DEFORM_NODE_BOUND_H

#include "core/transform.h"

typedef struct mote_node_bound {
    mote_dvec3 c;
    mote_dvec3 g[3];
    mote_dvec3 r;
} mote_node_bound;

// Half the distance between neighboring floats near 1, and a little more for the doubles that the
// bounds themselves are computed in.
#define MOTE_FLOAT_UNIT 5.97e-8

// How far the vertices can be from the center along each axis.
static inline mote_dvec3 mote_node_bound_extent(const mote_node_bound *b)
{
    mote_dvec3 e = b->r;
    for (int j = 0; j < 3; j++) e = mote_dvec_add(e, mote_dvec_abs(b->g[j]));
    return e;
}

// The largest absolute coordinate along each axis.
static inline mote_dvec3 mote_node_bound_reach(const mote_node_bound *b)
{
    return mote_dvec_add(mote_dvec_abs(b->c), mote_node_bound_extent(b));
}

#endif
