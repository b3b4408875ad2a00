// Hands: held bodies follow mote_dynamics_move_held, and other bodies bounce off held bodies. A
// grasped patch of a surface follows the hand (Smith's hands with the yellow glove, for surfaces
// that deform).

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "dynamics/dynamics.h"
#include "dynamics/rigid.h"

// ---------------------------------------------------------------------------------------------
// Held bodies

mote_result mote_dynamics_hold(mote_dynamics *dynamics, mote_body_id body)
{
    mote_mover *mover;
    mote_result result = mote_dynamics_expect(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    mover->is_held = true;
    mover->has_target = false;
    mover->rigid.velocity = mover->rigid.angular_velocity = (mote_dvec3){0, 0, 0};
    return MOTE_OK;
}

static mote_result expect_held(const mote_dynamics *dynamics, mote_body_id body,
                               const char *function, mote_mover **out)
{
    mote_result result = mote_dynamics_expect(dynamics, body, function, out);
    if (result != MOTE_OK || (*out)->is_held) return result;
    return mote_fail(MOTE_ERROR_STATE, "%s: body %u is not held", function, body.index);
}

mote_result mote_dynamics_move_held(mote_dynamics *dynamics, mote_body_id body,
                                    const mote_placement *placement)
{
    mote_mover *mover;
    mote_result result = expect_held(dynamics, body, __func__, &mover);
    if (result != MOTE_OK) return result;
    if (!placement)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_dynamics_move_held: placement is null");
    result = mote_check_placement(placement, "mote_dynamics_move_held: placement");
    if (result != MOTE_OK) return result;
    mover->target = *placement;
    mover->has_target = true;
    return MOTE_OK;
}

mote_result mote_dynamics_release(mote_dynamics *dynamics, mote_body_id body)
{
    mote_mover *mover;
    mote_result result = expect_held(dynamics, body, __func__, &mover);
    if (result == MOTE_OK) mover->is_held = false;
    return result;
}

bool mote_dynamics_is_held(const mote_dynamics *dynamics, mote_body_id body)
{
    const mote_mover *mover = dynamics ? mote_dynamics_find(dynamics, body) : NULL;
    return mover && mover->is_held;
}

// ---------------------------------------------------------------------------------------------
// Grasped patches

static mote_dvec3 into_world(const mote_placement *frame, mote_dvec3 p)
{
    return mote_dvec_add(frame->origin, mote_rotate(frame->rotation, p));
}

static mote_dvec3 into_frame(const mote_placement *frame, mote_dvec3 p)
{
    return mote_rotate_back(frame->rotation, mote_dvec_sub(p, frame->origin));
}

static mote_result prepare(const mote_grasp *grasp, mote_grasp *out)
{
    const char *names[4] = {
        "mote_grasp_targets: grasp.body_then", "mote_grasp_targets: grasp.hand_then",
        "mote_grasp_targets: grasp.body_now", "mote_grasp_targets: grasp.hand_now"};
    *out = *grasp;
    mote_placement *places[4] = {&out->body_then, &out->hand_then, &out->body_now, &out->hand_now};
    for (int i = 0; i < 4; i++) {
        mote_result result = mote_check_placement(places[i], names[i]);
        if (result != MOTE_OK) return result;
        places[i]->rotation = mote_rotation_unit(places[i]->rotation);
    }
    return MOTE_OK;
}

mote_result mote_grasp_targets(const mote_grasp *grasp, const mote_vec3 *held, size_t count,
                               mote_vec3 *ends)
{
    if (!grasp || (count && (!held || !ends)))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_grasp_targets: %s is null",
                         !grasp  ? "grasp"
                         : !held ? "held"
                                 : "ends");
    mote_grasp g;
    mote_result result = prepare(grasp, &g);
    if (result != MOTE_OK) return result;
    for (size_t i = 0; i < count; i++) {
        if (!mote_vec_finite(held[i]))
            return mote_fail(MOTE_ERROR_DATA, "mote_grasp_targets: held[%zu] is not finite", i);
    }
    mote_float_env env = mote_float_env_enter();
    for (size_t i = 0; i < count; i++) {
        mote_dvec3 then = into_world(&g.body_then, mote_vec_widen(held[i]));
        mote_dvec3 now = into_world(&g.hand_now, into_frame(&g.hand_then, then));
        ends[i] = mote_dvec_narrow(into_frame(&g.body_now, now));
    }
    mote_float_env_leave(env);
    return MOTE_OK;
}
