// Deformers implemented by the caller.

#include "core/result.h"
#include "deform/deformer.h"
#include "deform/nodes.h"

#define COOKIE 0x63757374u // "cust"

typedef struct custom {
    mote_deformer base;
    mote_custom_def def;
} custom;

static const mote_deformer_kind custom_kind;

mote_custom_def mote_default_custom_def(void)
{
    return (mote_custom_def){.cookie = COOKIE};
}

mote_result mote_custom_create(const mote_custom_def *def, mote_deformer **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_custom_create: out is null");
    *out = NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_custom_create: def is null");
    mote_deformer_basis basis = {"custom", def->cookie == COOKIE, def->mesh, def->nodes,
                                 def->allocator};
    mote_result result = mote_deformer_check(&basis);
    if (result != MOTE_OK) return result;
    if (!def->evaluate)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_custom_create: def.evaluate is null");
    if (def->bound && !def->nodes)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_custom_create: def.bound is set, but def.nodes is null");
    custom *c = mote_deformer_allocate(&basis, &custom_kind, sizeof *c);
    if (!c) return MOTE_ERROR_MEMORY;
    c->def = *def;
    c->base.can_bound = def->bound != NULL;
    *out = &c->base;
    return MOTE_OK;
}

static void apply(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                  mote_vec3 *positions)
{
    const custom *c = (const custom *)self;
    c->def.evaluate(c->def.context, vertices, count, positions);
}

static mote_result bound_custom(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    const custom *c = (const custom *)self;
    mote_node view;
    mote_result result = mote_nodes_get(self->nodes, node, &view);
    if (result != MOTE_OK) return result;
    mote_box box = mote_node_bound_box(bound);
    c->def.bound(c->def.context, &view, &box);
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z) ||
        !mote_vec_finite(box.min) || !mote_vec_finite(box.max))
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_custom_def.bound: the box of node %u is empty or not finite", node);
    mote_dvec3 min = mote_vec_widen(box.min), max = mote_vec_widen(box.max);
    *bound = (mote_node_bound){.c = mote_dvec_scale(mote_dvec_add(min, max), 0.5),
                               .r = mote_dvec_scale(mote_dvec_sub(max, min), 0.5)};
    return MOTE_OK;
}

static const mote_deformer_kind custom_kind = {
    .name = "custom deformer", .apply = apply, .bound = bound_custom};
