#include <math.h>
#include <stdlib.h>

#include <mote/geometry.h>

#include "core/float_env.h"
#include "core/vec.h"
#include "papers/particle/precise_check.h"
#include "support/failing_allocator.h"
#include "support/rest_shape.h"
#include "support/run.h"

static rest_shape soup(mote_random *random)
{
    test_mesh source = test_mesh_soup(random, 60);
    return rest_shape_of(&source);
}

static mote_neighborhood_limits everything(void)
{
    return (mote_neighborhood_limits){.max_faces = UINT32_MAX, .radius = INFINITY};
}

// A check and the frame that it belongs to.
typedef struct trial {
    mote_precise_check check;
    mote_allocator allocator;
    mote_budget budget;
    mote_sink sink;
    mote_frame frame;
    mote_candidate candidate;
} trial;

static void trial_begin(trial *t, const rest_shape *a, const rest_shape *b, uint32_t faces)
{
    *t = (trial){.allocator = a->allocator, .candidate = {.a = &a->shape, .b = &b->shape}};
    t->frame = (mote_frame){.allocator = &t->allocator, .budget = &t->budget, .sinks = &t->sink};
    assert_true(mote_precise_check_reserve(&t->check, &t->allocator, faces));
    mote_precise_check_begin(&t->check, &t->frame, &t->sink, &t->candidate, 7);
}

static void trial_end(trial *t)
{
    mote_precise_check_release(&t->check, &t->allocator);
    mote_array_release(&t->sink.hits, &t->allocator);
}

static size_t count_meeting_faces(const rest_shape *a, const rest_shape *b)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->mesh->triangle_count; i++) {
        mote_vec3 ta[3];
        mote_mesh_corners(a->mesh, i, ta);
        for (uint32_t k = 0; k < b->mesh->triangle_count; k++) {
            mote_vec3 tb[3];
            mote_mesh_corners(b->mesh, k, tb);
            count += mote_triangles_intersect(ta, tb);
        }
    }
    return count;
}

static void check_hits_are_true_and_different(const trial *t, const rest_shape *a,
                                              const rest_shape *b)
{
    const mote_hit *hits = t->sink.hits.data;
    for (size_t i = 0; i < t->sink.hits.count; i++) {
        mote_vec3 ta[3], tb[3];
        mote_mesh_corners(a->mesh, hits[i].face_a, ta);
        mote_mesh_corners(b->mesh, hits[i].face_b, tb);
        assert_true(mote_triangles_intersect(ta, tb));
        assert_int_equal(hits[i].candidate, 7);
        assert_int_equal(hits[i].touches, 1);
        if (i == 0) continue;
        assert_true(hits[i].face_a > hits[i - 1].face_a ||
                    (hits[i].face_a == hits[i - 1].face_a && hits[i].face_b > hits[i - 1].face_b));
    }
}

static void a_neighborhood_without_limits_is_the_component(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(24, 12);
    mote_neighborhood n = {0};
    assert_true(mote_neighborhood_reserve(&n, &s.allocator, s.mesh->triangle_count));
    mote_neighborhood_limits limits = everything();
    mote_neighborhood_gather(&n, &s.shape, 5, &limits);
    assert_int_equal(n.count, s.mesh->triangle_count);
    uint8_t *seen = calloc(n.count, 1);
    for (uint32_t i = 0; i < n.count; i++) {
        assert_false(seen[n.faces[i]]);
        seen[n.faces[i]] = 1;
    }
    free(seen);
    mote_neighborhood_release(&n, &s.allocator);
    rest_shape_end(&s);
}

static float nearest_corner(const rest_shape *s, uint32_t face, mote_vec3 target)
{
    mote_vec3 t[3];
    mote_mesh_corners(s->mesh, face, t);
    float nearest = INFINITY;
    for (int k = 0; k < 3; k++)
        nearest = fminf(nearest, mote_vec_length(mote_vec_sub(t[k], target)));
    return nearest;
}

static void a_neighborhood_keeps_its_limits(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(41, 0, 0);
    rest_shape s = rest_shape_torus(40, 20);
    mote_neighborhood n = {0};
    assert_true(mote_neighborhood_reserve(&n, &s.allocator, 64));
    for (size_t i = 0; i < test_count(50, 500, 5000); i++) {
        uint32_t vertex = mote_random_below(&random, s.mesh->vertex_count);
        mote_neighborhood_limits limits = {.max_faces = 1 + mote_random_below(&random, 80),
                                           .radius = mote_random_between(&random, 0.05f, 0.5f),
                                           .target = s.mesh->positions[vertex]};
        mote_neighborhood_gather(&n, &s.shape, vertex, &limits);
        assert_true(n.count >= 1 && n.count <= limits.max_faces && n.count <= 64);
        for (uint32_t k = 0; k < n.count; k++)
            assert_true(nearest_corner(&s, n.faces[k], limits.target) <= limits.radius);
    }
    mote_neighborhood_release(&n, &s.allocator);
    rest_shape_end(&s);
}

static void a_neighborhood_stays_in_its_area(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(40, 20);
    uint32_t *area_of = malloc(s.mesh->vertex_count * sizeof *area_of);
    for (uint32_t v = 0; v < s.mesh->vertex_count; v++) area_of[v] = s.mesh->positions[v].x > 1;
    mote_neighborhood n = {0};
    assert_true(mote_neighborhood_reserve(&n, &s.allocator, s.mesh->triangle_count));
    mote_neighborhood_limits limits = everything();
    limits.area_of = area_of;
    limits.area = 1;
    uint32_t start = 0, expected = 0;
    while (!area_of[start]) start++;
    for (uint32_t f = 0; f < s.mesh->triangle_count; f++) {
        const uint32_t *t = s.mesh->triangles + 3 * (size_t)f;
        expected += area_of[t[0]] || area_of[t[1]] || area_of[t[2]];
    }
    mote_neighborhood_gather(&n, &s.shape, start, &limits);
    assert_int_equal(n.count, expected);
    mote_neighborhood_release(&n, &s.allocator);
    free(area_of);
    rest_shape_end(&s);
}

static void whole_neighborhoods_give_all_face_pairs_once(void **state)
{
    (void)state;
    mote_float_env env = mote_float_env_enter();
    for (uint64_t i = 0; i < test_count(3, 10, 100); i++) {
        rest_shape a = rest_shape_torus(16 + (uint32_t)i, 9),
                   b = rest_shape_torus(11, 8 + (uint32_t)i);
        mote_transform move = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {2.7f, 0.01f * (float)i, 0}};
        mote_shape_set_transform(&b.shape, &move);
        for (uint32_t v = 0; v < b.mesh->vertex_count; v++) // the oracle looks at the mesh
            b.mesh->positions[v] = mote_shape_point(&b.shape, v);
        mote_shape_set_transform(&b.shape, NULL);
        trial t;
        trial_begin(&t, &a, &b, 4096);
        t.candidate.estimate.distance = 5; // of particles
        mote_neighborhood_limits limits = everything();
        for (int twice = 0; twice < 2; twice++) { // the second pass finds no new pairs
            mote_neighborhood_gather(&t.check.a, &a.shape, 3, &limits);
            mote_neighborhood_gather(&t.check.b, &b.shape, 4, &limits);
            assert_false(mote_precise_check_run(&t.check));
        }
        mote_precise_check_end(&t.check);
        assert_true(t.sink.hits.count > 0);
        assert_int_equal(t.sink.hits.count, count_meeting_faces(&a, &b));
        check_hits_are_true_and_different(&t, &a, &b);
        assert_int_equal(t.candidate.estimate.verdict, MOTE_VERDICT_TOUCH);
        assert_true(t.candidate.estimate.distance == 0);
        assert_true(t.candidate.complete);
        trial_end(&t);
        rest_shape_end(&a);
        rest_shape_end(&b);
    }
    mote_float_env_leave(env);
}

static void soups_give_nothing_but_true_pairs(void **state)
{
    (void)state;
    mote_float_env env = mote_float_env_enter();
    mote_random random = mote_random_stream(42, 0, 0);
    size_t hits = 0;
    for (size_t i = 0; i < test_count(100, 1000, 10000); i++) {
        rest_shape a = soup(&random), b = soup(&random);
        uint32_t faces = 1 + mote_random_below(&random, 40);
        trial t;
        trial_begin(&t, &a, &b, faces);
        mote_neighborhood_limits limits = {.max_faces = faces,
                                           .radius = mote_random_between(&random, 0, 4)};
        for (int k = 0; k < 4; k++) {
            uint32_t face_a = mote_random_below(&random, a.mesh->triangle_count);
            uint32_t face_b = mote_random_below(&random, b.mesh->triangle_count);
            mote_neighborhood_gather(&t.check.a, &a.shape, a.mesh->triangles[3 * face_a], &limits);
            mote_neighborhood_gather(&t.check.b, &b.shape, b.mesh->triangles[3 * face_b], &limits);
            mote_precise_check_run(&t.check);
        }
        mote_precise_check_end(&t.check);
        check_hits_are_true_and_different(&t, &a, &b);
        hits += t.sink.hits.count;
        trial_end(&t);
        rest_shape_end(&a);
        rest_shape_end(&b);
    }
    assert_true(hits > 0);
    mote_float_env_leave(env);
}

static void the_check_ends_at_the_first_pair_if_only_one_is_wanted(void **state)
{
    (void)state;
    mote_float_env env = mote_float_env_enter();
    rest_shape a = rest_shape_torus(20, 10);
    trial t;
    trial_begin(&t, &a, &a, 4096);
    t.frame.detect = MOTE_DETECT_FIRST;
    mote_neighborhood_limits limits = everything();
    mote_neighborhood_gather(&t.check.a, &a.shape, 0, &limits);
    mote_neighborhood_gather(&t.check.b, &a.shape, 0, &limits);
    assert_true(mote_precise_check_run(&t.check));
    mote_precise_check_end(&t.check);
    assert_int_equal(t.sink.hits.count, 1);
    trial_end(&t);
    rest_shape_end(&a);
    mote_float_env_leave(env);
}

static void a_spent_budget_ends_the_check(void **state)
{
    (void)state;
    mote_float_env env = mote_float_env_enter();
    rest_shape a = rest_shape_torus(20, 10);
    trial t;
    trial_begin(&t, &a, &a, 4096);
    t.budget.is_limited = t.budget.counts_candidates = true;
    t.budget.candidates_left = 20;
    mote_neighborhood_limits limits = everything();
    mote_neighborhood_gather(&t.check.a, &a.shape, 0, &limits);
    mote_neighborhood_gather(&t.check.b, &a.shape, 0, &limits);
    assert_true(mote_precise_check_run(&t.check));
    mote_precise_check_end(&t.check);
    assert_false(t.candidate.complete);
    assert_int_equal(t.sink.candidates, 20);
    trial_end(&t);
    rest_shape_end(&a);
    mote_float_env_leave(env);
}

static void corners_that_are_not_finite_are_left_out(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(20, 10);
    mote_neighborhood n = {0};
    assert_true(mote_neighborhood_reserve(&n, &s.allocator, s.mesh->triangle_count));
    s.mesh->positions[17].y = NAN;
    mote_neighborhood_limits limits = everything();
    mote_neighborhood_gather(&n, &s.shape, 0, &limits);
    const mote_lists *faces = &s.mesh->vertex_faces;
    assert_int_equal(n.count, s.mesh->triangle_count - (faces->first[18] - faces->first[17]));
    assert_true(isfinite(mote_face_size(&s.shape, 17)));
    mote_neighborhood_release(&n, &s.allocator);
    rest_shape_end(&s);
}

// Senin et al. 2003, section 3.4: the neighborhood depends on the sizes of the faces at the
// particle.
static void the_size_of_faces_is_their_longest_edge(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(9, 7);
    for (uint32_t v = 0; v < s.mesh->vertex_count; v++) {
        float longest = 0;
        for (uint32_t f = 0; f < s.mesh->triangle_count; f++) {
            const uint32_t *t = s.mesh->triangles + 3 * (size_t)f;
            if (t[0] != v && t[1] != v && t[2] != v) continue;
            for (int k = 0; k < 3; k++)
                longest =
                    fmaxf(longest, mote_vec_length(mote_vec_sub(s.mesh->positions[t[(k + 1) % 3]],
                                                                s.mesh->positions[t[k]])));
        }
        assert_true(fabsf(mote_face_size(&s.shape, v) - longest) < 1e-5f);
    }
    rest_shape_end(&s);
}

static void missing_memory_is_reported(void **state)
{
    (void)state;
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator counting = {.fail_at = fail_at};
        mote_allocator hook = failing_allocator_hook(&counting);
        mote_precise_check check = {0};
        bool done = mote_precise_check_reserve(&check, &hook, 100);
        mote_precise_check_release(&check, &hook);
        assert_int_equal(counting.live, 0);
        assert_int_equal(done, fail_at > counting.calls);
        if (done) return;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_neighborhood_without_limits_is_the_component),
        cmocka_unit_test(a_neighborhood_keeps_its_limits),
        cmocka_unit_test(a_neighborhood_stays_in_its_area),
        cmocka_unit_test(whole_neighborhoods_give_all_face_pairs_once),
        cmocka_unit_test(soups_give_nothing_but_true_pairs),
        cmocka_unit_test(the_check_ends_at_the_first_pair_if_only_one_is_wanted),
        cmocka_unit_test(a_spent_budget_ends_the_check),
        cmocka_unit_test(corners_that_are_not_finite_are_left_out),
        cmocka_unit_test(the_size_of_faces_is_their_longest_edge),
        cmocka_unit_test(missing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
