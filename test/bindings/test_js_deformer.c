// Skins and morph targets that JavaScript gives, natively under the sanitizers: in any order with
// meshes, worlds and bodies that go.

#include <stdlib.h>

#include "bindings/js/module/world.h"
#include "support/js_world.h"
#include "support/run.h"

static js_mesh *make_mesh(void)
{
    js_mesh *mesh;
    assert_int_equal(js_mesh_of_model("sphere-500", &mesh), MOTE_OK);
    return mesh;
}

// One bone for all vertices.
static js_deformer *make_skin(js_mesh *mesh)
{
    uint16_t *bones = calloc(mesh->vertex_count, sizeof *bones);
    float *weights = calloc(mesh->vertex_count, sizeof *weights);
    assert_true(bones && weights);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) weights[i] = 1;
    js_deformer *skin;
    assert_int_equal(js_deformer_skin(mesh, 1, 1, bones, weights, &skin), MOTE_OK);
    free(bones);
    free(weights);
    return skin;
}

// Two targets, each of which moves one vertex.
static js_deformer *make_morph(js_mesh *mesh)
{
    const uint32_t counts[] = {1, 1}, vertices[] = {0, 1};
    const mote_vec3 deltas[] = {{1, 0, 0}, {0, 2, 0}};
    js_deformer *morph;
    assert_int_equal(js_deformer_morph(mesh, 2, counts, vertices, deltas, &morph), MOTE_OK);
    return morph;
}

static uint32_t add(js_world *world, js_mesh *mesh)
{
    uint32_t body;
    assert_int_equal(js_world_add(world, mesh, &js_plain_body, &body), MOTE_OK);
    return body;
}

static void deformers_shape_a_body_one_after_the_other(void **state)
{
    (void)state;
    js_mesh *mesh = make_mesh();
    js_world *world = js_create_world("hybrid");
    uint32_t body = add(world, mesh);
    js_deformer *links[] = {make_morph(mesh), make_skin(mesh)};
    const mote_transform moved = {
        .cx = {1, 0, 0}, .cy = {0, 1, 0}, .cz = {0, 0, 1}, .t = {0, 0, 5}};
    const float weights[] = {0.5f, 1};
    assert_int_equal(js_world_set_deformers(world, body, links, 2), MOTE_OK);
    assert_int_equal(js_deformer_set_weights(links[0], weights, 2), MOTE_OK);
    assert_int_equal(js_deformer_set_bones(links[1], &moved, 1), MOTE_OK);
    assert_int_equal(js_world_set_deformers(world, body, links, 2), MOTE_OK);
    const mote_vec3 *present;
    assert_int_equal(js_world_present(world, body, &present), MOTE_OK);
    assert_true(present[0].x == mesh->positions[0].x + 0.5f);
    assert_true(present[1].y == mesh->positions[1].y + 2);
    assert_true(present[1].z == mesh->positions[1].z + 5);
    assert_int_equal(js_world_detect(world), MOTE_OK);
    js_world_destroy(world);
    for (int i = 0; i < 2; i++) js_deformer_release(links[i]);
    js_mesh_release(mesh);
}

static void a_body_keeps_the_deformers_it_has(void **state)
{
    (void)state;
    js_mesh *mesh = make_mesh();
    js_world *world = js_create_world("hybrid");
    uint32_t body = add(world, mesh);
    js_deformer *skin = make_skin(mesh), *morph = make_morph(mesh);
    assert_int_equal(js_world_set_deformers(world, body, &skin, 1), MOTE_OK);
    js_mesh_release(mesh);
    js_deformer_release(skin);
    assert_int_equal(js_world_detect(world), MOTE_OK);
    mote_vec3 *positions;
    assert_int_equal(js_world_positions(world, body, &positions), MOTE_ERROR_STATE);
    assert_int_equal(js_world_set_deformers(world, body, &morph, 1), MOTE_OK); // the skin goes
    js_deformer_release(morph);
    assert_int_equal(js_world_set_deformers(world, body, NULL, 0), MOTE_OK);
    assert_int_equal(js_world_positions(world, body, &positions), MOTE_OK);
    assert_int_equal(js_world_set_positions(world, body), MOTE_OK);
    assert_int_equal(js_world_detect(world), MOTE_OK);
    js_world_destroy(world);
}

static void deformers_of_another_mesh_are_refused(void **state)
{
    (void)state;
    js_mesh *mesh = make_mesh(), *other = make_mesh();
    js_world *world = js_create_world("hybrid"), *rigid = js_create_world("separating-plane");
    js_deformer *skin = make_skin(other);
    assert_int_equal(js_world_set_deformers(world, add(world, mesh), &skin, 1),
                     MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_set_deformers(rigid, add(rigid, other), &skin, 1),
                     MOTE_ERROR_REFUSED);
    assert_int_equal(js_deformer_set_weights(skin, NULL, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_set_deformers(world, 7, &skin, 1), MOTE_ERROR_STALE);
    js_deformer_release(skin);
    js_world_destroy(world);
    js_world_destroy(rigid);
    js_mesh_release(mesh);
    js_mesh_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deformers_shape_a_body_one_after_the_other),
        cmocka_unit_test(a_body_keeps_the_deformers_it_has),
        cmocka_unit_test(deformers_of_another_mesh_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
