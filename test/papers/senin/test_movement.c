// The movement of particles by Senin et al. 2003, sections 3.3 to 3.5, one rule at a time, on
// surfaces that a test draws: points and which of them are neighbors.

#include <math.h>
#include <string.h>

#include "papers/senin/senin.h"
#include "support/rest_shape.h"
#include "support/run.h"

enum { MAX_SITES = 64, MAX_PARTICLES = 16 };

// Site number n is {n, MOTE_NONE, MOTE_NONE}.
typedef struct drawn_surface {
    mote_senin_surface surface; // must be the first member
    mote_vec3 points[MAX_SITES];
    uint32_t neighbors[MAX_SITES][MAX_SITES], counts[MAX_SITES];
} drawn_surface;

static mote_vec3 locate(const mote_senin_surface *surface, mote_site site)
{
    return ((const drawn_surface *)surface)->points[site.corners[0]];
}

static void visit_neighbors(const mote_senin_surface *surface, mote_site site,
                            const mote_site_visitor *visitor)
{
    const drawn_surface *s = (const drawn_surface *)surface;
    uint32_t n = site.corners[0];
    for (uint32_t i = 0; i < s->counts[n]; i++) {
        uint32_t next = s->neighbors[n][i];
        visitor->visit(visitor->context, mote_site_of_vertex(next), s->points[next]);
    }
}

static void link_sites(drawn_surface *s, uint32_t a, uint32_t b)
{
    s->neighbors[a][s->counts[a]++] = b;
    s->neighbors[b][s->counts[b]++] = a;
}

// Two bodies with particles at sites.
typedef struct drawn_pair {
    mote_senin_options options;
    drawn_surface surfaces[2];
    mote_site sites[2][MAX_PARTICLES];
    mote_vec3 at[2][MAX_PARTICLES];
    mote_site_pair nearest[2][MAX_PARTICLES];
    mote_interaction in;
} drawn_pair;

static void pair_begin(drawn_pair *p, float reach)
{
    memset(p, 0, sizeof *p);
    p->options = mote_default_senin_options();
    p->in = (mote_interaction){
        .options = &p->options, .reach = reach, .inverse_reach = mote_inverse_reach(reach)};
    for (int body = 0; body < 2; body++) {
        p->surfaces[body].surface = (mote_senin_surface){locate, visit_neighbors};
        p->in.surfaces[body] = &p->surfaces[body].surface;
        p->in.particles[body] = (mote_senin_particles){0, p->sites[body], p->at[body]};
        p->in.nearest[body] = p->nearest[body];
    }
}

static void put_particle(drawn_pair *p, int body, uint32_t site)
{
    mote_senin_particles *particles = &p->in.particles[body];
    particles->sites[particles->count++] = mote_site_of_vertex(site);
    mote_senin_locate(particles, p->in.surfaces[body]);
}

static uint32_t site_of(const drawn_pair *p, int body, uint32_t particle)
{
    return p->sites[body][particle].corners[0];
}

// ---------------------------------------------------------------------------------------------
// One move: "move a particle to the vertex where the potential has the minimum value"

// A particle at the origin with neighbors at these distances from the other body's particle, in
// this order.
static uint32_t choice_among(const float *distances, uint32_t count)
{
    drawn_pair p;
    pair_begin(&p, 100);
    for (uint32_t i = 0; i < count; i++) {
        p.surfaces[0].points[1 + i] = (mote_vec3){10 - distances[i], 0, 0};
        link_sites(&p.surfaces[0], 0, 1 + i);
    }
    p.surfaces[1].points[0] = (mote_vec3){10, 0, 0};
    put_particle(&p, 0, 0);
    put_particle(&p, 1, 0);
    bool moved = mote_senin_move(&p.in, 0, 0);
    assert_int_equal(moved, site_of(&p, 0, 0) != 0);
    assert_int_equal(p.in.hops, moved);
    mote_vec3 there = locate(p.in.surfaces[0], p.sites[0][0]);
    assert_true(p.at[0][0].x == there.x);
    return site_of(&p, 0, 0);
}

static void a_particle_moves_to_the_least_potential_not_to_the_first_lower(void **state)
{
    (void)state;
    assert_int_equal(choice_among((const float[]){9, 6, 8}, 3), 2);
    assert_int_equal(choice_among((const float[]){6, 9, 8}, 3), 1);
    assert_int_equal(choice_among((const float[]){9, 8, 6}, 3), 3);
    // More neighbors than are evaluated at once.
    float many[20];
    for (int best = 0; best < 20; best++) {
        for (int i = 0; i < 20; i++) many[i] = i == best ? 2 : 9 - 0.1f * (float)i;
        assert_int_equal(choice_among(many, 20), 1 + best);
    }
}

static void a_particle_stays_where_no_neighbor_is_lower(void **state)
{
    (void)state;
    assert_int_equal(choice_among((const float[]){11, 12, 30}, 3), 0);
    // Equal is not lower; of equal ones the first.
    assert_int_equal(choice_among((const float[]){10, 10}, 2), 0);
    assert_int_equal(choice_among((const float[]){9, 9, 9}, 3), 1);
    // Beyond R_eff the potential is 0 everywhere.
    assert_int_equal(choice_among((const float[]){120, 150}, 2), 0);
}

static void a_particle_leaves_those_of_its_own_body(void **state)
{
    (void)state;
    drawn_pair p;
    pair_begin(&p, 100);
    drawn_surface *s = &p.surfaces[0];
    for (uint32_t i = 0; i < 3; i++) s->points[i] = (mote_vec3){(float)i, 0, 0};
    s->points[3] = (mote_vec3){-1, 0, 0};
    link_sites(s, 1, 0);
    link_sites(s, 1, 2);
    put_particle(&p, 0, 1);
    put_particle(&p, 0, 3);
    assert_true(mote_senin_move(&p.in, 0, 0));
    assert_int_equal(site_of(&p, 0, 0), 2);
    assert_false(mote_senin_move(&p.in, 0, 0)); // and does not come back
}

// ---------------------------------------------------------------------------------------------
// Relaxation: N_min and N_max

static void n_min_is_given_or_a_tenth_of_the_particles(void **state)
{
    (void)state;
    const mote_senin_limits three = {.min_moving = 3}, tenth = {0};
    assert_true(mote_senin_is_relaxed(&three, 2, 1000));
    assert_false(mote_senin_is_relaxed(&three, 3, 1000));
    for (uint32_t count = 1; count < 60; count++)
        for (uint32_t moved = 0; moved <= count; moved++)
            assert_int_equal(mote_senin_is_relaxed(&tenth, moved, count), 10 * moved < count);
}

// A line of sites on one body that leads to a particle of the other. One particle walks along it,
// others have nowhere to go.
static void line_begin(drawn_pair *p, int walker, uint32_t resting_0, uint32_t resting_1)
{
    pair_begin(p, 1000);
    drawn_surface *line = &p->surfaces[walker];
    for (uint32_t i = 0; i < 40; i++) {
        line->points[i] = (mote_vec3){(float)i, 0, 0};
        if (i) link_sites(line, i - 1, i);
    }
    put_particle(p, walker, 0);
    const uint32_t resting[2] = {resting_0, resting_1};
    for (int body = 0; body < 2; body++) {
        for (uint32_t i = 0; i < resting[body]; i++) {
            uint32_t site = 40 + i;
            p->surfaces[body].points[site] =
                (mote_vec3){body == walker ? -5 : 60, (float)i - 0.5f * (float)resting[body], 0};
            put_particle(p, body, site);
        }
    }
}

static uint64_t hops_of_line(int walker, uint32_t resting_0, uint32_t resting_1,
                             mote_senin_limits limits)
{
    drawn_pair p;
    line_begin(&p, walker, resting_0, resting_1);
    mote_senin_relax(&p.in, &limits);
    assert_int_equal(site_of(&p, walker, 0), p.in.hops);
    return p.in.hops;
}

static void particles_of_either_body_walk_until_they_are_there(void **state)
{
    (void)state;
    for (int walker = 0; walker < 2; walker++)
        assert_int_equal(hops_of_line(walker, walker == 0 ? 0 : 1, walker == 1 ? 0 : 1,
                                      (mote_senin_limits){.max_steps = 1000}),
                         39);
}

static void n_max_ends_the_interaction(void **state)
{
    (void)state;
    for (uint32_t most = 0; most < 9; most++)
        assert_int_equal(hops_of_line(0, 0, 1, (mote_senin_limits){.max_steps = most}), most);
}

static void fewer_moving_than_n_min_end_the_interaction(void **state)
{
    (void)state;
    assert_int_equal(hops_of_line(0, 0, 1, (mote_senin_limits){.min_moving = 2, .max_steps = 1000}),
                     1);
    assert_int_equal(hops_of_line(0, 0, 1, (mote_senin_limits){.min_moving = 1, .max_steps = 1000}),
                     39);
    // One of 11 is less than a tenth, one of 10 is not; the particles of both bodies count.
    const mote_senin_limits tenth = {.max_steps = 1000};
    assert_int_equal(hops_of_line(0, 5, 5, tenth), 1);
    assert_int_equal(hops_of_line(0, 5, 4, tenth), 39);
    assert_int_equal(hops_of_line(1, 6, 4, tenth), 1);
    assert_int_equal(hops_of_line(1, 5, 4, tenth), 39);
}

// Section 3.5: the force of distant particles is used again for some steps, and then evaluated
// anew.
static void the_cache_is_renewed_after_some_steps(void **state)
{
    (void)state;
    for (uint32_t steps = 1; steps <= 5; steps++) {
        drawn_pair p;
        line_begin(&p, 0, 0, 1);
        mote_influence_cache cache = {0};
        const mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
        assert_true(mote_influence_cache_reserve(&cache, &allocator, 4));
        p.options.cache_steps = steps;
        p.in.cache = &cache;
        mote_senin_relax(&p.in, &(mote_senin_limits){.max_steps = 1000});
        assert_int_equal(p.in.hops, 39);
        assert_in_range(cache.age, 1, steps);
        mote_influence_cache_release(&cache, &allocator);
    }
}

// "this pair can also be efficiently tracked during interaction"
static void the_closest_pair_is_tracked_while_particles_move(void **state)
{
    (void)state;
    drawn_pair p;
    line_begin(&p, 0, 0, 1);
    mote_senin_relax(&p.in, &(mote_senin_limits){.max_steps = 1000});
    for (int body = 0; body < 2; body++) {
        const mote_site_pair *closest = &p.nearest[body][0];
        assert_int_equal(closest->sites[0].corners[0], 39);
        assert_int_equal(closest->sites[1].corners[0], 40);
        assert_true(fabs(closest->squared - (21.0 * 21 + 0.25)) < 1e-6);
    }
}

static void the_closest_pair_stays_known_when_particles_go_on(void **state)
{
    (void)state;
    // A particle that passes one of the other body on the way to a crowd of them.
    drawn_pair p;
    line_begin(&p, 0, 0, 5);
    p.surfaces[1].points[0] = (mote_vec3){4, 3, 0};
    put_particle(&p, 1, 0);
    mote_senin_relax(&p.in, &(mote_senin_limits){.min_moving = 1, .max_steps = 1000});
    const mote_site_pair *of_passed = &p.nearest[1][5];
    assert_int_equal(of_passed->sites[0].corners[0], 4);
    assert_true(fabs(of_passed->squared - 9) < 1e-6);
}

// ---------------------------------------------------------------------------------------------
// Where particles start: a random distribution, each at a vertex of its own

static void particles_start_at_different_vertices(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(6, 5);
    for (uint64_t seed = 0; seed < 50; seed++) {
        mote_random random = mote_random_stream(seed, 1, 2);
        mote_site sites[30];
        mote_senin_particles particles = {.sites = sites};
        mote_senin_scatter(&particles, 30, &s.shape, &random);
        bool taken[30] = {false};
        assert_int_equal(particles.count, 30);
        for (uint32_t i = 0; i < 30; i++) {
            uint32_t vertex = sites[i].corners[0];
            assert_true(vertex < 30 && !taken[vertex]);
            taken[vertex] = true;
            assert_true(mote_sites_equal(sites[i], mote_site_of_vertex(vertex)));
        }
    }
    rest_shape_end(&s);
}

static void particles_start_anywhere(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(6, 5);
    uint32_t starts[30] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        mote_random random = mote_random_stream(seed, 1, 2);
        mote_site site;
        mote_senin_particles particles = {.sites = &site};
        mote_senin_scatter(&particles, 1, &s.shape, &random);
        starts[site.corners[0]]++;
    }
    for (uint32_t v = 0; v < 30; v++) assert_true(starts[v] > 50 && starts[v] < 150);
    rest_shape_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_particle_moves_to_the_least_potential_not_to_the_first_lower),
        cmocka_unit_test(a_particle_stays_where_no_neighbor_is_lower),
        cmocka_unit_test(a_particle_leaves_those_of_its_own_body),
        cmocka_unit_test(n_min_is_given_or_a_tenth_of_the_particles),
        cmocka_unit_test(particles_of_either_body_walk_until_they_are_there),
        cmocka_unit_test(n_max_ends_the_interaction),
        cmocka_unit_test(fewer_moving_than_n_min_end_the_interaction),
        cmocka_unit_test(the_cache_is_renewed_after_some_steps),
        cmocka_unit_test(the_closest_pair_is_tracked_while_particles_move),
        cmocka_unit_test(the_closest_pair_stays_known_when_particles_go_on),
        cmocka_unit_test(particles_start_at_different_vertices),
        cmocka_unit_test(particles_start_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
