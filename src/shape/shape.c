#include "shape/shape.h"

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/memory.h"
#include "core/result.h"
#include "core/transform.h"
#include "core/vec.h"
#include "shape/on_demand.h"
#include "shape/points.h"
#include "shape/stream.h"
#include "shape/streamed.h"

void mote_shape_begin(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order)
{
    uint32_t per_group = 8 * MOTE_STREAM_BLOCK;
    *shape = (mote_shape){.mesh = mesh,
                          .clusters = mesh->clusters,
                          .vertex_count = mesh->clusters->vertex_count,
                          .in_mesh_order = in_mesh_order,
                          .group_count = mote_cluster_groups(mesh->clusters),
                          .block_group_count = (mesh->vertex_count + per_group - 1) / per_group,
                          .version = 1,
                          .box = mote_box_empty()};
}

static void release_room(mote_shape *shape, const mote_allocator *allocator)
{
    mote_release(allocator, shape->copy, (size_t)shape->vertex_count + 1, sizeof(mote_vec3));
    mote_release(allocator, shape->own_boxes, shape->group_count, sizeof(mote_box8));
    mote_release(allocator, shape->block_boxes, shape->block_group_count, sizeof(mote_box8));
    shape->copy = NULL;
    shape->own_boxes = shape->block_boxes = NULL;
}

mote_result mote_shape_make_room(mote_shape *shape, const mote_allocator *allocator)
{
    uint32_t count = shape->clusters->vertex_count;
    if (mote_shape_has_room(shape)) return MOTE_OK;
    shape->own_boxes = mote_allocate(allocator, shape->group_count, sizeof(mote_box8));
    shape->block_boxes = mote_allocate(allocator, shape->block_group_count, sizeof(mote_box8));
    if (shape->own_boxes && shape->block_boxes)
        shape->copy = mote_allocate(allocator, (size_t)count + 1, sizeof(mote_vec3));
    shape->xyz = shape->copy;
    if (shape->copy) return MOTE_OK;
    release_room(shape, allocator);
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a body of %u vertices", count);
}

mote_result mote_shape_create(mote_shape *shape, const mote_mesh *mesh, bool in_mesh_order,
                              const mote_allocator *allocator)
{
    mote_shape_begin(shape, mesh, in_mesh_order);
    mote_result result = mote_shape_make_room(shape, allocator);
    if (result != MOTE_OK) *shape = (mote_shape){0};
    return result;
}

void mote_shape_destroy(mote_shape *shape, const mote_allocator *allocator)
{
    if (!shape->clusters) return;
    mote_points_destroy(shape->points, allocator);
    mote_on_demand_destroy(shape->on_demand, allocator);
    release_room(shape, allocator);
    *shape = (mote_shape){0};
}

static size_t scalar_bytes(mote_scalar type)
{
    return type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
}

// Discards everything that was computed from the old positions.
static void forget(mote_shape *shape)
{
    shape->readiness = MOTE_SHAPE_WAITING;
    shape->has_promise = false;
    atomic_store_explicit(&shape->broken, false, memory_order_relaxed);
    shape->version++;
    if (shape->points) mote_points_begin(shape->points);
    if (shape->on_demand) mote_on_demand_forget(shape->on_demand);
}

mote_result mote_shape_set_positions(mote_shape *shape, const mote_positions *positions)
{
    uint32_t wanted =
        shape->in_mesh_order ? shape->clusters->vertex_count : shape->mesh->vertex_count;
    size_t scalar = scalar_bytes(positions->type);
    if (!positions->data)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_set_positions: positions.data is null");
    if (positions->count != wanted)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_body_set_positions: positions.count is %zu, but the mesh has %u vertices%s",
            positions->count, wanted, shape->in_mesh_order ? " in mesh order" : "");
    if (positions->stride && (positions->stride < 3 * scalar || positions->stride % scalar))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_positions: positions.stride is %zu, expected a multiple of "
                         "%zu, at least three times that",
                         positions->stride, scalar);
    if ((uintptr_t)positions->data % scalar)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_body_set_positions: positions.data is not aligned to %zu bytes",
                         scalar);
    // If positions are set twice before a detect, keep the flags of the first call.
    if (shape->source_was_seen || !shape->source.data)
        shape->source_follows = shape->source_was_seen && !shape->source_is_gone;
    if (shape->source_was_seen || shape->source_was_queried || !shape->source.data)
        shape->source_follows_query = shape->source_was_queried && !shape->source_is_gone;
    shape->source = *positions;
    shape->source_was_seen = shape->source_was_queried = shape->source_is_gone = false;
    if (!shape->source.stride) shape->source.stride = 3 * scalar;
    shape->deformation = (mote_deformation){0};
    forget(shape);
    return MOTE_OK;
}

// Evaluates the rest shape on demand if the shape supports it.
static void set_rigid(mote_shape *shape)
{
    bool is_rigid = shape->on_demand != NULL;
    shape->deformation = is_rigid ? mote_rigid_deformation(shape->mesh) : (mote_deformation){0};
    shape->xyz = shape->copy;
}

void mote_shape_set_deformation(mote_shape *shape, const mote_deformation *deformation)
{
    shape->source = (mote_positions){0};
    shape->source_was_seen = shape->source_was_queried = shape->source_is_gone = false;
    shape->deformation = *deformation;
    shape->xyz = shape->copy;
    if (!deformation->context) set_rigid(shape);
    forget(shape);
}

// May the caller release the source after this frame?
static bool is_outdated(const mote_shape *shape)
{
    return shape->source_was_seen && !shape->source.persistent;
}

void mote_shape_rest(mote_shape *shape)
{
    set_rigid(shape);
    forget(shape);
}

bool mote_shape_is_at_rest(const mote_shape *shape)
{
    const mote_deformation *d = &shape->deformation;
    return !shape->source.data && (!d->context || d->context == shape->mesh);
}

void mote_shape_set_transform(mote_shape *shape, const mote_transform *transform)
{
    shape->has_transform = transform != NULL;
    if (transform) shape->transform = *transform;
    if (mote_shape_is_at_rest(shape)) set_rigid(shape);
    forget(shape);
    shape->source_is_gone = is_outdated(shape);
}

void mote_shape_set_bounds(mote_shape *shape, const mote_box *bounds)
{
    shape->has_promise = bounds != NULL;
    if (bounds) shape->promise = *bounds;
    if (shape->readiness <= MOTE_SHAPE_BOUNDED)
        shape->readiness = bounds ? MOTE_SHAPE_BOUNDED : MOTE_SHAPE_WAITING;
}

const mote_box *mote_shape_bounds(const mote_shape *shape)
{
    if (shape->readiness >= MOTE_SHAPE_STREAMED) return &shape->box;
    return shape->has_promise ? &shape->promise : &shape->on_demand->box;
}

// ---------------------------------------------------------------------------------------------
// How long the caller's positions can be read

void mote_shape_begin_frame(mote_shape *shape)
{
    shape->source_is_gone = is_outdated(shape);
    shape->source_was_seen = shape->source.data != NULL;
    bool has_copy = mote_shape_is_fresh(shape) && shape->xyz == shape->copy;
    bool is_lost = shape->source_is_gone && !has_copy && shape->readiness >= MOTE_SHAPE_STREAMED;
    // A shape that was streamed for a query only may have to be copied for later frames.
    if (is_lost || (mote_shape_is_streamed(shape) && !mote_shape_can_stream(shape)))
        shape->readiness = shape->has_promise ? MOTE_SHAPE_BOUNDED : MOTE_SHAPE_WAITING;
}

bool mote_shape_will_lack_positions(const mote_shape *shape)
{
    bool has_copy = mote_shape_is_fresh(shape) && shape->xyz == shape->copy;
    return is_outdated(shape) && !has_copy;
}

// ---------------------------------------------------------------------------------------------
// The update: copies positions into mesh order if necessary, then computes boxes.

// The positions of the caller, or those of the rest shape, which have the same layout.
static mote_positions present_source(const mote_shape *shape)
{
    if (shape->source.data) return shape->source;
    return (mote_positions){.data = shape->mesh->positions,
                            .count = shape->mesh->vertex_count,
                            .stride = sizeof(mote_vec3)};
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

bool mote_shape_depends_on_origin(const mote_shape *shape)
{
    return shape->source.data && shape->source.type == MOTE_DOUBLE && !shape->has_transform;
}

// The origin that is subtracted from positions in double; zero if a transform places them.
static mote_dvec3 source_origin(const mote_shape *shape)
{
    return shape->has_transform ? (mote_dvec3){0, 0, 0} : shape->origin;
}

static mote_vec3 read_position(const char *at, mote_scalar type, mote_dvec3 origin)
{
    if (type == MOTE_FLOAT) {
        mote_vec3 p;
        memcpy(&p, at, sizeof p);
        return p;
    }
    mote_dvec3 p;
    memcpy(&p, at, sizeof p);
    return mote_dvec_narrow(mote_dvec_sub(p, origin));
}

static void evaluate_all(const mote_shape *shape, mote_vec3 *out)
{
    const mote_deformation *d = &shape->deformation;
    uint32_t vertices[MOTE_DEFORMATION_BLOCK], end = shape->mesh->vertex_count;
    for (uint32_t first = 0; first < end; first += MOTE_DEFORMATION_BLOCK) {
        uint32_t count = least(end - first, MOTE_DEFORMATION_BLOCK);
        for (uint32_t i = 0; i < count; i++) vertices[i] = first + i;
        d->evaluate(d->context, vertices, count, out + first);
    }
}

// Reads the source in mesh order: the caller's array, or the shape's copy if that array is gone.
static void read_mesh_order(const mote_shape *shape, mote_vec3 *out)
{
    mote_positions source = shape->source;
    if (shape->source_is_gone)
        source = (mote_positions){.data = shape->copy, .stride = sizeof(mote_vec3)};
    const char *data = source.data;
    mote_dvec3 origin = source_origin(shape);
    memcpy(out, shape->mesh->positions, shape->mesh->vertex_count * sizeof *out);
    for (uint32_t v = 0; v < shape->clusters->vertex_count; v++)
        out[shape->clusters->vertex_of[v]] =
            read_position(data + v * source.stride, source.type, origin);
}

bool mote_shape_read_source(const mote_shape *shape, mote_vec3 *out)
{
    mote_positions source = present_source(shape);
    const char *data = source.data;
    if (shape->deformation.context) {
        evaluate_all(shape, out);
    } else if (shape->source_is_gone) {
        if (shape->has_transform || !mote_shape_is_fresh(shape)) return false;
        read_mesh_order(shape, out);
    } else if (shape->in_mesh_order && shape->source.data) {
        read_mesh_order(shape, out);
    } else {
        for (uint32_t v = 0; v < shape->mesh->vertex_count; v++)
            out[v] = read_position(data + v * source.stride, source.type, source_origin(shape));
    }
    return true;
}

mote_vec3 mote_shape_source_vertex(const mote_shape *shape, uint32_t vertex)
{
    mote_positions source = present_source(shape);
    bool in_mesh_order = shape->in_mesh_order && shape->source.data;
    uint32_t place = in_mesh_order ? shape->clusters->place_of[vertex] : vertex;
    return read_position((const char *)source.data + place * source.stride, source.type,
                         source_origin(shape));
}

// Larger sources do not fit in the second-level cache.
#define FAR_BYTES ((size_t)1 << 20)

// Writes in mesh order.
static void evaluate_vertices(const mote_shape *shape, uint32_t first, uint32_t end)
{
    const mote_deformation *d = &shape->deformation;
    mote_vec3 *out = (mote_vec3 *)shape->copy;
    for (uint32_t v = first; v < end; v += MOTE_DEFORMATION_BLOCK)
        d->evaluate(d->context, shape->clusters->vertex_of + v,
                    least(end - v, MOTE_DEFORMATION_BLOCK), out + v);
    const mote_affine m = mote_affine_of(&shape->transform);
    for (uint32_t v = first; shape->has_transform && v < end; v++)
        out[v] = mote_affine_round_point(&m, out[v]);
}

static void bring_vertices(const mote_shape *shape, uint32_t first, uint32_t end)
{
    if (shape->deformation.context) {
        evaluate_vertices(shape, first, end);
        return;
    }
    mote_positions source = present_source(shape);
    const char *data = source.data;
    mote_vec3 *out = (mote_vec3 *)shape->copy;
    const uint32_t *order =
        shape->in_mesh_order && shape->source.data ? NULL : shape->clusters->vertex_of;
    if (source.type == MOTE_FLOAT && order && !shape->has_transform) { // the common case
        MOTE_PICK_KERNEL(mote_bring_vertices)
        (data, source.stride, order, first, end, source.count * source.stride > FAR_BYTES,
         shape->copy);
        return;
    }
    const mote_affine m = mote_affine_of(&shape->transform);
    mote_dvec3 origin = source_origin(shape);
    for (uint32_t v = first; v < end; v++) {
        mote_vec3 p =
            read_position(data + (order ? order[v] : v) * source.stride, source.type, origin);
        out[v] = shape->has_transform ? mote_affine_round_point(&m, p) : p;
    }
}

// Can the caller's array be used without a copy?
static bool is_direct(const mote_shape *shape)
{
    return shape->source.data && shape->in_mesh_order && !shape->has_transform &&
           shape->source.type == MOTE_FLOAT && shape->source.stride == sizeof(mote_vec3);
}

static bool fill_boxes(const mote_shape *shape, uint32_t first_group, uint32_t end_group,
                       mote_box *whole)
{
    const mote_clusters *clusters = shape->clusters;
#ifdef MOTE_SCALAR
    return mote_own_boxes_scalar(shape->xyz, clusters->own_first, clusters->cluster_count,
                                 first_group, end_group, shape->own_boxes, whole);
#else
    return MOTE_PICK_KERNEL(mote_own_boxes)(shape->xyz, clusters->own_first,
                                            clusters->cluster_count, first_group, end_group,
                                            shape->own_boxes, whole);
#endif
}

// Groups of clusters per block: about 16k vertices, enough to justify waking a thread.
enum { GROUPS_PER_BLOCK = 32, GROUPS_PER_CHUNK = 4, MAX_BLOCKS = 64 };

typedef struct update_job {
    const mote_shape *shape;
    uint32_t groups_per_block;
    bool direct;
    mote_box boxes[MAX_BLOCKS];
    bool finite[MAX_BLOCKS];
} update_job;

// Works chunk by chunk: positions are still in the first-level cache when their box is computed.
static void update_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    update_job *job = argument;
    const mote_shape *shape = job->shape;
    const mote_clusters *clusters = shape->clusters;
    uint32_t first = block * job->groups_per_block, end = first + job->groups_per_block;
    if (end > shape->group_count) end = shape->group_count;
    job->boxes[block] = mote_box_empty();
    job->finite[block] = true;
    uint32_t step = job->direct ? end - first : GROUPS_PER_CHUNK;
    for (uint32_t group = first; group < end; group += step) {
        uint32_t chunk_end = group + step < end ? group + step : end;
        if (!job->direct) {
            uint32_t last = least(8 * chunk_end, clusters->cluster_count);
            bring_vertices(shape, clusters->own_first[8 * group], clusters->own_first[last]);
        }
        mote_box box;
        job->finite[block] &= fill_boxes(shape, group, chunk_end, &box);
        mote_box_add_box(&job->boxes[block], &box);
    }
}

// Tests each coordinate, because the kernel may also report overflow of large finite numbers.
bool mote_floats_are_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) return false;
    }
    return true;
}

void mote_shape_update(mote_shape *shape, const mote_tasks *tasks)
{
    update_job job = {
        .shape = shape, .groups_per_block = GROUPS_PER_BLOCK, .direct = is_direct(shape)};
    while (shape->group_count > job.groups_per_block * MAX_BLOCKS) job.groups_per_block *= 2;
    uint32_t blocks = (shape->group_count + job.groups_per_block - 1) / job.groups_per_block;
    shape->xyz = job.direct ? shape->source.data : shape->copy;
    tasks->run(tasks->context, update_block, &job, blocks);
    shape->box = mote_box_empty();
    bool finite = true;
    for (uint32_t b = 0; b < blocks; b++) {
        mote_box_add_box(&shape->box, &job.boxes[b]);
        finite &= job.finite[b];
    }
    if (!finite)
        finite = mote_floats_are_finite(shape->xyz, 3 * (size_t)shape->clusters->vertex_count);
    atomic_store_explicit(&shape->broken, !finite, memory_order_relaxed);
    if (mote_shape_is_on_demand(shape)) shape->version++; // data of methods is incomplete
    shape->readiness = MOTE_SHAPE_FRESH;
}

// ---------------------------------------------------------------------------------------------
// Point in shape: the triangles of the clusters that the ray of geometry/parity.h can reach.

// A box that contains a cluster's triangles: the union of the own boxes of the cluster and of its
// owners, which own the remaining vertices.
static mote_box reach_of_cluster(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    for (uint32_t i = clusters->owner_first[cluster]; i < clusters->owner_first[cluster + 1]; i++) {
        uint32_t owner = clusters->owners[i];
        mote_box further = mote_box8_get(&shape->own_boxes[owner / 8], owner % 8);
        mote_box_add_box(&box, &further);
    }
    return box;
}

mote_parity mote_shape_parity(const mote_shape *shape, mote_vec3 point)
{
    const mote_clusters *clusters = shape->clusters;
    mote_parity parity = {.point = point};
    if (!mote_parity_needs(&parity, &shape->box) || point.x < shape->box.min.x) return parity;
    for (uint32_t c = 0; c < clusters->cluster_count && !parity.on_surface; c++) {
        mote_box box = reach_of_cluster(shape, c);
        if (!mote_parity_needs(&parity, &box)) continue;
        uint32_t end = mote_cluster_end(clusters, c);
        for (uint32_t slot = mote_cluster_first(c); slot < end; slot++) {
            mote_vec3 t[3];
            mote_shape_triangle(shape, slot, t);
            mote_parity_add(&parity, t);
        }
    }
    return parity;
}
