// Two or three bodies that meet: the teapot and the sphere, letters, interlocked tori, and the
// pieces of Smith's virtual environment.

#include "core/vec.h"
#include "scenes/families/family.h"
#include "scenes/trig.h"

static const mote_dvec3 tilted = {0.3, 1.0, 0.2};

// A body, named by its model.
typedef struct duellist {
    const char *model;
    uint32_t number; // of the model, or 0
    bool rigid;
} duellist;

static mote_result open_two(scene_instance *scene, duellist a, duellist b)
{
    mote_result result = scene_add_model(scene, a.model, a.number);
    if (result == MOTE_OK) result = scene_add_model(scene, b.model, b.number);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, a.rigid, a.model);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, b.rigid, b.model);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Teapot and sphere

static mote_result open_teapot_sphere(scene_instance *scene)
{
    return open_two(scene, (duellist){"teapot", 0, false},
                    (duellist){"sphere", scene_detail_or(scene, 1260), false});
}

// The sphere flies to and fro through the teapot from the handle to the spout, and drifts sideways,
// so that it sometimes passes through the middle and sometimes grazes the belly.
static mote_transform place_teapot_sphere(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    if (body == 0)
        return scene_rigid_pose(scene_rotation_about(up, 0.001 * time), (mote_dvec3){0, 0, -1.5});
    mote_dvec3 place = {scene_reflect(-5.0, 0.08 * time, -5.0, 5.0),
                        3.0 * scene_sin_turns(time / 410.0), 0.6 * scene_sin_turns(time / 170.0)};
    return scene_rigid_pose(scene_rotation_about(tilted, 0.004 * time), place);
}

static void deform_teapot_sphere(const scene_instance *scene, uint32_t body, double time,
                                 const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    double breath = scene_sin_turns(time / 90.0), turn = scene_sin_turns(time / 130.0);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        if (body == 0)
            p = scene_twist(scene_bend(p, 0.03 * breath), 0.012 * turn);
        else
            p = scene_breathe(p, 0.15 * breath);
        out[i] = mote_dvec_narrow(p);
    }
}

// ---------------------------------------------------------------------------------------------
// Letters

typedef struct letter_pair {
    const char *models[2];
    bool rigid;
} letter_pair;

static const letter_pair letter_pairs[] = {
    [SCENE_LETTERS_TT] = {{"letter-t", "letter-t"}, true},
    [SCENE_LETTERS_MV] = {{"letter-m", "letter-v"}, false},
    [SCENE_LETTERS_WW] = {{"letter-w", "letter-w"}, false},
};

static mote_result open_letters(scene_instance *scene)
{
    const letter_pair *pair = &letter_pairs[scene->variant];
    return open_two(scene, (duellist){pair->models[0], 0, pair->rigid},
                    (duellist){pair->models[1], 0, pair->rigid});
}

static mote_transform place_letters(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    if (body == 0)
        return scene_rigid_pose(scene_rotation_about(tilted, 0.003 * time), (mote_dvec3){0, 0, 0});
    mote_dvec3 place = {3.2 - 3.2 * scene_swing(time, 180.0), 0.5 * scene_sin_turns(time / 140.0),
                        0.4 * scene_sin_turns(time / 100.0)};
    mote_dvec3 axis = {1.0, 0.4, -0.3};
    return scene_rigid_pose(scene_rotation_about(axis, 0.15 - 0.002 * time), place);
}

static void deform_letters(const scene_instance *scene, uint32_t body, double time,
                           const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    double bend = 0.5 * scene_sin_turns(time / 120.0),
           twist = 0.06 * scene_sin_turns(time / 75.0 + 0.3 * body);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        out[i] = mote_dvec_narrow(scene_twist(scene_bend(p, bend), twist));
    }
}

// ---------------------------------------------------------------------------------------------
// Interlocked tori

static mote_result open_tori(scene_instance *scene)
{
    mote_result result = scene_add_model(scene, "torus", scene_detail_or(scene, 1200));
    return result == MOTE_OK ? scene_add_crowd(scene, 2, false, "torus") : result;
}

// Links of a chain: the second stands upright through the first and is pulled to and fro.
static mote_transform place_tori(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_rotation swirl = scene_rotation_about(tilted, 0.002 * time);
    if (body == 0) return scene_rigid_pose(swirl, (mote_dvec3){0, 0, 0});
    mote_rotation upright = scene_rotation_about((mote_dvec3){1, 0, 0}, 0.25);
    double pull = 0.9 + 0.55 * scene_sin_turns(time / 110.0);
    mote_transform frame = scene_rigid_pose(swirl, (mote_dvec3){0, 0, 0});
    mote_dvec3 place = mote_dvec_scale(mote_vec_widen(frame.cx), pull);
    return scene_rigid_pose(mote_rotation_product(swirl, upright), place);
}

static void deform_tori(const scene_instance *scene, uint32_t body, double time,
                        const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    double twist = 0.08 * scene_sin_turns(time / 80.0 + 0.4 * body);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        out[i] = mote_dvec_narrow(scene_twist(mote_vec_widen(rest->positions[i]), twist));
    }
}

// ---------------------------------------------------------------------------------------------
// Smith's pieces

static mote_result open_shrine_bust(scene_instance *scene)
{
    return open_two(scene, (duellist){"shrine", 0, true}, (duellist){"bust", 0, true});
}

// The bust comes in from the front and looks into the hall.
static mote_transform place_shrine_bust(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    if (body == 0) return scene_rigid_pose(scene_rotation_about(up, 0.0), (mote_dvec3){0, 0, 0});
    mote_dvec3 place = {0.4 * scene_sin_turns(time / 130.0), -4.5 + 4.2 * scene_swing(time, 200.0),
                        0.3 + 0.4 * scene_sin_turns(time / 90.0)};
    return scene_rigid_pose(scene_rotation_about(up, 0.25 + 0.0015 * time), place);
}

static mote_result open_hand_chair(scene_instance *scene)
{
    return open_two(scene, (duellist){"hand", 0, false}, (duellist){"chair", 0, true});
}

// The hand reaches for the back of the chair.
static mote_transform place_hand_chair(const scene_instance *scene, uint32_t body, double time)
{
    (void)scene;
    mote_dvec3 up = {0.0, 0.0, 1.0};
    if (body == 1)
        return scene_rigid_pose(scene_rotation_about(up, 0.02 * scene_sin_turns(time / 70.0)),
                                (mote_dvec3){0, 0, 0});
    mote_dvec3 place = {0.1 * scene_sin_turns(time / 60.0), -3.2 + 2.4 * scene_swing(time, 160.0),
                        2.2 - 0.15 * scene_sin_turns(time / 45.0)};
    return scene_rigid_pose(
        scene_rotation_about((mote_dvec3){1, 0, 0}, 0.02 * scene_sin_turns(time / 50.0)), place);
}

// Curls the fingers by bending a bar along y downward.
static void deform_hand_chair(const scene_instance *scene, uint32_t body, double time,
                              const io_model *rest, mote_vec3 *out)
{
    (void)scene;
    (void)body;
    double curl = 0.9 * scene_swing(time, 80.0);
    for (uint32_t i = 0; i < rest->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(rest->positions[i]);
        mote_dvec3 bent = scene_bend((mote_dvec3){p.y, -p.z, p.x}, curl);
        out[i] = mote_dvec_narrow((mote_dvec3){bent.z, bent.x, -bent.y});
    }
}

const scene_behavior scene_teapot_sphere_scene = {
    .open = open_teapot_sphere, .place = place_teapot_sphere, .deform = deform_teapot_sphere};

const scene_behavior scene_letters_scene = {
    .up = SCENE_UP_Y, .open = open_letters, .place = place_letters, .deform = deform_letters};

const scene_behavior scene_tori_scene = {
    .open = open_tori, .place = place_tori, .deform = deform_tori};

const scene_behavior scene_shrine_bust_scene = {.open = open_shrine_bust,
                                                .place = place_shrine_bust};

const scene_behavior scene_hand_chair_scene = {
    .open = open_hand_chair, .place = place_hand_chair, .deform = deform_hand_chair};
