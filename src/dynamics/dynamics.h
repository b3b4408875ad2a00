// The internals of mote_dynamics.

#ifndef MOTE_DYNAMICS_DYNAMICS_H
#define MOTE_DYNAMICS_DYNAMICS_H

#include <mote/dynamics.h>

#include "core/array.h"

// The points on which a body stands in this step.
typedef struct mote_stance {
    uint32_t count;
    bool leans;        // some of them are not below it
    mote_dvec3 points; // sum
    double xx, xy, yy; // sums of squares of their horizontal distances from the center
} mote_stance;

// One body of the world that the dynamics places.
typedef struct mote_mover {
    mote_body_id body;
    const mote_mesh *mesh;
    mote_rigid rigid;
    mote_rigid before;  // the step
    double share;       // of the step that it goes (stop.c)
    bool mass_is_given; // shapes do not change it
    bool is_held;
    bool is_pushed; // moved since it was placed
    // For rest.c:
    double energy_before; // of the impacts
    mote_dvec3 way, turn; // out of what it stands on
    double way_share;     // of both that it goes
    mote_stance stance;
    bool has_target; // for the next step of a held body
    mote_placement target;
    bool has_stopped; // its motion overflowed; an obstacle from then on
    double reach;     // no vertex is further from the center; infinity if unknown
    // With surface_velocity: the last two shapes relative to the center of mass, vertex_count each.
    mote_vec3 *surface, *surface_before;
    uint32_t vertex_count;
    bool surface_has_changed; // since the last step
} mote_mover;

// One of the points in which a body stands on another; see rest.h.
typedef struct mote_support {
    mote_mover *a, *b;        // null: an obstacle
    mote_dvec3 point, normal; // unit, out of a into b
    double depth;             // how far they are to be moved apart here
    double mobility;          // the velocity along the normal that an impulse of 1 gives, of both
    double impulse, push;     // so far
} mote_support;

struct mote_dynamics {
    mote_dynamics_def def;
    mote_memory memory;
    mote_allocator allocator;          // counts in `memory`
    MOTE_ARRAY(mote_mover) movers;     // in the order in which they were added
    mote_u32_array mover_of;           // by index of the body; MOTE_NONE for obstacles
    MOTE_ARRAY(mote_support) supports; // of the impacts at hand
    mote_vec3_array points;            // present positions of one body, for the walls
    // Of stop.c: where bodies were stopped in this step, as a report would have it.
    MOTE_ARRAY(mote_pair_report) stop_pairs;
    MOTE_ARRAY(mote_contact) stop_contacts;
    MOTE_ARRAY(mote_segment) stop_points;
    double shape_energy; // since the last step
    mote_dynamics_report report;
};

// Null for a body that was not added.
mote_mover *mote_dynamics_find(const mote_dynamics *dynamics, mote_body_id body);

// The same, or a failure whose message starts with `function`.
mote_result mote_dynamics_expect(const mote_dynamics *dynamics, mote_body_id body,
                                 const char *function, mote_mover **out);

// Numbers the movers again after one was removed.
void mote_dynamics_number(mote_dynamics *dynamics);
void mote_mover_release(mote_dynamics *dynamics, mote_mover *mover);

static inline bool mote_mover_is_free(const mote_mover *mover)
{
    return !mover->is_held && !mover->has_stopped;
}

// The body as responses see it: with infinite mass unless it is free.
mote_rigid mote_mover_rigid(const mote_mover *mover);

// Kinetic and potential; 0 unless it is free.
double mote_mover_energy(const mote_dynamics *dynamics, const mote_mover *mover);

// Places the body in the world. MOTE_ERROR_DATA if its placement overflows float.
mote_result mote_mover_place(mote_dynamics *dynamics, const mote_mover *mover);

// The same for a body that was pushed since; others are left where they are.
mote_result mote_mover_place_pushed(mote_dynamics *dynamics, mote_mover *mover);

// Bounces a body that was placed off the walls, or lets it rest on them, and places it again.
mote_result mote_walls_bounce(mote_dynamics *dynamics, mote_mover *mover, double time);

// Takes bodies that were moved by a step back to where they run into nothing, and notes the impacts (stop.c).
mote_result mote_dynamics_stop(mote_dynamics *dynamics, double time);
mote_result mote_dynamics_react_to_stops(mote_dynamics *dynamics, double time);

// Notes the impulse of one response for the report of the step.
static inline void mote_dynamics_note_impulse(mote_dynamics *dynamics, double impulse)
{
    if (impulse > dynamics->report.largest_impulse) dynamics->report.largest_impulse = impulse;
}

// The restitution with which the energy is as if nothing had been moved, where moving the bodies apart
// takes `work` against the gravity; `restitution` without work.
double mote_restitution_after(const mote_impact *impact, double restitution, double work);

// The work against the gravity of moving a body, 0 unless it is free.
double mote_mover_work(const mote_dynamics *dynamics, const mote_mover *mover, mote_dvec3 way);

#endif
