// The internals of mote_dynamics.

#ifndef MOTE_DYNAMICS_DYNAMICS_H
#define MOTE_DYNAMICS_DYNAMICS_H

#include <mote/dynamics.h>

#include "core/array.h"

// Summary of the points on which a body stands in this step.
typedef struct mote_stance {
    uint32_t count;
    bool leans;        // some points are not below the center
    mote_dvec3 points; // sum
    double xx, xy, yy; // sums of products of the horizontal distances from the center
} mote_stance;

// One body of the world that is moved by the dynamics.
typedef struct mote_mover {
    mote_body_id body;
    const mote_mesh *mesh;
    mote_rigid rigid;
    mote_rigid before;  // state before the step
    double share;       // part of the step that the body moves (stop.c)
    bool mass_is_given; // shapes do not change the mass
    bool is_held;
    bool is_pushed; // moved since the body was placed
    // For rest.c:
    double energy_before; // energy before the impacts
    mote_dvec3 way, turn; // displacement and rotation out of the supporting bodies
    double way_share;     // part of `way` and `turn` that is applied
    mote_stance stance;
    bool has_target; // for the next step of a held body
    mote_placement target;
    bool has_stopped; // the motion overflowed; the body is now an obstacle
    double reach; // upper bound of the distance of a vertex from the center; infinity if unknown
    // With surface_velocity: the last two shapes relative to the center of mass, vertex_count each.
    mote_vec3 *surface, *surface_before;
    uint32_t vertex_count;
    bool surface_has_changed; // since the last step
} mote_mover;

// One point in which a body stands on another; see rest.h.
typedef struct mote_support {
    mote_mover *a, *b;        // null: an obstacle
    mote_dvec3 point, normal; // unit, out of a into b
    double depth;             // distance to move the bodies apart in this point
    double mobility;          // relative velocity along the normal per unit impulse
    double impulse, push;     // sums so far
} mote_support;

struct mote_dynamics {
    mote_dynamics_def def;
    mote_memory memory;
    mote_allocator allocator;          // counts in `memory`
    MOTE_ARRAY(mote_mover) movers;     // in the order in which they were added
    mote_u32_array mover_of;           // by index of the body; MOTE_NONE for obstacles
    MOTE_ARRAY(mote_support) supports; // of the current impacts
    mote_vec3_array points;            // present positions of one body, for the walls
    // For stop.c: the impacts that stopped bodies in this step, in the format of a report.
    MOTE_ARRAY(mote_pair_report) stop_pairs;
    MOTE_ARRAY(mote_contact) stop_contacts;
    MOTE_ARRAY(mote_segment) stop_points;
    double shape_energy; // since the last step
    mote_dynamics_report report;
};

// Finds the mover of a body. Returns null if the body was not added.
mote_mover *mote_dynamics_find(const mote_dynamics *dynamics, mote_body_id body);

// Finds the mover of a body. Fails with a message that starts with `function` if the body was not
// added.
mote_result mote_dynamics_expect(const mote_dynamics *dynamics, mote_body_id body,
                                 const char *function, mote_mover **out);

// Renumbers the movers after a removal.
void mote_dynamics_number(mote_dynamics *dynamics);
void mote_mover_release(mote_dynamics *dynamics, mote_mover *mover);

static inline bool mote_mover_is_free(const mote_mover *mover)
{
    return !mover->is_held && !mover->has_stopped;
}

// The body for responses: has infinite mass unless the mover is free.
mote_rigid mote_mover_rigid(const mote_mover *mover);

// Kinetic and potential energy; 0 unless the mover is free.
double mote_mover_energy(const mote_dynamics *dynamics, const mote_mover *mover);

// Places the body in the world. Returns MOTE_ERROR_DATA if the placement overflows float.
mote_result mote_mover_place(mote_dynamics *dynamics, const mote_mover *mover);

// Places the body in the world if it was pushed since the last placement.
mote_result mote_mover_place_pushed(mote_dynamics *dynamics, mote_mover *mover);

// Bounces a placed body off the walls, or lets it rest on them, and places it again.
mote_result mote_walls_bounce(mote_dynamics *dynamics, mote_mover *mover, double time);

// Moves bodies back to a pose of their step without impacts, and notes the impacts (stop.c).
mote_result mote_dynamics_stop(mote_dynamics *dynamics, double time);
mote_result mote_dynamics_react_to_stops(mote_dynamics *dynamics, double time);

// Records the impulse of one response in the report of the step.
static inline void mote_dynamics_note_impulse(mote_dynamics *dynamics, double impulse)
{
    if (impulse > dynamics->report.largest_impulse) dynamics->report.largest_impulse = impulse;
}

// The restitution that compensates the `work` against gravity of moving the bodies apart, so that
// the energy after the impact is the same as without the move. Returns `restitution` if `work` is
// 0.
double mote_restitution_after(const mote_impact *impact, double restitution, double work);

// The work against gravity of moving a body by `way`; 0 unless the mover is free.
double mote_mover_work(const mote_dynamics *dynamics, const mote_mover *mover, mote_dvec3 way);

#endif
