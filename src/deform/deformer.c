// Functions common to all kinds of deformers.

#include "deform/deformer.h"

#include <math.h>
#include <stdio.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/pool.h"
#include "core/result.h"
#include "deform/nodes.h"
#include "mesh/mesh.h"

mote_result mote_deformer_check(const mote_deformer_basis *basis)
{
    if (!basis->cookie_is_right)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_%s_create: def.cookie is not set: start from mote_default_%s_def()",
                         basis->name, basis->name);
    if (!basis->mesh)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_%s_create: def.mesh is null", basis->name);
    if (basis->nodes && basis->nodes->mesh != basis->mesh)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_%s_create: def.nodes are of another mesh",
                         basis->name);
    char function[64];
    snprintf(function, sizeof function, "mote_%s_create", basis->name);
    return mote_allocator_check(&basis->allocator, function);
}

void *mote_deformer_allocate(const mote_deformer_basis *basis, const mote_deformer_kind *kind,
                             size_t bytes)
{
    mote_allocator source = mote_allocator_or_default(basis->allocator);
    mote_deformer *deformer = mote_allocate_zeroed(&source, 1, bytes);
    if (!deformer) {
        mote_fail_memory(bytes, kind->name);
        return NULL;
    }
    deformer->kind = kind;
    deformer->struct_bytes = bytes;
    deformer->allocator = mote_memory_begin(&deformer->memory, source, bytes);
    deformer->mesh = basis->mesh;
    deformer->nodes = basis->nodes;
    deformer->can_bound = kind->bound && basis->nodes;
    return deformer;
}

mote_result mote_deformer_expect(const mote_deformer *deformer, const mote_deformer_kind *kind,
                                 const char *call)
{
    if (!deformer) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: deformer is null", call);
    if (deformer->kind != kind)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: deformer is a %s, not a %s", call,
                         deformer->kind->name, kind->name);
    return MOTE_OK;
}

void mote_deformer_destroy(mote_deformer *deformer)
{
    if (!deformer) return;
    if (deformer->kind->release) deformer->kind->release(deformer);
    mote_allocator source = deformer->memory.source;
    mote_release(&source, deformer, 1, deformer->struct_bytes);
}

uint32_t mote_deformer_vertex_count(const mote_deformer *deformer)
{
    return deformer->mesh->vertex_count;
}

size_t mote_deformer_bytes(const mote_deformer *deformer)
{
    return mote_memory_bytes(&deformer->memory);
}

// ---------------------------------------------------------------------------------------------
// Evaluating

static void evaluate_block(const mote_deformer *deformer, const uint32_t *vertices, uint32_t count,
                           mote_vec3 *out)
{
    const mote_vec3 *rest = deformer->mesh->positions;
    for (uint32_t i = 0; i < count; i++) out[i] = rest[vertices[i]];
    deformer->kind->apply(deformer, vertices, count, out);
}

typedef struct all_job {
    const mote_deformer *deformer;
    mote_vec3 *out;
} all_job;

static void evaluate_run(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const all_job *job = argument;
    uint32_t first = block * MOTE_DEFORM_BLOCK, left = job->deformer->mesh->vertex_count - first;
    uint32_t count = left < MOTE_DEFORM_BLOCK ? left : MOTE_DEFORM_BLOCK;
    uint32_t vertices[MOTE_DEFORM_BLOCK];
    for (uint32_t i = 0; i < MOTE_DEFORM_BLOCK; i++) vertices[i] = first + i;
    mote_float_env env = mote_float_env_enter();
    evaluate_block(job->deformer, vertices, count, job->out + first);
    mote_float_env_leave(env);
}

mote_result mote_deformer_evaluate_all(const mote_deformer *deformer, const mote_tasks *tasks,
                                       mote_vec3 *out)
{
    if (!deformer)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_deformer_evaluate_all: deformer is null");
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_deformer_evaluate_all: out is null");
    mote_tasks inline_tasks = mote_inline_tasks();
    if (!tasks || !tasks->run) tasks = &inline_tasks;
    all_job job = {.deformer = deformer, .out = out};
    uint32_t count = deformer->mesh->vertex_count;
    tasks->run(tasks->context, evaluate_run, &job,
               (count + MOTE_DEFORM_BLOCK - 1) / MOTE_DEFORM_BLOCK);
    return MOTE_OK;
}

mote_result mote_deformer_evaluate(const mote_deformer *deformer, const uint32_t *vertices,
                                   size_t count, mote_vec3 *out)
{
    if (!deformer)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_deformer_evaluate: deformer is null");
    if (count && (!vertices || !out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_deformer_evaluate: %s is null",
                         vertices ? "out" : "vertices");
    for (size_t i = 0; i < count; i++)
        if (vertices[i] >= deformer->mesh->vertex_count)
            return mote_fail(
                MOTE_ERROR_DATA,
                "mote_deformer_evaluate: vertices[%zu] is %u, but the mesh has %u vertices", i,
                vertices[i], deformer->mesh->vertex_count);
    mote_float_env env = mote_float_env_enter();
    for (size_t done = 0; done < count; done += MOTE_DEFORM_BLOCK) {
        size_t left = count - done;
        uint32_t block = left < MOTE_DEFORM_BLOCK ? (uint32_t)left : MOTE_DEFORM_BLOCK;
        evaluate_block(deformer, vertices + done, block, out + done);
    }
    mote_float_env_leave(env);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Bounding

bool mote_deformer_can_bound(const mote_deformer *deformer)
{
    return deformer && deformer->can_bound;
}

mote_result mote_deformer_bound(const mote_deformer *deformer, uint32_t node, mote_box *out)
{
    if (!deformer || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_deformer_bound: %s is null",
                         deformer ? "out" : "deformer");
    if (!deformer->can_bound)
        return mote_fail(MOTE_ERROR_REFUSED, "mote_deformer_bound: this %s cannot bound nodes%s",
                         deformer->kind->name,
                         deformer->nodes ? "" : ": it was created without nodes");
    if (node >= deformer->nodes->node_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_deformer_bound: node %u, but there are %u nodes", node,
                         deformer->nodes->node_count);
    mote_float_env env = mote_float_env_enter();
    mote_node_bound bound = mote_nodes_rest_bound(deformer->nodes, node);
    mote_result result = deformer->kind->bound(deformer, node, &bound);
    if (result == MOTE_OK) *out = mote_node_bound_box(&bound);
    mote_float_env_leave(env);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The interface to shapes

_Static_assert((int)MOTE_DEFORMATION_BLOCK <= (int)MOTE_DEFORM_BLOCK, "what apply takes at once");

static void evaluate(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out)
{
    mote_float_env env = mote_float_env_enter();
    evaluate_block(context, vertices, count, out);
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
    return holds ? box : everything; // everything: after an overflow
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
                              .bound = mote_deformer_can_bound(deformer) ? bound : NULL,
                              .vertices_per_bound = 64};
}

const mote_mesh *mote_deformer_mesh(const mote_deformer *deformer)
{
    return deformer->mesh;
}
