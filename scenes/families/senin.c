// The experiments of Senin, Kojekine, Savchenko, Hagiwara, "Particle-based Collision Detection",
// 2003, section 5: letters that fly, bounce off each other by the response of section 4, and
// deform.
//
//   senin-t   figure 1: two T of 1380 faces
//   senin-mv  figure 2: M of 2968 faces under 14 control vectors and V of 1764 under 12
//   senin-w   figure 3: two W of 11920 faces, 2000 queries: the first 49 warm up, 950 to 1984 are
//             active
//
// The paper gives no speeds, no control vectors and no deformation of T and W. Chosen here: T and W
// are rigid. Control vectors start on the middle lines of the strokes, so that the middle line of
// the deformed letter is known without solving for it. The W stand still in the warm-up, then drift
// apart slowly, and bounce in the active interval. The letters of a figure have equal masses. Seeds
// other than 1 vary the start and the motion of the letters.

#include "core/random.h"
#include "core/vec.h"
#include "scenes/bounce.h"
#include "scenes/families/family.h"
#include "scenes/models/letters.h"
#include "scenes/trig.h"

enum { MAX_CONTROLS = SCENE_MAX_JOINTS };

typedef struct controls {
    mote_vec3 starts[MAX_CONTROLS], ends[MAX_CONTROLS];
    uint32_t count;
} controls;

typedef struct casting {
    scene_letter_name letter;
    const char *model;
    uint32_t pieces[4]; // pieces of each stroke between control vectors; 0 if rigid
    // The end of the control vector at (x, y): rows for x, y, z with coefficients of 1, x, y, x^2,
    // x y, y^2.
    float vectors[3][6];
} casting;

static const casting cast_t = {.letter = SCENE_LETTER_T, .model = "letter-t"};
static const casting cast_w = {.letter = SCENE_LETTER_W, .model = "letter-w"};
static const casting cast_m = { // the legs spread, the letter waves
    .letter = SCENE_LETTER_M,
    .model = "letter-m",
    .pieces = {3, 4, 3, 3},
    .vectors = {{0.0f, 0.2f, 0.0f, 0.0f, -0.25f, 0.0f},
                {0.05f, 0.0f, 0.0f, -0.2f, 0.0f, 0.0f},
                {-0.1f, 0.0f, 0.25f, 0.3f, 0.1f, 0.0f}}};
static const casting cast_v = { // the arms open and curl
    .letter = SCENE_LETTER_V,
    .model = "letter-v",
    .pieces = {6, 5},
    .vectors = {{0.0f, 0.25f, 0.0f, 0.0f, 0.35f, 0.0f},
                {0.05f, 0.0f, -0.1f, -0.1f, 0.0f, 0.0f},
                {-0.15f, 0.2f, 0.0f, 0.0f, 0.25f, 0.3f}}};

static const casting *const casts[][2] = {
    [SCENE_SENIN_T] = {&cast_t, &cast_t},
    [SCENE_SENIN_MV] = {&cast_m, &cast_v},
    [SCENE_SENIN_W] = {&cast_w, &cast_w},
};

static bool is_rigid(const casting *cast)
{
    return cast->pieces[0] == 0;
}

// ---------------------------------------------------------------------------------------------
// Control vectors

static mote_vec3 moved_control(const casting *cast, mote_vec3 p)
{
    const float powers[6] = {1.0f, p.x, p.y, p.x * p.x, p.x * p.y, p.y * p.y};
    float moved[3] = {p.x, p.y, p.z};
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 6; i++) moved[row] += cast->vectors[row][i] * powers[i];
    }
    return (mote_vec3){moved[0], moved[1], moved[2]};
}

static void add_control(controls *c, const casting *cast, double x, double y)
{
    mote_vec3 start = {(float)x, (float)y, 0.0f};
    c->starts[c->count] = start;
    c->ends[c->count++] = moved_control(cast, start);
}

static controls controls_of(const casting *cast)
{
    const scene_letter *letter = scene_letter_of(cast->letter);
    controls c = {.count = 0};
    add_control(&c, cast, letter->strokes[0].x0, letter->strokes[0].y0);
    for (int i = 0; i < letter->stroke_count; i++) {
        const scene_stroke *s = &letter->strokes[i];
        for (uint32_t k = 1; k <= cast->pieces[i]; k++) {
            double t = (double)k / cast->pieces[i];
            add_control(&c, cast, s->x0 + t * (s->x1 - s->x0), s->y0 + t * (s->y1 - s->y0));
        }
    }
    return c;
}

// The fraction of its control vectors by which a letter is deformed.
static double blend_at(uint32_t body, double time)
{
    return scene_sin_turns(time / (body == 0 ? 110.0 : 80.0));
}

static mote_result create_deformer(const scene_instance *scene, uint32_t model,
                                   const mote_mesh *mesh, const mote_nodes *nodes,
                                   mote_deformer **out)
{
    controls c = controls_of(casts[scene->variant][model]);
    mote_csrbf_def def = mote_default_csrbf_def();
    def.mesh = mesh;
    def.nodes = nodes;
    def.starts = c.starts;
    def.ends = c.ends;
    def.control_count = c.count;
    def.support_radius = 1.0f;
    return mote_csrbf_create(&def, out);
}

static mote_result pose_letter(const scene_instance *scene, uint32_t body, double time,
                               mote_deformer *deformer)
{
    (void)scene;
    return mote_csrbf_set_blend(deformer, (float)blend_at(body, time));
}

// ---------------------------------------------------------------------------------------------
// Motion

// The proxy along the middle lines of the strokes. Its radius is less than the radius of the
// strokes, so that faces cross when proxies touch.
static scene_proxy middle_line(const casting *cast)
{
    const scene_letter *letter = scene_letter_of(cast->letter);
    scene_proxy form = {.radius = 0.93 * letter->radius};
    for (int i = 0; i < letter->stroke_count; i++) {
        const scene_stroke *s = &letter->strokes[i];
        form.joints[form.joint_count++] = (mote_dvec3){s->x0, s->y0, 0.0};
        form.joints[form.joint_count++] = (mote_dvec3){s->x1, s->y1, 0.0};
    }
    return form;
}

static scene_proxy deformed_line(const casting *cast, double blend)
{
    controls c = controls_of(cast);
    scene_proxy form = {.joint_count = c.count,
                        .radius = 0.93 * scene_letter_of(cast->letter)->radius};
    for (uint32_t i = 0; i < c.count; i++) {
        mote_dvec3 start = mote_vec_widen(c.starts[i]);
        mote_dvec3 way = mote_dvec_sub(mote_vec_widen(c.ends[i]), start);
        form.joints[i] = mote_dvec_add(start, mote_dvec_scale(way, blend));
    }
    return form;
}

static void deform_lines(void *context, uint32_t cycle, scene_bouncer *bodies)
{
    const scene_instance *scene = context;
    for (uint32_t i = 0; i < 2; i++)
        bodies[i].form = deformed_line(casts[scene->variant][i], blend_at(i, cycle));
}

// With seed 1 nothing varies; other seeds vary each coordinate by up to `by`.
enum { VARY_PLACE = 1, VARY_AXIS, VARY_TURNS, VARY_VELOCITY, VARY_SPIN };

static mote_dvec3 vary(const scene_instance *scene, uint32_t body, uint32_t what, mote_dvec3 v,
                       double by)
{
    if (scene->seed == 1) return v;
    mote_random random = mote_random_stream(scene->seed, body, what);
    v.x += by * (double)mote_random_between(&random, -1.0f, 1.0f);
    v.y += by * (double)mote_random_between(&random, -1.0f, 1.0f);
    v.z += by * (double)mote_random_between(&random, -1.0f, 1.0f);
    return v;
}

enum { WARM = 49, ACTIVE_FIRST = 949, ACTIVE_LAST = 1983 }; // frames; queries are counted from 1

// The letters rest while the particles warm up, drift apart slowly, fly at each other, and drift
// apart again.
static void steer_ws(void *context, uint32_t cycle, scene_bouncer *bodies)
{
    const scene_instance *scene = context;
    for (uint32_t i = 0; i < 2; i++) {
        double side = i == 0 ? -1.0 : 1.0;
        if (cycle == WARM - 1 || cycle == ACTIVE_LAST) {
            double away = bodies[i].place.x < bodies[1 - i].place.x ? -1.0 : 1.0;
            bodies[i].velocity = (mote_dvec3){0.0008 * away, 0.0, 0.0};
            bodies[i].spin = (mote_dvec3){0.0, 0.0, 0.0};
        } else if (cycle == ACTIVE_FIRST) {
            bodies[i].velocity = vary(scene, i, VARY_VELOCITY,
                                      (mote_dvec3){-0.03 * side, 0.006 * side, 0.004}, 0.008);
            bodies[i].spin =
                vary(scene, i, VARY_SPIN, (mote_dvec3){0.0015 * side, 0.003, -0.001}, 0.002);
        }
    }
}

static scene_bouncer letter_at_start(const scene_instance *scene, uint32_t body)
{
    double side = body == 0 ? -1.0 : 1.0;
    mote_dvec3 axis = vary(scene, body, VARY_AXIS, (mote_dvec3){0.3, 1.0, 0.2}, 0.5);
    mote_dvec3 turns = vary(scene, body, VARY_TURNS, (mote_dvec3){0.08 * side, 0.0, 0.0}, 0.25);
    return (scene_bouncer){
        .form = middle_line(casts[scene->variant][body]),
        .place = vary(scene, body, VARY_PLACE, (mote_dvec3){1.35 * side, 0.15 * side, 0.1}, 0.1),
        .rotation = scene_rotation_about(axis, turns.x),
        .velocity = vary(scene, body, VARY_VELOCITY,
                         (mote_dvec3){-0.024 * side, 0.007, 0.005 * side}, 0.008),
        .spin = vary(scene, body, VARY_SPIN, (mote_dvec3){0.001, 0.004 * side, -0.002}, 0.002),
        .inertia = 0.4};
}

static mote_result run_motion(scene_instance *scene)
{
    scene_bouncer bodies[2];
    for (uint32_t i = 0; i < 2; i++) bodies[i] = letter_at_start(scene, i);
    scene_bounce bounce = {.bodies = bodies,
                           .body_count = 2,
                           .low = {-1.5, -0.65, -0.65},
                           .high = {1.5, 0.65, 0.65},
                           .cycles = scene->frame_count - 1,
                           .response = SCENE_BOUNCE_PULSE,
                           .context = scene};
    if (scene->variant == SCENE_SENIN_MV) bounce.steer = deform_lines;
    if (scene->variant == SCENE_SENIN_W) {
        bounce.steer = steer_ws;
        bounce.low.x = -2.5, bounce.high.x = 2.5;
        for (int i = 0; i < 2; i++) {
            bodies[i].velocity = bodies[i].spin = (mote_dvec3){0.0, 0.0, 0.0};
        }
    }
    return scene_bounce_run(&bounce, &scene->tracks);
}

static mote_result open_senin(scene_instance *scene)
{
    bool twins = casts[scene->variant][0] == casts[scene->variant][1];
    for (uint32_t i = 0; i < 2; i++) {
        const casting *cast = casts[scene->variant][i];
        mote_result result = MOTE_OK;
        if (i == 0 || !twins) result = scene_add_model(scene, cast->model, 0);
        if (result == MOTE_OK)
            result = scene_add_body(scene, twins ? 0 : i, is_rigid(cast), cast->model);
        if (result != MOTE_OK) return result;
    }
    return run_motion(scene);
}

static mote_transform place_senin(const scene_instance *scene, uint32_t body, double time)
{
    return scene_tracks_place(&scene->tracks, body, time);
}

const scene_behavior scene_senin_scene = {.up = SCENE_UP_Y,
                                          .open = open_senin,
                                          .place = place_senin,
                                          .create_deformer = create_deformer,
                                          .pose = pose_letter};
