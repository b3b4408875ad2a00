#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/sweep_oracle.h"
#include "support/triangle_cases.h"

// ---------------------------------------------------------------------------------------------
// Cases that kernels find hard

enum { KINDS = 14 };

static double *coordinates(sweep_case *c, int i)
{
    mote_dvec3 *points = i < 12 ? c->start : c->end;
    return &points[i % 12 / 3].x + i % 3;
}

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

static double number(mote_random *random, uint32_t kind, int i)
{
    switch (kind) {
    case 0: return unit(random);
    case 1: return integer(random, 2);
    case 2: return integer(random, 1);
    case 3: return i % 3 == 2 ? 0 : integer(random, 2); // in one plane
    case 4: return i % 3 ? 0 : integer(random, 2);      // on one line
    case 5: return near_integer(random, true);
    case 6: return near_integer(random, false);
    case 7: return wide(random, 40);
    case 8: return mote_random_below(random, 4) ? wide(random, 120) : 0;
    case 9: return mote_random_below(random, 4) ? wide(random, 1000) : 0;
    default: return integer(random, 3);
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

// A vertex that is on the face at time k / 8.
static void plant(mote_random *random, sweep_case *c)
{
    double t = mote_random_below(random, 9) / 8.0;
    double u = mote_random_below(random, 5) / 4.0, v = mote_random_below(random, 5) / 4.0 * (1 - u);
    for (int k = 0; k < 3; k++) {
        double at[4];
        for (int i = 0; i < 4; i++) {
            double from = (&c->start[i].x)[k], to = (&c->end[i].x)[k];
            at[i] = from + t * (to - from);
        }
        double target = at[1] + u * (at[2] - at[1]) + v * (at[3] - at[1]);
        double speed = integer(random, 4);
        (&c->start[0].x)[k] = target - t * speed;
        (&c->end[0].x)[k] = target + (1 - t) * speed;
    }
}

static sweep_case make_case(uint64_t index)
{
    mote_random random = mote_random_stream(index, 3, 0);
    uint32_t kind = (uint32_t)(index % KINDS);
    if (kind == 9 && index / KINDS % 16 > 1)
        kind = 7; // takes a hundred times as long as the others
    sweep_case c = {.edges = index / KINDS % 2};
    for (int i = 0; i < 24; i++) *coordinates(&c, i) = number(&random, kind, i);
    if (kind == 10) memcpy(c.end, c.start, sizeof c.end); // nothing moves
    if (kind == 11) flatten(&random, &c);
    if (kind == 12) plant(&random, &c);
    if (kind == 13) { // two points in one place, at the start or all the time
        uint32_t p = mote_random_below(&random, 4), q = mote_random_below(&random, 4);
        c.start[p] = c.start[q];
        if (index / KINDS % 4 < 2) c.end[p] = c.end[q];
    }
    return c;
}

static bool ask(const sweep_case *c, mote_impact_time *time)
{
    return c->edges ? mote_edges_impact_double(c->start, c->end, time)
                    : mote_vertex_face_impact_double(c->start, c->end, time);
}

// ---------------------------------------------------------------------------------------------

static void answers_are_those_of_rational_arithmetic(void **state)
{
    (void)state;
    size_t meetings = 0, count = test_count(280, 2800, 2800000);
    for (uint64_t i = 0; i < count; i++) {
        sweep_case c = make_case(i);
        mote_impact_time time;
        bool holds, meet = ask(&c, &time);
        if (sweep_oracle(&c, meet ? &time : NULL, &holds) != meet || (meet && !holds))
            fail_msg("case %llu: %s", (unsigned long long)i, meet ? "wrong time" : "wrong answer");
        meetings += meet;
        if (!meet) continue;
        assert_true(time.low >= 0 && time.low <= time.high && time.high <= 1);
        assert_true(time.high - time.low <= 0x1p-40);
    }
    assert_true(meetings > count / 10 && meetings < count / 10 * 9);
}

static void single_and_double_agree_in_every_float_mode(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(280, 2800, 140000); i++) {
        sweep_case c = make_case(i);
        mote_vec3 start[4], end[4];
        for (int k = 0; k < 24; k++) *coordinates(&c, k) = (double)(float)*coordinates(&c, k);
        for (int k = 0; k < 4; k++) {
            start[k] = (mote_vec3){(float)c.start[k].x, (float)c.start[k].y, (float)c.start[k].z};
            end[k] = (mote_vec3){(float)c.end[k].x, (float)c.end[k].y, (float)c.end[k].z};
        }
        mote_impact_time expected = {0, 0}, time = {0, 0};
        bool meet = ask(&c, &expected);
        set_float_mode((unsigned)(i % FLOAT_MODES));
        bool single = c.edges ? mote_edges_impact(start, end, &time)
                              : mote_vertex_face_impact(start, end, &time);
        set_float_mode(0);
        assert_int_equal(single, meet);
        assert_memory_equal(&time, &expected, sizeof time);
    }
}

static void swap(mote_dvec3 *a, mote_dvec3 *b)
{
    mote_dvec3 other = *a;
    *a = *b;
    *b = other;
}

static void change(sweep_case *c, uint64_t how)
{
    mote_dvec3 before[4];
    switch (how % 5) {
    case 0: // time runs backwards
        memcpy(before, c->start, sizeof before);
        memcpy(c->start, c->end, sizeof before);
        memcpy(c->end, before, sizeof before);
        break;
    case 1:
        swap(&c->start[2], &c->start[3]);
        swap(&c->end[2], &c->end[3]);
        break;
    case 2: // the edges change places; the face turns
        for (int i = 0; i < 2; i++) {
            mote_dvec3 *p = i ? c->end : c->start;
            swap(&p[c->edges ? 0 : 1], &p[2]);
            swap(&p[c->edges ? 1 : 2], &p[3]);
        }
        break;
    case 3: // axes
        for (int i = 0; i < 8; i++) {
            mote_dvec3 *p = i < 4 ? &c->start[i] : &c->end[i - 4];
            *p = (mote_dvec3){p->y, -p->z, p->x};
        }
        break;
    default: // one axis is scaled
        for (int i = 0; i < 24; i++)
            if (i % 3 == 1) *coordinates(c, i) *= 0x1p-12;
    }
}

static void symmetric_cases_have_the_same_answer(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(280, 2800, 280000); i++) {
        sweep_case c = make_case(i);
        if (i % KINDS == 9) continue; // scaling would lose bits
        mote_impact_time before = {0, 0}, after = {0, 0};
        bool meet = ask(&c, &before);
        change(&c, i / 7);
        assert_int_equal(ask(&c, &after), meet);
        if (i / 7 % 5) assert_memory_equal(&before, &after, sizeof before);
    }
}

static void what_is_not_finite_meets_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        sweep_case c = {.edges = i % 2};
        assert_true(ask(&c, NULL)); // all points are the same
        *coordinates(&c, i) = i % 3 ? (double)INFINITY : (double)NAN;
        assert_false(ask(&c, NULL));
    }
}

// Longer numbers than those of any other case: all exponents of doubles at once. Debug builds and sanitizers notice if they have no room.
static void the_longest_numbers_have_room(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_count(10, 50, 2000); i++) {
        mote_random random = mote_random_stream(i, 4, 0);
        sweep_case c = {.edges = i % 2};
        for (int k = 0; k < 24; k++) {
            double sign = mote_random_below(&random, 2) ? 1 : -1;
            double size = mote_random_below(&random, 2) ? 0x1.fffffffffffffp1020 : 0x1p-1074;
            *coordinates(&c, k) = sign * size * (mote_random_below(&random, 3) ? 1 : 0.75);
        }
        mote_impact_time time;
        ask(&c, &time);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_rational_arithmetic),
        cmocka_unit_test(single_and_double_agree_in_every_float_mode),
        cmocka_unit_test(symmetric_cases_have_the_same_answer),
        cmocka_unit_test(what_is_not_finite_meets_nothing),
        cmocka_unit_test(the_longest_numbers_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
