// Skins and morph targets that JavaScript gives, and the chains of them that shape bodies.

#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

struct js_deformer {
    mote_deformer *deformer;
    js_mesh *mesh;
    uint32_t holders;
};

// ---------------------------------------------------------------------------------------------
// Creating and releasing

// Takes the deformer over. `result` is that of its creation.
static mote_result wrap(mote_result result, mote_deformer *deformer, js_mesh *mesh,
                        js_deformer **out)
{
    if (result) return result;
    *out = calloc(1, sizeof **out);
    if (!*out) {
        mote_deformer_destroy(deformer);
        return mote_fail_memory(sizeof **out, "a deformer");
    }
    js_mesh_hold(mesh);
    **out = (js_deformer){.deformer = deformer, .mesh = mesh, .holders = 1};
    return MOTE_OK;
}

mote_result js_deformer_skin(js_mesh *mesh, uint32_t bone_count, uint32_t influences,
                             const uint16_t *bones, const float *weights, js_deformer **out)
{
    *out = NULL;
    mote_skin_def def = mote_default_skin_def();
    mote_result result = js_mesh_nodes(mesh, &def.nodes);
    if (result) return result;
    def.mesh = mesh->mesh;
    def.bone_count = bone_count;
    def.influences_per_vertex = influences;
    def.bones = bones;
    def.weights = weights;
    def.influence_count = (size_t)influences * mesh->vertex_count;
    mote_deformer *deformer = NULL;
    result = mote_skin_create(&def, &deformer);
    return wrap(result, deformer, mesh, out);
}

mote_result js_deformer_morph(js_mesh *mesh, uint32_t target_count, const uint32_t *counts,
                              const uint32_t *vertices, const mote_vec3 *deltas, js_deformer **out)
{
    *out = NULL;
    mote_morph_def def = mote_default_morph_def();
    mote_result result = js_mesh_nodes(mesh, &def.nodes);
    if (result) return result;
    mote_morph_target *targets = calloc((size_t)target_count + 1, sizeof *targets);
    if (!targets) return mote_fail_memory(target_count * sizeof *targets, "morph targets");
    for (uint32_t i = 0; i < target_count; i++) {
        targets[i] = (mote_morph_target){vertices, deltas, counts[i]};
        vertices += counts[i];
        deltas += counts[i];
    }
    def.mesh = mesh->mesh;
    def.targets = targets;
    def.target_count = target_count;
    mote_deformer *deformer = NULL;
    result = mote_morph_create(&def, &deformer);
    free(targets);
    return wrap(result, deformer, mesh, out);
}

void js_deformer_release(js_deformer *deformer)
{
    if (!deformer || --deformer->holders) return;
    mote_deformer_destroy(deformer->deformer);
    js_mesh_release(deformer->mesh);
    free(deformer);
}

// ---------------------------------------------------------------------------------------------
// Parameters

mote_result js_deformer_set_bones(js_deformer *deformer, const mote_transform *bones,
                                  uint32_t bone_count)
{
    return mote_skin_set_bones(deformer->deformer, bones, bone_count);
}

mote_result js_deformer_set_weights(js_deformer *deformer, const float *weights,
                                    uint32_t weight_count)
{
    return mote_morph_set_weights(deformer->deformer, weights, weight_count);
}

// ---------------------------------------------------------------------------------------------
// The deformers of a body, which holds each of them

typedef struct chain {
    mote_deformer *deformer;
    uint32_t count;
    js_deformer *links[];
} chain;

static void release_chain(void *owner)
{
    chain *c = owner;
    mote_deformer_destroy(c->deformer);
    for (uint32_t i = 0; i < c->count; i++) js_deformer_release(c->links[i]);
    free(c);
}

static mote_result create_chain_deformer(chain *c, js_mesh *mesh)
{
    mote_chain_def def = mote_default_chain_def();
    mote_result result = js_mesh_nodes(mesh, &def.nodes);
    if (result) return result;
    mote_deformer **deformers = calloc(c->count, sizeof(mote_deformer *));
    if (!deformers) return mote_fail_memory(c->count * sizeof *deformers, "a chain of deformers");
    for (uint32_t i = 0; i < c->count; i++) deformers[i] = c->links[i]->deformer;
    def.mesh = mesh->mesh;
    def.deformers = deformers;
    def.deformer_count = c->count;
    result = mote_chain_create(&def, &c->deformer);
    free(deformers);
    return result;
}

static mote_result create_chain(js_mesh *mesh, js_deformer *const *links, uint32_t count,
                                chain **out)
{
    size_t size = sizeof(chain) + count * sizeof(js_deformer *);
    chain *c = calloc(1, size);
    if (!c) return mote_fail_memory(size, "a chain of deformers");
    for (uint32_t i = 0; i < count; i++) {
        c->links[i] = links[i];
        links[i]->holders++;
    }
    c->count = count;
    mote_result result = create_chain_deformer(c, mesh);
    if (result)
        release_chain(c);
    else
        *out = c;
    return result;
}

// True if the body already has these deformers, so that only their parameters can have changed.
static bool has_links(const js_body *body, js_deformer *const *links, uint32_t count)
{
    const chain *c = js_body_shaping_owner(body, release_chain);
    if (!c || c->count != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (c->links[i] != links[i]) return false;
    return true;
}

mote_result js_world_set_deformers(js_world *world, uint32_t body, js_deformer *const *deformers,
                                   uint32_t count)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = js_expect_own(world);
    if (result) return result;
    if (count == 0) return js_body_remove_deformer(world, body);
    if (has_links(b, deformers, count)) return js_body_deformed(world, body);
    chain *created = NULL;
    result = create_chain(b->mesh, deformers, count, &created);
    if (result) return result;
    const js_shaping shaping = {
        .deformer = created->deformer, .release = release_chain, .owner = created};
    result = js_body_set_deformer(world, body, &shaping);
    if (result) release_chain(created);
    return result;
}
