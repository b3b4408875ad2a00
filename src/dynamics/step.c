// A step: motion, walls, detection, responses and the report.

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/dynamics.h"
#include "dynamics/mass.h"
#include "dynamics/rigid.h"

mote_rigid mote_mover_rigid(const mote_mover *mover)
{
    mote_rigid rigid = mover->rigid;
    if (!mote_mover_is_free(mover)) rigid.mass.mass = HUGE_VAL;
    return rigid;
}

static double potential_of(const mote_dynamics *dynamics, const mote_mover *mover)
{
    if (!mote_mover_is_free(mover) || !isfinite(mover->rigid.mass.mass)) return 0;
    return -mover->rigid.mass.mass * mote_dvec_dot(dynamics->def.gravity, mover->rigid.center);
}

double mote_mover_energy(const mote_dynamics *dynamics, const mote_mover *mover)
{
    if (!mote_mover_is_free(mover)) return 0;
    return mote_rigid_momenta(&mover->rigid).kinetic_energy + potential_of(dynamics, mover);
}

mote_result mote_mover_place(mote_dynamics *dynamics, const mote_mover *mover)
{
    mote_placement placement = mote_rigid_placement(&mover->rigid);
    mote_transform transform = mote_placement_transform(&placement);
    if (!mote_vec_finite(transform.t))
        return mote_fail(MOTE_ERROR_DATA, "body %u: its origin (%g, %g, %g) overflows float",
                         mover->body.index, placement.origin.x, placement.origin.y,
                         placement.origin.z);
    return mote_body_set_transform(dynamics->def.world, mover->body, &transform);
}

mote_result mote_mover_place_pushed(mote_dynamics *dynamics, mote_mover *mover)
{
    if (!mover->is_pushed) return MOTE_OK;
    mover->is_pushed = false;
    return mote_mover_place(dynamics, mover);
}

// ---------------------------------------------------------------------------------------------
// Motion

// Moves a held body to its target, and sets the velocities that reach the target in `time`.
static void follow_hand(mote_mover *mover, double time)
{
    mote_rigid *rigid = &mover->rigid;
    rigid->velocity = rigid->angular_velocity = (mote_dvec3){0, 0, 0};
    if (!mover->has_target) return;
    mover->has_target = false;
    mote_rotation rotation = mote_rotation_unit(mover->target.rotation);
    mote_rotation turn = mote_rotation_product(rotation, mote_rotation_inverse(rigid->rotation));
    mote_dvec3 center =
        mote_dvec_add(mover->target.origin, mote_rotate(rotation, rigid->mass.center));
    rigid->velocity = mote_dvec_scale(mote_dvec_sub(center, rigid->center), 1 / time);
    rigid->angular_velocity = mote_dvec_scale(mote_rotation_log(turn), 1 / time);
    rigid->center = center;
    rigid->rotation = rotation;
}

// Resets the body to its state before the step, at rest, and makes it an obstacle.
static mote_result stop(mote_dynamics *dynamics, mote_mover *mover, const mote_rigid *before)
{
    mover->rigid = *before;
    mover->rigid.velocity = mover->rigid.angular_velocity = (mote_dvec3){0, 0, 0};
    mover->has_stopped = true;
    dynamics->report.stopped++;
    dynamics->report.last_stopped = mover->body;
    return mote_mover_place(dynamics, mover);
}

// An upper bound of the angular speed during a step, from the rotational energy.
static double fastest_spin(const mote_rigid *rigid)
{
    if (!isfinite(rigid->mass.mass)) return mote_dvec_length(rigid->angular_velocity);
    mote_principal p = mote_inertia_principal(&rigid->mass.inertia);
    double least = fmin(p.moment[0], fmin(p.moment[1], p.moment[2]));
    double energy2 = mote_dvec_dot(rigid->angular_velocity, mote_rigid_spin_momentum(rigid));
    return sqrt(fmax(energy2, 0) / least);
}

// An upper bound of the distance that a point of the body moves in a step.
static double longest_way(const mote_mover *mover, mote_dvec3 velocity_before, double time)
{
    double spin = fastest_spin(&mover->rigid);
    double turning = spin > 0 ? spin * mover->reach : 0; // the reach may be infinite
    double speed = fmax(mote_dvec_length(velocity_before), mote_dvec_length(mover->rigid.velocity));
    return (speed + turning) * time;
}

// Bounces a body off the walls. Adds the displacement of its center to `way`.
static mote_result meet_walls(mote_dynamics *dynamics, mote_mover *mover, double time, double *way)
{
    if (!dynamics->def.has_walls || mover->is_held || !isfinite(mover->rigid.mass.mass))
        return MOTE_OK;
    mote_dvec3 center = mover->rigid.center;
    mote_result result = mote_walls_bounce(dynamics, mover, time);
    *way += mote_dvec_length(mote_dvec_sub(mover->rigid.center, center));
    return result;
}

static mote_result move(mote_dynamics *dynamics, mote_mover *mover, double time)
{
    mote_rigid before = mover->before = mover->rigid;
    if (mover->has_stopped) return MOTE_OK;
    if (mover->is_held) {
        follow_hand(mover, time);
    } else {
        mote_rigid_pass_time(&mover->rigid, dynamics->def.gravity, time);
    }
    if (!mote_rigid_is_finite(&mover->rigid)) return stop(dynamics, mover, &before);
    mote_result result = mote_mover_place(dynamics, mover);
    if (result == MOTE_ERROR_DATA) return stop(dynamics, mover, &before);
    if (result != MOTE_OK) return result;
    double way = longest_way(mover, before.velocity, time);
    result = meet_walls(dynamics, mover, time, &way);
    dynamics->report.longest_way = fmax(dynamics->report.longest_way, way);
    return result;
}

// Drops bodies that were destroyed in the world.
static void drop_stale(mote_dynamics *dynamics)
{
    size_t kept = 0;
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++) {
        void *user_data;
        if (mote_body_get_user_data(dynamics->def.world, movers[i].body, &user_data) == MOTE_OK) {
            movers[kept++] = movers[i];
        } else {
            mote_mover_release(dynamics, &movers[i]);
        }
    }
    if (kept == dynamics->movers.count) return;
    dynamics->movers.count = kept;
    mote_dynamics_number(dynamics);
}

static void begin_report(mote_dynamics *dynamics, double time)
{
    mote_dynamics_report *report = &dynamics->report;
    report->steps++;
    report->time += time;
    report->shape_energy = dynamics->shape_energy;
    report->impact_energy = report->largest_impulse = report->longest_way = 0;
    report->contacts = report->impacts = report->wall_impacts = 0;
    dynamics->shape_energy = 0;
}

mote_result mote_dynamics_advance(mote_dynamics *dynamics, double time)
{
    if (!dynamics) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_advance: dynamics is null");
    if (!(time > 0 && time < HUGE_VAL))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_dynamics_advance: time is %g, expected a finite number above 0",
                         time);
    mote_float_env env = mote_float_env_enter();
    drop_stale(dynamics);
    begin_report(dynamics, time);
    mote_result result = MOTE_OK;
    mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; result == MOTE_OK && i < dynamics->movers.count; i++)
        result = move(dynamics, &movers[i], time);
    mote_float_env_leave(env);
    return result;
}

mote_result mote_dynamics_step(mote_dynamics *dynamics, double time)
{
    mote_report report;
    mote_result result = mote_dynamics_advance(dynamics, time);
    bool stops = result == MOTE_OK && dynamics->def.stop_at_impacts;
    if (stops) result = mote_dynamics_stop(dynamics, time);
    if (stops && result == MOTE_OK) result = mote_dynamics_react_to_stops(dynamics, time);
    if (result == MOTE_OK) result = mote_world_detect(dynamics->def.world);
    if (result == MOTE_OK) result = mote_world_report(dynamics->def.world, &report);
    return result == MOTE_OK ? mote_dynamics_react(dynamics, &report, time) : result;
}

// ---------------------------------------------------------------------------------------------

mote_result mote_dynamics_get_report(const mote_dynamics *dynamics, mote_dynamics_report *out)
{
    if (!dynamics || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_get_report: %s is null",
                         dynamics ? "out" : "dynamics");
    *out = dynamics->report;
    out->momenta = (mote_momenta){0};
    out->potential_energy = 0;
    const mote_mover *movers = dynamics->movers.data;
    for (size_t i = 0; i < dynamics->movers.count; i++) {
        if (!mote_mover_is_free(&movers[i])) continue;
        mote_momenta m = mote_rigid_momenta(&movers[i].rigid);
        mote_momenta *sum = &out->momenta;
        sum->kinetic_energy += m.kinetic_energy;
        sum->momentum = mote_dvec_add(sum->momentum, m.momentum);
        sum->angular_momentum = mote_dvec_add(sum->angular_momentum, m.angular_momentum);
        out->potential_energy += potential_of(dynamics, &movers[i]);
    }
    return MOTE_OK;
}
