// Resting contact. A single impulse per contact makes a box rock from edge to edge forever, because
// each impulse turns the box. Here all support points are solved together by projected
// Gauss-Seidel: the impulses are at least 0, and after them no point approaches. Without
// restitution the iteration minimizes the kinetic energy, which decreases with each iteration step,
// even before convergence.
//
// The same iteration on positions moves bodies out of each other. It uses the same mobilities as
// the impulses, so that a box on an edge turns about the edge and is not lifted as a whole. The
// energy spent on lifting is limited to the energy lost in the impacts of this step.

#include "dynamics/rest.h"

#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/impact.h"
#include "dynamics/rigid.h"

enum { MAX_PASSES = 64 };
static const double settled_share = 1e-7; // of the largest change of the first pass

bool mote_rest_applies(const mote_dynamics *dynamics, double restitution)
{
    const mote_dynamics_def *def = &dynamics->def;
    bool has_impulses = def->response < MOTE_RESPONSE_EXCHANGE && !def->printed_sign;
    return has_impulses && restitution < 1 && mote_dvec_length(def->gravity) > 0;
}

double mote_rest_speed(const mote_dynamics *dynamics, double time)
{
    return 2 * mote_dvec_length(dynamics->def.gravity) * time;
}

double mote_rest_work(const mote_dynamics *dynamics, const mote_impact *impact, double depth)
{
    double mobility = mote_impact_mobility(&impact->a, impact->point, impact->normal) +
                      mote_impact_mobility(&impact->b, impact->point, impact->normal);
    if (!(mobility > 0)) return 0;
    // If both bodies are movable, their displacements are inverse to their masses, and the works
    // cancel.
    int movable = isfinite(impact->b.mass.mass) - isfinite(impact->a.mass.mass);
    double along = -mote_dvec_dot(dynamics->def.gravity, impact->normal);
    return movable * along * depth / mobility;
}

// ---------------------------------------------------------------------------------------------
// Feet

mote_foot mote_foot_begin(mote_dvec3 normal)
{
    mote_dvec3 n = mote_dvec_abs(normal);
    mote_dvec3 other = n.x < n.y && n.x < n.z ? (mote_dvec3){1, 0, 0}
                       : n.y < n.z            ? (mote_dvec3){0, 1, 0}
                                              : (mote_dvec3){0, 0, 1};
    mote_dvec3 along = mote_dvec_cross(normal, other);
    mote_foot foot = {.normal = normal,
                      .along = mote_dvec_scale(along, 1 / mote_dvec_length(along))};
    foot.across = mote_dvec_cross(normal, foot.along);
    return foot;
}

void mote_foot_add(mote_foot *foot, mote_dvec3 point, double depth)
{
    static const double x[MOTE_FOOT_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const double y[MOTE_FOOT_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    double u = mote_dvec_dot(point, foot->along), v = mote_dvec_dot(point, foot->across);
    for (int k = 0; k < MOTE_FOOT_DIRECTIONS; k++) {
        double reach = x[k] * u + y[k] * v;
        if (foot->count && !(reach > foot->reach[k])) continue;
        foot->reach[k] = reach;
        foot->depth[k] = depth;
        foot->points[k] = point;
    }
    foot->count++;
}

static bool same_point(mote_dvec3 p, mote_dvec3 q)
{
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static double mobility_of(const mote_mover *mover, mote_dvec3 point, mote_dvec3 normal)
{
    if (!mover) return 0;
    mote_rigid rigid = mote_mover_rigid(mover);
    return mote_impact_mobility(&rigid, point, normal);
}

bool mote_rest_add(mote_dynamics *dynamics, mote_mover *a, mote_mover *b, const mote_foot *foot)
{
    for (int k = 0; foot->count && k < MOTE_FOOT_DIRECTIONS; k++) {
        bool known = false;
        for (int j = 0; j < k; j++) known |= same_point(foot->points[j], foot->points[k]);
        mote_support s = {.a = a,
                          .b = b,
                          .point = foot->points[k],
                          .normal = foot->normal,
                          .depth = foot->depth[k],
                          .mobility = mobility_of(a, foot->points[k], foot->normal) +
                                      mobility_of(b, foot->points[k], foot->normal)};
        if (known || !(s.mobility > 0)) continue;
        if (!mote_array_push(&dynamics->supports, &dynamics->allocator, s)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Velocities

static bool can_move(const mote_mover *mover)
{
    return mover && mote_mover_is_free(mover) && isfinite(mover->rigid.mass.mass);
}

static mote_dvec3 velocity_at(const mote_mover *mover, mote_dvec3 point)
{
    return mover ? mote_rigid_velocity_at(&mover->rigid, point) : (mote_dvec3){0, 0, 0};
}

// Adds the effect of an impulse in the point to a velocity and an angular velocity of the body, or
// to a small displacement and a small rotation.
static void add_impulse(const mote_mover *mover, mote_dvec3 point, mote_dvec3 impulse,
                        mote_dvec3 *velocity, mote_dvec3 *turning)
{
    const mote_rigid *rigid = &mover->rigid;
    mote_dvec3 lever = mote_dvec_cross(mote_dvec_sub(point, rigid->center), impulse);
    *velocity = mote_dvec_add(*velocity, mote_dvec_scale(impulse, 1 / rigid->mass.mass));
    *turning = mote_dvec_add(*turning, mote_rigid_spin_by(rigid, lever));
}

// Adds to a sum of impulses, which is clamped to at least 0. Returns the change of the sum.
static double add_clamped(double *sum, double more)
{
    double before = *sum;
    *sum = fmax(before + more, 0);
    return *sum - before;
}

// Stops the approach in one point. Returns the change of the velocity in the point.
static double stop_approach(mote_support *s)
{
    mote_dvec3 v = mote_dvec_sub(velocity_at(s->a, s->point), velocity_at(s->b, s->point));
    double impulse = add_clamped(&s->impulse, mote_dvec_dot(v, s->normal) / s->mobility);
    mote_dvec3 on_b = mote_dvec_scale(s->normal, impulse), on_a = mote_dvec_scale(on_b, -1);
    if (can_move(s->a))
        add_impulse(s->a, s->point, on_a, &s->a->rigid.velocity, &s->a->rigid.angular_velocity);
    if (can_move(s->b))
        add_impulse(s->b, s->point, on_b, &s->b->rigid.velocity, &s->b->rigid.angular_velocity);
    return fabs(impulse) * s->mobility;
}

// ---------------------------------------------------------------------------------------------
// Positions

static mote_dvec3 way_at(const mote_mover *mover, mote_dvec3 point)
{
    if (!can_move(mover)) return (mote_dvec3){0, 0, 0};
    mote_dvec3 arm = mote_dvec_sub(point, mover->rigid.center);
    return mote_dvec_add(mover->way, mote_dvec_cross(mover->turn, arm));
}

static double part(mote_support *s)
{
    mote_dvec3 parted = mote_dvec_sub(way_at(s->b, s->point), way_at(s->a, s->point));
    double left = s->depth - mote_dvec_dot(parted, s->normal);
    double push = add_clamped(&s->push, left / s->mobility);
    mote_dvec3 on_b = mote_dvec_scale(s->normal, push), on_a = mote_dvec_scale(on_b, -1);
    if (can_move(s->a)) add_impulse(s->a, s->point, on_a, &s->a->way, &s->a->turn);
    if (can_move(s->b)) add_impulse(s->b, s->point, on_b, &s->b->way, &s->b->turn);
    return fabs(push) * s->mobility;
}

static void iterate(mote_dynamics *dynamics, double (*visit)(mote_support *))
{
    double first = 0;
    for (int pass = 0; pass < MAX_PASSES; pass++) {
        double largest = 0;
        for (size_t i = 0; i < dynamics->supports.count; i++)
            largest = fmax(largest, visit(&dynamics->supports.data[i]));
        first = fmax(first, largest);
        if (!(largest > settled_share * first)) return;
    }
}

// Limits the way of each body so that it gains no more energy than it has lost, and all bodies
// together gain no more than all have lost.
static void limit_ways(const mote_dynamics *dynamics, mote_mover *movers, size_t count)
{
    double lost_in_all = 0, spent = 0;
    for (size_t i = 0; i < count; i++) {
        mote_mover *m = &movers[i];
        if (!can_move(m)) continue;
        double lost = m->energy_before - mote_mover_energy(dynamics, m);
        double work = mote_mover_work(dynamics, m, m->way);
        m->way_share = work > lost ? fmax(lost, 0) / work : 1;
        lost_in_all += lost;
        spent += fmax(work * m->way_share, 0);
    }
    double share = spent > lost_in_all ? fmax(lost_in_all, 0) / spent : 1;
    for (size_t i = 0; i < count; i++) movers[i].way_share *= share;
}

// Turns a body with constant angular momentum. Slows the rotation down if the turn has added
// rotational energy.
static void turn_by(mote_rigid *rigid, mote_dvec3 angles)
{
    mote_dvec3 momentum = mote_rigid_spin_momentum(rigid);
    double before = mote_dvec_dot(momentum, rigid->angular_velocity);
    mote_rotation turn = mote_rotation_exp(angles);
    rigid->rotation = mote_rotation_unit(mote_rotation_product(turn, rigid->rotation));
    mote_dvec3 spin = mote_rigid_spin_by(rigid, momentum);
    double after = mote_dvec_dot(momentum, spin);
    rigid->angular_velocity =
        after > before ? mote_dvec_scale(spin, sqrt(fmax(before, 0) / after)) : spin;
}

static void go_ways(mote_mover *movers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mote_mover *m = &movers[i];
        if (!can_move(m)) continue;
        mote_dvec3 way = mote_dvec_scale(m->way, m->way_share);
        turn_by(&m->rigid, mote_dvec_scale(m->turn, m->way_share));
        m->rigid.center = mote_dvec_add(m->rigid.center, way);
        m->is_pushed |= mote_dvec_length(way) > 0;
    }
}

// ---------------------------------------------------------------------------------------------
// Balance: without this, a body at rest on an edge or a corner exactly below its center would never fall

static const double balance_share = 2e-3; // of the body's reach, from the center to the edge
static const double still_share = 0.05;   // of the rest speed
static const double least_upright = 0.9;  // cosine between the normal of a support and gravity

// A foot with the axes of the horizontal plane and the upward normal.
static mote_foot horizon_of(const mote_dynamics *dynamics)
{
    mote_dvec3 gravity = dynamics->def.gravity;
    return mote_foot_begin(mote_dvec_scale(gravity, -1 / mote_dvec_length(gravity)));
}

static void add_to_stance(mote_mover *m, const mote_support *s, const mote_foot *horizon)
{
    if (!can_move(m)) return;
    mote_stance *stance = &m->stance;
    mote_dvec3 arm = mote_dvec_sub(s->point, m->rigid.center);
    double x = mote_dvec_dot(arm, horizon->along), y = mote_dvec_dot(arm, horizon->across);
    stance->count++;
    stance->leans |= mote_dvec_dot(arm, horizon->normal) > 0 ||
                     fabs(mote_dvec_dot(s->normal, horizon->normal)) < least_upright;
    stance->points = mote_dvec_add(stance->points, s->point);
    stance->xx += x * x;
    stance->xy += x * y;
    stance->yy += y * y;
}

// True if all supports are on a line right below the center; `across` is perpendicular to it.
static bool balances(const mote_mover *m, const mote_foot *horizon, mote_dvec3 *across)
{
    const mote_stance *s = &m->stance;
    if (!s->count || s->leans || !isfinite(m->reach)) return false;
    // The smaller eigenvalue of the sums of squares, and its eigenvector.
    double half = 0.5 * (s->xx - s->yy);
    double root = sqrt(half * half + s->xy * s->xy);
    double least = 0.5 * (s->xx + s->yy) - root, limit = balance_share * m->reach;
    if (!(least < limit * limit * s->count)) return false;
    double x = half > 0 ? -s->xy : root - half, y = half > 0 ? root + half : -s->xy;
    double length = sqrt(x * x + y * y);
    if (!(length > 0)) return *across = horizon->along, true;
    *across = mote_dvec_add(mote_dvec_scale(horizon->along, x / length),
                            mote_dvec_scale(horizon->across, y / length));
    return true;
}

// Turns a body about its support, towards the side to which it already leans, which lowers the
// body. No point moves further than bodies fall in a step, so that other corners do not penetrate
// the supporting body.
static void tip_over(mote_mover *m, const mote_foot *horizon, double rest_speed, double time)
{
    mote_dvec3 across;
    if (!can_move(m) || !balances(m, horizon, &across)) return;
    double speed = mote_dvec_length(m->rigid.velocity) +
                   m->reach * mote_dvec_length(m->rigid.angular_velocity);
    if (speed > still_share * rest_speed) return;
    mote_dvec3 pivot = mote_dvec_scale(m->stance.points, 1.0 / m->stance.count);
    mote_dvec3 arm = mote_dvec_sub(m->rigid.center, pivot);
    double angle = 0.25 * rest_speed * time / m->reach;
    if (mote_dvec_dot(arm, across) < 0) angle = -angle;
    mote_dvec3 angles = mote_dvec_scale(mote_dvec_cross(horizon->normal, across), angle);
    m->rigid.center = mote_dvec_add(pivot, mote_rotate(mote_rotation_exp(angles), arm));
    turn_by(&m->rigid, angles);
    m->is_pushed = true;
}

static void tip_over_all(mote_dynamics *dynamics, mote_mover *movers, size_t count, double time)
{
    const mote_foot horizon = horizon_of(dynamics);
    for (size_t i = 0; i < dynamics->supports.count; i++) {
        const mote_support *s = &dynamics->supports.data[i];
        add_to_stance(s->a, s, &horizon);
        add_to_stance(s->b, s, &horizon);
    }
    for (size_t i = 0; i < count; i++)
        tip_over(&movers[i], &horizon, mote_rest_speed(dynamics, time), time);
}

// ---------------------------------------------------------------------------------------------

static double total_energy(const mote_dynamics *dynamics, const mote_mover *movers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += mote_mover_energy(dynamics, &movers[i]);
    return sum;
}

void mote_rest_settle(mote_dynamics *dynamics, mote_mover *movers, size_t count, double time)
{
    if (!dynamics->supports.count) return;
    for (size_t i = 0; i < count; i++) {
        movers[i].way = movers[i].turn = (mote_dvec3){0, 0, 0};
        movers[i].stance = (mote_stance){0};
    }
    double before = total_energy(dynamics, movers, count);
    iterate(dynamics, stop_approach);
    iterate(dynamics, part);
    limit_ways(dynamics, movers, count);
    go_ways(movers, count);
    tip_over_all(dynamics, movers, count, time);
    dynamics->report.impact_energy += total_energy(dynamics, movers, count) - before;
    dynamics->supports.count = 0;
}
