// Morph targets: weighted sums of sparse displacements. Creation transposes the lists of vertices
// per target into lists of targets per vertex, so that vertices can be evaluated independently.

#include "deform/morph.h"

#include <math.h>
#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/simd.h"
#include "deform/nodes.h"
#include "mesh/mesh.h"

#define COOKIE 0x6d727068u // "mrph"

static const mote_deformer_kind morph_kind;

mote_morph_def mote_default_morph_def(void)
{
    return (mote_morph_def){.cookie = COOKIE};
}

// ---------------------------------------------------------------------------------------------
// The def

static mote_result check_target(const mote_morph_def *def, uint32_t target)
{
    const mote_morph_target *t = &def->targets[target];
    if (t->count && (!t->vertices || !t->deltas))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_morph_create: def.targets[%u].%s is null",
                         target, t->vertices ? "deltas" : "vertices");
    for (size_t i = 0; i < t->count; i++) {
        if (t->vertices[i] >= def->mesh->vertex_count)
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_morph_create: def.targets[%u].vertices[%zu] is %u, but the mesh "
                             "has %u vertices",
                             target, i, t->vertices[i], def->mesh->vertex_count);
        if (!mote_vec_finite(t->deltas[i]))
            return mote_fail(
                MOTE_ERROR_DATA,
                "mote_morph_create: def.targets[%u].deltas[%zu], of vertex %u, is not finite",
                target, i, t->vertices[i]);
    }
    return MOTE_OK;
}

static mote_result check_def(const mote_morph_def *def, const mote_deformer_basis *basis)
{
    mote_result result = mote_deformer_check(basis);
    if (result != MOTE_OK) return result;
    if (def->target_count == 0)
        return mote_fail(MOTE_ERROR_DATA, "mote_morph_create: def.target_count is 0");
    if (!def->targets)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_morph_create: def.targets is null");
    uint64_t total = 0;
    for (uint32_t t = 0; t < def->target_count && total <= UINT32_MAX; t++)
        total += def->targets[t].count;
    if (total > UINT32_MAX)
        return mote_fail(
            MOTE_ERROR_LIMIT,
            "mote_morph_create: the targets have %llu deltas or more, at most %u are possible",
            (unsigned long long)total, UINT32_MAX);
    for (uint32_t t = 0; result == MOTE_OK && t < def->target_count; t++)
        result = check_target(def, t);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Making

static bool allocate_arrays(mote_morph *morph, const mote_morph_def *def)
{
    const mote_allocator *allocator = &morph->base.allocator;
    size_t total = 0;
    for (uint32_t t = 0; t < def->target_count; t++) total += def->targets[t].count;
    morph->target_count = def->target_count;
    morph->delta_count = (uint32_t)total;
    morph->weights = mote_allocate_zeroed(allocator, def->target_count, sizeof *morph->weights);
    morph->first =
        mote_allocate_zeroed(allocator, (size_t)def->mesh->vertex_count + 1, sizeof *morph->first);
    morph->deltas = mote_allocate(allocator, total, sizeof *morph->deltas);
    return morph->weights && morph->first && morph->deltas;
}

// Deltas of a vertex are sorted by target, so two deltas of the same target are adjacent.
static mote_result check_repeats(const mote_morph *morph, uint32_t vertex_count)
{
    for (uint32_t v = 0; v < vertex_count; v++)
        for (uint32_t i = morph->first[v] + 1; i < morph->first[v + 1]; i++)
            if (morph->deltas[i].target == morph->deltas[i - 1].target)
                return mote_fail(MOTE_ERROR_DATA,
                                 "mote_morph_create: target %u names vertex %u twice",
                                 morph->deltas[i].target, v);
    return MOTE_OK;
}

// A counting sort by vertex: first[v] is the index of the next delta of v, and after the loop the
// start of the deltas of v + 1.
static mote_result turn_around(mote_morph *morph, const mote_morph_def *def)
{
    uint32_t vertex_count = def->mesh->vertex_count, *first = morph->first;
    for (uint32_t t = 0; t < def->target_count; t++)
        for (size_t i = 0; i < def->targets[t].count; i++) first[def->targets[t].vertices[i]]++;
    for (uint32_t v = 0, before = 0; v <= vertex_count; v++) {
        uint32_t count = first[v];
        first[v] = before;
        before += count;
    }
    for (uint32_t t = 0; t < def->target_count; t++) {
        const mote_morph_target *target = &def->targets[t];
        for (size_t i = 0; i < target->count; i++) {
            uint32_t at = first[target->vertices[i]]++;
            morph->deltas[at] = (mote_morph_delta){t, target->deltas[i]};
        }
    }
    memmove(first + 1, first, vertex_count * sizeof *first);
    first[0] = 0;
    return check_repeats(morph, vertex_count);
}

mote_result mote_morph_create(const mote_morph_def *def, mote_deformer **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_morph_create: out is null");
    *out = NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_morph_create: def is null");
    mote_deformer_basis basis = {"morph", def->cookie == COOKIE, def->mesh, def->nodes,
                                 def->allocator};
    mote_result result = check_def(def, &basis);
    if (result != MOTE_OK) return result;
    mote_morph *morph = mote_deformer_allocate(&basis, &morph_kind, sizeof *morph);
    if (!morph) return MOTE_ERROR_MEMORY;
    mote_float_env env = mote_float_env_enter();
    result = allocate_arrays(morph, def)
                 ? turn_around(morph, def)
                 : mote_fail_memory(morph->delta_count * sizeof *morph->deltas, "morph targets");
    if (result == MOTE_OK && morph->base.can_bound) result = mote_morph_prepare_nodes(morph);
    mote_float_env_leave(env);
    if (result == MOTE_OK) {
        *out = &morph->base;
    } else {
        mote_deformer_destroy(&morph->base);
    }
    return result;
}

static void release(mote_deformer *self)
{
    mote_morph *morph = (mote_morph *)self;
    const mote_allocator *allocator = &self->allocator;
    mote_release(allocator, morph->weights, morph->target_count, sizeof *morph->weights);
    mote_release(allocator, morph->first, (size_t)self->mesh->vertex_count + 1,
                 sizeof *morph->first);
    mote_release(allocator, morph->deltas, morph->delta_count, sizeof *morph->deltas);
    mote_release(allocator, morph->node_deltas, morph->node_delta_count,
                 sizeof *morph->node_deltas);
    size_t nodes = morph->node_first ? (size_t)self->nodes->node_count + 1 : 0;
    mote_release(allocator, morph->node_first, nodes, sizeof *morph->node_first);
}

// ---------------------------------------------------------------------------------------------
// Each frame

mote_result mote_morph_set_weights(mote_deformer *deformer, const float *weights,
                                   uint32_t weight_count)
{
    mote_result result = mote_deformer_expect(deformer, &morph_kind, __func__);
    if (result != MOTE_OK) return result;
    mote_morph *morph = (mote_morph *)deformer;
    if (!weights) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_morph_set_weights: weights is null");
    if (weight_count != morph->target_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_morph_set_weights: %u weights, but the morph has %u targets",
                         weight_count, morph->target_count);
    for (uint32_t t = 0; t < weight_count; t++)
        if (!isfinite(weights[t]))
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_morph_set_weights: weights[%u] is %g, expected a finite number",
                             t, (double)weights[t]);
    memcpy(morph->weights, weights, weight_count * sizeof *weights);
    return MOTE_OK;
}

// The three coordinates of a vertex are one vector. The lane before them holds the target of a
// delta.
static void apply(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                  mote_vec3 *positions)
{
    const mote_morph *morph = (const mote_morph *)self;
    for (uint32_t i = 0; i < count; i++) {
        const mote_morph_delta *delta = morph->deltas + morph->first[vertices[i]];
        const mote_morph_delta *end = morph->deltas + morph->first[vertices[i] + 1];
        if (delta == end) continue;
        mote_f32x4 p = {0, positions[i].x, positions[i].y, positions[i].z};
        for (; delta < end; delta++) {
            float w = morph->weights[delta->target];
            p += (mote_f32x4){0, w, w, w} * (mote_f32x4){0, delta->by.x, delta->by.y, delta->by.z};
        }
        positions[i] = (mote_vec3){p[1], p[2], p[3]};
    }
}

static const mote_deformer_kind morph_kind = {
    .name = "morph", .apply = apply, .bound = mote_morph_bound, .release = release};
