// Sheets that move as prescribed: a cloth that falls over a ball, a strip that folds through
// itself, a cloth that is wound onto a ball.

#include <math.h>

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

#define TWO_PI 6.283185307179586

static mote_result open_cloth_ball(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "cloth", scene_detail_or(scene, 5000));
    if (result == MOTE_OK) result = scene_add_model(scene, "sphere", scene_detail_or(scene, 1260));
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "cloth");
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "ball");
    return result;
}

static mote_transform place_cloth_ball(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    double spin = body == 0 ? 0.0 : 0.001 * time;
    return scene_rigid_pose(scene_rotation_about(up, spin), (mote_dvec3){0.0, 0.0, 0.0});
}

// The final position of the sheet's point at distance `way` from its middle in the direction (dx,
// dy). The sheet lies on the ball to a little below the equator and hangs in eight folds from
// there. It is about one percent above the ball, and its ripples dip into the ball.
static mote_dvec3 draped(double dx, double dy, double way)
{
    const double on_ball = 1.7; // radians
    double angle = way < on_ball ? way : on_ball;
    double fold = 4.0 * dx * dy * (dx * dx - dy * dy); // sine of four times the angle around
    double ripple =
        1.01 + 0.02 * scene_sin_turns(2.0 * way) * fold + 0.12 * fold * fold * (way - angle);
    double r = ripple * scene_sin_turns(angle / TWO_PI);
    double z = ripple * scene_cos_turns(angle / TWO_PI) - (way - angle);
    return (mote_dvec3){r * dx, r * dy, z};
}

static void deform_cloth_ball(const scene_instance *scene, uint32_t body, double time,
                              const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double fall = fmin(1.5 * scene_swing(time, 240.0), 1.0); // rests on the ball for a while
    double height = 2.0 - fall;
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_dvec_scale(mote_vec_widen(rest->positions[i]), 2.0);
        double way = sqrt(p.x * p.x + p.y * p.y);
        double dx = way > 0.0 ? p.x / way : 1.0, dy = way > 0.0 ? p.y / way : 0.0;
        mote_dvec3 flat = {p.x, p.y, height + 0.05 * scene_sin_turns(0.5 * p.x + time / 60.0)};
        mote_dvec3 end = draped(dx, dy, way);
        mote_dvec3 step = mote_dvec_scale(mote_dvec_sub(end, flat), fall);
        out[i] = mote_dvec_narrow(mote_dvec_add(flat, step));
    }
}

// ---------------------------------------------------------------------------------------------
// A large cloth on a turning sphere

static mote_result open_cloth_on_sphere(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "cloth", scene_detail_or(scene, 92000));
    if (result == MOTE_OK) result = scene_add_model(scene, "sphere", scene_detail_or(scene, 3968));
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "cloth");
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "sphere");
    return result;
}

// The sphere starts to turn when the cloth lies on the sphere.
static double sphere_turn(double time)
{
    return 0.5 * scene_ease(scene_reflect(0.0, time, 0.0, 240.0), 110.0, 240.0);
}

static mote_transform place_cloth_on_sphere(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    return scene_rigid_pose(scene_rotation_about(up, body == 0 ? 0.0 : sphere_turn(time)),
                            (mote_dvec3){0.0, 0.0, 0.0});
}

// The point of the resting cloth at distance `way` from its middle in the direction (dx, dy), in
// radii of the sphere. The cloth is half a percent above the sphere down to the equator and hangs
// in six folds that grow deeper from there. Where the sphere drags the cloth along, small wrinkles
// dip into the sphere.
static mote_dvec3 lying(double dx, double dy, double way, double wrinkle)
{
    const double on_sphere = 1.6; // radians
    double angle = fmin(way, on_sphere), below = way - angle;
    double fold =
        2.0 * dx * dy * (3.0 * dx * dx - dy * dy) * (dx * dx - 3.0 * dy * dy); // six lobes
    double r = 1.005 + 0.006 * wrinkle * scene_sin_turns(3.0 * way + 2.0 * dx) +
               0.3 * below * fold * fold + 0.1 * below;
    return (mote_dvec3){r * scene_sin_turns(angle / TWO_PI) * dx,
                        r * scene_sin_turns(angle / TWO_PI) * dy,
                        r * scene_cos_turns(angle / TWO_PI) - below};
}

// The cloth falls flat. From frame 60 to 110 it settles from its middle outward. Then the turning
// sphere drags the cloth along, the hem last.
static void deform_cloth_on_sphere(const scene_instance *scene, uint32_t body, double time,
                                   const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double t = scene_reflect(0.0, time, 0.0, 240.0), fall = fmin(t / 60.0, 1.0);
    double height = 1.05 + 1.0 * (1.0 - fall * fall), turn = sphere_turn(time);
    double wrinkle = scene_ease(t, 110.0, 140.0);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_dvec_scale(mote_vec_widen(rest->positions[i]), 2.4);
        double way = sqrt(p.x * p.x + p.y * p.y);
        double dx = way > 0.0 ? p.x / way : 1.0, dy = way > 0.0 ? p.y / way : 0.0;
        double lies = scene_ease(t, 60.0 + 8.0 * way, 80.0 + 9.0 * way);
        mote_dvec3 flat = {p.x, p.y, height + 0.02 * scene_sin_turns(0.6 * p.x + t / 50.0)};
        mote_dvec3 end = lying(dx, dy, way, wrinkle);
        p = mote_dvec_add(flat, mote_dvec_scale(mote_dvec_sub(end, flat), lies));
        double dragged = turn * (1.0 - 0.12 * way);
        double s = scene_sin_turns(dragged), c = scene_cos_turns(dragged);
        out[i] = mote_dvec_narrow((mote_dvec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z});
    }
}

// ---------------------------------------------------------------------------------------------
// A strip that folds

static mote_result open_self_fold(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "strip", scene_detail_or(scene, 4000));
    return result == MOTE_OK ? scene_add_body(scene, 0, false, "strip") : result;
}

static mote_transform place_self_fold(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    (void)body;
    mote_dvec3 axis = {0.2, 0.5, 1.0};
    return scene_rigid_pose(scene_rotation_about(axis, 0.001 * time), (mote_dvec3){0.0, 0.0, 0.0});
}

// Rolls the strip into a ring of up to one and a half turns, tighter at one end and slightly askew,
// so that the ends cross instead of coinciding.
static void deform_self_fold(const scene_instance *scene, uint32_t body, double time,
                             const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double roll = scene_swing(time, 200.0);
    double curvature = 1.5 * TWO_PI / 8.0 * roll;
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        double lift = 0.02 * p.x * p.x * p.x * roll * (0.4 + p.y);
        mote_dvec3 bent = scene_bend((mote_dvec3){p.x, 0.3 * lift, p.y}, curvature);
        out[i] = mote_dvec_narrow((mote_dvec3){bent.x, bent.z, bent.y});
    }
}

// ---------------------------------------------------------------------------------------------
// A cloth that is wound onto a ball

// In radii of the innermost layer: the width of the cloth along a meridian, and the distance of its
// layers. The ball is smaller.
#define WOUND_WIDTH 2.1
#define WOUND_GAP 0.02
#define WOUND_TURNS 8.0

static mote_result open_cloth_wound(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "ribbon", scene_detail_or(scene, 90000));
    if (result == MOTE_OK) result = scene_add_model(scene, "sphere", 960);
    if (result == MOTE_OK) scene_scale_newest_model(scene, 0.9);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "cloth");
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "ball");
    return result;
}

// The ball turns at the rate at which it takes up the cloth, so that the rest of the cloth does not
// move.
static double wound_turns(double time)
{
    return 0.25 +
           (WOUND_TURNS - 0.25) * scene_ease(scene_reflect(0.0, time, 0.0, 120.0), 0.0, 90.0);
}

static mote_transform place_cloth_wound(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    (void)body;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    return scene_rigid_pose(scene_rotation_about(up, -wound_turns(time)),
                            (mote_dvec3){0.0, 0.0, 0.0});
}

// A point of the cloth after `turns` around the ball. Wrinkles, higher than half the gap, run along
// the cloth in one layer and across the cloth in the next, so that neighboring layers intersect.
static mote_dvec3 wound(double turns, double latitude, double wrinkle)
{
    double along = scene_sin_turns(7.0 * turns + 1.3 * latitude);
    double across = scene_sin_turns(1.5 * latitude + 0.41 * turns);
    double r = 1.01 + WOUND_GAP * (turns + wrinkle * (0.4 * along + 0.35 * across));
    double c = r * scene_cos_turns(latitude / TWO_PI);
    return (mote_dvec3){c * scene_cos_turns(turns), c * scene_sin_turns(turns),
                        r * scene_sin_turns(latitude / TWO_PI)};
}

// The part not yet wound up leaves the ball along a wide arc. Wrinkles grow as the cloth settles.
static void deform_cloth_wound(const scene_instance *scene, uint32_t body, double time,
                               const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    const double arc = 10.0; // its radius
    double end = wound_turns(time);
    double wrinkle = 1.5 + scene_ease(scene_reflect(0.0, time, 0.0, 120.0), 60.0, 120.0);
    mote_dvec3 ahead = {-scene_sin_turns(end), scene_cos_turns(end), 0.0};
    mote_dvec3 away = {ahead.y, -ahead.x, 0.0};
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        double turns = WOUND_TURNS * (p.x / 24.0 + 0.5), latitude = WOUND_WIDTH * p.y;
        mote_dvec3 at = wound(fmin(turns, end), latitude, wrinkle);
        double beyond = fmax(turns - end, 0.0) / arc;
        at = mote_dvec_add(at, mote_dvec_scale(ahead, arc * scene_sin_turns(beyond)));
        at = mote_dvec_add(at, mote_dvec_scale(away, arc * (1.0 - scene_cos_turns(beyond))));
        out[i] = mote_dvec_narrow(at);
    }
}

const scene_behavior scene_cloth_ball_scene = {
    .open = open_cloth_ball, .place = place_cloth_ball, .deform = deform_cloth_ball};

const scene_behavior scene_cloth_on_sphere_scene = {
    .open = open_cloth_on_sphere, .place = place_cloth_on_sphere, .deform = deform_cloth_on_sphere};

const scene_behavior scene_self_fold_scene = {.self_collides = true,
                                              .open = open_self_fold,
                                              .place = place_self_fold,
                                              .deform = deform_self_fold};

const scene_behavior scene_cloth_wound_scene = {.self_collides = true,
                                                .open = open_cloth_wound,
                                                .place = place_cloth_wound,
                                                .deform = deform_cloth_wound};
