// The present shape of a body as methods see it: positions in mesh order and boxes of this frame.

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

// Turns the rest shape of a mesh into the present one. src/deform, which shapes must not include,
// implements these functions.
typedef struct mote_deformation {
    const void *context; // null: nothing deforms the shape
    // out[i] = where the caller's vertex vertices[i] goes, before the body's transform. From any
    // thread; the same bits for any grouping.
    void (*evaluate)(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out);
    // Boxes around the present vertices of nodes first .. first + count - 1, at most eight, after
    // the transform unless that is null. Other lanes are empty; a node that cannot be bounded gets
    // a box that holds everything. Nodes are those of mote/deform.h. Null where no node can be
    // bounded.
    void (*bound)(const void *context, uint32_t first, uint32_t count,
                  const mote_transform *transform, mote_box8 *out);
    uint32_t vertices_per_bound; // about as many can be evaluated in the time of one bound
} mote_deformation;

// What is known of the present vertices of a shape. It rises (shape/readiness.h) until the caller
// changes the shape.
typedef enum mote_readiness {
    MOTE_SHAPE_WAITING, // nothing
    MOTE_SHAPE_BOUNDED, // a box that holds them all, because the caller or the method promised it
    // A box from the deformer. Nodes are bounded and vertices evaluated when they are needed.
    MOTE_SHAPE_ON_DEMAND,
    // The tightest box, and that all are finite. Vertices are brought when they are needed
    // (shape/streamed.h).
    MOTE_SHAPE_STREAMED,
    MOTE_SHAPE_FRESH // all of them, in mesh order, with boxes of clusters
} mote_readiness;

typedef struct mote_shape {
    const mote_mesh *mesh;
    const mote_clusters *clusters;

    // Set by the caller.
    mote_positions source;        // data is null for the rest shape
    mote_dvec3 origin;            // subtracted from a source in double that has no transform
    bool source_was_seen;         // a detect has begun since the source was set
    bool source_follows;          // it replaced one of the last frame, as if it came in every frame
    bool source_was_queried;      // a query has asked for it since it was set
    bool source_follows_query;    // it replaced one that a query had asked for
    bool source_is_gone;          // the caller's array must not be read any more
    bool in_mesh_order;           // of the source
    mote_deformation deformation; // of the rest shape, in place of a source
    bool has_transform;
    mote_transform transform;
    bool has_promise;
    mote_box promise; // holds all vertices, as the caller or the method promised

    uint64_t version;    // raised by each change, so that methods update what they store
    mote_points *points; // null if single vertices are never read
    // Null if the shape never had a deformer that can be evaluated in part.
    mote_on_demand *on_demand;

    mote_readiness readiness;
    // A position is known to be NaN or infinite. Workers that evaluate vertices on demand set it.
    _Atomic bool broken;

    // Complete when fresh; on demand, xyz holds the vertices that were evaluated, and streamed those
    // that were brought.
    const float *xyz;      // packed, in mesh order: the caller's array or `copy`
    float *copy;           // of vertex_count vertices in mesh order, with room for one more
    uint32_t vertex_count; // that of the clusters, whose mesh may be destroyed first
    mote_box8
        *own_boxes; // when fresh: of the vertices that each cluster owns, 8 clusters at a time
    uint32_t group_count; // of own_boxes
    // When streamed: of MOTE_STREAM_BLOCK vertices each in the caller's order, 8 blocks at a time.
    mote_box8 *block_boxes;
    uint32_t block_group_count;
    mote_box box; // of all vertices, when fresh or streamed
} mote_shape;

// With room for its vertices; MOTE_ERROR_MEMORY is the only failure.
mote_result mote_shape_create(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order,
                              const mote_allocator *allocator);
void mote_shape_destroy(mote_shape *shape, const mote_allocator *allocator);

// The same in two steps: a shape without room can be bounded, but not be evaluated, streamed or made
// fresh.
void mote_shape_begin(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order);
mote_result mote_shape_make_room(mote_shape *shape, const mote_allocator *allocator);

static inline bool mote_shape_has_room(const mote_shape *shape)
{
    return shape->copy != NULL;
}

// A shape that was never set, with room to go on demand: stays at rest on demand.
void mote_shape_rest(mote_shape *shape);

// New positions, or what places them. Cheap: the work is done when a stage requires it.
mote_result mote_shape_set_positions(mote_shape *shape, const mote_positions *positions);
void mote_shape_set_deformation(mote_shape *shape, const mote_deformation *deformation);
// A shape at rest that can go on demand (shape/on_demand.h) does so.
void mote_shape_set_transform(mote_shape *shape, const mote_transform *transform);
void mote_shape_set_bounds(mote_shape *shape, const mote_box *bounds);

// Do the vertices change when the origin does, because they come in double without a transform?
bool mote_shape_depends_on_origin(const mote_shape *shape);

// Has the shape neither positions of the caller nor a deformer?
bool mote_shape_is_at_rest(const mote_shape *shape);

// A frame begins: positions that are not persistent and that an earlier frame has seen are gone.
void mote_shape_begin_frame(mote_shape *shape);

// Will the vertices be neither here nor readable when the next frame begins?
bool mote_shape_will_lack_positions(const mote_shape *shape);

// Are the vertices neither here nor readable? Then nothing may read them until they are set again.
static inline bool mote_shape_lacks_positions(const mote_shape *shape)
{
    return shape->source_is_gone && shape->readiness != MOTE_SHAPE_FRESH;
}

// Are all of `count` numbers finite?
bool mote_floats_are_finite(const float *numbers, size_t count);

// The source positions: the caller's, or the rest shape, deformed or not. Rounded to float, in the
// caller's order, before any transform. If positions come in mesh order or from the shape's copy,
// vertices that no triangle uses are at rest. False if they are gone, and the copy has a transform.
bool mote_shape_read_source(const mote_shape *shape, mote_vec3 *out);

// One vertex of the same, by the caller's number; some triangle uses it.
mote_vec3 mote_shape_source_vertex(const mote_shape *shape, uint32_t vertex);

// A box that holds all vertices of a shape that does not wait: the tightest if it is fresh or
// streamed, else the promised one, else the deformer's.
const mote_box *mote_shape_bounds(const mote_shape *shape);

// Makes a shape fresh that is not: one pass over its vertices, in blocks on `tasks`. Called by
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

// Is a position known that is NaN or infinite? Certain when fresh or streamed.
static inline bool mote_shape_is_broken(const mote_shape *shape)
{
    return atomic_load_explicit(&shape->broken, memory_order_relaxed);
}

// Is the finite point inside the present surface, or on it? Exact, and meaningful for closed
// meshes. The shape is fresh and finite, and the caller has entered core/float_env.h.
mote_parity mote_shape_parity(const mote_shape *shape, mote_vec3 point);

// Can one float behind the last vertex of xyz be read?
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

// The same, for a face by the caller's number.
static inline void mote_shape_face_corners(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    const uint32_t *corners = shape->mesh->triangles + 3 * (size_t)face;
    for (int k = 0; k < 3; k++)
        out[k] = mote_shape_vertex(shape, shape->clusters->place_of[corners[k]]);
}

// The caller's number of the triangle in a slot.
static inline uint32_t mote_shape_face(const mote_shape *shape, uint32_t slot)
{
    return shape->clusters->triangle_of[slot];
}

#endif
