#include "shape/readiness.h"

#include "shape/on_demand.h"

// A bound costs about as much as evaluating 50 vertices. The first 64 bounds are free, so that
// small shapes do not give up at once.
static bool is_costly(const mote_shape *shape)
{
    return shape->on_demand->bounded_in_all > 64 + shape->clusters->vertex_count / 64;
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

void mote_shape_require(mote_shape *shape, mote_readiness level, const mote_tasks *tasks)
{
    if (shape->readiness >= level) return;
    if (level <= MOTE_SHAPE_ON_DEMAND && mote_shape_go_on_demand(shape)) return;
    mote_shape_update(shape, tasks);
}

void mote_shape_leave_on_demand(const mote_shape *shape, const mote_tasks *tasks)
{
    mote_on_demand *demand = shape->on_demand;
    mote_shape_require(demand->shape, MOTE_SHAPE_FRESH, tasks);
    atomic_fetch_add_explicit(&demand->evaluated, shape->clusters->vertex_count,
                              memory_order_relaxed);
}
