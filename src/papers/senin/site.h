// Sites: where a particle may be, and the sites next to it.
//
// Senin et al. 2003, section 3.4: particles are at vertices, "in the simplest case", and the idea extends to edges and
// faces. The paper does not say which points of those. Here they are the middles: a particle on an edge is halfway
// between its ends, one on a face at its centroid, and it goes from any of these to those of the same faces.

#ifndef MOTE_PAPERS_SENIN_SITE_H
#define MOTE_PAPERS_SENIN_SITE_H

#include "shape/shape.h"

// The mean of one, two or three vertices, ascending; MOTE_NONE where there are fewer.
typedef struct mote_site {
    uint32_t corners[3];
} mote_site;

static inline mote_site mote_site_of_vertex(uint32_t vertex)
{
    return (mote_site){{vertex, MOTE_NONE, MOTE_NONE}};
}

static inline bool mote_sites_equal(mote_site a, mote_site b)
{
    return a.corners[0] == b.corners[0] && a.corners[1] == b.corners[1] &&
           a.corners[2] == b.corners[2];
}

// Is told of one site after the other, and where it is.
typedef struct mote_site_visitor {
    void (*visit)(void *context, mote_site site, mote_vec3 at);
    void *context;
} mote_site_visitor;

// What particles walk on: the present shape of a body, or a copy of a part of it.
typedef struct mote_terrain mote_terrain;
struct mote_terrain {
    mote_vec3 (*locate)(const mote_terrain *terrain, mote_site site);
    // The sites next to one, each once where the mesh is a surface, always in the same order.
    void (*neighbors)(const mote_terrain *terrain, mote_site site,
                      const mote_site_visitor *visitor);
};

typedef struct mote_shape_terrain {
    mote_terrain terrain; // first
    const mote_shape *shape;
    mote_senin_movement movement;
} mote_shape_terrain;

// The shape has points, its mesh ADJACENCY.
mote_shape_terrain mote_terrain_of_shape(const mote_shape *shape, mote_senin_movement movement);

#endif
