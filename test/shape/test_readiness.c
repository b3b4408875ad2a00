// A shape rises from waiting to fresh by the cheapest way it allows, and falls back when it
// changes.

#include "shape/readiness.h"

#include <math.h>

#include "core/box.h"
#include "core/pool.h"
#include "shape/on_demand.h"
#include "support/meshes.h"
#include "support/run.h"

// A deformation that leaves the rest shape as it is and counts what it is asked for.
typedef struct counts {
    uint32_t evaluated, bounded;
} counts;

typedef struct still {
    const mote_mesh *mesh;
    counts *counts;
    float reach; // of every bound
} still;

static void evaluate_still(const void *context, const uint32_t *vertices, uint32_t count,
                           mote_vec3 *out)
{
    const still *s = context;
    s->counts->evaluated += count;
    for (uint32_t i = 0; i < count; i++) out[i] = s->mesh->positions[vertices[i]];
}

static void bound_still(const void *context, uint32_t first, uint32_t count,
                        const mote_transform *transform, mote_box8 *out)
{
    (void)first;
    (void)transform;
    const still *s = context;
    s->counts->bounded += count;
    mote_box empty = mote_box_empty(),
             all = {{-s->reach, -s->reach, -s->reach}, {s->reach, s->reach, s->reach}};
    for (uint32_t lane = 0; lane < 8; lane++)
        mote_box8_set(out, lane, lane < count ? &all : &empty);
}

typedef struct subject {
    mote_allocator allocator;
    mote_mesh *mesh;
    still still;
    counts counts;
    mote_shape shape;
    mote_tasks tasks;
} subject;

static void begin(subject *s)
{
    test_mesh model = test_mesh_torus(12, 10, 2, 0.7f);
    mote_mesh_def def = test_mesh_def(&model);
    *s = (subject){.allocator = mote_allocator_or_default((mote_allocator){0}),
                   .mesh = test_mesh_create(&def),
                   .tasks = mote_inline_tasks()};
    test_mesh_release(&model);
    s->still = (still){.mesh = s->mesh, .counts = &s->counts, .reach = 4};
    assert_int_equal(mote_shape_create(&s->shape, s->mesh, false, &s->allocator), MOTE_OK);
}

static void deform(subject *s, bool can_bound)
{
    mote_deformation deformation = {.context = &s->still,
                                    .evaluate = evaluate_still,
                                    .bound = can_bound ? bound_still : NULL,
                                    .vertices_per_bound = 64};
    if (!s->shape.on_demand) assert_true(mote_on_demand_create(&s->shape, 0, &s->allocator));
    assert_true(mote_on_demand_make_room(s->shape.on_demand, &s->allocator));
    mote_shape_set_deformation(&s->shape, &deformation);
}

static void end(subject *s)
{
    mote_shape_destroy(&s->shape, &s->allocator);
    mote_mesh_destroy(s->mesh);
}

static void expect(const subject *s, mote_readiness readiness, uint32_t bounded, uint32_t evaluated)
{
    assert_int_equal(s->shape.readiness, readiness);
    assert_int_equal(s->counts.bounded, bounded);
    assert_int_equal(s->counts.evaluated, evaluated);
}

static void a_shape_without_a_deformer_becomes_fresh_whatever_is_required(void **state)
{
    (void)state;
    for (mote_readiness level = MOTE_SHAPE_BOUNDED; level <= MOTE_SHAPE_FRESH; level++) {
        subject s;
        begin(&s);
        assert_int_equal(s.shape.readiness, MOTE_SHAPE_WAITING);
        mote_shape_require(&s.shape, MOTE_SHAPE_WAITING, &s.tasks);
        assert_int_equal(s.shape.readiness, MOTE_SHAPE_WAITING);
        mote_shape_require(&s.shape, level, &s.tasks);
        assert_int_equal(s.shape.readiness, MOTE_SHAPE_FRESH);
        assert_ptr_equal(mote_shape_bounds(&s.shape), &s.shape.box);
        end(&s);
    }
}

static void a_promised_box_bounds_a_shape_until_it_is_taken_back_or_the_shape_changes(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    const mote_box box = {{-3, -3, -3}, {3, 3, 3}};
    mote_shape_set_bounds(&s.shape, &box);
    mote_shape_require(&s.shape, MOTE_SHAPE_BOUNDED, &s.tasks);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_BOUNDED);
    assert_memory_equal(mote_shape_bounds(&s.shape), &box, sizeof box);
    mote_shape_set_bounds(&s.shape, NULL);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_WAITING);
    mote_shape_set_bounds(&s.shape, &box);
    mote_shape_set_transform(&s.shape, NULL);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_WAITING);
    mote_shape_require(&s.shape, MOTE_SHAPE_FRESH, &s.tasks);
    mote_shape_set_bounds(&s.shape, &box);
    mote_shape_set_bounds(&s.shape, NULL);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_FRESH);
    end(&s);
}

static void a_deformer_that_bounds_nodes_is_asked_once_for_the_whole(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    deform(&s, true);
    expect(&s, MOTE_SHAPE_WAITING, 0, 0);
    mote_shape_require(&s.shape, MOTE_SHAPE_BOUNDED, &s.tasks);
    expect(&s, MOTE_SHAPE_ON_DEMAND, 1, 0);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    expect(&s, MOTE_SHAPE_ON_DEMAND, 1, 0);
    assert_true(mote_shape_bounds(&s.shape)->max.x == 4);
    const mote_box box = {{-3, -3, -3}, {3, 3, 3}};
    mote_shape_set_bounds(&s.shape, &box);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_ON_DEMAND);
    assert_true(mote_shape_bounds(&s.shape)->max.x == 3);
    mote_shape_set_bounds(&s.shape, NULL);
    assert_true(mote_shape_bounds(&s.shape)->max.x == 4);
    uint64_t version = s.shape.version;
    mote_shape_require(&s.shape, MOTE_SHAPE_FRESH, &s.tasks);
    expect(&s, MOTE_SHAPE_FRESH, 1, s.mesh->vertex_count);
    assert_true(s.shape.version > version); // what methods kept of it was incomplete
    mote_shape_set_transform(&s.shape, NULL);
    assert_int_equal(s.shape.readiness, MOTE_SHAPE_WAITING);
    end(&s);
}

static void a_deformer_that_cannot_bound_makes_shapes_fresh(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    deform(&s, false);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    expect(&s, MOTE_SHAPE_FRESH, 0, s.mesh->vertex_count);
    end(&s);
}

static void a_bound_that_is_not_finite_is_asked_for_once_and_forgotten_with_the_shape(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    deform(&s, true);
    s.still.reach = INFINITY;
    assert_false(mote_shape_go_on_demand(&s.shape));
    assert_false(mote_shape_go_on_demand(&s.shape));
    expect(&s, MOTE_SHAPE_WAITING, 1, 0);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    expect(&s, MOTE_SHAPE_FRESH, 1, s.mesh->vertex_count);
    s.still.reach = 4;
    deform(&s, true);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    expect(&s, MOTE_SHAPE_ON_DEMAND, 2, s.mesh->vertex_count);
    end(&s);
}

static void a_shape_may_not_stay_on_demand_when_bounds_cost_more_than_vertices(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    deform(&s, true);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    assert_true(mote_shape_may_stay_on_demand(&s.shape));
    s.shape.on_demand->bounded_in_all = 65 + s.mesh->vertex_count / 64;
    assert_false(mote_shape_may_stay_on_demand(&s.shape));
    mote_shape_leave_on_demand(&s.shape, &s.tasks);
    expect(&s, MOTE_SHAPE_FRESH, 1, s.mesh->vertex_count);
    assert_int_equal(s.shape.on_demand->evaluated, s.mesh->vertex_count);
    end(&s);
}

static void a_position_that_is_not_finite_breaks_a_shape_until_it_changes(void **state)
{
    (void)state;
    subject s;
    begin(&s);
    deform(&s, true);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    mote_transform far = {.cx = {1, 0, 0}, .cy = {0, 1, 0}, .cz = {0, 0, 1}, .t = {NAN, 0, 0}};
    mote_shape_set_transform(&s.shape, &far);
    mote_shape_require(&s.shape, MOTE_SHAPE_ON_DEMAND, &s.tasks);
    assert_false(mote_shape_is_broken(&s.shape));
    mote_on_demand_vertex(&s.shape, 0);
    assert_true(mote_shape_is_broken(&s.shape));
    mote_shape_require(&s.shape, MOTE_SHAPE_FRESH, &s.tasks);
    assert_true(mote_shape_is_broken(&s.shape));
    mote_shape_set_transform(&s.shape, NULL);
    assert_false(mote_shape_is_broken(&s.shape));
    mote_shape_require(&s.shape, MOTE_SHAPE_FRESH, &s.tasks);
    assert_false(mote_shape_is_broken(&s.shape));
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shape_without_a_deformer_becomes_fresh_whatever_is_required),
        cmocka_unit_test(a_promised_box_bounds_a_shape_until_it_is_taken_back_or_the_shape_changes),
        cmocka_unit_test(a_deformer_that_bounds_nodes_is_asked_once_for_the_whole),
        cmocka_unit_test(a_deformer_that_cannot_bound_makes_shapes_fresh),
        cmocka_unit_test(a_bound_that_is_not_finite_is_asked_for_once_and_forgotten_with_the_shape),
        cmocka_unit_test(a_shape_may_not_stay_on_demand_when_bounds_cost_more_than_vertices),
        cmocka_unit_test(a_position_that_is_not_finite_breaks_a_shape_until_it_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
