// Forces and movement by Saenghaengtham and Kanongchaiyos 2006, Eqs. 10 to 12 and "Movement of
// particles", one rule at a time, on bands of triangles whose areas a test draws.

#include <math.h>
#include <string.h>

#include "papers/lbg/lbg.h"
#include "support/rest_shape.h"
#include "support/run.h"

enum { SQUARES = 40, VERTICES = 2 * (SQUARES + 1), MAX_PARTICLES = 16, MAX_BODIES = 4 };

// Bodies of which the first is attracted by all others.
typedef struct crowd {
    rest_shape shapes[MAX_BODIES];
    mote_lbg_body bodies[MAX_BODIES];
    uint32_t area_of[MAX_BODIES][VERTICES];
    mote_lbg_particle particles[MAX_BODIES][MAX_PARTICLES];
    uint32_t next_vertex[MAX_BODIES][MAX_PARTICLES];
    mote_vec3 at[MAX_BODIES][2 * MAX_PARTICLES];
    uint32_t count;
    mote_sink sink;
} crowd;

static void crowd_begin(crowd *c, uint32_t bodies)
{
    memset(c, 0, sizeof *c);
    c->count = bodies;
    for (uint32_t i = 0; i < bodies; i++) {
        test_mesh source = test_mesh_band(SQUARES);
        c->shapes[i] = rest_shape_of(&source);
        // Each vertex is an area: particles stay where they are unless a test joins some.
        for (uint32_t v = 0; v < VERTICES; v++) c->area_of[i][v] = v;
        c->bodies[i] = (mote_lbg_body){.shape = &c->shapes[i].shape,
                                       .view = {.area_of = c->area_of[i]},
                                       .capacity = MAX_PARTICLES,
                                       .particles = c->particles[i],
                                       .next_vertex = c->next_vertex[i],
                                       .at = c->at[i],
                                       .next_at = c->at[i] + MAX_PARTICLES,
                                       .max_steps = 1000,
                                       .reach = 1000};
    }
}

static void crowd_end(crowd *c)
{
    for (uint32_t i = 0; i < c->count; i++) rest_shape_end(&c->shapes[i]);
}

// The vertices first .. last become one area.
static void join_vertices(crowd *c, uint32_t body, uint32_t first, uint32_t last)
{
    for (uint32_t v = first; v <= last; v++) c->area_of[body][v] = first;
}

// A particle at a vertex; `at` is where others see it.
static void put_particle(crowd *c, uint32_t body, uint32_t vertex, mote_vec3 at)
{
    mote_lbg_body *b = &c->bodies[body];
    b->particles[b->count] =
        (mote_lbg_particle){.area = c->area_of[body][vertex], .vertex = vertex, .start = vertex};
    b->at[b->count++] = at;
}

static void put_on_vertex(crowd *c, uint32_t body, uint32_t vertex)
{
    put_particle(c, body, vertex, c->shapes[body].mesh->positions[vertex]);
}

static void run_inline(void *context, mote_task *task, void *argument, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++) task(argument, i, 0);
}

static mote_frame frame_of(crowd *c)
{
    return (mote_frame){.allocator = &c->shapes[0].allocator,
                        .number = 1,
                        .tasks = {.run = run_inline, .worker_count = 1},
                        .sinks = &c->sink};
}

static mote_lbg_graph graph_of(crowd *c, const mote_frame *frame)
{
    mote_candidate candidates[MAX_BODIES] = {0};
    for (uint32_t i = 1; i < c->count; i++)
        candidates[i - 1] = (mote_candidate){.state_a = &c->bodies[0], .state_b = &c->bodies[i]};
    mote_lbg_graph graph = {0};
    assert_true(mote_lbg_graph_build(&graph, frame, candidates, c->count - 1));
    return graph;
}

static void relax(crowd *c)
{
    mote_frame frame = frame_of(c);
    mote_lbg_graph graph = graph_of(c, &frame);
    mote_lbg_relax(&frame, &graph);
    mote_lbg_graph_release(&graph, frame.allocator);
}

// ---------------------------------------------------------------------------------------------
// Forces: Eqs. 10 to 12

// The sum of 1 / r^2 over all particles of all other bodies that are closer than R_eff, of two
// bodies the larger.
static double force_at(const crowd *c, mote_vec3 point)
{
    double sum = 0;
    for (uint32_t i = 1; i < c->count; i++) {
        double reach = fmax((double)c->bodies[0].reach, (double)c->bodies[i].reach);
        for (uint32_t k = 0; k < c->bodies[i].count; k++) {
            mote_dvec3 way =
                mote_dvec_sub(mote_vec_widen(c->bodies[i].at[k]), mote_vec_widen(point));
            double r = mote_dvec_length(way);
            if (r < reach) sum += 1 / (r * r);
        }
    }
    return sum;
}

// The vertex of greatest force among a vertex and its neighbors in the area; MOTE_NONE if two are
// nearly equal.
static uint32_t best_vertex(const crowd *c, uint32_t vertex)
{
    const mote_mesh *mesh = c->shapes[0].mesh;
    const mote_lists *near = &mesh->vertex_neighbors;
    uint32_t best = vertex;
    double most = force_at(c, mesh->positions[vertex]), second = -1;
    for (uint32_t i = near->first[vertex]; i < near->first[vertex + 1]; i++) {
        uint32_t next = near->items[i];
        if (c->area_of[0][next] != c->area_of[0][vertex]) continue;
        double force = force_at(c, mesh->positions[next]);
        if (force > most) {
            second = most;
            most = force;
            best = next;
        } else {
            second = fmax(second, force);
        }
    }
    return most - second < 1e-3 * most ? MOTE_NONE : best;
}

static void a_particle_moves_to_the_greatest_sum_of_inverse_squares(void **state)
{
    (void)state;
    uint32_t compared = 0;
    for (uint64_t trial = 0; trial < test_count(150, 600, 6000); trial++) {
        mote_random random = mote_random_stream(81, trial, 0);
        crowd c;
        crowd_begin(&c, MAX_BODIES);
        join_vertices(&c, 0, 0, VERTICES - 1 - mote_random_below(&random, 40));
        for (uint32_t i = 0; i < MAX_BODIES; i++) {
            c.bodies[i].reach = mote_random_between(&random, 1, i % 2 ? 4 : 12);
            for (uint32_t k = 0; i > 0 && k < 3; k++) {
                mote_vec3 at = {mote_random_between(&random, 10, 30),
                                mote_random_between(&random, -3, 3),
                                mote_random_between(&random, 0.2f, 4)};
                put_particle(&c, i, k, at);
            }
        }
        uint32_t vertex = 20 + mote_random_below(&random, 40), best = best_vertex(&c, vertex);
        put_on_vertex(&c, 0, vertex);
        for (uint32_t i = 0; i < MAX_BODIES; i++) c.bodies[i].max_steps = 1;
        relax(&c);
        if (best != MOTE_NONE) {
            compared++;
            assert_int_equal(c.particles[0][0].vertex, best);
            assert_int_equal(c.sink.hops, best != vertex);
        }
        crowd_end(&c);
    }
    assert_true(compared > test_count(50, 200, 2000));
}

// What is drawn: the force as a vector that points to where it grows, in units of the longest
// R_eff.
static mote_vec3 drawn_force(mote_vec3 source, float reach)
{
    crowd c;
    crowd_begin(&c, 2);
    c.bodies[0].reach = 1;
    c.bodies[1].reach = reach;
    put_on_vertex(&c, 0, 0);
    put_particle(&c, 1, 0, source);
    mote_frame frame = frame_of(&c);
    mote_lbg_graph graph = graph_of(&c, &frame);
    mote_vec3 force = mote_lbg_force_at(&graph, &c.bodies[0], (mote_vec3){0, 0, 0});
    mote_lbg_graph_release(&graph, frame.allocator);
    crowd_end(&c);
    return force;
}

static void the_drawn_force_points_to_its_source_within_the_reach(void **state)
{
    (void)state;
    mote_vec3 force = drawn_force((mote_vec3){0, 0, 2}, 6);
    assert_true(fabsf(force.z - 9) < 1e-4f && force.x == 0); // (6 / 2)^2
    assert_true(drawn_force((mote_vec3){0, -2, 0}, 6).y < 0);
    force = drawn_force((mote_vec3){0, 0, 6.1f}, 6);
    assert_true(force.x == 0 && force.y == 0 && force.z == 0);
}

static void a_particle_stays_where_no_force_reaches_it(void **state)
{
    (void)state;
    crowd c;
    crowd_begin(&c, 2);
    join_vertices(&c, 0, 0, VERTICES - 1);
    c.bodies[0].reach = c.bodies[1].reach = 2;
    put_on_vertex(&c, 0, 40);
    put_particle(&c, 1, 0, (mote_vec3){20, 0, 9});
    relax(&c);
    assert_int_equal(c.particles[0][0].vertex, 40);
    assert_int_equal(c.sink.hops, 0);
    crowd_end(&c);
}

static void a_particle_stays_in_its_area(void **state)
{
    (void)state;
    crowd c;
    crowd_begin(&c, 2);
    join_vertices(&c, 0, 0, 29);
    put_on_vertex(&c, 0, 0);
    put_particle(&c, 1, 0, (mote_vec3){SQUARES, 0, 0.5f});
    relax(&c);
    assert_int_equal(c.particles[0][0].vertex / 2, 14); // the last column of its area
    crowd_end(&c);
}

// ---------------------------------------------------------------------------------------------
// Relaxation: R_min and R_max

// Hops of `walkers` particles that walk along the band of the first body, beside `resting` ones of
// the same body.
static uint64_t hops_of(uint32_t walkers, uint32_t resting, uint32_t max_steps)
{
    crowd c;
    crowd_begin(&c, 2);
    join_vertices(&c, 0, 0, 2 * SQUARES - 20);
    for (uint32_t i = 0; i < walkers; i++) put_on_vertex(&c, 0, 2 * i);
    for (uint32_t i = 0; i < resting; i++) put_on_vertex(&c, 0, VERTICES - 1 - i);
    put_particle(&c, 1, 0, (mote_vec3){SQUARES + 5, 0, 0});
    c.bodies[0].max_steps = max_steps;
    relax(&c);
    crowd_end(&c);
    return c.sink.hops;
}

static void a_body_is_relaxed_when_less_than_a_tenth_of_its_particles_move(void **state)
{
    (void)state;
    assert_int_equal(hops_of(1, 0, 1000), 30);
    assert_int_equal(hops_of(1, 9, 1000), 30); // one of ten is a tenth
    assert_int_equal(hops_of(1, 10, 1000), 1); // one of eleven is less
    assert_true(hops_of(2, 8, 1000) > 50);
    assert_true(hops_of(2, 13, 1000) > 50);
}

static void r_max_ends_the_movement(void **state)
{
    (void)state;
    for (uint32_t most = 1; most < 9; most++) assert_int_equal(hops_of(1, 0, most), most);
}

// A relaxed body goes on as long as a neighbor is not relaxed: two bands far from each other, a
// particle walking on each, and twelve more on one of them.
static void a_relaxed_body_waits_for_its_neighbors(void **state)
{
    (void)state;
    crowd c;
    crowd_begin(&c, 2);
    for (uint32_t v = 0; v < VERTICES; v++) c.shapes[1].mesh->positions[v].y += 100;
    for (uint32_t i = 0; i < 2; i++) {
        join_vertices(&c, i, 0, 2 * SQUARES - 20);
        put_on_vertex(&c, i, 0);
    }
    for (uint32_t i = 0; i < 12; i++)
        put_particle(&c, 0, VERTICES - 1 - i, (mote_vec3){SQUARES + 5, 100, 0});
    put_particle(&c, 1, VERTICES - 1, (mote_vec3){SQUARES + 5, 0, 0});
    relax(&c);
    assert_int_equal(c.particles[0][0].vertex / 2, 30);
    assert_int_equal(c.particles[1][0].vertex / 2, 30);
    crowd_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_particle_moves_to_the_greatest_sum_of_inverse_squares),
        cmocka_unit_test(the_drawn_force_points_to_its_source_within_the_reach),
        cmocka_unit_test(a_particle_stays_where_no_force_reaches_it),
        cmocka_unit_test(a_particle_stays_in_its_area),
        cmocka_unit_test(a_body_is_relaxed_when_less_than_a_tenth_of_its_particles_move),
        cmocka_unit_test(r_max_ends_the_movement),
        cmocka_unit_test(a_relaxed_body_waits_for_its_neighbors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
