// LABELS threads

#define _POSIX_C_SOURCE 200809L

// The collision query of Senin et al. 2003, section 3.5, one rule at a time: R_eff and N_max of two
// bodies, the tolerance, coherence between queries, and the settings that follow the paper to the
// letter.

#include <math.h>
#include <mote/papers.h>
#include <time.h>

#include "papers/senin/senin.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/rest_shape.h"
#include "support/run.h"
#include "support/stage.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------
// Of two bodies

// A body whose box is promised to have these sides.
static rest_shape sized(mote_vec3 size)
{
    rest_shape s = rest_shape_torus(4, 4);
    const mote_box box = {{0, 0, 0}, size};
    mote_shape_set_bounds(&s.shape, &box);
    return s;
}

// R_eff "should be approximately equal to the linear dimensions of the model"; of two the larger.
static void the_reach_is_the_longest_side_of_the_larger_body(void **state)
{
    (void)state;
    const mote_vec3 sizes[][2] = {
        {{1, 2, 3}, {1, 1, 1}}, {{1, 1, 1}, {1, 7, 2}}, {{5, 1, 1}, {4, 4, 4}}};
    const float longest[] = {3, 7, 5};
    for (int i = 0; i < 3; i++) {
        rest_shape a = sized(sizes[i][0]), b = sized(sizes[i][1]);
        const mote_candidate candidate = {.a = &a.shape, .b = &b.shape};
        mote_senin_options o = mote_literal_senin_options();
        assert_true(fabsf(mote_senin_reach(&o, &candidate) - longest[i]) < 1e-4f);
        o.reach_part = 0.25f;
        assert_true(fabsf(mote_senin_reach(&o, &candidate) - 0.25f * longest[i]) < 1e-4f);
        o.reach = 11;
        assert_true(mote_senin_reach(&o, &candidate) == 11);
        rest_shape_end(&a);
        rest_shape_end(&b);
    }
}

static uint32_t max_steps_of(uint32_t route_a, uint32_t route_b, uint32_t given)
{
    rest_shape a = sized((mote_vec3){1, 1, 1}), b = sized((mote_vec3){1, 1, 1});
    mote_senin_options options = mote_default_senin_options();
    options.max_steps = given;
    const mote_settings settings = {.allocator = &a.allocator, .options = &options};
    mote_senin_body bodies[2] = {{.particles = 5, .longest_route = route_a},
                                 {.particles = 5, .longest_route = route_b}};
    static union {
        mote_senin_pair pair;
        unsigned char bytes[4096];
    } memory;
    mote_candidate candidate = {.a = &a.shape,
                                .b = &b.shape,
                                .state_a = &bodies[0],
                                .state_b = &bodies[1],
                                .pair_state = &memory.pair};
    mote_senin_worker worker = {0};
    assert_true(mote_senin_worker_reserve(&worker, &a.allocator, &options));
    mote_senin_query query;
    mote_senin_query_begin(&query, &worker, &settings, NULL, &candidate);
    mote_senin_worker_release(&worker, &a.allocator);
    rest_shape_end(&a);
    rest_shape_end(&b);
    return query.max_steps;
}

static void n_max_is_the_longer_route_unless_it_is_given(void **state)
{
    (void)state;
    assert_int_equal(max_steps_of(3, 8, 0), 8);
    assert_int_equal(max_steps_of(8, 3, 0), 8);
    assert_int_equal(max_steps_of(8, 3, 5), 5);
}

// ---------------------------------------------------------------------------------------------
// Worlds of two spheres along a diagonal: their boxes overlap, they do not

static mote_world_def senin_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_SENIN;
    def.contacts = false;
    return def;
}

// Spheres of radius 1 times `scale`, apart by `gap` times `scale`.
static mote_report show_spheres(stage *s, float gap, float scale)
{
    float off = (2 + gap) * 0.57735027f * scale;
    stage_place(s, 0, placed(scale, moved_by((mote_vec3){0, 0, 0})));
    stage_place(s, 1, placed(scale, moved_by((mote_vec3){off, off, off})));
    return detected(s->world);
}

static void spheres_begin(stage *s, const mote_world_def *def)
{
    stage_begin(s, def);
    stage_add(s, "sphere-528");
    stage_add(s, "sphere-528");
}

// "If the distance between these closest particles is less than some tolerance distance, the exact
// test should be performed"
static void the_exact_test_waits_for_the_tolerance(void **state)
{
    (void)state;
    const double tolerances[] = {0.01, 10};
    for (int i = 0; i < 2; i++) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.tolerance", tolerances[i]);
        set_option(&def, "senin.neighborhood", 1000);
        set_option(&def, "senin.faces", 4096);
        spheres_begin(&s, &def);
        mote_report report = show_spheres(&s, 0.3f, 1);
        assert_int_equal(report.estimate_count, 1);
        assert_int_equal(report.estimates[0].probable, i == 1);
        assert_true(report.estimates[0].distance > 0.01f);
        assert_int_equal(report.estimates[0].verdict, MOTE_VERDICT_UNDECIDED);
        stage_end(&s);
    }
}

// The tolerance is the sum of both radii: the size of the faces at the particles, times the option.
static void without_a_tolerance_the_neighborhoods_must_meet(void **state)
{
    (void)state;
    for (int scale = 1; scale <= 64; scale *= 8) {
        for (int reaches = 0; reaches < 2; reaches++) {
            stage s;
            mote_world_def def = senin_def();
            set_option(&def, "senin.neighborhood", reaches ? 4 : 0.2);
            spheres_begin(&s, &def);
            mote_report report = show_spheres(&s, 0.3f, (float)scale);
            assert_int_equal(report.estimates[0].probable, reaches);
            stage_end(&s);
        }
    }
}

static void the_estimate_is_the_distance_of_the_closest_particles(void **state)
{
    (void)state;
    for (int scale = 1; scale <= 64; scale *= 8) {
        stage s;
        mote_world_def def = senin_def();
        spheres_begin(&s, &def);
        for (int i = 0; i < 3; i++) show_spheres(&s, 0.3f, (float)scale);
        float distance = show_spheres(&s, 0.3f, (float)scale).estimates[0].distance / (float)scale;
        assert_true(distance > 0.3f && distance < 0.45f);
        stage_end(&s);
    }
}

// "Collision query of every next simulation step can be performed very fast, if the positional
// relationship changes slowly"
static void particles_keep_their_places_unless_a_cold_start_is_asked_for(void **state)
{
    (void)state;
    for (int cold = 0; cold < 2; cold++) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.cold_start", cold);
        set_option(&def, "senin.min_moving", 1);
        set_option(&def, "senin.pursue", 0);
        spheres_begin(&s, &def);
        uint64_t first = show_spheres(&s, 0.3f, 1).stats.hops, later = 0;
        for (int i = 0; i < 5; i++) later += show_spheres(&s, 0.3f, 1).stats.hops;
        assert_true(first > 5);
        if (cold)
            assert_true(later > 3 * first);
        else
            assert_int_equal(later, 0);
        stage_end(&s);
    }
}

static void the_limit_of_faces_is_kept(void **state)
{
    (void)state;
    uint64_t before = 0;
    for (int faces = 1; faces <= 64; faces *= 8) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.faces", faces);
        set_option(&def, "senin.closest_pairs", 1);
        spheres_begin(&s, &def);
        uint64_t tested = show_spheres(&s, -0.2f, 1).stats.candidates;
        assert_true(tested <= (uint64_t)faces * (uint64_t)faces);
        assert_true(faces == 1 || tested > before);
        before = tested;
        stage_end(&s);
    }
}

static void several_pairs_are_tested_if_they_are_asked_for(void **state)
{
    (void)state;
    uint64_t tested[2];
    for (int i = 0; i < 2; i++) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.closest_pairs", i ? 12 : 1);
        set_option(&def, "senin.particles", 12);
        set_option(&def, "senin.neighborhood", 1);
        set_option(&def, "senin.pursue", 0);
        set_option(&def, "senin.tolerance", 10);
        spheres_begin(&s, &def);
        tested[i] = show_spheres(&s, -0.9f, 1).stats.candidates;
        stage_end(&s);
    }
    assert_true(tested[1] > tested[0]);
}

static void pursuit_brings_the_closest_pair_together(void **state)
{
    (void)state;
    float distances[2];
    for (int pursue = 0; pursue < 2; pursue++) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.reach", 1e-3); // no attraction: particles stay where they start
        set_option(&def, "senin.pursue", pursue);
        spheres_begin(&s, &def);
        distances[pursue] = show_spheres(&s, 0.3f, 1).estimates[0].distance;
        stage_end(&s);
    }
    assert_true(distances[1] > 0.3f && distances[1] < 0.45f);
    assert_true(distances[0] > 0.5f);
}

// "Tracking separation between models", also where boxes do not overlap.
static void bodies_apart_are_tracked_but_not_tested(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = senin_def();
    set_option(&def, "senin.while_apart", 1);
    set_option(&def, "senin.tolerance", 1000);
    spheres_begin(&s, &def);
    mote_report report = show_spheres(&s, 5, 1);
    assert_int_equal(report.estimate_count, 1);
    assert_int_equal(report.estimates[0].verdict, MOTE_VERDICT_APART);
    assert_false(report.estimates[0].probable);
    assert_int_equal(report.stats.candidates, 0);
    stage_end(&s);
}

// With one set of particles per body all bodies are relaxed together, and pairs of them not once
// more.
static void one_set_of_particles_comes_to_rest(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = senin_def();
    set_option(&def, "senin.one_set", 1);
    set_option(&def, "senin.min_moving", 1);
    set_option(&def, "senin.pursue", 0);
    spheres_begin(&s, &def);
    stage_add(&s, "sphere-528");
    stage_place(&s, 2, placed(1, moved_by((mote_vec3){-1.1f, 1.3f, 0.2f})));
    for (int i = 0; i < 10; i++) show_spheres(&s, 0.1f, 1);
    assert_int_equal(show_spheres(&s, 0.1f, 1).stats.hops, 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// A thread of their own (section 4)

// The hops of each step, found with one step per frame.
static void hops_step_by_step(uint64_t *hops, uint32_t steps)
{
    stage s;
    mote_world_def def = senin_def();
    set_option(&def, "senin.particles", 24);
    set_option(&def, "senin.min_moving", 1);
    set_option(&def, "senin.pursue", 0);
    set_option(&def, "senin.max_steps", 1);
    spheres_begin(&s, &def);
    for (uint32_t i = 0; i < steps; i++) hops[i] = show_spheres(&s, 0.3f, 1).stats.hops;
    stage_end(&s);
}

// Two frames of `steps` steps each, with time for the thread in between: the hops that the second
// reports.
static uint64_t hops_with_thread(uint32_t steps, long wait_in_milliseconds)
{
    stage s;
    mote_world_def def = senin_def();
    set_option(&def, "senin.particles", 24);
    set_option(&def, "senin.min_moving", 1);
    set_option(&def, "senin.pursue", 0);
    set_option(&def, "senin.max_steps", steps);
    set_option(&def, "senin.own_thread", 1);
    spheres_begin(&s, &def);
    show_spheres(&s, 0.3f, 1);
    nanosleep(&(struct timespec){0, wait_in_milliseconds * 1000000}, NULL);
    uint64_t hops = show_spheres(&s, 0.3f, 1).stats.hops;
    stage_end(&s);
    return hops;
}

// The thread goes on where the query has ended, and the next query follows with one step. How long
// the thread takes to start is not known: a wait that was too short is doubled.
static void the_thread_goes_on_where_the_query_ended(void **state)
{
    (void)state;
    enum { STEPS = 2 };
    uint64_t hops[2 * STEPS + 1], expected = 0;
    hops_step_by_step(hops, 2 * STEPS + 1);
    for (int i = STEPS; i < 2 * STEPS + 1; i++) expected += hops[i];
    assert_true(hops[STEPS] > 0 && hops[2 * STEPS] > 0 && hops[STEPS] != hops[2 * STEPS]);
    bool is_equal = false;
    for (long wait = 1; wait < 900 && !is_equal; wait *= 2)
        is_equal = hops_with_thread(STEPS, wait) == expected;
    assert_true(is_equal);
}

// ---------------------------------------------------------------------------------------------
// Several bodies with one set each (section 6)

typedef struct crowd {
    rest_shape shapes[3];
    mote_senin_body bodies[3];
    mote_site sites[3][5];
    mote_candidate candidates[2]; // the first body with each of the others
    mote_senin_options options;
    mote_settings settings;
    mote_sink sink;
    mote_frame frame;
    mote_senin_sets sets;
} crowd;

// Bodies with boxes of these sides and routes of these lengths.
static void crowd_begin(crowd *c, const float sides[3], const uint32_t routes[3])
{
    *c = (crowd){.options = mote_literal_senin_options()};
    c->options.one_set = true;
    for (int i = 0; i < 3; i++) {
        c->shapes[i] = sized((mote_vec3){sides[i], 0.5f, 0.5f});
        c->bodies[i] = (mote_senin_body){
            .particles = 5, .longest_route = routes[i], .sites = c->sites[i], .set = MOTE_NONE};
    }
    for (uint32_t i = 0; i < 2; i++)
        c->candidates[i] = (mote_candidate){.a = &c->shapes[0].shape,
                                            .b = &c->shapes[1 + i].shape,
                                            .index_b = 1 + i,
                                            .state_a = &c->bodies[0],
                                            .state_b = &c->bodies[1 + i]};
    c->settings = (mote_settings){.allocator = &c->shapes[0].allocator, .options = &c->options};
    c->frame = (mote_frame){.allocator = &c->shapes[0].allocator,
                            .settings = &c->settings,
                            .number = 1,
                            .sinks = &c->sink};
    assert_true(mote_senin_sets_relax(&c->sets, &c->frame, c->candidates, 2));
}

static void crowd_end(crowd *c)
{
    mote_senin_sets_release(&c->sets, &c->shapes[0].allocator);
    for (int i = 0; i < 3; i++) rest_shape_end(&c->shapes[i]);
}

static void the_reach_of_a_set_is_the_largest_of_its_pairs(void **state)
{
    (void)state;
    const float sides[2][3] = {{1, 5, 2}, {1, 2, 5}};
    for (int i = 0; i < 2; i++) {
        crowd c;
        crowd_begin(&c, sides[i], (const uint32_t[]){3, 3, 3});
        assert_int_equal(c.sets.sets.count, 3);
        assert_true(fabsf(c.sets.sets.data[c.bodies[0].set].reach - 5) < 1e-5f);
        assert_true(fabsf(c.sets.sets.data[c.bodies[1].set].reach - sides[i][1]) < 1e-5f);
        assert_true(fabsf(c.sets.sets.data[c.bodies[2].set].reach - sides[i][2]) < 1e-5f);
        crowd_end(&c);
    }
}

static void n_max_of_sets_is_the_largest_of_all_bodies(void **state)
{
    (void)state;
    for (int longest = 0; longest < 3; longest++) {
        uint32_t routes[3] = {0, 0, 0};
        routes[longest] = 9;
        crowd c;
        crowd_begin(&c, (const float[]){9, 9, 9}, routes);
        assert_true(c.sink.hops > 0);
        crowd_end(&c);
    }
}

// ---------------------------------------------------------------------------------------------
// Settings

static void the_literal_settings_are_those_of_the_paper(void **state)
{
    (void)state;
    mote_senin_options o = mote_literal_senin_options();
    assert_true(o.reach_part == 1);   // 3.3: approximately the linear dimensions
    assert_true(o.neighborhood == 1); // 3.4: the sizes of the faces at the particle
    assert_int_equal(o.closest_pairs, 1);
    assert_false(o.pursue); // forces alone move particles
    assert_true(o.while_apart);
    assert_false(o.one_set || o.cold_start || o.own_thread);
    assert_int_equal(o.min_moving, 0);
    assert_int_equal(o.max_steps, 0);
}

// "the number of particles should be twice as much as number of convex parts of the model"
static void convex_parts_choose_the_number_of_particles(void **state)
{
    (void)state;
    const char *const models[] = {"box", "letter-t"};
    for (int i = 0; i < 2; i++) {
        stage s;
        mote_world_def def = senin_def();
        set_option(&def, "senin.particles", 0);
        stage_begin(&s, &def);
        stage_add(&s, models[i]);
        const mote_senin_body *body = mote_world_body_at(s.world, s.ids[0].index)->method_state;
        mote_convex_parts_def parts_def = mote_default_convex_parts_def();
        parts_def.mesh = s.meshes[0];
        uint32_t parts, particles;
        assert_int_equal(mote_count_by_convex_parts(&parts_def, &parts, &particles), MOTE_OK);
        assert_int_equal(body->particles, 2 * parts);
        assert_int_equal(parts, i == 0 ? 1 : 2);
        stage_end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reach_is_the_longest_side_of_the_larger_body),
        cmocka_unit_test(n_max_is_the_longer_route_unless_it_is_given),
        cmocka_unit_test(the_exact_test_waits_for_the_tolerance),
        cmocka_unit_test(without_a_tolerance_the_neighborhoods_must_meet),
        cmocka_unit_test(the_estimate_is_the_distance_of_the_closest_particles),
        cmocka_unit_test(particles_keep_their_places_unless_a_cold_start_is_asked_for),
        cmocka_unit_test(the_limit_of_faces_is_kept),
        cmocka_unit_test(several_pairs_are_tested_if_they_are_asked_for),
        cmocka_unit_test(pursuit_brings_the_closest_pair_together),
        cmocka_unit_test(bodies_apart_are_tracked_but_not_tested),
        cmocka_unit_test(one_set_of_particles_comes_to_rest),
        cmocka_unit_test(the_thread_goes_on_where_the_query_ended),
        cmocka_unit_test(the_reach_of_a_set_is_the_largest_of_its_pairs),
        cmocka_unit_test(n_max_of_sets_is_the_largest_of_all_bodies),
        cmocka_unit_test(the_literal_settings_are_those_of_the_paper),
        cmocka_unit_test(convex_parts_choose_the_number_of_particles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
