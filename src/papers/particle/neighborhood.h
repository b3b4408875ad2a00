// The faces of a body around a vertex, in its present shape: where a particle sits, and where it is worth
// looking closely. Vertices are read one by one (shape/points.h), so that the rest of the body costs
// nothing.
//
// Senin et al. 2003, section 3.4: "the size of this neighborhood should depend on sizes of faces which
// contain vertex particle located at"; mote_face_size is that size. Vertices are taken in the order of
// their distance to a target, such as the particle on the other side, so that a limit on the faces keeps
// those that matter.

#ifndef MOTE_PAPERS_PARTICLE_NEIGHBORHOOD_H
#define MOTE_PAPERS_PARTICLE_NEIGHBORHOOD_H

#include "papers/particle/id_set.h"
#include "shape/points.h"

// A vertex that waits to be taken.
typedef struct mote_waiting_vertex {
    float squared; // distance to the target
    uint32_t vertex;
} mote_waiting_vertex;

typedef struct mote_neighborhood {
    uint32_t most; // faces there is room for
    uint32_t count;
    uint32_t *faces;    // the caller's numbers
    mote_vec3 *corners; // 3 a face
    mote_box *boxes;
    mote_box box; // of all of them

    // While it grows.
    mote_waiting_vertex *waiting; // a heap, 3 * most + 1
    uint32_t waiting_count;
    mote_id_set known_vertices, known_faces;
} mote_neighborhood;

// False for no memory; what there was before is kept. Zeroed memory is a neighborhood without room.
bool mote_neighborhood_reserve(mote_neighborhood *neighborhood, const mote_allocator *allocator,
                               uint32_t most_faces);
void mote_neighborhood_release(mote_neighborhood *neighborhood, const mote_allocator *allocator);

// How far a neighborhood goes.
typedef struct mote_reach {
    uint32_t faces; // at most, and at most those there is room for
    float
        radius; // no further than from vertices that are so far from the target; INFINITY for no limit
    mote_vec3 target;
    const uint32_t
        *area_of; // per vertex: not beyond faces with a vertex of this area; null for anywhere
    uint32_t area;
    const mote_box
        *region; // faces whose boxes do not meet it are left out, but count; null for all
} mote_reach;

// Collects the faces around `vertex`, which some triangle uses. All faces at the vertex are among them as
// far as `faces` allows, whatever the radius. Faces with a corner that is not finite are left out. The mesh
// has ADJACENCY and the shape has points.
void mote_neighborhood_gather(mote_neighborhood *neighborhood, const mote_shape *shape,
                              uint32_t vertex, const mote_reach *reach);

// Collects all faces at the given vertices, as far as there is room, whatever lies between them.
void mote_neighborhood_gather_all(mote_neighborhood *neighborhood, const mote_shape *shape,
                                  const uint32_t *vertices, uint32_t vertex_count,
                                  const mote_box *region);

// The longest edge of the faces at a vertex, in the present shape; 0 where nothing is finite.
float mote_face_size(const mote_shape *shape, uint32_t vertex);

#endif
