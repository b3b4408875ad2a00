// Patches that a hand holds: Smith's hands with the yellow glove, for surfaces that give way.

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "dynamics/rigid.h"

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
    const char *names[4] = {"grasp: body then", "grasp: hand then", "grasp: body now",
                            "grasp: hand now"};
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
        return mote_fail(MOTE_ERROR_ARGUMENT, "grasp: %s null",
                         !grasp  ? "it is"
                         : !held ? "held is"
                                 : "ends are");
    mote_grasp g;
    mote_result result = prepare(grasp, &g);
    if (result != MOTE_OK) return result;
    for (size_t i = 0; i < count; i++) {
        if (!mote_vec_finite(held[i]))
            return mote_fail(MOTE_ERROR_DATA, "grasp: held position %zu is not finite", i);
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
