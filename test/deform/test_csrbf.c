#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "deform/csrbf.h"
#include "support/deform_cases.h"
#include "support/failing_allocator.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// The functions

static void derivatives_agree_with_differences(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (int kind = 0; kind < 3; kind++)
        for (double r = 0.01; r < 0.99; r += 0.01) {
            mote_wendland w = (mote_wendland)kind;
            double below = mote_wendland_value(w, r - h), here = mote_wendland_value(w, r),
                   above = mote_wendland_value(w, r + h);
            double first = (above - below) / (2 * h), second = (above - 2 * here + below) / (h * h);
            assert_true(fabs(mote_wendland_slope(w, r) * r - first) < 1e-6);
            // No curvature further out exceeds the one that is promised at r or nearer.
            for (double nearer = r; nearer > 0; nearer -= 0.07) {
                assert_true(fabs(second) <= mote_wendland_curvature(w, nearer) + 1e-4);
                assert_true(fabs(first / r) <= mote_wendland_curvature(w, nearer) + 1e-4);
            }
        }
    for (int kind = 0; kind < 3; kind++)
        assert_true(fabs(mote_wendland_value((mote_wendland)kind, 0) - 1) < 1e-15);
}

// ---------------------------------------------------------------------------------------------
// The system

typedef struct controls {
    uint32_t count;
    mote_vec3 *starts, *ends;
    mote_csrbf_def def;
} controls;

static controls random_controls(const deform_case *c, mote_random *random, uint32_t count,
                                float radius, mote_wendland wendland)
{
    controls k = {.count = count,
                  .starts = calloc(count, sizeof *k.starts),
                  .ends = calloc(count, sizeof *k.ends),
                  .def = mote_default_csrbf_def()};
    for (uint32_t i = 0; i < count; i++) {
        float *start = &k.starts[i].x, *end = &k.ends[i].x;
        for (int axis = 0; axis < 3; axis++) {
            start[axis] = mote_random_between(random, -1.4f, 1.4f);
            end[axis] = start[axis] + mote_random_between(random, -0.3f, 0.3f);
        }
    }
    k.def.mesh = c->mesh;
    k.def.nodes = c->nodes;
    k.def.starts = k.starts;
    k.def.ends = k.ends;
    k.def.control_count = count;
    k.def.support_radius = radius;
    k.def.wendland = wendland;
    return k;
}

static void free_controls(controls *k)
{
    free(k->starts);
    free(k->ends);
}

// Gaussian elimination with partial pivoting in long double on the full matrix; u has three
// columns.
static void reference_solve(const controls *k, long double *a, long double *u)
{
    uint32_t n = k->count;
    for (uint32_t i = 0; i < n; i++) {
        mote_dvec3 d = mote_dvec_sub(mote_vec_widen(k->ends[i]), mote_vec_widen(k->starts[i]));
        u[3 * i] = (long double)d.x, u[3 * i + 1] = (long double)d.y,
              u[3 * i + 2] = (long double)d.z;
        for (uint32_t j = 0; j < n; j++) {
            mote_dvec3 e =
                mote_dvec_sub(mote_vec_widen(k->starts[i]), mote_vec_widen(k->starts[j]));
            double r = mote_dvec_length(e) / (double)k->def.support_radius;
            a[(size_t)i * n + j] = r < 1 ? (long double)mote_wendland_value(k->def.wendland, r) : 0;
        }
    }
    for (uint32_t p = 0; p < n; p++) {
        uint32_t best = p;
        for (uint32_t i = p + 1; i < n; i++)
            if (fabsl(a[(size_t)i * n + p]) > fabsl(a[(size_t)best * n + p])) best = i;
        for (uint32_t j = 0; j < n; j++) {
            long double swap = a[(size_t)p * n + j];
            a[(size_t)p * n + j] = a[(size_t)best * n + j];
            a[(size_t)best * n + j] = swap;
        }
        for (int axis = 0; axis < 3; axis++) {
            long double swap = u[3 * p + axis];
            u[3 * p + axis] = u[3 * best + axis];
            u[3 * best + axis] = swap;
        }
        for (uint32_t i = 0; i < n; i++) {
            if (i == p) continue;
            long double f = a[(size_t)i * n + p] / a[(size_t)p * n + p];
            for (uint32_t j = p; j < n; j++) a[(size_t)i * n + j] -= f * a[(size_t)p * n + j];
            for (int axis = 0; axis < 3; axis++) u[3 * i + axis] -= f * u[3 * p + axis];
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (int axis = 0; axis < 3; axis++) u[3 * i + axis] /= a[(size_t)i * n + i];
}

static void solutions_match_a_dense_reference_solver(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(10, 100, 1000); seed++) {
        mote_random random = mote_random_stream(40, seed, 0);
        deform_case c = deform_case_create(4, 4, &random);
        controls k = random_controls(&c, &random, 1 + mote_random_below(&random, 90),
                                     mote_random_between(&random, 0.05f, 2),
                                     (mote_wendland)mote_random_below(&random, 3));
        size_t n = k.count;
        long double *a = calloc(n * n, sizeof *a), *expected = calloc(3 * n, sizeof *expected);
        mote_dvec3 *u = calloc(n, sizeof *u);
        reference_solve(&k, a, expected);
        assert_int_equal(mote_csrbf_solve(&k.def, &mote_libc_allocator, u), MOTE_OK);
        double size = 0, most = 0;
        for (size_t i = 0; i < n; i++) {
            mote_dvec3 e = {(double)expected[3 * i], (double)expected[3 * i + 1],
                            (double)expected[3 * i + 2]};
            size = fmax(size, mote_dvec_length(e));
            most = fmax(most, mote_dvec_length(mote_dvec_sub(e, u[i])));
        }
        if (!(most <= 1e-8 * size))
            fail_msg("seed %llu: %g of %g", (unsigned long long)seed, most, size);
        free(u);
        free(expected);
        free(a);
        free_controls(&k);
        deform_case_release(&c);
    }
}

// A mesh whose vertices are the controls and some points out of reach of all.
static void check_interpolation(uint32_t count, float radius, mote_wendland wendland, uint64_t seed)
{
    mote_random random = mote_random_stream(41, seed, count);
    deform_case c = deform_case_create(4, 4, &random);
    controls k = random_controls(&c, &random, count, radius, wendland);
    mote_vec3 *points = calloc(2 * (size_t)count + 3, sizeof *points),
              *out = calloc(2 * (size_t)count + 3, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        mote_vec3 d = mote_random_direction(&random);
        points[i] = k.starts[i];
        points[count + i] = mote_vec_scale(d, 2.5f + radius); // the starts are within 1.4 * sqrt(3)
    }
    for (uint32_t i = 2 * count; i < 2 * count + 3; i++)
        points[i] = (mote_vec3){-0.0f, 4 + radius, -0.0f};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = points, .count = (2 * (size_t)count + 3) / 3 * 3};
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    k.def.mesh = mesh;
    k.def.nodes = NULL;
    mote_deformer *csrbf;
    assert_int_equal(mote_csrbf_create(&k.def, &csrbf), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(csrbf, NULL, out), MOTE_OK);
    for (uint32_t i = 0; i < count; i++)
        assert_true(mote_vec_length(mote_vec_sub(out[i], k.ends[i])) < 1e-5f * 2.8f);
    assert_memory_equal(out + count, points + count,
                        ((2 * count + 3) / 3 * 3 - count) * sizeof *out);
    assert_int_equal(mote_csrbf_set_blend(csrbf, 0.25f), MOTE_OK);
    assert_int_equal(mote_deformer_evaluate_all(csrbf, NULL, out), MOTE_OK);
    for (uint32_t i = 0; i < count; i++) {
        mote_vec3 quarter =
            mote_vec_add(mote_vec_scale(k.starts[i], 0.75f), mote_vec_scale(k.ends[i], 0.25f));
        assert_true(mote_vec_length(mote_vec_sub(out[i], quarter)) < 1e-5f * 2.8f);
    }
    mote_deformer_destroy(csrbf);
    mote_mesh_destroy(mesh);
    free(points);
    free(out);
    free_controls(&k);
    deform_case_release(&c);
}

static void starts_reach_their_ends_and_nothing_far_moves(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(6, 60, 600); seed++) {
        mote_random random = mote_random_stream(42, seed, 0);
        check_interpolation(1 + mote_random_below(&random, 200),
                            mote_random_between(&random, 0.1f, 3), (mote_wendland)(seed % 3), seed);
    }
}

static void thousands_of_controls_work(void **state)
{
    (void)state;
    check_interpolation((uint32_t)test_count(500, 4000, 8000), 0.3f, MOTE_WENDLAND_C2, 0);
    check_interpolation((uint32_t)test_count(300, 1500, 4000), 5.0f, MOTE_WENDLAND_C0, 1);
}

// ---------------------------------------------------------------------------------------------
// Evaluating

typedef void displace_kernel(const mote_csrbf_field *, mote_vec3 *, uint32_t);

static void check_kernel(const mote_csrbf_field *field, displace_kernel *kernel,
                         mote_random *random)
{
    mote_vec3 expected[300], actual[300];
    uint32_t count = mote_random_below(random, 301);
    float most = mote_random_below(random, 2) ? 2.0f : 20.0f;
    for (uint32_t i = 0; i < count; i++) {
        expected[i] = (mote_vec3){mote_random_between(random, -most, most),
                                  mote_random_between(random, -most, most), -0.0f};
        actual[i] = expected[i];
    }
    mote_csrbf_displace_scalar(field, expected, count);
    kernel(field, actual, count);
    assert_memory_equal(expected, actual, count * sizeof *actual);
}

static void kernels_equal_their_scalar_twin(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(20, 300, 3000); seed++) {
        mote_random random = mote_random_stream(43, seed, 0);
        deform_case c = deform_case_create(4, 4, &random);
        mote_deformer *csrbf = random_csrbf(&c, &random, (mote_wendland)(seed % 3),
                                            1 + mote_random_below(&random, 150),
                                            mote_random_between(&random, 0.02f, 0.8f), 0.3f);
        const mote_csrbf_field *field = &((const mote_csrbf *)csrbf)->field;
        check_kernel(field, mote_csrbf_displace_base, &random);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2()) check_kernel(field, mote_csrbf_displace_avx2, &random);
#endif
        mote_deformer_destroy(csrbf);
        deform_case_release(&c);
    }
}

static void listed_vertices_equal_all(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(3, 30, 300); seed++) {
        mote_random random = mote_random_stream(44, seed, 0);
        deform_case c = deform_case_create(50, 30, &random);
        mote_deformer *csrbf = random_csrbf(&c, &random, (mote_wendland)(seed % 3),
                                            10 + mote_random_below(&random, 90), 0.5f, 0.2f);
        assert_int_equal(mote_csrbf_set_blend(csrbf, mote_random_unit(&random)), MOTE_OK);
        check_listed_equals_all(csrbf, &random);
        mote_deformer_destroy(csrbf);
        deform_case_release(&c);
    }
}

// ---------------------------------------------------------------------------------------------
// Bounds

static void no_vertex_leaves_the_box_of_its_node(void **state)
{
    (void)state;
    size_t checks = 0;
    for (uint64_t seed = 0; checks < test_count(40000, 1000000, 10000000); seed++) {
        mote_random random = mote_random_stream(45, seed, 0);
        deform_case c = deform_case_create(40, 20, &random);
        mote_deformer *csrbf =
            random_csrbf(&c, &random, (mote_wendland)(seed % 3), 1 + mote_random_below(&random, 40),
                         mote_random_between(&random, 0.05f, 1.5f), 0.5f);
        for (int pose = 0; pose < 5; pose++) {
            float most = pose ? 1.0f : 100.0f;
            assert_int_equal(mote_csrbf_set_blend(csrbf, mote_random_between(&random, -most, most)),
                             MOTE_OK);
            checks += check_bounds(&c, csrbf, NULL);
        }
        mote_deformer_destroy(csrbf);
        deform_case_release(&c);
    }
}

static void boxes_of_leaves_are_tight(void **state)
{
    (void)state;
    const mote_wendland kinds[3] = {MOTE_WENDLAND_C0, MOTE_WENDLAND_C2, MOTE_WENDLAND_C4};
    for (int kind = 0; kind < 3; kind++) {
        mote_random random = mote_random_stream(46, 0, 0);
        deform_case c = deform_case_create(160, 80, &random);
        mote_nodes_info info;
        mote_nodes_get_info(c.nodes, &info);
        double *ratios = calloc(10 * (size_t)info.leaf_count, sizeof *ratios);
        for (size_t pose = 0; pose < 10; pose++) {
            mote_deformer *csrbf =
                random_csrbf(&c, &random, kinds[kind], CASE_CONTROLS, 0.8f, 0.2f);
            check_bounds(&c, csrbf, ratios + pose * info.leaf_count);
            mote_deformer_destroy(csrbf);
        }
        double median = median_of(ratios, 10 * (size_t)info.leaf_count);
        print_message("C%d: leaf box diagonal by that of its vertices, median: %.3f\n", 2 * kind,
                      median);
        assert_true(median <= 1.5);
        free(ratios);
        deform_case_release(&c);
    }
}

// ---------------------------------------------------------------------------------------------
// Bad data

static void expect_refusal(const mote_csrbf_def *def, mote_result expected, const char *message)
{
    mote_deformer *csrbf = (mote_deformer *)(void *)&expected;
    assert_int_equal(mote_csrbf_create(def, &csrbf), expected);
    assert_null(csrbf);
    if (!strstr(mote_last_message(), message)) fail_msg("message: %s", mote_last_message());
}

static void bad_data_is_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(47, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    controls k = random_controls(&c, &random, 30, 1, MOTE_WENDLAND_C2);
    mote_csrbf_def def = k.def;
    def.cookie = 0;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "mote_default_csrbf_def");
    const float radii[] = {-1, 0, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        def = k.def, def.support_radius = radii[i];
        expect_refusal(&def, MOTE_ERROR_ARGUMENT, "support_radius");
    }
    def = k.def, def.control_count = 0;
    expect_refusal(&def, MOTE_ERROR_DATA, "mote_csrbf_create: def.control_count is 0");
    def = k.def, def.wendland = (mote_wendland)3;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "wendland 3");
    def = k.def, def.ends = NULL;
    expect_refusal(&def, MOTE_ERROR_ARGUMENT, "mote_csrbf_create: def.ends is null");
    k.starts[17] = k.starts[4];
    expect_refusal(&k.def, MOTE_ERROR_DATA, "control points 4 and 17 coincide");
    k.starts[17].x = nextafterf(k.starts[4].x, 2);
    k.def.wendland = MOTE_WENDLAND_C4;
    expect_refusal(&k.def, MOTE_ERROR_DATA, "singular in double precision at control point");
    assert_non_null(strstr(mote_last_message(), "control point 4"));
    assert_non_null(strstr(mote_last_message(), "control point 17"));
    k.ends[9].z = NAN;
    expect_refusal(&k.def, MOTE_ERROR_DATA, "mote_csrbf_create: def.ends[9] is not finite");
    k.starts[8].z = INFINITY;
    expect_refusal(&k.def, MOTE_ERROR_DATA, "mote_csrbf_create: def.starts[8] is not finite");
    free_controls(&k);
    mote_deformer *csrbf = random_csrbf(&c, &random, MOTE_WENDLAND_C2, 5, 0.5f, 0.1f);
    assert_int_equal(mote_csrbf_set_blend(csrbf, NAN), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_csrbf_set_blend(NULL, 1), MOTE_ERROR_ARGUMENT);
    mote_deformer_destroy(csrbf);
    deform_case_release(&c);
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(48, 0, 0);
    deform_case c = deform_case_create(8, 8, &random);
    controls k = random_controls(&c, &random, 30, 1, MOTE_WENDLAND_C2);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        k.def.allocator = failing_allocator_hook(&memory);
        mote_deformer *csrbf;
        result = mote_csrbf_create(&k.def, &csrbf);
        assert_true(result == MOTE_OK || (result == MOTE_ERROR_MEMORY && !csrbf));
        if (csrbf) assert_int_equal(mote_deformer_bytes(csrbf), memory.bytes);
        mote_deformer_destroy(csrbf);
        assert_int_equal(memory.live, 0);
    }
    free_controls(&k);
    deform_case_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_agree_with_differences),
        cmocka_unit_test(solutions_match_a_dense_reference_solver),
        cmocka_unit_test(starts_reach_their_ends_and_nothing_far_moves),
        cmocka_unit_test(thousands_of_controls_work),
        cmocka_unit_test(kernels_equal_their_scalar_twin),
        cmocka_unit_test(listed_vertices_equal_all),
        cmocka_unit_test(no_vertex_leaves_the_box_of_its_node),
        cmocka_unit_test(boxes_of_leaves_are_tight),
        cmocka_unit_test(bad_data_is_refused_by_name),
        cmocka_unit_test(no_failing_allocation_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
