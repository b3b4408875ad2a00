// Hard scenes for predicates: faces that coincide exactly, and coordinates far from the origin.

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

static const mote_rotation unturned = {1.0, 0.0, 0.0, 0.0};

// ---------------------------------------------------------------------------------------------
// Stack

enum { LAYERS = 5, ROW = 4 };

static mote_result open_stack(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "box", 0);
    return result == MOTE_OK ? scene_add_crowd(scene, LAYERS * ROW, true, "box") : result;
}

// Layers of unit cubes, side by side and one upon another. The layers slide to and fro in steps of
// 1/64: at whole speeds all coordinates are exact, and all contacts are faces in one plane.
static mote_transform place_stack(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    uint32_t layer = body / ROW, column = body % ROW;
    double slide = scene_reflect(0.0, time * layer / 64.0, -1.0, 1.0);
    return scene_rigid_pose(unturned, (mote_dvec3){column + slide, 0.0, layer});
}

// ---------------------------------------------------------------------------------------------
// Twins

static mote_result open_twins(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "sphere", scene_detail_or(scene, 528));
    return result == MOTE_OK ? scene_add_crowd(scene, 2, false, "twin") : result;
}

static mote_transform place_twins(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    (void)body;
    mote_dvec3 axis = {0.5, 0.2, 1.0};
    return scene_rigid_pose(scene_rotation_about(axis, 0.003 * time),
                            (mote_dvec3){0.01 * time, 0.0, 0.0});
}

static void deform_twins(const scene_instance *scene, uint32_t body, double time,
                         const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double breath = 0.2 * scene_sin_turns(time / 60.0);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        out[i] = mote_dvec_narrow(scene_breathe(mote_vec_widen(rest->positions[i]), breath));
    }
}

// ---------------------------------------------------------------------------------------------
// Far away

static mote_result open_far_away(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "sphere", scene_detail_or(scene, 528));
    return result == MOTE_OK ? scene_add_crowd(scene, 3, true, "sphere") : result;
}

// At a distance of a million from the origin, floats are a sixteenth apart: many small faces become
// segments and points.
static mote_transform place_far_away(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 axis = {1.0, 0.3 * body, 0.2};
    mote_dvec3 place = {1e6 + 1.5 * body + scene_sin_turns(time / 70.0 + 0.3 * body),
                        -1e6 + 0.7 * scene_cos_turns(time / 90.0 + 0.4 * body), 1e6 + 0.4 * body};
    return scene_rigid_pose(scene_rotation_about(axis, 0.002 * time), place);
}

const scene_behavior scene_stack_scene = {.open = open_stack, .place = place_stack};

const scene_behavior scene_twins_scene = {
    .open = open_twins, .place = place_twins, .deform = deform_twins};

const scene_behavior scene_far_away_scene = {.open = open_far_away, .place = place_far_away};
