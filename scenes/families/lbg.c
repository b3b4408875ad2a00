// The situations of Saenghaengtham and Kanongchaiyos, "Using LBG quantization for particle-based
// collision detection algorithm", 2006: its experiment (figure 10), and the three cases for which
// it says that randomly spread particles fail.
//
//   lbg-teapot-sphere  figure 10: a teapot of 5784 faces and a sphere of 1260
//   lbg-many           one body draws all particles to its side, then others strike on all sides: twelve,
//                      the kissing number that the paper takes as the number of particles
//   lbg-bad-start      figure 2: A crashes on the side of B where no particle is. Where particles start is
//                      the method's choice; B is long, so that the way around it is too
//   lbg-expand         extreme expansion: 25 times the area for the same particles
//
// The paper gives no motion and says only that bodies deform. Chosen here: bodies approach each
// other by at most a tenth of the sphere's radius per frame, touch for a few frames and separate.
//
// Seed 1 gives the scenes above. Any other seed turns and moves the whole scene, since the areas of
// the paper depend on the origin, turns spheres about themselves and changes the side of the
// strike.

#include <math.h>

#include "core/transform.h"
#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/morphs.h"
#include "scenes/trig.h"

enum { SPHERE_FACES = 1260, STRIKERS = 12 };

static const mote_rotation unturned = {1.0, 0.0, 0.0, 0.0};
static const mote_dvec3 origin = {0.0, 0.0, 0.0};

static mote_result add_sphere_model(scene_instance *scene)
{
    return scene_add_model(scene, "sphere", scene_detail_or(scene, SPHERE_FACES));
}

static mote_result create_csrbf(const mote_mesh *mesh, const mote_nodes *nodes,
                                const mote_vec3 *starts, const mote_vec3 *ends, uint32_t count,
                                float radius, mote_deformer **out)
{
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = mesh;
    def.nodes = nodes;
    def.starts = starts;
    def.ends = ends;
    def.control_count = count;
    def.support_radius = radius;
    return mote_csrbf_create(&def, out);
}

// ---------------------------------------------------------------------------------------------
// Seeds

// The uses of random numbers.
enum { RANDOM_WORLD, RANDOM_TURN, RANDOM_CHOICE };

static bool is_varied(const scene_instance *scene)
{
    return scene->seed != 1;
}

static mote_dvec3 random_vector(mote_random *random)
{
    double x = (double)mote_random_between(random, -1.0f, 1.0f);
    double y = (double)mote_random_between(random, -1.0f, 1.0f);
    double z = (double)mote_random_between(random, -1.0f, 1.0f);
    return (mote_dvec3){x, y, z};
}

static mote_rotation random_turn(mote_random *random)
{
    mote_dvec3 axis = random_vector(random);
    return scene_rotation_about(axis, (double)mote_random_unit(random));
}

// Turns a body about itself before it moves; not with seed 1.
static mote_rotation turned(const scene_instance *scene, uint32_t body, mote_rotation rotation)
{
    if (!is_varied(scene)) return rotation;
    mote_random random = mote_random_stream(scene->seed, RANDOM_TURN, body);
    return mote_rotation_product(rotation, random_turn(&random));
}

// A random number from -1 to 1; 0 with seed 1.
static double own_choice(const scene_instance *scene, uint32_t number)
{
    mote_random random = mote_random_stream(scene->seed, RANDOM_CHOICE, number);
    return is_varied(scene) ? (double)mote_random_between(&random, -1.0f, 1.0f) : 0.0;
}

// Turns and moves the whole scene; not with seed 1.
static mote_transform pose_in_world(const scene_instance *scene, mote_rotation rotation,
                                    mote_dvec3 place)
{
    if (!is_varied(scene)) return scene_rigid_pose(rotation, place);
    mote_random random = mote_random_stream(scene->seed, RANDOM_WORLD, 0);
    mote_rotation turn = random_turn(&random);
    mote_dvec3 by = mote_dvec_scale(random_vector(&random), 10.0);
    return scene_rigid_pose(mote_rotation_product(turn, rotation),
                            mote_dvec_add(mote_rotate(turn, place), by));
}

// ---------------------------------------------------------------------------------------------
// Teapot and sphere: four strikes on the belly, one every 60 frames, between spout and handle

static const double strike_period = 60.0;

static mote_result open_teapot_sphere(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "teapot", 0);
    if (result == MOTE_OK) result = add_sphere_model(scene);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "teapot");
    if (result == MOTE_OK) result = scene_add_body(scene, 1, false, "sphere");
    return result;
}

// 1 half way between two strikes, 0 at a strike.
static double away_from_strike(double time)
{
    return scene_reflect(1.0, 2.0 * time / strike_period, 0.0, 1.0);
}

// The sphere circles the teapot while it bounces in and out, and always turns the same side to the
// teapot.
static mote_transform place_teapot_sphere(const scene_instance *scene, uint32_t body, double time)
{
    if (body == 0) return pose_in_world(scene, unturned, origin);
    mote_dvec3 up = {0.0, 0.0, 1.0};
    double turn = time / (4.0 * strike_period) + 0.06 * own_choice(scene, 0);
    double r = 2.62 + 3.0 * away_from_strike(time);
    mote_dvec3 place = {r * scene_cos_turns(turn), r * scene_sin_turns(turn),
                        0.95 + 0.3 * scene_sin_turns(time / 170.0 + own_choice(scene, 1))};
    return pose_in_world(scene, scene_rotation_about(up, turn), place);
}

// The teapot under six control vectors: spout, handle, lid, and the belly that gives way on three
// sides. The sphere is pressed flat on the side that strikes.
static mote_result deform_teapot_sphere(const scene_instance *scene, uint32_t model,
                                        const mote_mesh *mesh, const mote_nodes *nodes,
                                        mote_deformer **out)
{
    (void)scene;
    static const mote_vec3 teapot_starts[6] = {{3.2f, 0.0f, 2.2f},   {-2.8f, 0.0f, 1.6f},
                                               {0.0f, 0.0f, 3.0f},   {0.0f, 1.95f, 0.9f},
                                               {0.0f, -1.95f, 0.9f}, {0.0f, 0.0f, 0.2f}};
    static const mote_vec3 teapot_ends[6] = {{3.4f, 0.3f, 2.6f},  {-3.0f, -0.2f, 1.9f},
                                             {0.1f, 0.1f, 3.3f},  {0.0f, 2.2f, 0.9f},
                                             {0.0f, -1.7f, 1.0f}, {0.0f, 0.0f, 0.25f}};
    static const mote_vec3 sphere_starts[3] = {
        {-1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -1.0f}};
    static const mote_vec3 sphere_ends[3] = {
        {-0.8f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.1f}, {0.0f, 0.0f, -1.1f}};
    if (model == 0) return create_csrbf(mesh, nodes, teapot_starts, teapot_ends, 6, 2.2f, out);
    return create_csrbf(mesh, nodes, sphere_starts, sphere_ends, 3, 1.2f, out);
}

static mote_result pose_teapot_sphere(const scene_instance *scene, uint32_t body, double time,
                                      mote_deformer *deformer)
{
    (void)scene;
    double near = 1.0 - away_from_strike(time);
    double blend = body == 0 ? scene_sin_turns(time / 75.0) : near * near * near;
    return mote_csrbf_set_blend(deformer, (float)blend);
}

// ---------------------------------------------------------------------------------------------
// Many at once

static mote_result open_many(scene_instance *scene)
{
    mote_result result = add_sphere_model(scene);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "struck");
    if (result == MOTE_OK) result = add_sphere_model(scene);
    return result == MOTE_OK ? scene_add_crowd(scene, STRIKERS, true, "striker") : result;
}

// The corners of an icosahedron: spheres that touch the middle sphere there stay 5 % apart.
static mote_dvec3 strike_direction(uint32_t i)
{
    const double golden = 1.618033988749895;
    double a = i & 1 ? 1.0 : -1.0, b = i & 2 ? golden : -golden;
    mote_dvec3 corner = i < 4   ? (mote_dvec3){0.0, a, b}
                        : i < 8 ? (mote_dvec3){a, b, 0.0}
                                : (mote_dvec3){b, 0.0, a};
    return mote_dvec_scale(corner, 1.0 / mote_dvec_length(corner));
}

// The number of frames until all spheres are nearest to the middle sphere; 0 for the five frames in
// which they lie against it. The spheres return on the same path.
static double until_strike(double time)
{
    return fmax(100.0 - scene_reflect(0.0, time, 0.0, 100.0) - 2.0, 0.0);
}

// The first sphere approaches over 60 frames and waits at a tiny distance; the other spheres arrive
// with its last step.
static double striker_distance(uint32_t striker, double time)
{
    const double nearest = 1.92, waits_at = 2.02,
                 speed = 0.08; // nearer, the twelve would touch
    double before = until_strike(time);
    if (striker > 0) return nearest + speed * before;
    if (before > 40.0) return waits_at + speed * (before - 40.0);
    return fmin(nearest + speed * before, waits_at);
}

static mote_rotation turn_of_struck(const scene_instance *scene)
{
    return turned(scene, 0, scene_rotation_about((mote_dvec3){1.0, 0.4, 0.2}, 0.05));
}

static mote_transform place_many(const scene_instance *scene, uint32_t body, double time)
{
    if (body == 0) return pose_in_world(scene, turn_of_struck(scene), origin);
    mote_dvec3 direction = strike_direction(body - 1);
    mote_rotation spin = turned(scene, body, scene_rotation_about(direction, 0.004 * time));
    return pose_in_world(scene, spin, mote_dvec_scale(direction, striker_distance(body - 1, time)));
}

// Twelve control vectors dent the body where it is struck. The vectors are in the body's own space,
// so the directions are turned back by the body's rotation.
static mote_result deform_many(const scene_instance *scene, uint32_t model, const mote_mesh *mesh,
                               const mote_nodes *nodes, mote_deformer **out)
{
    (void)model;
    mote_transform own = scene_rigid_pose(turn_of_struck(scene), origin);
    mote_dvec3 x = mote_vec_widen(own.cx), y = mote_vec_widen(own.cy), z = mote_vec_widen(own.cz);
    mote_vec3 starts[STRIKERS], ends[STRIKERS];
    for (uint32_t i = 0; i < STRIKERS; i++) {
        mote_dvec3 d = strike_direction(i);
        mote_dvec3 turned = {mote_dvec_dot(x, d), mote_dvec_dot(y, d), mote_dvec_dot(z, d)};
        starts[i] = mote_dvec_narrow(turned);
        ends[i] = mote_dvec_narrow(mote_dvec_scale(turned, 0.96));
    }
    return create_csrbf(mesh, nodes, starts, ends, STRIKERS, 0.6f, out);
}

static mote_result pose_many(const scene_instance *scene, uint32_t body, double time,
                             mote_deformer *deformer)
{
    (void)scene;
    (void)body;
    return mote_csrbf_set_blend(deformer, (float)fmax(0.0, 1.0 - 0.5 * until_strike(time)));
}

// ---------------------------------------------------------------------------------------------
// Bad start

static mote_result open_bad_start(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "teapot", 0);
    if (result == MOTE_OK) result = add_sphere_model(scene);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "A");
    if (result == MOTE_OK) result = scene_add_body(scene, 0, true, "B");
    return result;
}

// A comes from the left, crashes on the belly below the handle at frame 60 and goes back.
static mote_transform place_bad_start(const scene_instance *scene, uint32_t body, double time)
{
    if (body == 1) return pose_in_world(scene, unturned, origin);
    mote_dvec3 axis = {0.2, 0.3, 1.0}, up = {0.0, 0.0, 1.0};
    mote_dvec3 place = {scene_reflect(-8.9, 0.1 * time, -8.9, -2.9), 0.0, 0.3};
    if (is_varied(scene)) {
        place.x += 0.35; // beside the handle
        place = mote_rotate(scene_rotation_about(up, 0.06 * own_choice(scene, 0)), place);
    }
    return pose_in_world(scene, turned(scene, 0, scene_rotation_about(axis, 0.002 * time)), place);
}

// ---------------------------------------------------------------------------------------------
// Expansion

static mote_result open_expand(scene_instance *scene)
{
    mote_result result = add_sphere_model(scene);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "growing");
    if (result == MOTE_OK) result = add_sphere_model(scene);
    return result == MOTE_OK ? scene_add_crowd(scene, 4, true, "sphere") : result;
}

// Four spheres are at the corners of a tetrahedron. The growing sphere reaches into them at the
// end, into each a little later than into the one before.
static mote_transform place_expand(const scene_instance *scene, uint32_t body, double time)
{
    mote_rotation spin =
        turned(scene, body, scene_rotation_about((mote_dvec3){0.1, 1.0, 0.3}, 0.001 * time));
    if (body == 0) return pose_in_world(scene, spin, origin);
    uint32_t i = body - 1;
    mote_dvec3 corner = {i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0,
                         (i & 1) == (i >> 1 & 1) ? 1.0 : -1.0};
    double distance = 5.0 + 0.15 * i;
    return pose_in_world(scene, spin, mote_dvec_scale(corner, distance / 1.7320508075688772));
}

// One target: a sphere of five times the size with hills and dents.
static mote_dvec3 grown(uint32_t target, mote_dvec3 rest)
{
    (void)target;
    return mote_dvec_scale(scene_breathe(rest, 0.08), 5.0);
}

static mote_result deform_expand(const scene_instance *scene, uint32_t model, const mote_mesh *mesh,
                                 const mote_nodes *nodes, mote_deformer **out)
{
    const io_model *rest = &scene->models.data[model];
    return scene_morph_of_goals(rest, mesh, nodes, 1, grown, out);
}

static mote_result pose_expand(const scene_instance *scene, uint32_t body, double time,
                               mote_deformer *deformer)
{
    (void)scene;
    (void)body;
    float weight = (float)scene_swing(time, 200.0);
    return mote_morph_set_weights(deformer, &weight, 1);
}

const scene_behavior scene_lbg_teapot_sphere_scene = {.open = open_teapot_sphere,
                                                      .place = place_teapot_sphere,
                                                      .create_deformer = deform_teapot_sphere,
                                                      .pose = pose_teapot_sphere};

const scene_behavior scene_lbg_many_scene = {
    .open = open_many, .place = place_many, .create_deformer = deform_many, .pose = pose_many};

const scene_behavior scene_lbg_bad_start_scene = {.open = open_bad_start, .place = place_bad_start};

const scene_behavior scene_lbg_expand_scene = {.open = open_expand,
                                               .place = place_expand,
                                               .create_deformer = deform_expand,
                                               .pose = pose_expand};
