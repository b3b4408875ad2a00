// The experiments of Smith, Kitamura, Takemura, Kishino (Smith et al. 1998), "A Real-Time Algorithm for
// Accurate Collision Detection for Deformable Polyhedral Objects", without hands:
//
//   smith-spheres-N      section 4.1, figures 6 and 7: two equal spheres of 8 to 3968 faces, with
//                        translation and rotation, from cycle 1 until they meet in cycle 72
//   smith-shuttles-N     section 4.2, figure 8: 15 shuttles of 528 faces, or the two that meet in the
//                        last cycle; in every cycle many of their boxes overlap
//   smith-convex-N       section 5.1, figure 13: 10, 20, 30 and 40 spheres of 528 faces, two of which meet
//                        in the last cycle
//   smith-venus-shuttle  section 5.2, figures 14 and 15: a head of Venus (1816 faces) and a shuttle (528)
//                        meet in the last cycle, their boxes overlap after cycle 17; a sphere (120) and a
//                        chair (146) turn and move slightly and touch nothing
//   smith-bouncing-15-N  section 5.3, figures 16 to 18: 1000 cycles of 15 spheres of 48 to 960 faces that
//                        take 5 % of the volume, move by 5 % of their radius and turn by 10 degrees a
//                        cycle; those that collide exchange their motion, walls reflect them
//
// If the paper gives no speeds, the speeds of section 5.3 are used. Figure 8 ends at cycle 150;
// figures 13 and 14 give no end, so 100 and 34 cycles are used. Sections 4.2 and 5.1 give no
// volume: for 4.2 it is chosen so that boxes overlap in every cycle, for 5.1 it is the volume of
// 5.3. Scenes that end with the first contact are simulated backwards from the contact.

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"
#include "scenes/bounce.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

static const double speed = 0.05;        // of the radius, a cycle
static const double spin = 10.0 / 360.0; // turns a cycle

// ---------------------------------------------------------------------------------------------
// Two spheres

static const double spheres_last = 71.0; // frame; the paper's cycle 72

static mote_result open_spheres(scene_instance *scene)
{
    uint32_t faces = scene_detail_or(scene, scene->number);
    mote_result result = scene_add_model(scene, "sphere", faces);
    return result == MOTE_OK ? scene_add_crowd(scene, 2, true, "sphere") : result;
}

// The spheres fly at each other along a slanted line and turn so that their poles meet. Poles are
// vertices at a distance of exactly one radius for any number of faces. So the poles have passed
// each other by half a step in the last frame, and are half a step apart in the frame before.
static mote_transform place_spheres(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 across = {1.0, 0.0, 0.0};
    mote_rotation tilt = scene_rotation_about((mote_dvec3){1.0, 0.7, 0.3}, 0.18);
    double side = body == 0 ? -1.0 : 1.0;
    double before = spheres_last - scene_reflect(0.0, time, 0.0, spheres_last);
    mote_dvec3 line = scene_rotate(tilt, (mote_dvec3){0.0, 0.0, 1.0});
    mote_dvec3 place = mote_dvec_scale(line, side * (1.0 + speed * (before - 0.5)));
    mote_rotation turn = scene_rotation_about(across, spin * side * before);
    return scene_rigid_pose(mote_rotation_product(tilt, turn), place);
}

// ---------------------------------------------------------------------------------------------
// Flocks: 15 shuttles, or spheres

enum { MAX_TRIES = 5000 }; // for placing a body without contact

// A tight proxy of hull, wings and fin.
static scene_proxy shuttle_form(const io_model *shuttle)
{
    scene_proxy form = {.joints = {{1.75, 0.0, -0.05},
                                   {-1.9, 0.0, 0.05},
                                   {-1.75, 1.05, -0.2},
                                   {-0.2, 0.3, -0.1},
                                   {-1.75, -1.05, -0.2},
                                   {-1.7, 0.0, 0.1},
                                   {-1.8, 0.0, 1.1}},
                        .joint_count = 7};
    form.radius = scene_radius_around(&form, shuttle->positions, shuttle->vertex_count);
    return form;
}

// The proxy of a body. Proxies of spheres that bounce do not contain all of the faces, so faces
// usually cross when proxies touch. Other bodies stay farther apart than a cycle's motion.
static scene_proxy flock_form(const scene_instance *scene)
{
    const io_model *model = scene_model(scene, 0);
    scene_proxy form = {.joint_count = 1, .radius = 1.0};
    switch ((scene_flock)scene->variant) {
    case SCENE_FLOCK_SHUTTLES:
        form = shuttle_form(model);
        form.radius += 0.12;
        break;
    case SCENE_FLOCK_CONVEX: form.radius += 1.2 * speed; break;
    case SCENE_FLOCK_BOUNCING:
        form.radius =
            scene_radius_inside(model->positions, model->triangles, model->triangle_count);
        break;
    }
    return form;
}

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static mote_dvec3 in_cube(mote_random *random, double half)
{
    double x = between(random, -half, half), y = between(random, -half, half);
    return (mote_dvec3){x, y, between(random, -half, half)};
}

static mote_dvec3 with_length(mote_dvec3 v, double length)
{
    double own = mote_dvec_length(v);
    return own > 0.0 ? mote_dvec_scale(v, length / own) : (mote_dvec3){length, 0.0, 0.0};
}

// Half the side of the cube that holds all places.
static double flock_half(const scene_instance *scene)
{
    if (scene->variant == SCENE_FLOCK_SHUTTLES) return 4.2;
    const double ball = 4.1887902047863905; // volume
    return 0.5 * scene_cube_root(scene->bodies.count * ball / 0.05) - 1.0;
}

static void throw_body(const scene_instance *scene, mote_random *random, scene_bouncer *body)
{
    bool shuttle = scene->variant == SCENE_FLOCK_SHUTTLES;
    body->place = in_cube(random, flock_half(scene));
    mote_dvec3 axis = in_cube(random, 1.0);
    body->rotation = scene_rotation_about(axis, between(random, 0.0, 1.0));
    body->velocity = with_length(in_cube(random, 1.0), speed);
    body->spin = with_length(in_cube(random, 1.0), shuttle ? 0.2 * spin : spin);
    body->inertia = 1.5;
}

static bool touches_one(const scene_bouncer *bodies, uint32_t count, const scene_bouncer *body)
{
    for (uint32_t i = 0; i < count; i++) {
        if (scene_bouncers_touch(&bodies[i], body)) return true;
    }
    return false;
}

// Makes the first two bodies touch and separate: shuttles nose to nose, spheres pole to pole.
static void join_first_two(const scene_instance *scene, scene_bouncer *bodies)
{
    bool shuttle = scene->variant == SCENE_FLOCK_SHUTTLES;
    mote_dvec3 ahead = shuttle ? (mote_dvec3){1.0, 0.0, 0.0} : (mote_dvec3){0.0, 0.0, 1.0};
    double reach = shuttle ? 2.05 : 1.0;
    mote_rotation tilt = scene_rotation_about((mote_dvec3){0.4, 1.0, 0.6}, 0.13);
    mote_dvec3 upright = shuttle ? (mote_dvec3){0.0, 0.0, 1.0} : (mote_dvec3){1.0, 0.0, 0.0};
    mote_rotation back = scene_rotation_about(upright, 0.5);
    mote_dvec3 line = scene_rotate(tilt, ahead);
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -1.0 : 1.0;
        bodies[i].place = mote_dvec_scale(line, side * (reach - 0.5 * speed));
        bodies[i].velocity = mote_dvec_scale(line, side * speed);
        bodies[i].rotation = i == 0 ? tilt : mote_rotation_product(tilt, back);
    }
}

static void throw_flock(const scene_instance *scene, scene_bouncer *bodies)
{
    scene_proxy form = flock_form(scene), free_form = form;
    bool joined = scene->variant != SCENE_FLOCK_BOUNCING;
    if (!joined) free_form.radius = 1.0;
    for (uint32_t i = 0; i < scene->bodies.count; i++) {
        mote_random random = mote_random_stream(scene->seed, i, 0);
        bodies[i] = (scene_bouncer){.form = free_form};
        throw_body(scene, &random, &bodies[i]);
        if (joined && i < 2) {
            if (i == 1) join_first_two(scene, bodies);
            continue;
        }
        for (int tries = 1; tries < MAX_TRIES && touches_one(bodies, i, &bodies[i]); tries++)
            throw_body(scene, &random, &bodies[i]);
    }
    for (uint32_t i = 0; i < scene->bodies.count; i++) bodies[i].form = form;
}

static mote_result run_flock(scene_instance *scene)
{
    if (scene->given) return MOTE_OK;
    uint32_t count = (uint32_t)scene->bodies.count;
    scene_bouncer *bodies = io_resize(NULL, count, sizeof *bodies);
    if (!bodies) return mote_fail_memory(count * sizeof *bodies, "the flock of a scene");
    throw_flock(scene, bodies);
    double half = flock_half(scene);
    bool shuttles = scene->variant == SCENE_FLOCK_SHUTTLES;
    scene_bounce bounce = {.bodies = bodies,
                           .body_count = count,
                           .low = {-half, -half, -half},
                           .high = {half, half, half},
                           .cycles = scene->frame_count - 1,
                           .response = shuttles ? SCENE_BOUNCE_PULSE : SCENE_BOUNCE_EXCHANGE,
                           .backwards = scene->variant != SCENE_FLOCK_BOUNCING};
    mote_result result = scene_bounce_run(&bounce, &scene->tracks);
    free(bodies);
    return result;
}

static mote_result open_flock(scene_instance *scene)
{
    bool bouncing = scene->variant == SCENE_FLOCK_BOUNCING;
    bool shuttles = scene->variant == SCENE_FLOCK_SHUTTLES;
    uint32_t faces = scene_detail_or(scene, bouncing ? scene->number : 528);
    mote_result result =
        scene_add_model(scene, shuttles ? "shuttle" : "sphere", shuttles ? 0 : faces);
    if (result == MOTE_OK)
        result = scene_add_crowd(scene, bouncing ? 15 : scene->number, true,
                                 shuttles ? "shuttle" : "sphere");
    return result == MOTE_OK ? run_flock(scene) : result;
}

static mote_transform place_flock(const scene_instance *scene, uint32_t body, double time)
{
    return scene_tracks_place(&scene->tracks, body, time);
}

// ---------------------------------------------------------------------------------------------
// Venus and the shuttle

static mote_result open_venus_shuttle(scene_instance *scene)
{
    static const struct {
        const char *model, *name;
        uint32_t number;
    } pieces[4] = {{"bust", "venus", 0},
                   {"shuttle", "shuttle", 0},
                   {"sphere", "sphere", 120},
                   {"chair", "chair", 0}};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < 4 && result == MOTE_OK; i++) {
        result = scene_add_model(scene, pieces[i].model, pieces[i].number);
        if (result == MOTE_OK) result = scene_add_body(scene, i, true, pieces[i].name);
    }
    return result;
}

// The shuttle descends from one side with its nose towards the shoulder of the bust, and the bust
// moves towards the shuttle. Positions are computed back from the last frame, in which the nose has
// just entered.
static mote_transform place_venus_shuttle(const scene_instance *scene, uint32_t body, double time)
{
    const double last = scene->frame_count - 1.0;
    double before = last - scene_reflect(0.0, time, 0.0, last);
    mote_dvec3 up = {0.0, 0.0, 1.0}, tilted = {0.3, 1.0, 0.5};
    mote_rotation slow = scene_rotation_about(up, 0.001 * before);
    switch (body) {
    case 0: return scene_rigid_pose(slow, (mote_dvec3){0.005 * before, 0.005 * before, -1.3});
    case 1: {
        mote_rotation heading = scene_rotation_about(up, 0.11);
        mote_rotation pitch = scene_rotation_about((mote_dvec3){0.0, 1.0, 0.0}, 0.05);
        mote_rotation turn = scene_rotation_about(tilted, 0.0015 * before);
        mote_dvec3 place = {-1.9 - 0.008 * before, -1.52 - 0.016 * before, 1.48 + 0.014 * before};
        return scene_rigid_pose(mote_rotation_product(turn, mote_rotation_product(heading, pitch)),
                                place);
    }
    case 2: return scene_rigid_pose(slow, (mote_dvec3){0.3, 4.0 + 0.01 * before, 0.5});
    default: return scene_rigid_pose(slow, (mote_dvec3){3.8 - 0.008 * before, -2.2, -1.3});
    }
}

const scene_behavior scene_smith_spheres_scene = {.open = open_spheres, .place = place_spheres};

const scene_behavior scene_smith_flock_scene = {.open = open_flock, .place = place_flock};

const scene_behavior scene_smith_venus_shuttle_scene = {.open = open_venus_shuttle,
                                                        .place = place_venus_shuttle};
