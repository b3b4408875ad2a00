// Impacts of two bodies in a point: argument checks and the public response functions.

#include "dynamics/impact.h"

#include "core/result.h"
#include "core/vec.h"
#include "dynamics/rigid.h"

#define COOKIE 0x696d7063u // "impc"

mote_impact mote_default_impact(void)
{
    return (mote_impact){.cookie = COOKIE,
                         .a = mote_default_rigid(),
                         .b = mote_default_rigid(),
                         .normal = {1, 0, 0},
                         .restitution = 1};
}

static mote_result check_contact(mote_impact *impact)
{
    mote_result result = mote_check_dvec(impact->point, "mote_respond: impact", "point");
    if (result == MOTE_OK)
        result = mote_check_dvec(impact->normal, "mote_respond: impact", "normal");
    if (result == MOTE_OK)
        result = mote_check_dvec(impact->surface_velocity_a, "mote_respond: impact",
                                 "surface_velocity_a");
    if (result == MOTE_OK)
        result = mote_check_dvec(impact->surface_velocity_b, "mote_respond: impact",
                                 "surface_velocity_b");
    if (result != MOTE_OK) return result;
    double length = mote_dvec_length(impact->normal);
    if (!(length > 0 && length < HUGE_VAL))
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_respond: impact.normal has length %g, expected a length above 0",
                         length);
    impact->normal = mote_dvec_scale(impact->normal, 1 / length);
    if (!(impact->restitution >= 0 && impact->restitution <= 1))
        return mote_fail(MOTE_ERROR_DATA, "mote_respond: impact.restitution is %g, expected 0 to 1",
                         impact->restitution);
    return MOTE_OK;
}

mote_result mote_impact_prepare(const mote_impact *impact, mote_impact *out)
{
    if (!impact) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_respond: impact is null");
    if (impact->cookie != COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_respond: impact.cookie is not set: start from mote_default_impact()");
    *out = *impact;
    mote_result result = mote_check_rigid(&out->a, "mote_respond: impact.a");
    if (result == MOTE_OK) result = mote_check_rigid(&out->b, "mote_respond: impact.b");
    return result == MOTE_OK ? check_contact(out) : result;
}

double mote_impact_approach(const mote_impact *impact)
{
    mote_dvec3 a = mote_rigid_velocity_at(&impact->a, impact->point);
    mote_dvec3 b = mote_rigid_velocity_at(&impact->b, impact->point);
    return mote_dvec_dot(mote_dvec_sub(a, b), impact->normal);
}

double mote_impact_mobility(const mote_rigid *rigid, mote_dvec3 point, mote_dvec3 normal)
{
    if (!isfinite(rigid->mass.mass)) return 0;
    mote_dvec3 lever = mote_dvec_cross(mote_dvec_sub(point, rigid->center), normal);
    return 1 / rigid->mass.mass + mote_dvec_dot(lever, mote_rigid_spin_by(rigid, lever));
}

mote_rebound mote_rebound_of_none(const mote_impact *impact)
{
    return (mote_rebound){.velocity_a = impact->a.velocity,
                          .angular_velocity_a = impact->a.angular_velocity,
                          .velocity_b = impact->b.velocity,
                          .angular_velocity_b = impact->b.angular_velocity,
                          .parting = true};
}

bool mote_rebound_is_finite(const mote_rebound *r)
{
    return mote_dvec_finite(r->velocity_a) && mote_dvec_finite(r->angular_velocity_a) &&
           mote_dvec_finite(r->velocity_b) && mote_dvec_finite(r->angular_velocity_b) &&
           mote_dvec_finite(r->impulse);
}

static double momentum_change(const mote_rigid *rigid, mote_dvec3 velocity)
{
    if (!isfinite(rigid->mass.mass)) return 0;
    return rigid->mass.mass * mote_dvec_length(mote_dvec_sub(velocity, rigid->velocity));
}

double mote_rebound_strength(const mote_impact *impact, const mote_rebound *rebound)
{
    return fmax(momentum_change(&impact->a, rebound->velocity_a),
                momentum_change(&impact->b, rebound->velocity_b));
}

mote_rebound mote_rebound_by(mote_response response, const mote_impact *impact)
{
    switch (response) {
    case MOTE_RESPONSE_GENERAL: return mote_general_rebound(impact);
    case MOTE_RESPONSE_EXCHANGE: return mote_exchange_rebound(impact);
    case MOTE_RESPONSE_REFLECT: return mote_reflect_rebound(impact);
    case MOTE_RESPONSE_SENIN: break;
    }
    return mote_senin_rebound(impact);
}

mote_result mote_respond(mote_response response, const mote_impact *impact, mote_rebound *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_respond: out is null");
    if ((uint32_t)response > MOTE_RESPONSE_REFLECT)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_respond: response %u is unknown",
                         (unsigned)response);
    mote_impact prepared;
    mote_result result = mote_impact_prepare(impact, &prepared);
    if (result != MOTE_OK) return result;
    mote_rebound rebound = mote_rebound_by(response, &prepared);
    if (!mote_rebound_is_finite(&rebound))
        return mote_fail(MOTE_ERROR_DATA, "mote_respond: the rebound overflows");
    *out = rebound;
    return MOTE_OK;
}

mote_result mote_response_senin(const mote_impact *impact, mote_rebound *out)
{
    return mote_respond(MOTE_RESPONSE_SENIN, impact, out);
}

mote_result mote_response_general(const mote_impact *impact, mote_rebound *out)
{
    return mote_respond(MOTE_RESPONSE_GENERAL, impact, out);
}

mote_result mote_response_exchange(const mote_impact *impact, mote_rebound *out)
{
    return mote_respond(MOTE_RESPONSE_EXCHANGE, impact, out);
}

mote_result mote_response_reflect(const mote_impact *impact, mote_rebound *out)
{
    return mote_respond(MOTE_RESPONSE_REFLECT, impact, out);
}
