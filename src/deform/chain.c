// A chain: applies deformers in order, and a transform after the last one.

#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "deform/deformer.h"
#include "deform/nodes.h"

#define COOKIE 0x6368616eu // "chan"

typedef struct chain {
    mote_deformer base;
    uint32_t count;
    const mote_deformer **deformers;
    bool has_transform;
    mote_transform transform;
} chain;

static const mote_deformer_kind chain_kind;

mote_chain_def mote_default_chain_def(void)
{
    return (mote_chain_def){.cookie = COOKIE};
}

static mote_result check_def(const mote_chain_def *def, const mote_deformer_basis *basis)
{
    mote_result result = mote_deformer_check(basis);
    if (result != MOTE_OK) return result;
    if (def->deformer_count && !def->deformers)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_chain_create: def.deformers is null");
    for (uint32_t i = 0; i < def->deformer_count; i++) {
        const mote_deformer *link = def->deformers[i];
        if (!link)
            return mote_fail(MOTE_ERROR_ARGUMENT, "mote_chain_create: def.deformers[%u] is null",
                             i);
        if (link->mesh != def->mesh)
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "mote_chain_create: def.deformers[%u] is of another mesh", i);
        if (def->nodes && link->nodes && link->nodes != def->nodes)
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "mote_chain_create: def.deformers[%u] has other nodes", i);
    }
    return MOTE_OK;
}

mote_result mote_chain_create(const mote_chain_def *def, mote_deformer **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_chain_create: out is null");
    *out = NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_chain_create: def is null");
    mote_deformer_basis basis = {"chain", def->cookie == COOKIE, def->mesh, def->nodes,
                                 def->allocator};
    mote_result result = check_def(def, &basis);
    if (result != MOTE_OK) return result;
    chain *c = mote_deformer_allocate(&basis, &chain_kind, sizeof *c);
    if (!c) return MOTE_ERROR_MEMORY;
    c->deformers = mote_allocate(&c->base.allocator, def->deformer_count, sizeof(mote_deformer *));
    if (!c->deformers) {
        mote_deformer_destroy(&c->base);
        return mote_fail_memory(def->deformer_count * sizeof(mote_deformer *), "a chain");
    }
    c->count = def->deformer_count;
    for (uint32_t i = 0; i < c->count; i++) {
        c->deformers[i] = def->deformers[i];
        c->base.can_bound = c->base.can_bound && def->deformers[i]->can_bound;
    }
    *out = &c->base;
    return MOTE_OK;
}

mote_result mote_chain_set_transform(mote_deformer *deformer, const mote_transform *transform)
{
    mote_result result = mote_deformer_expect(deformer, &chain_kind, __func__);
    if (result != MOTE_OK) return result;
    chain *c = (chain *)deformer;
    if (transform && !mote_transform_is_finite(transform))
        return mote_fail(MOTE_ERROR_DATA, "mote_chain_set_transform: transform is not finite");
    c->has_transform = transform != NULL;
    if (transform) c->transform = *transform;
    return MOTE_OK;
}

static void apply(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                  mote_vec3 *positions)
{
    const chain *c = (const chain *)self;
    for (uint32_t i = 0; i < c->count; i++)
        c->deformers[i]->kind->apply(c->deformers[i], vertices, count, positions);
    if (!c->has_transform) return;
    for (uint32_t i = 0; i < count; i++)
        positions[i] = mote_transform_point(&c->transform, positions[i]);
}

static mote_result bound_chain(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    const chain *c = (const chain *)self;
    for (uint32_t i = 0; i < c->count; i++) {
        mote_result result = c->deformers[i]->kind->bound(c->deformers[i], node, bound);
        if (result != MOTE_OK) return result;
    }
    if (c->has_transform) mote_node_bound_transform(&c->transform, bound);
    return MOTE_OK;
}

static void release(mote_deformer *self)
{
    chain *c = (chain *)self;
    mote_release(&self->allocator, (void *)c->deformers, c->count, sizeof(mote_deformer *));
}

static const mote_deformer_kind chain_kind = {
    .name = "chain", .apply = apply, .bound = bound_chain, .release = release};
