// The collision distance of Saenghaengtham and Kanongchaiyos 2006, Eqs. 13 and 14, one rule at a
// time: mu, which pairs of particles are closer than that, and which faces are then checked. Two
// bands of triangles cross each other; a test draws their areas.

#include <float.h>
#include <math.h>
#include <string.h>

#include "papers/lbg/lbg.h"
#include "support/rest_shape.h"
#include "support/run.h"

enum { SQUARES = 23, VERTICES = 2 * (SQUARES + 1), AREA_COLUMNS = 8, AREAS = 3 };

// ---------------------------------------------------------------------------------------------
// Eq. 13

static void mu_is_the_mean_over_all_pairs_or_over_all_edges(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(9, 7);
    double sum = 0, pairs = 0;
    for (uint32_t i = 0; i < s.mesh->vertex_count; i++)
        for (uint32_t k = 0; k < i; k++, pairs++)
            sum += mote_dvec_length(mote_dvec_sub(mote_vec_widen(s.mesh->positions[i]),
                                                  mote_vec_widen(s.mesh->positions[k])));
    float all = mote_lbg_rest_distance(s.mesh, MOTE_LBG_ALL_PAIRS);
    assert_true(fabs((double)all - sum / pairs) < 1e-5 * sum / pairs);
    assert_true(mote_lbg_rest_distance(s.mesh, MOTE_LBG_MEAN_EDGE) == s.mesh->mean_edge_length);
    rest_shape_end(&s);
}

static void mu_grows_with_the_present_shape(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(9, 7);
    mote_lbg_particle particles[2] = {{.start = 3}, {.start = 40}};
    const mote_lbg_body body = {
        .shape = &s.shape, .count = 2, .particles = particles, .rest_distance = 0.5f};
    assert_true(fabsf(mote_lbg_present_distance(&body) - 0.5f) < 1e-5f);
    const mote_transform twice = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {7, 0, 0}};
    mote_shape_set_transform(&s.shape, &twice);
    assert_true(fabsf(mote_lbg_present_distance(&body) - 1) < 1e-5f);
    rest_shape_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Two bands

// Column k of the first is at x = k and y from 0 to 1, in the plane z = 0. Column k of the second is at z = k - 5.5 and y from
// -0.25 to 0.75, in the plane x = 10.5. They meet between the columns 10 and 11, and 5 and 6: area 1 of the first and 0 of
// the second.
static rest_shape band(bool second)
{
    test_mesh m = test_mesh_band(SQUARES);
    for (uint32_t v = 0; second && v < m.vertex_count; v++)
        m.positions[v] = (mote_vec3){10.5f, m.positions[v].y - 0.25f, m.positions[v].x - 5.5f};
    return rest_shape_of(&m);
}

typedef struct trial {
    rest_shape shapes[2];
    mote_lbg_body bodies[2];
    uint32_t area_of[VERTICES], first[AREAS + 1], items[VERTICES]; // of both
    mote_lbg_particle particles[2][AREAS];
    mote_vec3 at[2][AREAS];
    mote_lbg_options options;
    mote_settings settings;
    mote_budget budget;
    mote_sink sink;
    mote_frame frame;
    mote_candidate candidate;
} trial;

// Bands without particles, by the literal rules.
static void trial_begin(trial *t)
{
    memset(t, 0, sizeof *t);
    t->options = mote_literal_lbg_options();
    for (uint32_t v = 0; v < VERTICES; v++) {
        t->area_of[v] = v / 2 / AREA_COLUMNS;
        t->items[v] = v;
        t->first[t->area_of[v] + 1] = v + 1;
    }
    for (int i = 0; i < 2; i++) {
        t->shapes[i] = band(i == 1);
        t->bodies[i] = (mote_lbg_body){
            .shape = &t->shapes[i].shape,
            .view = {.area_of = t->area_of, .vertices = {t->first, t->items, AREAS}},
            .particles = t->particles[i],
            .at = t->at[i]};
    }
    t->settings = (mote_settings){.allocator = &t->shapes[0].allocator, .options = &t->options};
    t->frame = (mote_frame){.allocator = &t->shapes[0].allocator,
                            .settings = &t->settings,
                            .sinks = &t->sink,
                            .budget = &t->budget};
    t->candidate = (mote_candidate){.a = &t->shapes[0].shape,
                                    .b = &t->shapes[1].shape,
                                    .state_a = &t->bodies[0],
                                    .state_b = &t->bodies[1],
                                    .region = {{-99, -99, -99}, {99, 99, 99}},
                                    .estimate = {.distance = INFINITY}};
}

static void put_particle(trial *t, int body, uint32_t column)
{
    mote_lbg_body *b = &t->bodies[body];
    uint32_t vertex = 2 * column;
    b->particles[b->count] =
        (mote_lbg_particle){.area = t->area_of[vertex], .vertex = vertex, .start = vertex};
    b->at[b->count++] = t->shapes[body].mesh->positions[vertex];
}

static void check_and_end(trial *t)
{
    mote_precise_check check = {0};
    assert_true(mote_precise_check_reserve(&check, &t->shapes[0].allocator, 256));
    mote_lbg_check_areas(&check, &t->frame, &t->sink, &t->candidate, 0);
    mote_precise_check_release(&check, &t->shapes[0].allocator);
    mote_array_release(&t->sink.hits, &t->shapes[0].allocator);
    for (int i = 0; i < 2; i++) rest_shape_end(&t->shapes[i]);
}

// The distance of column a of the first band from column b of the second.
static float distance_of(uint32_t a, uint32_t b)
{
    float x = 10.5f - (float)a, z = (float)b - 5.5f;
    return sqrtf(x * x + z * z + 0.0625f);
}

// ---------------------------------------------------------------------------------------------
// "When the distance is shorter than mu, it can be concluded that there is high possibility of collision"

// One particle on each band; mu of both bodies.
static trial one_pair(uint32_t a, uint32_t b, float mu_a, float mu_b)
{
    trial t;
    trial_begin(&t);
    put_particle(&t, 0, a);
    put_particle(&t, 1, b);
    t.bodies[0].distance = mu_a;
    t.bodies[1].distance = mu_b;
    check_and_end(&t);
    return t;
}

static void a_collision_is_probable_below_the_larger_mu(void **state)
{
    (void)state;
    for (uint32_t a = 8; a < 16; a++) {
        for (uint32_t b = 0; b < 8; b++) {
            float distance = distance_of(a, b);
            for (int larger = 0; larger < 2; larger++) {
                for (float factor = 0.9f; factor < 1.2f; factor += 0.2f) {
                    float mu[2] = {0.01f, 0.01f};
                    mu[larger] = factor * distance;
                    trial t = one_pair(a, b, mu[0], mu[1]);
                    assert_int_equal(t.candidate.estimate.probable, factor > 1);
                    // "Then, the collision at the corresponding area is precisely checked."
                    assert_int_equal(t.sink.candidates > 0, factor > 1);
                    assert_int_equal(t.candidate.estimate.verdict == MOTE_VERDICT_TOUCH,
                                     factor > 1);
                    if (factor < 1)
                        assert_true(fabsf(t.candidate.estimate.distance - distance) < 1e-5f);
                }
            }
        }
    }
}

static void the_areas_of_the_particles_are_checked_and_no_others(void **state)
{
    (void)state;
    assert_int_equal(one_pair(8, 0, 99, 99).candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    assert_int_not_equal(one_pair(0, 0, 99, 99).candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    assert_int_not_equal(one_pair(8, 8, 99, 99).candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    assert_int_not_equal(one_pair(20, 20, 99, 99).candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
}

// ---------------------------------------------------------------------------------------------
// Pairs

// Particles in all areas; the closest are those of area 1 of the first band and of area 0 or 1 of
// the second.
static trial all_areas(uint32_t pairs, bool pursue, const uint32_t columns[3], float mu)
{
    trial t;
    trial_begin(&t);
    t.options.closest_pairs = pairs;
    t.options.pursue = pursue;
    put_particle(&t, 0, 2);
    put_particle(&t, 0, 9);
    put_particle(&t, 0, 22);
    for (int i = 0; i < 3; i++) put_particle(&t, 1, columns[i]);
    t.bodies[0].distance = t.bodies[1].distance = mu;
    check_and_end(&t);
    return t;
}

static void the_closest_pair_is_checked_first(void **state)
{
    (void)state;
    trial t = all_areas(1, false, (const uint32_t[]){5, 15, 22}, 99);
    assert_int_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    // Particles whose areas do not meet are closer: the pair that meets is the second.
    t = all_areas(1, false, (const uint32_t[]){0, 8, 22}, 99);
    assert_int_not_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    assert_true(fabsf(t.candidate.estimate.distance - distance_of(9, 8)) < 1e-5f);
    t = all_areas(2, false, (const uint32_t[]){0, 8, 22}, 99);
    assert_int_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
}

static void the_estimate_is_that_of_the_closest_pair(void **state)
{
    (void)state;
    trial t = all_areas(9, false, (const uint32_t[]){2, 15, 22}, 0);
    assert_true(fabsf(t.candidate.estimate.distance - distance_of(9, 2)) < 1e-5f);
    assert_true(t.candidate.estimate.on_a.x == 9 && t.candidate.estimate.on_b.z == -3.5f);
}

// ---------------------------------------------------------------------------------------------
// Probes (our settings)

// A particle with one sample on the first band, one without on the second, and the first areas of
// the band as one.
static trial probes(uint32_t column, uint32_t sample, uint32_t last_of_area, float mu)
{
    trial t;
    trial_begin(&t);
    t.options.pursue = true;
    for (uint32_t v = 0; v < VERTICES; v++) t.area_of[v] = v / 2 <= last_of_area ? 0 : 1;
    t.first[1] = 2 * (last_of_area + 1);
    t.first[2] = t.first[3] = VERTICES;
    put_particle(&t, 0, column);
    put_particle(&t, 1, 5);
    if (sample != MOTE_NONE) {
        t.particles[0][0].samples[0] = 2 * sample;
        t.particles[0][0].sample_count = 1;
    }
    t.bodies[0].distance = t.bodies[1].distance = mu;
    check_and_end(&t);
    return t;
}

static void probes_go_to_the_end_of_their_area_and_no_farther(void **state)
{
    (void)state;
    trial t = probes(0, MOTE_NONE, 20, 0);
    assert_true(t.candidate.estimate.distance < 0.8f); // at the crossing
    assert_true(t.sink.hops >= 10);
    // Faces can meet that far from each other, although mu is 0.
    assert_int_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
    t = probes(0, MOTE_NONE, 7, 0);
    assert_true(fabsf(t.candidate.estimate.on_a.x - 7) < 1e-5f);
    assert_int_not_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
}

static void probes_start_from_the_nearest_sample(void **state)
{
    (void)state;
    assert_true(probes(0, 9, 20, 0).sink.hops + 5 < probes(0, MOTE_NONE, 20, 0).sink.hops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mu_is_the_mean_over_all_pairs_or_over_all_edges),
        cmocka_unit_test(mu_grows_with_the_present_shape),
        cmocka_unit_test(a_collision_is_probable_below_the_larger_mu),
        cmocka_unit_test(the_areas_of_the_particles_are_checked_and_no_others),
        cmocka_unit_test(the_closest_pair_is_checked_first),
        cmocka_unit_test(the_estimate_is_that_of_the_closest_pair),
        cmocka_unit_test(probes_go_to_the_end_of_their_area_and_no_farther),
        cmocka_unit_test(probes_start_from_the_nearest_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
