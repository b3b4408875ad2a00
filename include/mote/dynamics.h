/// @file dynamics.h
/// Rigid bodies whose surface deforms: mass and inertia from the present shape, motion, response to collisions
/// with each other and with the walls of a box, and bodies that are held.
///
/// Everything is in double and in the units of the positions; time is in units of the caller's
/// choice, angles are in radians. Only +, -, *, / and square roots are used, so that every target
/// gives the same bits.
///
/// The functions of the first half have no state and allocate nothing; any thread may call them. A
/// mote_dynamics uses them to move the bodies of a world; use it and its world from one thread at a
/// time.

#ifndef MOTE_DYNAMICS_H
#define MOTE_DYNAMICS_H

#include <mote/motion.h>
#include <mote/world.h>

// ---------------------------------------------------------------------------------------------
// Mass

/// A symmetric tensor: xx is the moment about the x axis, xy the negative product of inertia.
typedef struct mote_inertia {
    double xx, yy, zz, xy, xz, yz; ///< moments, then products
} mote_inertia;

/// Mass, center of mass and inertia of a body, in the frame of its positions.
typedef struct mote_mass {
    double mass;       ///< above 0; infinity for a body that no impact moves
    mote_dvec3 center; ///< of mass
    /// About the center, along the axes of the frame; ignored if the mass is infinite.
    mote_inertia inertia;
} mote_mass;

/// The mass of the solid inside a closed mesh in its present shape, integrated exactly over the polyhedron.
/// `positions` are in the caller's vertex order; null means the rest shape. Failures:
/// - MOTE_ERROR_ARGUMENT: a null pointer, a bad layout or count, a density that is not
///   a finite number above 0;
/// - MOTE_ERROR_DATA: a mesh that is not closed (or was created without MOTE_MESH_FINDINGS), a shape
///   without volume or inside out, a position that is not finite.
MOTE_API mote_result mote_mass_of_mesh(const mote_mesh *mesh, const mote_positions *positions,
                                       double density, mote_mass *out);

// ---------------------------------------------------------------------------------------------
// Motion

/// The frame of a body's positions, in the world.
typedef struct mote_placement {
    mote_dvec3 origin;      ///< where the origin of the frame is
    mote_rotation rotation; ///< from the frame to the world
} mote_placement;

/// The state of a rigid body.
typedef struct mote_rigid {
    mote_mass mass;              ///< in the frame of the positions
    mote_dvec3 center;           ///< of mass, in the world
    mote_rotation rotation;      ///< from the frame of the positions to the world
    mote_dvec3 velocity;         ///< of the center
    mote_dvec3 angular_velocity; ///< about axes of the world, per unit of time
} mote_rigid;

/// At rest at the origin, with mass 1 and the inertia of a ball of radius 1.
MOTE_API mote_rigid mote_default_rigid(void);

/// The placement of the frame of its positions.
MOTE_API mote_placement mote_rigid_placement(const mote_rigid *rigid);

/// The placement as a transform, rounded to float, for mote_body_set_transform.
MOTE_API mote_transform mote_placement_transform(const mote_placement *placement);

/// Energy and momenta of a body; all 0 for infinite mass.
typedef struct mote_momenta {
    double kinetic_energy;       ///< of the center and of the rotation
    mote_dvec3 momentum;         ///< mass times velocity
    mote_dvec3 angular_momentum; ///< about the origin of the world
} mote_momenta;

/// The energy and the momenta of a body that moves as `rigid` says.
MOTE_API mote_momenta mote_rigid_momenta(const mote_rigid *rigid);

/// Advances the body by `time`: the center falls with `gravity`, the body turns without torque.
/// Conserves energy (potential energy included), momentum and angular momentum up to rounding.
/// MOTE_ERROR_ARGUMENT for a null pointer; MOTE_ERROR_DATA for a bad body (see mote_respond), a
/// gravity or a time that is not finite, and a motion that overflows.
MOTE_API mote_result mote_rigid_advance(mote_rigid *rigid, mote_dvec3 gravity, double time);

/// Sets the mass after the shape has changed by internal forces. The center of mass stays in place,
/// and momentum and angular momentum are conserved, so that a body that contracts turns faster.
/// Fails for a bad mass or body as mote_rigid_advance does.
MOTE_API mote_result mote_rigid_set_mass(mote_rigid *rigid, const mote_mass *mass);

// ---------------------------------------------------------------------------------------------
// Collision response

/// How two bodies that collide respond. docs/dynamics.md compares them.
typedef enum mote_response {
    MOTE_RESPONSE_SENIN = 0, ///< Senin et al. 2003, section 4: effective mass and effective pulse
    MOTE_RESPONSE_GENERAL,   ///< 15 linear equations: no friction, any surface velocity
    MOTE_RESPONSE_EXCHANGE,  ///< Smith et al. 1998, section 5.3: velocities are exchanged
    MOTE_RESPONSE_REFLECT    ///< Smith et al. 1998, section 4.3: velocities are reflected
} mote_response;

/// Two bodies that collide in a point. A body with infinite mass is not moved.
typedef struct mote_impact {
    uint32_t cookie;    ///< set by mote_default_impact
    mote_rigid a, b;    ///< the two bodies before the impact
    mote_dvec3 point;   ///< where they touch, in the world
    mote_dvec3 normal;  ///< out of a into b; of any length above 0
    double restitution; ///< 0 to 1; default 1; ignored by EXCHANGE and REFLECT
    /// Velocity of the material at the point relative to the rigid motion, because the surface
    /// deforms; default 0. Only GENERAL uses it.
    mote_dvec3 surface_velocity_a, surface_velocity_b;
    bool printed_sign; ///< SENIN with the signs of u and p as printed in the paper; default false
} mote_impact;

/// An impact with its cookie: two default bodies, restitution 1.
MOTE_API mote_impact mote_default_impact(void);

/// The motion of both bodies after an impact.
typedef struct mote_rebound {
    mote_dvec3 velocity_a, angular_velocity_a; ///< of body a
    mote_dvec3 velocity_b, angular_velocity_b; ///< of body b
    mote_dvec3 impulse; ///< on b; a gets the opposite; 0 from EXCHANGE and REFLECT
    bool parting;       ///< they were not approaching, and the velocities are unchanged
} mote_rebound;

/// The velocities after the impact. Failures of all five functions:
/// - MOTE_ERROR_ARGUMENT: a null pointer, a missing cookie, an unknown response;
/// - MOTE_ERROR_DATA: a mass that is not above 0, a moment of inertia that is not, a restitution that
///   is not 0 to 1, a normal without length, a rotation without length, any number that is NaN or
///   (but for the mass) infinite, a rebound that overflows. The message names the body
///   and the number.
MOTE_API mote_result mote_response_senin(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_general(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_exchange(const mote_impact *impact, mote_rebound *out);
MOTE_API mote_result mote_response_reflect(const mote_impact *impact, mote_rebound *out);

/// One of the above.
MOTE_API mote_result mote_respond(mote_response response, const mote_impact *impact,
                                  mote_rebound *out);

// ---------------------------------------------------------------------------------------------
// Grasping a patch of a surface

/// A hand that holds some vertices of a body and moves them along, while the body moves on its own.
typedef struct mote_grasp {
    mote_placement body_then, hand_then; ///< at the start of the grasp
    mote_placement body_now, hand_now;   ///< at present
} mote_grasp;

/// Computes the present positions of the held vertices in the frame of the body. `held` are their
/// positions in that frame at the start of the grasp. Use `ends` as the ends of a CSRBF whose
/// starts are the rest positions of these vertices, so that the surface around them follows. `ends`
/// may equal `held`. MOTE_ERROR_ARGUMENT for a null pointer, MOTE_ERROR_DATA for a placement or a
/// position that is not finite or a rotation without length.
MOTE_API mote_result mote_grasp_targets(const mote_grasp *grasp, const mote_vec3 *held,
                                        size_t count, mote_vec3 *ends);

// ---------------------------------------------------------------------------------------------
// Moving the bodies of a world

/// Bodies of a world that move and respond to contacts.
typedef struct mote_dynamics mote_dynamics;

/// What mote_dynamics_create is given.
typedef struct mote_dynamics_def {
    uint32_t cookie;        ///< set by mote_default_dynamics_def
    mote_world *world;      ///< with contacts; must outlive the dynamics
    mote_response response; ///< default MOTE_RESPONSE_SENIN
    bool printed_sign;      ///< see mote_impact
    /// Of bodies with each other, 0 to 1; default 1. With gravity and a restitution below 1, here
    /// or of the walls, SENIN and GENERAL let bodies come to rest: contacts that approach no faster
    /// than gravity makes bodies fall after two steps do not bounce, bodies stand on several points
    /// at once and are moved out of each other as far as the energy that impacts lose allows, and
    /// bodies that balance on an edge or a corner are tipped over. None of this adds energy. With
    /// printed_sign or surface_velocity bodies do not come to rest on each other.
    double restitution;
    mote_dvec3 gravity;      ///< default 0
    bool has_walls;          ///< bodies bounce off the inside of a box; default false
    mote_box walls;          ///< with has_walls: the inside of this box
    double wall_restitution; ///< 0 to 1; default 1; see restitution
    /// Share of a contact's depth by which a step moves the bodies apart, 0 to 1; default 0, which
    /// keeps the angular momentum.
    double push_apart;
    /// A change of shape conserves rotational energy instead of angular momentum; default false.
    bool shape_keeps_energy;
    /// Gives GENERAL the velocity of deforming surfaces, from the last two shapes; default false.
    bool surface_velocity;
    /// Also responds to contacts whose separation (see mote_world_def.tolerance) closes within the
    /// next step; default false.
    bool look_ahead;
    /// mote_dynamics_step lets no body pass through another, however fast: where a sweep finds an
    /// impact on the way (mote/motion.h), vertices moving on straight lines, the bodies stop just
    /// before it, where the exact test finds them free, respond to it, and lose the rest of the
    /// step. Bodies that meet at the start of a step are not stopped for each other; held bodies
    /// are not stopped. Needs a method with MOTE_ABILITY_SWEEP. Default false.
    bool stop_at_impacts;
    /// Maximum number of passes over the contacts of a step, while some bodies still approach;
    /// default 8, at least 1.
    uint32_t passes;
    mote_allocator allocator;
} mote_dynamics_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_API mote_dynamics_def mote_default_dynamics_def(void);

/// MOTE_ERROR_ARGUMENT for a null pointer, a missing cookie, an unknown response, 0 passes, only
/// one function of the allocator; MOTE_ERROR_DATA for a restitution or share that is not 0 to 1, a
/// gravity that is not finite, walls that are not finite or enclose nothing; MOTE_ERROR_MEMORY.
/// `*out` is null after a failure.
MOTE_API mote_result mote_dynamics_create(const mote_dynamics_def *def, mote_dynamics **out);

/// The bodies stay in the world, where they are. Null is allowed.
MOTE_API void mote_dynamics_destroy(mote_dynamics *dynamics);

/// The initial state of a body of the world.
typedef struct mote_rigid_def {
    uint32_t cookie;   ///< set by mote_default_rigid_def
    mote_body_id body; ///< of the dynamics' world
    /// Its shape in its own frame, in the caller's vertex order; null for the rest shape. Passed to
    /// mote_body_set_positions. Every step moves the body by its transform, so the array must be
    /// persistent, or mote_dynamics_set_shape be called before each later step.
    const mote_positions *positions;
    const mote_mass
        *mass;      ///< null: computed from the shape and the density, and updated with the shape
    double density; ///< default 1; sets the mass, which stays when the shape changes
    mote_placement placement;    ///< default: that of the world
    mote_dvec3 velocity;         ///< of the center of mass
    mote_dvec3 angular_velocity; ///< about axes of the world
} mote_rigid_def;

/// A def with its cookie: at the origin, at rest, with density 1.
MOTE_API mote_rigid_def mote_default_rigid_def(void);

/// Adds a body. From now on the dynamics places it (mote_body_set_transform). Bodies of the world
/// that were not added are obstacles. Fails as mote_mass_of_mesh and mote_rigid_advance do;
/// MOTE_ERROR_STALE for a stale id, MOTE_ERROR_STATE for a body that was added already.
MOTE_API mote_result mote_dynamics_add(mote_dynamics *dynamics, const mote_rigid_def *def);

/// Removes a body, which stays in the world as an obstacle. A body that is destroyed in the world
/// is removed by the next step. This and all functions below return MOTE_ERROR_STALE for a body
/// that was not added.
MOTE_API mote_result mote_dynamics_remove(mote_dynamics *dynamics, mote_body_id body);

/// Bytes of memory that it holds, without the world.
MOTE_API size_t mote_dynamics_bytes(const mote_dynamics *dynamics);

/// The present state of a body.
MOTE_API mote_result mote_dynamics_get(const mote_dynamics *dynamics, mote_body_id body,
                                       mote_rigid *out);

/// Sets the state of a body.
MOTE_API mote_result mote_dynamics_set(mote_dynamics *dynamics, mote_body_id body,
                                       const mote_rigid *rigid);

/// Sets the shape, in the body's own frame, as mote_body_set_positions does. The inertia is
/// computed anew unless it was given (see mote_rigid_set_mass and shape_keeps_energy); the mass
/// stays. For bodies with positions_in_mesh_order or with a deformer use mote_body_set_positions
/// and mote_dynamics_set_mass. After a failure shape and mass are unchanged.
MOTE_API mote_result mote_dynamics_set_shape(mote_dynamics *dynamics, mote_body_id body,
                                             const mote_positions *positions);

/// Sets the mass as mote_rigid_set_mass does; from now on changes of shape do not change it.
MOTE_API mote_result mote_dynamics_set_mass(mote_dynamics *dynamics, mote_body_id body,
                                            const mote_mass *mass);

/// Holds a body: it stops, and moves only by mote_dynamics_move_held. Other bodies bounce off it as
/// off a moving body of infinite mass.
MOTE_API mote_result mote_dynamics_hold(mote_dynamics *dynamics, mote_body_id body);

/// Sets where the held body will be at the end of the next step; it stays there until the next
/// call. MOTE_ERROR_STATE for a body that is not held, MOTE_ERROR_DATA for a placement that is not
/// finite.
MOTE_API mote_result mote_dynamics_move_held(mote_dynamics *dynamics, mote_body_id body,
                                             const mote_placement *placement);

/// Releases a held body, which keeps the velocities of the last step. MOTE_ERROR_STATE if it is not
/// held.
MOTE_API mote_result mote_dynamics_release(mote_dynamics *dynamics, mote_body_id body);

/// False for a body that is not held or was not added.
MOTE_API bool mote_dynamics_is_held(const mote_dynamics *dynamics, mote_body_id body);

/// One step: moves every body, bounces it off the walls and places it in the world; calls
/// mote_world_detect; responds to the contacts of its report, in their order. After warm-up it
/// allocates nothing of its own. MOTE_ERROR_ARGUMENT for a time that is not a finite number above
/// 0; otherwise the result of mote_world_detect. A body whose motion overflows stops where it was
/// and is reported.
MOTE_API mote_result mote_dynamics_step(mote_dynamics *dynamics, double time);

/// The two halves of a step, for callers that call mote_world_detect themselves, with the same
/// `time`.
MOTE_API mote_result mote_dynamics_advance(mote_dynamics *dynamics, double time);
MOTE_API mote_result mote_dynamics_react(mote_dynamics *dynamics, const mote_report *report,
                                         double time);

/// Totals of the bodies that move freely, after the last step. From one step to the next the energy
/// changes by shape_energy + impact_energy, by rounding, and by calls that add, remove, set, hold
/// or release bodies.
typedef struct mote_dynamics_report {
    uint64_t steps;          ///< so far
    double time;             ///< the sum over all steps
    mote_momenta momenta;    ///< sums over the bodies
    double potential_energy; ///< relative to the origin
    double shape_energy;     ///< added by changes of shape and mass since the last step
    double impact_energy;    ///< added by walls and contacts in this step; usually 0 or less
    /// The largest change of momentum of a body by one response of this step, to a contact or a
    /// wall; 0 for none.
    double largest_impulse;
    /// An upper bound of the distance that any point of a body moved in this step, without
    /// deformation and push_apart. If the world's tolerance is at least this, no two bodies that
    /// met between two frames go unreported.
    double longest_way;
    uint32_t contacts;     ///< with at least one body that moves freely
    uint32_t impacts;      ///< responses to contacts whose bodies approached, without those at rest
    uint32_t wall_impacts; ///< responses to walls
    uint32_t stopped;      ///< bodies whose motion overflowed, in all
    mote_body_id last_stopped; ///< no body if there is none
} mote_dynamics_report;

/// The totals after the last step. MOTE_ERROR_ARGUMENT for a null pointer.
MOTE_API mote_result mote_dynamics_get_report(const mote_dynamics *dynamics,
                                              mote_dynamics_report *out);

#endif
