// Balls and boxes against all faces of all bodies, one by one.

#include <float.h>
#include <math.h>
#include <mote/geometry.h>

#include "core/box.h"
#include "support/query_field.h"
#include "support/run.h"

// What a ball or a box must find, in the order of the answer.
typedef bool face_test(const void *query, const mote_vec3 face[3]);

static void check_faces(const query_field *f, const mote_body_face *got, size_t count,
                        uint64_t mask, face_test *meets, const void *query)
{
    size_t found = 0;
    for (uint32_t b = 0; b < f->count; b++) {
        for (uint32_t i = 0; (mask >> b & 1) && i < f->faces[b].count; i++) {
            if (!meets(query, f->faces[b].corners + 3 * (size_t)i)) continue;
            assert_true(found < count);
            assert_true(got[found].body.index == b && got[found].face == i);
            assert_true(got[found++].body.generation == f->ids[b].generation);
        }
    }
    assert_int_equal(found, count);
}

typedef struct ball {
    mote_vec3 center;
    float radius;
} ball;

static bool meets_ball(const void *query, const mote_vec3 face[3])
{
    const ball *b = query;
    return mote_point_triangle_distance(b->center, face, NULL) <= b->radius;
}

static void check_ball(query_field *f)
{
    ball b = {query_field_point(f), query_field_length(f)};
    uint64_t mask = query_field_mask(f);
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(mote_world_overlap_sphere(f->world, b.center, b.radius, mask, &faces, &count),
                     MOTE_OK);
    check_faces(f, faces, count, mask, meets_ball, &b);
}

static bool meets_box(const void *query, const mote_vec3 face[3])
{
    return mote_triangle_box(face, query);
}

// Between two corners, so that faces touch it exactly; now and then inside out.
static void check_box(query_field *f)
{
    mote_box box = {query_field_corner(f), query_field_point(f)};
    if (mote_random_below(&f->random, 8)) {
        mote_box sorted = mote_box_empty();
        mote_box_add_point(&sorted, box.min);
        mote_box_add_point(&sorted, box.max);
        box = sorted;
    }
    uint64_t mask = query_field_mask(f);
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(mote_world_overlap_box(f->world, &box, mask, &faces, &count), MOTE_OK);
    check_faces(f, faces, count, mask, meets_box, &box);
}

static void balls_find_all_faces_that_they_meet(void **state)
{
    (void)state;
    query_field_check(test_count(12, 480, 6000), check_ball);
}

static void boxes_find_all_faces_that_they_meet(void **state)
{
    (void)state;
    query_field_check(test_count(12, 480, 6000), check_box);
}

static void bad_questions_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_vec3 zero = {0, 0, 0}, x = {1, 0, 0}, bad = {0, NAN, 0};
    const mote_box nan_box = {bad, x}, box = {zero, x};
    const mote_body_face *faces;
    size_t n;
    mote_world *w = t.world;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    query_assert_refused(mote_world_overlap_sphere(w, bad, 1, 1, &faces, &n), argument, "center");
    query_assert_refused(mote_world_overlap_sphere(w, zero, NAN, 1, &faces, &n), argument,
                         "radius");
    query_assert_refused(mote_world_overlap_sphere(w, zero, -1, 1, &faces, &n), argument,
                         "radius is -1");
    query_assert_refused(mote_world_overlap_sphere(w, zero, 1, 1, NULL, &n), argument, "null");
    query_assert_refused(mote_world_overlap_sphere(NULL, zero, 1, 1, &faces, &n), argument, "null");
    query_assert_refused(mote_world_overlap_box(w, &nan_box, 1, &faces, &n), argument, "NaN");
    query_assert_refused(mote_world_overlap_box(w, NULL, 1, &faces, &n), argument, "null");
    query_assert_refused(mote_world_overlap_box(w, &box, 1, &faces, NULL), argument, "null");
    query_torus_release(&t);
}

static size_t faces_in_box(const query_torus *t, const mote_box *box)
{
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(mote_world_overlap_box(t->world, box, UINT64_MAX, &faces, &count), MOTE_OK);
    return count;
}

static void unbounded_and_empty_boxes_are_boxes(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    const mote_box above = {{-INFINITY, -INFINITY, 0.1f}, {INFINITY, INFINITY, INFINITY}};
    const mote_box none = mote_box_empty();
    assert_int_equal(faces_in_box(&t, &all), t.rest.triangle_count);
    size_t part = faces_in_box(&t, &above);
    assert_true(part > t.rest.triangle_count / 4 && part < t.rest.triangle_count / 2);
    assert_int_equal(faces_in_box(&t, &none), 0);
    query_torus_release(&t);
}

static void the_largest_balls_hold_all_faces(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const float radii[] = {1e19f, FLT_MAX, INFINITY};
    for (int i = 0; i < 3; i++) {
        const mote_body_face *faces;
        size_t count;
        assert_int_equal(mote_world_overlap_sphere(t.world, (mote_vec3){1, 2, 3}, radii[i],
                                                   UINT64_MAX, &faces, &count),
                         MOTE_OK);
        assert_int_equal(count, t.rest.triangle_count);
    }
    query_torus_release(&t);
}

// A body with a NaN is nowhere; one whose promised bounds are out of reach is not looked at.
static void invalid_and_far_bodies_are_left_out(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_box all = {{-9, -9, -9}, {9, 9, 9}}, far = {{20, 20, 20}, {30, 30, 30}};
    assert_int_equal(mote_body_set_transform(t.world, t.id, NULL), MOTE_OK);
    assert_int_equal(mote_body_set_bounds(t.world, t.id, &far), MOTE_OK);
    assert_int_equal(faces_in_box(&t, &all), 0);
    query_torus_break(&t);
    assert_int_equal(faces_in_box(&t, &all), 0);
    query_torus_mend(&t);
    assert_int_equal(faces_in_box(&t, &all), t.rest.triangle_count);
    query_torus_release(&t);
}

static mote_result ask(const query_torus *t)
{
    const mote_box box = {{0, 0, 0}, {2, 2, 2}};
    const mote_body_face *faces;
    size_t count;
    mote_result result =
        mote_world_overlap_sphere(t->world, (mote_vec3){1, 0, 0}, 1, UINT64_MAX, &faces, &count);
    if (result != MOTE_OK) return result;
    return mote_world_overlap_box(t->world, &box, UINT64_MAX, &faces, &count);
}

static void memory_is_taken_once_and_its_lack_is_reported(void **state)
{
    (void)state;
    query_check_memory(ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_find_all_faces_that_they_meet),
        cmocka_unit_test(boxes_find_all_faces_that_they_meet),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(unbounded_and_empty_boxes_are_boxes),
        cmocka_unit_test(the_largest_balls_hold_all_faces),
        cmocka_unit_test(invalid_and_far_bodies_are_left_out),
        cmocka_unit_test(memory_is_taken_once_and_its_lack_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
