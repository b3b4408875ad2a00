// The simple responses of Smith, Kitamura, Takemura, Kishino, "Accurate and Fast Collision
// Detection among Deformable Polyhedral Objects", 1998: in their experiment with 15 spheres the
// motion vectors of objects that collide are exchanged (section 5.3), in the interactive one
// motions change "according to the normal vectors of the face pairs and their original motion
// vectors" (section 4.3).
//
// The paper does not specify the following:
// - Only velocities of centers change; angular velocities do not.
// - Bodies whose centers do not approach along the normal keep their velocities. Otherwise bodies that still overlap a
//   cycle later would exchange their motions again and move into each other.
// - An immovable body (a hand, scenery) keeps its motion. The other body is reflected relative to the velocity of the
//   immovable body at the point of contact: a hand that strikes a resting body sets it in motion.

#include "core/vec.h"
#include "dynamics/impact.h"
#include "dynamics/rigid.h"

static bool is_free(const mote_rigid *rigid)
{
    return isfinite(rigid->mass.mass);
}

// The velocity reflected by a plane with normal `towards` and velocity `plane`; unchanged if it
// points away from the plane.
static mote_dvec3 reflected(mote_dvec3 velocity, mote_dvec3 plane, mote_dvec3 towards)
{
    double approach = mote_dvec_dot(mote_dvec_sub(velocity, plane), towards);
    if (!(approach > 0)) return velocity;
    return mote_dvec_sub(velocity, mote_dvec_scale(towards, 2 * approach));
}

// The velocity of the plane that represents a body. A free body has only a normal.
static mote_dvec3 plane_velocity(const mote_rigid *rigid, mote_dvec3 point)
{
    if (is_free(rigid)) return (mote_dvec3){0, 0, 0};
    return mote_rigid_velocity_at(rigid, point);
}

static bool centers_approach(const mote_impact *impact)
{
    mote_dvec3 a = is_free(&impact->a) ? impact->a.velocity
                                       : mote_rigid_velocity_at(&impact->a, impact->point);
    mote_dvec3 b = is_free(&impact->b) ? impact->b.velocity
                                       : mote_rigid_velocity_at(&impact->b, impact->point);
    return mote_dvec_dot(mote_dvec_sub(a, b), impact->normal) > 0;
}

mote_rebound mote_reflect_rebound(const mote_impact *impact)
{
    mote_rebound out = mote_rebound_of_none(impact);
    if (!centers_approach(impact)) return out;
    const mote_rigid *a = &impact->a, *b = &impact->b;
    mote_dvec3 back = mote_dvec_scale(impact->normal, -1);
    mote_dvec3 plane_a = plane_velocity(a, impact->point);
    mote_dvec3 plane_b = plane_velocity(b, impact->point);
    if (is_free(a)) out.velocity_a = reflected(a->velocity, plane_b, impact->normal);
    if (is_free(b)) out.velocity_b = reflected(b->velocity, plane_a, back);
    out.parting = false;
    return out;
}

mote_rebound mote_exchange_rebound(const mote_impact *impact)
{
    if (!is_free(&impact->a) || !is_free(&impact->b)) return mote_reflect_rebound(impact);
    mote_rebound out = mote_rebound_of_none(impact);
    if (!centers_approach(impact)) return out;
    out.velocity_a = impact->b.velocity;
    out.velocity_b = impact->a.velocity;
    out.parting = false;
    return out;
}
