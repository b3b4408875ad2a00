// The forces of Senin et al. 2003, section 3.3, one rule at a time: who attracts, who repels, how
// far, and by which law.

#include <math.h>

#include "papers/senin/senin.h"
#include "support/run.h"

enum { MAX_PARTICLES = 8 };

// Two bodies whose particles are anywhere: no surface is needed to evaluate forces.
typedef struct charges {
    mote_senin_options options;
    mote_vec3 at[2][MAX_PARTICLES];
    mote_interaction in;
} charges;

static void charges_begin(charges *c, uint32_t count_0, uint32_t count_1, float reach)
{
    *c = (charges){.options = mote_default_senin_options()};
    c->in = (mote_interaction){.options = &c->options,
                               .particles = {{count_0, NULL, c->at[0]}, {count_1, NULL, c->at[1]}},
                               .reach = reach,
                               .inverse_reach = mote_inverse_reach(reach)};
}

static mote_vec3 random_point(mote_random *random)
{
    return mote_vec_scale(mote_random_direction(random), mote_random_between(random, 0.1f, 2.5f));
}

static void charges_scatter(charges *c, mote_random *random)
{
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < c->in.particles[body].count; i++)
            c->at[body][i] = random_point(random);
}

static double distance_between(mote_vec3 a, mote_vec3 b)
{
    return mote_dvec_length(mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b)));
}

// ln(r / R_eff) of all particles of the other body within R_eff, less that of all others of its own
// body.
static double expected_potential(const charges *c, int body, uint32_t particle, mote_vec3 point)
{
    double sum = 0, reach = (double)c->in.reach;
    for (uint32_t i = 0; i < c->in.particles[1 - body].count; i++) {
        double r = distance_between(point, c->at[1 - body][i]);
        if (r < reach) sum += log(r / reach);
    }
    for (uint32_t i = 0; i < c->in.particles[body].count; i++)
        if (i != particle) sum -= log(distance_between(point, c->at[body][i]) / reach);
    return sum;
}

static void potentials_are_those_of_the_published_laws(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < test_count(200, 2000, 20000); trial++) {
        charges c;
        mote_random random = mote_random_stream(61, trial, 0);
        charges_begin(&c, 1 + (uint32_t)trial % 5, 1 + (uint32_t)trial % 7, 1.5f);
        charges_scatter(&c, &random);
        mote_force_points points;
        for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++)
            mote_force_points_set(&points, k, random_point(&random));
        for (int body = 0; body < 2; body++) {
            uint32_t particle = mote_random_below(&random, c.in.particles[body].count);
            float out[MOTE_FORCE_POINTS];
            mote_senin_potentials(&c.in, body, particle, &points, MOTE_FORCE_POINTS, out);
            for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++) {
                double expected =
                    expected_potential(&c, body, particle, mote_force_points_get(&points, k));
                assert_true(fabs((double)out[k] - expected) < 2e-4);
            }
        }
    }
}

// The force of one particle on another, one of the axes away from it.
static mote_vec3 force_of_one(bool same_body, float distance, float reach)
{
    charges c;
    charges_begin(&c, same_body ? 2 : 1, same_body ? 0 : 1, reach);
    c.at[same_body ? 0 : 1][same_body ? 1 : 0] = (mote_vec3){distance, 0, 0};
    return mote_senin_force(&c.in, 0, 0);
}

static void particles_of_two_bodies_attract_and_those_of_one_repel(void **state)
{
    (void)state;
    // 1 / r, in units of 1 / R_eff.
    assert_true(fabsf(force_of_one(false, 0.5f, 2).x - 4) < 1e-5f);
    assert_true(fabsf(force_of_one(true, 0.5f, 2).x + 4) < 1e-5f);
    // Attraction ends at R_eff, repulsion does not.
    assert_true(force_of_one(false, 2.5f, 2).x == 0);
    assert_true(force_of_one(false, 2, 2).x == 0);
    assert_true(force_of_one(false, 1.99f, 2).x > 1);
    assert_true(fabsf(force_of_one(true, 4, 2).x + 0.5f) < 1e-5f);
}

static void forces_are_the_slope_of_the_potential(void **state)
{
    (void)state;
    const float h = 0x1p-7f;
    for (uint64_t trial = 0; trial < test_count(100, 500, 5000); trial++) {
        charges c;
        mote_random random = mote_random_stream(62, trial, 0);
        charges_begin(&c, 3, 4, 9); // far beyond all particles, so that there is no edge
        charges_scatter(&c, &random);
        mote_vec3 force = mote_senin_force(&c.in, 0, 1), at = c.at[0][1];
        bool is_close = false;
        for (int i = 0; i < 7; i++) {
            mote_vec3 other = i < 3 ? c.at[0][i] : c.at[1][i - 3];
            is_close |= i != 1 && distance_between(other, at) < 0.3;
        }
        if (is_close) continue; // where the slope changes within a step
        mote_force_points points = {{0}, {0}, {0}};
        for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++) mote_force_points_set(&points, k, at);
        points.x[0] -= h;
        points.x[1] += h;
        points.z[2] -= h;
        points.z[3] += h;
        float out[MOTE_FORCE_POINTS];
        mote_senin_potentials(&c.in, 0, 1, &points, 4, out);
        // A particle is pulled to where the potential is lower.
        double x = (double)(out[0] - out[1]) / (2 * (double)h) * (double)c.in.reach;
        double z = (double)(out[2] - out[3]) / (2 * (double)h) * (double)c.in.reach;
        double size = 1 + mote_dvec_length(mote_vec_widen(force));
        assert_true(fabs(x - (double)force.x) < 0.03 * size);
        assert_true(fabs(z - (double)force.z) < 0.03 * size);
    }
}

// ---------------------------------------------------------------------------------------------
// Laws of the caller: "Repulsive and attractive laws can also be different for different types of particles"

static float times_distance(void *context, float distance, float reach)
{
    (void)reach;
    return *(const float *)context * distance;
}

static void each_body_has_its_own_laws(void **state)
{
    (void)state;
    static float factors[4] = {1, 10, 100, 1000};
    charges c;
    charges_begin(&c, 2, 2, 1);
    for (int body = 0; body < 2; body++) {
        c.options.attraction[body] = (mote_particle_law){times_distance, &factors[body]};
        c.options.repulsion[body] = (mote_particle_law){times_distance, &factors[2 + body]};
    }
    c.at[0][1] = (mote_vec3){0, 3, 0};
    c.at[1][0] = (mote_vec3){2, 0, 0};
    c.at[1][1] = (mote_vec3){0, 0, 5};
    mote_force_points points = {{0}, {0}, {0}};
    float out[MOTE_FORCE_POINTS];
    mote_senin_potentials(&c.in, 0, 0, &points, 1, out);
    assert_true(fabsf(out[0] - (2 + 5 + 100 * 3)) < 1e-3f);
    mote_senin_potentials(&c.in, 1, 0, &points, 1, out);
    assert_true(fabsf(out[0] - (10 * 3 + 1000 * 5)) < 1e-2f);
}

// ---------------------------------------------------------------------------------------------
// The cache of distant particles (section 3.5)

// Near points have the same differences of potential with the cache as without.
static void expect_like_without_cache(charges *c, mote_influence_cache *cache)
{
    for (int body = 0; body < 2; body++) {
        for (uint32_t i = 0; i < c->in.particles[body].count; i++) {
            mote_force_points points;
            mote_vec3 at = c->at[body][i];
            for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++) mote_force_points_set(&points, k, at);
            points.x[1] += 0.01f;
            points.y[2] -= 0.01f;
            points.z[3] += 0.01f;
            float with[MOTE_FORCE_POINTS], without[MOTE_FORCE_POINTS];
            c->in.cache = cache;
            mote_senin_potentials(&c->in, body, i, &points, 4, with);
            c->in.cache = NULL;
            mote_senin_potentials(&c->in, body, i, &points, 4, without);
            for (int k = 1; k < 4; k++)
                assert_true(fabsf((with[k] - with[0]) - (without[k] - without[0])) < 4e-4f);
        }
    }
    c->in.cache = cache;
}

static void the_cache_keeps_the_force_of_distant_particles(void **state)
{
    (void)state;
    const mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    mote_influence_cache cache = {0};
    assert_true(mote_influence_cache_reserve(&cache, &allocator, 2 * MAX_PARTICLES));
    for (uint64_t trial = 0; trial < test_count(20, 100, 1000); trial++) {
        charges c;
        mote_random random = mote_random_stream(63, trial, 0);
        charges_begin(&c, 4, 5, 9);
        c.options.cache_distance = 0.1f;
        charges_scatter(&c, &random);
        c.in.cache = &cache;
        mote_influence_cache_fill(&c.in);
        expect_like_without_cache(&c, &cache);
        // A particle that has moved far has its influence evaluated again.
        c.at[0][2] = random_point(&random);
        mote_influence_cache_follow(&c.in, 0, 2);
        const mote_distant_influence *renewed = &cache.influences[2];
        assert_true(distance_between(renewed->at, c.at[0][2]) <= 0.1 * 9 / 8 + 1e-6);
    }
    mote_influence_cache_release(&cache, &allocator);
}

static void near_particles_are_evaluated_each_time(void **state)
{
    (void)state;
    const mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    mote_influence_cache cache = {0};
    assert_true(mote_influence_cache_reserve(&cache, &allocator, 4));
    charges c;
    charges_begin(&c, 1, 2, 9);
    c.options.cache_distance = 0.5f;
    c.at[1][0] = (mote_vec3){1, 0, 0}; // near
    c.at[1][1] = (mote_vec3){8, 0, 0}; // distant
    c.in.cache = &cache;
    mote_influence_cache_fill(&c.in);
    assert_int_equal(cache.influences[0].near_count[0], 1);
    mote_force_points points = {{0}, {0}, {0}};
    float before[MOTE_FORCE_POINTS], moved[MOTE_FORCE_POINTS];
    mote_senin_potentials(&c.in, 0, 0, &points, 1, before);
    c.at[1][1] = (mote_vec3){2, 0, 0}; // not seen
    mote_senin_potentials(&c.in, 0, 0, &points, 1, moved);
    assert_true(moved[0] == before[0]);
    c.at[1][0] = (mote_vec3){0.5f, 0, 0}; // seen
    mote_senin_potentials(&c.in, 0, 0, &points, 1, moved);
    assert_true(fabsf(moved[0] - (before[0] - 0.6931472f)) < 1e-4f);
    mote_influence_cache_release(&cache, &allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(potentials_are_those_of_the_published_laws),
        cmocka_unit_test(particles_of_two_bodies_attract_and_those_of_one_repel),
        cmocka_unit_test(forces_are_the_slope_of_the_potential),
        cmocka_unit_test(each_body_has_its_own_laws),
        cmocka_unit_test(the_cache_keeps_the_force_of_distant_particles),
        cmocka_unit_test(near_particles_are_evaluated_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
