#include "shape/readiness.h"

#include "shape/on_demand.h"
#include "shape/streamed.h"

// The first 64 bounds are free, otherwise small shapes would leave on demand immediately.
static bool is_costly(const mote_shape *shape)
{
    return shape->on_demand->bounded_in_all >
           64 + shape->clusters->vertex_count / shape->deformation.vertices_per_bound;
}

bool mote_shape_may_stay_on_demand(const mote_shape *shape)
{
    return shape->deformation.bound && !shape->on_demand->unbounded && !is_costly(shape);
}

bool mote_shape_go_on_demand(mote_shape *shape)
{
    if (shape->readiness >= MOTE_SHAPE_ON_DEMAND) return shape->readiness == MOTE_SHAPE_ON_DEMAND;
    if (!mote_shape_may_stay_on_demand(shape) || !mote_on_demand_bound_whole(shape)) return false;
    shape->readiness = MOTE_SHAPE_ON_DEMAND;
    return true;
}

void mote_shape_read(mote_shape *shape, mote_readiness level, const mote_tasks *tasks)
{
    if (level <= MOTE_SHAPE_STREAMED && mote_shape_can_stream(shape)) {
        mote_shape_stream(shape, tasks);
    } else {
        mote_shape_update(shape, tasks);
    }
}

void mote_shape_require(mote_shape *shape, mote_readiness level, const mote_tasks *tasks)
{
    if (shape->readiness >= level) return;
    if (level <= MOTE_SHAPE_ON_DEMAND && mote_shape_go_on_demand(shape)) return;
    mote_shape_read(shape, level, tasks);
}

// Reading all vertices of a small shape takes less time than finding out which are needed.
static bool is_small(const mote_shape *shape)
{
    enum { FEW_CLUSTERS = 16 };
    return shape->clusters->cluster_count <= FEW_CLUSTERS;
}

void mote_shape_require_for_query(mote_shape *shape, const mote_tasks *tasks)
{
    shape->source_was_queried = shape->source.data != NULL;
    if (mote_shape_go_on_demand(shape) || shape->readiness >= MOTE_SHAPE_STREAMED) return;
    if (mote_shape_can_stream_for_query(shape) && !is_small(shape)) {
        mote_shape_stream(shape, tasks);
    } else {
        mote_shape_update(shape, tasks);
    }
}

// The largest share (0 to 1) of the box's extent that lies beyond one side of the region.
static float share_beyond(const mote_box *box, const mote_box *region)
{
    const float *low = &box->min.x, *high = &box->max.x;
    const float *from = &region->min.x, *to = &region->max.x;
    float most = 0;
    for (int k = 0; k < 3; k++) {
        float below = (from[k] - low[k]) / (high[k] - low[k]);
        float above = (high[k] - to[k]) / (high[k] - low[k]);
        if (below > most) most = below;
        if (above > most) most = above;
    }
    return most;
}

bool mote_shape_is_small_and_rigid(const mote_shape *shape)
{
    return mote_shape_is_at_rest(shape) && is_small(shape);
}

// Do all sides of the region cut off less than `most_beyond` of the shape's extent? Always true for
// small shapes.
static bool is_mostly_within(const mote_shape *shape, const mote_box *region, float most_beyond)
{
    return is_small(shape) || share_beyond(mote_shape_bounds(shape), region) < most_beyond;
}

bool mote_shape_is_cheaper_fresh(const mote_shape *shape, const mote_box *region)
{
    return mote_shape_is_on_demand(shape) && mote_shape_is_at_rest(shape) &&
           is_mostly_within(shape, region, 0.4f);
}

void mote_shape_require_in_region(mote_shape *shape, const mote_box *region,
                                  const mote_tasks *tasks)
{
    bool is_streamed = mote_shape_is_streamed(shape);
    if (is_streamed ? is_mostly_within(shape, region, 0.6f)
                    : mote_shape_is_cheaper_fresh(shape, region))
        mote_shape_update(shape, tasks);
}

void mote_shape_leave_on_demand(const mote_shape *shape, const mote_tasks *tasks)
{
    mote_on_demand *demand = shape->on_demand;
    mote_shape_require(demand->shape, MOTE_SHAPE_FRESH, tasks);
    atomic_fetch_add_explicit(&demand->evaluated, shape->clusters->vertex_count,
                              memory_order_relaxed);
}
