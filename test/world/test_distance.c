// Distances of bodies against those of all pairs of their faces.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/random.h"
#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/present_faces.h"
#include "support/random_frames.h"
#include "support/run.h"

enum { STEPS = 4 };

static mote_world *create_world(failing_allocator *memory)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    if (memory) def.allocator = failing_allocator_hook(memory);
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    return world;
}

static mote_body_id create_body(mote_world *world, const mote_mesh *mesh)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &def, &id), MOTE_OK);
    return id;
}

static mote_distance ask(mote_world *world, mote_body_id a, mote_body_id b, float limit)
{
    mote_distance d;
    if (mote_world_distance(world, a, b, limit, &d) != MOTE_OK) fail_msg("%s", mote_last_message());
    return d;
}

// ---------------------------------------------------------------------------------------------
// The oracle

static float least_distance(const present_faces *a, const present_faces *b)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t j = 0; j < b->count; j++) {
            float d = mote_triangles_distance(a->corners + 3 * (size_t)i,
                                              b->corners + 3 * (size_t)j, NULL, NULL);
            least = d < least ? d : least;
        }
    }
    return least;
}

static double magnitude(const mote_box *box)
{
    const float c[6] = {box->min.x, box->min.y, box->min.z, box->max.x, box->max.y, box->max.z};
    double most = 0;
    for (int k = 0; k < 6; k++) most = fmax(most, fabs((double)c[k]));
    return most;
}

static void assert_near(double got, double want, double room, const char *what)
{
    if (!(fabs(got - want) <= room)) fail_msg("%s: %.9g instead of %.9g", what, got, want);
}

// The answer is the least distance, its faces have that distance, and its points lie on them.
static void check(const mote_distance *d, float least, const present_faces *a,
                  const present_faces *b)
{
    double room = 2e-6 * (double)least;
    double rounding = 4e-7 * (magnitude(&a->box) + magnitude(&b->box)) + 1e-44;
    assert_near((double)d->distance, (double)least, room, "distance");
    assert_true((d->distance == 0) == (least == 0));
    assert_int_equal(d->worth, MOTE_WORTH_EXACT);
    assert_true(d->face_a < a->count && d->face_b < b->count);
    const mote_vec3 *face_a = a->corners + 3 * (size_t)d->face_a;
    const mote_vec3 *face_b = b->corners + 3 * (size_t)d->face_b;
    assert_near((double)mote_triangles_distance(face_a, face_b, NULL, NULL), (double)least, room,
                "distance of the faces");
    mote_dvec3 gap = mote_dvec_sub(mote_vec_widen(d->on_a), mote_vec_widen(d->on_b));
    assert_near(mote_dvec_length(gap), (double)least, room + rounding, "distance of the points");
    assert_near((double)mote_point_triangle_distance(d->on_a, face_a, NULL), 0, rounding,
                "point on a");
    assert_near((double)mote_point_triangle_distance(d->on_b, face_b, NULL), 0, rounding,
                "point on b");
}

static void assert_beyond(const mote_distance *d)
{
    assert_true(d->distance == INFINITY);
    assert_true(d->face_a == MOTE_NONE && d->face_b == MOTE_NONE);
}

static void check_limits(mote_world *world, mote_body_id a, mote_body_id b, float least)
{
    mote_distance none = ask(world, a, b, least * 0.999f);
    if (least > 0 && least * 0.999f < least) {
        assert_beyond(&none);
    } else {
        assert_true(none.distance == least);
    }
    mote_distance some = ask(world, a, b, least * 1.001f);
    assert_near((double)some.distance, (double)least, 2e-6 * (double)least, "within the limit");
    mote_distance meet = ask(world, a, b, 0);
    if (least > 0) assert_beyond(&meet);
    if (least == 0) assert_true(meet.distance == 0);
}

// ---------------------------------------------------------------------------------------------
// Random poses

typedef struct pose {
    mote_world *world;
    mote_body_id id[2];
    mote_vec3 apart; // how far the second body is moved away
} pose;

// By a few times the bodies' size, or not at all, and slowly back and forth.
static void place(const random_frames *frames, pose *p, const uint32_t bodies[2])
{
    for (int k = 0; k < 2; k++) {
        const random_body *body = &frames->bodies[bodies[k]];
        mote_positions now = {
            .data = body->now, .count = body->vertex_count, .stride = sizeof *body->now};
        mote_vec3 t = mote_vec_scale(p->apart, k * (1 + 0.1f * sinf((float)frames->step)));
        mote_transform moved = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, t};
        assert_int_equal(mote_body_set_positions(p->world, p->id[k], &now), MOTE_OK);
        assert_int_equal(mote_body_set_transform(p->world, p->id[k], &moved), MOTE_OK);
    }
}

static void check_pose(const pose *p)
{
    present_faces a = present_faces_take(p->world, p->id[0]);
    present_faces b = present_faces_take(p->world, p->id[1]);
    float least = least_distance(&a, &b);
    mote_distance d = ask(p->world, p->id[0], p->id[1], INFINITY);
    check(&d, least, &a, &b);
    mote_distance back = ask(p->world, p->id[1], p->id[0], INFINITY);
    check(&back, least, &b, &a);
    check_limits(p->world, p->id[0], p->id[1], least);
    present_faces_release(&a);
    present_faces_release(&b);
}

static float size_of(const random_frames *frames, uint32_t body)
{
    mote_box box = {frames->bodies[body].now[0], frames->bodies[body].now[0]};
    for (uint32_t v = 0; v < frames->bodies[body].vertex_count; v++)
        mote_box_add_point(&box, frames->bodies[body].now[v]);
    return mote_vec_length(mote_vec_sub(box.max, box.min));
}

static void bodies_are_as_far_apart_as_their_closest_faces(void **state)
{
    (void)state;
    uint64_t count = test_count(12, 96, 1300);
    for (uint64_t i = 0; i < count; i++) {
        random_frames frames;
        random_frames_begin(&frames, 31, i, 150 + 150 * (uint32_t)(i % 3));
        mote_random random = mote_random_stream(32, i, 0);
        uint32_t bodies[2] = {0, frames.body_count > 1 ? 1 : 0};
        const float far[] = {0, 0.3f, 1, 3};
        float by = far[mote_random_below(&random, 4)] * size_of(&frames, bodies[0]);
        pose p = {.world = create_world(NULL),
                  .apart = mote_vec_scale(mote_random_direction(&random), by)};
        for (int k = 0; k < 2; k++) p.id[k] = create_body(p.world, frames.bodies[bodies[k]].mesh);
        for (int step = 0; step < STEPS; step++) {
            place(&frames, &p, bodies);
            check_pose(&p);
            random_frames_next(&frames);
        }
        mote_world_destroy(p.world);
        random_frames_end(&frames);
    }
}

// ---------------------------------------------------------------------------------------------
// Trees of several levels

// The same minimum, without looking closely at faces whose boxes are too far apart.
static double least_of_large(const present_faces *a, const present_faces *b)
{
    mote_tri_distance least = {.squared = (double)INFINITY};
    for (uint32_t i = 0; i < a->count; i++) {
        mote_box box_a = mote_box_of_triangle(a->corners + 3 * (size_t)i);
        if (mote_box_distance_squared(&box_a, &b->box) >= least.squared) continue;
        for (uint32_t j = 0; j < b->count; j++)
            mote_tri_distance_below(a->corners + 3 * (size_t)i, b->corners + 3 * (size_t)j,
                                    least.squared, &least);
    }
    return least.squared;
}

static mote_vec3 *waves(const test_mesh *rest, float time, float shift)
{
    mote_vec3 *out = calloc(rest->vertex_count, sizeof *out);
    assert_non_null(out);
    for (uint32_t v = 0; v < rest->vertex_count; v++) {
        mote_vec3 p = rest->positions[v];
        float swell = 1 + 0.1f * sinf(3 * p.x + time) + 0.05f * sinf(7 * p.y - time);
        out[v] = mote_vec_add(mote_vec_scale(p, swell), (mote_vec3){shift, 0.3f * shift, 0});
    }
    return out;
}

static void large_bodies_are_as_far_apart_as_their_closest_faces(void **state)
{
    (void)state;
    test_mesh rest = test_mesh_torus(110, 50, 1, 0.4f); // 86 clusters: three levels
    mote_mesh_def def = test_mesh_def(&rest);
    mote_mesh *mesh = test_mesh_create(&def);
    size_t frames = test_count(2, 6, 60);
    mote_world *world = create_world(NULL);
    mote_body_id id[2] = {create_body(world, mesh), create_body(world, mesh)};
    for (size_t f = 0; f < frames; f++) {
        mote_vec3 *now[2];
        for (int k = 0; k < 2; k++) {
            now[k] = waves(&rest, 0.2f * (float)f, k ? 2.7f + 0.2f * sinf((float)f) : 0);
            mote_positions shown = {.data = now[k], .count = rest.vertex_count};
            assert_int_equal(mote_body_set_positions(world, id[k], &shown), MOTE_OK);
        }
        present_faces a = present_faces_take(world, id[0]), b = present_faces_take(world, id[1]);
        mote_distance d = ask(world, id[0], id[1], INFINITY);
        check(&d, mote_tri_distance_round(least_of_large(&a, &b)), &a, &b);
        present_faces_release(&a);
        present_faces_release(&b);
        free(now[0]);
        free(now[1]);
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    test_mesh_release(&rest);
}

// ---------------------------------------------------------------------------------------------
// Positions that come in for every question: bodies are streamed (shape/streamed.h)

// Any arrangement of the two, from one in the other to far apart.
static mote_vec3 any_shift(mote_random *random)
{
    float reach = mote_random_between(random, 0, 1) < 0.3f ? 1.5f : 6;
    return (mote_vec3){mote_random_between(random, -reach, reach),
                       mote_random_between(random, -reach, reach),
                       mote_random_between(random, -reach, reach)};
}

static void show(mote_world *world, mote_body_id id, const mote_vec3 *now, uint32_t count)
{
    mote_positions shown = {.data = now, .count = count};
    assert_int_equal(mote_body_set_positions(world, id, &shown), MOTE_OK);
}

// Asks before anything else reads the bodies, then compares.
static void check_streamed(mote_world *world, mote_body_id a, mote_body_id b)
{
    mote_distance d = ask(world, a, b, INFINITY), swapped = ask(world, b, a, INFINITY);
    mote_distance within = ask(world, a, b, 1.001f * d.distance);
    present_faces faces_a = present_faces_take(world, a), faces_b = present_faces_take(world, b);
    float least = mote_tri_distance_round(least_of_large(&faces_a, &faces_b));
    check(&d, least, &faces_a, &faces_b);
    check(&swapped, least, &faces_b, &faces_a);
    check(&within, least, &faces_a, &faces_b);
    present_faces_release(&faces_a);
    present_faces_release(&faces_b);
}

// Bodies 0 and 1 are asked for in every frame, 0 and the third for the first time when it is
// streamed.
static void streamed_bodies_are_as_far_apart_as_their_closest_faces(void **state)
{
    (void)state;
    enum { BODIES = 3 };
    test_mesh rest = test_mesh_torus(70, 40, 1, 0.4f); // 44 clusters
    mote_mesh_def def = test_mesh_def(&rest);
    mote_mesh *mesh = test_mesh_create(&def);
    mote_random random = mote_random_stream(17, 0, 0);
    for (size_t run = 0; run < test_count(1, 4, 60); run++) {
        mote_world *world = create_world(NULL);
        mote_body_id id[BODIES];
        for (int k = 0; k < BODIES; k++) id[k] = create_body(world, mesh);
        for (int f = 0; f < 4; f++) {
            mote_vec3 *now[BODIES];
            for (int k = 0; k < BODIES; k++) {
                mote_vec3 shift = any_shift(&random);
                now[k] = waves(&rest, (float)f, 0);
                for (uint32_t v = 0; v < rest.vertex_count; v++)
                    now[k][v] = mote_vec_add(now[k][v], shift);
                show(world, id[k], now[k], rest.vertex_count);
            }
            if (f < 3) ask(world, id[1], id[2], INFINITY);
            if (f > 0) check_streamed(world, id[0], id[f == 3 ? 2 : 1]);
            for (int k = 0; k < BODIES; k++) free(now[k]);
        }
        mote_world_destroy(world);
    }
    mote_mesh_destroy(mesh);
    test_mesh_release(&rest);
}

// Queries do not make frames: what a detect is given for the first time stays, however often it was
// asked for before.
static void a_body_that_was_only_asked_for_stays_where_a_detect_saw_it(void **state)
{
    (void)state;
    test_mesh rest = test_mesh_torus(70, 40, 1, 0.4f);
    mote_mesh_def def = test_mesh_def(&rest);
    mote_mesh *mesh = test_mesh_create(&def);
    mote_world *world = create_world(NULL);
    mote_body_id id[2] = {create_body(world, mesh), create_body(world, mesh)};
    float before = 0;
    for (int f = 0; f < 3; f++) {
        mote_vec3 *now = waves(&rest, (float)f, 3);
        show(world, id[1], now, rest.vertex_count);
        before = ask(world, id[0], id[1], INFINITY).distance;
        if (f == 2) assert_int_equal(mote_world_detect(world), MOTE_OK);
        free(now);
    }
    for (int f = 0; f < 2; f++) {
        assert_int_equal(mote_world_detect(world), MOTE_OK);
        mote_distance d = ask(world, id[0], id[1], INFINITY);
        assert_near((double)d.distance, (double)before, 1e-6, "distance");
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    test_mesh_release(&rest);
}

// ---------------------------------------------------------------------------------------------
// What is refused, forgotten, and not allocated

typedef struct fixture {
    test_mesh rest;
    mote_mesh *mesh;
} fixture;

static fixture torus(uint32_t rings, uint32_t sides)
{
    fixture f = {.rest = test_mesh_torus(rings, sides, 1, 0.4f)};
    mote_mesh_def def = test_mesh_def(&f.rest);
    f.mesh = test_mesh_create(&def);
    return f;
}

static void release(fixture *f)
{
    mote_mesh_destroy(f->mesh);
    test_mesh_release(&f->rest);
}

static void move_to(mote_world *world, mote_body_id id, float x)
{
    mote_transform t = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, 0, 0}};
    assert_int_equal(mote_body_set_transform(world, id, &t), MOTE_OK);
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
    fixture f = torus(12, 8);
    mote_world *world = create_world(NULL);
    mote_body_id a = create_body(world, f.mesh), b = create_body(world, f.mesh);
    mote_body_id gone = create_body(world, f.mesh);
    mote_distance d;
    assert_int_equal(mote_body_destroy(world, gone), MOTE_OK);
    assert_refused(mote_world_distance(world, a, a, 1, &d), MOTE_ERROR_ARGUMENT,
                   "mote_world_distance: a and b are the same body");
    assert_refused(mote_world_distance(world, a, b, 1, NULL), MOTE_ERROR_ARGUMENT, "null");
    assert_refused(mote_world_distance(NULL, a, b, 1, &d), MOTE_ERROR_ARGUMENT, "null");
    assert_refused(mote_world_distance(world, a, b, NAN, &d), MOTE_ERROR_ARGUMENT, "limit");
    assert_refused(mote_world_distance(world, a, b, -1, &d), MOTE_ERROR_ARGUMENT, "limit is -1");
    assert_refused(mote_world_distance(world, a, gone, 1, &d), MOTE_ERROR_STALE, "body 2");
    assert_refused(mote_world_distance(world, gone, a, 1, &d), MOTE_ERROR_STALE, "body 2");
    assert_refused(mote_world_distance(world, a, (mote_body_id){0}, 1, &d), MOTE_ERROR_STALE,
                   "names no body");
    mote_world_destroy(world);
    release(&f);
}

static void a_body_with_a_nan_is_named_and_recovers(void **state)
{
    (void)state;
    fixture f = torus(12, 8);
    mote_world *world = create_world(NULL);
    mote_body_id a = create_body(world, f.mesh), b = create_body(world, f.mesh);
    move_to(world, a, 5);
    float before = ask(world, a, b, INFINITY).distance;
    mote_vec3 *bad = waves(&f.rest, 0, 0);
    bad[7].y = NAN;
    mote_positions shown = {.data = bad, .count = f.rest.vertex_count};
    mote_distance d;
    assert_int_equal(mote_body_set_positions(world, b, &shown), MOTE_OK);
    assert_refused(mote_world_distance(world, a, b, 1, &d), MOTE_ERROR_DATA, "body 1");
    assert_refused(mote_world_distance(world, b, a, 1, &d), MOTE_ERROR_DATA, "body 1");
    shown.data = f.rest.positions;
    assert_int_equal(mote_body_set_positions(world, b, &shown), MOTE_OK);
    assert_true(ask(world, a, b, INFINITY).distance == before);
    free(bad);
    mote_world_destroy(world);
    release(&f);
}

// The heir of an index must not start from faces of the dead, which it may not have.
static void hints_die_with_their_bodies(void **state)
{
    (void)state;
    fixture large = torus(40, 30), small = torus(3, 3);
    mote_world *world = create_world(NULL);
    mote_body_id a = create_body(world, large.mesh), b = create_body(world, large.mesh);
    move_to(world, b, 4);
    ask(world, a, b, INFINITY);
    for (int k = 0; k < 2; k++) {
        mote_body_id *dies = k ? &b : &a;
        assert_int_equal(mote_body_destroy(world, *dies), MOTE_OK);
        *dies = create_body(world, small.mesh);
        move_to(world, *dies, 4 * (float)k);
        present_faces fa = present_faces_take(world, a), fb = present_faces_take(world, b);
        mote_distance d = ask(world, a, b, INFINITY);
        check(&d, least_distance(&fa, &fb), &fa, &fb);
        present_faces_release(&fa);
        present_faces_release(&fb);
    }
    mote_world_destroy(world);
    release(&large);
    release(&small);
}

static void after_warm_up_nothing_is_allocated(void **state)
{
    (void)state;
    enum { BODIES = 8 };
    fixture f = torus(40, 30);
    failing_allocator memory = {0};
    mote_world *world = create_world(&memory);
    mote_body_id id[BODIES];
    size_t calls = 0;
    for (int i = 0; i < BODIES; i++) id[i] = create_body(world, f.mesh);
    for (int frame = 0; frame < 10; frame++) {
        if (frame == 1) calls = memory.calls;
        for (int i = 0; i < BODIES; i++) {
            move_to(world, id[i], (3.2f + 0.2f * sinf((float)frame)) * (float)i);
            for (int j = 0; j < i; j++) ask(world, id[i], id[j], INFINITY);
        }
    }
    assert_int_equal(memory.calls, calls);
    mote_world_destroy(world);
    assert_int_equal(memory.live, 0);
    release(&f);
}

static void every_failed_allocation_is_reported_and_recovered_from(void **state)
{
    (void)state;
    fixture f = torus(40, 30);
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t nth = 1; result != MOTE_OK; nth++) {
        failing_allocator memory = {0};
        mote_world *world = create_world(&memory);
        mote_body_id a = create_body(world, f.mesh), b = create_body(world, f.mesh);
        move_to(world, b, 3.3f);
        memory.fail_at = memory.calls + nth;
        mote_distance d;
        result = mote_world_distance(world, a, b, INFINITY, &d);
        if (result != MOTE_OK) assert_refused(result, MOTE_ERROR_MEMORY, "memory");
        memory.fail_at = 0;
        assert_near((double)ask(world, a, b, INFINITY).distance, 0.5, 0.01, "distance");
        mote_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_as_far_apart_as_their_closest_faces),
        cmocka_unit_test(large_bodies_are_as_far_apart_as_their_closest_faces),
        cmocka_unit_test(streamed_bodies_are_as_far_apart_as_their_closest_faces),
        cmocka_unit_test(a_body_that_was_only_asked_for_stays_where_a_detect_saw_it),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(a_body_with_a_nan_is_named_and_recovers),
        cmocka_unit_test(hints_die_with_their_bodies),
        cmocka_unit_test(after_warm_up_nothing_is_allocated),
        cmocka_unit_test(every_failed_allocation_is_reported_and_recovered_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
