// The general solution: 15 linear equations for the velocities and angular velocities of both
// bodies after the impact and the impulse between them.
//
// Moore, Wilhelms, "Collision Detection and Response for Computer Animation", 1988, which Senin et
// al. cite for it. There is no friction: the impulse is along the normal. The velocity of the
// surfaces relative to their bodies is the same before and after the impact, and adds to the
// approach.
//
// The system is the test oracle of the short formulas and is solved unchanged, by elimination.

#include "core/vec.h"
#include "dynamics/impact.h"
#include "dynamics/rigid.h"

enum { UNKNOWNS = 15, V_A = 0, W_A = 3, V_B = 6, W_B = 9, IMPULSE = 12 };

typedef struct linear_system {
    double m[UNKNOWNS][UNKNOWNS + 1]; // the last column is the right hand side
} linear_system;

// Units in which all numbers of the system have similar magnitudes.
typedef struct units {
    double mass, length;
} units;

static units choose_units(const mote_impact *impact)
{
    double arm_a = mote_dvec_length(mote_dvec_sub(impact->point, impact->a.center));
    double arm_b = mote_dvec_length(mote_dvec_sub(impact->point, impact->b.center));
    double length =
        fmax(isfinite(impact->a.mass.mass) ? arm_a : 0, isfinite(impact->b.mass.mass) ? arm_b : 0);
    return (units){fmin(impact->a.mass.mass, impact->b.mass.mass), length > 0 ? length : 1};
}

static void set_row(double *row, int at, mote_dvec3 v)
{
    row[at] = v.x;
    row[at + 1] = v.y;
    row[at + 2] = v.z;
}

static void set_right(linear_system *s, int row, mote_dvec3 v)
{
    s->m[row][UNKNOWNS] = v.x;
    s->m[row + 1][UNKNOWNS] = v.y;
    s->m[row + 2][UNKNOWNS] = v.z;
}

// Six equations: V' - side P / m = V and w' - I^-1 (r x side P) = w. `side` is 1 for b, which gets
// P.
static void add_body(linear_system *s, int row, const mote_rigid *rigid, mote_dvec3 point, units u,
                     double side)
{
    const mote_dvec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mote_dvec3 arm = mote_dvec_sub(point, rigid->center);
    for (int i = 0; i < 3; i++) {
        mote_dvec3 pulse = mote_dvec_scale(axis[i], -side * u.mass);
        mote_dvec3 spin = mote_rigid_spin_by(rigid, mote_dvec_cross(arm, pulse));
        s->m[row + i][row + i] = 1;
        s->m[row + 3 + i][row + 3 + i] = 1;
        s->m[row + i][IMPULSE + i] = -side * u.mass / rigid->mass.mass;
        s->m[row + 3][IMPULSE + i] = spin.x * u.length;
        s->m[row + 4][IMPULSE + i] = spin.y * u.length;
        s->m[row + 5][IMPULSE + i] = spin.z * u.length;
    }
    set_right(s, row, rigid->velocity);
    set_right(s, row + 3, mote_dvec_scale(rigid->angular_velocity, u.length));
}

// Two directions perpendicular to the normal and to each other.
static void tangents(mote_dvec3 n, mote_dvec3 *t, mote_dvec3 *b)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    mote_dvec3 other = x <= y && x <= z ? (mote_dvec3){1, 0, 0}
                       : y <= z         ? (mote_dvec3){0, 1, 0}
                                        : (mote_dvec3){0, 0, 1};
    *t = mote_dvec_cross(n, other);
    *t = mote_dvec_scale(*t, 1 / mote_dvec_length(*t));
    *b = mote_dvec_cross(n, *t);
}

// Three equations: the separation velocity along the normal, and no tangential impulse.
static void add_contact(linear_system *s, const mote_impact *impact, units u, double surface,
                        double parting)
{
    mote_dvec3 n = impact->normal, t, b;
    tangents(n, &t, &b);
    mote_dvec3 lever_a = mote_dvec_cross(mote_dvec_sub(impact->point, impact->a.center), n);
    mote_dvec3 lever_b = mote_dvec_cross(mote_dvec_sub(impact->point, impact->b.center), n);
    double *row = s->m[IMPULSE];
    set_row(row, V_A, mote_dvec_scale(n, -1));
    set_row(row, W_A, mote_dvec_scale(lever_a, -1 / u.length));
    set_row(row, V_B, n);
    set_row(row, W_B, mote_dvec_scale(lever_b, 1 / u.length));
    row[UNKNOWNS] = parting + surface;
    set_row(s->m[IMPULSE + 1], IMPULSE, t);
    set_row(s->m[IMPULSE + 2], IMPULSE, b);
}

static void swap_rows(double *a, double *b)
{
    for (int k = 0; k <= UNKNOWNS; k++) {
        double kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

// Gaussian elimination with column pivoting. The system is regular unless both masses are infinite.
static void solve(linear_system *s, double x[UNKNOWNS])
{
    for (int i = 0; i < UNKNOWNS; i++) {
        int pivot = i;
        for (int k = i + 1; k < UNKNOWNS; k++)
            if (fabs(s->m[k][i]) > fabs(s->m[pivot][i])) pivot = k;
        swap_rows(s->m[i], s->m[pivot]);
        for (int k = i + 1; k < UNKNOWNS; k++) {
            double factor = s->m[k][i] / s->m[i][i];
            for (int j = i; factor != 0 && j <= UNKNOWNS; j++) s->m[k][j] -= factor * s->m[i][j];
        }
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        x[i] = s->m[i][UNKNOWNS];
        for (int j = i + 1; j < UNKNOWNS; j++) x[i] -= s->m[i][j] * x[j];
        x[i] /= s->m[i][i];
    }
}

static mote_dvec3 unknown(const double *x, int at, double scale)
{
    return (mote_dvec3){x[at] * scale, x[at + 1] * scale, x[at + 2] * scale};
}

mote_rebound mote_general_rebound(const mote_impact *impact)
{
    mote_dvec3 deforming = mote_dvec_sub(impact->surface_velocity_a, impact->surface_velocity_b);
    double surface = mote_dvec_dot(deforming, impact->normal);
    double approach = mote_impact_approach(impact) + surface;
    units u = choose_units(impact);
    if (!(approach > 0) || !isfinite(u.mass)) return mote_rebound_of_none(impact);
    linear_system s = {{{0}}};
    add_body(&s, V_A, &impact->a, impact->point, u, -1);
    add_body(&s, V_B, &impact->b, impact->point, u, 1);
    add_contact(&s, impact, u, surface, impact->restitution * approach);
    double x[UNKNOWNS];
    solve(&s, x);
    return (mote_rebound){.velocity_a = unknown(x, V_A, 1),
                          .angular_velocity_a = unknown(x, W_A, 1 / u.length),
                          .velocity_b = unknown(x, V_B, 1),
                          .angular_velocity_b = unknown(x, W_B, 1 / u.length),
                          .impulse = unknown(x, IMPULSE, u.mass)};
}
