#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/transform.h"
#include "scenes/families/family.h"
#include "scenes/names.h"
#include "scenes/trig.h"

static const mote_scene_info infos[] = {
    {"teapot-sphere", "a sphere passes through and grazes a teapot, both deforming", 240},
    {"letters-tt", "two rigid letters T collide and part", 180},
    {"letters-mv", "the letters M and V bend, twist and collide", 180},
    {"letters-ww", "two large letters W bend, twist and collide", 180},
    {"tori", "two interlocked tori twist and rub against each other", 220},
    {"shrine-bust", "a bust is carried into a portable shrine", 200},
    {"hand-chair", "a hand curls its fingers around the back of a chair", 160},
    {"spheres-N", "N rotating spheres bounce in a box (default 15)", 300},
    {"deforming-spheres-N", "N breathing spheres bounce in a box (default 100)", 300},
    {"shuttles-N", "N space shuttles fly in a box (default 15)", 300},
    {"blobs", "two soft bodies meet, are pressed together and part", 200},
    {"blobs-disjoint", "two soft bodies close to each other", 100},
    {"blobs-light", "two soft bodies in light contact: 0.05 to 0.1 % of the faces", 100},
    {"blobs-medium", "two soft bodies in medium contact: 1 % of the faces", 100},
    {"blobs-heavy", "two soft bodies in heavy contact: 8 to 12 % of the faces", 100},
    {"cloth-ball", "a cloth falls over a ball and is lifted again", 240},
    {"self-fold", "a strip rolls up until its ends pass through each other", 200},
    {"stack", "layers of boxes that touch exactly and slide on each other", 128},
    {"twins", "two identical breathing spheres in the same place", 120},
    {"far-away", "spheres that collide a million units from the origin", 120},
};

enum {
    SCENE_COUNT = sizeof infos / sizeof *infos,
    MOST_BODIES = 1000000,
    MOST_TRIANGLES = 1 << 28 // of a body
};

// In the order of the list. The number is what N stands for where a name has none; 0 for names
// without.
static const struct kind {
    const mote_scene_behaviour *behaviour;
    uint32_t variant;
    uint32_t default_number;
} kinds[SCENE_COUNT] = {
    {&mote_teapot_sphere_scene, 0, 0},
    {&mote_letters_scene, MOTE_LETTERS_TT, 0},
    {&mote_letters_scene, MOTE_LETTERS_MV, 0},
    {&mote_letters_scene, MOTE_LETTERS_WW, 0},
    {&mote_tori_scene, 0, 0},
    {&mote_shrine_bust_scene, 0, 0},
    {&mote_hand_chair_scene, 0, 0},
    {&mote_crowd_scene, MOTE_CROWD_SPHERES, 15},
    {&mote_crowd_scene, MOTE_CROWD_DEFORMING, 100},
    {&mote_crowd_scene, MOTE_CROWD_SHUTTLES, 15},
    {&mote_blobs_scene, MOTE_REGIME_ALL, 0},
    {&mote_blobs_scene, MOTE_REGIME_DISJOINT, 0},
    {&mote_blobs_scene, MOTE_REGIME_LIGHT, 0},
    {&mote_blobs_scene, MOTE_REGIME_MEDIUM, 0},
    {&mote_blobs_scene, MOTE_REGIME_HEAVY, 0},
    {&mote_cloth_ball_scene, 0, 0},
    {&mote_self_fold_scene, 0, 0},
    {&mote_stack_scene, 0, 0},
    {&mote_twins_scene, 0, 0},
    {&mote_far_away_scene, 0, 0},
};

// ---------------------------------------------------------------------------------------------
// The list

const mote_scene_info *mote_scene_list(size_t *count)
{
    *count = SCENE_COUNT;
    return infos;
}

// The index in the list, or SCENE_COUNT.
static size_t find_scene(const char *name, uint32_t *number)
{
    size_t i = 0;
    for (; i < SCENE_COUNT; i++) {
        *number = kinds[i].default_number;
        if (mote_name_fits(name, infos[i].name, number)) break;
    }
    return i;
}

static mote_result fail_unknown(const char *name)
{
    char list[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < SCENE_COUNT && used < sizeof list; i++) {
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", infos[i].name);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "no scene is called \"%.40s\"; there are: %s", name,
                     list);
}

// ---------------------------------------------------------------------------------------------
// Opening

mote_scene_def mote_default_scene_def(void)
{
    return (mote_scene_def){.name = "teapot-sphere", .seed = 1, .speed = 1.0f};
}

static mote_allocator libc_allocator(void)
{
    return mote_allocator_or_default((mote_allocator){0});
}

mote_result mote_scene_add_model(mote_scene *scene, const char *name, uint32_t number)
{
    mote_allocator allocator = libc_allocator();
    char text[48];
    snprintf(text, sizeof text, "%s-%u", name, number);
    mote_model model;
    mote_result result = mote_model_make(number ? text : name, &model);
    if (result != MOTE_OK) return result;
    if (mote_array_push(&scene->models, &allocator, &model)) return MOTE_OK;
    mote_model_release(&model);
    return mote_fail_memory(sizeof model, "a model of a scene");
}

mote_result mote_scene_add_body(mote_scene *scene, uint32_t model, bool rigid, const char *name)
{
    mote_allocator allocator = libc_allocator();
    mote_scene_body body = {.model = model, .rigid = rigid};
    snprintf(body.name, sizeof body.name, "%s", name);
    if (mote_array_push(&scene->bodies, &allocator, &body)) return MOTE_OK;
    return mote_fail_memory(sizeof body, "a body of a scene");
}

mote_result mote_scene_add_crowd(mote_scene *scene, uint32_t count, bool rigid, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%.12s %u", name, i + 1);
        mote_result result =
            mote_scene_add_body(scene, (uint32_t)scene->models.count - 1, rigid, text);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

uint32_t mote_scene_detail_or(const mote_scene *scene, uint32_t own)
{
    return scene->detail ? scene->detail : own;
}

double mote_swing(double time, double period)
{
    return 0.5 - 0.5 * mote_cos_turns(time / period);
}

static mote_result check_def(const mote_scene_def *def, bool has_number, uint32_t number)
{
    if (!isfinite(def->speed))
        return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s: speed is not finite", def->name);
    if (def->detail > MOST_TRIANGLES) {
        return mote_fail(MOTE_ERROR_LIMIT, "scene %s: at most %d triangles a body", def->name,
                         MOST_TRIANGLES);
    }
    if (has_number && (number == 0 || number > MOST_BODIES)) {
        return mote_fail(MOTE_ERROR_LIMIT, "scene %s: from 1 to %d bodies", def->name, MOST_BODIES);
    }
    return MOTE_OK;
}

mote_result mote_scene_open(const mote_scene_def *def, mote_scene **out)
{
    if (!def || !def->name || !out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_scene_open: null");
    *out = NULL;
    uint32_t number = 0;
    size_t index = find_scene(def->name, &number);
    if (index == SCENE_COUNT) return fail_unknown(def->name);
    const struct kind *kind = &kinds[index];
    mote_result result = check_def(def, kind->default_number != 0, number);
    if (result != MOTE_OK) return result;
    mote_scene *scene = malloc(sizeof *scene);
    if (!scene) return mote_fail_memory(sizeof *scene, "a scene");
    *scene = (mote_scene){.behaviour = kind->behaviour,
                          .variant = kind->variant,
                          .number = number,
                          .frame_count = infos[index].frame_count,
                          .detail = def->detail,
                          .seed = def->seed,
                          .speed = (double)def->speed,
                          .models = mote_array_of(sizeof(mote_model)),
                          .bodies = mote_array_of(sizeof(mote_scene_body))};
    result = kind->behaviour->open(scene);
    if (result == MOTE_OK)
        *out = scene;
    else
        mote_scene_close(scene);
    return result;
}

void mote_scene_close(mote_scene *scene)
{
    if (!scene) return;
    mote_allocator allocator = libc_allocator();
    mote_model *models = scene->models.data;
    for (size_t i = 0; i < scene->models.count; i++) mote_model_release(&models[i]);
    mote_array_release(&scene->models, &allocator);
    mote_array_release(&scene->bodies, &allocator);
    free(scene);
}

// ---------------------------------------------------------------------------------------------
// Asking

static const mote_scene_body *body_at(const mote_scene *scene, uint32_t body)
{
    return (const mote_scene_body *)scene->bodies.data + body;
}

uint32_t mote_scene_body_count(const mote_scene *scene)
{
    return (uint32_t)scene->bodies.count;
}

uint32_t mote_scene_frame_count(const mote_scene *scene)
{
    return scene->frame_count;
}

const mote_model *mote_scene_model(const mote_scene *scene, uint32_t body)
{
    return (const mote_model *)scene->models.data + body_at(scene, body)->model;
}

const char *mote_scene_body_name(const mote_scene *scene, uint32_t body)
{
    return body_at(scene, body)->name;
}

bool mote_scene_is_rigid(const mote_scene *scene, uint32_t body)
{
    return body_at(scene, body)->rigid;
}

mote_transform mote_scene_transform(const mote_scene *scene, uint32_t body, uint32_t frame)
{
    return scene->behaviour->place(scene, body, frame * scene->speed);
}

void mote_scene_positions(const mote_scene *scene, uint32_t body, uint32_t frame, mote_vec3 *out)
{
    const mote_model *rest = mote_scene_model(scene, body);
    mote_transform transform = mote_scene_transform(scene, body, frame);
    const mote_vec3 *form = rest->positions;
    if (!mote_scene_is_rigid(scene, body)) {
        scene->behaviour->deform(scene, body, frame * scene->speed, rest, out);
        form = out;
    }
    for (uint32_t i = 0; i < rest->vertex_count; i++)
        out[i] = mote_transform_point(&transform, form[i]);
}
