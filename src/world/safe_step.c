// Verifies a step with the rounded positions at its end. To test a time, the positions at that time
// are rounded to float, and the motion from the start to the rounded positions, which differs
// slightly from the given motion, is swept. If no faces meet at the start and the sweep finds no
// impact, no faces meet at the end or on the way.

#include "core/pool.h"
#include "core/result.h"
#include "core/timer.h"
#include "world/sweep.h"

// Fractions of the time up to the first impact that are tried, largest first. The last ones are for
// motions that begin near a contact.
static const double parts[] = {1 - 0x1p-10, 1 - 0x1p-6, 0.9,    0.75,   0.6,    0.55,
                               0.5,         0.25,       0x1p-4, 0x1p-8, 0x1p-16};

static mote_result cut_bodies(mote_world *world, double time)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!body->generation || !body->sweep->takes_part || !body->sweep->moves) continue;
        if (!mote_motion_cut(world, body, time))
            return mote_fail_memory(body->shape.clusters->vertex_count * sizeof(mote_vec3),
                                    "the positions of a verified step");
    }
    return MOTE_OK;
}

static void restore_bodies(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (body->generation && body->sweep->takes_part && body->sweep->moves)
            mote_motion_restore(body);
    }
}

// Is the motion to the rounded positions free of impacts?
static mote_result try_time(mote_world *world, double time, bool *is_free)
{
    mote_sweeper *sweeper = world->sweeper;
    mote_result result = cut_bodies(world, time);
    if (result != MOTE_OK) return result;
    mote_budget unlimited = {0};
    mote_sweep_frame frame = mote_sweep_begin(world, MOTE_SWEEP_EARLIEST, &unlimited);
    result = mote_sweep_run(world, &frame);
    *is_free = true;
    for (size_t i = 0; i < sweeper->sinks.count; i++)
        *is_free &= sweeper->sinks.data[i].impacts.count == 0;
    return result;
}

static mote_result find_time(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    sweeper->verified_step = 0;
    if (!sweeper->start_is_free || sweeper->safe_step == 0) return MOTE_OK;
    if (sweeper->impacts.count == 0) {
        sweeper->verified_step = 1;
        return MOTE_OK;
    }
    mote_result result = MOTE_OK;
    bool is_free = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && result == MOTE_OK && !is_free; i++) {
        double time = parts[i] * sweeper->safe_step;
        result = try_time(world, time, &is_free);
        if (is_free) sweeper->verified_step = time;
    }
    restore_bodies(world);
    return result;
}

mote_result mote_sweep_verify(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    double start = mote_seconds();
    mote_sweep_stats stats = sweeper->stats;
    mote_result result = find_time(world);
    sweeper->stats = stats;
    sweeper->stats.verify_seconds = mote_seconds() - start;
    return result;
}
