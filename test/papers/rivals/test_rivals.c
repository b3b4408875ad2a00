#include <string.h>
// LABELS threads
// The methods that the papers were compared with, within their limits, compared with `naive`.

#include "support/options.h"
#include "support/run.h"

#include <stdio.h>

#include "core/transform.h"
#include "papers/rivals/closest_feature/closest_feature.h"
#include "papers/rivals/convex.h"
#include "support/compare_reports.h"
#include "support/stage.h"

// ---------------------------------------------------------------------------------------------
// Worlds of rigid bodies with the same motion

enum { BODIES = 5 };

static stage begin_stage_with(mote_world_def def, mote_method method, const char *const *models,
                              uint32_t workers)
{
    def.method = method;
    def.contacts = false;
    def.worker_count = workers;
    // For methods that know solids only, a body inside another touches it.
    def.containment = method == MOTE_METHOD_NAIVE;
    set_option(&def, "smith.level", 4);
    stage s;
    stage_begin(&s, &def);
    for (int i = 0; i < BODIES; i++) stage_add(&s, models[i]);
    return s;
}

static stage begin_stage(mote_method method, const char *const *models, uint32_t workers)
{
    return begin_stage_with(mote_default_world_def(), method, models, workers);
}

typedef struct motion {
    mote_random random;
    mote_transform at[BODIES];
} motion;

static mote_transform jump(mote_random *random, float room)
{
    mote_transform t = random_turn(random);
    t.t = (mote_vec3){mote_random_between(random, -room, room),
                      mote_random_between(random, -room, room),
                      mote_random_between(random, -room, room)};
    return t;
}

static void turn_a_little(mote_transform *t, mote_vec3 axis, float angle)
{
    // Rodrigues' formula for a small angle, renormalized by the caller's next jump.
    float c = 1 - angle * angle / 2, s = angle * (1 - angle * angle / 6);
    mote_vec3 *columns[3] = {&t->cx, &t->cy, &t->cz};
    for (int k = 0; k < 3; k++) {
        mote_vec3 v = *columns[k], across = mote_vec_cross(axis, v);
        float along = mote_vec_dot(axis, v) * (1 - c);
        *columns[k] = mote_vec_add(mote_vec_add(mote_vec_scale(v, c), mote_vec_scale(across, s)),
                                   mote_vec_scale(axis, along));
    }
}

// Small steps, which suit coherent methods, and an occasional jump.
static void move_on(motion *m, uint32_t step)
{
    for (int i = 0; i < BODIES; i++) {
        if (step % 10 == 0) {
            m->at[i] = jump(&m->random, 1.6f);
            continue;
        }
        turn_a_little(&m->at[i], mote_random_direction(&m->random), 0.17f);
        mote_vec3 by = mote_vec_scale(mote_random_direction(&m->random), 0.05f);
        m->at[i].t = mote_vec_add(m->at[i].t, by);
    }
}

static mote_report show(stage *s, const motion *m)
{
    for (int i = 0; i < BODIES; i++)
        assert_int_equal(mote_body_set_transform(s->world, s->ids[i], &m->at[i]), MOTE_OK);
    return detected(s->world);
}

static uint32_t touching_pairs(const mote_report *report)
{
    uint32_t bits = 0;
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *p = &report->pairs[i];
        if (p->relation == MOTE_RELATION_APART) continue;
        bits |= 1u << (p->a.index * BODIES + p->b.index);
    }
    return bits;
}

// ---------------------------------------------------------------------------------------------

static void convex_methods_find_the_pairs_that_naive_finds(void **state)
{
    (void)state;
    static const char *const models[BODIES] = {"box", "sphere-48", "sphere-168", "icosphere-1",
                                               "icosphere-0"};
    const mote_method methods[2] = {MOTE_METHOD_SEPARATING_PLANE, MOTE_METHOD_CLOSEST_FEATURE};
    stage naive = begin_stage(MOTE_METHOD_NAIVE, models, 1);
    stage rivals[2] = {begin_stage(methods[0], models, 1), begin_stage(methods[1], models, 2)};
    motion m = {.random = mote_random_stream(1, 2, 3)};
    size_t touching = 0, apart = 0;
    for (uint32_t step = 0; step < test_count(200, 1000, 6000); step++) {
        move_on(&m, step);
        mote_report truth = show(&naive, &m);
        uint32_t expected = touching_pairs(&truth);
        for (int r = 0; r < 2; r++) {
            mote_report report = show(&rivals[r], &m);
            uint32_t got = touching_pairs(&report);
            if (got != expected)
                fail_msg("method %d, step %u: %x, naive %x", (int)methods[r], step, got, expected);
            assert_int_equal(report.face_pair_count, 0);
        }
        touching += (size_t)__builtin_popcount(expected);
        apart += 10 - (size_t)__builtin_popcount(expected);
    }
    print_message("%zu pairs touching, %zu apart\n", touching, apart);
    assert_true(touching > 100 && apart > 100);
    stage_end(&naive);
    for (int r = 0; r < 2; r++) stage_end(&rivals[r]);
}

static motion carried_to(const motion *m, mote_vec3 origin)
{
    motion out = *m;
    for (int i = 0; i < BODIES; i++) out.at[i].t = mote_vec_add(out.at[i].t, origin);
    return out;
}

static void check_octree_update(mote_vec3 origin, const mote_world_def *def, size_t steps)
{
    static const char *const models[BODIES] = {"torus-200", "sphere-168", "box", "chair",
                                               "icosphere-1"};
    stage naive = begin_stage(MOTE_METHOD_NAIVE, models, 1);
    stage rival = begin_stage_with(*def, MOTE_METHOD_OCTREE_UPDATE, models, 1);
    motion m = {.random = mote_random_stream(4, 5, 6)};
    size_t faces = 0;
    for (uint32_t step = 0; step < steps; step++) {
        move_on(&m, step);
        motion there = carried_to(&m, origin);
        mote_report truth = show(&naive, &there), report = show(&rival, &there);
        assert_int_equal(report.face_pair_count, truth.face_pair_count);
        assert_memory_equal(report.face_pairs, truth.face_pairs,
                            truth.face_pair_count * sizeof *truth.face_pairs);
        faces += truth.face_pair_count;
    }
    assert_true(faces > 100);
    stage_end(&naive);
    stage_end(&rival);
}

static void octree_update_finds_the_faces_that_naive_finds(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    check_octree_update((mote_vec3){0, 0, 0}, &def, test_count(20, 100, 2000));
}

// Where rounding moves vertices by more than the side of a cell, in all directions or in one.
static void octree_update_finds_them_far_from_the_origin_too(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    check_octree_update((mote_vec3){1e6f, -1e6f, 1e6f}, &def, test_count(10, 50, 2000));
    check_octree_update((mote_vec3){0, 3e5f, 0}, &def, test_count(10, 50, 2000));
}

// Bodies leave the cube now and then; the second one is left by all.
static void octree_update_finds_them_in_a_world_cube_too(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    set_option(&def, "smith.world_side", 6);
    set_option(&def, "smith.all_boxes", 1);
    set_option(&def, "smith.stored_level", 2);
    check_octree_update((mote_vec3){0, 0, 0}, &def, test_count(20, 100, 2000));
    set_option(&def, "smith.world_side", 0.5);
    check_octree_update((mote_vec3){9, 0, -30}, &def, test_count(10, 50, 500));
}

// ---------------------------------------------------------------------------------------------
// Limits

static mote_result try_body(mote_method method, const char *model_name)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    io_model model = made_model(model_name);
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
    mesh_def.indices = model.triangles;
    mesh_def.index_count = 3 * (size_t)model.triangle_count;
    mote_world *world;
    mote_mesh *mesh;
    mote_body_id id;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    assert_int_equal(mote_mesh_create(&mesh_def, &mesh), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_result result = mote_body_create(world, &body, &id);
    if (result == MOTE_OK) { // it may be moved, not deformed
        mote_positions positions = {.data = model.positions, .count = model.vertex_count};
        mote_transform still = moved_by((mote_vec3){0, 0, 0});
        assert_int_equal(mote_body_set_transform(world, id, &still), MOTE_OK);
        result = mote_body_set_positions(world, id, &positions) == MOTE_ERROR_REFUSED
                     ? MOTE_OK
                     : MOTE_ERROR_STATE;
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    io_model_release(&model);
    return result;
}

static void bodies_outside_the_limits_are_refused(void **state)
{
    (void)state;
    const mote_method convex[2] = {MOTE_METHOD_SEPARATING_PLANE, MOTE_METHOD_CLOSEST_FEATURE};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(try_body(convex[i], "sphere-960"), MOTE_OK);
        assert_int_equal(try_body(convex[i], "box"), MOTE_OK);
        assert_int_equal(try_body(convex[i], "torus-200"), MOTE_ERROR_REFUSED);
        assert_int_equal(try_body(convex[i], "tori-200"), MOTE_ERROR_REFUSED);
        assert_int_equal(try_body(convex[i], "cloth-200"), MOTE_ERROR_REFUSED);
        assert_int_equal(try_body(convex[i], "shuttle"), MOTE_ERROR_REFUSED);
    }
    assert_int_equal(try_body(MOTE_METHOD_OCTREE_UPDATE, "torus-200"), MOTE_OK);
    assert_int_equal(try_body(MOTE_METHOD_OCTREE_UPDATE, "cloth-200"), MOTE_OK);
}

// A triangle that names a vertex twice, as a weld leaves it, has no neighbors, although the mesh is
// closed.
static void closed_meshes_with_collapsed_triangles_are_refused(void **state)
{
    (void)state;
    const mote_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t faces[15] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 2, 2, 3};
    mote_mesh_def shape = mote_default_mesh_def();
    shape.positions = (mote_positions){.data = corners, .count = 4};
    shape.indices = faces;
    shape.index_count = 15;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&shape, &mesh), MOTE_OK);
    const mote_method methods[] = {MOTE_METHOD_SEPARATING_PLANE, MOTE_METHOD_CLOSEST_FEATURE};
    for (int i = 0; i < 2; i++) {
        mote_world_def def = mote_default_world_def();
        def.method = methods[i];
        def.contacts = false;
        mote_world *world;
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        mote_body_def body = mote_default_body_def();
        body.mesh = mesh;
        mote_body_id id;
        assert_int_equal(mote_body_create(world, &body, &id), MOTE_ERROR_REFUSED);
        assert_non_null(strstr(mote_last_message(), "names a vertex twice"));
        mote_world_destroy(world);
    }
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_meshes_with_collapsed_triangles_are_refused),
        cmocka_unit_test(convex_methods_find_the_pairs_that_naive_finds),
        cmocka_unit_test(octree_update_finds_the_faces_that_naive_finds),
        cmocka_unit_test(octree_update_finds_them_far_from_the_origin_too),
        cmocka_unit_test(octree_update_finds_them_in_a_world_cube_too),
        cmocka_unit_test(bodies_outside_the_limits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
