// The internals of responses. Impacts were checked, and their normal and rotations have unit length.
// The restitution may be any number of 0 or more.

#ifndef MOTE_DYNAMICS_IMPACT_H
#define MOTE_DYNAMICS_IMPACT_H

#include <mote/dynamics.h>

// Checks an impact and gives directions unit length.
mote_result mote_impact_prepare(const mote_impact *impact, mote_impact *out);

// Along the normal: above 0 when the two come closer. Without surface velocities.
double mote_impact_approach(const mote_impact *impact);

// How much velocity along the normal, in the point, an impulse of 1 gives a body: 1 / its effective mass;
// 0 for infinite mass.
double mote_impact_mobility(const mote_rigid *rigid, mote_dvec3 point, mote_dvec3 normal);

// The velocities unchanged.
mote_rebound mote_rebound_of_none(const mote_impact *impact);

// False if a number overflowed.
bool mote_rebound_is_finite(const mote_rebound *rebound);

// The larger change of momentum of the two bodies, those of infinite mass left out. Where the response knows an
// impulse, it is that one's length.
double mote_rebound_strength(const mote_impact *impact, const mote_rebound *rebound);

mote_rebound mote_senin_rebound(const mote_impact *impact);
mote_rebound mote_general_rebound(const mote_impact *impact);
mote_rebound mote_exchange_rebound(const mote_impact *impact);
mote_rebound mote_reflect_rebound(const mote_impact *impact);
mote_rebound mote_rebound_by(mote_response response, const mote_impact *impact);

#endif
