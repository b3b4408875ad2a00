// The closest point against all faces of the body, one by one.

#include <math.h>
#include <mote/geometry.h>

#include "support/query_field.h"
#include "support/run.h"

static void check_closest(query_field *f)
{
    uint32_t b = mote_random_below(&f->random, f->count);
    mote_vec3 p = query_field_point(f);
    float limit = mote_random_below(&f->random, 2) ? INFINITY : query_field_length(f);
    float least = INFINITY;
    for (uint32_t i = 0; i < f->faces[b].count; i++)
        least = fminf(least,
                      mote_point_triangle_distance(p, f->faces[b].corners + 3 * (size_t)i, NULL));
    mote_surface_point got;
    assert_int_equal(mote_world_closest_point(f->world, f->ids[b], p, limit, &got), MOTE_OK);
    if (fabsf(least - limit) <= 2e-6f * least && least != limit) return; // too close to call
    if (least > limit) {
        assert_true(got.face == MOTE_NONE && got.distance == INFINITY);
        return;
    }
    assert_true(fabsf(got.distance - least) <= 2e-6f * least);
    assert_true(got.face < f->faces[b].count && got.body.index == f->ids[b].index);
    mote_vec3 closest;
    const mote_vec3 *face = f->faces[b].corners + 3 * (size_t)got.face;
    assert_true(mote_point_triangle_distance(p, face, &closest) == got.distance);
    assert_memory_equal(&closest, &got.point, sizeof closest);
}

static void it_is_that_of_all_faces(void **state)
{
    (void)state;
    query_field_check(test_count(12, 480, 6000), check_closest);
}

static void bad_questions_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_vec3 zero = {0, 0, 0}, bad = {0, NAN, 0};
    mote_surface_point p;
    mote_world *w = t.world;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    query_assert_refused(mote_world_closest_point(w, t.id, bad, 1, &p), argument, "(0, nan, 0)");
    query_assert_refused(mote_world_closest_point(w, t.id, zero, NAN, &p), argument, "limit");
    query_assert_refused(mote_world_closest_point(w, t.id, zero, -1, &p), argument, "limit");
    query_assert_refused(mote_world_closest_point(w, t.id, zero, 1, NULL), argument, "null");
    query_assert_refused(mote_world_closest_point(NULL, t.id, zero, 1, &p), argument, "null");
    query_torus_break(&t);
    query_assert_refused(mote_world_closest_point(w, t.id, zero, 9, &p), MOTE_ERROR_DATA, "body 0");
    query_torus_mend(&t);
    assert_int_equal(mote_world_closest_point(w, t.id, zero, 9, &p), MOTE_OK);
    assert_int_equal(mote_body_destroy(w, t.id), MOTE_OK);
    query_assert_refused(mote_world_closest_point(w, t.id, zero, 1, &p), MOTE_ERROR_STALE,
                         "body 0");
    query_torus_release(&t);
}

static mote_result ask(const query_torus *t)
{
    mote_surface_point p;
    return mote_world_closest_point(t->world, t->id, (mote_vec3){-5, 0.1f, 0.05f}, INFINITY, &p);
}

static void memory_is_taken_once_and_its_lack_is_reported(void **state)
{
    (void)state;
    query_check_memory(ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_that_of_all_faces),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(memory_is_taken_once_and_its_lack_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
