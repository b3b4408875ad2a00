// Bodies in hands: they move as told, and everything bounces off them.

#include "core/result.h"
#include "dynamics/dynamics.h"
#include "dynamics/rigid.h"

mote_result mote_dynamics_hold(mote_dynamics *dynamics, mote_body_id body)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, &mover);
    if (result != MOTE_OK) return result;
    mover->is_held = true;
    mover->has_target = false;
    mover->rigid.velocity = mover->rigid.angular_velocity = (mote_dvec3){0, 0, 0};
    return MOTE_OK;
}

static mote_result expect_held(const mote_dynamics *dynamics, mote_body_id body, mote_mover **out)
{
    mote_result result = mote_dynamics_expect(dynamics, body, out);
    if (result != MOTE_OK || (*out)->is_held) return result;
    return mote_fail(MOTE_ERROR_STATE, "dynamics: body %u is not held", body.index);
}

mote_result mote_dynamics_move_held(mote_dynamics *dynamics, mote_body_id body,
                                    const mote_placement *placement)
{
    mote_mover *mover;
    mote_result result = expect_held(dynamics, body, &mover);
    if (result != MOTE_OK) return result;
    if (!placement) return mote_fail(MOTE_ERROR_ARGUMENT, "placement: null");
    result = mote_check_placement(placement, "placement of a held body");
    if (result != MOTE_OK) return result;
    mover->target = *placement;
    mover->has_target = true;
    return MOTE_OK;
}

mote_result mote_dynamics_release(mote_dynamics *dynamics, mote_body_id body)
{
    mote_mover *mover;
    mote_result result = expect_held(dynamics, body, &mover);
    if (result == MOTE_OK) mover->is_held = false;
    return result;
}

bool mote_dynamics_is_held(const mote_dynamics *dynamics, mote_body_id body)
{
    const mote_mover *mover = dynamics ? mote_dynamics_find(dynamics, body) : NULL;
    return mover && mover->is_held;
}
