// The world gets a chain of two deformers: that of the body, and one that moves nothing but marks
// the vertices that a detect evaluates. The marker comes last, where it leaves bounds as they are.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"
#include "core/transform.h"

enum { TOUCHED_EARLIER = 1, TOUCHED_NOW = 2 };

struct js_on_demand {
    js_shaping given;
    mote_deformer *marker, *chain;
    uint8_t *touched; // one per vertex
    uint32_t vertex_count;
    const bool *detecting; // js_world.detecting
};

// Several workers may evaluate one vertex at the same time.
static void mark(void *context, const uint32_t *vertices, size_t count, mote_vec3 *positions)
{
    (void)positions;
    const js_on_demand *d = context;
    if (!*d->detecting) return;
    for (size_t i = 0; i < count; i++)
        __atomic_store_n(&d->touched[vertices[i]], (uint8_t)TOUCHED_NOW, __ATOMIC_RELAXED);
}

static void keep_box(void *context, const mote_node *node, mote_box *box)
{
    (void)context;
    (void)node;
    (void)box;
}

// ---------------------------------------------------------------------------------------------
// Creating and releasing

static mote_result create_marker(js_on_demand *d, const mote_mesh *mesh, const mote_nodes *nodes)
{
    mote_custom_def def = mote_default_custom_def();
    def.mesh = mesh;
    def.nodes = nodes;
    def.evaluate = mark;
    def.bound = keep_box;
    def.context = d;
    return mote_custom_create(&def, &d->marker);
}

static mote_result create_chain(js_on_demand *d, const mote_mesh *mesh, const mote_nodes *nodes)
{
    mote_deformer *links[] = {d->given.deformer, d->marker};
    mote_chain_def def = mote_default_chain_def();
    def.mesh = mesh;
    def.nodes = nodes;
    def.deformers = links;
    def.deformer_count = 2;
    return mote_chain_create(&def, &d->chain);
}

static mote_result create(js_world *world, js_mesh *mesh, const js_shaping *deformer,
                          js_on_demand **out)
{
    js_on_demand *d = calloc(1, sizeof *d);
    uint8_t *touched = calloc(mesh->vertex_count, 1);
    if (!d || !touched) {
        free(d);
        free(touched);
        return mote_fail_memory(sizeof *d + mesh->vertex_count, "a body on demand");
    }
    *d = (js_on_demand){.given = *deformer,
                        .touched = touched,
                        .vertex_count = mesh->vertex_count,
                        .detecting = &world->detecting};
    const mote_nodes *nodes;
    mote_result result = js_mesh_nodes(mesh, &nodes);
    if (!result) result = create_marker(d, mesh->mesh, nodes);
    if (!result) result = create_chain(d, mesh->mesh, nodes);
    *out = d;
    return result;
}

void js_on_demand_release(js_on_demand *on_demand)
{
    if (!on_demand) return;
    mote_deformer_destroy(on_demand->chain);
    mote_deformer_destroy(on_demand->marker);
    if (on_demand->given.release) on_demand->given.release(on_demand->given.owner);
    free(on_demand->touched);
    free(on_demand);
}

// JavaScript has views of the marks, which must stay valid for the life of the body.
static void keep_touched(js_on_demand *from, js_on_demand *to)
{
    uint8_t *touched = from->touched;
    from->touched = to->touched;
    to->touched = touched;
    memset(touched, 0, to->vertex_count);
}

mote_result js_body_set_deformer(js_world *world, uint32_t body, const js_shaping *deformer)
{
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = js_expect_own(world);
    if (result) return result;
    js_on_demand *created = NULL;
    result = create(world, b->mesh, deformer, &created);
    if (!result) result = mote_body_set_deformer(world->world, b->id, created->chain);
    if (result) {
        if (created) created->given.release = NULL; // it remains the caller's
        js_on_demand_release(created);
        return result;
    }
    if (b->on_demand) keep_touched(b->on_demand, created);
    js_on_demand_release(b->on_demand);
    b->on_demand = created;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Posing and reading

mote_result js_body_deformed(js_world *world, uint32_t body)
{
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (!b->on_demand) return mote_fail(MOTE_ERROR_STATE, "body %u is not on demand", body);
    return mote_body_set_deformer(world->world, b->id, b->on_demand->chain);
}

mote_deformer *js_body_deformer(const js_body *body)
{
    return body->on_demand ? body->on_demand->given.deformer : NULL;
}

const void *js_body_shaping_owner(const js_body *body, void (*release)(void *owner))
{
    if (!body->on_demand || body->on_demand->given.release != release) return NULL;
    return body->on_demand->given.owner;
}

mote_result js_body_remove_deformer(js_world *world, uint32_t body)
{
    js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    mote_result result = mote_body_set_deformer(world->world, b->id, NULL);
    if (result) return result;
    js_on_demand_release(b->on_demand);
    b->on_demand = NULL;
    return MOTE_OK;
}

mote_result js_on_demand_present(js_world *world, const js_body *body, mote_vec3 *out)
{
    mote_transform transform;
    mote_result result = mote_body_get_transform(world->world, body->id, &transform);
    if (!result) result = mote_deformer_evaluate_all(body->on_demand->given.deformer, NULL, out);
    if (result) return result;
    for (uint32_t i = 0; i < body->mesh->vertex_count; i++)
        out[i] = mote_transform_point(&transform, out[i]);
    return MOTE_OK;
}

static void age(js_on_demand *d)
{
    for (uint32_t i = 0; i < d->vertex_count; i++)
        if (d->touched[i] == TOUCHED_NOW) d->touched[i] = TOUCHED_EARLIER;
}

void js_begin_marking(js_world *world)
{
    for (uint32_t i = 0; i < world->body_capacity; i++)
        if (world->bodies[i].on_demand) age(world->bodies[i].on_demand);
    world->detecting = true;
}

void js_end_marking(js_world *world)
{
    world->detecting = false;
}

mote_result js_world_touched(js_world *world, uint32_t body, const uint8_t **out)
{
    *out = NULL;
    const js_body *b = js_body_at(world, body);
    if (!b) return MOTE_ERROR_STALE;
    if (b->on_demand) *out = b->on_demand->touched;
    return MOTE_OK;
}
