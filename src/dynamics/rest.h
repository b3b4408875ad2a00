// Resting contact: solves several points of a contact together, without a bounce.

#ifndef MOTE_DYNAMICS_REST_H
#define MOTE_DYNAMICS_REST_H

#include "dynamics/dynamics.h"

// True if bodies come to rest: only under gravity, with a response that computes impulses, and if
// impacts lose energy.
bool mote_rest_applies(const mote_dynamics *dynamics, double restitution);

// Approaches up to this speed do not bounce. Gravity adds this speed in two steps.
double mote_rest_speed(const mote_dynamics *dynamics, double time);

// The extreme points in eight directions of a plane, which approximate the corners of the support
// of a body.
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

// Adds the points of the foot as supports of b on a, or of a on b. The normal of the foot points
// out of a into b. A null mover is an obstacle. Returns false for no memory.
bool mote_rest_add(mote_dynamics *dynamics, mote_mover *a, mote_mover *b, const mote_foot *foot);

// The work against gravity of moving the two bodies of an impact out of each other by `depth`.
double mote_rest_work(const mote_dynamics *dynamics, const mote_impact *impact, double depth);

// Stops the approach in all support points together, and moves bodies out of each other as far as
// the energy lost since `energy_before` of each mover allows. Energy never increases. Then tips
// over bodies that balance on an edge or a corner. `movers` must include all movers of the
// supports. Removes the supports.
void mote_rest_settle(mote_dynamics *dynamics, mote_mover *movers, size_t count, double time);

#endif
