#include "bench/recall/grazing.h"

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

#include "bench/recall/extent.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/run.h"

static void open_stage(const char *scene, uint32_t detail, bench_stage *stage)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.scene.detail = detail;
    def.frame_count = 1;
    def.mesh_flags = mote_default_mesh_def().flags;
    assert_int_equal(bench_stage_open(&def, stage), MOTE_OK);
}

// A body as the start has it.
static mote_mesh *present_mesh(const recall_grazing *g, uint32_t body)
{
    const bench_stage_body *b = &g->stage.bodies[body];
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = g->stage.frames + b->first, .count = b->count};
    def.indices = b->model->triangles;
    def.index_count = (size_t)b->model->triangle_count * 3;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&def, &mesh), MOTE_OK);
    return mesh;
}

static double distance_to_surface(const mote_mesh *mesh, mote_vec3 point)
{
    mote_mesh_view view;
    mote_mesh_info info;
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_info(mesh, &info);
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < info.triangle_count; i++) {
        mote_vec3 corners[3];
        for (int k = 0; k < 3; k++)
            corners[k] = view.positions[view.triangles[3 * i + (uint32_t)k]];
        least = fmin(least, (double)mote_point_triangle_distance(point, corners, NULL));
    }
    return least;
}

// The deepest of many points of `mesh`'s surface inside `other`; 0 if none is: corners, middles of
// edges and faces, and random points of the faces.
static double deepest_inside(const mote_mesh *mesh, const mote_mesh *other, mote_random *random)
{
    mote_mesh_view view;
    mote_mesh_info info, around;
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_info(other, &around);
    double deepest = 0.0;
    for (uint32_t i = 0; i < info.triangle_count; i++) {
        for (int k = 0; k < 10; k++) {
            static const float fixed[7][2] = {{0, 0},    {1, 0},       {0, 1},      {0.5f, 0},
                                              {0, 0.5f}, {0.5f, 0.5f}, {0.3f, 0.3f}};
            float s = k < 7 ? fixed[k][0] : mote_random_unit(random);
            float t = k < 7 ? fixed[k][1] : (1 - s) * mote_random_unit(random);
            mote_vec3 p = view.positions[view.triangles[3 * i]];
            mote_vec3 u = mote_vec_sub(view.positions[view.triangles[3 * i + 1]], p);
            mote_vec3 v = mote_vec_sub(view.positions[view.triangles[3 * i + 2]], p);
            p = mote_vec_add(p, mote_vec_add(mote_vec_scale(u, s), mote_vec_scale(v, t)));
            bool possible = p.x >= around.box.min.x && p.x <= around.box.max.x &&
                            p.y >= around.box.min.y && p.y <= around.box.max.y &&
                            p.z >= around.box.min.z && p.z <= around.box.max.z;
            if (possible && mote_mesh_contains(other, p))
                deepest = fmax(deepest, distance_to_surface(other, p));
        }
    }
    return deepest;
}

// Closed bodies, deforming and concave among them.
static void no_point_is_deeper_inside_than_allowed(void **state)
{
    (void)state;
    static const char *const scenes[] = {"letters-tt", "letters-mv", "spheres-3", "tori",
                                         "shuttles-2"};
    int seen = 0; // scenes in which points were inside at all
    for (int which = 0; which < 5; which++) {
        bench_stage stage;
        open_stage(scenes[which], 200, &stage);
        recall_grazing grazing;
        assert_int_equal(recall_grazing_open(&stage, 7, &grazing), MOTE_OK);
        mote_random random = mote_random_stream(1, (uint64_t)which, 0);
        double deepest = 0.0;
        for (uint32_t i = 0; i < test_count(1, 5, 100); i++) {
            assert_int_equal(recall_grazing_make(&grazing, i), MOTE_OK);
            mote_mesh *a = present_mesh(&grazing, 0), *b = present_mesh(&grazing, 1);
            deepest = fmax(deepest, deepest_inside(a, b, &random));
            deepest = fmax(deepest, deepest_inside(b, a, &random));
            mote_mesh_destroy(a);
            mote_mesh_destroy(b);
        }
        assert_true(deepest <= RECALL_GRAZING_DEPTH * grazing.radius);
        seen += deepest > 0.1 * RECALL_GRAZING_DEPTH * grazing.radius;
        recall_grazing_close(&grazing);
        bench_stage_close(&stage);
    }
    assert_true(seen >= 3);
}

// Meeting is exact: some triangles share a point.
static void bodies_meet_in_every_start(void **state)
{
    (void)state;
    bench_stage stage;
    open_stage("teapot-sphere", 200, &stage);
    recall_grazing grazing;
    assert_int_equal(recall_grazing_open(&stage, 3, &grazing), MOTE_OK);
    recall_truth truth;
    assert_int_equal(recall_truth_open(&grazing.stage, &truth), MOTE_OK);
    for (uint32_t i = 0; i < test_count(5, 60, 2000); i++) {
        assert_int_equal(recall_grazing_make(&grazing, i), MOTE_OK);
        bench_stage_show(&grazing.stage, 0);
        assert_int_equal(recall_truth_place(&truth, &grazing.stage), MOTE_OK);
        mote_report report;
        assert_int_equal(recall_truth_detect(&truth, &report), MOTE_OK);
        assert_true(report.face_pair_count > 0);
    }
    recall_truth_close(&truth);
    recall_grazing_close(&grazing);
    bench_stage_close(&stage);
}

// Whatever was made before, and other seeds give others.
static void a_start_depends_on_seed_and_number_alone(void **state)
{
    (void)state;
    bench_stage stage;
    open_stage("letters-mv", 0, &stage);
    recall_grazing grazing, other;
    assert_int_equal(recall_grazing_open(&stage, 5, &grazing), MOTE_OK);
    size_t bytes = grazing.stage.position_count * sizeof(mote_vec3);
    mote_vec3 *first = malloc(bytes);
    assert_non_null(first);
    assert_int_equal(recall_grazing_make(&grazing, 4), MOTE_OK);
    memcpy(first, grazing.stage.frames, bytes);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(recall_grazing_make(&grazing, i), MOTE_OK);
        assert_memory_not_equal(first, grazing.stage.frames, bytes);
    }
    assert_int_equal(recall_grazing_make(&grazing, 4), MOTE_OK);
    assert_memory_equal(first, grazing.stage.frames, bytes);
    assert_int_equal(recall_grazing_open(&stage, 6, &other), MOTE_OK);
    assert_int_equal(recall_grazing_make(&other, 4), MOTE_OK);
    assert_memory_not_equal(first, other.stage.frames, bytes);
    free(first);
    recall_grazing_close(&other);
    recall_grazing_close(&grazing);
    bench_stage_close(&stage);
}

static void one_body_cannot_graze(void **state)
{
    (void)state;
    bench_stage stage;
    open_stage("self-fold", 200, &stage);
    recall_grazing grazing;
    assert_int_equal(recall_grazing_open(&stage, 1, &grazing), MOTE_ERROR_ARGUMENT);
    bench_stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_is_deeper_inside_than_allowed),
        cmocka_unit_test(bodies_meet_in_every_start),
        cmocka_unit_test(a_start_depends_on_seed_and_number_alone),
        cmocka_unit_test(one_body_cannot_graze),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
