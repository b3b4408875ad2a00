// LABELS threads

// Sweeps of bodies with deformers answer as if all of their vertices had been evaluated beforehand,
// and evaluate few of them.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "support/deforming_body.h"
#include "support/failing_allocator.h"
#include "support/random_steps.h"
#include "support/record_story.h"
#include "support/run.h"

enum { BODIES = 3, START = 0, END = 1 };

// What the lazy world is told of a body.
typedef enum given {
    GIVEN_DEFORMERS, // one for each end
    GIVEN_PRESENT,   // the present shape, and a deformer for the end
    GIVEN_REST,      // the present shape alone: the body does not move
    GIVEN_RIGID,     // transforms of the rest shape
    GIVEN_MIXED,     // positions at the start, a deformer at the end
    GIVEN_POSITIONS, // the same as the other world
    GIVENS
} given;

// A body at both ends of a step.
typedef struct moving_body {
    given given;
    deforming_body ends[2]; // of one mesh, each with its deformer
    mote_transform places[2];
} moving_body;

// The same bodies in two worlds: in one they have deformers, in the other positions.
typedef struct duel {
    moving_body bodies[BODIES];
    mote_world *lazy, *full;
    mote_body_id in_lazy[BODIES], in_full[BODIES];
} duel;

// ---------------------------------------------------------------------------------------------
// Bodies

static void create_body(moving_body *body, deformer_choice choice, uint32_t rings, uint32_t sides,
                        mote_random *random)
{
    deforming_body_create(&body->ends[START], choice, rings, sides, random);
    deforming_body_create_like(&body->ends[END], &body->ends[START], random);
}

static void release_body(moving_body *body)
{
    deforming_body_release(&body->ends[END]);
    deforming_body_release(&body->ends[START]);
}

// A random pose at each end, in a place near the origin, and from there some way on.
static void pose_body(moving_body *body, mote_random *random)
{
    for (int e = START; e <= END; e++) deforming_body_pose(&body->ends[e], random);
    mote_transform place = random_motion(random, (mote_vec3){0, 0, 0}, 3, 0);
    mote_transform further = random_motion(random, (mote_vec3){0, 0, 0}, 0.3f, 0.3f);
    place.t =
        mote_vec_scale(mote_random_direction(random), mote_random_between(random, 0.5f, 3.2f));
    body->places[START] = place;
    further.t = mote_vec_add(further.t, place.t);
    body->places[END] = mote_random_below(random, 3) ? further : place;
}

// The rest shape for bodies that are only moved.
static mote_positions positions_at(moving_body *body, int e)
{
    deforming_body *end = &body->ends[e];
    if (body->given != GIVEN_RIGID) return deforming_body_positions(end);
    return (mote_positions){.data = end->c.model.positions, .count = end->c.model.vertex_count};
}

static void add_body(duel *d, uint32_t i, bool self_collision)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = d->bodies[i].ends[START].c.mesh;
    def.self_collision = self_collision;
    assert_int_equal(mote_body_create(d->lazy, &def, &d->in_lazy[i]), MOTE_OK);
    assert_int_equal(mote_body_create(d->full, &def, &d->in_full[i]), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// What the worlds are told

static void set_present(mote_world *world, mote_body_id id, const moving_body *body)
{
    assert_int_equal(mote_body_set_deformer(world, id, body->ends[START].deformer), MOTE_OK);
    assert_int_equal(mote_body_set_transform(world, id, &body->places[START]), MOTE_OK);
}

static void tell_full(duel *d, uint32_t i)
{
    moving_body *body = &d->bodies[i];
    mote_positions start = positions_at(body, START);
    mote_motion motion = mote_default_motion();
    motion.start = (mote_motion_end){.positions = start, .transform = &body->places[START]};
    motion.end = motion.start;
    if (body->given != GIVEN_REST)
        motion.end = (mote_motion_end){.positions = positions_at(body, END),
                                       .transform = &body->places[END]};
    assert_int_equal(mote_body_set_motion(d->full, d->in_full[i], &motion), MOTE_OK);
}

static mote_motion_end lazy_end(moving_body *body, int e)
{
    mote_motion_end end = {.transform = &body->places[e]};
    bool has_positions =
        body->given == GIVEN_POSITIONS || (body->given == GIVEN_MIXED && e == START);
    if (has_positions) end.positions = positions_at(body, e);
    if (!has_positions && body->given != GIVEN_RIGID) end.deformer = body->ends[e].deformer;
    return end;
}

static void tell_lazy(duel *d, uint32_t i)
{
    moving_body *body = &d->bodies[i];
    mote_motion motion = mote_default_motion();
    bool is_present = body->given == GIVEN_PRESENT || body->given == GIVEN_REST;
    if (is_present) {
        set_present(d->lazy, d->in_lazy[i], body);
    } else {
        assert_int_equal(mote_body_set_deformer(d->lazy, d->in_lazy[i], NULL), MOTE_OK);
        motion.start = lazy_end(body, START);
    }
    if (body->given == GIVEN_REST) return;
    motion.end = lazy_end(body, END);
    assert_int_equal(mote_body_set_motion(d->lazy, d->in_lazy[i], &motion), MOTE_OK);
}

static void tell(duel *d)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        tell_full(d, i);
        tell_lazy(d, i);
    }
}

// ---------------------------------------------------------------------------------------------
// What they answer

static void expect_same_vertex_steps(const duel *d, uint64_t seed)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        uint32_t count = d->bodies[i].ends[START].c.model.vertex_count;
        double *x = calloc(count, sizeof *x), *y = calloc(count, sizeof *y);
        assert_true(x && y);
        assert_int_equal(mote_body_get_safe_steps(d->lazy, d->in_lazy[i], x, count), MOTE_OK);
        assert_int_equal(mote_body_get_safe_steps(d->full, d->in_full[i], y, count), MOTE_OK);
        if (memcmp(x, y, count * sizeof *x) != 0) fail_msg("seed %u: steps", (uint32_t)seed);
        free(x);
        free(y);
    }
}

static mote_sweep_report expect_same_sweep(duel *d, const mote_sweep_def *def, uint64_t seed)
{
    mote_sweep_report full = swept(d->full, def), lazy = swept(d->lazy, def);
    const char *what = sweeps_differ(&full, &lazy);
    if (!what && def->contacts && full.impact_count &&
        memcmp(full.contacts, lazy.contacts, full.impact_count * sizeof *full.contacts) != 0)
        what = "contacts";
    if (!what && full.verified_step != lazy.verified_step) what = "verified steps";
    if (!what && full.start_is_free != lazy.start_is_free) what = "whether the start is free";
    if (!what && full.stats.candidates != lazy.stats.candidates && def->find == MOTE_SWEEP_ALL)
        what = "candidates";
    if (what) fail_msg("seed %u: %s", (uint32_t)seed, what);
    if (def->vertex_steps) expect_same_vertex_steps(d, seed);
    return lazy;
}

static void expect_same_positions_at(duel *d, double time)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        uint32_t count = d->bodies[i].ends[START].c.model.vertex_count;
        mote_vec3 *x = calloc(count, sizeof *x), *y = calloc(count, sizeof *y);
        assert_true(x && y);
        assert_int_equal(mote_body_get_positions_at(d->lazy, d->in_lazy[i], time, x, count),
                         MOTE_OK);
        assert_int_equal(mote_body_get_positions_at(d->full, d->in_full[i], time, y, count),
                         MOTE_OK);
        assert_memory_equal(x, y, count * sizeof *x);
        free(x);
        free(y);
    }
}

// ---------------------------------------------------------------------------------------------

static mote_sweep_def random_sweep(mote_random *random)
{
    mote_sweep_def def = mote_default_sweep_def();
    def.find = (mote_sweep_find)mote_random_below(random, 3);
    def.contacts = mote_random_below(random, 2);
    def.face_pairs = def.vertex_steps = def.find == MOTE_SWEEP_ALL && mote_random_below(random, 2);
    def.separation = mote_random_below(random, 4) ? 0 : mote_random_between(random, 0, 0.002f);
    def.verify = mote_random_below(random, 3) == 0;
    return def;
}

static void create_worlds(duel *d, mote_random *random)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    def.tolerance = mote_random_below(random, 3) ? 0 : mote_random_between(random, 0, 0.1f);
    def.worker_count = 1 + mote_random_below(random, 3);
    assert_int_equal(mote_world_create(&def, &d->lazy), MOTE_OK);
    def.worker_count = 1;
    assert_int_equal(mote_world_create(&def, &d->full), MOTE_OK);
}

static void create_duel(duel *d, mote_random *random, uint32_t most_rings)
{
    create_worlds(d, random);
    bool self = mote_random_below(random, 8) == 0;
    for (uint32_t i = 0; i < BODIES; i++) {
        deformer_choice choice = (deformer_choice)mote_random_below(random, DEFORM_CHOICES);
        d->bodies[i].given = (given)mote_random_below(random, GIVENS);
        create_body(&d->bodies[i], choice, 3 + mote_random_below(random, most_rings),
                    3 + mote_random_below(random, most_rings), random);
        add_body(d, i, self && i == 0);
    }
}

static void release_duel(duel *d)
{
    mote_world_destroy(d->lazy);
    mote_world_destroy(d->full);
    for (uint32_t i = 0; i < BODIES; i++) release_body(&d->bodies[i]);
}

static uint64_t vertices_of(const duel *d)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < BODIES; i++) sum += d->bodies[i].ends[START].c.model.vertex_count;
    return sum;
}

static void random_steps_give_the_same_report(void **state)
{
    (void)state;
    enum { STEPS = 4 };
    size_t impacts = 0, lazily = 0;
    for (uint64_t seed = 0; seed < test_count(4, 40, 2500); seed++) {
        mote_random random = mote_random_stream(110, seed, 0);
        duel d = {0};
        create_duel(&d, &random, seed % 8 ? 12 : 30);
        for (int step = 0; step < STEPS; step++) {
            for (uint32_t i = 0; i < BODIES; i++) pose_body(&d.bodies[i], &random);
            tell(&d);
            if (mote_random_below(&random, 3) ==
                0) // may make present shapes fresh, or stay on demand
                assert_int_equal(mote_world_detect(d.lazy), MOTE_OK);
            mote_sweep_def def = random_sweep(&random);
            mote_sweep_report report = expect_same_sweep(&d, &def, seed);
            impacts += report.impact_count > 0;
            lazily += report.stats.evaluated_vertices < vertices_of(&d);
            if (step == STEPS - 1) {
                expect_same_positions_at(&d, 0.25);
                expect_same_sweep(&d, &def, seed); // once more
            }
        }
        release_duel(&d);
    }
    assert_true(impacts > 0 && lazily > 0);
}

// ---------------------------------------------------------------------------------------------
// How much is evaluated

static const mote_transform unmoved = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};

// Two large tori, of which one comes near the other's side, and a third far away.
static void graze(duel *d, deformer_choice choice, given how, uint32_t rings, mote_random *random)
{
    create_worlds(d, random);
    const float starts[BODIES] = {0, 2.9f, 20}, ends[BODIES] = {0, 2.7f, 19};
    for (uint32_t i = 0; i < BODIES; i++) {
        moving_body *body = &d->bodies[i];
        body->given = how;
        create_body(body, choice, rings, rings / 2, random);
        add_body(d, i, false);
        for (int e = START; e <= END; e++) body->places[e] = unmoved;
        body->places[START].t.x = starts[i];
        body->places[END].t.x = ends[i];
    }
    tell(d);
}

static void only_what_is_near_is_evaluated(void **state)
{
    (void)state;
    const struct {
        deformer_choice choice;
        given how;
    } cases[] = {{DEFORM_SKIN, GIVEN_DEFORMERS},
                 {DEFORM_MORPH, GIVEN_PRESENT},
                 {DEFORM_CSRBF, GIVEN_DEFORMERS},
                 {DEFORM_SKIN, GIVEN_RIGID}};
    for (uint32_t i = 0; i < test_count(2, 4, 4); i++) {
        mote_random random = mote_random_stream(111, i, 0);
        duel d = {0};
        graze(&d, cases[i].choice, cases[i].how, 120, &random);
        mote_sweep_def def = mote_default_sweep_def();
        def.face_pairs = def.contacts = def.vertex_steps = def.verify = true;
        mote_sweep_report report = expect_same_sweep(&d, &def, i);
        assert_true(report.impact_count > 0);
        assert_int_equal(report.stats.moved_vertices, 0);
        assert_true(report.stats.bounded_nodes > 2 * BODIES);
        // Below a tenth of those of two bodies at two ends.
        assert_true(report.stats.evaluated_vertices > 0);
        assert_true(10 * report.stats.evaluated_vertices <
                    4 * (uint64_t)d.bodies[0].ends[START].c.model.vertex_count);
        assert_true(report.verified_step > 0 && report.verified_step <= report.safe_step);
        expect_same_positions_at(&d, report.verified_step);
        release_duel(&d);
    }
}

// The bounds of a chain take long, so that a body gives up bounding its nodes and is evaluated as a
// whole.
static void a_body_that_is_costly_to_bound_is_evaluated(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(111, 3, 0);
    duel d = {0};
    graze(&d, DEFORM_CHAIN, GIVEN_DEFORMERS, 120, &random);
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.verify = true;
    mote_sweep_report report = expect_same_sweep(&d, &def, 0);
    uint64_t vertices = d.bodies[0].ends[START].c.model.vertex_count;
    assert_true(report.impact_count > 0);
    assert_true(report.stats.evaluated_vertices >= 2 * vertices);
    assert_true(report.stats.evaluated_vertices < 6 * vertices);
    release_duel(&d);
}

static void bodies_that_are_apart_are_not_evaluated(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(112, 0, 0);
    duel d = {0};
    create_worlds(&d, &random);
    const given how[BODIES] = {GIVEN_DEFORMERS, GIVEN_PRESENT, GIVEN_RIGID};
    for (uint32_t i = 0; i < BODIES; i++) {
        d.bodies[i].given = how[i];
        create_body(&d.bodies[i], DEFORM_SKIN, 30, 20, &random);
        add_body(&d, i, false);
        pose_body(&d.bodies[i], &random);
        for (int e = START; e <= END; e++) d.bodies[i].places[e].t.x += 20.0f * (float)i;
    }
    tell(&d);
    mote_sweep_def def = mote_default_sweep_def();
    def.verify = true;
    mote_sweep_report report = expect_same_sweep(&d, &def, 0);
    assert_int_equal(report.stats.moved_vertices, 0);
    assert_int_equal(report.stats.evaluated_vertices, 0);
    assert_int_equal(report.stats.bounded_nodes, 2 * BODIES);
    assert_true(report.verified_step == 1);
    release_duel(&d);
}

// Far from the origin positions are coarse, so that the first times that are tried for a verified
// step are not free.
static void verified_steps_are_the_same_far_away(void **state)
{
    (void)state;
    size_t shorter = 0;
    for (uint32_t i = 0; i < test_count(4, 12, 200); i++) {
        mote_random random = mote_random_stream(118, i, 0);
        duel d = {0};
        graze(&d, DEFORM_MORPH, GIVEN_DEFORMERS, 12, &random);
        for (uint32_t k = 0; k < BODIES; k++) {
            mote_transform *places = d.bodies[k].places;
            places[START].t.y += 100000 + mote_random_between(&random, 0, 0.1f);
            places[END].t.y += 100000 + mote_random_between(&random, 0, 0.1f);
        }
        tell(&d);
        mote_sweep_def def = mote_default_sweep_def();
        def.verify = true;
        mote_sweep_report report = expect_same_sweep(&d, &def, i);
        shorter += report.verified_step > 0 && report.verified_step < 0.999 * report.safe_step;
        release_duel(&d);
    }
    assert_true(shorter > 0);
}

// Two small and dense bodies graze a large one at nearly the same place: the clusters of the large
// one are filled for the first, and need other twigs for the second.
static void clusters_are_filled_further_for_other_bodies(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(119, 0, 0);
    duel d = {0};
    create_worlds(&d, &random);
    for (uint32_t i = 0; i < BODIES; i++) {
        moving_body *body = &d.bodies[i];
        body->given = i ? GIVEN_POSITIONS : GIVEN_DEFORMERS;
        create_body(body, DEFORM_SKIN, i ? 100 : 200, i ? 60 : 100, &random);
        add_body(&d, i, false);
        float size = i ? 0.12f : 1;
        for (int e = START; e <= END; e++)
            body->places[e] = (mote_transform){{size, 0, 0}, {0, size, 0}, {0, 0, size}, {0, 0, 0}};
        if (i == 0) continue;
        body->places[START].t = (mote_vec3){1.6f, 0.25f * (float)i, 0};
        body->places[END].t = (mote_vec3){1.4f, 0.25f * (float)i, 0};
    }
    tell(&d);
    for (uint32_t find = 0; find < 3; find++) {
        mote_sweep_def def = mote_default_sweep_def();
        def.find = (mote_sweep_find)find;
        mote_sweep_report report = expect_same_sweep(&d, &def, find);
        assert_true(report.impact_count > 0);
        assert_true(report.stats.evaluated_vertices <
                    d.bodies[0].ends[START].c.model.vertex_count / 2);
    }
    release_duel(&d);
}

// ---------------------------------------------------------------------------------------------
// Positions that are not finite, recordings, budgets, memory

// The bound of a callback cannot know of it; it is found when the vertex is evaluated.
static void a_broken_vertex_is_found_where_it_is_evaluated(void **state)
{
    (void)state;
    for (uint32_t e = START; e <= END; e++) {
        mote_random random = mote_random_stream(113, e, 0);
        duel d = {0};
        graze(&d, DEFORM_WAVE, GIVEN_DEFORMERS, 40, &random);
        mote_sweep_def def = mote_default_sweep_def();
        mote_sweep_report report = expect_same_sweep(&d, &def, e);
        assert_true(report.impact_count > 0 && report.invalid_count == 0);
        d.bodies[0].ends[e].wave.broken_vertex = report.impacts[0].vertices[0];
        tell(&d);
        report = expect_same_sweep(&d, &def, e);
        assert_int_equal(report.impact_count, 0);
        assert_int_equal(report.invalid_count, 1);
        assert_int_equal(report.invalid[0].index, 0);
        release_duel(&d);
    }
}

static void recordings_hold_all_vertices(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(114, 0, 0);
    duel d = {0};
    graze(&d, DEFORM_SKIN, GIVEN_DEFORMERS, 40, &random);
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    mote_sweep_def def = mote_default_sweep_def();
    assert_int_equal(mote_world_record(d.lazy, &sink), MOTE_OK);
    expect_same_sweep(&d, &def, 0);
    assert_int_equal(mote_world_record_stop(d.lazy), MOTE_OK);
    mote_recording *recording;
    mote_player *player;
    mote_played_frame frame;
    assert_int_equal(mote_recording_open(bytes.data, bytes.size, NULL, &recording), MOTE_OK);
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    assert_int_equal(mote_player_step(player, &frame), MOTE_OK);
    assert_true(frame.compared && frame.equal);
    mote_player_destroy(player);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
    release_duel(&d);
}

static void a_counted_budget_ends_at_the_same_candidate(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < test_count(2, 6, 20); i++) {
        mote_random random = mote_random_stream(115, i, 0);
        duel d = {0};
        graze(&d, DEFORM_SKIN, GIVEN_DEFORMERS, 40, &random);
        mote_world_destroy(d.lazy);
        mote_world_destroy(d.full);
        mote_world_def def = mote_default_world_def();
        def.contacts = false;
        def.candidate_budget = 1 + 50 * i;
        assert_int_equal(mote_world_create(&def, &d.lazy), MOTE_OK);
        assert_int_equal(mote_world_create(&def, &d.full), MOTE_OK);
        for (uint32_t k = 0; k < BODIES; k++) add_body(&d, k, false);
        tell(&d);
        mote_sweep_def sweep = mote_default_sweep_def();
        expect_same_sweep(&d, &sweep, i);
        release_duel(&d);
    }
}

static mote_result move_bodies(duel *d, mote_world *world, const mote_body_id *ids)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; result == MOTE_OK && i < BODIES; i++) {
        mote_motion motion = mote_default_motion();
        motion.start = lazy_end(&d->bodies[i], START);
        motion.end = lazy_end(&d->bodies[i], END);
        result = mote_body_set_motion(world, ids[i], &motion);
    }
    return result;
}

// Everything with one allocation failing; returns whether it did.
static bool fails_cleanly(duel *d, const mote_sweep_def *def, size_t fail_at)
{
    failing_allocator counter = {.fail_at = fail_at};
    mote_world_def world_def = mote_default_world_def();
    world_def.allocator = failing_allocator_hook(&counter);
    mote_world *world;
    mote_body_id ids[BODIES];
    uint32_t made = 0;
    mote_result result = mote_world_create(&world_def, &world);
    while (result == MOTE_OK && made < BODIES) {
        mote_body_def body = mote_default_body_def();
        body.mesh = d->bodies[made].ends[START].c.mesh;
        result = mote_body_create(world, &body, &ids[made]);
        made += result == MOTE_OK;
    }
    if (result == MOTE_OK) result = move_bodies(d, world, ids);
    if (result == MOTE_OK) result = mote_world_sweep(world, def);
    if (result != MOTE_OK) assert_int_equal(result, MOTE_ERROR_MEMORY);
    if (made == BODIES) { // it works again when there is memory
        counter.fail_at = 0;
        assert_int_equal(move_bodies(d, world, ids), MOTE_OK);
        mote_sweep_report full = swept(d->full, def), lazy = swept(world, def);
        assert_null(sweeps_differ(&full, &lazy));
    }
    mote_world_destroy(world);
    assert_int_equal(counter.live, 0);
    return result != MOTE_OK;
}

static void each_allocation_fails_cleanly(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(116, 0, 0);
    duel d = {0};
    graze(&d, DEFORM_SKIN, GIVEN_DEFORMERS, 40, &random);
    d.bodies[1].given = GIVEN_RIGID;
    tell(&d);
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.contacts = def.vertex_steps = def.verify = true;
    assert_false(fails_cleanly(&d, &def, 0));
    size_t at = 1;
    while (fails_cleanly(&d, &def, at)) at++;
    assert_true(at > 40);
    release_duel(&d);
}

static void sweeps_after_the_first_allocate_nothing(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(117, 0, 0);
    duel d = {0};
    graze(&d, DEFORM_SKIN, GIVEN_DEFORMERS, 40, &random);
    mote_world_destroy(d.lazy);
    failing_allocator counter = {0};
    mote_world_def world_def = mote_default_world_def();
    world_def.allocator = failing_allocator_hook(&counter);
    assert_int_equal(mote_world_create(&world_def, &d.lazy), MOTE_OK);
    mote_world_destroy(d.full);
    assert_int_equal(mote_world_create(&world_def, &d.full), MOTE_OK);
    for (uint32_t k = 0; k < BODIES; k++) add_body(&d, k, false);
    tell(&d);
    mote_sweep_def def = mote_default_sweep_def();
    def.contacts = def.vertex_steps = def.verify = true;
    expect_same_sweep(&d, &def, 0);
    size_t calls = counter.calls;
    for (int i = 0; i < 3; i++) {
        tell(&d);
        expect_same_sweep(&d, &def, 0);
    }
    assert_int_equal(counter.calls, calls);
    release_duel(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_steps_give_the_same_report),
        cmocka_unit_test(only_what_is_near_is_evaluated),
        cmocka_unit_test(a_body_that_is_costly_to_bound_is_evaluated),
        cmocka_unit_test(bodies_that_are_apart_are_not_evaluated),
        cmocka_unit_test(verified_steps_are_the_same_far_away),
        cmocka_unit_test(clusters_are_filled_further_for_other_bodies),
        cmocka_unit_test(a_broken_vertex_is_found_where_it_is_evaluated),
        cmocka_unit_test(recordings_hold_all_vertices),
        cmocka_unit_test(a_counted_budget_ends_at_the_same_candidate),
        cmocka_unit_test(each_allocation_fails_cleanly),
        cmocka_unit_test(sweeps_after_the_first_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
