// The walls of a box, from inside.
//
// A body meets a wall in the vertices that are beyond the wall. The point of impact is the mean of
// these vertices, weighted by depth. The body is moved back until no vertex is beyond the wall.
// With Smith's responses, the velocity is reflected and the angular velocity unchanged, as in their
// paper. With other responses, the body bounces as off a body of infinite mass.
//
// Moving a body back against gravity would add energy at every bounce. The rebound is reduced by
// this energy (mote_restitution_after), so that a body that falls flat always bounces to the same
// height.
//
// With gravity and a restitution below 1 bodies come to rest on the walls (rest.h).

#include "core/result.h"
#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/dynamics.h"
#include "dynamics/impact.h"
#include "dynamics/rest.h"

enum { WALLS = 6 };

typedef struct wall {
    mote_dvec3 outward;
    double at; // outward . x for points of the wall
} wall;

// The part of a body beyond a wall.
typedef struct beyond {
    double depth;  // of the furthest vertex; 0 for none
    double weight; // sum of depths
    mote_dvec3 points;
} beyond;

static void list_walls(const mote_box *box, wall walls[WALLS])
{
    walls[0] = (wall){{-1, 0, 0}, -(double)box->min.x};
    walls[1] = (wall){{1, 0, 0}, (double)box->max.x};
    walls[2] = (wall){{0, -1, 0}, -(double)box->min.y};
    walls[3] = (wall){{0, 1, 0}, (double)box->max.y};
    walls[4] = (wall){{0, 0, -1}, -(double)box->min.z};
    walls[5] = (wall){{0, 0, 1}, (double)box->max.z};
}

static bool may_reach(const mote_mover *mover, const wall *w)
{
    const double rounding = 1e-5; // generous bound for rounding the placement to float
    const mote_dvec3 c = mover->rigid.center;
    double size = mover->reach + fabs(c.x) + fabs(c.y) + fabs(c.z);
    return mote_dvec_dot(w->outward, c) + mover->reach + rounding * size > w->at;
}

static void add_vertex(beyond *found, const wall *w, mote_vec3 vertex)
{
    mote_dvec3 p = mote_vec_widen(vertex);
    double depth = mote_dvec_dot(w->outward, p) - w->at;
    if (!(depth > 0)) return;
    found->depth = fmax(found->depth, depth);
    found->weight += depth;
    found->points = mote_dvec_add(found->points, mote_dvec_scale(p, depth));
}

static beyond look_beyond(const mote_mover *mover, const wall *w, const mote_vec3 *positions)
{
    beyond found = {0};
    mote_mesh_view view;
    mote_mesh_get_view(mover->mesh, &view);
    for (uint32_t i = 0; i < view.mesh_order_count; i++)
        add_vertex(&found, w, positions[view.mesh_order[i]]);
    return found;
}

static void take_rebound(mote_dynamics *dynamics, mote_mover *mover, const mote_impact *impact)
{
    mote_rebound rebound = mote_rebound_by(dynamics->def.response, impact);
    if (mote_rebound_is_finite(&rebound)) {
        mote_dynamics_note_impulse(dynamics, mote_rebound_strength(impact, &rebound));
        mover->rigid.velocity = rebound.velocity_a;
        mover->rigid.angular_velocity = rebound.angular_velocity_a;
    }
    dynamics->report.wall_impacts += !rebound.parting;
}

static mote_impact impact_with(const mote_mover *mover, const wall *w, const beyond *found)
{
    mote_impact impact = mote_default_impact();
    impact.a = mover->rigid;
    impact.b.mass.mass = HUGE_VAL;
    impact.point = mote_dvec_scale(found->points, 1 / found->weight);
    impact.normal = w->outward;
    return impact;
}

static void bounce(mote_dynamics *dynamics, mote_mover *mover, const wall *w, const beyond *found)
{
    double before = mote_mover_energy(dynamics, mover);
    mote_dvec3 back = mote_dvec_scale(w->outward, -found->depth);
    mote_impact impact = impact_with(mover, w, found);
    impact.restitution = mote_restitution_after(&impact, dynamics->def.wall_restitution,
                                                mote_mover_work(dynamics, mover, back));
    take_rebound(dynamics, mover, &impact);
    mover->rigid.center = mote_dvec_add(mover->rigid.center, back);
    dynamics->report.impact_energy += mote_mover_energy(dynamics, mover) - before;
}

// ---------------------------------------------------------------------------------------------
// Walls on which bodies come to rest (rest.h)

// Returns false for no memory.
static bool stand_on(mote_dynamics *dynamics, mote_mover *mover, const wall *w,
                     const mote_vec3 *positions)
{
    mote_foot foot = mote_foot_begin(w->outward);
    mote_mesh_view view;
    mote_mesh_get_view(mover->mesh, &view);
    for (uint32_t i = 0; i < view.mesh_order_count; i++) {
        mote_dvec3 p = mote_vec_widen(positions[view.mesh_order[i]]);
        double depth = mote_dvec_dot(w->outward, p) - w->at;
        if (depth > 0) mote_foot_add(&foot, p, depth);
    }
    return mote_rest_add(dynamics, mover, NULL, &foot);
}

// Returns false for no memory.
static bool bounce_or_stand(mote_dynamics *dynamics, mote_mover *mover, const wall *w,
                            const beyond *found, double rest_speed)
{
    mote_impact impact = impact_with(mover, w, found);
    if (mote_impact_approach(&impact) > rest_speed) {
        double before = mote_mover_energy(dynamics, mover);
        double work = mote_rest_work(dynamics, &impact, found->depth);
        impact.restitution = mote_restitution_after(&impact, dynamics->def.wall_restitution, work);
        take_rebound(dynamics, mover, &impact);
        dynamics->report.impact_energy += mote_mover_energy(dynamics, mover) - before;
    }
    return stand_on(dynamics, mover, w, dynamics->points.data);
}

// Moves vertices along with a body that was at `before`.
static void follow(const mote_mover *mover, const mote_rigid *before, mote_vec3 *positions)
{
    mote_rotation turn =
        mote_rotation_product(mover->rigid.rotation, mote_rotation_inverse(before->rotation));
    mote_mesh_view view;
    mote_mesh_get_view(mover->mesh, &view);
    for (uint32_t i = 0; i < view.mesh_order_count; i++) {
        mote_vec3 *p = &positions[view.mesh_order[i]];
        mote_dvec3 arm = mote_dvec_sub(mote_vec_widen(*p), before->center);
        *p = mote_dvec_narrow(mote_dvec_add(mover->rigid.center, mote_rotate(turn, arm)));
    }
}

// Slows a body down until its energy is at most energy_before.
static void take_energy_back(const mote_dynamics *dynamics, mote_mover *mover)
{
    double excess = mote_mover_energy(dynamics, mover) - mover->energy_before;
    double kinetic = mote_rigid_momenta(&mover->rigid).kinetic_energy;
    if (!(excess > 0 && kinetic > 0)) return;
    double share = sqrt(fmax(1 - excess / kinetic, 0));
    mover->rigid.velocity = mote_dvec_scale(mover->rigid.velocity, share);
    mover->rigid.angular_velocity = mote_dvec_scale(mover->rigid.angular_velocity, share);
}

// Moves a body back by the depth that remains beyond the walls after it has settled. The remaining
// depth comes from the turn and is small. The move takes no more energy than the body had, so some
// depth may remain for the next steps. A body that was placed beyond a wall is moved back at any
// energy cost.
static void move_back(mote_dynamics *dynamics, mote_mover *mover, const wall walls[WALLS],
                      double little)
{
    double before = mote_mover_energy(dynamics, mover), deepest = 0;
    mote_dvec3 center = mover->rigid.center;
    for (int i = 0; i < WALLS; i++) {
        if (!may_reach(mover, &walls[i])) continue;
        double depth = look_beyond(mover, &walls[i], dynamics->points.data).depth;
        mote_dvec3 back = mote_dvec_scale(walls[i].outward, -depth);
        mover->rigid.center = mote_dvec_add(mover->rigid.center, back);
        deepest = fmax(deepest, depth);
    }
    take_energy_back(dynamics, mover);
    mote_dvec3 way = mote_dvec_sub(mover->rigid.center, center);
    double excess = mote_mover_energy(dynamics, mover) - mover->energy_before;
    double work = mote_mover_work(dynamics, mover, way);
    if (deepest <= little && excess > 0 && work > 0) {
        double share = fmax(1 - excess / work, 0);
        mover->rigid.center = mote_dvec_add(center, mote_dvec_scale(way, share));
    }
    dynamics->report.impact_energy += mote_mover_energy(dynamics, mover) - before;
}

static bool settle(mote_dynamics *dynamics, mote_mover *mover, const wall walls[WALLS], double time)
{
    mote_rigid before = mover->rigid;
    double rest_speed = mote_rest_speed(dynamics, time);
    dynamics->supports.count = 0;
    mover->energy_before = mote_mover_energy(dynamics, mover);
    for (int i = 0; i < WALLS; i++) {
        if (!may_reach(mover, &walls[i])) continue;
        beyond found = look_beyond(mover, &walls[i], dynamics->points.data);
        if (found.depth > 0 &&
            !bounce_or_stand(dynamics, mover, &walls[i], &found, mote_rest_speed(dynamics, time)))
            return false;
    }
    if (!dynamics->supports.count) return true;
    mote_rest_settle(dynamics, mover, 1, time);
    follow(mover, &before, dynamics->points.data);
    move_back(dynamics, mover, walls, 0.5 * rest_speed * time);
    mover->is_pushed = true;
    return true;
}

// ---------------------------------------------------------------------------------------------

mote_result mote_walls_bounce(mote_dynamics *dynamics, mote_mover *mover, double time)
{
    wall walls[WALLS];
    list_walls(&dynamics->def.walls, walls);
    bool near = false;
    for (int i = 0; i < WALLS; i++) near |= may_reach(mover, &walls[i]);
    if (!near) return MOTE_OK;
    mote_vec3 *positions = dynamics->points.data;
    mote_result result = mote_body_get_positions(dynamics->def.world, mover->body, positions,
                                                 dynamics->points.capacity);
    if (result != MOTE_OK) return result;
    if (mote_rest_applies(dynamics, dynamics->def.wall_restitution)) {
        if (!settle(dynamics, mover, walls, time))
            return mote_fail(MOTE_ERROR_MEMORY, "no memory for the points on which bodies rest");
        return mote_mover_place_pushed(dynamics, mover);
    }
    for (int i = 0; i < WALLS; i++) {
        if (!may_reach(mover, &walls[i])) continue;
        beyond found = look_beyond(mover, &walls[i], positions);
        if (!(found.depth > 0)) continue;
        bounce(dynamics, mover, &walls[i], &found);
        mover->is_pushed = true;
    }
    return mote_mover_place_pushed(dynamics, mover);
}
