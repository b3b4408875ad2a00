// Two soft lumpy bodies that are pressed against each other: from disjoint to heavy contact, or
// held in one regime. The bodies flatten and wrinkle where they are pressed, so that their surfaces
// weave through each other. The wrinkles are a fixed number of edges wide, whatever the number of
// triangles: that makes the share of faces in contact depend on the pressed area alone, from ten
// thousand triangles to millions.

#include <math.h>

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/models/blob.h"
#include "scenes/trig.h"

// The mean edge length of an icosphere of unit radius with this many triangles.
static double mean_edge(uint32_t triangle_count)
{
    return sqrt(16.0 * 3.141592653589793 / (1.7320508075688772 * triangle_count));
}

static mote_result open_blobs(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "blob", scene_detail_or(scene, 70000));
    return result == MOTE_OK ? scene_add_crowd(scene, 2, false, "blob") : result;
}

// The depth to which a cap of each body is pressed flat in a regime; a negative depth is half the
// gap.
//
// Calibrated by testing all pairs of faces. Share of all faces that are in a pair, minimum and maximum over
// frames spread over the scene (every tenth or closer; every fifteenth at 2M):
//   triangles per body    10k            70k            2M
//   light               0.072-0.114    0.075-0.088    0.076-0.083 %
//   medium              1.07-1.17      0.97-1.02      0.89-0.97 %
//   heavy               9.5-10.5       8.9-10.0       8.6-9.7 %
// In light contact the pressed disc is only a few edges wide, so its depth makes up for that.
static double press_of(scene_regime regime, double edge)
{
    switch (regime) {
    case SCENE_REGIME_LIGHT: return fmax(0.0038 - 0.041 * edge, 0.0012);
    case SCENE_REGIME_MEDIUM: return 0.045;
    case SCENE_REGIME_HEAVY: return 0.5;
    default: return -0.05;
    }
}

static double press_at(const scene_instance *scene, double time)
{
    const io_model *model = scene_model(scene, 0);
    double edge = mean_edge(model->triangle_count);
    scene_regime held = (scene_regime)scene->variant;
    if (held != SCENE_REGIME_ALL) return press_of(held, edge);
    // The approach, over the first half of the scene; the second half mirrors it.
    static const struct key {
        double time;
        scene_regime regime;
    } keys[] = {{0, SCENE_REGIME_DISJOINT}, {20, SCENE_REGIME_DISJOINT}, {35, SCENE_REGIME_LIGHT},
                {55, SCENE_REGIME_LIGHT},   {65, SCENE_REGIME_MEDIUM},   {75, SCENE_REGIME_MEDIUM},
                {90, SCENE_REGIME_HEAVY},   {100, SCENE_REGIME_HEAVY}};
    double t = scene_reflect(0.0, time, 0.0, 100.0);
    size_t k = 0;
    while (t > keys[k + 1].time) k++;
    double from = press_of(keys[k].regime, edge), to = press_of(keys[k + 1].regime, edge);
    return from + (to - from) * (t - keys[k].time) / (keys[k + 1].time - keys[k].time);
}

// The bodies lie face to face on the x axis of a slowly turning frame and rub against each other.
// The second body is turned so that its wrinkles cross the wrinkles of the first.
static mote_transform place_blobs(const scene_instance *scene, uint32_t body, double time)
{
    mote_rotation swirl = scene_rotation_about((mote_dvec3){0.2, 0.4, 1.0}, 0.07 + 0.0007 * time);
    mote_transform frame = scene_rigid_pose(swirl, (mote_dvec3){0.0, 0.0, 0.0});
    double press = press_at(scene, time);
    double from_plane = 1.0 - press;
    double reach = press > 0.0 ? 0.2 * sqrt(press) : 0.0; // a seventh of the pressed disc's radius
    double rub = body == 0 ? 0.0 : reach * scene_sin_turns(time / 60.0);
    mote_dvec3 place = mote_dvec_add(
        mote_dvec_scale(mote_vec_widen(frame.cx), body == 0 ? -from_plane : from_plane),
        mote_dvec_scale(mote_vec_widen(frame.cy), rub));
    if (body == 0) return scene_rigid_pose(swirl, place);
    mote_rotation facing = scene_rotation_about((mote_dvec3){0.0, 1.0, 1.0}, 0.5);
    return scene_rigid_pose(mote_rotation_product(swirl, facing), place);
}

static void deform_blobs(const scene_instance *scene, uint32_t body, double time,
                         const io_model *rest, mote_vec3 *out)
{
    double edge = mean_edge(rest->triangle_count);
    double height = 0.5 * edge, wrinkles_per_unit = 1.0 / (5.5 * edge);
    double press = press_at(scene, time), plane = 1.0 - press;
    scene_lumps lumps = scene_lumps_breathing(time / 50.0 + 0.5 * body);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        mote_dvec3 direction = mote_dvec_scale(p, 1.0 / mote_dvec_length(p));
        p = mote_dvec_scale(direction, scene_lumps_radius(&lumps, direction));
        double beyond = p.x - plane;
        if (press > 0.0 && beyond > 0.0) {
            double grown = beyond < height ? beyond : height;
            p.x = plane + grown * scene_sin_turns(p.y * wrinkles_per_unit);
        }
        out[i] = mote_dvec_narrow(p);
    }
}

const scene_behavior scene_blobs_scene = {
    .open = open_blobs, .place = place_blobs, .deform = deform_blobs};
