// Many equal bodies that fly through a box and are reflected at its walls. The box grows with their
// number, so that the density stays the same.

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

static mote_result open_crowd(scene_instance *scene)
{
    bool shuttles = scene->variant == SCENE_CROWD_SHUTTLES;
    mote_result result = shuttles ? scene_add_model(scene, "shuttle", 0)
                                  : scene_add_model(scene, "sphere", scene_detail_or(scene, 528));
    if (result != MOTE_OK) return result;
    bool rigid = scene->variant != SCENE_CROWD_DEFORMING;
    return scene_add_crowd(scene, scene->number, rigid, shuttles ? "shuttle" : "sphere");
}

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static mote_dvec3 point_in_cube(mote_random *random, double half)
{
    double x = between(random, -half, half), y = between(random, -half, half);
    return (mote_dvec3){x, y, between(random, -half, half)};
}

// Each body has 45 units of volume to itself, ten times that of a unit sphere.
static mote_transform place_crowd(const scene_instance *scene, uint32_t body, double time)
{
    double half = 0.5 * scene_cube_root(45.0 * scene->number);
    mote_random random = mote_random_stream(scene->seed, body, 0);
    mote_dvec3 start = point_in_cube(&random, half);
    mote_dvec3 velocity = point_in_cube(&random, 0.1);
    mote_dvec3 axis = point_in_cube(&random, 1.0);
    double spin = between(&random, 0.001, 0.01);
    mote_dvec3 place = {scene_reflect(start.x, velocity.x * time, -half, half),
                        scene_reflect(start.y, velocity.y * time, -half, half),
                        scene_reflect(start.z, velocity.z * time, -half, half)};
    return scene_rigid_pose(scene_rotation_about(axis, between(&random, 0.0, 1.0) + spin * time),
                            place);
}

static void deform_crowd(const scene_instance *scene, uint32_t body, double time,
                         const io_model *rest, mote_vec3 *out)
{
    mote_random random = mote_random_stream(scene->seed, body, 1);
    double phase = between(&random, 0.0, 1.0), period = between(&random, 40.0, 90.0);
    double breath = 0.2 * scene_sin_turns(time / period + phase);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        out[i] = mote_dvec_narrow(scene_breathe(mote_vec_widen(rest->positions[i]), breath));
    }
}

const scene_behavior scene_crowd_scene = {
    .open = open_crowd, .place = place_crowd, .deform = deform_crowd};
