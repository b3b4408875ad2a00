// Verified steps: of cloth and bodies that start free, in random motion. After the step no faces
// meet, none meet on the way to it, and it is at least half as long as the exact one.

#include <math.h>
#include <stdlib.h>

#include "core/vec.h"
#include "support/meshes.h"
#include "support/random_steps.h"
#include "support/run.h"

enum { BODIES = 3, CLOTH_SIDE = 6 };

typedef struct moving {
    test_mesh model;
    mote_mesh *mesh;
    mote_vec3 *start, *finish, *reached;
    mote_body_id id, in_check;
} moving;

typedef struct setting {
    mote_random random;
    float far;             // how far bodies move, about
    moving bodies[BODIES]; // a cloth and two tori
    mote_world *world;
    mote_world *check; // naive
} setting;

static test_mesh cloth_mesh(void)
{
    uint32_t side = CLOTH_SIDE + 1;
    test_mesh mesh = {.vertex_count = side * side, .triangle_count = 2 * CLOTH_SIDE * CLOTH_SIDE};
    mesh.positions = malloc(mesh.vertex_count * sizeof *mesh.positions);
    mesh.triangles = malloc(3 * mesh.triangle_count * sizeof *mesh.triangles);
    assert_true(mesh.positions && mesh.triangles);
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        uint32_t row = v / side;
        mesh.positions[v] = (mote_vec3){(float)(v % side) - 3, (float)row - 3, 0};
    }
    uint32_t *t = mesh.triangles;
    for (uint32_t i = 0; i < CLOTH_SIDE * CLOTH_SIDE; i++) {
        uint32_t v = i / CLOTH_SIDE * side + i % CLOTH_SIDE;
        const uint32_t corners[6] = {v, v + 1, v + side, v + 1, v + side + 1, v + side};
        for (int k = 0; k < 6; k++) *t++ = corners[k];
    }
    return mesh;
}

static float some(mote_random *random, float most)
{
    return mote_random_between(random, -most, most);
}

static mote_vec3 jitter(mote_random *random, float most)
{
    return (mote_vec3){some(random, most), some(random, most), some(random, most)};
}

static void add_body(setting *s, int i)
{
    moving *body = &s->bodies[i];
    body->model = i == 0 ? cloth_mesh() : test_mesh_torus(6, 5, 0.8f, 0.3f);
    mote_mesh_def def = test_mesh_def(&body->model);
    body->mesh = test_mesh_create(&def);
    size_t bytes = body->model.vertex_count * sizeof(mote_vec3);
    body->start = malloc(bytes);
    body->finish = malloc(bytes);
    body->reached = malloc(bytes);
    assert_true(body->start && body->finish && body->reached);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = body->mesh;
    body_def.self_collision = true;
    assert_int_equal(mote_body_create(s->world, &body_def, &body->id), MOTE_OK);
    assert_int_equal(mote_body_create(s->check, &body_def, &body->in_check), MOTE_OK);
}

// Tori above and below the cloth, all of them far enough apart; everything moves through everything
// else.
static void place(setting *s, int i)
{
    moving *body = &s->bodies[i];
    mote_random *random = &s->random;
    mote_vec3 at = i == 0 ? (mote_vec3){0, 0, 0} : (mote_vec3){0, 0, i == 1 ? 1.5f : -1.5f};
    float far = s->far;
    mote_vec3 shift = jitter(random, 2 * far);
    if (i) shift.z = (i == 1 ? -far : far) * mote_random_between(random, 0, 4);
    float wild = far * mote_random_between(random, 0, 1);
    for (uint32_t v = 0; v < body->model.vertex_count; v++) {
        mote_vec3 p = mote_vec_add(body->model.positions[v], at);
        body->start[v] = mote_vec_add(p, jitter(random, 0.05f));
        body->finish[v] = mote_vec_add(mote_vec_add(p, shift), jitter(random, wild));
    }
    mote_motion motion = mote_default_motion();
    motion.start.positions =
        (mote_positions){.data = body->start, .count = body->model.vertex_count};
    motion.end.positions =
        (mote_positions){.data = body->finish, .count = body->model.vertex_count};
    assert_int_equal(mote_body_set_motion(s->world, body->id, &motion), MOTE_OK);
}

static void begin(setting *s)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    *s = (setting){0};
    assert_int_equal(mote_world_create(&def, &s->world), MOTE_OK);
    def.method = MOTE_METHOD_NAIVE;
    assert_int_equal(mote_world_create(&def, &s->check), MOTE_OK);
    for (int i = 0; i < BODIES; i++) add_body(s, i);
}

static void end(setting *s)
{
    mote_world_destroy(s->world);
    mote_world_destroy(s->check);
    for (int i = 0; i < BODIES; i++) {
        mote_mesh_destroy(s->bodies[i].mesh);
        test_mesh_release(&s->bodies[i].model);
        free(s->bodies[i].start);
        free(s->bodies[i].finish);
        free(s->bodies[i].reached);
    }
}

// Moves the bodies of the other world to what the step reaches, from where they start.
static void reach(setting *s, double time)
{
    for (int i = 0; i < BODIES; i++) {
        moving *body = &s->bodies[i];
        uint32_t count = body->model.vertex_count;
        assert_int_equal(mote_body_get_positions_at(s->world, body->id, time, body->reached, count),
                         MOTE_OK);
        mote_positions positions = {.data = body->reached, .count = count, .persistent = true};
        assert_int_equal(mote_body_set_positions(s->check, body->in_check, &positions), MOTE_OK);
    }
    mote_report report;
    assert_int_equal(mote_world_detect(s->check), MOTE_OK);
    assert_int_equal(mote_world_report(s->check, &report), MOTE_OK);
    assert_int_equal(report.face_pair_count, 0);
    for (int i = 0; i < BODIES; i++) {
        moving *body = &s->bodies[i];
        mote_motion motion = mote_default_motion();
        motion.start.positions =
            (mote_positions){.data = body->start, .count = body->model.vertex_count};
        assert_int_equal(mote_body_set_motion(s->check, body->in_check, &motion), MOTE_OK);
    }
    const mote_sweep_def def = mote_default_sweep_def();
    mote_sweep_report way = swept(s->check, &def);
    assert_int_equal(way.impact_count, 0);
}

static void verified_steps_are_free_and_long(void **state)
{
    (void)state;
    size_t cut = 0, whole = 0;
    setting s;
    begin(&s);
    for (size_t i = 0; i < test_count(10, 120, 10000); i++) {
        s.random = mote_random_stream(32, i, 0);
        s.far = mote_random_between(&s.random, 0, 1);
        for (int b = 0; b < BODIES; b++) place(&s, b);
        mote_sweep_def def = mote_default_sweep_def();
        def.verify = true;
        def.find = (mote_sweep_find)(i % 3);
        mote_sweep_report report = swept(s.world, &def);
        assert_true(report.start_is_free);
        assert_true(report.verified_step <= report.safe_step);
        if (report.impact_count == 0) assert_true(report.verified_step == 1);
        if (report.verified_step < 0.5 * report.safe_step)
            fail_msg("motion %zu: the verified step is %g, the exact one is %g", i,
                     report.verified_step, report.safe_step);
        *(report.impact_count ? &cut : &whole) += 1;
        reach(&s, report.verified_step);
    }
    assert_true(cut > 2 && whole > 0);
    end(&s);
}

static void a_start_that_meets_has_no_verified_step(void **state)
{
    (void)state;
    setting s;
    begin(&s);
    s.random = mote_random_stream(33, 0, 0);
    for (int b = 0; b < BODIES; b++) place(&s, b);
    mote_motion motion = mote_default_motion(); // a torus through the cloth
    motion.end.positions =
        (mote_positions){.data = s.bodies[1].finish, .count = s.bodies[1].model.vertex_count};
    assert_int_equal(mote_body_set_motion(s.world, s.bodies[1].id, &motion), MOTE_OK);
    mote_sweep_def def = mote_default_sweep_def();
    def.verify = true;
    mote_sweep_report report = swept(s.world, &def);
    assert_false(report.start_is_free);
    assert_true(report.verified_step == 0);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verified_steps_are_free_and_long),
        cmocka_unit_test(a_start_that_meets_has_no_verified_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
