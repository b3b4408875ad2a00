// A world and what JavaScript sees of it: the inside of the module.

#ifndef MOTE_JS_WORLD_H
#define MOTE_JS_WORLD_H

#include "bindings/js/module/module.h"
#include "core/array.h"

typedef struct js_on_demand js_on_demand; // on_demand.c

typedef MOTE_ARRAY(unsigned char) js_bytes;

typedef struct js_body {
    mote_body_id id; // all zero: no body has this index
    js_mesh *mesh;
    // The arrays are null until they are first used.
    mote_vec3 *positions;    // set by JavaScript, in the body's frame
    mote_dvec3 *global;      // set by JavaScript, in the caller's space
    mote_vec3 *present;      // as detection sees them, in the world
    mote_vec3 *motion[2];    // set by JavaScript: at the start and at the end of a step
    uint8_t *marks;          // one per face
    uint32_t *areas;         // one per vertex
    bool has_areas;          // in the last drawing
    js_on_demand *on_demand; // null unless a deformer forms the body
} js_body;

struct js_world {
    mote_world *world;
    bool is_played;  // the world belongs to a player, which alone may change it
    js_body *bodies; // by mote_body_id.index
    uint32_t body_capacity;
    js_dynamics *dynamics; // the first of a linked list
    bool detecting;        // a detect is running, which marks the vertices that it evaluates
    mote_report report;
    mote_sweep_report sweep_report;
    mote_manifolds manifolds;
    mote_features features;
    const mote_view *view;          // null unless the world is frozen
    MOTE_ARRAY(js_drawn_box) boxes; // of the last drawing, as are the next three
    MOTE_ARRAY(mote_segment) segments;
    MOTE_ARRAY(js_drawn_point) points;
    MOTE_ARRAY(js_drawn_vector) vectors;
    js_drawing drawing;
    js_bytes recorded;
    MOTE_ARRAY(mote_body_id) ids; // the bodies of a played world
};

// A js_world without a mote_world; null if there is no memory.
js_world *js_world_allocate(void);

// The body with this index, if it may be changed.
mote_result js_body_own(js_world *world, uint32_t body, js_body **out);

// Makes `bodies` large enough for an index.
mote_result js_world_reserve(js_world *world, uint32_t index);

// The body with this index; null, with MOTE_ERROR_STALE as the message, if there is none.
js_body *js_body_at(js_world *world, uint32_t body);

// The array for positions of the body in the world, made on first use: what js_world_present
// returns.
mote_result js_body_room(js_world *world, uint32_t body, mote_vec3 **out);

// Releases what the module holds of a body. The world must no longer need its shape.
void js_body_release(js_body *body);

// MOTE_ERROR_STATE for a player's world.
mote_result js_expect_own(const js_world *world);

// Detaches all dynamics from a world that is destroyed; they return MOTE_ERROR_STALE from then on.
void js_dynamics_leave(js_world *world);

// Whether one of the dynamics of the world moves the body.
bool js_dynamics_have(const js_world *world, mote_body_id body);

// ---------------------------------------------------------------------------------------------
// Bodies on demand: a deformer forms them, and detection evaluates only the vertices that it needs. Each
// vertex has a mark that tells when it was evaluated.

// A deformer for a body's mesh, with its nodes, if any, from js_mesh_nodes. It must not change
// until it is released.
typedef struct js_shaping {
    mote_deformer *deformer;
    void (*release)(void *owner); // called when the body no longer needs it; may be null
    void *owner;
} js_shaping;

// Puts the body on demand, or replaces its deformer. After a failure the body is unchanged and the
// deformer remains the caller's.
mote_result js_body_set_deformer(js_world *world, uint32_t body, const js_shaping *deformer);

// To be called after the parameters of the deformer have changed. MOTE_ERROR_STATE for a body that
// is not on demand.
mote_result js_body_deformed(js_world *world, uint32_t body);

// The deformer of js_body_set_deformer; null for a body that is not on demand.
mote_deformer *js_body_deformer(const js_body *body);

// The owner in the js_shaping of a body on demand, if it is released by this function; otherwise
// null.
const void *js_body_shaping_owner(const js_body *body, void (*release)(void *owner));

// Leaves the body in the rest shape, and no longer on demand.
mote_result js_body_remove_deformer(js_world *world, uint32_t body);

// Positions of the body in the world, without marking any vertex as evaluated.
mote_result js_on_demand_present(js_world *world, const js_body *body, mote_vec3 *out);

// Vertices that are evaluated between the two calls are marked: they enclose each detect.
void js_begin_marking(js_world *world);
void js_end_marking(js_world *world);

// Null is allowed. The world must no longer need the body's shape.
void js_on_demand_release(js_on_demand *on_demand);

// ---------------------------------------------------------------------------------------------
// Mass

typedef struct js_mass {
    mote_mass mass; // at density 1, in the frame of the body's positions
    bool is_solid;  // computed from the volume of the shape; otherwise from its bounding box
} js_mass;

// The mass of the present shape, including that of a deformer. A shape that encloses no volume,
// such as a sheet or an open scan, gets the mass of its bounding box, each side of which counts as
// at least a thousandth of the longest. MOTE_ERROR_DATA for a shape that is one point or not
// finite.
mote_result js_body_mass(const js_body *body, js_mass *out);

// The same body with another mass, which may be infinite.
mote_mass js_scale_mass(const mote_mass *mass, double to);

// The placement of a transform; false if the transform is not a rotation and a translation, to
// 1e-4.
bool js_placement_of(const mote_transform *transform, mote_placement *out);

#endif
