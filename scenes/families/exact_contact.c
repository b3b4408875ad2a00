// Hard scenes for continuous collision: bodies that come to rest exactly on each other, and cases
// in which many methods miss a contact or report a false one. At integer speeds all coordinates are
// exact, so contacts are exact, and bodies that do not touch miss each other by 2^-12.

#include "core/vec.h"
#include "scenes/families/family.h"

#define NEAR_MISS 0x1p-12

static const mote_rotation unturned = {1.0, 0.0, 0.0, 0.0};

static mote_transform at(double x, double y, double z)
{
    return scene_rigid_pose(unturned, (mote_dvec3){x, y, z});
}

// ---------------------------------------------------------------------------------------------
// Stacks

enum { TOWERS = 3, HEIGHT = 4 };

static mote_result open_resting_stacks(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "box", 0);
    return result == MOTE_OK ? scene_add_crowd(scene, TOWERS * HEIGHT, true, "box") : result;
}

// Boxes fall, face parallel to face, until each rests on the box below, and are lifted again. The
// boxes of the first tower always stand on each other and move together. The third tower stops
// short of contact.
static mote_transform place_resting_stacks(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    uint32_t tower = body / HEIGHT, box = body % HEIGHT;
    double fall = scene_reflect(0.0, time / 16.0, 0.0, 4.0);
    double x = 1.5 * tower;
    if (tower == 0) return at(x, 0.0, box - fall);
    double gap = box * (box + 5.0) / 16.0 - fall;
    double rest = tower == 1 ? 0.0 : box * NEAR_MISS;
    return at(x, 0.0, box + (gap > rest ? gap : rest));
}

// ---------------------------------------------------------------------------------------------
// Spike and crack

static mote_result open_spike_crack(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "crack", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, true, "crack");
    if (result == MOTE_OK) result = scene_add_model(scene, "spike", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "spike");
    return result == MOTE_OK ? scene_add_body(scene, 1, true, "spike beside") : result;
}

// The tip of one spike reaches the bottom edge of the crack exactly; the tip of the other ends a
// hair above the edge.
static mote_transform place_spike_crack(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body == 0) return at(0.0, 0.0, 0.0);
    double z = scene_reflect(0.5, -time / 8.0, -0.75, 0.75);
    return body == 1 ? at(0.0, -0.5, z) : at(0.0, 0.5, z + NEAR_MISS);
}

// ---------------------------------------------------------------------------------------------
// A wedge that slides

enum { ROW = 4 };

static mote_result open_sliding_wedge(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "box", 0);
    if (result == MOTE_OK) result = scene_add_crowd(scene, ROW, true, "box");
    if (result == MOTE_OK) result = scene_add_model(scene, "wedge", 0);
    if (result == MOTE_OK) scene_scale_newest_model(scene, 0.125);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "wedge");
    return result == MOTE_OK ? scene_add_body(scene, 1, true, "wedge above") : result;
}

// The edge of one wedge lies in the plane of the boxes' tops and slides across their diagonals and
// the seams between the boxes. The other wedge moves a hair above the plane.
static mote_transform place_sliding_wedge(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body < ROW) return at(body, 0.0, -0.5);
    double x = scene_reflect(0.0, time * 3.0 / 16.0, 0.0, 3.0);
    return body == ROW ? at(x, -0.25, 0.0) : at(x, 0.25, NEAR_MISS);
}

// ---------------------------------------------------------------------------------------------
// Edges of a cliff

static mote_result open_cliff_edges(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "box", 0);
    if (result == MOTE_OK) scene_scale_newest_model(scene, 2.0);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, true, "cliff");
    if (result == MOTE_OK) result = scene_add_model(scene, "box", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "box");
    return result == MOTE_OK ? scene_add_body(scene, 1, true, "box beyond") : result;
}

// Two boxes slide off the cliff side by side, their outer sides in the planes of the cliff's sides,
// and fall along the wall: one box with a side in the plane of the wall, the other a hair away from
// the wall. Then both return the same way.
static mote_transform place_cliff_edges(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body == 0) return at(-1.0, 0.0, 0.0);
    double way = scene_reflect(0.0, time / 16.0, 0.0, 4.0), over = way < 2.0 ? way : 2.0;
    double beyond = body == 2 && way >= 2.0 ? NEAR_MISS : 0.0;
    return at(over - 1.5 + beyond, body - 1.5, 1.5 - (way - over));
}

const scene_behavior scene_resting_stacks_scene = {.open = open_resting_stacks,
                                                   .place = place_resting_stacks};

const scene_behavior scene_spike_crack_scene = {.open = open_spike_crack,
                                                .place = place_spike_crack};

const scene_behavior scene_sliding_wedge_scene = {.open = open_sliding_wedge,
                                                  .place = place_sliding_wedge};

const scene_behavior scene_cliff_edges_scene = {.open = open_cliff_edges,
                                                .place = place_cliff_edges};
