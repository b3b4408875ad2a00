// Points, rays, balls and boxes against all faces of all bodies, one by one.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/vec.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/present_faces.h"
#include "support/random_frames.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Random bodies, each of a category of its own

typedef struct field {
    random_frames frames;
    mote_random random;
    mote_world *world;
    uint32_t count;
    mote_body_id ids[RANDOM_BODIES];
    present_faces faces[RANDOM_BODIES];
} field;

static mote_world *create_world(failing_allocator *memory)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    if (memory) def.allocator = failing_allocator_hook(memory);
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    return world;
}

static void begin(field *f, uint64_t index)
{
    random_frames_begin(&f->frames, 41, index, 200 + 1000 * (index % 8 == 0));
    f->random = mote_random_stream(42, index, 0);
    f->world = create_world(NULL);
    f->count = f->frames.body_count;
    for (uint32_t i = 0; i < f->count; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = f->frames.bodies[i].mesh;
        def.category = (uint64_t)1 << i;
        assert_int_equal(mote_body_create(f->world, &def, &f->ids[i]), MOTE_OK);
    }
}

static void show(field *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const random_body *body = &f->frames.bodies[i];
        mote_positions now = {body->now, body->vertex_count, 0, MOTE_FLOAT};
        assert_int_equal(mote_body_set_positions(f->world, f->ids[i], &now), MOTE_OK);
        f->faces[i] = present_faces_take(f->world, f->ids[i]);
    }
}

static void hide(field *f)
{
    for (uint32_t i = 0; i < f->count; i++) present_faces_release(&f->faces[i]);
}

static void end(field *f)
{
    mote_world_destroy(f->world);
    random_frames_end(&f->frames);
}

// A corner of some face: exactly on a surface.
static mote_vec3 any_corner(field *f)
{
    const present_faces *faces = &f->faces[mote_random_below(&f->random, f->count)];
    return faces->corners[mote_random_below(&f->random, 3 * faces->count)];
}

static float size_of(const field *f)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < f->count; i++) mote_box_add_box(&all, &f->faces[i].box);
    return mote_vec_length(mote_vec_sub(all.max, all.min));
}

// On a corner, near one, or some way off.
static mote_vec3 any_point(field *f)
{
    const float far[] = {0, 0.02f, 0.2f, 2};
    float by = far[mote_random_below(&f->random, 4)] * size_of(f);
    return mote_vec_add(any_corner(f), mote_vec_scale(mote_random_direction(&f->random), by));
}

static float any_length(field *f)
{
    const float lengths[] = {0, 0.01f, 0.1f, 0.5f};
    return lengths[mote_random_below(&f->random, 4)] * size_of(f);
}

static uint64_t any_mask(field *f)
{
    return mote_random_below(&f->random, 3) ? UINT64_MAX : mote_random_u64(&f->random);
}

// ---------------------------------------------------------------------------------------------
// The four queries against the faces one by one

static void check_closest(field *f)
{
    uint32_t b = mote_random_below(&f->random, f->count);
    mote_vec3 p = any_point(f);
    float limit = mote_random_below(&f->random, 2) ? INFINITY : any_length(f);
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

static mote_vec3 any_direction(field *f)
{
    mote_vec3 d = mote_random_direction(&f->random);
    if (mote_random_below(&f->random, 4) == 0) return (mote_vec3){0, d.y > 0 ? 1 : -1.0f, 0};
    if (mote_random_below(&f->random, 16) == 0) return (mote_vec3){0, 0, 0};
    return mote_random_below(&f->random, 2) ? d : mote_vec_sub(any_corner(f), any_corner(f));
}

static void check_ray(field *f)
{
    mote_vec3 origin = any_point(f), direction = any_direction(f);
    if (mote_random_below(&f->random, 2)) direction = mote_vec_sub(any_corner(f), origin);
    float t_max = mote_random_below(&f->random, 2) ? INFINITY : 1, first = INFINITY;
    uint64_t mask = any_mask(f);
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

// What a ball or a box must find, in the order of the answer.
typedef bool face_test(const void *query, const mote_vec3 face[3]);

static void check_faces(const field *f, const mote_body_face *got, size_t count, uint64_t mask,
                        face_test *meets, const void *query)
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

static void check_ball(field *f)
{
    ball b = {any_point(f), any_length(f)};
    uint64_t mask = any_mask(f);
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
static void check_box(field *f)
{
    mote_box box = {any_corner(f), any_point(f)};
    if (mote_random_below(&f->random, 8)) {
        mote_box sorted = mote_box_empty();
        mote_box_add_point(&sorted, box.min);
        mote_box_add_point(&sorted, box.max);
        box = sorted;
    }
    uint64_t mask = any_mask(f);
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(mote_world_overlap_box(f->world, &box, mask, &faces, &count), MOTE_OK);
    check_faces(f, faces, count, mask, meets_box, &box);
}

static void answers_are_those_of_all_faces(void **state)
{
    (void)state;
    uint64_t worlds = test_count(12, 480, 6000);
    for (uint64_t index = 0; index < worlds; index++) {
        field f;
        begin(&f, index);
        for (int step = 0; step < 3; step++) {
            show(&f);
            for (int i = 0; i < 12; i++) {
                check_closest(&f);
                check_ray(&f);
                check_ball(&f);
                check_box(&f);
            }
            hide(&f);
            random_frames_next(&f.frames);
        }
        end(&f);
    }
}

// ---------------------------------------------------------------------------------------------
// One torus

typedef struct one_torus {
    test_mesh rest;
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id id;
} one_torus;

static one_torus create_torus(failing_allocator *memory)
{
    one_torus t = {.rest = test_mesh_torus(40, 30, 1, 0.4f)};
    mote_mesh_def mesh_def = test_mesh_def(&t.rest);
    t.mesh = test_mesh_create(&mesh_def);
    t.world = create_world(memory);
    mote_body_def def = mote_default_body_def();
    def.mesh = t.mesh;
    assert_int_equal(mote_body_create(t.world, &def, &t.id), MOTE_OK);
    return t;
}

static void release(one_torus *t)
{
    mote_world_destroy(t->world);
    mote_mesh_destroy(t->mesh);
    test_mesh_release(&t->rest);
}

static void assert_refused(mote_result result, mote_result code, const char *words)
{
    assert_int_equal(result, code);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static void bad_questions_are_refused(void **state)
{
    (void)state;
    one_torus t = create_torus(NULL);
    const mote_vec3 zero = {0, 0, 0}, x = {1, 0, 0}, bad = {0, NAN, 0}, far = {0, 0, INFINITY};
    const mote_box nan_box = {bad, x}, box = {zero, x};
    mote_surface_point p;
    const mote_body_face *faces;
    size_t n;
    mote_world *w = t.world;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    assert_refused(mote_world_closest_point(w, t.id, bad, 1, &p), argument, "(0, nan, 0)");
    assert_refused(mote_world_closest_point(w, t.id, zero, NAN, &p), argument, "limit");
    assert_refused(mote_world_closest_point(w, t.id, zero, -1, &p), argument, "limit");
    assert_refused(mote_world_closest_point(w, t.id, zero, 1, NULL), argument, "null");
    assert_refused(mote_world_closest_point(NULL, t.id, zero, 1, &p), argument, "null");
    assert_refused(mote_world_ray(w, far, x, 1, 1, &p), argument, "origin");
    assert_refused(mote_world_ray(w, zero, bad, 1, 1, &p), argument, "direction");
    assert_refused(mote_world_ray(w, zero, x, NAN, 1, &p), argument, "t_max");
    assert_refused(mote_world_ray(w, zero, x, 1, 1, NULL), argument, "null");
    assert_refused(mote_world_ray(NULL, zero, x, 1, 1, &p), argument, "null");
    assert_refused(mote_world_overlap_sphere(w, bad, 1, 1, &faces, &n), argument, "center");
    assert_refused(mote_world_overlap_sphere(w, zero, NAN, 1, &faces, &n), argument, "radius");
    assert_refused(mote_world_overlap_sphere(w, zero, -1, 1, &faces, &n), argument, "radius -1");
    assert_refused(mote_world_overlap_sphere(w, zero, 1, 1, NULL, &n), argument, "null");
    assert_refused(mote_world_overlap_sphere(NULL, zero, 1, 1, &faces, &n), argument, "null");
    assert_refused(mote_world_overlap_box(w, &nan_box, 1, &faces, &n), argument, "NaN");
    assert_refused(mote_world_overlap_box(w, NULL, 1, &faces, &n), argument, "null");
    assert_refused(mote_world_overlap_box(w, &box, 1, &faces, NULL), argument, "null");
    assert_int_equal(mote_body_destroy(w, t.id), MOTE_OK);
    assert_refused(mote_world_closest_point(w, t.id, zero, 1, &p), MOTE_ERROR_STALE, "body 0");
    release(&t);
}

static size_t faces_in_box(const one_torus *t, const mote_box *box)
{
    const mote_body_face *faces;
    size_t count;
    assert_int_equal(mote_world_overlap_box(t->world, box, UINT64_MAX, &faces, &count), MOTE_OK);
    return count;
}

static void unbounded_and_empty_boxes_are_boxes(void **state)
{
    (void)state;
    one_torus t = create_torus(NULL);
    const mote_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    const mote_box above = {{-INFINITY, -INFINITY, 0.1f}, {INFINITY, INFINITY, INFINITY}};
    const mote_box none = mote_box_empty();
    assert_int_equal(faces_in_box(&t, &all), t.rest.triangle_count);
    size_t part = faces_in_box(&t, &above);
    assert_true(part > t.rest.triangle_count / 4 && part < t.rest.triangle_count / 2);
    assert_int_equal(faces_in_box(&t, &none), 0);
    release(&t);
}

// A body with a NaN is nowhere; one whose promised bounds are out of reach is not looked at.
static void invalid_and_far_bodies_are_left_out(void **state)
{
    (void)state;
    one_torus t = create_torus(NULL);
    const mote_box all = {{-9, -9, -9}, {9, 9, 9}}, far = {{20, 20, 20}, {30, 30, 30}};
    mote_surface_point p;
    assert_int_equal(mote_body_set_transform(t.world, t.id, NULL), MOTE_OK);
    assert_int_equal(mote_body_set_bounds(t.world, t.id, &far), MOTE_OK);
    assert_int_equal(faces_in_box(&t, &all), 0);
    t.rest.positions[3].x = NAN;
    mote_positions shown = {t.rest.positions, t.rest.vertex_count, 0, MOTE_FLOAT};
    assert_int_equal(mote_body_set_positions(t.world, t.id, &shown), MOTE_OK);
    assert_int_equal(faces_in_box(&t, &all), 0);
    const mote_vec3 from = {-5, 0, 0}, to = {1, 0, 0};
    assert_int_equal(mote_world_ray(t.world, from, to, INFINITY, UINT64_MAX, &p), MOTE_OK);
    assert_true(p.face == MOTE_NONE);
    assert_refused(mote_world_closest_point(t.world, t.id, from, 9, &p), MOTE_ERROR_DATA, "body 0");
    t.rest.positions[3].x = 1;
    assert_int_equal(mote_body_set_positions(t.world, t.id, &shown), MOTE_OK);
    assert_int_equal(faces_in_box(&t, &all), t.rest.triangle_count);
    release(&t);
}

// ---------------------------------------------------------------------------------------------
// Memory

static mote_result ask_everything(const one_torus *t)
{
    const mote_vec3 from = {-5, 0.1f, 0.05f}, to = {1, 0, 0};
    const mote_box box = {{0, 0, 0}, {2, 2, 2}};
    const mote_body_face *faces;
    size_t count;
    mote_surface_point p;
    assert_int_equal(mote_body_set_transform(t->world, t->id, NULL), MOTE_OK);
    mote_result result = mote_world_closest_point(t->world, t->id, from, INFINITY, &p);
    if (result == MOTE_OK) result = mote_world_ray(t->world, from, to, 9, UINT64_MAX, &p);
    if (result == MOTE_OK)
        result = mote_world_overlap_sphere(t->world, to, 1, UINT64_MAX, &faces, &count);
    if (result == MOTE_OK)
        result = mote_world_overlap_box(t->world, &box, UINT64_MAX, &faces, &count);
    return result;
}

static void after_warm_up_nothing_is_allocated(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    one_torus t = create_torus(&memory);
    assert_int_equal(ask_everything(&t), MOTE_OK);
    size_t calls = memory.calls;
    for (int i = 0; i < 5; i++) assert_int_equal(ask_everything(&t), MOTE_OK);
    assert_int_equal(memory.calls, calls);
    release(&t);
    assert_int_equal(memory.live, 0);
}

static void every_failed_allocation_is_reported_and_recovered_from(void **state)
{
    (void)state;
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t nth = 1; result != MOTE_OK; nth++) {
        failing_allocator memory = {0};
        one_torus t = create_torus(&memory);
        memory.fail_at = memory.calls + nth;
        result = ask_everything(&t);
        if (result != MOTE_OK) assert_refused(result, MOTE_ERROR_MEMORY, "memory");
        memory.fail_at = 0;
        assert_int_equal(ask_everything(&t), MOTE_OK);
        release(&t);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_all_faces),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(unbounded_and_empty_boxes_are_boxes),
        cmocka_unit_test(invalid_and_far_bodies_are_left_out),
        cmocka_unit_test(after_warm_up_nothing_is_allocated),
        cmocka_unit_test(every_failed_allocation_is_reported_and_recovered_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
