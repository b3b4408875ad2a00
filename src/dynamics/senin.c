// Collision response by effective mass and effective pulse.
//
// Senin, Kojekine, Savchenko, Hagiwara, "Particle-based Collision Detection", 2003, section 4.
//
// Differences from the paper:
// - The minus signs in its u and p reverse the impulse: balls that meet pass through each other, three times
//   as fast as before. The signs are omitted here unless `printed_sign` is set.
// - The bodies of the paper are elastic. Here pulses are multiplied by (1 + restitution) / 2, which gives the
//   same restitution as the general solution.
// - Bodies that already separate keep their velocities.
// - For infinite masses the formulas are taken to their limit.
// - Velocities of a deforming surface are ignored, as in the paper.

#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/impact.h"
#include "dynamics/mass.h"
#include "dynamics/rigid.h"

// One body in its central main axes ("oxyz" in the paper).
typedef struct effective {
    double mass;  // m_e
    double speed; // u along the normal
} effective;

// A vector of the world in the axes of the body.
static mote_dvec3 to_axes(const mote_rigid *rigid, const mote_principal *axes, mote_dvec3 v)
{
    mote_dvec3 own = mote_rotate_back(rigid->rotation, v);
    return (mote_dvec3){mote_dvec_dot(own, axes->axis[0]), mote_dvec_dot(own, axes->axis[1]),
                        mote_dvec_dot(own, axes->axis[2])};
}

static mote_dvec3 from_axes(const mote_rigid *rigid, const mote_principal *axes, mote_dvec3 v)
{
    mote_dvec3 own = mote_dvec_add(
        mote_dvec_scale(axes->axis[0], v.x),
        mote_dvec_add(mote_dvec_scale(axes->axis[1], v.y), mote_dvec_scale(axes->axis[2], v.z)));
    return mote_rotate(rigid->rotation, own);
}

static effective effective_of(const mote_rigid *rigid, const mote_principal *axes,
                              const mote_impact *impact)
{
    mote_dvec3 n = impact->normal;
    if (!isfinite(rigid->mass.mass)) {
        mote_dvec3 v = mote_rigid_velocity_at(rigid, impact->point);
        return (effective){HUGE_VAL, mote_dvec_dot(v, n)};
    }
    mote_dvec3 n_c = to_axes(rigid, axes, n);
    mote_dvec3 r_c = to_axes(rigid, axes, mote_dvec_sub(impact->point, rigid->center));
    mote_dvec3 w_c = to_axes(rigid, axes, rigid->angular_velocity);
    mote_dvec3 l = mote_dvec_cross(r_c, n_c);
    double m = rigid->mass.mass;
    double divisor = 1 + m * l.x * l.x / axes->moment[0] + m * l.y * l.y / axes->moment[1] +
                     m * l.z * l.z / axes->moment[2];
    double speed =
        mote_dvec_dot(rigid->velocity, n) + mote_dvec_dot(mote_dvec_cross(w_c, r_c), n_c);
    return (effective){m / divisor, speed};
}

// The change of the first pulse along the normal: p1' - p1 of the paper.
static double change_of_pulse(effective one, effective two)
{
    double m1 = one.mass, m2 = two.mass;
    if (!isfinite(m1)) return isfinite(m2) ? 2 * m2 * (two.speed - one.speed) : 0;
    if (!isfinite(m2)) return 2 * m1 * (two.speed - one.speed);
    double p1 = m1 * one.speed, p2 = m2 * two.speed;
    return ((m1 - m2) * p1 + 2 * m1 * p2) / (m1 + m2) - p1;
}

// V' and w' of the paper.
static void apply(const mote_rigid *rigid, const mote_principal *axes, mote_dvec3 point,
                  mote_dvec3 pulse, mote_dvec3 *velocity, mote_dvec3 *angular_velocity)
{
    if (!isfinite(rigid->mass.mass)) return;
    *velocity = mote_dvec_add(rigid->velocity, mote_dvec_scale(pulse, 1 / rigid->mass.mass));
    mote_dvec3 r_c = to_axes(rigid, axes, mote_dvec_sub(point, rigid->center));
    mote_dvec3 l = mote_dvec_cross(r_c, to_axes(rigid, axes, pulse));
    l = (mote_dvec3){l.x / axes->moment[0], l.y / axes->moment[1], l.z / axes->moment[2]};
    *angular_velocity = mote_dvec_add(rigid->angular_velocity, from_axes(rigid, axes, l));
}

mote_rebound mote_senin_rebound(const mote_impact *impact)
{
    mote_rebound out = mote_rebound_of_none(impact);
    if (!(mote_impact_approach(impact) > 0)) return out;
    mote_principal axes_a = mote_inertia_principal(&impact->a.mass.inertia);
    mote_principal axes_b = mote_inertia_principal(&impact->b.mass.inertia);
    effective a = effective_of(&impact->a, &axes_a, impact);
    effective b = effective_of(&impact->b, &axes_b, impact);
    double share = (1 + impact->restitution) / 2;
    if (impact->printed_sign) share = -share;
    mote_dvec3 pulse_a = mote_dvec_scale(impact->normal, share * change_of_pulse(a, b));
    mote_dvec3 pulse_b = mote_dvec_scale(impact->normal, share * change_of_pulse(b, a));
    apply(&impact->a, &axes_a, impact->point, pulse_a, &out.velocity_a, &out.angular_velocity_a);
    apply(&impact->b, &axes_b, impact->point, pulse_b, &out.velocity_b, &out.angular_velocity_b);
    out.impulse = pulse_b;
    out.parting = false;
    return out;
}
