// Repartitioning by Saenghaengtham and Kanongchaiyos 2006, "Repartitioning checking", one rule at a
// time: the rectangle of an area, A*, when an area is too large, and R_eff, on a grid of squares
// whose areas a test draws.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "papers/lbg/lbg.h"
#include "support/rest_shape.h"
#include "support/run.h"

// A grid in the plane z = 0. The first neighbor of a vertex is the one below it, so that X and Y
// are the axes of the grid.
enum { COLUMNS = 21, ROWS = 13, VERTICES = COLUMNS * ROWS, MAX_PARTICLES = 4 };

static rest_shape grid(void)
{
    test_mesh m = {.vertex_count = VERTICES, .triangle_count = 2 * (COLUMNS - 1) * (ROWS - 1)};
    m.positions = malloc(m.vertex_count * sizeof *m.positions);
    m.triangles = malloc(3 * m.triangle_count * sizeof *m.triangles);
    for (uint32_t v = 0; v < VERTICES; v++) {
        uint32_t row = v / COLUMNS;
        m.positions[v] = (mote_vec3){(float)(v % COLUMNS), (float)row, 0};
    }
    uint32_t *t = m.triangles;
    for (uint32_t v = 0; v + COLUMNS < VERTICES; v++) {
        if (v % COLUMNS == COLUMNS - 1) continue;
        const uint32_t corners[6] = {v, v + 1, v + COLUMNS, v + 1, v + COLUMNS + 1, v + COLUMNS};
        memcpy(t, corners, sizeof corners);
        t += 6;
    }
    return rest_shape_of(&m);
}

typedef struct trial {
    rest_shape shape;
    mote_lbg_body body;
    uint32_t area_of[VERTICES];
    mote_area_node nodes[MAX_PARTICLES + 1];
    mote_lbg_particle particles[MAX_PARTICLES];
    mote_vec3 at[MAX_PARTICLES];
    mote_lbg_options options;
    mote_settings settings;
} trial;

static void trial_begin(trial *t)
{
    memset(t, 0, sizeof *t);
    t->shape = grid();
    t->options = mote_literal_lbg_options();
    t->settings = (mote_settings){.allocator = &t->shape.allocator, .options = &t->options};
    for (uint32_t v = 0; v < VERTICES; v++) t->area_of[v] = MAX_PARTICLES; // of no particle
    t->body = (mote_lbg_body){.shape = &t->shape.shape,
                              .view = {.area_of = t->area_of, .nodes = t->nodes},
                              .particles = t->particles,
                              .at = t->at,
                              .rest_distance = 1,
                              .distance = 1,
                              .rest_radius = 10};
}

// An area of the vertices from (x0, y0) to (x1, y1), with a particle at (x, y).
static void put_area(trial *t, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, uint32_t x,
                     uint32_t y)
{
    uint32_t area = t->body.count++, start = y * COLUMNS + x;
    for (uint32_t row = y0; row <= y1; row++)
        for (uint32_t column = x0; column <= x1; column++)
            t->area_of[row * COLUMNS + column] = area;
    t->nodes[area].vertex_count = (x1 - x0 + 1) * (y1 - y0 + 1);
    t->particles[area] = (mote_lbg_particle){.area = area, .vertex = start, .start = start};
    t->at[area] = t->shape.mesh->positions[start];
}

// ---------------------------------------------------------------------------------------------
// The rectangle: "the distance along the vertices from the particles to the edge around the area is measured in four directions"

static void the_rectangle_of_an_area_has_its_sides(void **state)
{
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        for (uint32_t x = 3; x <= 12; x += 3) {
            trial t;
            trial_begin(&t);
            t.options.literal_rectangles = literal;
            put_area(&t, 2, 3, 15, 8, x, 4); // 13 by 5
            mote_lbg_measure(&t.body, &t.settings);
            assert_true(fabs(mote_lbg_largest_rectangle(&t.body, literal) - 65) < 1e-4);
            assert_true(fabs(t.body.acceptable - 65) < 1e-4);
            rest_shape_end(&t.shape);
        }
    }
}

// The literal rule measures from where the particle is, the other one from where it started. In an
// area that is not a rectangle that is not the same.
static void literal_rectangles_follow_the_particle(void **state)
{
    (void)state;
    trial t;
    trial_begin(&t);
    put_area(&t, 0, 0, 10, 2, 2, 1);
    for (uint32_t row = 3; row <= 12; row++) t.area_of[row * COLUMNS + 8] = 0; // a spur upwards
    t.nodes[0].vertex_count += 10;
    mote_lbg_measure(&t.body, &t.settings);
    t.options.literal_rectangles = false;
    mote_lbg_measure(&t.body, &t.settings);
    assert_true(fabs(mote_lbg_largest_rectangle(&t.body, true) - 20) < 1e-4); // 10 by 2
    t.particles[0].vertex = COLUMNS + 8;
    assert_true(fabs(mote_lbg_largest_rectangle(&t.body, true) - 120) < 1e-4); // 10 by 12
    assert_true(fabs(mote_lbg_largest_rectangle(&t.body, false) - 20) < 1e-4);
    rest_shape_end(&t.shape);
}

// A* "is set to the largest approximated rectangular area among of all initial areas"
static void the_largest_rectangle_is_acceptable(void **state)
{
    (void)state;
    trial t;
    trial_begin(&t);
    put_area(&t, 0, 0, 4, 4, 2, 2);  // 4 by 4
    put_area(&t, 6, 0, 15, 4, 7, 2); // 9 by 4
    put_area(&t, 0, 6, 3, 8, 1, 7);  // 3 by 2
    mote_lbg_measure(&t.body, &t.settings);
    assert_true(fabs(t.body.acceptable - 36) < 1e-4);
    // It does not shrink when the body is measured again.
    t.body.acceptable = 50;
    mote_lbg_measure(&t.body, &t.settings);
    assert_true(t.body.acceptable == 50);
    rest_shape_end(&t.shape);
}

static void a_body_has_outgrown_when_a_rectangle_is_larger_than_acceptable(void **state)
{
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        for (float acceptable = 1; acceptable <= 4; acceptable *= 2) {
            trial t;
            trial_begin(&t);
            t.options.literal_rectangles = literal;
            t.options.acceptable = acceptable;
            put_area(&t, 2, 3, 15, 8, 6, 5);
            mote_lbg_measure(&t.body, &t.settings);
            assert_false(mote_lbg_has_outgrown(&t.body, &t.settings));
            for (float growth = 0.5f; growth < 8; growth *= 1.9f) {
                const mote_transform wide = {{growth, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
                mote_shape_set_transform(&t.shape.shape, &wide);
                assert_int_equal(mote_lbg_has_outgrown(&t.body, &t.settings), growth > acceptable);
            }
            rest_shape_end(&t.shape);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// R_eff: "approximately equal to the longest distance between the initial particles of each object"

static void the_reach_is_the_longest_distance_of_initial_particles(void **state)
{
    (void)state;
    trial t;
    trial_begin(&t);
    put_area(&t, 0, 0, 4, 4, 0, 0);
    put_area(&t, 10, 0, 20, 12, 12, 9);
    put_area(&t, 0, 6, 3, 8, 0, 7);
    mote_lbg_measure(&t.body, &t.settings);
    assert_true(fabsf(t.body.reach - 15) < 1e-5f);
    rest_shape_end(&t.shape);
}

static void the_reach_of_a_single_particle_is_the_diameter(void **state)
{
    (void)state;
    trial t;
    trial_begin(&t);
    put_area(&t, 0, 0, 4, 4, 2, 2);
    t.body.distance = 3; // three times as large as at rest
    mote_lbg_measure(&t.body, &t.settings);
    assert_true(fabsf(t.body.reach - 60) < 1e-4f);
    rest_shape_end(&t.shape);
}

static void the_literal_settings_are_those_of_the_paper(void **state)
{
    (void)state;
    mote_lbg_options o = mote_literal_lbg_options();
    assert_true(o.literal_areas && o.literal_rectangles && o.while_apart);
    assert_false(o.pursue);
    assert_int_equal(o.closest_pairs, 1);
    assert_int_equal(o.faces, 0); // all of an area
    assert_true(o.acceptable == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rectangle_of_an_area_has_its_sides),
        cmocka_unit_test(literal_rectangles_follow_the_particle),
        cmocka_unit_test(the_largest_rectangle_is_acceptable),
        cmocka_unit_test(a_body_has_outgrown_when_a_rectangle_is_larger_than_acceptable),
        cmocka_unit_test(the_reach_is_the_longest_distance_of_initial_particles),
        cmocka_unit_test(the_reach_of_a_single_particle_is_the_diameter),
        cmocka_unit_test(the_literal_settings_are_those_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
