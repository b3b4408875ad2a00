// The internals of responses. Impacts are checked, with a normal and rotations of unit length. The
// restitution may be any number that is at least 0.

#ifndef MOTE_DYNAMICS_IMPACT_H
#define MOTE_DYNAMICS_IMPACT_H

#include <mote/dynamics.h>

// Checks an impact and normalizes its normal and rotations.
mote_result mote_impact_prepare(const mote_impact *impact, mote_impact *out);

// The approach velocity along the normal, positive if the bodies come closer. Ignores surface
// velocities.
double mote_impact_approach(const mote_impact *impact);

// The velocity of a body along the normal at the point per unit impulse, which is 1 / effective
// mass; 0 for infinite mass.
double mote_impact_mobility(const mote_rigid *rigid, mote_dvec3 point, mote_dvec3 normal);

// A rebound with unchanged velocities.
mote_rebound mote_rebound_of_none(const mote_impact *impact);

// Returns false if a number overflowed.
bool mote_rebound_is_finite(const mote_rebound *rebound);

// The larger change of momentum of the two bodies, ignoring bodies of infinite mass. For a response
// that computes an impulse, this is the length of the impulse.
double mote_rebound_strength(const mote_impact *impact, const mote_rebound *rebound);

mote_rebound mote_senin_rebound(const mote_impact *impact);
mote_rebound mote_general_rebound(const mote_impact *impact);
mote_rebound mote_exchange_rebound(const mote_impact *impact);
mote_rebound mote_reflect_rebound(const mote_impact *impact);
mote_rebound mote_rebound_by(mote_response response, const mote_impact *impact);

#endif
