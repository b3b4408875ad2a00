// Rays against all faces of all bodies, one by one.

#include <math.h>
#include <mote/geometry.h>

#include "core/vec.h"
#include "support/query_field.h"
#include "support/run.h"

static mote_vec3 any_direction(query_field *f)
{
    mote_vec3 d = mote_random_direction(&f->random);
    if (mote_random_below(&f->random, 4) == 0) return (mote_vec3){0, d.y > 0 ? 1 : -1.0f, 0};
    if (mote_random_below(&f->random, 16) == 0) return (mote_vec3){0, 0, 0};
    if (mote_random_below(&f->random, 2)) return d;
    return mote_vec_sub(query_field_corner(f), query_field_corner(f));
}

static void check_ray(query_field *f)
{
    mote_vec3 origin = query_field_point(f), direction = any_direction(f);
    if (mote_random_below(&f->random, 2)) direction = mote_vec_sub(query_field_corner(f), origin);
    float t_max = mote_random_below(&f->random, 2) ? INFINITY : 1, first = INFINITY;
    uint64_t mask = query_field_mask(f);
    for (uint32_t b = 0; b < f->count; b++) {
        for (uint32_t i = 0; (mask >> b & 1) && i < f->faces[b].count; i++) {
            float t;
            if (mote_ray_triangle(origin, direction, t_max, f->faces[b].corners + 3 * (size_t)i,
                                  &t))
                first = fminf(first, t);
        }
    }
    mote_surface_point got;
    assert_int_equal(mote_world_ray(f->world, origin, direction, t_max, mask, &got), MOTE_OK);
    assert_true(got.distance == first);
    assert_true((got.face == MOTE_NONE) == (first == INFINITY));
    if (got.face == MOTE_NONE) return;
    float t;
    assert_true(mote_ray_triangle(origin, direction, t_max,
                                  f->faces[got.body.index].corners + 3 * (size_t)got.face, &t));
    assert_true(t == first);
}

static void the_hit_is_the_first_of_all_faces(void **state)
{
    (void)state;
    query_field_check(test_count(12, 480, 6000), check_ray);
}

static void bad_questions_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_vec3 zero = {0, 0, 0}, x = {1, 0, 0}, bad = {0, NAN, 0}, far = {0, 0, INFINITY};
    mote_surface_point p;
    mote_world *w = t.world;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    query_assert_refused(mote_world_ray(w, far, x, 1, 1, &p), argument, "origin");
    query_assert_refused(mote_world_ray(w, zero, bad, 1, 1, &p), argument, "direction");
    query_assert_refused(mote_world_ray(w, zero, x, NAN, 1, &p), argument, "t_max");
    query_assert_refused(mote_world_ray(w, zero, x, 1, 1, NULL), argument, "null");
    query_assert_refused(mote_world_ray(NULL, zero, x, 1, 1, &p), argument, "null");
    query_torus_release(&t);
}

static bool hits(const query_torus *t)
{
    const mote_vec3 from = {-5, 0.1f, 0.05f}, to = {1, 0, 0};
    mote_surface_point p;
    assert_int_equal(mote_world_ray(t->world, from, to, INFINITY, UINT64_MAX, &p), MOTE_OK);
    return p.face != MOTE_NONE;
}

// A body with a NaN is nowhere; one whose promised bounds are out of reach is not looked at.
static void invalid_and_far_bodies_are_left_out(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    const mote_box far = {{20, 20, 20}, {30, 30, 30}};
    assert_true(hits(&t));
    assert_int_equal(mote_body_set_transform(t.world, t.id, NULL), MOTE_OK);
    assert_int_equal(mote_body_set_bounds(t.world, t.id, &far), MOTE_OK);
    assert_false(hits(&t));
    query_torus_break(&t);
    assert_false(hits(&t));
    query_torus_mend(&t);
    assert_true(hits(&t));
    query_torus_release(&t);
}

static mote_result ask(const query_torus *t)
{
    mote_surface_point p;
    return mote_world_ray(t->world, (mote_vec3){-5, 0.1f, 0.05f}, (mote_vec3){1, 0, 0}, 9,
                          UINT64_MAX, &p);
}

static void memory_is_taken_once_and_its_lack_is_reported(void **state)
{
    (void)state;
    query_check_memory(ask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hit_is_the_first_of_all_faces),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(invalid_and_far_bodies_are_left_out),
        cmocka_unit_test(memory_is_taken_once_and_its_lack_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
