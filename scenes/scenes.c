#include "scenes/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/transform.h"
#include "io/allocate.h"
#include "scenes/families/family.h"
#include "scenes/names.h"
#include "scenes/trig.h"

#define GENERAL "general"
#define SENIN "Senin et al. 2003"
#define LBG "Saenghaengtham and Kanongchaiyos 2006"
#define SMITH "Smith et al. 1998"
#define SKINS "characters and cloth"
#define BETWEEN "between frames"

static const scene_info infos[] = {
    {"teapot-sphere", "a sphere passes through and grazes a teapot, both deforming", 240, GENERAL},
    {"letters-tt", "two rigid letters T collide and part", 180, GENERAL},
    {"letters-mv", "the letters M and V bend, twist and collide", 180, GENERAL},
    {"letters-ww", "two large letters W bend, twist and collide", 180, GENERAL},
    {"tori", "two interlocked tori twist and rub against each other", 220, GENERAL},
    {"shrine-bust", "a bust is carried into a portable shrine", 200, GENERAL},
    {"hand-chair", "a hand curls its fingers around the back of a chair", 160, GENERAL},
    {"spheres-N", "N rotating spheres bounce in a box (default 15)", 300, GENERAL},
    {"deforming-spheres-N", "N breathing spheres bounce in a box (default 100)", 300, GENERAL},
    {"shuttles-N", "N space shuttles fly in a box (default 15)", 300, GENERAL},
    {"blobs", "two soft bodies meet, are pressed together and part", 200, GENERAL},
    {"blobs-disjoint", "two soft bodies close to each other", 100, GENERAL},
    {"blobs-light", "two soft bodies in light contact: 0.05 to 0.1 % of the faces", 100, GENERAL},
    {"blobs-medium", "two soft bodies in medium contact: 1 % of the faces", 100, GENERAL},
    {"blobs-heavy", "two soft bodies in heavy contact: 8 to 12 % of the faces", 100, GENERAL},
    {"cloth-ball", "a cloth falls over a ball and is lifted again", 240, GENERAL},
    {"self-fold", "a strip rolls up until its ends pass through each other", 200, GENERAL},
    {"stack", "layers of boxes that touch exactly and slide on each other", 128, GENERAL},
    {"twins", "two identical breathing spheres in the same place", 120, GENERAL},
    {"far-away", "spheres that collide a million units from the origin", 120, GENERAL},
    {"senin-t", "two rigid letters T bounce off each other (figure 1)", 600, SENIN},
    {"senin-mv", "letters M and V deform under 14 and 12 vectors (figure 2)", 600, SENIN},
    {"senin-w", "two letters W; queries 950 to 1984 are active (figure 3)", 2000, SENIN},
    {"lbg-teapot-sphere", "a soft sphere bounces off a soft teapot (figure 10)", 240, LBG},
    {"lbg-many", "twelve spheres strike one at once", 200, LBG},
    {"lbg-bad-start", "a sphere hits the left side of a teapot (figure 2)", 120, LBG},
    {"lbg-expand", "a sphere grows to five times its size and into others", 200, LBG},
    {"smith-spheres-N", "two spheres of N faces meet (default 528, figure 6)", 72, SMITH},
    {"smith-shuttles-N", "two of N shuttles, 2 to 15, meet (figure 8)", 150, SMITH},
    {"smith-convex-N", "two of N spheres meet (default 40, figure 13)", 100, SMITH},
    {"smith-bouncing-15-N", "15 spheres of N faces (default 960, figures 16-18)", 1000, SMITH},
    {"smith-venus-shuttle", "a bust and a shuttle meet (figure 15)", 34, SMITH},
    {"smith-interactive", "hands grasp and push flying bodies (figure 11)", 800, SMITH},
    {"smith-shrine", "hands put roof and gate on a shrine (section 4.4)", 240, SMITH},
    {"character-garment", "a skinned character walks in a loose garment", 240, SKINS},
    {"cloth-on-sphere", "a cloth falls on a sphere that then drags it along", 240, SKINS},
    {"crowd-N", "N skinned characters walk about (default 100)", 300, SKINS},
    {"skinned-million", "a ball flies around a character of 1.1M triangles", 240, SKINS},
    {"cloth-wound", "a cloth is wound onto a ball in eight layers that cut each other", 120, SKINS},
    {"bullet-wall", "a bullet crosses five walls in each step, and no frame shows it", 120,
     BETWEEN},
    {"bullet-cloth", "a bullet passes a waving cloth, always between two frames", 240, BETWEEN},
    {"crossing-cloths", "two cloths pass through each other between frames", 120, BETWEEN},
    {"twisting-rod", "a rod is bent double and twisted until its strands cut", 120, BETWEEN},
    {"gears", "a train of three gears", 120, BETWEEN},
    {"resting-stacks", "boxes fall flat onto each other, rest and rise again", 128, BETWEEN},
    {"spike-crack", "a spike is dropped to the bottom of a crack, exactly", 120, BETWEEN},
    {"sliding-wedge", "the edge of a wedge slides over seams, in their plane", 128, BETWEEN},
    {"cliff-edges", "boxes slide off a cliff and fall along its wall", 128, BETWEEN},
};

enum {
    SCENE_COUNT = sizeof infos / sizeof *infos,
    MAX_BODIES = 1000000,
    MAX_TRIANGLES = 1 << 28 // of a body
};

// The meaning of N.
struct numbers {
    uint32_t own; // default for a name without a number; 0 for names without N
    uint32_t least, most;
    const char *unit;
};

// In the order of the list.
static const struct kind {
    const scene_behavior *behavior;
    uint32_t variant;
    struct numbers numbers;
} kinds[SCENE_COUNT] = {
    {&scene_teapot_sphere_scene, 0, {0}},
    {&scene_letters_scene, SCENE_LETTERS_TT, {0}},
    {&scene_letters_scene, SCENE_LETTERS_MV, {0}},
    {&scene_letters_scene, SCENE_LETTERS_WW, {0}},
    {&scene_tori_scene, 0, {0}},
    {&scene_shrine_bust_scene, 0, {0}},
    {&scene_hand_chair_scene, 0, {0}},
    {&scene_crowd_scene, SCENE_CROWD_SPHERES, {15, 1, MAX_BODIES, "bodies"}},
    {&scene_crowd_scene, SCENE_CROWD_DEFORMING, {100, 1, MAX_BODIES, "bodies"}},
    {&scene_crowd_scene, SCENE_CROWD_SHUTTLES, {15, 1, MAX_BODIES, "bodies"}},
    {&scene_blobs_scene, SCENE_REGIME_ALL, {0}},
    {&scene_blobs_scene, SCENE_REGIME_DISJOINT, {0}},
    {&scene_blobs_scene, SCENE_REGIME_LIGHT, {0}},
    {&scene_blobs_scene, SCENE_REGIME_MEDIUM, {0}},
    {&scene_blobs_scene, SCENE_REGIME_HEAVY, {0}},
    {&scene_cloth_ball_scene, 0, {0}},
    {&scene_self_fold_scene, 0, {0}},
    {&scene_stack_scene, 0, {0}},
    {&scene_twins_scene, 0, {0}},
    {&scene_far_away_scene, 0, {0}},
    {&scene_senin_scene, SCENE_SENIN_T, {0}},
    {&scene_senin_scene, SCENE_SENIN_MV, {0}},
    {&scene_senin_scene, SCENE_SENIN_W, {0}},
    {&scene_lbg_teapot_sphere_scene, 0, {0}},
    {&scene_lbg_many_scene, 0, {0}},
    {&scene_lbg_bad_start_scene, 0, {0}},
    {&scene_lbg_expand_scene, 0, {0}},
    {&scene_smith_spheres_scene, 0, {528, 6, MAX_TRIANGLES, "faces"}},
    {&scene_smith_flock_scene, SCENE_FLOCK_SHUTTLES, {15, 2, 15, "bodies"}},
    {&scene_smith_flock_scene, SCENE_FLOCK_CONVEX, {40, 2, 1000, "bodies"}},
    {&scene_smith_flock_scene, SCENE_FLOCK_BOUNCING, {960, 6, MAX_TRIANGLES, "faces"}},
    {&scene_smith_venus_shuttle_scene, 0, {0}},
    {&scene_smith_interactive_scene, 0, {0}},
    {&scene_smith_shrine_scene, 0, {0}},
    {&scene_character_garment_scene, 0, {0}},
    {&scene_cloth_on_sphere_scene, 0, {0}},
    {&scene_walkers_scene, 0, {100, 1, 10000, "bodies"}},
    {&scene_skinned_million_scene, 0, {0}},
    {&scene_cloth_wound_scene, 0, {0}},
    {&scene_bullet_wall_scene, 0, {0}},
    {&scene_bullet_cloth_scene, 0, {0}},
    {&scene_crossing_cloths_scene, 0, {0}},
    {&scene_twisting_rod_scene, 0, {0}},
    {&scene_gears_scene, 0, {0}},
    {&scene_resting_stacks_scene, 0, {0}},
    {&scene_spike_crack_scene, 0, {0}},
    {&scene_sliding_wedge_scene, 0, {0}},
    {&scene_cliff_edges_scene, 0, {0}},
};

// ---------------------------------------------------------------------------------------------
// The list

const scene_info *scene_list(size_t *count)
{
    *count = SCENE_COUNT;
    return infos;
}

// The index in the list, or SCENE_COUNT.
static size_t find_scene(const char *name, uint32_t *number)
{
    size_t i = 0;
    for (; i < SCENE_COUNT; i++) {
        *number = kinds[i].numbers.own;
        if (scene_name_fits(name, infos[i].name, number)) break;
    }
    return i;
}

static mote_result fail_unknown(const char *name)
{
    return scene_name_unknown("scene", name, &infos[0].name, sizeof infos[0], SCENE_COUNT);
}

// ---------------------------------------------------------------------------------------------
// Opening

scene_def scene_default_def(void)
{
    return (scene_def){.name = "teapot-sphere", .seed = 1, .speed = 1.0f};
}

mote_result scene_add_model(scene_instance *scene, const char *name, uint32_t number)
{
    char text[48];
    snprintf(text, sizeof text, "%s-%u", name, number);
    io_model model;
    mote_result result = scene_model_make(number ? text : name, &model);
    if (result != MOTE_OK) return result;
    if (mote_array_push(&scene->models, &mote_libc_allocator, model)) return MOTE_OK;
    io_model_release(&model);
    return mote_fail_memory(sizeof model, "a model of a scene");
}

void scene_scale_newest_model(scene_instance *scene, double scale)
{
    io_model *model = &scene->models.data[scene->models.count - 1];
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        mote_dvec3 p = mote_vec_widen(model->positions[i]);
        model->positions[i] = mote_dvec_narrow(mote_dvec_scale(p, scale));
    }
}

mote_result scene_add_body(scene_instance *scene, uint32_t model, bool rigid, const char *name)
{
    scene_body body = {.model = model, .rigid = rigid};
    snprintf(body.name, sizeof body.name, "%s", name);
    if (mote_array_push(&scene->bodies, &mote_libc_allocator, body)) return MOTE_OK;
    return mote_fail_memory(sizeof body, "a body of a scene");
}

mote_result scene_add_crowd(scene_instance *scene, uint32_t count, bool rigid, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%.12s %u", name, i + 1);
        mote_result result = scene_add_body(scene, (uint32_t)scene->models.count - 1, rigid, text);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

uint32_t scene_detail_or(const scene_instance *scene, uint32_t own)
{
    return scene->detail ? scene->detail : own;
}

double scene_swing(double time, double period)
{
    return 0.5 - 0.5 * scene_cos_turns(time / period);
}

static const scene_body *body_at(const scene_instance *scene, uint32_t body)
{
    return &scene->bodies.data[body];
}

static mote_result check_def(const scene_def *def, const struct kind *kind, uint32_t number)
{
    if (!isfinite(def->speed))
        return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s: speed is not finite", def->name);
    if (def->detail > MAX_TRIANGLES) {
        return mote_fail(MOTE_ERROR_LIMIT, "scene %s: at most %d triangles per body", def->name,
                         MAX_TRIANGLES);
    }
    const struct numbers *n = &kind->numbers;
    if (n->own && (number < n->least || number > n->most)) {
        return mote_fail(MOTE_ERROR_LIMIT, "scene %s: from %u to %u %s", def->name, n->least,
                         n->most, n->unit);
    }
    return MOTE_OK;
}

// Models that only rigid bodies use need no deformer.
static bool is_model_rigid(const scene_instance *scene, uint32_t model)
{
    for (uint32_t body = 0; body < scene_body_count(scene); body++) {
        if (body_at(scene, body)->model == model && !body_at(scene, body)->rigid) return false;
    }
    return true;
}

static mote_result create_deformer(const scene_instance *scene, uint32_t model,
                                   const mote_mesh *mesh, const mote_nodes *nodes,
                                   mote_deformer **out)
{
    const scene_behavior *behavior = scene->behavior;
    if (!behavior->puppet) return behavior->create_deformer(scene, model, mesh, nodes, out);
    const io_model *rest = &scene->models.data[model];
    return scene_skin_of_puppet(behavior->puppet, rest, mesh, nodes, out);
}

static mote_result create_deformers(scene_instance *scene)
{
    if (!scene->behavior->create_deformer && !scene->behavior->puppet) return MOTE_OK;
    uint32_t count = (uint32_t)scene->models.count;
    scene->deformed = io_resize(NULL, count, sizeof *scene->deformed);
    if (!scene->deformed)
        return mote_fail_memory(count * sizeof *scene->deformed, "the deformers of a scene");
    for (uint32_t i = 0; i < count; i++) scene->deformed[i] = (scene_deformed){0};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < count && result == MOTE_OK; i++) {
        if (is_model_rigid(scene, i)) continue;
        scene_deformed *deformed = &scene->deformed[i];
        result = io_model_make_mesh(&scene->models.data[i], 0, &deformed->mesh);
        if (result == MOTE_OK)
            result = create_deformer(scene, i, deformed->mesh, NULL, &deformed->deformer);
    }
    return result;
}

mote_result scene_open(const scene_def *def, scene_instance **out)
{
    if (!def || !def->name || !out) return mote_fail(MOTE_ERROR_ARGUMENT, "scene_open: null");
    *out = NULL;
    uint32_t number = 0;
    size_t index = find_scene(def->name, &number);
    if (index == SCENE_COUNT) return fail_unknown(def->name);
    const struct kind *kind = &kinds[index];
    mote_result result = check_def(def, kind, number);
    if (result != MOTE_OK) return result;
    scene_instance *scene = malloc(sizeof *scene);
    if (!scene) return mote_fail_memory(sizeof *scene, "a scene");
    *scene = (scene_instance){.behavior = kind->behavior,
                              .variant = kind->variant,
                              .number = number,
                              .frame_count = infos[index].frame_count,
                              .detail = def->detail,
                              .seed = def->seed,
                              .speed = (double)def->speed,
                              .given = def->tracks};
    result = kind->behavior->open(scene);
    if (result == MOTE_OK) result = create_deformers(scene);
    if (result == MOTE_OK)
        *out = scene;
    else
        scene_close(scene);
    return result;
}

void scene_close(scene_instance *scene)
{
    if (!scene) return;
    for (size_t i = 0; i < scene->models.count; i++) {
        if (scene->deformed) {
            mote_deformer_destroy(scene->deformed[i].deformer);
            mote_mesh_destroy(scene->deformed[i].mesh);
        }
        io_model_release(&scene->models.data[i]);
    }
    free(scene->deformed);
    scene_tracks_release(&scene->tracks);
    mote_array_release(&scene->models, &mote_libc_allocator);
    mote_array_release(&scene->bodies, &mote_libc_allocator);
    free(scene);
}

// ---------------------------------------------------------------------------------------------
// Queries

uint32_t scene_body_count(const scene_instance *scene)
{
    return (uint32_t)scene->bodies.count;
}

uint32_t scene_frame_count(const scene_instance *scene)
{
    return scene->given ? scene->given->last + 1 : scene->frame_count;
}

const io_model *scene_model(const scene_instance *scene, uint32_t body)
{
    return &scene->models.data[body_at(scene, body)->model];
}

const char *scene_body_name(const scene_instance *scene, uint32_t body)
{
    return body_at(scene, body)->name;
}

scene_up scene_up_axis(const scene_instance *scene)
{
    return scene->behavior->up;
}

bool scene_self_collides(const scene_instance *scene, uint32_t body)
{
    (void)body;
    return scene->behavior->self_collides;
}

bool scene_is_rigid(const scene_instance *scene, uint32_t body)
{
    return body_at(scene, body)->rigid;
}

mote_transform scene_transform(const scene_instance *scene, uint32_t body, uint32_t frame)
{
    if (scene->given) return scene_tracks_place(scene->given, body, frame * scene->speed);
    return scene->behavior->place(scene, body, frame * scene->speed);
}

static mote_deformer *own_deformer(const scene_instance *scene, uint32_t body)
{
    if (!scene->deformed || scene_is_rigid(scene, body)) return NULL;
    return scene->deformed[body_at(scene, body)->model].deformer;
}

// The vertices of a body before `place`: `room` filled, or the rest shape of a rigid body.
static const mote_vec3 *form_of(const scene_instance *scene, uint32_t body, uint32_t frame,
                                mote_vec3 *room)
{
    const io_model *rest = scene_model(scene, body);
    mote_deformer *deformer = own_deformer(scene, body);
    if (scene_is_rigid(scene, body)) return rest->positions;
    if (deformer) {
        scene_pose(scene, body, frame, deformer);
        mote_deformer_evaluate_all(deformer, NULL, room);
    } else {
        scene->behavior->deform(scene, body, frame * scene->speed, rest, room);
    }
    return room;
}

void scene_positions(const scene_instance *scene, uint32_t body, uint32_t frame, mote_vec3 *out)
{
    mote_transform transform = scene_transform(scene, body, frame);
    const mote_vec3 *form = form_of(scene, body, frame, out);
    uint32_t vertex_count = scene_model(scene, body)->vertex_count;
    for (uint32_t i = 0; i < vertex_count; i++) out[i] = mote_transform_point(&transform, form[i]);
}

bool scene_has_deformer(const scene_instance *scene, uint32_t body)
{
    return own_deformer(scene, body) != NULL;
}

mote_result scene_deformer(const scene_instance *scene, uint32_t body, const mote_mesh *mesh,
                           const mote_nodes *nodes, mote_deformer **out)
{
    *out = NULL;
    if (!own_deformer(scene, body)) return MOTE_OK;
    return create_deformer(scene, body_at(scene, body)->model, mesh, nodes, out);
}

mote_result scene_pose(const scene_instance *scene, uint32_t body, uint32_t frame,
                       mote_deformer *deformer)
{
    if (!own_deformer(scene, body))
        return mote_fail(MOTE_ERROR_ARGUMENT, "body %u of the scene has no deformer", body);
    if (!scene_puppet_of(scene, body))
        return scene->behavior->pose(scene, body, frame * scene->speed, deformer);
    mote_transform bones[SCENE_PUPPET_BONES];
    scene_bones(scene, body, frame, bones);
    return mote_skin_set_bones(deformer, bones, scene->behavior->puppet->bone_count);
}

const struct scene_puppet *scene_puppet_of(const scene_instance *scene, uint32_t body)
{
    return own_deformer(scene, body) ? scene->behavior->puppet : NULL;
}

void scene_bones(const scene_instance *scene, uint32_t body, uint32_t frame, mote_transform *out)
{
    scene->behavior->pose_bones(scene, body, frame * scene->speed, out);
}
