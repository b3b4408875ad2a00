// The face pairs of a step against those of 65 instants in it. Coordinates are whole numbers below
// 2^17, so that 64 times the position at each instant is a whole number that a float holds: the
// instants are exact.

#include <stdlib.h>

#include "support/meshes.h"
#include "support/random_steps.h"
#include "support/run.h"

enum { BODIES = 3, INSTANTS = 64 };

typedef struct moving {
    test_mesh model;
    mote_mesh *mesh;
    mote_vec3 *start, *finish, *now;
    mote_body_id in_step, in_instant;
} moving;

typedef struct setting {
    mote_random random;
    moving bodies[BODIES];
    mote_world *step, *instant;
} setting;

static test_mesh random_model(mote_random *random)
{
    switch (mote_random_below(random, 3)) {
    case 0: return test_mesh_soup(random, 12);
    case 1: return test_mesh_band(1 + mote_random_below(random, 6));
    default: return test_mesh_torus(4, 3, 2, 1);
    }
}

static float whole(mote_random *random, uint32_t range)
{
    return (float)mote_random_below(random, range);
}

// Few places make everything degenerate, many make nothing so.
static void place(moving *body, mote_random *random, uint32_t range)
{
    bool rigid = mote_random_below(random, 3) == 0;
    mote_vec3 shift = {whole(random, range), whole(random, range), whole(random, range)};
    for (uint32_t v = 0; v < body->model.vertex_count; v++) {
        body->start[v] =
            (mote_vec3){whole(random, range), whole(random, range), whole(random, range)};
        body->finish[v] =
            (mote_vec3){whole(random, range), whole(random, range), whole(random, range)};
        if (rigid) {
            body->finish[v] = (mote_vec3){body->start[v].x + shift.x, body->start[v].y - shift.y,
                                          body->start[v].z + shift.z};
        }
    }
}

static void add_body(setting *s, moving *body)
{
    body->model = random_model(&s->random);
    mote_mesh_def def = test_mesh_def(&body->model);
    body->mesh = test_mesh_create(&def);
    size_t bytes = body->model.vertex_count * sizeof(mote_vec3);
    body->start = malloc(bytes);
    body->finish = malloc(bytes);
    body->now = malloc(bytes);
    assert_true(body->start && body->finish && body->now);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = body->mesh;
    body_def.self_collision = mote_random_below(&s->random, 2);
    assert_int_equal(mote_body_create(s->step, &body_def, &body->in_step), MOTE_OK);
    assert_int_equal(mote_body_create(s->instant, &body_def, &body->in_instant), MOTE_OK);
}

static void begin(setting *s, size_t index)
{
    *s = (setting){.random = mote_random_stream(31, index, 0)};
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    assert_int_equal(mote_world_create(&def, &s->step), MOTE_OK);
    assert_int_equal(mote_world_create(&def, &s->instant), MOTE_OK);
    static const uint32_t ranges[] = {3, 6, 30, 1000, 1 << 16};
    uint32_t range = ranges[index % 5];
    for (int i = 0; i < BODIES; i++) {
        add_body(s, &s->bodies[i]);
        place(&s->bodies[i], &s->random, range);
        mote_motion motion = mote_default_motion();
        motion.start.positions =
            (mote_positions){.data = s->bodies[i].start, .count = s->bodies[i].model.vertex_count};
        motion.end.positions =
            (mote_positions){.data = s->bodies[i].finish, .count = s->bodies[i].model.vertex_count};
        assert_int_equal(mote_body_set_motion(s->step, s->bodies[i].in_step, &motion), MOTE_OK);
    }
}

static void end(setting *s)
{
    mote_world_destroy(s->step);
    mote_world_destroy(s->instant);
    for (int i = 0; i < BODIES; i++) {
        mote_mesh_destroy(s->bodies[i].mesh);
        test_mesh_release(&s->bodies[i].model);
        free(s->bodies[i].start);
        free(s->bodies[i].finish);
        free(s->bodies[i].now);
    }
}

// 64 times the positions at time k / 64.
static void show_instant(setting *s, int k)
{
    for (int i = 0; i < BODIES; i++) {
        moving *body = &s->bodies[i];
        for (uint32_t v = 0; v < body->model.vertex_count; v++) {
            const mote_vec3 *a = &body->start[v], *b = &body->finish[v];
            float from = (float)(INSTANTS - k), to = (float)k;
            body->now[v] = (mote_vec3){from * a->x + to * b->x, from * a->y + to * b->y,
                                       from * a->z + to * b->z};
        }
        mote_positions positions = {.data = body->now, .count = body->model.vertex_count};
        assert_int_equal(mote_body_set_positions(s->instant, body->in_instant, &positions),
                         MOTE_OK);
    }
}

static const mote_swept_faces *find_faces(const mote_sweep_report *report, uint32_t a, uint32_t b,
                                          mote_face_pair faces)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_swept_pair *pair = &report->pairs[i];
        if (pair->a.index != a || pair->b.index != b) continue;
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            const mote_swept_faces *found = &report->face_pairs[pair->first_face_pair + k];
            if (found->face_a == faces.face_a && found->face_b == faces.face_b) return found;
        }
    }
    return NULL;
}

static size_t expect_instant(setting *s, const mote_sweep_report *step, int k, size_t index)
{
    mote_report now;
    assert_int_equal(mote_world_detect(s->instant), MOTE_OK);
    assert_int_equal(mote_world_report(s->instant, &now), MOTE_OK);
    for (size_t i = 0; i < now.pair_count; i++) {
        const mote_pair_report *pair = &now.pairs[i];
        for (uint64_t f = 0; f < pair->face_pair_count; f++) {
            mote_face_pair faces = now.face_pairs[pair->first_face_pair + f];
            const mote_swept_faces *found = find_faces(step, pair->a.index, pair->b.index, faces);
            if (!found)
                fail_msg("step %zu: faces %u and %u of bodies %u and %u meet at %d/64, but not in "
                         "the step",
                         index, faces.face_a, faces.face_b, pair->a.index, pair->b.index, k);
            if (!(found->time.low <= k / (double)INSTANTS))
                fail_msg("step %zu: faces meet at %d/64, but first at %.17g", index, k,
                         found->time.low);
            if (k == 0) assert_true(found->at_start && found->time.high == 0);
        }
    }
    return now.face_pair_count;
}

static void every_instant_is_in_the_step(void **state)
{
    (void)state;
    size_t instants = 0, at_start = 0, later = 0;
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = true;
    for (size_t i = 0; i < test_count(30, 300, 10000); i++) {
        setting s;
        begin(&s, i);
        mote_sweep_report step = swept(s.step, &def);
        size_t listed_at_start = 0;
        for (size_t k = 0; k < step.face_pair_count; k++)
            listed_at_start += step.face_pairs[k].at_start;
        for (int k = 0; k <= INSTANTS; k++) {
            show_instant(&s, k);
            size_t count = expect_instant(&s, &step, k, i);
            instants += count;
            if (k == 0) assert_int_equal(count, listed_at_start);
        }
        at_start += listed_at_start;
        later += step.face_pair_count - listed_at_start;
        end(&s);
    }
    assert_true(instants > 1000 && at_start > 100 && later > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_instant_is_in_the_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
