// A world and what JavaScript sees of it.

#ifndef MOTE_JS_WORLD_H
#define MOTE_JS_WORLD_H

#include "bindings/js/module/module.h"
#include "core/array.h"

typedef struct mote_js_on_demand mote_js_on_demand; // on_demand.c

typedef struct mote_js_body {
    mote_body_id id; // all zero: none
    mote_js_mesh *mesh;
    mote_vec3 *positions; // what it is given; null until asked for, here and below
    mote_vec3 *present;   // what detection sees
    uint8_t *marks;
    uint32_t *areas;
    bool has_areas;               // in the last drawing
    mote_js_on_demand *on_demand; // null unless a deformer forms it
} mote_js_body;

struct mote_js_world {
    mote_world *world;
    bool is_played;       // the world is a player's, which alone may change it
    mote_js_body *bodies; // by mote_body_id.index
    uint32_t body_room;
    mote_js_dynamics *dynamics; // the first of those that move its bodies
    bool detecting;             // vertices that are evaluated now are evaluated by a detect
    mote_report report;
    mote_array boxes, segments, points, vectors; // as drawn last
    mote_js_drawing drawing;
    mote_array recorded; // bytes
    mote_array ids;      // mote_body_id, of a played world
};

// Around no world yet; null for no memory.
mote_js_world *mote_js_world_allocate(void);

// Room for a body of that index.
mote_result mote_js_world_make_room(mote_js_world *world, uint32_t index);

// What the module holds of a body, whose shape the world no longer needs.
void mote_js_body_release(mote_js_body *body);

// Around a player's world, which it does not destroy.
mote_result mote_js_world_of_player(mote_world *world, mote_js_world **out);

// The bodies are now those that the player has put into its world.
mote_result mote_js_world_follow(mote_js_world *world);

// MOTE_ERROR_STATE for a player's world.
mote_result mote_js_expect_own(const mote_js_world *world);

// Ends all dynamics of a world that goes; what is left of them answers MOTE_ERROR_STALE.
void mote_js_dynamics_leave(mote_js_world *world);

// The body of that index, or null after saying that there is none.
mote_js_body *mote_js_body_at(mote_js_world *world, uint32_t body);

#endif
