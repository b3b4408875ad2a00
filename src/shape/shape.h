// The present shape of a body as methods see it: positions in mesh order, and the boxes of this
// frame.

#ifndef MOTE_SHAPE_SHAPE_H
#define MOTE_SHAPE_SHAPE_H

#include <stdatomic.h>

#include <mote/world.h>

#include "core/box.h"
#include "geometry/parity.h"
#include "mesh/clusters.h"
#include "mesh/mesh.h"

typedef struct mote_points mote_points;       // shape/points.h
typedef struct mote_on_demand mote_on_demand; // shape/on_demand.h

// The maximum number of vertices per call of mote_deformation.evaluate.
enum { MOTE_DEFORMATION_BLOCK = 1024 };

// Maps the rest shape of a mesh to the present one. Implemented in src/deform, which shapes must
// not include.
typedef struct mote_deformation {
    const void *context; // null: nothing deforms the shape
    // Sets out[i] to the position of the caller's vertex vertices[i], before the body's transform.
    // May be called from any thread. The result for a vertex does not depend on how vertices are
    // grouped.
    void (*evaluate)(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out);
    // Computes boxes of the present vertices of nodes first .. first + count - 1 (mote/deform.h),
    // at most eight, after the transform unless that is null. Other lanes are empty; a node that
    // cannot be bounded gets an infinite box. Null if no node can be bounded.
    void (*bound)(const void *context, uint32_t first, uint32_t count,
                  const mote_transform *transform, mote_box8 *out);
    uint32_t vertices_per_bound; // vertices that can be evaluated in the time of one bound, roughly
} mote_deformation;

// What is known about the present vertices of a shape. Readiness rises (shape/readiness.h) until
// the caller changes the shape.
typedef enum mote_readiness {
    MOTE_SHAPE_WAITING, // nothing
    MOTE_SHAPE_BOUNDED, // a box of all vertices, promised by the caller or the method
    // A box from the deformer. Nodes are bounded and vertices evaluated on demand.
    MOTE_SHAPE_ON_DEMAND,
    // The tightest box, and all vertices are finite. Vertices are read on demand
    // (shape/streamed.h).
    MOTE_SHAPE_STREAMED,
    MOTE_SHAPE_FRESH // all vertices, in mesh order, and the boxes of clusters
} mote_readiness;

typedef struct mote_shape {
    const mote_mesh *mesh;
    const mote_clusters *clusters;

    // Set by the caller.
    mote_positions source;        // data is null for the rest shape
    mote_dvec3 origin;            // subtracted from a source in double that has no transform
    bool source_was_seen;         // a detect has begun since the source was set
    bool source_follows;          // it replaced the source of the last frame
    bool source_was_queried;      // a query has used it since it was set
    bool source_follows_query;    // it replaced a source that a query had used
    bool source_is_gone;          // the caller's array must not be read
    bool in_mesh_order;           // the source is in mesh order
    mote_deformation deformation; // of the rest shape; used without a source
    bool has_transform;
    mote_transform transform;
    bool has_promise;
    mote_box promise; // holds all vertices; promised by the caller or the method

    uint64_t version;    // incremented by each change; methods compare it to update their data
    mote_points *points; // null if single vertices are never read
    // Null if the shape never had a deformer that can evaluate a part of it.
    mote_on_demand *on_demand;

    mote_readiness readiness;
    // A position is NaN or infinite. Set also by workers that evaluate vertices on demand.
    _Atomic bool broken;

    // Complete if fresh. On demand, xyz holds the evaluated vertices; streamed, the vertices that
    // were brought into mesh order.
    const float *xyz;      // packed, in mesh order: the caller's array or `copy`
    float *copy;           // vertex_count vertices in mesh order, and space for one more
    uint32_t vertex_count; // equals clusters->vertex_count; the mesh may be destroyed first
    mote_box8
        *own_boxes; // when fresh: of the vertices that each cluster owns, 8 clusters at a time
    uint32_t group_count; // of own_boxes
    // If streamed: boxes of MOTE_STREAM_BLOCK vertices each in the caller's order, 8 per element.
    mote_box8 *block_boxes;
    uint32_t block_group_count;
    mote_box box; // of all vertices, when fresh or streamed
} mote_shape;

// Allocates the vertices, too. MOTE_ERROR_MEMORY is the only failure.
mote_result mote_shape_create(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order,
                              const mote_allocator *allocator);
void mote_shape_destroy(mote_shape *shape, const mote_allocator *allocator);

// mote_shape_create in two steps. A shape without memory for vertices can be bounded, but not
// evaluated, streamed or made fresh.
void mote_shape_begin(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order);
mote_result mote_shape_make_room(mote_shape *shape, const mote_allocator *allocator);

static inline bool mote_shape_has_room(const mote_shape *shape)
{
    return shape->copy != NULL;
}

// Makes a shape that was never set use the rest shape on demand. The shape must have memory to go
// on demand.
void mote_shape_rest(mote_shape *shape);

// Sets new positions. Cheap: they are read when a stage requires them.
mote_result mote_shape_set_positions(mote_shape *shape, const mote_positions *positions);
void mote_shape_set_deformation(mote_shape *shape, const mote_deformation *deformation);
// A shape at rest that supports it goes on demand (shape/on_demand.h).
void mote_shape_set_transform(mote_shape *shape, const mote_transform *transform);
void mote_shape_set_bounds(mote_shape *shape, const mote_box *bounds);

// Do the vertices depend on the origin? True for positions in double without a transform.
bool mote_shape_depends_on_origin(const mote_shape *shape);

// Does the shape have neither positions of the caller nor a deformer?
bool mote_shape_is_at_rest(const mote_shape *shape);

// Begins a frame: positions that are not persistent and were seen by an earlier frame are gone.
void mote_shape_begin_frame(mote_shape *shape);

// Will the vertices be neither stored nor readable when the next frame begins?
bool mote_shape_will_lack_positions(const mote_shape *shape);

// Are the vertices neither stored nor readable? Then nothing may read them until they are set
// again.
static inline bool mote_shape_lacks_positions(const mote_shape *shape)
{
    return shape->source_is_gone && shape->readiness != MOTE_SHAPE_FRESH;
}

// Are all of `count` numbers finite?
bool mote_floats_are_finite(const float *numbers, size_t count);

// Reads the source positions: the caller's, or the rest shape, deformed or not. Rounded to float,
// in the caller's order, before any transform. If positions come in mesh order or from the shape's
// copy, vertices that no triangle uses are at rest. Returns false if the positions are gone and the
// copy is transformed.
bool mote_shape_read_source(const mote_shape *shape, mote_vec3 *out);

// Reads one source position by the caller's index. Some triangle must use the vertex.
mote_vec3 mote_shape_source_vertex(const mote_shape *shape, uint32_t vertex);

// A box that holds all vertices of a shape that is not waiting: the tightest box if fresh or
// streamed, else the promised one, else that of the deformer.
const mote_box *mote_shape_bounds(const mote_shape *shape);

// Makes a shape fresh: one pass over its vertices, in blocks on `tasks`. Called by
// mote_shape_require.
void mote_shape_update(mote_shape *shape, const mote_tasks *tasks);

static inline bool mote_shape_is_fresh(const mote_shape *shape)
{
    return shape->readiness == MOTE_SHAPE_FRESH;
}

static inline bool mote_shape_is_streamed(const mote_shape *shape)
{
    return shape->readiness == MOTE_SHAPE_STREAMED;
}

static inline bool mote_shape_is_on_demand(const mote_shape *shape)
{
    return shape->readiness == MOTE_SHAPE_ON_DEMAND;
}

// Is a position known to be NaN or infinite? Certain if fresh or streamed.
static inline bool mote_shape_is_broken(const mote_shape *shape)
{
    return atomic_load_explicit(&shape->broken, memory_order_relaxed);
}

// Is the finite point inside the present surface, or on it? Exact, and meaningful for closed
// meshes. The shape is fresh and finite, and the caller has entered core/float_env.h.
mote_parity mote_shape_parity(const mote_shape *shape, mote_vec3 point);

// Can one float after the last vertex of xyz be read?
static inline bool mote_shape_is_padded(const mote_shape *shape)
{
    return shape->xyz == shape->copy;
}

static inline mote_vec3 mote_shape_vertex(const mote_shape *shape, uint32_t vertex)
{
    const float *p = shape->xyz + 3 * (size_t)vertex;
    return (mote_vec3){p[0], p[1], p[2]};
}

static inline void mote_shape_triangle(const mote_shape *shape, uint32_t slot, mote_vec3 out[3])
{
    const uint32_t *corners = shape->clusters->corners + 3 * (size_t)slot;
    for (int k = 0; k < 3; k++) out[k] = mote_shape_vertex(shape, corners[k]);
}

// The corners of a face, by the caller's index.
static inline void mote_shape_face_corners(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    const uint32_t *corners = shape->mesh->triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; k++)
        out[k] = mote_shape_vertex(shape, shape->clusters->place_of[corners[k]]);
}

// The caller's index of the triangle in a slot.
static inline uint32_t mote_shape_face(const mote_shape *shape, uint32_t slot)
{
    return shape->clusters->triangle_of[slot];
}

#endif
