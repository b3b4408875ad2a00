// Mass and inertia from meshes: known solids, laws that must hold for any, and refusals.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "dynamics/mass.h"
#include "support/meshes.h"
#include "support/rigid_cases.h"
#include "support/run.h"
#include "support/stage.h"

static mote_mesh *mesh_of(const mote_vec3 *positions, uint32_t vertex_count,
                          const uint32_t *triangles, uint32_t triangle_count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertex_count};
    def.indices = triangles;
    def.index_count = 3 * (size_t)triangle_count;
    return test_mesh_create(&def);
}

static const uint32_t box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static mote_mesh *box_mesh(mote_vec3 low, mote_vec3 size)
{
    mote_vec3 p[8];
    for (uint32_t i = 0; i < 8; i++)
        p[i] = (mote_vec3){low.x + (i & 1 ? size.x : 0), low.y + (i & 2 ? size.y : 0),
                           low.z + (i & 4 ? size.z : 0)};
    return mesh_of(p, 8, box_triangles, 12);
}

static mote_mass mass_of(const mote_mesh *mesh, const mote_positions *positions, double density)
{
    mote_mass mass;
    if (mote_mass_of_mesh(mesh, positions, density, &mass) != MOTE_OK)
        fail_msg("%s", mote_last_message());
    return mass;
}

static void assert_near(double found, double expected, double scale)
{
    if (!(fabs(found - expected) <= 1e-12 * scale)) fail_msg("%.17g, not %.17g", found, expected);
}

static void a_box_weighs_what_it_should(void **state)
{
    (void)state;
    for (int far = 0; far < 2; far++) {
        mote_mesh *mesh = box_mesh((mote_vec3){far ? 1000.0f : -1, 2, 3}, (mote_vec3){1, 2, 4});
        mote_mass m = mass_of(mesh, NULL, 3);
        assert_near(m.mass, 24, 24);
        assert_near(m.center.x, far ? 1000.5 : -0.5, 1000);
        assert_near(m.center.y, 3, 1);
        assert_near(m.center.z, 5, 1);
        assert_near(m.inertia.xx, 24.0 / 12 * (4 + 16), 40);
        assert_near(m.inertia.yy, 24.0 / 12 * (1 + 16), 40);
        assert_near(m.inertia.zz, 24.0 / 12 * (1 + 4), 40);
        assert_near(fabs(m.inertia.xy) + fabs(m.inertia.xz) + fabs(m.inertia.yz), 0, 40);
        mote_mesh_destroy(mesh);
    }
}

// The tetrahedron of the origin and the unit vectors: products of inertia by hand.
static void a_tetrahedron_has_its_products_of_inertia(void **state)
{
    (void)state;
    const mote_vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t t[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    mote_mesh *mesh = mesh_of(p, 4, t, 4);
    mote_mass m = mass_of(mesh, NULL, 6); // mass 1
    assert_near(m.mass, 1, 1);
    assert_near(m.center.z, 0.25, 1);
    assert_near(m.inertia.xx, 2.0 / 10 - 2.0 / 16, 1);
    assert_near(m.inertia.xy, -(1.0 / 20 - 1.0 / 16), 1);
    assert_near(m.inertia.yz, m.inertia.xy, 1);
    mote_mesh_destroy(mesh);
}

static void a_fine_sphere_is_nearly_a_ball(void **state)
{
    (void)state;
    io_model model = made_model("sphere-3968");
    mote_mesh *mesh =
        mesh_of(model.positions, model.vertex_count, model.triangles, model.triangle_count);
    mote_mass m = mass_of(mesh, NULL, 1);
    double ball = 4.0 / 3 * 3.14159265358979;
    assert_true(m.mass < ball && m.mass > 0.995 * ball);
    assert_true(fabs(m.inertia.xx / (0.4 * m.mass) - 1) < 0.005);
    mote_mesh_destroy(mesh);
    io_model_release(&model);
}

static mote_dvec3 placed_point(mote_rotation q, mote_dvec3 move, mote_dvec3 p)
{
    return mote_dvec_add(move, mote_rotate(q, p));
}

// Turned, moved and scaled shapes weigh what the laws say, whatever the shape.
static void tensors_turn_with_the_shape(void **state)
{
    (void)state;
    const char *names[] = {"teapot", "letter-t", "shuttle", "bust", "letter-w"};
    uint32_t closed = 0;
    for (int i = 0; i < 5; i++) {
        io_model model = made_model(names[i]);
        mote_mesh *mesh =
            mesh_of(model.positions, model.vertex_count, model.triangles, model.triangle_count);
        mote_mesh_info info;
        mote_mesh_get_info(mesh, &info);
        mote_mass m;
        if (mote_mass_of_mesh(mesh, NULL, 1, &m) == MOTE_OK) {
            closed++;
            mote_random random = mote_random_stream(70, (uint64_t)i, 0);
            mote_rotation q = random_rotation(&random);
            mote_dvec3 move = random_dvec(&random, 5), *p = calloc(model.vertex_count, sizeof *p);
            for (uint32_t v = 0; v < model.vertex_count; v++)
                p[v] = placed_point(q, move, mote_vec_widen(model.positions[v]));
            mote_mass turned = mass_of(
                mesh,
                &(mote_positions){.data = p, .count = model.vertex_count, .type = MOTE_DOUBLE}, 1);
            double size = m.inertia.xx + m.inertia.yy + m.inertia.zz;
            assert_true(fabs(turned.mass - m.mass) < 1e-5 * m.mass);
            assert_true(dvec_distance(turned.center, placed_point(q, move, m.center)) < 1e-5);
            mote_dvec3 w = random_dvec(&random, 1);
            mote_dvec3 expected =
                mote_rotate(q, mote_inertia_times(&m.inertia, mote_rotate_back(q, w)));
            assert_true(dvec_distance(mote_inertia_times(&turned.inertia, w), expected) <
                        1e-5 * size);
            free(p);
        } else {
            assert_false(info.closed);
        }
        mote_mesh_destroy(mesh);
        io_model_release(&model);
    }
    assert_true(closed >= 2);
}

static void expect_refusal(const mote_mesh *mesh, const mote_positions *positions, double density,
                           mote_result expected, const char *message)
{
    mote_mass out;
    assert_int_equal(mote_mass_of_mesh(mesh, positions, density, &out), expected);
    if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
}

static void what_has_no_inside_is_refused_by_name(void **state)
{
    (void)state;
    mote_vec3 p[8] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                      {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    mote_mesh *open = mesh_of(p, 8, box_triangles, 11);
    expect_refusal(open, NULL, 1, MOTE_ERROR_DATA, "not closed");
    mote_mesh_destroy(open);
    mote_mesh *mesh = mesh_of(p, 8, box_triangles, 12);
    mote_positions shape = {.data = p, .count = 8};
    for (int i = 4; i < 8; i++) p[i].z = 0;
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_DATA, "no volume");
    for (int i = 4; i < 8; i++) p[i].z = -1;
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_DATA, "inside out, its volume is -1");
    p[6].y = NAN;
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_DATA, "vertex 6 is not finite");
    shape.count = 7;
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_ARGUMENT,
                   "mote_mass_of_mesh: positions: count is 7");
    shape = (mote_positions){.data = p, .count = 8, .stride = 8};
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_ARGUMENT, "stride is 8, but a vertex has 12 bytes");
    shape = (mote_positions){.data = p, .count = 8, .stride = 14};
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_ARGUMENT, "multiples of 4");
    shape = (mote_positions){.data = p, .count = 8, .type = (mote_scalar)5};
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_ARGUMENT, "type 5");
    shape = (mote_positions){.count = 8};
    expect_refusal(mesh, &shape, 1, MOTE_ERROR_ARGUMENT, "data is null");
    expect_refusal(mesh, NULL, 0, MOTE_ERROR_ARGUMENT,
                   "density is 0, expected a finite number above 0");
    expect_refusal(mesh, NULL, (double)NAN, MOTE_ERROR_ARGUMENT, "density");
    expect_refusal(NULL, NULL, 1, MOTE_ERROR_ARGUMENT, "mote_mass_of_mesh: mesh is null");
    assert_int_equal(mote_mass_of_mesh(mesh, NULL, 1, NULL), MOTE_ERROR_ARGUMENT);
    mote_mesh_destroy(mesh);
}

static void without_findings_nobody_knows_the_inside(void **state)
{
    (void)state;
    io_model model = made_model("sphere-48");
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    def.indices = model.triangles;
    def.index_count = 3 * (size_t)model.triangle_count;
    def.flags = MOTE_MESH_CLUSTERS;
    mote_mesh *mesh = test_mesh_create(&def);
    expect_refusal(mesh, NULL, 1, MOTE_ERROR_DATA, "MOTE_MESH_FINDINGS");
    mote_mesh_destroy(mesh);
    io_model_release(&model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_weighs_what_it_should),
        cmocka_unit_test(a_tetrahedron_has_its_products_of_inertia),
        cmocka_unit_test(a_fine_sphere_is_nearly_a_ball),
        cmocka_unit_test(tensors_turn_with_the_shape),
        cmocka_unit_test(what_has_no_inside_is_refused_by_name),
        cmocka_unit_test(without_findings_nobody_knows_the_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
