// Skinned characters: one that walks in a loose garment, a crowd of them, and one of 1.1 million
// triangles near a ball. 19 bones, four per vertex.

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"
#include "scenes/bounce.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

// ---------------------------------------------------------------------------------------------
// Bones

enum {
    PELVIS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    COLLAR_R,
    ARM_R,
    FOREARM_R,
    HAND_R,
    COLLAR_L,
    ARM_L,
    FOREARM_L,
    HAND_L,
    THIGH_R,
    SHIN_R,
    FOOT_R,
    THIGH_L,
    SHIN_L,
    FOOT_L,
    BONE_COUNT
};

static const scene_puppet_bone bones[BONE_COUNT] = {
    [PELVIS] = {PELVIS, {0.0, 0.0, 0.9}, {0.0, 0.0, 1.0}, 0.13},
    [SPINE] = {PELVIS, {0.0, 0.0, 1.02}, {0.0, 0.0, 1.16}, 0.12},
    [CHEST] = {SPINE, {0.0, 0.0, 1.18}, {0.0, 0.0, 1.4}, 0.13},
    [NECK] = {CHEST, {0.0, 0.0, 1.44}, {0.0, 0.0, 1.54}, 0.06},
    [HEAD] = {NECK, {0.0, -0.01, 1.57}, {0.0, -0.02, 1.74}, 0.11},
    [COLLAR_R] = {CHEST, {-0.05, 0.0, 1.37}, {-0.16, 0.0, 1.37}, 0.09},
    [ARM_R] = {COLLAR_R, {-0.19, 0.0, 1.37}, {-0.46, 0.0, 1.37}, 0.06},
    [FOREARM_R] = {ARM_R, {-0.49, 0.0, 1.37}, {-0.7, 0.0, 1.37}, 0.05},
    [HAND_R] = {FOREARM_R, {-0.72, 0.0, 1.37}, {-0.84, 0.0, 1.37}, 0.045},
    [COLLAR_L] = {CHEST, {0.05, 0.0, 1.37}, {0.16, 0.0, 1.37}, 0.09},
    [ARM_L] = {COLLAR_L, {0.19, 0.0, 1.37}, {0.46, 0.0, 1.37}, 0.06},
    [FOREARM_L] = {ARM_L, {0.49, 0.0, 1.37}, {0.7, 0.0, 1.37}, 0.05},
    [HAND_L] = {FOREARM_L, {0.72, 0.0, 1.37}, {0.84, 0.0, 1.37}, 0.045},
    [THIGH_R] = {PELVIS, {-0.12, 0.0, 0.84}, {-0.12, 0.0, 0.5}, 0.09},
    [SHIN_R] = {THIGH_R, {-0.12, 0.0, 0.47}, {-0.12, 0.0, 0.1}, 0.06},
    [FOOT_R] = {SHIN_R, {-0.12, 0.0, 0.06}, {-0.12, -0.15, 0.04}, 0.06},
    [THIGH_L] = {PELVIS, {0.12, 0.0, 0.84}, {0.12, 0.0, 0.5}, 0.09},
    [SHIN_L] = {THIGH_L, {0.12, 0.0, 0.47}, {0.12, 0.0, 0.1}, 0.06},
    [FOOT_L] = {SHIN_L, {0.12, 0.0, 0.06}, {0.12, -0.15, 0.04}, 0.06}};
static const scene_puppet puppet = {bones, BONE_COUNT};

static const mote_dvec3 x_axis = {1.0, 0.0, 0.0}, y_axis = {0.0, 1.0, 0.0},
                        z_axis = {0.0, 0.0, 1.0};
static const mote_dvec3 origin = {0.0, 0.0, 0.0};

// Right is -x, forward is -y.
typedef struct gait {
    double step;    // steps of the right foot, 1 for each
    double lowered; // angle of the arms from horizontal, in turns; 0.25 hangs straight down
    double swing;   // of arms and legs, in turns
} gait;

static void swing_leg(mote_rotation *turns, uint32_t thigh, double phase, double swing)
{
    double bend = fmax(0.0, scene_sin_turns(phase - 0.12)); // the knee of the foot in the air
    turns[thigh] = scene_rotation_about(x_axis, -swing * scene_cos_turns(phase + 0.5));
    turns[thigh + 1] = scene_rotation_about(x_axis, 1.4 * swing * bend);
    turns[thigh + 2] = scene_rotation_about(x_axis, -0.3 * swing * bend);
}

static void swing_arm(mote_rotation *turns, uint32_t collar, double side, const gait *g,
                      double phase)
{
    mote_rotation down = scene_rotation_about(y_axis, side * 0.8 * g->lowered);
    mote_rotation swing = scene_rotation_about(x_axis, -g->swing * scene_cos_turns(phase));
    turns[collar] = scene_rotation_about(y_axis, side * 0.2 * g->lowered);
    turns[collar + 1] = mote_rotation_product(swing, down);
    turns[collar + 2] = scene_rotation_about(z_axis, -side * (0.03 + 0.25 * g->swing));
    turns[collar + 3] = scene_rotation_about(z_axis, 0.0);
}

static void pose_walk(gait g, mote_transform *out)
{
    mote_rotation turns[BONE_COUNT];
    double twist = 0.015 * scene_cos_turns(g.step);
    turns[PELVIS] = scene_rotation_about(z_axis, -twist);
    turns[SPINE] = scene_rotation_about(z_axis, twist);
    turns[CHEST] = scene_rotation_about(z_axis, twist);
    turns[NECK] = scene_rotation_about(x_axis, 0.01 * scene_sin_turns(2.0 * g.step));
    turns[HEAD] = scene_rotation_about(z_axis, -twist);
    swing_arm(turns, COLLAR_R, -1.0, &g, g.step);
    swing_arm(turns, COLLAR_L, 1.0, &g, g.step + 0.5);
    swing_leg(turns, THIGH_R, g.step, g.swing);
    swing_leg(turns, THIGH_L, g.step + 0.5, g.swing);
    mote_dvec3 bob = {0.0, 0.0, -0.015 + 0.015 * scene_cos_turns(2.0 * g.step)};
    scene_puppet_pose(&puppet, turns, bob, out);
}

// ---------------------------------------------------------------------------------------------
// In a garment

static mote_result open_garment(scene_instance *scene)
{
    uint32_t faces = scene_detail_or(scene, 69000);
    mote_result result = scene_add_model(scene, "character", faces);
    if (result == MOTE_OK) result = scene_add_model(scene, "garment", faces);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "character");
    if (result == MOTE_OK) result = scene_add_body(scene, 1, false, "garment");
    return result;
}

// The character walks in a circle, 40 frames per step.
static mote_transform place_garment(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    (void)body;
    double turn = time / 480.0;
    mote_dvec3 place = {-2.5 * scene_cos_turns(turn), -2.5 * scene_sin_turns(turn), 0.0};
    return scene_rigid_pose(scene_rotation_about(z_axis, turn), place);
}

// The arms come down to the sides, where skin and cloth touch, and go up again.
static void pose_garment(const scene_instance *scene, uint32_t body, double time,
                         mote_transform *out)
{
    (void)scene;
    (void)body;
    pose_walk((gait){.step = time / 40.0,
                     .lowered = 0.06 + 0.17 * scene_swing(time, 240.0),
                     .swing = 0.07},
              out);
}

// ---------------------------------------------------------------------------------------------
// A crowd

static mote_rotation facing(double x, double y)
{
    double cosine = -y, w = sqrt(fmax(0.5 * (1.0 + cosine), 0.0));
    if (w < 1e-6) return (mote_rotation){0.0, 0.0, 0.0, 1.0};
    return (mote_rotation){w, 0.0, 0.0, 0.5 * x / w};
}

// Walkers turn step by step into their direction of motion.
static void face_ahead(void *context, uint32_t cycle, scene_bouncer *walkers)
{
    const scene_instance *scene = context;
    (void)cycle;
    for (uint32_t i = 0; i < scene->number; i++) {
        scene_bouncer *walker = &walkers[i];
        mote_dvec3 ahead = scene_rotate(walker->rotation, (mote_dvec3){0.0, -1.0, 0.0});
        mote_dvec3 way = walker->velocity;
        double pull = 0.15 / mote_dvec_length(way);
        double x = ahead.x + pull * way.x - 0.01 * ahead.y,
               y = ahead.y + pull * way.y + 0.01 * ahead.x;
        double length = sqrt(x * x + y * y);
        walker->rotation = facing(x / length, y / length);
    }
}

// Places one walker at the center of each square unit.
static void line_up(const scene_instance *scene, uint32_t row, scene_bouncer *walkers)
{
    double half = 0.5 * row;
    for (uint32_t i = 0; i < scene->number; i++) {
        mote_random random = mote_random_stream(scene->seed, i, 0);
        double heading = (double)mote_random_unit(&random);
        double pace = 0.008 + 0.012 * (double)mote_random_unit(&random);
        uint32_t column = i % row, line = i / row;
        walkers[i] = (scene_bouncer){
            .form = {.joint_count = 1, .radius = 0.2},
            .place = {column + 0.5 - half, line + 0.5 - half, 0.0},
            .rotation = scene_rotation_about(z_axis, heading),
            .velocity = {pace * scene_sin_turns(heading), -pace * scene_cos_turns(heading), 0.0}};
    }
}

static mote_result open_walkers(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "character", scene_detail_or(scene, 4300));
    if (result == MOTE_OK) result = scene_add_crowd(scene, scene->number, false, "walker");
    if (result != MOTE_OK) return result;
    scene_bouncer *walkers = io_resize(NULL, scene->number, sizeof *walkers);
    if (!walkers) return mote_fail_memory(scene->number * sizeof *walkers, "a crowd");
    uint32_t row = (uint32_t)ceil(sqrt(scene->number));
    line_up(scene, row, walkers);
    scene_bounce bounce = {.bodies = walkers,
                           .body_count = scene->number,
                           .low = {-0.5 * row, -0.5 * row, 0.0},
                           .high = {0.5 * row, 0.5 * row, 0.0},
                           .cycles = scene->frame_count - 1,
                           .response = SCENE_BOUNCE_EXCHANGE,
                           .steer = face_ahead,
                           .context = scene};
    result = scene_bounce_run(&bounce, &scene->tracks);
    free(walkers);
    return result;
}

static mote_transform place_walkers(const scene_instance *scene, uint32_t body, double time)
{
    return scene_tracks_place(&scene->tracks, body, time);
}

static void pose_walkers(const scene_instance *scene, uint32_t body, double time,
                         mote_transform *out)
{
    mote_random random = mote_random_stream(scene->seed, body, 1);
    double start = (double)mote_random_unit(&random),
           period = 36.0 + 12.0 * (double)mote_random_unit(&random);
    pose_walk((gait){.step = start + time / period, .lowered = 0.2, .swing = 0.06}, out);
}

// ---------------------------------------------------------------------------------------------
// A million triangles

static const double ball_radius = 0.12;

static mote_result open_million(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "character", scene_detail_or(scene, 1100000));
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "character");
    if (result == MOTE_OK) result = scene_add_model(scene, "sphere", 2000);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "ball");
    if (result == MOTE_OK) scene_scale_newest_model(scene, ball_radius);
    return result;
}

// The character walks on the spot; the ball flies around it, up and down and in and out.
static mote_transform place_million(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body == 0) return scene_rigid_pose(scene_rotation_about(z_axis, time / 700.0), origin);
    double turn = time / 90.0, r = 0.36 + 0.14 * scene_cos_turns(time / 37.0);
    mote_dvec3 place = {r * scene_cos_turns(turn), r * scene_sin_turns(turn),
                        1.0 + 0.6 * scene_sin_turns(time / 240.0)};
    return scene_rigid_pose(scene_rotation_about(x_axis, 0.01 * time), place);
}

static void pose_million(const scene_instance *scene, uint32_t body, double time,
                         mote_transform *out)
{
    (void)scene;
    (void)body;
    pose_walk((gait){.step = time / 40.0, .lowered = 0.19, .swing = 0.07}, out);
}

const scene_behavior scene_character_garment_scene = {
    .open = open_garment, .place = place_garment, .puppet = &puppet, .pose_bones = pose_garment};

const scene_behavior scene_walkers_scene = {
    .open = open_walkers, .place = place_walkers, .puppet = &puppet, .pose_bones = pose_walkers};

const scene_behavior scene_skinned_million_scene = {
    .open = open_million, .place = place_million, .puppet = &puppet, .pose_bones = pose_million};
