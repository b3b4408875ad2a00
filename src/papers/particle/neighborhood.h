// The faces of a body around a vertex, in its present shape: the faces around a particle, which are
// tested exactly. Vertices are read one by one (shape/points.h), so that the cost does not depend
// on the size of the body.
//
// Senin et al. 2003, section 3.4: "The size of this neighborhood should depend on sizes of faces
// which contain vertex particle located at". mote_face_size is that size. Vertices are visited in
// the order of their distance to a target, such as the particle of the other body, so that a limit
// on the number of faces keeps the relevant ones.

#ifndef MOTE_PAPERS_PARTICLE_NEIGHBORHOOD_H
#define MOTE_PAPERS_PARTICLE_NEIGHBORHOOD_H

#include "shape/points.h"

typedef struct mote_queued_vertex {
    float squared; // distance to the target
    uint32_t vertex;
} mote_queued_vertex;

// A hash set of numbers below MOTE_NONE.
typedef struct mote_id_set {
    uint32_t *slots;   // MOTE_NONE if free
    uint32_t capacity; // a power of two, at least twice the number of elements
} mote_id_set;

typedef struct mote_neighborhood {
    uint32_t capacity; // in faces
    uint32_t count;
    uint32_t *faces;    // in the caller's numbering
    mote_vec3 *corners; // 3 per face
    mote_box *boxes;    // 1 per face
    mote_box box;       // of all faces

    // Used while gathering.
    mote_queued_vertex *queue; // a binary heap, 3 * capacity + 1
    uint32_t queue_count;
    mote_id_set known_vertices, known_faces;
} mote_neighborhood;

// Room for `capacity` faces. False if there is no memory; then nothing has changed. All zero is a
// neighborhood without room.
bool mote_neighborhood_reserve(mote_neighborhood *neighborhood, const mote_allocator *allocator,
                               uint32_t capacity);
void mote_neighborhood_release(mote_neighborhood *neighborhood, const mote_allocator *allocator);

typedef struct mote_neighborhood_limits {
    uint32_t max_faces; // the capacity is a limit too
    mote_vec3 target;
    // Vertices farther from the target than this do not add faces; INFINITY for no limit.
    float radius;
    // Per vertex: only vertices of `area` add faces. Null for no limit.
    const uint32_t *area_of;
    uint32_t area;
    // Faces whose boxes do not overlap it are left out, but count for max_faces. Null for no limit.
    const mote_box *region;
} mote_neighborhood_limits;

// Gathers the faces around `vertex`, which must be in use. The faces at `vertex` itself are
// gathered whatever the radius and the area. Faces with a corner that is not finite are left out.
// The mesh must have ADJACENCY and the shape points.
void mote_neighborhood_gather(mote_neighborhood *neighborhood, const mote_shape *shape,
                              uint32_t vertex, const mote_neighborhood_limits *limits);

// Gathers the faces at the given vertices, as many as there is room for.
void mote_neighborhood_gather_all(mote_neighborhood *neighborhood, const mote_shape *shape,
                                  const uint32_t *vertices, uint32_t vertex_count,
                                  const mote_box *region);

// The longest edge of the faces at a vertex in the present shape; 0 if no edge is finite.
float mote_face_size(const mote_shape *shape, uint32_t vertex);

#endif
