#include "scenes/bounce.h"

#include <math.h>

#include "core/vec.h"

#define TWO_PI 6.283185307179586

// ---------------------------------------------------------------------------------------------
// Capsules

typedef struct nearest {
    mote_dvec3 a, b; // the nearest point of each segment
    double distance;
} nearest;

static double clamp01(double x)
{
    return fmin(fmax(x, 0.0), 1.0);
}

// The nearest points of the segments from a along u and from b along v, either of which may be a
// point. Starts at the point of the first line nearest to the second line, clamped to the segment,
// then projects onto the second segment and back onto the first.
static nearest nearest_of_segments(mote_dvec3 a, mote_dvec3 u, mote_dvec3 b, mote_dvec3 v)
{
    mote_dvec3 w = mote_dvec_sub(a, b);
    double uu = mote_dvec_dot(u, u), uv = mote_dvec_dot(u, v), vv = mote_dvec_dot(v, v);
    double uw = mote_dvec_dot(u, w), vw = mote_dvec_dot(v, w);
    double det = uu * vv - uv * uv;
    double s = det > 1e-12 * uu * vv ? clamp01((uv * vw - vv * uw) / det) : 0.0;
    double t = vv > 0.0 ? clamp01((vw + s * uv) / vv) : 0.0;
    s = uu > 0.0 ? clamp01((t * uv - uw) / uu) : 0.0;
    nearest n = {.a = mote_dvec_add(a, mote_dvec_scale(u, s)),
                 .b = mote_dvec_add(b, mote_dvec_scale(v, t))};
    n.distance = mote_dvec_length(mote_dvec_sub(n.a, n.b));
    return n;
}

static uint32_t segment_count(const scene_proxy *form)
{
    return form->joint_count > 1 ? form->joint_count - 1 : 1;
}

static nearest nearest_of_chains(const scene_proxy *a, const scene_proxy *b)
{
    nearest best = {.distance = HUGE_VAL};
    for (uint32_t i = 0; i < segment_count(a); i++) {
        mote_dvec3 u = mote_dvec_sub(a->joints[a->joint_count > 1 ? i + 1 : i], a->joints[i]);
        for (uint32_t j = 0; j < segment_count(b); j++) {
            mote_dvec3 v = mote_dvec_sub(b->joints[b->joint_count > 1 ? j + 1 : j], b->joints[j]);
            nearest n = nearest_of_segments(a->joints[i], u, b->joints[j], v);
            if (n.distance < best.distance) best = n;
        }
    }
    return best;
}

static scene_proxy placed(const scene_bouncer *body)
{
    scene_proxy form = body->form;
    for (uint32_t i = 0; i < form.joint_count; i++)
        form.joints[i] = mote_dvec_add(scene_rotate(body->rotation, form.joints[i]), body->place);
    return form;
}

static double reach_of(const scene_proxy *form)
{
    double most = 0.0;
    for (uint32_t i = 0; i < form->joint_count; i++)
        most = fmax(most, mote_dvec_length(form->joints[i]));
    return most + form->radius;
}

bool scene_bouncers_touch(const scene_bouncer *a, const scene_bouncer *b)
{
    scene_proxy form_a = placed(a), form_b = placed(b);
    return nearest_of_chains(&form_a, &form_b).distance <= form_a.radius + form_b.radius;
}

double scene_radius_around(const scene_proxy *form, const mote_vec3 *vertices, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        scene_proxy point = {.joints = {mote_vec_widen(vertices[i])}, .joint_count = 1};
        most = fmax(most, nearest_of_chains(form, &point).distance);
    }
    return most;
}

double scene_radius_inside(const mote_vec3 *vertices, const uint32_t *triangles,
                           uint32_t triangle_count)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < triangle_count; i++) {
        const uint32_t *t = triangles + 3 * (size_t)i;
        mote_dvec3 a = mote_vec_widen(vertices[t[0]]);
        mote_dvec3 u = mote_dvec_sub(mote_vec_widen(vertices[t[1]]), a);
        mote_dvec3 normal = mote_dvec_cross(u, mote_dvec_sub(mote_vec_widen(vertices[t[2]]), a));
        least = fmin(least, fabs(mote_dvec_dot(normal, a)) / mote_dvec_length(normal));
    }
    return least;
}

// ---------------------------------------------------------------------------------------------
// Response

static void exchange(scene_bouncer *a, scene_bouncer *b, mote_dvec3 normal)
{
    mote_dvec3 old = a->velocity;
    if (a->carried || b->carried) { // reflect, as at a moving wall
        scene_bouncer *free_one = a->carried ? b : a;
        const scene_bouncer *wall = a->carried ? a : b;
        mote_dvec3 relative = mote_dvec_sub(free_one->velocity, wall->velocity);
        double along = 2.0 * mote_dvec_dot(relative, normal);
        free_one->velocity = mote_dvec_sub(free_one->velocity, mote_dvec_scale(normal, along));
        return;
    }
    a->velocity = b->velocity;
    b->velocity = old;
}

// r x n: the arm by which a pulse along the normal turns the body.
static mote_dvec3 arm(const scene_bouncer *body, mote_dvec3 point, mote_dvec3 normal)
{
    return mote_dvec_cross(mote_dvec_sub(point, body->place), normal);
}

static void push(scene_bouncer *body, mote_dvec3 normal, mote_dvec3 lever, double pulse)
{
    if (body->carried) return;
    body->velocity = mote_dvec_add(body->velocity, mote_dvec_scale(normal, pulse));
    mote_dvec3 turn = mote_dvec_scale(lever, pulse / body->inertia / TWO_PI);
    body->spin = mote_dvec_add(body->spin, turn);
}

// Senin's 1 / m_e for a mass of 1; 0 for bodies that cannot be pushed.
static double inverse_effective_mass(const scene_bouncer *body, mote_dvec3 lever)
{
    return body->carried ? 0.0 : 1.0 + mote_dvec_dot(lever, lever) / body->inertia;
}

static double speed_along(const scene_bouncer *body, mote_dvec3 normal, mote_dvec3 lever)
{
    return mote_dvec_dot(body->velocity, normal) + TWO_PI * mote_dvec_dot(body->spin, lever);
}

static void collide(const scene_bounce *bounce, scene_bouncer *a, scene_bouncer *b)
{
    if (a->carried && b->carried) return;
    double between = mote_dvec_length(mote_dvec_sub(a->place, b->place));
    if (between > a->reach + b->reach) return;
    scene_proxy form_a = placed(a), form_b = placed(b);
    nearest n = nearest_of_chains(&form_a, &form_b);
    if (n.distance > form_a.radius + form_b.radius || n.distance == 0.0) return;
    mote_dvec3 normal = mote_dvec_scale(mote_dvec_sub(n.a, n.b), 1.0 / n.distance);
    mote_dvec3 point = mote_dvec_scale(mote_dvec_add(n.a, n.b), 0.5);
    bool pulse = bounce->response == SCENE_BOUNCE_PULSE;
    mote_dvec3 none = {0.0, 0.0, 0.0};
    mote_dvec3 arm_a = pulse ? arm(a, point, normal) : none;
    mote_dvec3 arm_b = pulse ? arm(b, point, normal) : none;
    double opening = speed_along(a, normal, arm_a) - speed_along(b, normal, arm_b);
    if (opening >= 0.0) return;
    if (!pulse) {
        exchange(a, b, normal);
        return;
    }
    double resistance = inverse_effective_mass(a, arm_a) + inverse_effective_mass(b, arm_b);
    double strength = -2.0 * opening / resistance;
    push(a, normal, arm_a, strength);
    push(b, normal, arm_b, -strength);
}

// ---------------------------------------------------------------------------------------------
// Cycles

// The velocity along an axis, reversed if the next step would leave the box.
static double kept_in(double place, double velocity, double low, double high)
{
    bool leaves =
        (place + velocity < low && velocity < 0.0) || (place + velocity > high && velocity > 0.0);
    return leaves ? -velocity : velocity;
}

static void advance(const scene_bounce *bounce, scene_bouncer *body)
{
    if (body->carried) return;
    mote_dvec3 p = body->place, v = body->velocity;
    body->velocity = (mote_dvec3){kept_in(p.x, v.x, bounce->low.x, bounce->high.x),
                                  kept_in(p.y, v.y, bounce->low.y, bounce->high.y),
                                  kept_in(p.z, v.z, bounce->low.z, bounce->high.z)};
    body->place = mote_dvec_add(p, body->velocity);
    mote_rotation turn = scene_rotation_about(body->spin, mote_dvec_length(body->spin));
    body->rotation = mote_rotation_product(turn, body->rotation);
}

static void note(const scene_bounce *bounce, uint32_t cycle, scene_tracks *tracks)
{
    uint32_t time = bounce->backwards ? bounce->cycles - cycle : cycle;
    for (uint32_t i = 0; i < bounce->body_count; i++) {
        const scene_bouncer *body = &bounce->bodies[i];
        *scene_tracks_key(tracks, i, time) = (scene_track_key){
            .place = body->place, .rotation = body->rotation, .parameter = body->parameter};
    }
}

mote_result scene_bounce_run(const scene_bounce *bounce, scene_tracks *out)
{
    mote_result result = scene_tracks_create(bounce->body_count, bounce->cycles, out);
    if (result != MOTE_OK) return result;
    for (uint32_t cycle = 0;; cycle++) {
        note(bounce, cycle, out);
        if (cycle == bounce->cycles) return MOTE_OK;
        if (bounce->steer) bounce->steer(bounce->context, cycle, bounce->bodies);
        for (uint32_t i = 0; i < bounce->body_count; i++)
            bounce->bodies[i].reach = reach_of(&bounce->bodies[i].form);
        for (uint32_t i = 0; i < bounce->body_count; i++) {
            for (uint32_t j = i + 1; j < bounce->body_count; j++)
                collide(bounce, &bounce->bodies[i], &bounce->bodies[j]);
        }
        for (uint32_t i = 0; i < bounce->body_count; i++) advance(bounce, &bounce->bodies[i]);
    }
}
