// The hands of two people in Smith et al. 1998.
//
//   smith-interactive  section 4.3, figures 11 and 12: about 800 cycles with two hands (960 faces each), a
//                      head of Venus (1816), a shuttle (528) and a sphere. One hand grasps bodies and
//                      carries them, the other pushes them; bodies bounce off each other by the normals of
//                      their faces and off the boundary; the sphere and the hands deform
//   smith-shrine       section 4.4: a portable shrine of 5263 faces is put together: one hand brings its
//                      roof, the other its gate
//
// Here a script replaces the people. Section 4.3 does not give the faces of the sphere; 528 are
// used.

#include <math.h>
#include <string.h>

#include "core/vec.h"
#include "scenes/bounce.h"
#include "scenes/families/family.h"
#include "scenes/morphs.h"
#include "scenes/puppet.h"
#include "scenes/trig.h"

// ---------------------------------------------------------------------------------------------
// Hands: palm, two bones in each finger, one in the thumb

enum { FINGERS = 4, HAND_BONES = 2 + 2 * FINGERS, THUMB = HAND_BONES - 1 };

static const scene_puppet_bone hand_bones[HAND_BONES] = {
    {0, {0.0, 0.05, 0.0}, {0.0, 0.95, 0.0}, 0.35},
    {0, {-0.35, 1.08, -0.01}, {-0.42, 1.55, -0.05}, 0.12},
    {1, {-0.42, 1.55, -0.05}, {-0.53, 2.02, -0.3}, 0.12},
    {0, {-0.09, 1.08, -0.01}, {-0.1, 1.6, -0.05}, 0.12},
    {3, {-0.1, 1.6, -0.05}, {-0.12, 2.15, -0.3}, 0.12},
    {0, {0.17, 1.08, -0.01}, {0.2, 1.58, -0.05}, 0.12},
    {5, {0.2, 1.58, -0.05}, {0.24, 2.08, -0.3}, 0.12},
    {0, {0.42, 1.08, -0.01}, {0.49, 1.45, -0.05}, 0.12},
    {7, {0.49, 1.45, -0.05}, {0.58, 1.82, -0.3}, 0.12},
    {0, {-0.55, 0.62, -0.04}, {-1.0, 0.82, -0.12}, 0.12},
};
static const scene_puppet hand_puppet = {hand_bones, HAND_BONES};

// Closes the hand from 0 (open) to 1 (closed): fingers bend down, the thumb moves in under the
// fingers.
static mote_result close_hand(mote_deformer *skin, double closed)
{
    mote_rotation turns[HAND_BONES];
    mote_transform bones[HAND_BONES];
    mote_dvec3 x = {1.0, 0.0, 0.0};
    turns[0] = scene_rotation_about(x, 0.0);
    for (int f = 0; f < FINGERS; f++) {
        turns[1 + 2 * f] = scene_rotation_about(x, -0.13 * closed - 0.005 * f);
        turns[2 + 2 * f] = scene_rotation_about(x, -0.17 * closed);
    }
    turns[THUMB] = scene_rotation_about((mote_dvec3){0.35, 1.0, 0.0}, -0.16 * closed);
    scene_puppet_pose(&hand_puppet, turns, (mote_dvec3){0.0, 0.0, 0.0}, bones);
    return mote_skin_set_bones(skin, bones, HAND_BONES);
}

// ---------------------------------------------------------------------------------------------
// Interactive

enum { GRASPING, PUSHING, VENUS, SHUTTLE, SPHERE, INTERACTIVE_BODIES };

static mote_result add_interactive_bodies(scene_instance *scene)
{
    uint32_t sphere_faces = scene_detail_or(scene, 528);
    mote_result result = scene_add_model(scene, "hand", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "grasping");
    if (result == MOTE_OK) result = scene_add_body(scene, 0, false, "pushing");
    if (result == MOTE_OK) result = scene_add_model(scene, "bust", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 1, true, "venus");
    if (result == MOTE_OK) result = scene_add_model(scene, "shuttle", 0);
    if (result == MOTE_OK) result = scene_add_body(scene, 2, true, "shuttle");
    if (result == MOTE_OK) result = scene_add_model(scene, "sphere", sphere_faces);
    if (result == MOTE_OK) result = scene_add_body(scene, 3, false, "sphere");
    return result;
}

// The state of the grasping hand, which takes one body after the other, carries each to another
// position in the room and releases it.
typedef struct grasp {
    uint32_t target;
    uint32_t since;  // cycle; 0 while it has not reached the target
    mote_dvec3 held; // the target's place minus the hand's
} grasp;

enum { CLOSING = 12, CARRYING = 70, OPENING = 12, RESTING = 25 };

// The middle of the palm, from the wrist, which is the hand's origin.
static const mote_dvec3 palm = {0.0, 0.85, -0.08};

// The highest point of a body's proxy, where the palm grasps the body.
static mote_dvec3 top_of(const scene_bouncer *body)
{
    mote_dvec3 top = {0.0, 0.0, -HUGE_VAL};
    for (uint32_t i = 0; i < body->form.joint_count; i++) {
        mote_dvec3 p = scene_rotate(body->rotation, body->form.joints[i]);
        if (p.z > top.z) top = p;
    }
    top.z += body->form.radius;
    return mote_dvec_add(body->place, top);
}

// A step of at most `most` towards a goal.
static mote_dvec3 step_to(mote_dvec3 from, mote_dvec3 to, double most)
{
    mote_dvec3 way = mote_dvec_sub(to, from);
    double length = mote_dvec_length(way);
    return length > most ? mote_dvec_scale(way, most / length) : way;
}

static void move_hand(scene_bouncer *hand, mote_dvec3 step)
{
    hand->velocity = step;
    hand->place = mote_dvec_add(hand->place, step);
}

static void let_go(grasp *g, scene_bouncer *bodies, uint32_t cycle)
{
    scene_bouncer *body = &bodies[g->target];
    body->carried = false;
    body->velocity = (mote_dvec3){0.03 * scene_cos_turns(cycle / 97.0),
                                  0.03 * scene_sin_turns(cycle / 97.0), -0.03};
    body->spin = (mote_dvec3){0.001, 0.002, 0.002};
}

static void seek(grasp *g, scene_bouncer *bodies, uint32_t cycle)
{
    scene_bouncer *hand = &bodies[GRASPING], *body = &bodies[g->target];
    mote_dvec3 goal = mote_dvec_sub(top_of(body), palm);
    mote_dvec3 way = mote_dvec_sub(goal, hand->place);
    move_hand(hand, step_to(hand->place, goal, 0.16));
    if (mote_dvec_length(way) > 0.05) return;
    g->since = cycle;
    g->held = mote_dvec_sub(body->place, hand->place);
    body->carried = true;
    body->velocity = body->spin = (mote_dvec3){0.0, 0.0, 0.0};
}

static void carry(grasp *g, scene_bouncer *bodies, uint32_t cycle)
{
    scene_bouncer *hand = &bodies[GRASPING], *body = &bodies[g->target];
    uint32_t past = cycle - g->since;
    uint32_t opens = CLOSING + CARRYING, leaves = opens + OPENING;
    hand->parameter = scene_ease(past, 0.0, CLOSING) - scene_ease(past, opens, leaves);
    mote_dvec3 around = {2.2 * scene_cos_turns(g->since / 300.0),
                         2.0 * scene_sin_turns(g->since / 300.0), 1.6};
    mote_dvec3 step = {0.0, 0.0, 0.0};
    if (past > CLOSING && past < opens) step = step_to(hand->place, around, 0.05);
    if (past >= leaves) step = (mote_dvec3){0.0, -0.02, 0.09};
    move_hand(hand, step);
    if (past < opens) {
        body->velocity = step;
        body->place = mote_dvec_add(hand->place, g->held);
    } else if (past == opens) {
        let_go(g, bodies, cycle);
    }
    if (past < leaves + RESTING) return;
    g->target = g->target == SPHERE ? VENUS : g->target + 1;
    g->since = 0;
}

// The pushing hand swings through the room on a path of its own.
static void push_around(scene_bouncer *hand, uint32_t cycle)
{
    mote_dvec3 goal = {2.6 * scene_sin_turns(cycle / 210.0),
                       1.8 * scene_cos_turns(cycle / 150.0) - 1.0,
                       1.2 * scene_sin_turns(cycle / 130.0)};
    move_hand(hand, step_to(hand->place, goal, 0.1));
    hand->parameter = 0.3 + 0.3 * scene_sin_turns(cycle / 45.0);
}

static void steer_hands(void *context, uint32_t cycle, scene_bouncer *bodies)
{
    grasp *g = context;
    if (g->since == 0)
        seek(g, bodies, cycle);
    else
        carry(g, bodies, cycle);
    push_around(&bodies[PUSHING], cycle);
}

// Only normals change the motion of these bodies: with this inertia no pulse can turn them. The
// grasping hand pushes nothing.
static const scene_bouncer set_out[INTERACTIVE_BODIES] = {
    [GRASPING] = {.form = {.joint_count = 1, .radius = -HUGE_VAL},
                  .place = {-3.0, -3.0, 3.0},
                  .rotation = {1.0, 0.0, 0.0, 0.0},
                  .carried = true},
    [PUSHING] = {.form = {.joints = {{0.0, 0.2, 0.0}, {0.0, 1.0, 0.0}, {0.0, 1.9, -0.2}},
                          .joint_count = 3,
                          .radius = 0.25},
                 .place = {0.0, 1.0, 0.0},
                 .rotation = {1.0, 0.0, 0.0, 0.0},
                 .carried = true},
    [VENUS] = {.form = {.joints = {{0.0, 0.0, 0.35},
                                   {0.0, 0.0, 2.15},
                                   {0.0, 0.0, 0.7},
                                   {0.0, 0.6, 0.7},
                                   {0.0, -0.6, 0.7}},
                        .joint_count = 5,
                        .radius = 0.4},
               .place = {-2.5, 0.5, -1.0},
               .rotation = {1.0, 0.0, 0.0, 0.0},
               .velocity = {0.02, 0.025, 0.01},
               .spin = {0.0008 * 2.0, 0.001, -0.002},
               .inertia = HUGE_VAL},
    [SHUTTLE] = {.form = {.joints = {{1.6, 0.0, 0.0},
                                     {-1.8, 0.0, 0.05},
                                     {-1.6, 1.0, -0.2},
                                     {-1.6, -1.0, -0.2},
                                     {-1.8, 0.0, 0.0},
                                     {-1.8, 0.0, 1.0}},
                          .joint_count = 6,
                          .radius = 0.28},
                 .place = {2.0, -2.0, 0.0},
                 .rotation = {1.0, 0.0, 0.0, 0.0},
                 .velocity = {-0.02, 0.02, 0.02},
                 .spin = {0.0008 * 3.0, 0.001, -0.002},
                 .inertia = HUGE_VAL},
    [SPHERE] = {.form = {.joint_count = 1, .radius = 0.93},
                .place = {2.2, 2.2, 1.0},
                .rotation = {1.0, 0.0, 0.0, 0.0},
                .velocity = {-0.03, -0.01, -0.02},
                .spin = {0.0008 * 4.0, 0.001, -0.002},
                .inertia = HUGE_VAL}};

static mote_result open_interactive(scene_instance *scene)
{
    mote_result result = add_interactive_bodies(scene);
    if (result != MOTE_OK || scene->given) return result;
    scene_bouncer bodies[INTERACTIVE_BODIES];
    memcpy(bodies, set_out, sizeof bodies);
    grasp g = {.target = VENUS};
    scene_bounce bounce = {.bodies = bodies,
                           .body_count = INTERACTIVE_BODIES,
                           .low = {-3.4, -3.4, -2.4},
                           .high = {3.4, 3.4, 2.4},
                           .cycles = scene->frame_count - 1,
                           .response = SCENE_BOUNCE_PULSE,
                           .steer = steer_hands,
                           .context = &g};
    return scene_bounce_run(&bounce, &scene->tracks);
}

static mote_transform place_interactive(const scene_instance *scene, uint32_t body, double time)
{
    return scene_tracks_place(&scene->tracks, body, time);
}

static mote_dvec3 dented(uint32_t target, mote_dvec3 rest)
{
    (void)target;
    return scene_breathe(rest, 0.2);
}

static mote_result deform_interactive(const scene_instance *scene, uint32_t model,
                                      const mote_mesh *mesh, const mote_nodes *nodes,
                                      mote_deformer **out)
{
    const io_model *rest = &scene->models.data[model];
    if (model == 0) return scene_skin_of_puppet(&hand_puppet, rest, mesh, nodes, out);
    return scene_morph_of_goals(rest, mesh, nodes, 1, dented, out);
}

static mote_result pose_interactive(const scene_instance *scene, uint32_t body, double time,
                                    mote_deformer *deformer)
{
    const scene_tracks *tracks = scene->given ? scene->given : &scene->tracks;
    if (body <= PUSHING) return close_hand(deformer, scene_tracks_at(tracks, body, time).parameter);
    float weight = (float)scene_sin_turns(time / 60.0);
    return mote_morph_set_weights(deformer, &weight, 1);
}

// ---------------------------------------------------------------------------------------------
// Shrine

enum { SHRINE, ROOF, GATE, ROOF_HAND, GATE_HAND };

static mote_result open_shrine(scene_instance *scene)
{
    static const char *const models[4] = {"shrine-hall", "shrine-roof", "shrine-gate", "hand"};
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < 4 && result == MOTE_OK; i++) {
        result = scene_add_model(scene, models[i], 0);
        if (result == MOTE_OK && i < 3) result = scene_add_body(scene, i, true, models[i]);
    }
    if (result == MOTE_OK) result = scene_add_body(scene, 3, false, "roof-hand");
    if (result == MOTE_OK) result = scene_add_body(scene, 3, false, "gate-hand");
    return result;
}

// The path of a piece to its final position: up, across, down, slightly too far, and back.
static mote_dvec3 brought(mote_dvec3 from, double lift, double time, double start, double end)
{
    double middle = 0.5 * (start + end);
    double there = 1.0 - scene_ease(time, start, middle + 10.0);
    double down = scene_ease(time, start, middle) - scene_ease(time, middle, end - 12.0);
    double too_far = scene_ease(time, end - 16.0, end - 8.0) - scene_ease(time, end - 8.0, end);
    return (mote_dvec3){from.x * there, from.y * there,
                        from.z * there + lift * down - 0.06 * too_far};
}

// The two jobs: one hand brings the roof from the left, the other the gate from the front.
static const struct job {
    mote_dvec3 from;   // start of the piece, relative to its final position
    double lift;       // on the way
    double taken, set; // frames between which the hand holds the piece
    double heading;    // of the hand, in turns
    mote_dvec3 grip;   // the wrist when the piece is in its final position
    mote_dvec3 leave;  // offset from which the hand comes and to which it leaves
} jobs[2] = {{{-3.6, 0.5, -1.4}, 1.6, 35.0, 125.0, -0.25, {-2.85, 0.1, 2.4}, {-1.3, 0.0, 0.5}},
             {{1.2, -3.4, -0.6}, 0.5, 80.0, 200.0, 0.0, {0.1, -2.5, 1.84}, {0.0, -1.3, 0.1}}};

static double shrine_time(const scene_instance *scene, double time)
{
    return scene_reflect(0.0, time, 0.0, scene->frame_count - 1.0);
}

static mote_dvec3 piece_shift(const struct job *job, double time)
{
    return brought(job->from, job->lift, time, job->taken + 5.0, job->set);
}

static mote_transform place_shrine(const scene_instance *scene, uint32_t body, double time)
{
    const mote_rotation unturned = {1.0, 0.0, 0.0, 0.0};
    double t = shrine_time(scene, time);
    if (body == SHRINE) return scene_rigid_pose(unturned, (mote_dvec3){0.0, 0.0, 0.0});
    const struct job *job = &jobs[body == ROOF || body == ROOF_HAND ? 0 : 1];
    mote_dvec3 shift = piece_shift(job, t);
    if (body <= GATE) return scene_rigid_pose(unturned, shift);
    double away = 1.0 - scene_ease(t, job->taken - 35.0, job->taken - 6.0) +
                  scene_ease(t, job->set + 6.0, job->set + 35.0);
    mote_dvec3 place =
        mote_dvec_add(mote_dvec_add(job->grip, shift), mote_dvec_scale(job->leave, away));
    mote_dvec3 up = {0.0, 0.0, 1.0};
    return scene_rigid_pose(scene_rotation_about(up, job->heading), place);
}

static mote_result deform_shrine(const scene_instance *scene, uint32_t model, const mote_mesh *mesh,
                                 const mote_nodes *nodes, mote_deformer **out)
{
    const io_model *rest = &scene->models.data[model];
    return scene_skin_of_puppet(&hand_puppet, rest, mesh, nodes, out);
}

static mote_result pose_shrine(const scene_instance *scene, uint32_t body, double time,
                               mote_deformer *deformer)
{
    const struct job *job = &jobs[body == ROOF_HAND ? 0 : 1];
    double t = shrine_time(scene, time);
    double closed =
        scene_ease(t, job->taken - 8.0, job->taken) - scene_ease(t, job->set, job->set + 8.0);
    return close_hand(deformer, 0.6 * closed);
}

const scene_behavior scene_smith_interactive_scene = {.open = open_interactive,
                                                      .place = place_interactive,
                                                      .create_deformer = deform_interactive,
                                                      .pose = pose_interactive};

const scene_behavior scene_smith_shrine_scene = {.open = open_shrine,
                                                 .place = place_shrine,
                                                 .create_deformer = deform_shrine,
                                                 .pose = pose_shrine};
