// A streamed shape knows of clusters what a fresh one knows.

#include "shape/streamed.h"

#include <stdlib.h>

#include "core/box.h"
#include "core/pool.h"
#include "core/random.h"
#include "shape/readiness.h"
#include "support/meshes.h"
#include "support/run.h"

// The same positions twice: in a shape that is streamed and in one that is fresh.
typedef struct twins {
    mote_allocator allocator;
    mote_mesh *mesh;
    mote_vec3 *positions;
    mote_shape streamed, fresh;
} twins;

static void begin(twins *t, mote_random *random)
{
    test_mesh model = test_mesh_torus(3 + mote_random_below(random, 90),
                                      3 + mote_random_below(random, 30), 2, 0.7f);
    test_mesh_shuffle(&model, random);
    mote_mesh_def def = test_mesh_def(&model);
    const mote_tasks tasks = mote_inline_tasks();
    *t = (twins){.allocator = mote_allocator_or_default((mote_allocator){0}),
                 .mesh = test_mesh_create(&def)};
    size_t count = t->mesh->vertex_count;
    t->positions = malloc(count * sizeof *t->positions);
    assert_non_null(t->positions);
    for (size_t i = 0; i < count; i++) {
        mote_vec3 p = t->mesh->positions[i];
        t->positions[i] = (mote_vec3){p.x + 0.3f * p.y, p.y * (1 + 0.2f * p.x), p.z + 0.1f * p.x};
    }
    test_mesh_release(&model);
    mote_positions given = {.data = t->positions, .count = count, .persistent = true};
    assert_int_equal(mote_shape_create(&t->streamed, t->mesh, false, &t->allocator), MOTE_OK);
    assert_int_equal(mote_shape_create(&t->fresh, t->mesh, false, &t->allocator), MOTE_OK);
    assert_int_equal(mote_shape_set_positions(&t->streamed, &given), MOTE_OK);
    assert_int_equal(mote_shape_set_positions(&t->fresh, &given), MOTE_OK);
    mote_shape_require(&t->streamed, MOTE_SHAPE_ON_DEMAND, &tasks);
    mote_shape_require(&t->fresh, MOTE_SHAPE_FRESH, &tasks);
    assert_true(mote_shape_is_streamed(&t->streamed) && mote_shape_is_fresh(&t->fresh));
    assert_memory_equal(&t->streamed.box, &t->fresh.box, sizeof(mote_box));
}

static void end(twins *t)
{
    mote_shape_destroy(&t->streamed, &t->allocator);
    mote_shape_destroy(&t->fresh, &t->allocator);
    mote_mesh_destroy(t->mesh);
    free(t->positions);
}

// The box of all corners of a cluster's triangles.
static mote_box box_of_corners(const mote_shape *fresh, uint32_t cluster)
{
    mote_box box = mote_box_empty();
    uint32_t last = mote_cluster_end(fresh->clusters, cluster);
    for (uint32_t slot = mote_cluster_first(cluster); slot < last; slot++) {
        mote_vec3 corners[3];
        mote_shape_triangle(fresh, slot, corners);
        for (int k = 0; k < 3; k++) mote_box_add_point(&box, corners[k]);
    }
    return box;
}

static void clusters_have_the_box_of_their_triangles(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(30, 200, 2000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        twins t;
        begin(&t, &random);
        const mote_box everything = {{-99, -99, -99}, {99, 99, 99}};
        uint8_t codes[512], group_codes[64];
        mote_streamed_outcodes(&t.streamed, &everything, codes, group_codes);
        for (uint32_t c = 0; c < t.mesh->clusters->cluster_count; c++) {
            mote_box expected = box_of_corners(&t.fresh, c);
            mote_box actual = mote_streamed_cluster_box(&t.streamed, c);
            assert_memory_equal(&expected, &actual, sizeof actual);
        }
        end(&t);
    }
}

static void brought_triangles_are_those_of_a_fresh_shape(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(30, 200, 2000); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        twins t;
        begin(&t, &random);
        uint32_t cluster = mote_random_below(&random, t.mesh->clusters->cluster_count);
        mote_streamed_bring(&t.streamed, cluster);
        uint32_t last = mote_cluster_end(t.mesh->clusters, cluster);
        for (uint32_t slot = mote_cluster_first(cluster); slot < last; slot++) {
            mote_vec3 expected[3], actual[3];
            mote_shape_triangle(&t.fresh, slot, expected);
            mote_shape_triangle(&t.streamed, slot, actual);
            assert_memory_equal(expected, actual, sizeof actual);
        }
        end(&t);
    }
}

static mote_box random_region(mote_random *random)
{
    mote_box region;
    float *low = &region.min.x, *high = &region.max.x;
    for (int k = 0; k < 3; k++) {
        low[k] = mote_random_between(random, -4, 4);
        high[k] = low[k] + mote_random_between(random, 0, 2);
    }
    return region;
}

static bool is_beyond(const mote_box *box, const mote_box *region, uint8_t side)
{
    const float *low = &box->min.x, *high = &box->max.x;
    const float *from = &region->min.x, *to = &region->max.x;
    for (int k = 0; k < 3; k++) {
        if (side & 1 << (2 * k) && !(low[k] > to[k])) return false;
        if (side & 2 << (2 * k) && !(high[k] < from[k])) return false;
    }
    return true;
}

// A code may miss a side, but never has one that the cluster's own vertices are not beyond.
static void codes_are_true_of_all_vertices_that_a_cluster_owns(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < test_count(30, 300, 3000); seed++) {
        mote_random random = mote_random_stream(seed, 2, 0);
        twins t;
        begin(&t, &random);
        mote_box region = random_region(&random);
        uint8_t codes[512], group_codes[64];
        mote_streamed_outcodes(&t.streamed, &region, codes, group_codes);
        for (uint32_t c = 0; c < t.mesh->clusters->cluster_count; c++) {
            mote_box own = mote_box8_get(&t.fresh.own_boxes[c / 8], c % 8);
            assert_true(is_beyond(&own, &region, codes[c]));
            assert_int_equal(group_codes[c / 8] & ~codes[c], 0);
        }
        end(&t);
    }
}

static void only_packed_floats_in_the_callers_order_are_streamed(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(7, 0, 0);
    twins t;
    begin(&t, &random);
    double *doubles = calloc(3 * (size_t)t.mesh->vertex_count, sizeof *doubles);
    assert_non_null(doubles);
    mote_positions given = {.data = t.positions, .count = t.mesh->vertex_count};
    mote_positions wide = {
        .data = doubles, .count = t.mesh->vertex_count, .type = MOTE_DOUBLE, .persistent = true};
    assert_true(mote_shape_can_stream(&t.streamed));
    assert_int_equal(mote_shape_set_positions(&t.streamed, &wide), MOTE_OK);
    assert_false(mote_shape_can_stream(&t.streamed));
    mote_shape_begin_frame(&t.streamed);
    assert_int_equal(mote_shape_set_positions(&t.streamed, &given), MOTE_OK);
    assert_true(mote_shape_can_stream(&t.streamed)); // follows the positions of the last frame
    const mote_transform still = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    mote_shape_set_transform(&t.streamed, &still);
    assert_false(mote_shape_can_stream(&t.streamed));
    free(doubles);
    end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_have_the_box_of_their_triangles),
        cmocka_unit_test(brought_triangles_are_those_of_a_fresh_shape),
        cmocka_unit_test(codes_are_true_of_all_vertices_that_a_cluster_owns),
        cmocka_unit_test(only_packed_floats_in_the_callers_order_are_streamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
