// One rigid body: checks, momenta and motion.

#ifndef MOTE_DYNAMICS_RIGID_H
#define MOTE_DYNAMICS_RIGID_H

#include <mote/dynamics.h>

#include "core/vec.h"

// `who` starts the message.
mote_result mote_check_dvec(mote_dvec3 v, const char *who, const char *what);
mote_result mote_check_mass(const mote_mass *mass, const char *who);
mote_result mote_check_placement(const mote_placement *placement, const char *who);

// Checks a body, including its mass, and normalizes its rotation.
mote_result mote_check_rigid(mote_rigid *rigid, const char *who);

bool mote_rigid_is_finite(const mote_rigid *rigid);

// The velocity of the material at a point of the world.
mote_dvec3 mote_rigid_velocity_at(const mote_rigid *rigid, mote_dvec3 point);

// The change of angular velocity by an angular impulse, both in the world; 0 for infinite mass.
mote_dvec3 mote_rigid_spin_by(const mote_rigid *rigid, mote_dvec3 impulse);

// The angular momentum; 0 for infinite mass.
mote_dvec3 mote_rigid_spin_momentum(const mote_rigid *rigid);

// Advances a checked body by a finite time.
void mote_rigid_pass_time(mote_rigid *rigid, mote_dvec3 gravity, double time);

// Replaces the mass. Both masses must be checked.
void mote_rigid_exchange_mass(mote_rigid *rigid, const mote_mass *mass);

#endif
