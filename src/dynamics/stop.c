// Stops bodies before their first impacts. A sweep tests the motion of each body from its pose
// before the step to its pose after the step, with vertices on straight lines. If the sweep finds
// impacts, the bodies are moved back to an earlier pose of the same flight, and the new motion is
// swept again. The last sweep finds no impacts, so no body has passed through another, and no
// bodies intersect at their final poses.

#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "dynamics/dynamics.h"
#include "dynamics/rigid.h"

// After this many sweeps, bodies that still have an impact do not move in this step.
enum { MAX_TRIES = 6 };

// The part of the way to an impact that a body moves.
#define SHARE_OF_WAY (1 - 0x1p-10)

static mote_transform transform_of(const mote_rigid *rigid)
{
    mote_placement placement = mote_rigid_placement(rigid);
    return mote_placement_transform(&placement);
}

static mote_result set_motions(mote_dynamics *dynamics)
{
    mote_result result = MOTE_OK;
    const mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; result == MOTE_OK && i < dynamics->movers.count; i++) {
        mote_transform start = transform_of(&movers[i].before);
        mote_transform end = transform_of(&movers[i].rigid);
        mote_motion motion = mote_default_motion();
        motion.start.transform = &start;
        motion.end.transform = &end;
        result = mote_body_set_motion(dynamics->def.world, movers[i].body, &motion);
    }
    return result;
}

static mote_result sweep(mote_dynamics *dynamics, mote_sweep_report *out)
{
    mote_sweep_def def = mote_default_sweep_def();
    def.find = MOTE_SWEEP_FIRST;
    def.contacts = true;
    mote_result result = set_motions(dynamics);
    if (result == MOTE_OK) result = mote_world_sweep(dynamics->def.world, &def);
    return result == MOTE_OK ? mote_world_sweep_report(dynamics->def.world, out) : result;
}

// Sets the pose and the velocities at a share of the step.
static void take_back(const mote_dynamics *dynamics, mote_mover *mover, double share, double time)
{
    mover->share = share;
    mover->rigid = mover->before;
    if (share > 0) mote_rigid_pass_time(&mover->rigid, dynamics->def.gravity, share * time);
}

// Shortens the motion of a body. Returns false if the body is not free or does not move.
static bool shorten(const mote_dynamics *dynamics, mote_mover *mover, double at, bool last,
                    double time)
{
    if (!mover || !mote_mover_is_free(mover) || mover->share == 0) return false;
    take_back(dynamics, mover, last ? 0 : mover->share * at * SHARE_OF_WAY, time);
    return true;
}

// Records the impact of two bodies for the responses. If the normal is not known, uses the
// direction of the approach.
static bool note_impact(mote_dynamics *dynamics, const mote_swept_pair *pair,
                        const mote_swept_contact *contact, const mote_mover *a, const mote_mover *b)
{
    const mote_allocator *allocator = &dynamics->allocator;
    mote_vec3 normal = contact->normal;
    if (normal.x == 0 && normal.y == 0 && normal.z == 0) {
        mote_dvec3 zero = {0, 0, 0};
        mote_dvec3 v = mote_dvec_sub(a ? a->rigid.velocity : zero, b ? b->rigid.velocity : zero);
        double length = mote_dvec_length(v);
        if (!(length > 0)) return true;
        normal = mote_dvec_narrow(mote_dvec_scale(v, 1 / length));
    }
    uint32_t number = (uint32_t)dynamics->stop_pairs.count;
    mote_pair_report met = {.a = pair->a, .b = pair->b, .first_contact = number};
    met.contact_count = 1;
    mote_contact at = {.point = contact->point, .normal = normal, .pair = number};
    at.face_pair_count = at.segment_count = 1;
    at.first_segment = number;
    return mote_array_push(&dynamics->stop_pairs, allocator, met) &&
           mote_array_push(&dynamics->stop_contacts, allocator, at) &&
           mote_array_push(&dynamics->stop_points, allocator,
                           ((mote_segment){contact->point, contact->point}));
}

// Moves back the bodies of all pairs that meet after the start. Sets `*changed` if a body was moved
// back. Pairs that already meet at the start are left to the responses to contacts.
static bool shorten_all(mote_dynamics *dynamics, const mote_sweep_report *report, bool last,
                        double time, bool *changed)
{
    *changed = false;
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_swept_pair *pair = &report->pairs[i];
        if (pair->a.index == pair->b.index || pair->first.high == 0) continue;
        mote_mover *a = mote_dynamics_find(dynamics, pair->a);
        mote_mover *b = mote_dynamics_find(dynamics, pair->b);
        bool shorter = shorten(dynamics, a, pair->first.low, last, time);
        shorter |= shorten(dynamics, b, pair->first.low, last, time);
        if (!shorter) continue;
        *changed = true;
        const mote_swept_contact *contact = &report->contacts[pair->first_impact];
        if (!note_impact(dynamics, pair, contact, a, b)) return false;
    }
    return true;
}

// Moves all free bodies back to the start. Used if a budget ended the sweep, which then proves
// nothing.
static void hold_all(mote_dynamics *dynamics)
{
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++) {
        if (mote_mover_is_free(&movers[i])) take_back(dynamics, &movers[i], 0, 0);
    }
}

static mote_result place_all(mote_dynamics *dynamics)
{
    mote_result result = MOTE_OK;
    const mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; result == MOTE_OK && i < dynamics->movers.count; i++)
        result = mote_mover_place(dynamics, &movers[i]);
    return result;
}

static mote_result stop_all(mote_dynamics *dynamics, double time)
{
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++) movers[i].share = 1;
    dynamics->stop_pairs.count = dynamics->stop_contacts.count = dynamics->stop_points.count = 0;
    bool changed = true;
    for (uint32_t tries = 0; changed; tries++) {
        mote_sweep_report report;
        mote_result result = sweep(dynamics, &report);
        if (result != MOTE_OK) return result;
        if (report.cut_short) {
            hold_all(dynamics);
            break;
        }
        if (!shorten_all(dynamics, &report, tries >= MAX_TRIES, time, &changed))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for the impacts of a step");
    }
    return place_all(dynamics);
}

mote_result mote_dynamics_stop(mote_dynamics *dynamics, double time)
{
    mote_float_env env = mote_float_env_enter();
    mote_result result = stop_all(dynamics, time);
    mote_float_env_leave(env);
    return result;
}

mote_result mote_dynamics_react_to_stops(mote_dynamics *dynamics, double time)
{
    if (dynamics->stop_pairs.count == 0) return MOTE_OK;
    const mote_report met = {.pairs = dynamics->stop_pairs.data,
                             .pair_count = dynamics->stop_pairs.count,
                             .contacts = dynamics->stop_contacts.data,
                             .contact_count = dynamics->stop_contacts.count,
                             .segments = dynamics->stop_points.data,
                             .segment_count = dynamics->stop_points.count};
    return mote_dynamics_react(dynamics, &met, time);
}
