#include "support/rigid_cases.h"

#include <math.h>

#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/rigid.h"

double random_double(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

double random_magnitude(mote_random *random, double low, double high)
{
    return pow(10, random_double(random, low, high));
}

mote_dvec3 random_dvec(mote_random *random, double half)
{
    double x = random_double(random, -half, half), y = random_double(random, -half, half);
    return (mote_dvec3){x, y, random_double(random, -half, half)};
}

mote_rotation random_rotation(mote_random *random)
{
    return mote_rotation_exp(random_dvec(random, 3));
}

// R diag R^T from the columns that a rotation makes of the axes.
static mote_inertia turned(mote_rotation q, const double moment[3])
{
    const mote_dvec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mote_inertia sum = {0};
    for (int k = 0; k < 3; k++) {
        mote_dvec3 a = mote_rotate(q, axis[k]);
        sum.xx += moment[k] * a.x * a.x;
        sum.yy += moment[k] * a.y * a.y;
        sum.zz += moment[k] * a.z * a.z;
        sum.xy += moment[k] * a.x * a.y;
        sum.xz += moment[k] * a.x * a.z;
        sum.yz += moment[k] * a.y * a.z;
    }
    return sum;
}

mote_mass random_mass(mote_random *random, double size)
{
    double m = random_magnitude(random, -3, 3), side[3];
    for (int k = 0; k < 3; k++) side[k] = size * random_double(random, 0.05, 1);
    double x = side[0] * side[0], y = side[1] * side[1], z = side[2] * side[2];
    const double moment[3] = {m / 12 * (y + z), m / 12 * (x + z), m / 12 * (x + y)};
    return (mote_mass){.mass = m,
                       .center = random_dvec(random, size),
                       .inertia = turned(random_rotation(random), moment)};
}

mote_rigid random_rigid(mote_random *random, double size)
{
    double speed = random_magnitude(random, -3, 2);
    return (mote_rigid){.mass = random_mass(random, size),
                        .center = random_dvec(random, 10 * size),
                        .rotation = random_rotation(random),
                        .velocity = random_dvec(random, speed),
                        .angular_velocity = random_dvec(random, speed / size)};
}

mote_impact random_impact(mote_random *random)
{
    double size = random_magnitude(random, -3, 3);
    mote_impact impact = mote_default_impact();
    do {
        impact.a = random_rigid(random, size);
        impact.b = random_rigid(random, size);
        mote_dvec3 arm = mote_vec_widen(mote_random_direction(random));
        impact.point = mote_dvec_add(impact.a.center, mote_dvec_scale(arm, size / 2));
        arm = mote_vec_widen(mote_random_direction(random));
        impact.b.center = mote_dvec_add(impact.point, mote_dvec_scale(arm, size / 2));
        impact.normal = mote_vec_widen(mote_random_direction(random));
        mote_dvec3 a = mote_rigid_velocity_at(&impact.a, impact.point);
        mote_dvec3 b = mote_rigid_velocity_at(&impact.b, impact.point);
        double approach = mote_dvec_dot(mote_dvec_sub(a, b), impact.normal);
        if (approach < 0) impact.normal = mote_dvec_scale(impact.normal, -1);
        if (approach != 0) return impact;
    } while (true);
}

void take_rebound(mote_impact *impact, const mote_rebound *rebound)
{
    impact->a.velocity = rebound->velocity_a;
    impact->a.angular_velocity = rebound->angular_velocity_a;
    impact->b.velocity = rebound->velocity_b;
    impact->b.angular_velocity = rebound->angular_velocity_b;
}

mote_momenta sum_of_momenta(const mote_rigid *a, const mote_rigid *b)
{
    mote_momenta m = mote_rigid_momenta(a), n = mote_rigid_momenta(b);
    return (mote_momenta){m.kinetic_energy + n.kinetic_energy,
                          mote_dvec_add(m.momentum, n.momentum),
                          mote_dvec_add(m.angular_momentum, n.angular_momentum)};
}

double dvec_distance(mote_dvec3 a, mote_dvec3 b)
{
    return mote_dvec_length(mote_dvec_sub(a, b));
}
