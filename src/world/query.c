#include "world/query.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"
#include "shape/on_demand.h"

const mote_surface_point mote_query_nowhere = {.face = MOTE_NONE, .distance = INFINITY};

mote_result mote_query_check_vector(mote_vec3 v, const char *what)
{
    if (mote_vec_finite(v)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "the %s (%g, %g, %g) is not finite", what, (double)v.x,
                     (double)v.y, (double)v.z);
}

// Where a body that is not up to date is at most; null where that is not known.
static const mote_box *bounds_before_update(mote_shape *shape)
{
    if (shape->fresh) return NULL;
    if (shape->has_bounds) return &shape->bounds;
    return shape->deformation.bound && mote_on_demand_place(shape) ? &shape->on_demand->box : NULL;
}

bool mote_query_reaches(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                        mote_box_measure *measure)
{
    if (!body->generation || !(body->category & mask)) return false;
    const mote_box *bounds = bounds_before_update(&body->shape);
    if (bounds && measure(query, bounds) == (double)INFINITY) return false;
    if (!mote_world_refresh(world, body)) return false;
    return measure(query, &body->shape.box) < (double)INFINITY;
}

mote_result mote_query_ready_tree(mote_world *world, mote_body *body)
{
    if (mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the boxes of a body of %u clusters",
                     body->shape.clusters->cluster_count);
}
