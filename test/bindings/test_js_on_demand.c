// Bodies that a deformer forms: the answers of bodies with positions, and marks of what was
// evaluated for them.

#include <string.h>

#include "bindings/js/module/world.h"
#include "support/js_world.h"
#include "support/run.h"

static void put_on_demand(js_world *world, const js_scene *scene)
{
    for (uint32_t i = 0; i < js_scene_body_count(scene); i++)
        if (js_scene_has_deformer(scene, i))
            assert_int_equal(js_world_put_on_demand(world, i, scene, i), MOTE_OK);
}

// Vertices of all bodies with that mark.
static uint64_t count_touched(js_world *world, uint8_t mark)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < world->body_capacity; i++) {
        if (!world->bodies[i].id.generation) continue;
        const uint8_t *touched;
        assert_int_equal(js_world_touched(world, i, &touched), MOTE_OK);
        assert_true((touched != NULL) == (js_body_deformer(&world->bodies[i]) != NULL));
        for (uint32_t v = 0; touched && v < world->bodies[i].mesh->vertex_count; v++)
            count += touched[v] == mark;
    }
    return count;
}

static void present_is_equal(js_world *a, js_world *b, uint32_t body)
{
    const mote_vec3 *one, *other;
    assert_int_equal(js_world_present(a, body, &one), MOTE_OK);
    assert_int_equal(js_world_present(b, body, &other), MOTE_OK);
    const js_mesh *mesh = a->bodies[body].mesh;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        uint32_t v = mesh->triangles[i];
        assert_true(one[v].x == other[v].x && one[v].y == other[v].y && one[v].z == other[v].z);
    }
}

// Methods that are not exact start from the body's box, which is larger on demand.
static void compare_frames(const char *name, const char *method, bool is_exact)
{
    js_scene *scene = js_open_scene(name);
    js_world *lazy = js_create_world(method), *eager = js_create_world(method);
    js_fill(lazy, scene);
    js_fill(eager, scene);
    put_on_demand(lazy, scene);
    uint32_t frames = (uint32_t)test_count(4, 12, 60), last = js_scene_frame_count(scene) - 1;
    for (uint32_t i = 0; i < frames; i++) {
        uint32_t frame = i * last / (frames - 1);
        uint64_t hash = js_detect(eager, scene, frame)->hash;
        const mote_report *report = js_detect(lazy, scene, frame);
        if (is_exact && report->hash != hash) fail_msg("%s by %s, frame %u", name, method, frame);
        uint64_t touched = count_touched(lazy, 2);
        assert_true(touched <= report->stats.evaluated_vertices);
        assert_true((touched > 0) == (report->stats.evaluated_vertices > 0));
        for (uint32_t body = 0; body < js_scene_body_count(scene); body++)
            present_is_equal(lazy, eager, body);
        assert_true(count_touched(lazy, 2) == touched); // drawing marks nothing
    }
    js_scene_close(scene); // bodies have deformers of their own
    assert_int_equal(js_world_detect(lazy), MOTE_OK);
    js_world_destroy(lazy);
    js_world_destroy(eager);
}

static void bodies_on_demand_give_the_answers_of_others(void **state)
{
    (void)state;
    const char *const scenes[] = {"crowd-5", "smith-interactive", "senin-mv", "letters-tt"};
    const char *const methods[] = {"hybrid", "refit", "paired"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
            compare_frames(scenes[i], methods[k], k < 2);
}

static void marks_grow_old(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("crowd-5");
    js_world *world = js_create_world("refit"); // evaluates all
    js_fill(world, scene);
    put_on_demand(world, scene);
    assert_true(count_touched(world, 0) > 0 && count_touched(world, 2) == 0);
    js_detect(world, scene, 0);
    uint64_t all = count_touched(world, 2);
    assert_true(all > 0);
    assert_int_equal(js_world_detect(world), MOTE_OK); // nothing has moved
    assert_true(count_touched(world, 1) == all && count_touched(world, 2) == 0);
    js_detect(world, scene, 1);
    assert_true(count_touched(world, 2) == all);
    js_world_destroy(world);
    js_scene_close(scene);
}

static void releases(void *owner)
{
    ++*(int *)owner;
}

// Also when it is replaced, and not when it was refused.
static void a_form_is_released_once(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("crowd-5");
    js_world *world = js_create_world("hybrid"), *rigid = js_create_world("separating-plane");
    js_fill(world, scene);
    js_mesh *box;
    uint32_t body;
    assert_int_equal(js_mesh_of_model("box", &box), MOTE_OK);
    assert_int_equal(js_world_add(rigid, box, &js_plain_body, &body), MOTE_OK);
    mote_chain_def def = mote_default_chain_def();
    def.mesh = world->bodies[0].mesh->mesh;
    mote_deformer *deformer, *other;
    assert_int_equal(mote_chain_create(&def, &deformer), MOTE_OK);
    def.mesh = box->mesh;
    assert_int_equal(mote_chain_create(&def, &other), MOTE_OK);
    int count = 0;
    js_shaping form = {.deformer = deformer, .release = releases, .owner = &count};
    assert_int_equal(js_body_deformed(world, 0), MOTE_ERROR_STATE);
    assert_int_equal(js_body_set_deformer(world, 0, &form), MOTE_OK);
    const uint8_t *touched, *still;
    assert_int_equal(js_world_touched(world, 0, &touched), MOTE_OK);
    assert_int_equal(js_world_detect(world), MOTE_OK);
    assert_int_equal(js_body_set_deformer(world, 0, &form), MOTE_OK);
    assert_int_equal(count, 1);
    assert_int_equal(js_world_touched(world, 0, &still), MOTE_OK);
    assert_ptr_equal(touched, still);
    for (uint32_t v = 0; v < world->bodies[0].mesh->vertex_count; v++) assert_true(!touched[v]);
    form.deformer = other;
    assert_int_equal(js_body_set_deformer(world, 0, &form), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_body_set_deformer(world, 99, &form), MOTE_ERROR_STALE);
    assert_int_equal(js_body_set_deformer(rigid, body, &form), MOTE_ERROR_REFUSED);
    assert_int_equal(count, 1);
    assert_int_equal(js_body_deformed(world, 0), MOTE_OK);
    mote_vec3 *positions;
    assert_int_equal(js_world_positions(world, 0, &positions), MOTE_ERROR_STATE);
    assert_int_equal(js_world_set_positions(world, 0), MOTE_ERROR_STATE);
    assert_int_equal(js_world_show(world, 0, scene, 0, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_remove(world, 0), MOTE_OK);
    assert_int_equal(count, 2);
    js_world_destroy(world);
    js_world_destroy(rigid);
    mote_deformer_destroy(deformer);
    mote_deformer_destroy(other);
    js_mesh_release(box);
    js_scene_close(scene);
}

static void bodies_without_a_deformer_stay_as_they_are(void **state)
{
    (void)state;
    js_scene *scene = js_open_scene("letters-tt");
    js_world *world = js_create_world("hybrid");
    js_fill(world, scene);
    assert_false(js_scene_has_deformer(scene, 0));
    assert_false(js_scene_has_deformer(scene, 99));
    assert_int_equal(js_world_put_on_demand(world, 0, scene, 0), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_put_on_demand(world, 0, scene, 9), MOTE_ERROR_ARGUMENT);
    assert_int_equal(js_world_put_on_demand(world, 9, scene, 0), MOTE_ERROR_STALE);
    js_detect(world, scene, 0);
    js_world_destroy(world);
    js_scene_close(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_on_demand_give_the_answers_of_others),
        cmocka_unit_test(marks_grow_old),
        cmocka_unit_test(a_form_is_released_once),
        cmocka_unit_test(bodies_without_a_deformer_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
