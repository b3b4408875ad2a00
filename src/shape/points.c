#include "shape/points.h"

#include <math.h>

#include "core/memory.h"
#include "core/transform.h"
#include "core/vec.h"
#include "shape/on_demand.h"

bool mote_points_create(mote_shape *shape, const mote_allocator *allocator)
{
    mote_points *points = mote_allocate_zeroed(allocator, 1, sizeof *points);
    if (!points) return false;
    points->vertex_count = shape->mesh->vertex_count;
    points->stamps = mote_allocate_zeroed(allocator, points->vertex_count, sizeof *points->stamps);
    points->epoch = 1;
    if (points->stamps) {
        shape->points = points;
        return true;
    }
    mote_points_destroy(points, allocator);
    return false;
}

void mote_points_destroy(mote_points *points, const mote_allocator *allocator)
{
    if (!points) return;
    mote_release(allocator, points->stamps, points->vertex_count, sizeof *points->stamps);
    mote_release(allocator, points, 1, sizeof *points);
}

void mote_points_begin(mote_points *points)
{
    if (++points->epoch == 0) { // after 2^32 frames old stamps would look new
        for (uint32_t v = 0; v < points->vertex_count; v++) atomic_init(&points->stamps[v], 0);
        points->epoch = 1;
    }
    atomic_store_explicit(&points->touched, 0, memory_order_relaxed);
    atomic_store_explicit(&points->found_broken, false, memory_order_relaxed);
}

static void stamp(mote_points *points, uint32_t vertex, mote_vec3 p)
{
    _Atomic uint32_t *at = &points->stamps[vertex];
    uint32_t epoch = points->epoch;
    if (atomic_load_explicit(at, memory_order_relaxed) == epoch) return;
    if (atomic_exchange_explicit(at, epoch, memory_order_relaxed) == epoch) return;
    atomic_fetch_add_explicit(&points->touched, 1, memory_order_relaxed);
    if (!(isfinite(p.x) && isfinite(p.y) && isfinite(p.z)))
        atomic_store_explicit(&points->found_broken, true, memory_order_relaxed);
}

static mote_vec3 present(const mote_shape *shape, uint32_t vertex)
{
    const mote_clusters *clusters = shape->clusters;
    if (mote_shape_is_fresh(shape)) return mote_shape_vertex(shape, clusters->place_of[vertex]);
    if (shape->deformation.context) return mote_on_demand_vertex(shape, clusters->place_of[vertex]);
    mote_vec3 p = mote_shape_source_vertex(shape, vertex);
    return shape->has_transform ? mote_transform_point(&shape->transform, p) : p;
}

mote_vec3 mote_shape_point(const mote_shape *shape, uint32_t vertex)
{
    mote_vec3 p = present(shape, vertex);
    stamp(shape->points, vertex, p);
    return p;
}

void mote_shape_points(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                       mote_vec3 *out)
{
    if (shape->deformation.context && !mote_shape_is_fresh(shape)) {
        mote_on_demand_read(shape, vertices, count, out);
    } else {
        for (uint32_t i = 0; i < count; i++) out[i] = present(shape, vertices[i]);
    }
    for (uint32_t i = 0; i < count; i++) stamp(shape->points, vertices[i], out[i]);
}

void mote_shape_face_points(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    mote_shape_points(shape, shape->mesh->triangles + 3 * (size_t)face, 3, out);
}

// Reads vertices of a shape that has no points and is not fresh. Returns false if they are unknown.
static bool read_corners(const mote_shape *shape, const uint32_t corners[3], mote_vec3 out[3])
{
    if (mote_shape_is_on_demand(shape)) {
        if (!mote_on_demand_has_room(shape->on_demand)) return false;
        mote_on_demand_read(shape, corners, 3, out);
        return true;
    }
    if (!mote_shape_is_streamed(shape)) return false;
    for (int k = 0; k < 3; k++) out[k] = mote_shape_source_vertex(shape, corners[k]);
    return true;
}

bool mote_shape_read_face(const mote_shape *shape, uint32_t face, mote_vec3 out[3])
{
    if (mote_shape_is_fresh(shape)) {
        mote_shape_face_corners(shape, face, out);
    } else {
        if (mote_shape_lacks_positions(shape)) return false;
        if (shape->points) {
            mote_shape_face_points(shape, face, out);
        } else if (!read_corners(shape, shape->mesh->triangles + 3 * (size_t)face, out)) {
            return false;
        }
    }
    return mote_vec_finite(out[0]) && mote_vec_finite(out[1]) && mote_vec_finite(out[2]);
}
