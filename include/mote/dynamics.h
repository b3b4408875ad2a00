/// @file dynamics.h
/// Rigid bodies whose surface deforms: mass and inertia from the present shape, motion, what happens
/// when they meet each other and the walls of a box, and hands that hold them.
///
/// Everything is in double and in the units of the positions; time is in units of the caller's choice,
/// angles are in radians. Nothing but +, -, *, / and square roots is used, so that every target gives
/// the same bits.
///
/// The functions in the first half are pure: no world, no memory, any thread. A mote_dynamics moves the
/// bodies of a world with them; one thread at a time, the world's.

#ifndef MOTE_DYNAMICS_H
#define MOTE_DYNAMICS_H

#include <mote/world.h>

// ---------------------------------------------------------------------------------------------
// Mass

/// A symmetric tensor: xx is the moment about the x axis, xy the negative product of inertia.
typedef struct mote_inertia {
    double xx, yy, zz, xy, xz, yz;
} mote_inertia;

/// How heavy a body is, in the frame of its positions.
typedef struct mote_mass {
    double mass;       ///< above 0; infinity: nothing that it meets moves it
    mote_dvec3 center; ///< of mass
    mote_inertia
        inertia; ///< about the center, along the axes of the frame; not looked at where the
                 ///< mass is infinite
} mote_mass;

/// The solid inside a closed mesh in its present shape, exactly integrated over the polyhedron.
/// `positions` are in the caller's vertex order; null means the rest shape. Refuses:
/// - MOTE_ERROR_ARGUMENT: a null pointer, a bad layout or count, a density that is not above 0 and
///   finite;
/// - MOTE_ERROR_DATA: a mesh that is not closed (or has no MOTE_MESH_FINDINGS, which says so), a shape
///   without volume or turned inside out, a position that is not finite.
MOTE_API mote_result mote_mass_of_mesh(const mote_mesh *mesh, const mote_positions *positions,
                                       double density, mote_mass *out);

// ---------------------------------------------------------------------------------------------
// Motion

/// Where the frame of a body's positions is.
typedef struct mote_placement {
    mote_dvec3 origin;
    mote_rotation rotation; ///< from the frame to the world
} mote_placement;

/// A body as a whole at one moment.
typedef struct mote_rigid {
    mote_mass mass;
    mote_dvec3 center;           ///< of mass, in the world
    mote_rotation rotation;      ///< from the frame of the positions to the world
    mote_dvec3 velocity;         ///< of the center
    mote_dvec3 angular_velocity; ///< about axes of the world, per unit of time
} mote_rigid;

/// At rest: mass 1, a ball of radius 1, in the origin.
MOTE_API mote_rigid mote_default_rigid(void);

/// Where the frame of its positions is.
MOTE_API mote_placement mote_rigid_placement(const mote_rigid *rigid);

/// The same rounded to float, as mote_body_set_transform wants it.
MOTE_API mote_transform mote_placement_transform(const mote_placement *placement);

/// What a moving body has. Of one with infinite mass: nothing.
typedef struct mote_momenta {
    double kinetic_energy;
    mote_dvec3 momentum;
    mote_dvec3 angular_momentum; ///< about the origin of the world
} mote_momenta;

MOTE_API mote_momenta mote_rigid_momenta(const mote_rigid *rigid);

/// Lets time pass: the center falls with `gravity`, the body turns without torque. Keeps energy (that
/// of the fall included), momentum and angular momentum to rounding. Refuses with MOTE_ERROR_ARGUMENT a
/// null pointer, and with MOTE_ERROR_DATA what mote_impact's bodies are refused for, a gravity or a
/// time that is not finite, and a motion that becomes too large for numbers.
MOTE_API mote_result mote_rigid_advance(mote_rigid *rigid, mote_dvec3 gravity, double time);

/// Another mass, after the shape has changed by inner forces: the center of mass stays where it is, and
/// so do momentum and angular momentum, so that what draws itself together turns faster. Refuses a bad
/// mass and a bad body as mote_rigid_advance does.
MOTE_API mote_result mote_rigid_set_mass(mote_rigid *rigid, const mote_mass *mass);

// ---------------------------------------------------------------------------------------------
// Responses: what two bodies that meet do

typedef enum mote_response {
    MOTE_RESPONSE_SENIN = 0, ///< Senin et al. 2003, section 4: effective mass and effective pulse
    MOTE_RESPONSE_GENERAL,   ///< 15 linear equations: no friction, any surface velocity
    MOTE_RESPONSE_EXCHANGE,  ///< Smith et al. 1998, section 5.3: velocities are exchanged
    MOTE_RESPONSE_REFLECT    ///< Smith et al. 1998, section 4.3: velocities are reflected
} mote_response;

/// Two bodies that meet in a point. A body that nothing moves has infinite mass.
typedef struct mote_impact {
    uint32_t cookie; ///< set by mote_default_impact
    mote_rigid a, b;
    mote_dvec3 point;
    mote_dvec3 normal;             ///< out of a into b; of any length above 0
    double restitution;            ///< 0 to 1; default 1. EXCHANGE and REFLECT do not ask for it
    mote_dvec3 surface_velocity_a; ///< of a's material in the point, beyond that of the body as a
    mote_dvec3 surface_velocity_b; ///< whole, because it deforms; default 0. Only GENERAL heeds it
    bool printed_sign; ///< SENIN with the signs of u and p as in the paper; default false
} mote_impact;

MOTE_API mote_impact mote_default_impact(void);

typedef struct mote_rebound {
    mote_dvec3 velocity_a, angular_velocity_a;
    mote_dvec3 velocity_b, angular_velocity_b;
    mote_dvec3 impulse; ///< that b got; a got the opposite. Zero from EXCHANGE and REFLECT
    bool parting;       ///< they were not approaching, and nothing has changed
} mote_rebound;

/// The velocities after the impact. All refuse:
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an unknown response;
/// - MOTE_ERROR_DATA: a mass that is not above 0, a moment of inertia that is not, a restitution that
///   is not 0 to 1, a normal without length, a rotation without length, any number that is NaN or
///   (but for the mass) infinite, a rebound that is too large for numbers. The message names the body
///   and the number.
MOTE_API mote_result mote_response_senin(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_general(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_exchange(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_reflect(const mote_impact *impact, mote_rebound *out);

/// One of the above.
MOTE_API mote_result mote_respond(mote_response response, const mote_impact *impact,
                                  mote_rebound *out);

// ---------------------------------------------------------------------------------------------
// Hands that hold a patch

/// A hand that takes hold of some vertices of a body and moves them along, while the body goes its own
/// way.
typedef struct mote_grasp {
    mote_placement body_then, hand_then; ///< when the hand closed
    mote_placement body_now, hand_now;
} mote_grasp;

/// Where the held vertices are now in the frame of the body: `held` are their positions in that frame
/// when the hand closed. As ends of a CSRBF whose starts are the rest positions of these vertices, they
/// make the rest of the surface follow. `ends` may be `held`. MOTE_ERROR_ARGUMENT for a null pointer,
/// MOTE_ERROR_DATA for a placement or a position that is not finite or a rotation without length.
MOTE_API mote_result mote_grasp_targets(const mote_grasp *grasp, const mote_vec3 *held,
                                        size_t count, mote_vec3 *ends);

// ---------------------------------------------------------------------------------------------
// The bodies of a world in motion

typedef struct mote_dynamics mote_dynamics;

typedef struct mote_dynamics_def {
    uint32_t cookie;   ///< set by mote_default_dynamics_def
    mote_world *world; ///< with contacts; must outlive the dynamics
    mote_response response;
    bool printed_sign;  ///< see mote_impact
    double restitution; ///< of bodies with each other, 0 to 1; default 1
    mote_dvec3 gravity; ///< default 0
    bool has_walls;     ///< bodies bounce off the inside of a box; default false
    mote_box walls;
    double wall_restitution; ///< 0 to 1; default 1
    /// Share of a contact's depth by which a step moves the bodies apart, 0 to 1; default 0, which
    /// keeps the angular momentum.
    double push_apart;
    /// A change of shape keeps the energy of the turning, not the angular momentum; default false.
    bool shape_keeps_energy;
    /// GENERAL gets the velocity with which surfaces deform, from the last two shapes given; default
    /// false.
    bool surface_velocity;
    /// Also answers contacts whose separation (see mote_world_def.tolerance) closes within the next
    /// step; default false.
    bool look_ahead;
    /// Over the contacts of a step, while some bodies still approach; default 8, at least 1.
    uint32_t passes;
    mote_allocator allocator;
} mote_dynamics_def;

MOTE_API mote_dynamics_def mote_default_dynamics_def(void);

/// MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie, an unknown response, 0 passes, half an
/// allocator; MOTE_ERROR_DATA for a restitution or share that is not 0 to 1, a gravity that is not
/// finite, walls that are not finite or enclose nothing; MOTE_ERROR_MEMORY. `*out` is null after a
/// failure.
MOTE_API mote_result mote_dynamics_create(const mote_dynamics_def *def, mote_dynamics **out);

/// The bodies stay where they are. Null is allowed.
MOTE_API void mote_dynamics_destroy(mote_dynamics *dynamics);

/// How a body of the world starts to move.
typedef struct mote_rigid_def {
    uint32_t cookie; ///< set by mote_default_rigid_def
    mote_body_id body;
    /// Its shape in its own frame, in the caller's vertex order; null for the rest shape. Handed to
    /// the world, which shares the array.
    const mote_positions *positions;
    const mote_mass *mass; ///< null: from the shape and the density, and updated with the shape
    double density;        ///< default 1; sets the mass, which then stays
    mote_placement placement;
    mote_dvec3 velocity; ///< of the center of mass
    mote_dvec3 angular_velocity;
} mote_rigid_def;

MOTE_API mote_rigid_def mote_default_rigid_def(void);

/// From here on the dynamics places the body (mote_body_set_transform). Bodies of the world that are
/// not added are obstacles. Refuses what mote_mass_of_mesh and mote_rigid_advance refuse, a stale id,
/// and a body that is there already (MOTE_ERROR_STATE).
MOTE_API mote_result mote_dynamics_add(mote_dynamics *dynamics, const mote_rigid_def *def);

/// The body stays where it is, as an obstacle. A body that is destroyed in the world is removed by the
/// next step. This and all functions below answer MOTE_ERROR_STALE for a body that was not added.
MOTE_API mote_result mote_dynamics_remove(mote_dynamics *dynamics, mote_body_id body);

/// Bytes that it holds; the world is not included.
MOTE_API size_t mote_dynamics_bytes(const mote_dynamics *dynamics);

/// Where it is and how it moves.
MOTE_API mote_result mote_dynamics_get(const mote_dynamics *dynamics, mote_body_id body,
                                       mote_rigid *out);

/// Puts it elsewhere, or makes it move or weigh differently.
MOTE_API mote_result mote_dynamics_set(mote_dynamics *dynamics, mote_body_id body,
                                       const mote_rigid *rigid);

/// Its shape from here on, in its own frame: handed to the world as mote_body_set_positions does, and
/// the inertia follows unless it was given (see mote_rigid_set_mass and shape_keeps_energy; the mass
/// stays). Bodies with
/// positions_in_mesh_order, or whose shape comes from elsewhere, use mote_body_set_positions and
/// mote_dynamics_set_mass. After a failure the old shape and mass stand.
MOTE_API mote_result mote_dynamics_set_shape(mote_dynamics *dynamics, mote_body_id body,
                                             const mote_positions *positions);

/// Another mass, likewise; from here on shapes no longer change it.
MOTE_API mote_result mote_dynamics_set_mass(mote_dynamics *dynamics, mote_body_id body,
                                            const mote_mass *mass);

/// A hand closes: the body stops, and moves only as mote_dynamics_move_held says. What it meets bounces
/// off it as off something that moves and is infinitely heavy.
MOTE_API mote_result mote_dynamics_hold(mote_dynamics *dynamics, mote_body_id body);

/// Where the held body is to be at the end of the next step; it stays there until told again.
/// MOTE_ERROR_STATE for a body that is not held, MOTE_ERROR_DATA for a placement that is not finite.
MOTE_API mote_result mote_dynamics_move_held(mote_dynamics *dynamics, mote_body_id body,
                                             const mote_placement *placement);

/// The hand opens: the body goes on as it was moved in the last step. MOTE_ERROR_STATE if not held.
MOTE_API mote_result mote_dynamics_release(mote_dynamics *dynamics, mote_body_id body);

/// False for a body that is not held or was not added.
MOTE_API bool mote_dynamics_is_held(const mote_dynamics *dynamics, mote_body_id body);

/// One step: every body moves, bounces off the walls and is placed in the world; mote_world_detect;
/// responses to the contacts of its report, in its order. After warm-up it allocates nothing of its own.
/// MOTE_ERROR_ARGUMENT for a time that is not above 0 and finite; otherwise what mote_world_detect
/// returns. A body whose motion has become too large for numbers stops where it was and is reported.
MOTE_API mote_result mote_dynamics_step(mote_dynamics *dynamics, double time);

/// The two halves of a step, for callers that detect themselves. `time` is that of the step.
MOTE_API mote_result mote_dynamics_advance(mote_dynamics *dynamics, double time);
MOTE_API mote_result mote_dynamics_react(mote_dynamics *dynamics, const mote_report *report,
                                         double time);

/// What the bodies that move freely have in all, after the last step. From one step to the next the
/// energy changes by shape_energy + impact_energy, by rounding, and by what is added, removed, set, held
/// or released.
typedef struct mote_dynamics_report {
    uint64_t steps;
    double time; ///< passed in all
    mote_momenta momenta;
    double potential_energy; ///< in the gravity; 0 at the origin
    double shape_energy;     ///< that changes of shape and mass have added since the step before
    double impact_energy;    ///< that walls and contacts have added in this step; mostly 0 or less
    double largest_impulse; ///< that one response of this step, to a contact or a wall, has given a
                            ///< body: its mass times the change of its velocity; 0 for none
    double longest_way;     ///< that a point of a body may have moved in this step; deformation and
        ///< push_apart are not counted. Where the world's tolerance is no less, no two bodies that met between
        ///< two frames go without a report in one of them
    uint32_t contacts; ///< between bodies of which at least one moves freely
    uint32_t impacts;  ///< responses to them: contacts whose bodies approached
    uint32_t wall_impacts;
    uint32_t stopped;          ///< bodies whose motion became too large for numbers, in all
    mote_body_id last_stopped; ///< no body where there is none
} mote_dynamics_report;

MOTE_API mote_result mote_dynamics_get_report(const mote_dynamics *dynamics,
                                              mote_dynamics_report *out);

#endif
