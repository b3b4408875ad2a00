// Bodies on demand: a deformer forms them, detection evaluates only the vertices that it needs, and each vertex
// has a mark that says whether it did.

#ifndef MOTE_JS_ON_DEMAND_H
#define MOTE_JS_ON_DEMAND_H

#include "bindings/js/module/world.h"

// What forms a body. It stays as it is until it is released.
typedef struct js_form {
    mote_deformer *deformer;      // of the body's mesh; its nodes, if any, those of js_mesh_nodes
    void (*release)(void *owner); // when the body no longer needs it; null where nothing is to do
    void *owner;
} js_form;

// From here on the body is on demand, or formed by another deformer. After a failure the body is as it was
// and the form remains the caller's.
mote_result js_body_set_deformer(js_world *world, uint32_t body, const js_form *form);

// To be called when the deformer has got other parameters. MOTE_ERROR_STATE for a body that is not on demand.
mote_result js_body_deformed(js_world *world, uint32_t body);

// The deformer that was given; null for a body that is not on demand.
mote_deformer *js_body_deformer(const js_body *body);

// Positions as the body's deformer and transform make them, without telling the world to evaluate any.
mote_result js_on_demand_present(js_world *world, const js_body *body, mote_vec3 *out);

// What is evaluated between the two is marked: to be called around each detect.
void js_begin_touching(js_world *world);
void js_end_touching(js_world *world);

// Null is allowed. The world must not need the body's shape any more.
void js_on_demand_release(js_on_demand *on_demand);

#endif
