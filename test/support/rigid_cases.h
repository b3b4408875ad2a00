// Random rigid bodies and impacts, light and heavy, compact and long, near and far from the origin.

#ifndef MOTE_TEST_RIGID_CASES_H
#define MOTE_TEST_RIGID_CASES_H

#include <mote/dynamics.h>

#include "core/random.h"

double random_double(mote_random *random, double low, double high);
// 10 to a power between the two.
double random_magnitude(mote_random *random, double low, double high);
mote_dvec3 random_dvec(mote_random *random, double half);
mote_rotation random_rotation(mote_random *random);

// A solid box with unequal sides that are `size` at most, turned against its frame.
mote_mass random_mass(mote_random *random, double size);
mote_rigid random_rigid(mote_random *random, double size);

// Two of them that touch somewhere on balls of the same size, approaching; restitution 1.
mote_impact random_impact(mote_random *random);

// The bodies of an impact with their velocities after it.
void take_rebound(mote_impact *impact, const mote_rebound *rebound);

mote_momenta sum_of_momenta(const mote_rigid *a, const mote_rigid *b);

double dvec_distance(mote_dvec3 a, mote_dvec3 b);

#endif
