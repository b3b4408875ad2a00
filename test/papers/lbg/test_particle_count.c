// The number of particles of a body, Saenghaengtham and Kanongchaiyos 2006, "The number of
// particles", one rule at a time.

#include <math.h>

#include "core/box.h"
#include "papers/lbg/lbg.h"
#include "support/rest_shape.h"
#include "support/run.h"
#include "support/stage.h"

enum { MAX_BODIES = 16, MAX_SPHERES = 64 };

// Bodies of one mesh, two balls of different size beside each other, of which the first is counted.
typedef struct crowd {
    rest_shape shape;
    mote_lbg_body bodies[MAX_BODIES];
    mote_lbg_body_array list;
    mote_lbg_options options;
} crowd;

static rest_shape two_balls(void)
{
    io_model a = made_model("sphere-528"), b = made_model("sphere-528");
    for (uint32_t v = 0; v < b.vertex_count; v++)
        b.positions[v] = mote_vec_scale(b.positions[v], 0.4f);
    io_model both = joined_models(&a, &b, (mote_vec3){5, 1, 0.5f});
    test_mesh source = {both.positions, both.triangles, both.vertex_count, both.triangle_count};
    both.positions = NULL; // released with the source
    both.triangles = NULL;
    io_model_release(&a);
    io_model_release(&b);
    io_model_release(&both);
    return rest_shape_of(&source);
}

// With these radii; that of the first is as at rest unless it is set.
static void crowd_begin(crowd *c, mote_lbg_count rule, const float *radii, uint32_t count)
{
    *c = (crowd){.shape = two_balls(), .options = mote_default_lbg_options()};
    c->options.count = rule;
    for (uint32_t i = 0; i < count; i++) {
        c->bodies[i].shape = &c->shape.shape;
        assert_true(mote_lbg_add_body(&c->list, &c->bodies[i], &c->shape.allocator));
        if (radii[i] > 0) c->bodies[i].radius = radii[i];
    }
}

static uint32_t count_and_end(crowd *c)
{
    const mote_settings settings = {.allocator = &c->shape.allocator, .options = &c->options};
    uint32_t count = 0;
    assert_int_equal(mote_lbg_count_particles(&c->bodies[0], &settings, &count), MOTE_OK);
    mote_array_release(&c->list, &c->shape.allocator);
    rest_shape_end(&c->shape);
    return count;
}

static void the_radius_is_that_of_all_vertices_around_the_box_center(void **state)
{
    (void)state;
    crowd c;
    crowd_begin(&c, MOTE_LBG_COUNT_KISSING, (const float[]){0}, 1);
    const mote_mesh *mesh = c.shape.mesh;
    mote_box box = mote_box_empty();
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mote_box_add_point(&box, mesh->positions[v]);
    mote_dvec3 center = mote_box_center(&box);
    double radius = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        radius = fmax(radius,
                      mote_dvec_length(mote_dvec_sub(mote_vec_widen(mesh->positions[v]), center)));
    assert_true(fabs((double)c.bodies[0].rest_radius - radius) < 1e-5);
    assert_true(c.bodies[0].radius == c.bodies[0].rest_radius);
    count_and_end(&c);
}

static void equal_bodies_need_as_many_as_there_are_or_twelve(void **state)
{
    (void)state;
    const float same[MAX_BODIES] = {0};
    for (uint32_t bodies = 1; bodies <= MAX_BODIES; bodies++) {
        crowd c;
        crowd_begin(&c, MOTE_LBG_COUNT_KISSING, same, bodies);
        assert_int_equal(count_and_end(&c), bodies < 12 ? bodies : 12);
    }
}

static void shadows_are_those_of_the_smallest_body(void **state)
{
    (void)state;
    const float radii[][4] = {{4, 1, 0.5f, 3}, {4, 0.5f, 8, 9}, {0.5f, 4, 8, 9}};
    for (int i = 0; i < 3; i++) {
        crowd c;
        uint32_t expected;
        crowd_begin(&c, MOTE_LBG_COUNT_SHADOWS, radii[i], 4);
        assert_int_equal(mote_count_by_shadows(radii[i][0], 0.5f, &expected), MOTE_OK);
        assert_int_equal(count_and_end(&c), expected);
    }
}

// The sum over the spheres of the body. If it has grown, others are smaller in proportion.
static void spheres_of_a_body_are_added(void **state)
{
    (void)state;
    for (float growth = 1; growth <= 4; growth *= 2) {
        crowd c;
        crowd_begin(&c, MOTE_LBG_COUNT_SPHERES, (const float[]){0, 0.5f, 3}, 3);
        c.bodies[0].radius *= growth;
        mote_part_spheres_def def = mote_default_part_spheres_def();
        def.mesh = c.shape.mesh;
        def.other_radius = 0.5f / growth;
        mote_part_sphere spheres[MAX_SPHERES];
        uint32_t count, sum = 0;
        assert_int_equal(mote_find_part_spheres(&def, spheres, MAX_SPHERES, &count), MOTE_OK);
        assert_int_equal(count, 2);
        for (uint32_t i = 0; i < count; i++) sum += spheres[i].particles;
        assert_int_equal(count_and_end(&c), sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_radius_is_that_of_all_vertices_around_the_box_center),
        cmocka_unit_test(equal_bodies_need_as_many_as_there_are_or_twelve),
        cmocka_unit_test(shadows_are_those_of_the_smallest_body),
        cmocka_unit_test(spheres_of_a_body_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
