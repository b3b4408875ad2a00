// Scenes with fast motion, whose impacts happen between two frames: bullets, cloths that pass
// through each other, a twisted rod, a gear train.

#include <math.h>

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

#define TWO_PI 6.283185307179586

static const mote_rotation unturned = {1.0, 0.0, 0.0, 0.0};

// ---------------------------------------------------------------------------------------------
// Bullet and walls

enum { WALLS = 5 };

// Each wall has two faces and no thickness.
static mote_result open_bullet_wall(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "sphere", scene_detail_or(scene, 360));
    if (result == MOTE_OK) scene_scale_newest_model(scene, 0.125);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, true, "bullet");
    if (result == MOTE_OK) result = scene_add_model(scene, "cloth", 2);
    return result == MOTE_OK ? scene_add_crowd(scene, WALLS, true, "wall") : result;
}

// The bullet crosses all walls in one step, 40 times its own length, and returns in the next. With
// each step it is farther from the middle of the walls, whose half width is 1, until it passes
// beside the walls.
static mote_transform place_bullet_wall(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body == 0) {
        mote_dvec3 place = {scene_reflect(-5.0, 10.0 * time, -5.0, 5.0),
                            scene_reflect(0.0, time / 40.0, -1.25, 1.25),
                            0.5 * scene_sin_turns(time / 90.0)};
        return scene_rigid_pose(unturned, place);
    }
    mote_rotation upright = scene_rotation_about((mote_dvec3){0.0, 1.0, 0.0}, 0.25);
    mote_rotation tilt = scene_rotation_about((mote_dvec3){0.0, 1.0, 1.0}, 0.03 * (body - 3.0));
    return scene_rigid_pose(mote_rotation_product(tilt, upright),
                            (mote_dvec3){1.5 * (body - 3.0), 0.0, 0.0});
}

// ---------------------------------------------------------------------------------------------
// Bullet and cloth

static mote_result open_bullet_cloth(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "sphere", scene_detail_or(scene, 360));
    if (result == MOTE_OK) scene_scale_newest_model(scene, 0.08);
    if (result == MOTE_OK) result = scene_add_model(scene, "cloth", scene_detail_or(scene, 2048));
    if (result == MOTE_OK) result = scene_add_body(scene, 0, true, "bullet");
    return result == MOTE_OK ? scene_add_body(scene, 1, false, "cloth") : result;
}

// The bullet flies to and fro. It is 0.4 before the cloth in one frame and 0.4 behind the cloth in
// the next, so at speed 1 no frame shows a contact. The cloth is turned so that it is seen neither
// edge-on nor in front of everything else.
static mote_transform place_bullet_cloth(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_rotation turned = scene_rotation_about((mote_dvec3){0.0, 0.0, 1.0}, -0.0625);
    mote_dvec3 place = {scene_reflect(-2.0, 0.8 * time, -2.0, 2.0),
                        0.7 * scene_sin_turns(time / 83.0), 0.6 * scene_sin_turns(time / 57.0)};
    if (body == 1) place = (mote_dvec3){0.0, 0.0, 0.0};
    return scene_rigid_pose(turned, scene_rotate(turned, place));
}

// The cloth hangs from its upper border, with waves that run and grow downward, at most 0.25 high.
static void deform_bullet_cloth(const scene_instance *scene, uint32_t body, double time,
                                const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        double below = 0.5 * (1.0 - p.x);
        double wave = scene_sin_turns(0.9 * below - time / 40.0 + 0.15 * p.y);
        double flutter = scene_sin_turns(0.8 * p.y + time / 23.0);
        out[i] = mote_dvec_narrow((mote_dvec3){below * (0.18 * wave + 0.07 * flutter), p.y, p.x});
    }
}

// ---------------------------------------------------------------------------------------------
// Cloths that cross

static mote_result open_crossing_cloths(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "cloth", scene_detail_or(scene, 2048));
    return result == MOTE_OK ? scene_add_crowd(scene, 2, false, "cloth") : result;
}

// The cloths swap places once in three frames: one is 0.375 below the other in one frame and 0.375
// above it in the next.
static mote_transform place_crossing_cloths(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    double height = scene_reflect(-1.125, 0.75 * time, -1.125, 1.125);
    mote_dvec3 up = {0.0, 0.0, 1.0};
    return scene_rigid_pose(scene_rotation_about(up, body ? 0.01 * time : 0.0),
                            (mote_dvec3){0.0, 0.0, body ? 0.5 * height : -0.5 * height});
}

static void deform_crossing_cloths(const scene_instance *scene, uint32_t body, double time,
                                   const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        double along = body ? p.x : p.y;
        p.z = 0.07 * scene_sin_turns(1.5 * along + time / 31.0) +
              0.05 * scene_sin_turns(0.7 * (p.x + p.y) - time / 47.0);
        out[i] = mote_dvec_narrow(p);
    }
}

// ---------------------------------------------------------------------------------------------
// A rod that is twisted

static mote_result open_twisting_rod(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "rod", scene_detail_or(scene, 4000));
    return result == MOTE_OK ? scene_add_body(scene, 0, false, "rod") : result;
}

static mote_transform place_twisting_rod(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    (void)body;
    (void)time;
    return scene_rigid_pose(unturned, (mote_dvec3){-2.0, 0.0, 0.0});
}

// The middle line of the rod at a point, its direction there, and a normal.
typedef struct rod_frame {
    mote_dvec3 middle, along, normal;
} rod_frame;

static mote_dvec3 unit(mote_dvec3 v)
{
    return mote_dvec_scale(v, 1.0 / sqrt(mote_dvec_dot(v, v)));
}

// The rod is bent into a hairpin along x with a wide loop. `s` is the arc length from the middle.
// The two strands are `gap` from the axis and wound around the axis by up to `twist` turns per
// unit.
static rod_frame rod_at(double s, double gap, double twist)
{
    const double bend = 0.35; // the smaller, the sharper the hairpin
    double root = sqrt(s * s + bend * bend), x = root - bend, side = s / root;
    double wide = 1.0 + 4.0 * x * x, r = gap + 0.5 / wide;
    double turns = twist * x * x / (1.0 + x);
    double c = scene_cos_turns(turns), sn = scene_sin_turns(turns);
    double turning = TWO_PI * twist * x * (2.0 + x) / ((1.0 + x) * (1.0 + x)) * side;
    double y = r * side;
    double dy = r * bend * bend / (root * root * root) - 4.0 * x * side * side / (wide * wide);
    mote_dvec3 along =
        unit((mote_dvec3){side, dy * c - y * turning * sn, dy * sn + y * turning * c});
    mote_dvec3 across = {0.0, -sn, c};
    mote_dvec3 lean = mote_dvec_scale(along, mote_dvec_dot(across, along));
    return (rod_frame){{x, y * c, y * sn}, along, unit(mote_dvec_sub(across, lean))};
}

// The strands are pulled together as they are twisted, and pass through each other.
static void deform_twisting_rod(const scene_instance *scene, uint32_t body, double time,
                                const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double pull = scene_swing(time, 120.0), gap = 0.22 - 0.14 * pull;
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        rod_frame frame = rod_at(p.x, gap, 0.9 * pull);
        mote_dvec3 other = mote_dvec_cross(frame.along, frame.normal);
        mote_dvec3 at = mote_dvec_add(frame.middle, mote_dvec_scale(frame.normal, p.y));
        out[i] = mote_dvec_narrow(mote_dvec_add(at, mote_dvec_scale(other, p.z)));
    }
}

// ---------------------------------------------------------------------------------------------
// Gears

enum { GEARS = 3 };

// Pitch circles of neighbors touch.
static const struct gear {
    const char *name;
    uint32_t teeth;
    double x;
} gears[GEARS] = {{"gear of 16", 16, -1.75}, {"gear of 12", 12, 0.0}, {"gear of 24", 24, 2.25}};

static mote_result open_gears(scene_instance *scene)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < GEARS && result == MOTE_OK; i++) {
        result = scene_add_model(scene, "gear", gears[i].teeth);
        if (result == MOTE_OK) result = scene_add_body(scene, i, true, gears[i].name);
    }
    return result;
}

// A tooth of each gear reaches into a gap of the next, so neighbors are half a tooth out of phase.
static double gear_turn(uint32_t gear, double time)
{
    double turn = 0.02 * time;
    for (uint32_t i = 1; i <= gear; i++) {
        double before = gears[i - 1].teeth, teeth = gears[i].teeth;
        turn = 0.5 + 0.5 / teeth - turn * before / teeth;
    }
    return turn;
}

static mote_transform place_gears(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 axis = {0.0, 0.0, 1.0};
    return scene_rigid_pose(scene_rotation_about(axis, gear_turn(body, time)),
                            (mote_dvec3){gears[body].x, 0.0, 0.0});
}

const scene_behavior scene_bullet_wall_scene = {.open = open_bullet_wall,
                                                .place = place_bullet_wall};

const scene_behavior scene_bullet_cloth_scene = {
    .open = open_bullet_cloth, .place = place_bullet_cloth, .deform = deform_bullet_cloth};

const scene_behavior scene_crossing_cloths_scene = {
    .open = open_crossing_cloths, .place = place_crossing_cloths, .deform = deform_crossing_cloths};

const scene_behavior scene_twisting_rod_scene = {.self_collides = true,
                                                 .open = open_twisting_rod,
                                                 .place = place_twisting_rod,
                                                 .deform = deform_twisting_rod};

const scene_behavior scene_gears_scene = {.open = open_gears, .place = place_gears};
