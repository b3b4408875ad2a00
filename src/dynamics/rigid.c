// The motion of one rigid body.
//
// Turning: Austin, Krishnaprasad, Wang, "Almost Poisson Integration of Rigid Body Systems", Journal of
// Computational Physics 107, 1993. With the angular momentum L of the world and P = R^T L in the frame of
// the body, a step of time h turns the body about W by the angle h |W|, where W = I^-1 (P + P') / 2 and P'
// is P after the step. L is constant by construction. The kinetic energy changes by (P' - P) . W, which is 0
// because a rotation about W changes nothing along W. The paper uses Cayley's rotation; with the true angle, the
// rotation of a body that spins about a principal axis is exact.
//
// Falling: the parabola, exact for constant gravity.

#include "dynamics/rigid.h"

#include "core/result.h"
#include "core/transform.h"
#include "dynamics/mass.h"

mote_rigid mote_default_rigid(void)
{
    return (mote_rigid){.mass = {.mass = 1, .inertia = {.xx = 0.4, .yy = 0.4, .zz = 0.4}},
                        .rotation = MOTE_NO_ROTATION};
}

mote_placement mote_rigid_placement(const mote_rigid *rigid)
{
    mote_dvec3 arm = mote_rotate(rigid->rotation, rigid->mass.center);
    return (mote_placement){mote_dvec_sub(rigid->center, arm), rigid->rotation};
}

mote_transform mote_placement_transform(const mote_placement *placement)
{
    mote_rotation q = placement->rotation;
    return (mote_transform){.cx = mote_dvec_narrow(mote_rotate(q, (mote_dvec3){1, 0, 0})),
                            .cy = mote_dvec_narrow(mote_rotate(q, (mote_dvec3){0, 1, 0})),
                            .cz = mote_dvec_narrow(mote_rotate(q, (mote_dvec3){0, 0, 1})),
                            .t = mote_dvec_narrow(placement->origin)};
}

// ---------------------------------------------------------------------------------------------
// Checks

mote_result mote_check_dvec(mote_dvec3 v, const char *who, const char *what)
{
    if (mote_dvec_finite(v)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA, "%s: %s (%g, %g, %g) is not finite", who, what, v.x, v.y,
                     v.z);
}

static mote_result check_inertia(const mote_inertia *i, const char *who)
{
    if (!isfinite(i->xx + i->yy + i->zz) || !isfinite(i->xy + i->xz + i->yz))
        return mote_fail(MOTE_ERROR_DATA, "%s: inertia is not finite", who);
    // A smaller value relative to the others is rounding error.
    const double least_share = 1e-14;
    mote_principal principal = mote_inertia_principal(i);
    const double *moment = principal.moment;
    double least = fmin(moment[0], fmin(moment[1], moment[2]));
    double most = fmax(moment[0], fmax(moment[1], moment[2]));
    if (least > least_share * most) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA,
                     "%s: inertia: the moment about a principal axis is %g, expected above 0", who,
                     least);
}

mote_result mote_check_mass(const mote_mass *mass, const char *who)
{
    if (!(mass->mass > 0))
        return mote_fail(MOTE_ERROR_DATA, "%s: mass is %g, expected above 0", who, mass->mass);
    mote_result result = mote_check_dvec(mass->center, who, "center of mass");
    if (result == MOTE_OK && isfinite(mass->mass)) result = check_inertia(&mass->inertia, who);
    return result;
}

static mote_result check_rotation(mote_rotation *q, const char *who)
{
    double length = mote_rotation_length(*q);
    if (!(length > 0 && length < HUGE_VAL))
        return mote_fail(MOTE_ERROR_DATA,
                         "%s: rotation (%g, %g, %g, %g) must have a finite length above 0", who,
                         q->w, q->x, q->y, q->z);
    *q = mote_rotation_unit(*q);
    return MOTE_OK;
}

mote_result mote_check_placement(const mote_placement *placement, const char *who)
{
    mote_rotation rotation = placement->rotation;
    mote_result result = mote_check_dvec(placement->origin, who, "origin");
    return result == MOTE_OK ? check_rotation(&rotation, who) : result;
}

mote_result mote_check_rigid(mote_rigid *rigid, const char *who)
{
    mote_result result = mote_check_mass(&rigid->mass, who);
    if (result == MOTE_OK) result = mote_check_dvec(rigid->center, who, "center");
    if (result == MOTE_OK) result = mote_check_dvec(rigid->velocity, who, "velocity");
    if (result == MOTE_OK)
        result = mote_check_dvec(rigid->angular_velocity, who, "angular velocity");
    return result == MOTE_OK ? check_rotation(&rigid->rotation, who) : result;
}

bool mote_rigid_is_finite(const mote_rigid *rigid)
{
    double length = mote_rotation_length(rigid->rotation);
    return mote_dvec_finite(rigid->center) && mote_dvec_finite(rigid->velocity) &&
           mote_dvec_finite(rigid->angular_velocity) && length > 0 && length < HUGE_VAL;
}

// ---------------------------------------------------------------------------------------------
// Momenta

mote_dvec3 mote_rigid_velocity_at(const mote_rigid *rigid, mote_dvec3 point)
{
    mote_dvec3 arm = mote_dvec_sub(point, rigid->center);
    return mote_dvec_add(rigid->velocity, mote_dvec_cross(rigid->angular_velocity, arm));
}

mote_dvec3 mote_rigid_spin_by(const mote_rigid *rigid, mote_dvec3 impulse)
{
    if (!isfinite(rigid->mass.mass)) return (mote_dvec3){0, 0, 0};
    mote_inertia inverse = mote_inertia_inverse(&rigid->mass.inertia);
    mote_dvec3 own = mote_rotate_back(rigid->rotation, impulse);
    return mote_rotate(rigid->rotation, mote_inertia_times(&inverse, own));
}

mote_dvec3 mote_rigid_spin_momentum(const mote_rigid *rigid)
{
    if (!isfinite(rigid->mass.mass)) return (mote_dvec3){0, 0, 0};
    mote_dvec3 own = mote_rotate_back(rigid->rotation, rigid->angular_velocity);
    return mote_rotate(rigid->rotation, mote_inertia_times(&rigid->mass.inertia, own));
}

mote_momenta mote_rigid_momenta(const mote_rigid *rigid)
{
    if (!isfinite(rigid->mass.mass)) return (mote_momenta){0};
    mote_dvec3 momentum = mote_dvec_scale(rigid->velocity, rigid->mass.mass);
    mote_dvec3 spin = mote_rigid_spin_momentum(rigid);
    return (mote_momenta){.kinetic_energy = 0.5 * (mote_dvec_dot(rigid->velocity, momentum) +
                                                   mote_dvec_dot(rigid->angular_velocity, spin)),
                          .momentum = momentum,
                          .angular_momentum =
                              mote_dvec_add(spin, mote_dvec_cross(rigid->center, momentum))};
}

// ---------------------------------------------------------------------------------------------
// Time

// An upper bound of the difference of two moments of an inverse tensor.
static double spread(const mote_inertia *inverse)
{
    double mean = (inverse->xx + inverse->yy + inverse->zz) / 3;
    double xx = inverse->xx - mean, yy = inverse->yy - mean, zz = inverse->zz - mean;
    double off = inverse->xy * inverse->xy + inverse->xz * inverse->xz + inverse->yz * inverse->yz;
    return sqrt(2 * (xx * xx + yy * yy + zz * zz + 2 * off));
}

// Computes W (see the top of the file) by iteration. Each iteration multiplies the error by half
// the angle between the rotations at both ends of the step, at most 1/8.
static mote_dvec3 mean_spin(const mote_inertia *inverse, mote_dvec3 p, double h)
{
    const double precision = 0x1p-51;
    mote_dvec3 w = mote_inertia_times(inverse, p);
    for (int round = 0; round < 40; round++) {
        mote_dvec3 after = mote_rotate(mote_rotation_exp(mote_dvec_scale(w, -h)), p);
        mote_dvec3 mean = mote_dvec_scale(mote_dvec_add(p, after), 0.5);
        mote_dvec3 next = mote_inertia_times(inverse, mean);
        double change = mote_dvec_length(mote_dvec_sub(next, w));
        w = next;
        if (change <= precision * mote_dvec_length(w)) break;
    }
    return w;
}

static void turn(mote_rigid *rigid, double time)
{
    // With more parts, the body tumbles by dozens of radians per step: the angular momentum is kept
    // and the energy is bounded, but the direction would be arbitrary.
    const double most_parts = 256;
    mote_inertia inverse = mote_inertia_inverse(&rigid->mass.inertia);
    mote_dvec3 momentum = mote_rigid_spin_momentum(rigid);
    double angle = fabs(time) * mote_dvec_length(momentum) * spread(&inverse);
    double parts = fmin(ceil(fmax(4 * angle, 1)), most_parts);
    double h = time / parts;
    mote_dvec3 own = mote_rotate_back(rigid->rotation, momentum);
    for (int i = 0; i < (int)parts; i++) {
        mote_rotation by = mote_rotation_exp(mote_dvec_scale(mean_spin(&inverse, own, h), h));
        rigid->rotation = mote_rotation_unit(mote_rotation_product(rigid->rotation, by));
        own = mote_rotate_back(rigid->rotation, momentum);
    }
    rigid->angular_velocity = mote_rotate(rigid->rotation, mote_inertia_times(&inverse, own));
}

void mote_rigid_pass_time(mote_rigid *rigid, mote_dvec3 gravity, double time)
{
    if (isfinite(rigid->mass.mass)) {
        turn(rigid, time);
    } else {
        mote_rotation by = mote_rotation_exp(mote_dvec_scale(rigid->angular_velocity, time));
        rigid->rotation = mote_rotation_unit(mote_rotation_product(by, rigid->rotation));
        gravity = (mote_dvec3){0, 0, 0};
    }
    mote_dvec3 gained = mote_dvec_scale(gravity, time);
    mote_dvec3 mean = mote_dvec_add(rigid->velocity, mote_dvec_scale(gained, 0.5));
    rigid->center = mote_dvec_add(rigid->center, mote_dvec_scale(mean, time));
    rigid->velocity = mote_dvec_add(rigid->velocity, gained);
}

mote_result mote_rigid_advance(mote_rigid *rigid, mote_dvec3 gravity, double time)
{
    if (!rigid) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_rigid_advance: rigid is null");
    mote_rigid moved = *rigid;
    mote_result result = mote_check_rigid(&moved, "mote_rigid_advance: rigid");
    if (result == MOTE_OK) result = mote_check_dvec(gravity, "mote_rigid_advance", "gravity");
    if (result != MOTE_OK) return result;
    if (!isfinite(time))
        return mote_fail(MOTE_ERROR_DATA, "mote_rigid_advance: time %g is not finite", time);
    mote_rigid_pass_time(&moved, gravity, time);
    if (!mote_rigid_is_finite(&moved))
        return mote_fail(MOTE_ERROR_DATA, "mote_rigid_advance: the motion overflows");
    *rigid = moved;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Another shape

void mote_rigid_exchange_mass(mote_rigid *rigid, const mote_mass *mass)
{
    bool keeps_momenta = isfinite(rigid->mass.mass) && isfinite(mass->mass);
    mote_dvec3 spin = mote_rigid_spin_momentum(rigid);
    double share = rigid->mass.mass / mass->mass;
    rigid->mass = *mass;
    if (!keeps_momenta) return;
    rigid->velocity = mote_dvec_scale(rigid->velocity, share);
    rigid->angular_velocity = mote_rigid_spin_by(rigid, spin);
}

mote_result mote_rigid_set_mass(mote_rigid *rigid, const mote_mass *mass)
{
    if (!rigid || !mass)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_rigid_set_mass: %s is null",
                         rigid ? "mass" : "rigid");
    mote_rigid changed = *rigid;
    mote_result result = mote_check_rigid(&changed, "mote_rigid_set_mass: rigid");
    if (result == MOTE_OK) result = mote_check_mass(mass, "mote_rigid_set_mass: mass");
    if (result != MOTE_OK) return result;
    mote_rigid_exchange_mass(&changed, mass);
    *rigid = changed;
    return MOTE_OK;
}
