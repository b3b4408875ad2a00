// Closest points, winding numbers and signed distances of many points, against all faces one by
// one.

#include <math.h>
#include <mote/geometry.h>
#include <mote/view.h>
#include <stdlib.h>

#include "core/vec.h"
#include "support/deforming_body.h"
#include "support/query_field.h"
#include "support/run.h"

enum { BATCH = 40 };

// ---------------------------------------------------------------------------------------------
// Closest points

static float least_distance(const query_field *f, uint64_t mask, mote_vec3 p)
{
    float least = INFINITY;
    for (uint32_t b = 0; b < f->count; b++) {
        for (uint32_t i = 0; mask >> b & 1 && i < f->faces[b].count; i++)
            least = fminf(
                least, mote_point_triangle_distance(p, f->faces[b].corners + 3 * (size_t)i, NULL));
    }
    return least;
}

static void check_closest_point(const query_field *f, uint64_t mask, mote_vec3 p, float limit,
                                const mote_surface_point *got)
{
    float least = least_distance(f, mask, p);
    if (fabsf(least - limit) <= 2e-6f * least && least != limit) return; // too close to call
    if (least > limit || least == INFINITY) {
        assert_true(got->face == MOTE_NONE && got->distance == INFINITY);
        return;
    }
    assert_true(mask >> got->body.index & 1);
    assert_true(fabsf(got->distance - least) <= 2e-6f * least);
    mote_vec3 closest;
    const mote_vec3 *face = f->faces[got->body.index].corners + 3 * (size_t)got->face;
    assert_true(mote_point_triangle_distance(p, face, &closest) == got->distance);
    assert_memory_equal(&closest, &got->point, sizeof closest);
}

static void check_closest(query_field *f)
{
    mote_vec3 points[BATCH];
    mote_surface_point got[BATCH], alone;
    uint64_t mask = query_field_mask(f);
    float limit = mote_random_below(&f->random, 2) ? INFINITY : query_field_length(f);
    for (int i = 0; i < BATCH; i++) points[i] = query_field_point(f);
    const mote_view *view;
    assert_int_equal(mote_world_freeze(f->world, UINT64_MAX, &view), MOTE_OK);
    assert_int_equal(mote_view_closest_points(view, mask, points, BATCH, limit, got), MOTE_OK);
    for (int i = 0; i < BATCH; i++) {
        assert_int_equal(mote_view_closest_points(view, mask, &points[i], 1, limit, &alone),
                         MOTE_OK);
        assert_memory_equal(&alone, &got[i], sizeof alone); // whatever else is in the batch
    }
    assert_int_equal(mote_world_thaw(f->world), MOTE_OK);
    for (int i = 0; i < BATCH; i += 7) check_closest_point(f, mask, points[i], limit, &got[i]);
}

static void closest_points_are_those_of_all_faces(void **state)
{
    (void)state;
    query_field_check(test_count(6, 60, 3000), check_closest);
}

// ---------------------------------------------------------------------------------------------
// Inside, by solid angles

static double solid_angle(mote_vec3 point, const mote_vec3 t[3])
{
    mote_dvec3 v[3];
    double l[3];
    for (int k = 0; k < 3; k++) {
        v[k] = mote_dvec_sub(mote_vec_widen(t[k]), mote_vec_widen(point));
        l[k] = mote_dvec_length(v[k]);
    }
    double triple = mote_dvec_dot(v[0], mote_dvec_cross(v[1], v[2]));
    double below = l[0] * l[1] * l[2] + mote_dvec_dot(v[0], v[1]) * l[2] +
                   mote_dvec_dot(v[1], v[2]) * l[0] + mote_dvec_dot(v[2], v[0]) * l[1];
    return 2 * atan2(triple, below);
}

typedef struct brute_answer {
    double winding;
    float distance;
} brute_answer;

static brute_answer ask_all(const present_faces *faces, mote_vec3 point)
{
    brute_answer all = {0, INFINITY};
    for (uint32_t i = 0; i < faces->count; i++) {
        const mote_vec3 *t = faces->corners + 3 * (size_t)i;
        all.winding += solid_angle(point, t) / (4 * 3.14159265358979323846);
        all.distance = fminf(all.distance, mote_point_triangle_distance(point, t, NULL));
    }
    return all;
}

static void check_gradient(mote_vec3 point, const mote_signed_distance *got)
{
    mote_dvec3 g = mote_vec_widen(got->gradient);
    assert_true(fabs(mote_dvec_length(g) - 1) < 1e-6);
    mote_dvec3 away = mote_dvec_sub(mote_vec_widen(point), mote_vec_widen(got->closest));
    double along = mote_dvec_dot(away, g), scale = 1e-6 * (1 + mote_dvec_length(away));
    if (got->distance != 0) assert_true(fabs(along - (double)got->distance) < scale);
}

static void check_signed(const present_faces *faces, mote_vec3 point,
                         const mote_signed_distance *got, int32_t winding)
{
    brute_answer all = ask_all(faces, point);
    assert_int_equal(got->winding, winding);
    assert_true(fabsf(fabsf(got->distance) - all.distance) <= 2e-6f * all.distance);
    check_gradient(point, got);
    if (all.distance == 0) {
        assert_true(winding == MOTE_ON_SURFACE && got->distance == 0);
        return;
    }
    assert_true(winding != MOTE_ON_SURFACE);
    assert_true((got->distance < 0) == (winding != 0));
    if (all.distance > 1e-5f) // the sum of angles is no longer near a whole number where it matters
        assert_true(fabs(all.winding - winding) < 0.1);
}

static mote_vec3 point_near(const present_faces *faces, mote_random *random)
{
    const mote_vec3 *t = faces->corners + 3 * (size_t)mote_random_below(random, faces->count);
    uint32_t kind = mote_random_below(random, 4);
    float far = kind == 0 ? 0 : kind == 1 ? 1e-4f : kind == 2 ? 0.2f : 2;
    mote_vec3 p = t[0];
    if (kind == 3) p = mote_vec_scale(mote_vec_add(t[0], t[1]), 0.5f);
    return (mote_vec3){p.x + far * (mote_random_unit(random) - 0.5f),
                       p.y + far * (mote_random_unit(random) - 0.5f),
                       p.z + far * (mote_random_unit(random) - 0.5f)};
}

static void ask_body(deforming_body *body, mote_random *random, size_t count)
{
    mote_world_def wd = mote_default_world_def();
    wd.worker_count = 2;
    mote_world *world;
    assert_int_equal(mote_world_create(&wd, &world), MOTE_OK);
    mote_body_def bd = mote_default_body_def();
    bd.mesh = body->c.mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &bd, &id), MOTE_OK);
    assert_int_equal(mote_body_set_deformer(world, id, body->deformer), MOTE_OK);
    present_faces faces = present_faces_take(world, id);
    mote_vec3 *points = malloc(count * sizeof *points);
    mote_signed_distance *got = malloc(count * sizeof *got);
    int32_t *windings = malloc(count * sizeof *windings);
    for (size_t i = 0; i < count; i++) points[i] = point_near(&faces, random);
    const mote_view *view;
    assert_int_equal(mote_world_freeze(world, 1, &view), MOTE_OK);
    assert_int_equal(mote_view_signed_distances(view, id, points, count, got), MOTE_OK);
    assert_int_equal(mote_view_windings(view, id, points, count, windings), MOTE_OK);
    for (size_t i = 0; i < count; i++) check_signed(&faces, points[i], &got[i], windings[i]);
    mote_world_destroy(world); // thaws it
    free(points);
    free(got);
    free(windings);
    present_faces_release(&faces);
}

// Poses of the wild deformers pass through themselves: winding numbers other than 0 and 1 occur.
static void signs_and_distances_are_those_of_all_faces(void **state)
{
    (void)state;
    size_t points = test_count(50, 100, 1000);
    for (uint32_t i = 0; i < 20; i++) {
        mote_random random = mote_random_stream(51, i, 0);
        deforming_body body;
        deforming_body_create(&body, (deformer_choice)(i % DEFORM_CHOICES), 12 + i, 9 + i, &random);
        deforming_body_pose(&body, &random);
        ask_body(&body, &random, points);
        deforming_body_release(&body);
    }
}

// ---------------------------------------------------------------------------------------------
// Rules

static void a_body_that_is_open_or_left_out_is_refused(void **state)
{
    (void)state;
    test_mesh band = test_mesh_band(3);
    mote_mesh_def md = test_mesh_def(&band);
    mote_mesh *mesh = test_mesh_create(&md);
    query_torus t = query_torus_create(NULL);
    mote_body_def bd = mote_default_body_def();
    bd.mesh = mesh;
    bd.category = 2;
    mote_body_id open;
    assert_int_equal(mote_body_create(t.world, &bd, &open), MOTE_OK);
    const mote_vec3 p = {0, 0, 0};
    const mote_view *view;
    int32_t w;
    mote_signed_distance d;
    assert_int_equal(mote_world_freeze(t.world, 3, &view), MOTE_OK);
    query_assert_refused(mote_view_windings(view, open, &p, 1, &w), MOTE_ERROR_REFUSED, "closed");
    query_assert_refused(mote_view_signed_distances(view, open, &p, 1, &d), MOTE_ERROR_REFUSED,
                         "closed");
    assert_int_equal(mote_world_thaw(t.world), MOTE_OK);
    assert_int_equal(mote_world_freeze(t.world, 2, &view), MOTE_OK);
    query_assert_refused(mote_view_windings(view, t.id, &p, 1, &w), MOTE_ERROR_ARGUMENT, "mask");
    assert_int_equal(mote_world_thaw(t.world), MOTE_OK);
    query_torus_break(&t);
    assert_int_equal(mote_world_freeze(t.world, 1, &view), MOTE_OK);
    query_assert_refused(mote_view_windings(view, t.id, &p, 1, &w), MOTE_ERROR_DATA, "body 0");
    mote_surface_point none;
    assert_int_equal(mote_view_closest_points(view, 1, &p, 1, INFINITY, &none), MOTE_OK);
    assert_int_equal(none.face, MOTE_NONE);
    query_torus_release(&t);
    mote_mesh_destroy(mesh);
    test_mesh_release(&band);
}

static void bad_points_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_vec3 points[3] = {{0, 0, 0}, {1, 1, 1}, {0, NAN, 0}};
    mote_surface_point out[3];
    int32_t w[3];
    const mote_view *view;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    assert_int_equal(mote_world_freeze(t.world, 1, &view), MOTE_OK);
    query_assert_refused(mote_view_closest_points(view, 1, points, 3, 1, out), argument, "point 2");
    query_assert_refused(mote_view_closest_points(view, 1, points, 2, -1, out), argument, "limit");
    query_assert_refused(mote_view_closest_points(view, 1, NULL, 2, 1, out), argument, "points");
    query_assert_refused(mote_view_closest_points(view, 1, points, 2, 1, NULL), argument, "out");
    query_assert_refused(mote_view_closest_points(NULL, 1, points, 2, 1, out), argument, "view");
    query_assert_refused(mote_view_windings(view, t.id, points, 3, w), argument, "point 2");
    assert_int_equal(mote_view_windings(view, t.id, NULL, 0, NULL), MOTE_OK);
    const mote_body_id stale = {0, 77};
    query_assert_refused(mote_view_windings(view, stale, points, 1, w), MOTE_ERROR_STALE, "body 0");
    query_torus_release(&t);
}

static void a_frozen_world_does_not_change(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_view *view, *second;
    mote_surface_point p;
    query_assert_refused(mote_world_thaw(t.world), MOTE_ERROR_STATE, "not frozen");
    assert_int_equal(mote_world_freeze(t.world, 1, &view), MOTE_OK);
    query_assert_refused(mote_world_freeze(t.world, 1, &second), MOTE_ERROR_STATE, "frozen");
    query_assert_refused(mote_world_detect(t.world), MOTE_ERROR_STATE, "frozen");
    query_assert_refused(mote_body_set_transform(t.world, t.id, NULL), MOTE_ERROR_STATE, "frozen");
    query_assert_refused(mote_world_closest_point(t.world, t.id, (mote_vec3){0, 0, 0}, 1, &p),
                         MOTE_ERROR_STATE, "frozen");
    assert_int_equal(mote_world_thaw(t.world), MOTE_OK);
    assert_int_equal(mote_world_detect(t.world), MOTE_OK);
    query_assert_refused(mote_view_closest_points(view, 1, NULL, 0, 1, &p), MOTE_ERROR_STATE,
                         "thawed");
    query_torus_release(&t);
}

static mote_result ask(const query_torus *t)
{
    const mote_vec3 p[2] = {{-5, 0.1f, 0.05f}, {1, 0, 0.1f}};
    const mote_view *view;
    mote_surface_point closest[2];
    mote_signed_distance distances[2];
    mote_result result = mote_world_freeze(t->world, 1, &view);
    if (result != MOTE_OK) return result;
    result = mote_view_closest_points(view, 1, p, 2, INFINITY, closest);
    if (result == MOTE_OK) result = mote_view_signed_distances(view, t->id, p, 2, distances);
    mote_world_thaw(t->world);
    return result;
}

static void memory_is_taken_once_and_its_lack_is_reported(void **state)
{
    (void)state;
    query_check_memory(ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closest_points_are_those_of_all_faces),
        cmocka_unit_test(signs_and_distances_are_those_of_all_faces),
        cmocka_unit_test(a_body_that_is_open_or_left_out_is_refused),
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(a_frozen_world_does_not_change),
        cmocka_unit_test(memory_is_taken_once_and_its_lack_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
