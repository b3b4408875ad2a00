// Any 59 doubles are two bodies and the point in which they meet.

#include <math.h>
#include <mote/dynamics.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static bool is_finite(mote_dvec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool is_same(mote_dvec3 v, mote_dvec3 w)
{
    return v.x == w.x && v.y == w.y && v.z == w.z;
}

static void check_response(mote_response response, const mote_impact *impact)
{
    mote_rebound out;
    if (mote_respond(response, impact, &out) != MOTE_OK) return;
    require(is_finite(out.velocity_a) && is_finite(out.angular_velocity_a));
    require(is_finite(out.velocity_b) && is_finite(out.angular_velocity_b));
    require(is_finite(out.impulse));
    bool same = is_same(out.velocity_a, impact->a.velocity) &&
                is_same(out.velocity_b, impact->b.velocity) &&
                is_same(out.angular_velocity_a, impact->a.angular_velocity) &&
                is_same(out.angular_velocity_b, impact->b.angular_velocity);
    require(same || !out.parting);
}

static void check_motion(mote_rigid rigid, mote_dvec3 gravity, double time)
{
    if (mote_rigid_advance(&rigid, gravity, time) != MOTE_OK) return;
    require(is_finite(rigid.center) && is_finite(rigid.velocity));
    require(is_finite(rigid.angular_velocity));
    mote_rotation q = rigid.rotation;
    require(fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-12);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct {
        mote_rigid a, b;
        mote_dvec3 point, normal, surface_velocity_a, surface_velocity_b;
        double restitution;
    } in;
    if (size < sizeof in) return 0;
    memcpy(&in, data, sizeof in);
    mote_impact impact = mote_default_impact();
    impact.a = in.a;
    impact.b = in.b;
    impact.point = in.point;
    impact.normal = in.normal;
    impact.surface_velocity_a = in.surface_velocity_a;
    impact.surface_velocity_b = in.surface_velocity_b;
    impact.restitution = in.restitution;
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) check_response((mote_response)r, &impact);
    check_motion(in.a, in.normal, in.restitution);
    return 0;
}
