#include "support/sweep_cases.h"

#include <math.h>
#include <string.h>

#include "core/random.h"

double *sweep_coordinate(sweep_case *c, int i)
{
    mote_dvec3 *points = i < 12 ? c->start : c->end;
    return &points[i % 12 / 3].x + i % 3;
}

void sweep_case_round(sweep_case *c)
{
    for (int i = 0; i < 24; i++) {
        double *x = sweep_coordinate(c, i);
        *x = (double)(float)*x;
        if (!isfinite(*x)) *x = 1;
    }
}

void sweep_case_narrow(const sweep_case *c, mote_vec3 start[4], mote_vec3 end[4])
{
    for (int i = 0; i < 4; i++) {
        start[i] = (mote_vec3){(float)c->start[i].x, (float)c->start[i].y, (float)c->start[i].z};
        end[i] = (mote_vec3){(float)c->end[i].x, (float)c->end[i].y, (float)c->end[i].z};
    }
}

bool sweep_case_ask(const sweep_case *c, mote_impact_time *time)
{
    return c->edges ? mote_edges_impact_double(c->start, c->end, time)
                    : mote_vertex_face_impact_double(c->start, c->end, time);
}

bool sweep_case_ask_single(const sweep_case *c, mote_impact_time *time)
{
    mote_vec3 start[4], end[4];
    sweep_case_narrow(c, start, end);
    return c->edges ? mote_edges_impact(start, end, time)
                    : mote_vertex_face_impact(start, end, time);
}

// ---------------------------------------------------------------------------------------------
// Numbers

static double integer(mote_random *random, int most)
{
    return (double)mote_random_below(random, (uint32_t)(2 * most + 1)) - most;
}

static double unit(mote_random *random)
{
    return 2 * (double)mote_random_unit(random) - 1;
}

static double wide(mote_random *random, int most)
{
    return ldexp(unit(random), (int)integer(random, most));
}

static double near_integer(mote_random *random, bool single)
{
    double value = integer(random, 2);
    uint32_t side = mote_random_below(random, 6);
    double towards = side == 0 ? 10 : side == 1 ? -10 : value;
    return single ? (double)nextafterf((float)value, (float)towards) : nextafter(value, towards);
}

static double denormal(mote_random *random)
{
    double tiny = ldexp(integer(random, 3), -149);
    uint32_t which = mote_random_below(random, 8);
    return which == 0 ? integer(random, 2) : which == 1 ? ldexp(integer(random, 2), -100) : tiny;
}

static double number(mote_random *random, sweep_kind kind, int i)
{
    switch (kind) {
    case SWEEP_RANDOM: return unit(random);
    case SWEEP_TERNARY: return integer(random, 1);
    case SWEEP_RESTING:
    case SWEEP_PLANTED: return integer(random, 3);
    case SWEEP_PLANE: return i % 3 == 2 ? 0 : integer(random, 2);
    case SWEEP_LINE: return i % 3 ? 0 : integer(random, 2);
    case SWEEP_NEAR_FLOATS: return near_integer(random, true);
    case SWEEP_NEAR_DOUBLES: return near_integer(random, false);
    case SWEEP_DOUBLES: return unit(random) + 0x1p-26 * unit(random) + 0x1p-52 * unit(random);
    case SWEEP_WIDE: return wide(random, 40);
    case SWEEP_DENORMAL: return denormal(random);
    case SWEEP_VERY_WIDE: return mote_random_below(random, 4) ? wide(random, 120) : 0;
    case SWEEP_WIDEST: return mote_random_below(random, 4) ? wide(random, 1000) : 0;
    default: return integer(random, 2);
    }
}

// ---------------------------------------------------------------------------------------------
// Motions

// Triangles with edges of 0.01 at some place, a little motion for each point, and more for all of
// one side.
static void place_in_mesh(mote_random *random, sweep_case *c, double height)
{
    const int first_side = c->edges ? 2 : 1;
    double place[3], step[3];
    for (int k = 0; k < 3; k++) {
        place[k] = unit(random);
        step[k] = 0.01 * unit(random);
    }
    for (int i = 0; i < 24; i++) {
        int point = i % 12 / 3, k = i % 3;
        double at = place[k] + 0.007 * unit(random) * (k == 2 ? height : 1);
        if (i >= 12) {
            double moves = 0.002 * unit(random) * (k == 2 ? height : 1);
            at = *sweep_coordinate(c, i - 12) + moves + (point < first_side ? step[k] : 0);
        }
        *sweep_coordinate(c, i) = (double)(float)at;
    }
}

// All points stay in a plane that moves.
static void flatten(mote_random *random, sweep_case *c)
{
    double x = integer(random, 2), y = integer(random, 2), speed = integer(random, 2);
    for (int i = 0; i < 4; i++) {
        c->start[i].z = x * c->start[i].x + y * c->start[i].y;
        c->end[i].z = x * c->end[i].x + y * c->end[i].y + speed;
    }
}

// All points stay in a plane that contains one fixed direction and one that turns.
static void turn(mote_random *random, sweep_case *c)
{
    double fixed[3], turning[2][3];
    for (int k = 0; k < 3; k++) {
        fixed[k] = integer(random, 2);
        turning[0][k] = integer(random, 2);
        turning[1][k] = integer(random, 2);
    }
    for (int i = 0; i < 4; i++) {
        double along = integer(random, 3);
        for (int t = 0; t < 2; t++) {
            double up = integer(random, 3);
            for (int k = 0; k < 3; k++)
                *sweep_coordinate(c, 12 * t + 3 * i + k) = along * turning[t][k] + up * fixed[k];
        }
    }
}

// A point that is at `target` at time t.
static void aim(mote_random *random, sweep_case *c, int point, int k, double t, double target)
{
    double speed = integer(random, 4);
    *sweep_coordinate(c, 3 * point + k) = target - t * speed;
    *sweep_coordinate(c, 12 + 3 * point + k) = target + (1 - t) * speed;
}

// They share a point at time k / 8.
static void plant(mote_random *random, sweep_case *c)
{
    double t = mote_random_below(random, 9) / 8.0;
    double u = mote_random_below(random, 5) / 4.0, v = mote_random_below(random, 5) / 4.0;
    for (int k = 0; k < 3; k++) {
        double at[4];
        for (int i = 0; i < 4; i++) {
            double from = *sweep_coordinate(c, 3 * i + k),
                   to = *sweep_coordinate(c, 12 + 3 * i + k);
            at[i] = from + t * (to - from);
        }
        if (c->edges) { // the second edge passes the point u of the first with its point v
            double target = at[0] + u * (at[1] - at[0]), along = integer(random, 2);
            aim(random, c, 2, k, t, target - v * along);
            aim(random, c, 3, k, t, target + (1 - v) * along);
        } else {
            double target = at[1] + u * (at[2] - at[1]) + v * (1 - u) * (at[3] - at[1]);
            aim(random, c, 0, k, t, target);
        }
    }
}

// Everything in planes of constant height, of which one may move to the other.
static void stack(mote_random *random, sweep_case *c)
{
    const int first_side = c->edges ? 2 : 1;
    double speed = integer(random, 1), rise = mote_random_below(random, 2) ? 0 : integer(random, 1);
    double height = mote_random_below(random, 2) ? 0 : integer(random, 1);
    for (int i = 0; i < 4; i++) {
        bool first = i < first_side;
        c->start[i].z = first ? height : 0;
        c->end[i] = c->start[i];
        if (first) c->end[i].x += speed;
        c->end[i].z += first ? rise : 0;
    }
}

// Vectors from point 0 whose determinant has a factor of (t - s)^2, where s is an eighth.
static void make_double_root(mote_random *random, sweep_case *c)
{
    double s = (1 + mote_random_below(random, 7)) / 8.0;
    double at[3][3] = {{0}}, speed[3][3] = {{0}};
    for (int i = 0; i < 2; i++) {
        speed[i][i] = integer(random, 2);
        at[i][2] = integer(random, 2);
        speed[i][2] = integer(random, 1);
    }
    for (int k = 0; k < 3; k++) speed[2][k] = integer(random, 2);
    if (mote_random_below(random, 2)) at[2][2] = integer(random, 2);
    for (int t = 0; t < 2; t++) {
        for (int k = 0; k < 3; k++) {
            double origin = integer(random, 2);
            *sweep_coordinate(c, 12 * t + k) = origin;
            for (int i = 0; i < 3; i++)
                *sweep_coordinate(c, 12 * t + 3 * (i + 1) + k) =
                    origin + at[i][k] + speed[i][k] * (t - s);
        }
    }
}

// ---------------------------------------------------------------------------------------------

sweep_case sweep_case_of_kind(sweep_kind kind, uint64_t index)
{
    mote_random random = mote_random_stream(index, 3, kind);
    sweep_case c = {.edges = mote_random_below(&random, 2)};
    for (int i = 0; i < 24; i++) *sweep_coordinate(&c, i) = number(&random, kind, i);
    uint32_t p = mote_random_below(&random, 4), q = mote_random_below(&random, 4);
    switch (kind) {
    case SWEEP_MESH: place_in_mesh(&random, &c, 1); break;
    case SWEEP_GRAZING: place_in_mesh(&random, &c, 1e-5 * mote_random_below(&random, 3)); break;
    case SWEEP_RESTING: memcpy(c.end, c.start, sizeof c.end); break;
    case SWEEP_PLANTED: plant(&random, &c); break;
    case SWEEP_STACKED: stack(&random, &c); break;
    case SWEEP_DOUBLE_ROOT: make_double_root(&random, &c); break;
    case SWEEP_FLAT: flatten(&random, &c); break;
    case SWEEP_TURNING: turn(&random, &c); break;
    case SWEEP_COINCIDENT:
        c.start[p] = c.start[q];
        if (mote_random_below(&random, 2)) c.end[p] = c.end[q];
        break;
    default: break;
    }
    return c;
}

sweep_kind sweep_case_kind(uint64_t index)
{
    static const uint8_t often[] = {
        SWEEP_RANDOM,  SWEEP_MESH,        SWEEP_MESH,       SWEEP_INTEGERS,
        SWEEP_TERNARY, SWEEP_PLANTED,     SWEEP_RESTING,    SWEEP_RANDOM,
        SWEEP_MESH,    SWEEP_INTEGERS,    SWEEP_TERNARY,    SWEEP_PLANTED,
        SWEEP_RESTING, SWEEP_DOUBLE_ROOT, SWEEP_COINCIDENT, SWEEP_NEAR_FLOATS};
    if (index % 16 < 15) return (sweep_kind)often[index % 16];
    if (index / 16 % 400 == 399) return SWEEP_WIDEST;
    static const uint8_t rare[] = {SWEEP_NEAR_FLOATS, SWEEP_STACKED,      SWEEP_GRAZING,
                                   SWEEP_TURNING,     SWEEP_FLAT,         SWEEP_PLANE,
                                   SWEEP_LINE,        SWEEP_DOUBLES,      SWEEP_WIDE,
                                   SWEEP_DENORMAL,    SWEEP_NEAR_DOUBLES, SWEEP_VERY_WIDE};
    return (sweep_kind)rare[index / 16 % (sizeof rare)];
}

sweep_case sweep_case_make(uint64_t index)
{
    return sweep_case_of_kind(sweep_case_kind(index), index);
}
