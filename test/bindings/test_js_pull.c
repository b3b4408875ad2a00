// Hands that pull a patch of a body, natively under the sanitizers: in any order with worlds and
// bodies that go.

#include "bindings/js/module/world.h"
#include "support/js_world.h"
#include "support/run.h"

static js_world *world_with_sphere(const char *method)
{
    js_world *world = js_create_world(method);
    js_mesh *mesh;
    uint32_t body;
    assert_int_equal(js_mesh_of_model("sphere-500", &mesh), MOTE_OK);
    assert_int_equal(js_world_add(world, mesh, &js_plain_body, &body), MOTE_OK);
    js_mesh_release(mesh);
    return world;
}

static js_pull *grasp(js_world *world, mote_vec3 point)
{
    js_pull *pull;
    assert_int_equal(js_pull_create(world, 0, &point, 0.5f, &pull), MOTE_OK);
    return pull;
}

// Two hands on one body: each starts from the shape that it found.
static void the_last_hand_that_moves_decides(void **state)
{
    (void)state;
    js_world *world = world_with_sphere("hybrid");
    const mote_vec3 *present;
    assert_int_equal(js_world_present(world, 0, &present), MOTE_OK);
    mote_vec3 first = present[0], last = present[world->bodies[0].mesh->vertex_count - 1];
    mote_vec3 aim = {first.x, first.y, first.z + 0.25f};
    js_pull *one = grasp(world, first), *other = grasp(world, last);
    assert_int_equal(js_pull_move(one, world, &aim), MOTE_OK);
    assert_int_equal(js_world_present(world, 0, &present), MOTE_OK);
    assert_true(present[0].z == aim.z);
    assert_int_equal(js_pull_move(other, world, &last), MOTE_OK);
    assert_int_equal(js_world_present(world, 0, &present), MOTE_OK);
    assert_true(present[0].z == first.z);
    js_pull_release(one);
    js_pull_release(other);
    js_world_destroy(world);
}

static void hands_outlive_bodies_and_worlds(void **state)
{
    (void)state;
    js_world *world = world_with_sphere("hybrid");
    mote_vec3 point = {0, 0, 1};
    js_pull *pull = grasp(world, point), *other = grasp(world, point);
    assert_int_equal(js_pull_move(pull, world, &point), MOTE_OK);
    assert_int_equal(js_world_detect(world), MOTE_OK);
    assert_int_equal(js_world_remove(world, 0), MOTE_OK);
    assert_int_equal(js_pull_move(pull, world, &point), MOTE_ERROR_STALE);
    js_pull_release(other);
    js_world_destroy(world);
    js_pull_release(pull);
}

static void bodies_on_demand_and_rigid_ones_are_not_pulled(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("crowd-5");
    js_world *world = js_create_world("hybrid"), *rigid = world_with_sphere("separating-plane");
    js_fill(world, scene);
    assert_int_equal(js_world_put_on_demand(world, 0, scene, 0), MOTE_OK);
    mote_vec3 point = {0, 0, 0};
    js_pull *pull;
    assert_int_equal(js_pull_create(world, 0, &point, 1, &pull), MOTE_ERROR_STATE);
    assert_null(pull);
    assert_int_equal(js_pull_create(rigid, 0, &point, 1, &pull), MOTE_ERROR_REFUSED);
    // A hand that closed before the body was put on demand.
    assert_int_equal(js_pull_create(world, 1, &point, 1, &pull), MOTE_OK);
    assert_int_equal(js_world_put_on_demand(world, 1, scene, 1), MOTE_OK);
    assert_int_equal(js_pull_move(pull, world, &point), MOTE_ERROR_STATE);
    js_pull_release(pull);
    js_world_destroy(world);
    js_world_destroy(rigid);
    js_scene_close(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_hand_that_moves_decides),
        cmocka_unit_test(hands_outlive_bodies_and_worlds),
        cmocka_unit_test(bodies_on_demand_and_rigid_ones_are_not_pulled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
