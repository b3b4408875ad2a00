// Impacts of two bodies: what they conserve, and what each response is worth.

#include <math.h>
#include <string.h>

#include "core/hash.h"
#include "core/vec.h"
#include "dynamics/impact.h"
#include "support/rigid_cases.h"
#include "support/run.h"

static mote_rebound responded(mote_response response, const mote_impact *impact)
{
    mote_rebound out;
    if (mote_respond(response, impact, &out) != MOTE_OK) fail_msg("%s", mote_last_message());
    return out;
}

// What rounding is measured by: the sums of the bodies' own momenta, which may cancel in the total.
typedef struct scales {
    double energy, momentum, angular_momentum;
} scales;

static scales scales_of(const mote_impact *impact, const mote_impact *after)
{
    const mote_rigid *all[4] = {&impact->a, &impact->b, &after->a, &after->b};
    scales sum = {0};
    for (int i = 0; i < 4; i++) {
        mote_momenta m = mote_rigid_momenta(all[i]);
        sum.energy += m.kinetic_energy;
        sum.momentum += mote_dvec_length(m.momentum);
        sum.angular_momentum += mote_dvec_length(m.angular_momentum);
    }
    return sum;
}

typedef struct worst_errors {
    double momentum, angular_momentum, energy;
} worst_errors;

static void check_conserved(mote_response response, const mote_impact *impact, worst_errors *w)
{
    mote_rebound rebound = responded(response, impact);
    assert_false(rebound.parting);
    mote_impact after = *impact;
    take_rebound(&after, &rebound);
    mote_momenta old = sum_of_momenta(&impact->a, &impact->b);
    mote_momenta new = sum_of_momenta(&after.a, &after.b);
    scales scale = scales_of(impact, &after);
    double strength = mote_rebound_strength(impact, &rebound) - mote_dvec_length(rebound.impulse);
    assert_true(fabs(strength) < 1e-12 * scale.momentum);
    double momentum = dvec_distance(old.momentum, new.momentum) / scale.momentum;
    double angular =
        dvec_distance(old.angular_momentum, new.angular_momentum) / scale.angular_momentum;
    double energy = (new.kinetic_energy - old.kinetic_energy) / scale.energy;
    w->momentum = fmax(w->momentum, momentum);
    w->angular_momentum = fmax(w->angular_momentum, angular);
    w->energy = fmax(w->energy, impact->restitution == 1 ? fabs(energy) : energy);
}

static void impacts_conserve_what_they_should(void **state)
{
    (void)state;
    const struct {
        mote_response response;
        const char *name;
    } all[] = {{MOTE_RESPONSE_SENIN, "senin"}, {MOTE_RESPONSE_GENERAL, "general"}};
    for (int r = 0; r < 2; r++) {
        worst_errors w = {0};
        for (uint64_t seed = 0; seed < test_count(10000, 10000, 1000000); seed++) {
            mote_random random = mote_random_stream(50, seed, 0);
            mote_impact impact = random_impact(&random);
            if (seed % 2) impact.restitution = random_double(&random, 0, 1);
            check_conserved(all[r].response, &impact, &w);
        }
        print_message("%s: worst relative error: momentum %.1e, angular momentum %.1e, energy "
                      "gained %.1e\n",
                      all[r].name, w.momentum, w.angular_momentum, w.energy);
        assert_true(w.momentum < 1e-6 && w.angular_momentum < 1e-6 && w.energy < 1e-6);
    }
}

// The speed with which the points of both bodies part, by that with which they met.
static double measured_restitution(const mote_impact *impact, const mote_rebound *rebound)
{
    mote_impact after = *impact;
    take_rebound(&after, rebound);
    return -mote_impact_approach(&after) / mote_impact_approach(impact);
}

static double difference_of(const mote_rebound *a, const mote_rebound *b, double length)
{
    double worst = fmax(dvec_distance(a->velocity_a, b->velocity_a),
                        dvec_distance(a->velocity_b, b->velocity_b));
    return fmax(worst, length * fmax(dvec_distance(a->angular_velocity_a, b->angular_velocity_a),
                                     dvec_distance(a->angular_velocity_b, b->angular_velocity_b)));
}

static double fastest(const mote_rebound *r, double length)
{
    const mote_rebound rest = {.parting = false};
    return difference_of(r, &rest, length);
}

static void senins_formulas_are_the_general_solution_of_rigid_bodies(void **state)
{
    (void)state;
    double worst = 0, worst_restitution = 0;
    for (uint64_t seed = 0; seed < test_count(10000, 10000, 1000000); seed++) {
        mote_random random = mote_random_stream(51, seed, 0);
        mote_impact impact = random_impact(&random);
        impact.restitution = random_double(&random, 0, 1);
        if (seed % 3 == 1) impact.b.mass.mass = HUGE_VAL;
        if (seed % 3 == 2) impact.a.mass.mass = HUGE_VAL;
        mote_rebound senin = responded(MOTE_RESPONSE_SENIN, &impact);
        mote_rebound general = responded(MOTE_RESPONSE_GENERAL, &impact);
        double length = dvec_distance(impact.point, impact.a.center);
        double scale = fastest(&senin, length) + fastest(&general, length);
        worst = fmax(worst, difference_of(&senin, &general, length) / scale);
        impact.normal = mote_dvec_scale(impact.normal, 1 / mote_dvec_length(impact.normal));
        double e = measured_restitution(&impact, &general);
        worst_restitution = fmax(worst_restitution, fabs(e - impact.restitution));
    }
    print_message("senin against general: %.1e of the velocities; restitution off by %.1e\n", worst,
                  worst_restitution);
    assert_true(worst < 1e-9);
    assert_true(worst_restitution < 1e-3); // slow approaches beside fast motions
}

// Equal balls that meet head on at +1 and -1.
static mote_impact head_on(void)
{
    mote_impact impact = mote_default_impact();
    impact.a.velocity = (mote_dvec3){1, 0, 0};
    impact.b.velocity = (mote_dvec3){-1, 0, 0};
    impact.a.center = (mote_dvec3){-1, 0, 0};
    impact.b.center = (mote_dvec3){1, 0, 0};
    return impact;
}

static void equal_balls_exchange_velocities(void **state)
{
    (void)state;
    mote_impact impact = head_on();
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) {
        mote_rebound out = responded((mote_response)r, &impact);
        assert_true(fabs(out.velocity_a.x + 1) < 1e-15 && fabs(out.velocity_b.x - 1) < 1e-15);
    }
    impact.restitution = 0;
    mote_rebound out = responded(MOTE_RESPONSE_SENIN, &impact);
    assert_true(fabs(out.velocity_a.x) < 1e-15 && fabs(out.velocity_b.x) < 1e-15);
}

// They go on into each other at three times the speed: nine times the energy from nowhere.
static void the_printed_sign_drives_bodies_into_each_other(void **state)
{
    (void)state;
    mote_impact impact = head_on();
    impact.printed_sign = true;
    mote_rebound out = responded(MOTE_RESPONSE_SENIN, &impact);
    assert_true(fabs(out.velocity_a.x - 3) < 1e-15 && fabs(out.velocity_b.x + 3) < 1e-15);
    for (uint64_t seed = 0; seed < test_count(100, 1000, 10000); seed++) {
        mote_random random = mote_random_stream(52, seed, 0);
        impact = random_impact(&random);
        impact.printed_sign = true;
        mote_rebound rebound = responded(MOTE_RESPONSE_SENIN, &impact);
        assert_true(fabs(measured_restitution(&impact, &rebound) + 3) < 1e-3);
        mote_impact after = impact;
        take_rebound(&after, &rebound);
        assert_true(sum_of_momenta(&after.a, &after.b).kinetic_energy >
                    sum_of_momenta(&impact.a, &impact.b).kinetic_energy);
    }
}

static void bodies_that_part_are_left_alone(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 1000, 10000); seed++) {
        mote_random random = mote_random_stream(53, seed, 0);
        mote_impact impact = random_impact(&random);
        impact.normal = mote_dvec_scale(impact.normal, -1);
        for (uint32_t r = 0; r <= MOTE_RESPONSE_GENERAL; r++) {
            mote_rebound out = responded((mote_response)r, &impact);
            assert_true(out.parting);
            assert_memory_equal(&out.velocity_a, &impact.a.velocity, sizeof(mote_dvec3));
            assert_memory_equal(&out.angular_velocity_b, &impact.b.angular_velocity,
                                sizeof(mote_dvec3));
        }
    }
}

// After Smith's responses centers no longer approach, whatever the bodies are.
static void smiths_responses_part_the_bodies(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(1000, 10000, 100000); seed++) {
        mote_random random = mote_random_stream(54, seed, 0);
        mote_impact impact = random_impact(&random);
        if (seed % 3 == 1) impact.b.mass.mass = HUGE_VAL;
        if (seed % 3 == 2) impact.a.mass.mass = HUGE_VAL;
        for (uint32_t r = MOTE_RESPONSE_EXCHANGE; r <= MOTE_RESPONSE_REFLECT; r++) {
            mote_rebound out = responded((mote_response)r, &impact);
            mote_impact after = impact;
            take_rebound(&after, &out);
            assert_true(responded((mote_response)r, &after).parting);
            assert_memory_equal(&out.angular_velocity_a, &impact.a.angular_velocity,
                                sizeof(mote_dvec3));
        }
    }
}

static void a_hand_sets_a_resting_body_in_motion(void **state)
{
    (void)state;
    mote_impact impact = head_on();
    impact.a.mass.mass = HUGE_VAL;
    impact.b.velocity = (mote_dvec3){0, 0, 0};
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) {
        mote_rebound out = responded((mote_response)r, &impact);
        assert_true(fabs(out.velocity_b.x - 2) < 1e-15);
        assert_true(out.velocity_a.x == 1);
    }
}

// A body that swells towards a resting one. Senin's formulas do not see it; the general solution
// does. The impulse that is missing is the share of the surface in the approach.
static void senin_ignores_the_velocity_of_the_surface(void **state)
{
    (void)state;
    print_message("surface velocity / approach of the bodies: impulse senin / general\n");
    const double shares[] = {0, 0.01, 0.1, 0.5, 1, 10};
    for (int i = 0; i < 6; i++) {
        mote_impact impact = head_on();
        impact.surface_velocity_a.x = 2 * shares[i]; // they approach at 2
        mote_rebound senin = responded(MOTE_RESPONSE_SENIN, &impact);
        mote_rebound general = responded(MOTE_RESPONSE_GENERAL, &impact);
        double ratio = senin.impulse.x / general.impulse.x;
        print_message("%6.2f: %.4f\n", shares[i], ratio);
        assert_true(fabs(ratio - 1 / (1 + shares[i])) < 1e-12);
    }
    mote_impact impact = head_on();
    impact.a.velocity = impact.b.velocity = (mote_dvec3){0, 0, 0};
    impact.surface_velocity_a.x = 1;
    assert_true(responded(MOTE_RESPONSE_SENIN, &impact).parting);
    assert_true(fabs(responded(MOTE_RESPONSE_GENERAL, &impact).impulse.x - 1) < 1e-15);
}

static void expect_refusal(const mote_impact *impact, mote_result expected, const char *message)
{
    mote_rebound out;
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) {
        assert_int_equal(mote_respond((mote_response)r, impact, &out), expected);
        if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
    }
}

#define EXPECT_REFUSAL(change, message)                                                            \
    do {                                                                                           \
        mote_impact impact = mote_default_impact();                                                \
        impact.change;                                                                             \
        expect_refusal(&impact, MOTE_ERROR_DATA, message);                                         \
    } while (0)

static void bad_impacts_are_refused_by_name(void **state)
{
    (void)state;
    EXPECT_REFUSAL(a.mass.mass = 0, "mote_respond: impact.a: mass is 0, expected above 0");
    EXPECT_REFUSAL(b.mass.mass = -2, "impact.b: mass is -2");
    EXPECT_REFUSAL(a.mass.mass = (double)NAN, "impact.a: mass");
    EXPECT_REFUSAL(b.mass.inertia.xx = 0, "impact.b: inertia: the moment");
    EXPECT_REFUSAL(b.mass.inertia.xy = 7, "impact.b: inertia: the moment");
    EXPECT_REFUSAL(a.mass.inertia.yz = (double)NAN, "impact.a: inertia is not finite");
    EXPECT_REFUSAL(a.mass.center.x = (double)NAN, "impact.a: center of mass");
    EXPECT_REFUSAL(a.center.y = HUGE_VAL, "impact.a: center");
    EXPECT_REFUSAL(b.velocity.z = (double)NAN, "impact.b: velocity");
    EXPECT_REFUSAL(b.angular_velocity.z = (double)NAN, "impact.b: angular velocity");
    EXPECT_REFUSAL(a.rotation.w = 0, "impact.a: rotation");
    EXPECT_REFUSAL(a.rotation.x = (double)NAN, "impact.a: rotation");
    EXPECT_REFUSAL(restitution = -0.5, "impact.restitution is -0.5, expected 0 to 1");
    EXPECT_REFUSAL(restitution = 1.5, "restitution is 1.5");
    EXPECT_REFUSAL(restitution = (double)NAN, "restitution");
    EXPECT_REFUSAL(normal.x = 0, "impact.normal has length 0");
    EXPECT_REFUSAL(normal.x = (double)NAN, "normal");
    EXPECT_REFUSAL(point.x = (double)NAN, "point");
    EXPECT_REFUSAL(surface_velocity_b.x = (double)NAN, "surface_velocity_b");
    mote_impact impact = {0};
    expect_refusal(&impact, MOTE_ERROR_ARGUMENT, "cookie");
    expect_refusal(NULL, MOTE_ERROR_ARGUMENT, "null");
    impact = mote_default_impact();
    mote_rebound out;
    assert_int_equal(mote_respond((mote_response)9, &impact, &out), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_response_senin(&impact, NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_response_senin(&impact, &out), MOTE_OK);
    assert_int_equal(mote_response_general(&impact, &out), MOTE_OK);
    assert_int_equal(mote_response_exchange(&impact, &out), MOTE_OK);
    assert_int_equal(mote_response_reflect(&impact, &out), MOTE_OK);
}

static void two_bodies_that_nothing_moves_stay(void **state)
{
    (void)state;
    mote_impact impact = head_on();
    impact.a.mass.mass = impact.b.mass.mass = HUGE_VAL;
    for (uint32_t r = 0; r <= MOTE_RESPONSE_REFLECT; r++) {
        mote_rebound out = responded((mote_response)r, &impact);
        assert_true(out.velocity_a.x == 1 && out.velocity_b.x == -1);
    }
}

// Two tumbling bodies that strike each other again and again. Whoever changes the arithmetic
// changes the number; no compiler, processor or instruction set may.
static void every_target_gives_the_same_bits(void **state)
{
    (void)state;
    mote_impact impact = head_on();
    impact.a.mass = (mote_mass){.mass = 3, .inertia = {1, 1.25, 2, 0.125, -0.25, 0.0625}};
    impact.b.mass = (mote_mass){.mass = 0.75, .inertia = {0.5, 0.25, 0.375, 0, 0.03125, 0.0625}};
    impact.a.angular_velocity = (mote_dvec3){0.5, -1, 0.25};
    impact.b.rotation = (mote_rotation){0.5, 0.5, 0.5, 0.5};
    for (uint32_t i = 0; i < 400; i++) {
        assert_int_equal(mote_rigid_advance(&impact.a, (mote_dvec3){0, 0, -0.5}, 0.03), MOTE_OK);
        assert_int_equal(mote_rigid_advance(&impact.b, (mote_dvec3){0, 0, -0.5}, 0.03), MOTE_OK);
        impact.point = mote_dvec_add(impact.a.center, (mote_dvec3){0.5, 0.125 * (i % 5), -0.25});
        impact.b.center = mote_dvec_add(impact.point, (mote_dvec3){0.75, -0.25, 0.125 * (i % 3)});
        impact.normal = (mote_dvec3){1, 0.25 * (i % 4), -0.5};
        if (mote_impact_approach(&impact) < 0) impact.normal = mote_dvec_scale(impact.normal, -1);
        mote_rebound rebound =
            responded(i % 2 ? MOTE_RESPONSE_SENIN : MOTE_RESPONSE_GENERAL, &impact);
        take_rebound(&impact, &rebound);
    }
    const mote_rigid last[2] = {impact.a, impact.b};
    assert_true(mote_hash_bytes(MOTE_HASH_START, last, sizeof last) == 0xbbee93d5fbfb3f35u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impacts_conserve_what_they_should),
        cmocka_unit_test(senins_formulas_are_the_general_solution_of_rigid_bodies),
        cmocka_unit_test(equal_balls_exchange_velocities),
        cmocka_unit_test(the_printed_sign_drives_bodies_into_each_other),
        cmocka_unit_test(bodies_that_part_are_left_alone),
        cmocka_unit_test(smiths_responses_part_the_bodies),
        cmocka_unit_test(a_hand_sets_a_resting_body_in_motion),
        cmocka_unit_test(senin_ignores_the_velocity_of_the_surface),
        cmocka_unit_test(bad_impacts_are_refused_by_name),
        cmocka_unit_test(two_bodies_that_nothing_moves_stay),
        cmocka_unit_test(every_target_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
