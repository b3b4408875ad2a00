#include "shape/streamed.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/box.h"
#include "shape/stream.h"

enum {
    VERTICES_PER_GROUP = 8 * MOTE_STREAM_BLOCK,
    GROUPS_PER_TASK = 16, // 16k vertices, enough to justify waking a thread
    MAX_TASKS = 64
};

static bool is_streamable(const mote_shape *shape)
{
    const mote_positions *source = &shape->source;
    return source->data && source->type == MOTE_FLOAT && source->stride == sizeof(mote_vec3) &&
           !shape->source_is_gone && !shape->in_mesh_order && !shape->has_transform &&
           shape->clusters->owner_of && shape->clusters->vertex_count == shape->mesh->vertex_count;
}

bool mote_shape_can_stream(const mote_shape *shape)
{
    return (shape->source.persistent || shape->source_follows) && is_streamable(shape);
}

bool mote_shape_can_stream_for_query(const mote_shape *shape)
{
    return (shape->source_follows || shape->source_follows_query) && is_streamable(shape);
}

bool mote_shape_can_stream_for_step(const mote_shape *shape)
{
    return is_streamable(shape);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// ---------------------------------------------------------------------------------------------
// The pass

static bool block_boxes(const float *xyz, uint32_t vertex_count, uint32_t end_group, mote_box8 *out,
                        mote_box *whole)
{
#ifdef MOTE_SCALAR
    return mote_block_boxes_scalar(xyz, vertex_count, 0, end_group, out, whole);
#else
    return MOTE_PICK_KERNEL(mote_block_boxes)(xyz, vertex_count, 0, end_group, out, whole);
#endif
}

typedef struct stream_job {
    const mote_shape *shape;
    uint32_t groups_per_task;
    mote_box boxes[MAX_TASKS];
    bool finite[MAX_TASKS];
} stream_job;

static void stream_groups(void *argument, uint32_t task, uint32_t worker)
{
    (void)worker;
    stream_job *job = argument;
    const mote_shape *shape = job->shape;
    uint32_t first = task * job->groups_per_task;
    uint32_t end = least(first + job->groups_per_task, shape->block_group_count);
    uint32_t vertex = first * VERTICES_PER_GROUP;
    uint32_t count = least(end * VERTICES_PER_GROUP, shape->mesh->vertex_count) - vertex;
    const float *xyz = (const float *)shape->source.data + 3 * (size_t)vertex;
    job->finite[task] =
        block_boxes(xyz, count, end - first, shape->block_boxes + first, &job->boxes[task]) ||
        mote_floats_are_finite(xyz, 3 * (size_t)count);
}

void mote_shape_stream(mote_shape *shape, const mote_tasks *tasks)
{
    stream_job job = {.shape = shape, .groups_per_task = GROUPS_PER_TASK};
    while (shape->block_group_count > job.groups_per_task * MAX_TASKS) job.groups_per_task *= 2;
    uint32_t count = (shape->block_group_count + job.groups_per_task - 1) / job.groups_per_task;
    tasks->run(tasks->context, stream_groups, &job, count);
    bool finite = true;
    shape->box = mote_box_empty();
    for (uint32_t t = 0; t < count; t++) {
        mote_box_add_box(&shape->box, &job.boxes[t]);
        finite &= job.finite[t];
    }
    atomic_store_explicit(&shape->broken, !finite, memory_order_relaxed);
    shape->xyz = shape->copy;
    shape->readiness = MOTE_SHAPE_STREAMED;
}

// ---------------------------------------------------------------------------------------------
// The second pass

// A side of a region. A vertex is beyond it if its coordinate is greater than `limit` (less, if
// `above`).
typedef struct side {
    int axis;
    bool above;
    float limit;
    float share; // share of the shape's extent that is beyond the side
} side;

static float coordinate(mote_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// Returns the side of the region that cuts off most of the box.
static side best_side(const mote_box *box, const mote_box *region)
{
    side best = {.limit = FLT_MAX}; // not infinite: no block lies there
    for (int i = 0; i < 6; i++) {
        side s = {.axis = i / 2, .above = i % 2};
        float low = coordinate(box->min, s.axis), high = coordinate(box->max, s.axis);
        s.limit = coordinate(s.above ? region->min : region->max, s.axis);
        float beyond = s.above ? s.limit - low : high - s.limit;
        s.share = high > low ? beyond / (high - low) : 0;
        if (s.share > best.share) best = s;
    }
    return best;
}

// Returns one bit for each block of a group that is not entirely beyond the side.
static uint32_t blocks_within(const mote_box8 *boxes, const side *s)
{
    const float *bound = boxes->bound[s->above ? 3 + s->axis : s->axis];
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < 8; lane++)
        bits |= (uint32_t)(s->above ? bound[lane] >= s->limit : bound[lane] <= s->limit) << lane;
    return bits;
}

static const float *source_of(const mote_shape *shape)
{
    return shape->source.data;
}

// Sets codes[c] = 0 for each cluster c that owns a vertex which is not beyond the side.
static void look_at_block(const mote_shape *shape, uint32_t block, const side *s, uint8_t *codes)
{
    uint32_t first = block * MOTE_STREAM_BLOCK;
    uint32_t count = least(shape->mesh->vertex_count - first, MOTE_STREAM_BLOCK);
    MOTE_PICK_KERNEL(mote_clear_codes)
    (source_of(shape) + 3 * (size_t)first, shape->clusters->owner_of + first, count, s->axis,
     s->above, s->limit, 8 * shape->group_count, codes);
}

static mote_box own_box(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    const mote_box empty = mote_box_empty();
    uint32_t first = clusters->own_first[cluster];
    return MOTE_PICK_KERNEL(mote_add_vertices)(&empty, source_of(shape),
                                               clusters->vertex_of + first,
                                               clusters->own_first[cluster + 1] - first);
}

// Uses the bits of mote_hybrid_outcodes.
static uint8_t outcode(const mote_box *box, const mote_box *region)
{
    return (uint8_t)((box->min.x > region->max.x) | (box->max.x < region->min.x) << 1 |
                     (box->min.y > region->max.y) << 2 | (box->max.y < region->min.y) << 3 |
                     (box->min.z > region->max.z) << 4 | (box->max.z < region->min.z) << 5);
}

// Computes boxes and codes of the clusters of a group whose codes are 0; the others get empty
// boxes. Returns the bits that all codes of the group have in common.
static uint8_t finish_group(const mote_shape *shape, uint32_t group, const mote_box *region,
                            uint8_t codes[8])
{
    mote_box8 *boxes = &shape->own_boxes[group];
    uint8_t common = 0xff;
    for (uint32_t lane = 0; lane < 8; lane++) {
        for (int k = 0; k < 6; k++) boxes->bound[k][lane] = k < 3 ? INFINITY : -INFINITY;
    }
    for (uint32_t lane = 0; lane < 8; lane++) {
        if (codes[lane] == 0) {
            mote_box box = own_box(shape, 8 * group + lane);
            mote_box8_set(boxes, lane, &box);
            codes[lane] = outcode(&box, region);
        }
        common &= codes[lane];
    }
    return common;
}

void mote_streamed_outcodes(const mote_shape *shape, const mote_box *region, uint8_t *codes,
                            uint8_t *group_codes)
{
    side s = best_side(&shape->box, region);
    memset(codes, 1 << (2 * s.axis + s.above), 8 * (size_t)shape->group_count);
    for (uint32_t group = 0; group < shape->block_group_count; group++) {
        uint32_t bits = blocks_within(&shape->block_boxes[group], &s);
        for (; bits; bits &= bits - 1)
            look_at_block(shape, 8 * group + (uint32_t)__builtin_ctz(bits), &s, codes);
    }
    for (uint32_t group = 0; group < shape->group_count; group++)
        group_codes[group] = finish_group(shape, group, region, codes + 8 * (size_t)group);
}

mote_box mote_streamed_cluster_box(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    uint32_t first = clusters->border_first[cluster];
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    if (box.min.x > box.max.x) box = own_box(shape, cluster); // skipped by the second pass
    return MOTE_PICK_KERNEL(mote_add_vertices)(&box, source_of(shape),
                                               clusters->caller_border + first,
                                               clusters->border_first[cluster + 1] - first);
}

// ---------------------------------------------------------------------------------------------
// Copying into mesh order

void mote_streamed_bring(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    const mote_vec3 *from = shape->source.data;
    mote_vec3 *to = (mote_vec3 *)shape->copy;
    for (uint32_t v = clusters->own_first[cluster]; v < clusters->own_first[cluster + 1]; v++)
        to[v] = from[clusters->vertex_of[v]];
    for (uint32_t i = clusters->border_first[cluster]; i < clusters->border_first[cluster + 1]; i++)
        to[clusters->border[i]] = from[clusters->caller_border[i]];
}
