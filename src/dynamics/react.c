// Responses to the contacts of a report, in the order of the report, repeated while bodies still
// approach. Each response is an impact of two bodies and conserves what two-body impacts conserve.
//
// Smith's responses work on bodies, not on contacts: a pair of bodies gets one response per step.
//
// With gravity and a restitution below 1, slow contacts do not bounce: bodies come to rest
// (rest.h).

#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/dynamics.h"
#include "dynamics/impact.h"
#include "dynamics/rest.h"
#include "dynamics/rigid.h"

typedef struct reaction {
    mote_dynamics *dynamics;
    const mote_report *report;
    double time;
    bool rests;        // bodies come to rest (rest.h)
    double rest_speed; // if `rests`, rest.c handles approaches up to this speed
} reaction;

// The two bodies of a contact; null for obstacles.
typedef struct meeting {
    const mote_contact *contact;
    mote_mover *a, *b;
} meeting;

// ---------------------------------------------------------------------------------------------
// Restitution under gravity

double mote_mover_work(const mote_dynamics *dynamics, const mote_mover *mover, mote_dvec3 way)
{
    if (!mote_mover_is_free(mover) || !isfinite(mover->rigid.mass.mass)) return 0;
    return -mover->rigid.mass.mass * mote_dvec_dot(dynamics->def.gravity, way);
}

// The energy along the normal is u^2 / (2 k) with k the sum of both mobilities.
double mote_restitution_after(const mote_impact *impact, double restitution, double work)
{
    double approach = mote_impact_approach(impact);
    if (work == 0 || !(approach > 0)) return restitution;
    double mobility = mote_impact_mobility(&impact->a, impact->point, impact->normal) +
                      mote_impact_mobility(&impact->b, impact->point, impact->normal);
    double left = approach * approach - 2 * work * mobility;
    return left > 0 ? restitution * sqrt(left) / approach : 0;
}

// ---------------------------------------------------------------------------------------------
// Moving surfaces

// The sum of the displacements of the corners of a face since the last shape, in the frame of the
// body.
static mote_dvec3 face_way(const mote_mover *mover, const uint32_t *triangles, uint32_t face)
{
    mote_dvec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        uint32_t v = triangles[3 * (size_t)face + (size_t)k];
        sum = mote_dvec_add(sum, mote_dvec_sub(mote_vec_widen(mover->surface[v]),
                                               mote_vec_widen(mover->surface_before[v])));
    }
    return sum;
}

// The mean surface velocity over the faces of a contact, in the world.
static mote_dvec3 surface_velocity(const reaction *r, const meeting *m, bool of_b)
{
    const mote_mover *mover = of_b ? m->b : m->a;
    if (!mover || !mover->surface || !mover->surface_has_changed) return (mote_dvec3){0, 0, 0};
    const mote_report *report = r->report;
    const mote_pair_report *pair = &report->pairs[m->contact->pair];
    uint32_t number = (uint32_t)(m->contact - report->contacts);
    mote_mesh_view view;
    mote_mesh_get_view(mover->mesh, &view);
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        uint32_t at = pair->first_face_pair + i;
        if (report->contact_of[at] != number) continue;
        mote_face_pair faces = report->face_pairs[at];
        sum =
            mote_dvec_add(sum, face_way(mover, view.triangles, of_b ? faces.face_b : faces.face_a));
    }
    double share = 1 / (3.0 * m->contact->face_pair_count * r->time);
    return mote_rotate(mover->rigid.rotation, mote_dvec_scale(sum, share));
}

// Makes the present shape the last shape.
static void settle_surfaces(mote_dynamics *dynamics)
{
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++) {
        mote_mover *m = &movers[i];
        if (!m->surface_has_changed) continue;
        memcpy(m->surface_before, m->surface, m->vertex_count * sizeof *m->surface);
        m->surface_has_changed = false;
    }
}

// ---------------------------------------------------------------------------------------------
// One contact

static bool is_free(const mote_mover *mover)
{
    return mover && mote_mover_is_free(mover) && isfinite(mover->rigid.mass.mass);
}

static double energy_of(const mote_dynamics *dynamics, const mote_mover *mover)
{
    return mover ? mote_mover_energy(dynamics, mover) : 0;
}

// Returns false for self-contacts and for contacts between bodies that cannot be moved.
static bool find_meeting(const reaction *r, const mote_contact *contact, meeting *out)
{
    const mote_pair_report *pair = &r->report->pairs[contact->pair];
    *out = (meeting){contact, mote_dynamics_find(r->dynamics, pair->a),
                     mote_dynamics_find(r->dynamics, pair->b)};
    return pair->a.index != pair->b.index && (is_free(out->a) || is_free(out->b));
}

static mote_rigid rigid_or_obstacle(const mote_mover *mover)
{
    if (mover) return mote_mover_rigid(mover);
    mote_rigid obstacle = mote_default_rigid();
    obstacle.mass.mass = HUGE_VAL;
    return obstacle;
}

static mote_impact impact_of(const reaction *r, const meeting *m)
{
    const mote_dynamics_def *def = &r->dynamics->def;
    mote_impact impact = mote_default_impact();
    impact.a = rigid_or_obstacle(m->a);
    impact.b = rigid_or_obstacle(m->b);
    impact.point = mote_vec_widen(m->contact->point);
    mote_dvec3 normal = mote_vec_widen(m->contact->normal);
    impact.normal = mote_dvec_scale(normal, 1 / mote_dvec_length(normal));
    impact.restitution = def->restitution;
    impact.printed_sign = def->printed_sign;
    if (def->surface_velocity && def->response == MOTE_RESPONSE_GENERAL) {
        impact.surface_velocity_a = surface_velocity(r, m, false);
        impact.surface_velocity_b = surface_velocity(r, m, true);
    }
    return impact;
}

// True if the faces touch, or will touch before the next frame.
static bool is_due(const reaction *r, const mote_impact *impact, const mote_contact *contact)
{
    if (contact->depth >= 0) return true;
    mote_dvec3 deforming = mote_dvec_sub(impact->surface_velocity_a, impact->surface_velocity_b);
    double approach = mote_impact_approach(impact) + mote_dvec_dot(deforming, impact->normal);
    return r->dynamics->def.look_ahead && approach * r->time >= -(double)contact->depth;
}

// The displacement of each body along the normal. Keeps the common center of mass.
static void find_ways(const reaction *r, const meeting *m, mote_dvec3 normal, mote_dvec3 *way_a,
                      mote_dvec3 *way_b)
{
    double length = r->dynamics->def.push_apart * fmax((double)m->contact->depth, 0);
    double a = is_free(m->a) ? 1 / m->a->rigid.mass.mass : 0;
    double b = is_free(m->b) ? 1 / m->b->rigid.mass.mass : 0;
    *way_a = mote_dvec_scale(normal, -length * a / (a + b));
    *way_b = mote_dvec_scale(normal, length * b / (a + b));
}

static void push(mote_mover *mover, mote_dvec3 way)
{
    if (!is_free(mover) || !(mote_dvec_length(way) > 0)) return;
    mover->rigid.center = mote_dvec_add(mover->rigid.center, way);
    mover->is_pushed = true;
}

static void take_velocities(mote_mover *mover, mote_dvec3 velocity, mote_dvec3 angular_velocity)
{
    if (!is_free(mover)) return;
    mover->rigid.velocity = velocity;
    mover->rigid.angular_velocity = angular_velocity;
}

// Moves the bodies of an impact apart. The restitution is reduced to compensate the work.
static void push_apart(const reaction *r, const meeting *m, mote_impact *impact)
{
    mote_dynamics *dynamics = r->dynamics;
    mote_dvec3 way_a, way_b;
    find_ways(r, m, impact->normal, &way_a, &way_b);
    double work = (m->a ? mote_mover_work(dynamics, m->a, way_a) : 0) +
                  (m->b ? mote_mover_work(dynamics, m->b, way_b) : 0);
    impact->restitution = mote_restitution_after(impact, impact->restitution, work);
    push(m->a, way_a);
    push(m->b, way_b);
}

// The depth of a contact after push_apart.
static double depth_left(const reaction *r, const mote_contact *contact)
{
    return (1 - r->dynamics->def.push_apart) * fmax((double)contact->depth, 0);
}

static void note_energy(const reaction *r, const meeting *m, double before)
{
    double after = energy_of(r->dynamics, m->a) + energy_of(r->dynamics, m->b);
    r->dynamics->report.impact_energy += after - before;
}

// Returns true if the bodies approached before the response and do not approach after it.
static bool respond(const reaction *r, const meeting *m, bool first_pass)
{
    mote_dynamics *dynamics = r->dynamics;
    mote_impact impact = impact_of(r, m);
    if (!is_due(r, &impact, m->contact)) return false;
    double before = energy_of(dynamics, m->a) + energy_of(dynamics, m->b);
    if (first_pass && dynamics->def.push_apart > 0) push_apart(r, m, &impact);
    if (r->rests) {
        if (mote_impact_approach(&impact) <= r->rest_speed) return note_energy(r, m, before), false;
        double work = mote_rest_work(dynamics, &impact, depth_left(r, m->contact));
        impact.restitution = mote_restitution_after(&impact, impact.restitution, work);
    }
    mote_rebound rebound = mote_rebound_by(dynamics->def.response, &impact);
    if (!mote_rebound_is_finite(&rebound)) return false;
    mote_dynamics_note_impulse(dynamics, mote_rebound_strength(&impact, &rebound));
    take_velocities(m->a, rebound.velocity_a, rebound.angular_velocity_a);
    take_velocities(m->b, rebound.velocity_b, rebound.angular_velocity_b);
    note_energy(r, m, before);
    dynamics->report.impacts += !rebound.parting;
    return !rebound.parting;
}

// ---------------------------------------------------------------------------------------------
// All contacts

// Visits all contacts once. Returns true if the motion of a body changed.
static bool pass_over(const reaction *r, bool first_pass)
{
    bool once_a_pair = r->dynamics->def.response >= MOTE_RESPONSE_EXCHANGE;
    uint32_t answered = MOTE_NONE;
    bool changed = false;
    for (size_t i = 0; i < r->report->contact_count; i++) {
        const mote_contact *contact = &r->report->contacts[i];
        meeting m;
        if (!find_meeting(r, contact, &m)) continue;
        r->dynamics->report.contacts += first_pass;
        if (once_a_pair && contact->pair == answered) continue;
        if (!respond(r, &m, first_pass)) continue;
        answered = contact->pair;
        changed = true;
    }
    return changed && !once_a_pair;
}

// ---------------------------------------------------------------------------------------------
// Rest

static reaction begin_reaction(mote_dynamics *dynamics, const mote_report *report, double time)
{
    const mote_dynamics_def *def = &dynamics->def;
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++)
        movers[i].energy_before = mote_mover_energy(dynamics, &movers[i]);
    return (reaction){.dynamics = dynamics,
                      .report = report,
                      .time = time,
                      .rests =
                          !def->surface_velocity && mote_rest_applies(dynamics, def->restitution),
                      .rest_speed = mote_rest_speed(dynamics, time)};
}

// Adds the vertices of one body that are in faces of the contact and beyond its plane, with a depth
// of at most depth_left.
static mote_result add_vertices(const reaction *r, const meeting *m, bool of_b, mote_foot *foot)
{
    const mote_mover *mover = of_b ? m->b : m->a;
    if (!is_free(mover)) return MOTE_OK;
    mote_vec3_array *points = &r->dynamics->points;
    mote_result result = mote_body_get_positions(r->dynamics->def.world, mover->body, points->data,
                                                 points->capacity);
    const mote_pair_report *pair = &r->report->pairs[m->contact->pair];
    const mote_dvec3 origin = mote_vec_widen(m->contact->point);
    mote_mesh_view view;
    mote_mesh_get_view(mover->mesh, &view);
    for (uint32_t i = 0; result == MOTE_OK && i < pair->face_pair_count; i++) {
        uint32_t at = pair->first_face_pair + i;
        if (&r->report->contacts[r->report->contact_of[at]] != m->contact) continue;
        const mote_face_pair faces = r->report->face_pairs[at];
        const uint32_t *corners = view.triangles + 3 * (size_t)(of_b ? faces.face_b : faces.face_a);
        for (int k = 0; k < 3; k++) {
            mote_dvec3 p = mote_vec_widen(points->data[corners[k]]);
            double beyond = mote_dvec_dot(mote_dvec_sub(p, origin), foot->normal);
            double depth = fmin(of_b ? -beyond : beyond, depth_left(r, m->contact));
            if (depth > 0) mote_foot_add(foot, p, depth);
        }
    }
    return result;
}

// Adds the curve in which the bodies meet. Used if no vertex is beyond the plane.
static void add_curve(const reaction *r, const mote_contact *contact, mote_foot *foot)
{
    const mote_segment *segments = r->report->segments + contact->first_segment;
    for (uint32_t k = 0; k < contact->segment_count; k++) {
        mote_foot_add(foot, mote_vec_widen(segments[k].p), depth_left(r, contact));
        mote_foot_add(foot, mote_vec_widen(segments[k].q), depth_left(r, contact));
    }
}

static mote_result add_supports(const reaction *r, const meeting *m)
{
    mote_foot foot = mote_foot_begin(impact_of(r, m).normal);
    mote_result result = add_vertices(r, m, false, &foot);
    if (result == MOTE_OK) result = add_vertices(r, m, true, &foot);
    if (result != MOTE_OK) return result;
    if (!foot.count) add_curve(r, m->contact, &foot);
    if (!mote_rest_add(r->dynamics, m->a, m->b, &foot))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the points on which bodies rest");
    return MOTE_OK;
}

static mote_result settle(const reaction *r)
{
    mote_dynamics *dynamics = r->dynamics;
    mote_result result = MOTE_OK;
    dynamics->supports.count = 0;
    for (size_t i = 0; r->rests && result == MOTE_OK && i < r->report->contact_count; i++) {
        const mote_contact *contact = &r->report->contacts[i];
        meeting m;
        if (contact->depth >= 0 && find_meeting(r, contact, &m)) result = add_supports(r, &m);
    }
    mote_rest_settle(dynamics, dynamics->movers.data, dynamics->movers.count, r->time);
    return result;
}

// Places the bodies that were pushed.
static mote_result place_pushed(mote_dynamics *dynamics)
{
    mote_mover *movers = dynamics->movers.data;
    mote_result result = MOTE_OK;
    for (size_t i = 0; result == MOTE_OK && i < dynamics->movers.count; i++)
        result = mote_mover_place_pushed(dynamics, &movers[i]);
    return result;
}

mote_result mote_dynamics_react(mote_dynamics *dynamics, const mote_report *report, double time)
{
    if (!dynamics || !report)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_react: %s is null",
                         dynamics ? "report" : "dynamics");
    if (!(time > 0 && time < HUGE_VAL))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_dynamics_react: time is %g, expected a finite number above 0", time);
    if (report->face_pair_count && !report->contact_of)
        return mote_fail(
            MOTE_ERROR_STATE,
            "mote_dynamics_react: the report has no contacts: the world was created without them");
    mote_float_env env = mote_float_env_enter();
    reaction r = begin_reaction(dynamics, report, time);
    bool changed = true;
    for (uint32_t pass = 0; changed && pass < dynamics->def.passes; pass++)
        changed = pass_over(&r, pass == 0);
    mote_result result = settle(&r);
    settle_surfaces(dynamics);
    mote_float_env_leave(env);
    return result == MOTE_OK ? place_pushed(dynamics) : result;
}
