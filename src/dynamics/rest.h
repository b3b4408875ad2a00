// What rests on something: several points of a contact at once, without a bounce.

#ifndef MOTE_DYNAMICS_REST_H
#define MOTE_DYNAMICS_REST_H

#include "dynamics/dynamics.h"

// Do bodies come to rest? Only under gravity, with a response that has impulses, and if impacts
// lose energy.
bool mote_rest_applies(const mote_dynamics *dynamics, double restitution);

// Approaches that are not faster than this do not bounce: what gravity adds in two steps.
double mote_rest_speed(const mote_dynamics *dynamics, double time);

// The points that reach furthest in the eight directions of a plane: the corners of what a body
// stands on.
enum { MOTE_FOOT_DIRECTIONS = 8 };

typedef struct mote_foot {
    mote_dvec3 normal; // of the plane; unit
    mote_dvec3 along, across;
    uint32_t count; // points added
    double reach[MOTE_FOOT_DIRECTIONS];
    double depth[MOTE_FOOT_DIRECTIONS];
    mote_dvec3 points[MOTE_FOOT_DIRECTIONS];
} mote_foot;

mote_foot mote_foot_begin(mote_dvec3 normal);
void mote_foot_add(mote_foot *foot, mote_dvec3 point, double depth);

// Lets b stand on a, or a on b, in the points of the foot, whose normal points out of a into b.
// Null: an obstacle. False for no memory.
bool mote_rest_add(mote_dynamics *dynamics, mote_mover *a, mote_mover *b, const mote_foot *foot);

// The work against gravity of moving the two bodies of an impact out of each other by `depth`.
double mote_rest_work(const mote_dynamics *dynamics, const mote_impact *impact, double depth);

// Stops what still approaches in any of the points, all of them together, and moves bodies out of
// each other as far as the energy lost since `energy_before` of each mover allows. Energy is only
// taken away. What then balances on an edge or a corner is tipped over. `movers` are all that stand
// in the points; the points are removed.
void mote_rest_settle(mote_dynamics *dynamics, mote_mover *movers, size_t count, double time);

#endif
