// The walls of a box, from inside.
//
// A body meets a wall in the vertices that are beyond it: the point of impact is their mean, weighted by
// how far they are. The body is moved back until the last of them is on the wall. With Smith's responses
// its velocity is reflected and its turning left alone, as in their paper; with the others it bounces as
// off a body of infinite mass.
//
// Moving a body back against the gravity would add energy at every bounce. What it takes comes out of
// the rebound (mote_restitution_after), so that a body that falls flat always bounces to the same height.

#include "core/vec.h"
#include "dynamics/dynamics.h"
#include "dynamics/impact.h"

enum { WALLS = 6 };

typedef struct wall {
    mote_dvec3 outward;
    double at; // outward . x of its points
} wall;

// What of a body is beyond a wall.
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
    const double rounding = 1e-5; // of the floats that the body is placed with, generously
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

static void bounce(mote_dynamics *dynamics, mote_mover *mover, const wall *w, const beyond *found)
{
    double before = mote_mover_energy(dynamics, mover);
    mote_dvec3 back = mote_dvec_scale(w->outward, -found->depth);
    mote_impact impact = mote_default_impact();
    impact.a = mover->rigid;
    impact.b.mass.mass = HUGE_VAL;
    impact.point = mote_dvec_scale(found->points, 1 / found->weight);
    impact.normal = w->outward;
    impact.restitution = mote_restitution_after(&impact, dynamics->def.wall_restitution,
                                                mote_mover_work(dynamics, mover, back));
    mote_rebound rebound = mote_rebound_by(dynamics->def.response, &impact);
    if (mote_rebound_is_finite(&rebound)) {
        mote_dynamics_note_impulse(dynamics, mote_rebound_strength(&impact, &rebound));
        mover->rigid.velocity = rebound.velocity_a;
        mover->rigid.angular_velocity = rebound.angular_velocity_a;
    }
    mover->rigid.center = mote_dvec_add(mover->rigid.center, back);
    dynamics->report.impact_energy += mote_mover_energy(dynamics, mover) - before;
    dynamics->report.wall_impacts += !rebound.parting;
}

mote_result mote_walls_bounce(mote_dynamics *dynamics, mote_mover *mover)
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
    bool moved = false;
    for (int i = 0; i < WALLS; i++) {
        if (!may_reach(mover, &walls[i])) continue;
        beyond found = look_beyond(mover, &walls[i], positions);
        if (!(found.depth > 0)) continue;
        bounce(dynamics, mover, &walls[i], &found);
        moved = true;
    }
    return moved ? mote_mover_place(dynamics, mover) : MOTE_OK;
}
