#include "deform/deformation.h"

#include <math.h>

#include "core/box.h"
#include "core/float_env.h"
#include "deform/deformer.h"
#include "deform/nodes.h"
#include "mesh/mesh.h"

_Static_assert((int)MOTE_DEFORMATION_BLOCK <= (int)MOTE_DEFORM_BLOCK, "what apply takes at once");

static void evaluate(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out)
{
    const mote_deformer *deformer = context;
    const mote_vec3 *rest = deformer->mesh->positions;
    mote_float_env env = mote_float_env_enter();
    for (uint32_t i = 0; i < count; i++) out[i] = rest[vertices[i]];
    deformer->kind->apply(deformer, vertices, count, out);
    mote_float_env_leave(env);
}

static mote_box bound_one(const mote_deformer *deformer, uint32_t node,
                          const mote_transform *transform)
{
    const mote_box everything = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    mote_node_bound bound = mote_nodes_rest_bound(deformer->nodes, node);
    if (deformer->kind->bound(deformer, node, &bound) != MOTE_OK) return everything;
    if (transform) mote_node_bound_transform(transform, &bound);
    mote_box box = mote_node_bound_box(&bound);
    bool holds = box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
    return holds ? box : everything; // where numbers ran out of range
}

static void bound(const void *context, uint32_t first, uint32_t count,
                  const mote_transform *transform, mote_box8 *out)
{
    mote_float_env env = mote_float_env_enter();
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box =
            lane < count ? bound_one(context, first + lane, transform) : mote_box_empty();
        mote_box8_set(out, lane, &box);
    }
    mote_float_env_leave(env);
}

mote_deformation mote_deformer_deformation(const mote_deformer *deformer)
{
    return (mote_deformation){.context = deformer,
                              .evaluate = evaluate,
                              .bound = mote_deformer_can_bound(deformer) ? bound : NULL};
}

const mote_mesh *mote_deformer_mesh(const mote_deformer *deformer)
{
    return deformer->mesh;
}
