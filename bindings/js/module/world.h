// A world and what JavaScript sees of it.

#ifndef MOTE_JS_WORLD_H
#define MOTE_JS_WORLD_H

#include "bindings/js/module/module.h"
#include "core/untyped.h"

typedef struct js_on_demand js_on_demand; // on_demand.c

typedef struct js_body {
    mote_body_id id; // all zero: none
    js_mesh *mesh;
    mote_vec3 *positions; // what it is given; null until asked for, here and below
    mote_vec3 *present;   // what detection sees
    uint8_t *marks;
    uint32_t *areas;
    bool has_areas;          // in the last drawing
    js_on_demand *on_demand; // null unless a deformer forms it
} js_body;

struct js_world {
    mote_world *world;
    bool is_played;  // the world is a player's, which alone may change it
    js_body *bodies; // by mote_body_id.index
    uint32_t body_room;
    js_dynamics *dynamics; // the first of those that move its bodies
    bool detecting;        // vertices that are evaluated now are evaluated by a detect
    mote_report report;
    mote_untyped boxes, segments, points, vectors; // as drawn last
    js_drawing drawing;
    mote_untyped recorded; // bytes
    mote_untyped ids;      // mote_body_id, of a played world
};

// Around no world yet; null for no memory.
js_world *js_world_allocate(void);

// Room for a body of that index.
mote_result js_world_make_room(js_world *world, uint32_t index);

// What the module holds of a body, whose shape the world no longer needs.
void js_body_release(js_body *body);

// Around a player's world, which it does not destroy.
mote_result js_world_of_player(mote_world *world, js_world **out);

// The bodies are now those that the player has put into its world.
mote_result js_world_follow(js_world *world);

// MOTE_ERROR_STATE for a player's world.
mote_result js_expect_own(const js_world *world);

// Ends all dynamics of a world that goes; what is left of them answers MOTE_ERROR_STALE.
void js_dynamics_leave(js_world *world);

// The body of that index, or null after saying that there is none.
js_body *js_body_at(js_world *world, uint32_t body);

#endif
