#include "bench/paper/smith/throws.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/model.h"
#include "scenes/motion.h"
#include "scenes/scenes.h"

enum { MAX_TRIES = 5000 };

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

mote_dvec3 paper_random_direction(mote_random *random)
{
    return mote_vec_widen(mote_random_direction(random));
}

mote_rotation paper_random_rotation(mote_random *random)
{
    mote_dvec3 axis = paper_random_direction(random);
    return scene_rotation_about(axis, between(random, 0, 1));
}

double paper_half_of_balls(uint32_t count)
{
    const double ball = 4.1887902047863905; // volume
    return 0.5 * scene_cube_root(count * ball / 0.05);
}

static paper_mover thrown(const paper_throw *how, mote_random *random)
{
    paper_mover mover = {.rigid = mote_default_rigid()};
    mote_rigid *rigid = &mover.rigid;
    rigid->center.x = between(random, -how->half, how->half);
    rigid->center.y = between(random, -how->half, how->half);
    rigid->center.z = between(random, -how->half, how->half);
    rigid->rotation = paper_random_rotation(random);
    rigid->velocity = mote_dvec_scale(paper_random_direction(random), how->speed);
    rigid->angular_velocity = mote_dvec_scale(paper_random_direction(random), how->spin);
    return mover;
}

// ---------------------------------------------------------------------------------------------
// A world in which the bodies are put one after the other; those to come are far away

typedef struct yard {
    scene_instance *scene;
    mote_world *world;
    mote_mesh *mesh; // of all bodies
    mote_body_id bodies[PAPER_MAX_MOVERS];
    uint32_t count;
} yard;

static void close_yard(yard *y)
{
    mote_world_destroy(y->world);
    mote_mesh_destroy(y->mesh);
    scene_close(y->scene);
}

static mote_result open_yard(const paper_throw *how, yard *y)
{
    *y = (yard){0};
    scene_def def = scene_default_def();
    static const scene_tracks none; // only the model is needed, not the scene's own motion
    def.name = how->scene;
    def.tracks = &none;
    mote_result result = scene_open(&def, &y->scene);
    if (result) return result;
    mote_world_def world = mote_default_world_def();
    world.contacts = false;
    result = mote_world_create(&world, &y->world);
    if (!result)
        result = io_model_make_mesh(scene_model(y->scene, 0), MOTE_MESH_CLUSTERS, &y->mesh);
    uint32_t count = scene_body_count(y->scene);
    if (count > PAPER_MAX_MOVERS) result = mote_fail(MOTE_ERROR_LIMIT, "too many bodies to throw");
    for (uint32_t i = 0; i < count && !result; i++, y->count++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = y->mesh;
        result = mote_body_create(y->world, &body, &y->bodies[i]);
        mote_transform away =
            scene_rigid_pose((mote_rotation){1, 0, 0, 0}, (mote_dvec3){1000.0 + 100.0 * i, 0, 0});
        if (!result) result = mote_body_set_transform(y->world, y->bodies[i], &away);
    }
    return result;
}

static mote_result put(yard *y, uint32_t body, const paper_mover *mover, bool *touches)
{
    mote_report report = {0};
    mote_transform at = scene_rigid_pose(mover->rigid.rotation, mover->rigid.center);
    mote_result result = mote_body_set_transform(y->world, y->bodies[body], &at);
    if (!result) result = mote_world_detect(y->world);
    if (!result) result = mote_world_report(y->world, &report);
    if (!result) *touches = report.pair_count > 0;
    return result;
}

mote_result paper_throw_apart(const paper_throw *how, uint64_t seed, paper_mover *movers)
{
    yard y;
    mote_result result = open_yard(how, &y);
    for (uint32_t i = 0; i < y.count && !result; i++) {
        mote_random random = mote_random_stream(seed, 64, i);
        bool touches = true;
        for (int tries = 0; tries < MAX_TRIES && touches && !result; tries++) {
            movers[i] = thrown(how, &random);
            result = put(&y, i, &movers[i], &touches);
        }
        if (touches && !result)
            result = mote_fail(MOTE_ERROR_STATE, "scene %s: no room for body %u", how->scene, i);
    }
    close_yard(&y);
    return result;
}

mote_result paper_throw_until_contact(const paper_throw *how, uint64_t seed,
                                      const paper_motion_def *motion, paper_motion *out)
{
    paper_mover movers[PAPER_MAX_MOVERS];
    mote_result result = paper_throw_apart(how, seed, movers);
    paper_motion_def def = *motion;
    def.movers = movers;
    def.until_contact = true;
    if (!result) result = paper_motion_run(&def, out);
    if (result || out->ended_in_contact) return result;
    paper_motion_release(out);
    return mote_fail(MOTE_ERROR_STATE, "scene %s: no contact in %u cycles", how->scene,
                     def.max_cycles);
}
