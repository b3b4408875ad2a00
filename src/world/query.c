#include "world/query.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"

const mote_surface_point mote_query_nowhere = {.face = MOTE_NONE, .distance = INFINITY};

mote_result mote_query_check_vector(mote_vec3 v, const char *what)
{
    if (mote_vec_finite(v)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "the %s (%g, %g, %g) is not finite", what, (double)v.x,
                     (double)v.y, (double)v.z);
}

bool mote_query_reaches(mote_world *world, mote_body *body, uint64_t mask, const void *query,
                        mote_box_measure *measure)
{
    if (!body->generation || !(body->category & mask)) return false;
    if (!mote_world_require(world, body, MOTE_SHAPE_BOUNDED)) return false;
    if (measure(query, mote_shape_bounds(&body->shape)) == (double)INFINITY) return false;
    if (mote_shape_is_fresh(&body->shape)) return true;
    return mote_world_require(world, body, MOTE_SHAPE_FRESH) &&
           measure(query, &body->shape.box) < (double)INFINITY;
}

mote_result mote_query_ready_tree(mote_world *world, mote_body *body)
{
    if (mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the boxes of a body of %u clusters",
                     body->shape.clusters->cluster_count);
}
