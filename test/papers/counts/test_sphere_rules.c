// The spheres of a body, Saenghaengtham and Kanongchaiyos 2006, "The number of particles", one rule
// at a time: where they end, where their centers are, and which is the smallest.

#include <math.h>
#include <mote/papers.h>

#include "core/vec.h"
#include "support/meshes.h"
#include "support/run.h"
#include "support/stage.h"

enum { MAX_SPHERES = 64 };

static mote_mesh *mesh_of(const io_model *model)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    return test_mesh_create(&def);
}

static uint32_t count_of(const char *name, bool ridges_too)
{
    io_model model = made_model(name);
    mote_mesh *mesh = mesh_of(&model);
    mote_part_spheres_def def = mote_default_part_spheres_def();
    def.mesh = mesh;
    def.ridges_too = ridges_too;
    mote_part_sphere spheres[MAX_SPHERES];
    uint32_t count;
    assert_int_equal(mote_find_part_spheres(&def, spheres, MAX_SPHERES, &count), MOTE_OK);
    mote_mesh_destroy(mesh);
    io_model_release(&model);
    return count;
}

static void a_ridge_ends_a_sphere_only_if_that_is_asked_for(void **state)
{
    (void)state;
    assert_int_equal(count_of("shuttle", false), 1);
    assert_int_equal(count_of("shuttle", true), 3);
    assert_int_equal(count_of("sphere-528", true), 1); // it has none
}

// The shrine has 50 components, and one of them a corner of a few vertices.
static void a_piece_of_few_vertices_is_no_part(void **state)
{
    (void)state;
    assert_int_equal(count_of("shrine", false), 50);
    assert_int_equal(count_of("letter-m", true), 1);
}

static void groups_of_few_samples_are_no_convex_part(void **state)
{
    (void)state;
    const char *const names[] = {"shuttle", "teapot", "hand"};
    const uint32_t expected[] = {2, 4, 6};
    for (int i = 0; i < 3; i++) {
        io_model model = made_model(names[i]);
        mote_mesh *mesh = mesh_of(&model);
        mote_convex_parts_def def = mote_default_convex_parts_def();
        def.mesh = mesh;
        uint32_t parts, particles;
        assert_int_equal(mote_count_by_convex_parts(&def, &parts, &particles), MOTE_OK);
        assert_int_equal(parts, expected[i]);
        mote_mesh_destroy(mesh);
        io_model_release(&model);
    }
}

// ---------------------------------------------------------------------------------------------
// Two balls beside each other, one of them smaller and with one end drawn out

typedef struct two_balls {
    io_model model;
    mote_mesh *mesh;
    uint32_t first_count; // vertices of the larger
} two_balls;

static two_balls two_balls_begin(float smaller)
{
    io_model a = made_model("sphere-528"), b = made_model("sphere-528");
    for (uint32_t v = 0; v < b.vertex_count; v++) {
        if (b.positions[v].z > 0) b.positions[v].z *= 1.5f; // so that the mean is not the middle
        b.positions[v] = mote_vec_scale(b.positions[v], smaller);
    }
    two_balls t = {.model = joined_models(&a, &b, (mote_vec3){7, 1, 2}),
                   .first_count = a.vertex_count};
    io_model_release(&a);
    io_model_release(&b);
    t.mesh = mesh_of(&t.model);
    return t;
}

static void two_balls_end(two_balls *t)
{
    mote_mesh_destroy(t->mesh);
    io_model_release(&t->model);
}

static void expect_sphere(const two_balls *t, const mote_part_sphere *sphere, uint32_t first,
                          uint32_t end)
{
    mote_dvec3 mean = {0, 0, 0};
    double radius = 0;
    for (uint32_t v = first; v < end; v++)
        mean = mote_dvec_add(
            mean, mote_dvec_scale(mote_vec_widen(t->model.positions[v]), 1.0 / (end - first)));
    for (uint32_t v = first; v < end; v++)
        radius = fmax(radius,
                      mote_dvec_length(mote_dvec_sub(mote_vec_widen(t->model.positions[v]), mean)));
    assert_int_equal(sphere->vertex_count, end - first);
    assert_true(mote_dvec_length(mote_dvec_sub(mote_vec_widen(sphere->center), mean)) < 1e-5);
    assert_true(fabs((double)sphere->radius - radius) < 1e-5);
}

static void a_sphere_is_around_the_mean_of_its_vertices(void **state)
{
    (void)state;
    for (float smaller = 0.25f; smaller < 3; smaller *= 2) {
        two_balls t = two_balls_begin(smaller);
        mote_part_spheres_def def = mote_default_part_spheres_def();
        def.mesh = t.mesh;
        mote_part_sphere spheres[2];
        uint32_t count, expected;
        assert_int_equal(mote_find_part_spheres(&def, spheres, 2, &count), MOTE_OK);
        assert_int_equal(count, 2);
        expect_sphere(&t, &spheres[0], 0, t.first_count);
        expect_sphere(&t, &spheres[1], t.first_count, t.model.vertex_count);
        // Without other bodies the smallest of its own spheres decides.
        float smallest = fminf(spheres[0].radius, spheres[1].radius);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(mote_count_by_shadows(spheres[i].radius, smallest, &expected),
                             MOTE_OK);
            assert_int_equal(spheres[i].particles, expected);
        }
        two_balls_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ridge_ends_a_sphere_only_if_that_is_asked_for),
        cmocka_unit_test(a_piece_of_few_vertices_is_no_part),
        cmocka_unit_test(groups_of_few_samples_are_no_convex_part),
        cmocka_unit_test(a_sphere_is_around_the_mean_of_its_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
