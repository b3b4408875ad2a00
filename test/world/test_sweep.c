// LABELS threads

// Sweeps: hybrid equals naive, the face pairs of a step hold those of every instant, the first
// impacts are the first of all, and nothing depends on the number of workers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/random_steps.h"
#include "support/run.h"

static mote_sweep_def everything(void)
{
    mote_sweep_def def = mote_default_sweep_def();
    def.face_pairs = def.contacts = def.vertex_steps = true;
    return def;
}

static mote_world *world_of(mote_method method, uint32_t workers)
{
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    def.method = method;
    def.worker_count = workers;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    return world;
}

// Faces of each body of random world number i: few in most, so that naive can do many.
static uint32_t faces_of(size_t i)
{
    return i % 11 == 0 ? 300 : i % 5 == 0 ? 60 : 16;
}

static void expect_vertex_steps(mote_world *a, const mote_body_id *ids_a, mote_world *b,
                                const mote_body_id *ids_b, const random_steps *steps)
{
    for (uint32_t i = 0; i < steps->frames.body_count; i++) {
        uint32_t count = steps->frames.bodies[i].vertex_count;
        double *x = malloc(count * sizeof *x), *y = malloc(count * sizeof *y);
        assert_true(x && y);
        assert_int_equal(mote_body_get_safe_steps(a, ids_a[i], x, count), MOTE_OK);
        assert_int_equal(mote_body_get_safe_steps(b, ids_b[i], y, count), MOTE_OK);
        assert_memory_equal(x, y, count * sizeof *x);
        free(x);
        free(y);
    }
}

static void hybrid_equals_naive(void **state)
{
    (void)state;
    size_t impacts = 0, face_pairs = 0;
    for (size_t i = 0; i < test_count(24, 150, 5000); i++) {
        mote_sweep_def def = everything();
        random_steps steps;
        random_steps_begin(&steps, 21, i, faces_of(i));
        if (i % 6 == 5) def.separation = 0.1f * steps.frames.tolerance;
        mote_world *naive = world_of(MOTE_METHOD_NAIVE, 1);
        mote_world *hybrid = world_of(MOTE_METHOD_HYBRID, 1 + i % 2);
        mote_body_id ids_n[RANDOM_BODIES], ids_h[RANDOM_BODIES];
        random_steps_populate(&steps, naive, ids_n);
        random_steps_populate(&steps, hybrid, ids_h);
        for (uint32_t step = 0; step < 2; step++, random_steps_next(&steps)) {
            random_steps_show(&steps, naive, ids_n);
            random_steps_show(&steps, hybrid, ids_h);
            mote_sweep_report n = swept(naive, &def), h = swept(hybrid, &def);
            const char *what = sweeps_differ(&n, &h);
            if (what) fail_msg("world %zu, step %u: %s", i, step, what);
            expect_vertex_steps(naive, ids_n, hybrid, ids_h, &steps);
            impacts += n.impact_count;
            face_pairs += n.face_pair_count;
        }
        mote_world_destroy(naive);
        mote_world_destroy(hybrid);
        random_steps_end(&steps);
    }
    assert_true(impacts > 100 && face_pairs > 100);
}

// ---------------------------------------------------------------------------------------------

static const mote_swept_pair *find_pair(const mote_sweep_report *report, mote_body_id a,
                                        mote_body_id b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        if (report->pairs[i].a.index == a.index && report->pairs[i].b.index == b.index)
            return &report->pairs[i];
    }
    return NULL;
}

static void first_impacts_are_those_of_all(void **state)
{
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < test_count(24, 150, 5000); i++) {
        random_steps steps;
        random_steps_begin(&steps, 22, i, i % 25 ? 40 : 800);
        mote_world *world = world_of(MOTE_METHOD_HYBRID, 1 + i % 3);
        mote_body_id ids[RANDOM_BODIES];
        random_steps_populate(&steps, world, ids);
        random_steps_show(&steps, world, ids);
        mote_sweep_def def = mote_default_sweep_def();
        def.find = MOTE_SWEEP_FIRST;
        mote_sweep_report report = swept(world, &def);
        size_t count = report.pair_count;
        mote_swept_pair firsts[RANDOM_BODIES * (RANDOM_BODIES + 1) / 2];
        mote_swept_impact impacts[RANDOM_BODIES * (RANDOM_BODIES + 1) / 2];
        assert_int_equal(report.impact_count, count);
        if (count) memcpy(firsts, report.pairs, count * sizeof *firsts);
        if (count) memcpy(impacts, report.impacts, count * sizeof *impacts);
        double safe = report.safe_step;
        def.find = MOTE_SWEEP_EARLIEST;
        report = swept(world, &def);
        assert_int_equal(report.impact_count, count > 0);
        assert_true(report.safe_step == safe);
        mote_swept_impact earliest = {0};
        if (count) earliest = report.impacts[0];
        def.find = MOTE_SWEEP_ALL;
        report = swept(world, &def);
        assert_true(report.safe_step == safe);
        assert_int_equal(report.pair_count, count);
        bool is_earliest_there = count == 0;
        for (size_t k = 0; k < count; k++) {
            const mote_swept_pair *pair = find_pair(&report, firsts[k].a, firsts[k].b);
            assert_non_null(pair);
            assert_true(pair->first.low == firsts[k].first.low);
            assert_true(pair->first.high == firsts[k].first.high);
            const mote_swept_impact *first = &report.impacts[pair->first_impact];
            assert_memory_equal(first->vertices, impacts[k].vertices, sizeof first->vertices);
            assert_true(first->time.low == impacts[k].time.low);
            is_earliest_there |=
                earliest.time.low == first->time.low &&
                !memcmp(earliest.vertices, first->vertices, sizeof first->vertices);
            found++;
        }
        assert_true(is_earliest_there);
        mote_world_destroy(world);
        random_steps_end(&steps);
    }
    assert_true(found > 10);
}

// ---------------------------------------------------------------------------------------------

enum { TEAMS = 4 };
static const uint32_t teams[TEAMS] = {1, 2, 3, 8};

static void workers_do_not_matter(void **state)
{
    (void)state;
    const mote_sweep_def def = everything();
    for (size_t i = 0; i < test_count(12, 36, 600); i++) {
        random_steps steps;
        random_steps_begin(&steps, 23, i, i % 5 ? 40 : 800);
        mote_world *worlds[TEAMS];
        mote_body_id ids[TEAMS][RANDOM_BODIES];
        mote_sweep_report alone = {0};
        for (int t = 0; t < TEAMS; t++) {
            worlds[t] = world_of(MOTE_METHOD_HYBRID, teams[t]);
            random_steps_populate(&steps, worlds[t], ids[t]);
            random_steps_show(&steps, worlds[t], ids[t]);
            mote_sweep_report report = swept(worlds[t], &def);
            if (t == 0) alone = report;
            const char *what = sweeps_differ(&alone, &report);
            if (what) fail_msg("world %zu, %u workers: %s", i, teams[t], what);
        }
        for (int t = 0; t < TEAMS; t++) mote_world_destroy(worlds[t]);
        random_steps_end(&steps);
    }
}

// ---------------------------------------------------------------------------------------------
// A bullet and a wall without thickness, in the plane z = 0, from -1 to 1 along x and y

enum { WALL_CELLS = 8, BULLET_VERTICES = 4 };

typedef enum shot {
    SHOT_THROUGH, // the whole bullet crosses the plane within the wall
    SHOT_BORDER,  // one vertex moves along the border of the wall, or through a corner of it
    SHOT_TOUCH,   // the first vertex ends on the wall, or slides over it and leaves
    SHOTS
} shot;

typedef struct range {
    test_mesh wall_model;
    mote_mesh *wall_mesh, *bullet_mesh;
    mote_world *world;
    mote_body_id wall, bullet;
    mote_vec3 start[BULLET_VERTICES], finish[BULLET_VERTICES];
} range;

static test_mesh wall_model(void)
{
    uint32_t side = WALL_CELLS + 1;
    test_mesh mesh = {.vertex_count = side * side, .triangle_count = 2 * WALL_CELLS * WALL_CELLS};
    mesh.positions = malloc(mesh.vertex_count * sizeof *mesh.positions);
    mesh.triangles = malloc(3 * mesh.triangle_count * sizeof *mesh.triangles);
    assert_true(mesh.positions && mesh.triangles);
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        uint32_t row = v / side;
        mesh.positions[v] =
            (mote_vec3){2 * (float)(v % side) / WALL_CELLS - 1, 2 * (float)row / WALL_CELLS - 1, 0};
    }
    for (uint32_t i = 0; i < WALL_CELLS * WALL_CELLS; i++) {
        uint32_t v = i / WALL_CELLS * side + i % WALL_CELLS;
        const uint32_t corners[6] = {v, v + 1, v + side, v + 1, v + side + 1, v + side};
        memcpy(mesh.triangles + 6 * (size_t)i, corners, sizeof corners);
    }
    return mesh;
}

static void range_begin(range *r)
{
    static const mote_vec3 corners[BULLET_VERTICES] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    *r = (range){.wall_model = wall_model(), .world = world_of(MOTE_METHOD_HYBRID, 1)};
    mote_mesh_def def = test_mesh_def(&r->wall_model);
    r->wall_mesh = test_mesh_create(&def);
    def.positions = (mote_positions){.data = corners, .count = BULLET_VERTICES};
    def.indices = faces;
    def.index_count = 12;
    r->bullet_mesh = test_mesh_create(&def);
    mote_body_def body = mote_default_body_def();
    body.mesh = r->wall_mesh;
    assert_int_equal(mote_body_create(r->world, &body, &r->wall), MOTE_OK);
    body.mesh = r->bullet_mesh;
    assert_int_equal(mote_body_create(r->world, &body, &r->bullet), MOTE_OK);
    mote_motion motion = mote_default_motion();
    motion.start.positions = (mote_positions){.data = r->start, .count = BULLET_VERTICES};
    motion.end.positions = (mote_positions){.data = r->finish, .count = BULLET_VERTICES};
    assert_int_equal(mote_body_set_motion(r->world, r->bullet, &motion), MOTE_OK);
}

static void range_end(range *r)
{
    mote_world_destroy(r->world);
    mote_mesh_destroy(r->wall_mesh);
    mote_mesh_destroy(r->bullet_mesh);
    test_mesh_release(&r->wall_model);
}

// Aims at (x, y) on the wall: a bullet of this size that moves `speed` of its lengths. The crossing
// is exact only for the first vertex and only along z: nothing else is needed.
static void aim(range *r, mote_random *random, shot kind)
{
    float size = powf(10, mote_random_between(random, -3, -1));
    float speed = powf(10, mote_random_between(random, -1, 6));
    float height = 0.5f * size * speed * mote_random_between(random, 0.2f, 1);
    float drop = height + 0.5f * size * speed * mote_random_between(random, 0.2f, 1) + 2 * size;
    float x = mote_random_between(random, -0.7f, 0.7f),
          y = mote_random_between(random, -0.7f, 0.7f);
    if (kind == SHOT_BORDER) x = mote_random_below(random, 2) ? 1 : -1;
    if (kind == SHOT_BORDER && mote_random_below(random, 2))
        y = mote_random_below(random, 2) ? 1 : -1;
    for (int v = 0; v < BULLET_VERTICES; v++) {
        mote_vec3 p = {x, y, height};
        if (v > 0) { // behind the first vertex; outside the wall if that is on its border
            float out = kind == SHOT_BORDER ? x : 1;
            p.x += out * mote_random_between(random, 0, size);
            if (fabsf(y) == 1) p.y += y * mote_random_between(random, 0, size);
            p.z += mote_random_between(random, 0.1f, 1) * size;
        }
        r->start[v] = r->finish[v] = p;
        r->finish[v].z = p.z - drop;
    }
    if (kind != SHOT_TOUCH) return;
    bool slides = mote_random_below(random, 2);
    if (slides) r->start[0].z = 0;
    r->finish[0].z = 0;
    for (int v = 1; v < BULLET_VERTICES; v++) r->finish[v].z = size * (float)v;
    if (slides) r->finish[0].x += 0.01f;
}

static void no_bullet_passes_unseen(void **state)
{
    (void)state;
    range r;
    range_begin(&r);
    for (size_t i = 0; i < test_count(300, 3000, 100000); i++) {
        mote_random random = mote_random_stream(24, i, 0);
        shot kind = (shot)(i % SHOTS);
        aim(&r, &random, kind);
        mote_sweep_def def = mote_default_sweep_def();
        def.find = (mote_sweep_find)(i / SHOTS % 3);
        mote_sweep_report report = swept(r.world, &def);
        if (report.impact_count == 0) fail_msg("shot %zu of kind %d passes unseen", i, (int)kind);
        // Straight down: the first vertex is the first to arrive.
        double height = (double)r.start[0].z, drop = height - (double)r.finish[0].z;
        double expected = height > 0 ? height / drop : 0;
        assert_true(report.safe_step <= expected + 1e-12 && report.safe_step >= expected - 1e-12);
    }
    range_end(&r);
}

// The tip of a bullet comes to rest above the wall, as far as the separation is or a little more.
static void a_separation_is_kept(void **state)
{
    (void)state;
    range r;
    range_begin(&r);
    for (size_t i = 0; i < test_count(30, 300, 3000); i++) {
        mote_random random = mote_random_stream(30, i, 0);
        aim(&r, &random, SHOT_THROUGH);
        float gap = mote_random_between(&random, 0.01f, 0.1f);
        bool near = i % 2;
        for (int v = BULLET_VERTICES - 1; v >= 0; v--) {
            float behind = r.start[v].z - r.start[0].z;
            r.start[v].z = 1 + behind;
            r.finish[v].z = behind + gap * (near ? 0.99f : 1.01f);
        }
        mote_sweep_def def = mote_default_sweep_def();
        def.find = (mote_sweep_find)(i / 2 % 3);
        assert_int_equal(swept(r.world, &def).impact_count, 0);
        def.separation = gap;
        mote_sweep_report report = swept(r.world, &def);
        if (near != (report.impact_count > 0)) fail_msg("bullet %zu: %zu", i, report.impact_count);
        assert_true(near ? report.safe_step < 1 : report.safe_step == 1);
    }
    mote_sweep_def def = mote_default_sweep_def();
    def.separation = -1;
    assert_int_equal(mote_world_sweep(r.world, &def), MOTE_ERROR_ARGUMENT);
    range_end(&r);
}

// ---------------------------------------------------------------------------------------------
// What a world lets meet

static void filters_hold_for_sweeps(void **state)
{
    (void)state;
    range r;
    range_begin(&r);
    mote_random random = mote_random_stream(25, 0, 0);
    aim(&r, &random, SHOT_THROUGH);
    const mote_sweep_def def = mote_default_sweep_def();
    assert_true(swept(r.world, &def).impact_count > 0);
    assert_int_equal(mote_world_ignore_pair(r.world, r.wall, r.bullet, true), MOTE_OK);
    assert_int_equal(swept(r.world, &def).impact_count, 0);
    assert_int_equal(mote_world_ignore_pair(r.world, r.wall, r.bullet, false), MOTE_OK);
    assert_int_equal(mote_body_destroy(r.world, r.wall), MOTE_OK);
    assert_int_equal(swept(r.world, &def).impact_count, 0);
    mote_body_def body = mote_default_body_def();
    body.mesh = r.wall_mesh;
    body.mask = 2;
    assert_int_equal(mote_body_create(r.world, &body, &r.wall), MOTE_OK);
    assert_int_equal(swept(r.world, &def).impact_count, 0);
    range_end(&r);
}

typedef struct drawn {
    size_t boxes, points, vectors;
} drawn;

static void draw_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)box;
    assert_int_equal(kind, MOTE_DRAW_SWEPT);
    ((drawn *)context)->boxes++;
}

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)body, (void)id;
    assert_int_equal(kind, MOTE_DRAW_IMPACT);
    assert_true(fabsf(at.z) < 1e-6f);
    ((drawn *)context)->points++;
}

static void draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    (void)body, (void)at;
    assert_int_equal(kind, MOTE_DRAW_IMPACT);
    assert_true(fabsf(v.x * v.x + v.y * v.y + v.z * v.z - 1) < 1e-5f);
    ((drawn *)context)->vectors++;
}

static void impacts_are_drawn(void **state)
{
    (void)state;
    range r;
    range_begin(&r);
    mote_random random = mote_random_stream(26, 0, 0);
    aim(&r, &random, SHOT_THROUGH);
    drawn d = {0};
    const mote_debug_draw draw = {
        .box = draw_box, .point = draw_point, .vector = draw_vector, .context = &d};
    assert_int_equal(mote_world_draw_sweep(r.world, &draw), MOTE_ERROR_STATE);
    mote_sweep_def def = mote_default_sweep_def();
    def.contacts = true;
    mote_sweep_report report = swept(r.world, &def);
    assert_int_equal(mote_world_draw_sweep(r.world, &draw), MOTE_OK);
    assert_int_equal(d.boxes, 2);
    assert_int_equal(d.points, report.impact_count);
    assert_true(d.vectors > 0);
    assert_int_equal(mote_world_trim(r.world), MOTE_OK);
    d = (drawn){0};
    assert_int_equal(mote_world_draw_sweep(r.world, &draw), MOTE_OK);
    assert_int_equal(d.points, report.impact_count);
    range_end(&r);
}

// ---------------------------------------------------------------------------------------------
// Budgets and memory

static void a_budget_leaves_nothing_proved(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(12, 60, 600); i++) {
        random_steps steps;
        random_steps_begin(&steps, 27, i, 60);
        mote_world_def def = mote_default_world_def();
        def.candidate_budget = 1 + i * 7;
        def.method = i % 2 ? MOTE_METHOD_NAIVE : MOTE_METHOD_HYBRID;
        mote_world *world, *whole = world_of(MOTE_METHOD_HYBRID, 1);
        mote_body_id ids[RANDOM_BODIES];
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        random_steps_populate(&steps, world, ids);
        random_steps_populate(&steps, whole, ids);
        random_steps_show(&steps, world, ids);
        random_steps_show(&steps, whole, ids);
        const mote_sweep_def sweep = mote_default_sweep_def();
        mote_sweep_report report = swept(world, &sweep), all = swept(whole, &sweep);
        assert_true(report.impact_count <= all.impact_count);
        if (report.cut_short) {
            assert_true(report.safe_step == 0);
            bool cut = false;
            for (size_t k = 0; k < report.pair_count; k++) cut |= report.pairs[k].cut_short;
            assert_true(cut);
        } else {
            assert_true(report.hash == all.hash);
        }
        mote_world_destroy(world);
        mote_world_destroy(whole);
        random_steps_end(&steps);
    }
}

// Everything with one allocation failing; returns whether it did.
static bool fails_cleanly(const random_steps *steps, mote_method method, size_t fail_at)
{
    failing_allocator state = {.fail_at = fail_at};
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.allocator = failing_allocator_hook(&state);
    mote_world *world;
    mote_result result = mote_world_create(&def, &world);
    mote_body_id ids[RANDOM_BODIES];
    for (uint32_t i = 0; result == MOTE_OK && i < steps->frames.body_count; i++)
        result = mote_body_create(world, &steps->frames.bodies[i].def, &ids[i]);
    for (uint32_t i = 0; result == MOTE_OK && i < steps->frames.body_count; i++) {
        mote_motion motion = mote_default_motion();
        motion.start.positions = motion.end.positions = steps->frames.bodies[i].layout;
        motion.start.positions.data = steps->starts[i];
        result = mote_body_set_motion(world, ids[i], &motion);
    }
    mote_sweep_def sweep = everything();
    sweep.verify = true;
    if (result == MOTE_OK) result = mote_world_sweep(world, &sweep);
    if (fail_at == 0) assert_int_equal(result, MOTE_OK);
    if (result != MOTE_OK) assert_int_equal(result, MOTE_ERROR_MEMORY);
    if (world) { // it works again when there is memory
        state.fail_at = 0;
        assert_int_equal(mote_world_sweep(world, &sweep), MOTE_OK);
    }
    mote_world_destroy(world);
    assert_int_equal(state.live, 0);
    return result != MOTE_OK;
}

static void each_allocation_fails_cleanly(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        random_steps steps;
        random_steps_begin(&steps, 28, i, 60);
        mote_method method = i % 2 ? MOTE_METHOD_NAIVE : MOTE_METHOD_HYBRID;
        assert_false(fails_cleanly(&steps, method, 0));
        size_t at = 1;
        while (fails_cleanly(&steps, method, at)) at++;
        assert_true(at > 20);
        random_steps_end(&steps);
    }
}

static void sweeps_after_the_first_allocate_nothing(void **state)
{
    (void)state;
    random_steps steps;
    random_steps_begin(&steps, 29, 0, 200);
    failing_allocator counter = {0};
    mote_world_def def = mote_default_world_def();
    def.allocator = failing_allocator_hook(&counter);
    mote_world *world;
    mote_body_id ids[RANDOM_BODIES];
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    random_steps_populate(&steps, world, ids);
    random_steps_show(&steps, world, ids);
    mote_sweep_def sweep = everything();
    sweep.verify = true;
    swept(world, &sweep);
    size_t calls = counter.calls;
    for (int i = 0; i < 3; i++) {
        random_steps_show(&steps, world, ids);
        swept(world, &sweep);
    }
    assert_int_equal(counter.calls, calls);
    mote_world_destroy(world);
    random_steps_end(&steps);
}

// ---------------------------------------------------------------------------------------------
// Bodies that are in no pair: their vertices are read, but not copied

enum { TORI = 3, ROUNDS = 12 };

typedef struct tori {
    test_mesh torus;
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id ids[TORI];
    mote_vec3 *floats[TORI][2];
    double *doubles[TORI][2];
} tori;

static void tori_begin(tori *t)
{
    t->torus = test_mesh_torus(24, 12, 1, 0.3f);
    mote_mesh_def mesh = test_mesh_def(&t->torus);
    t->mesh = test_mesh_create(&mesh);
    t->world = world_of(MOTE_METHOD_HYBRID, 2);
    mote_body_def def = mote_default_body_def();
    def.mesh = t->mesh;
    size_t count = t->torus.vertex_count;
    for (int i = 0; i < TORI; i++) {
        assert_int_equal(mote_body_create(t->world, &def, &t->ids[i]), MOTE_OK);
        for (int end = 0; end < 2; end++) {
            t->floats[i][end] = malloc(count * sizeof(mote_vec3));
            t->doubles[i][end] = malloc(3 * count * sizeof(double));
            assert_true(t->floats[i][end] && t->doubles[i][end]);
        }
    }
}

static void tori_end(tori *t)
{
    for (int i = 0; i < TORI; i++) {
        for (int end = 0; end < 2; end++) {
            free(t->floats[i][end]);
            free(t->doubles[i][end]);
        }
    }
    mote_world_destroy(t->world);
    mote_mesh_destroy(t->mesh);
    test_mesh_release(&t->torus);
}

// A torus at one end of its motion; one of them may lose a vertex.
static void put_torus(tori *t, int torus, int end, float x, bool is_broken)
{
    for (uint32_t v = 0; v < t->torus.vertex_count; v++) {
        mote_vec3 p = t->torus.positions[v];
        p.x += x;
        if (is_broken && v == 7) p.y = NAN;
        t->floats[torus][end][v] = p;
        const double wide[3] = {(double)p.x, (double)p.y, (double)p.z};
        memcpy(&t->doubles[torus][end][3 * (size_t)v], wide, sizeof wide);
    }
}

// Doubles are always converted, so that the body is not streamed.
static mote_sweep_report swept_tori(tori *t, bool as_doubles, const mote_sweep_def *def)
{
    for (int i = 0; i < TORI; i++) {
        mote_motion motion = mote_default_motion();
        mote_motion_end *ends[2] = {&motion.start, &motion.end};
        for (int end = 0; end < 2; end++) {
            ends[end]->positions.count = t->torus.vertex_count;
            ends[end]->positions.data =
                as_doubles ? (const void *)t->doubles[i][end] : t->floats[i][end];
            if (as_doubles) ends[end]->positions.type = MOTE_DOUBLE;
        }
        assert_int_equal(mote_body_set_motion(t->world, t->ids[i], &motion), MOTE_OK);
    }
    return swept(t->world, def);
}

// The first torus moves towards the second one and back; the third one stays alone, and is broken
// in some rounds.
static void bodies_without_a_pair_are_only_read(void **state)
{
    (void)state;
    tori streamed, copied;
    tori_begin(&streamed);
    tori_begin(&copied);
    mote_sweep_def def = everything();
    def.verify = true;
    size_t impacts = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const float from = 12 - (float)(round % 6) * 2, to = from - 2;
        tori *both[2] = {&streamed, &copied};
        for (int i = 0; i < 2; i++) {
            for (int end = 0; end < 2; end++) {
                put_torus(both[i], 0, end, end ? to : from, false);
                put_torus(both[i], 1, end, 0, false);
                put_torus(both[i], 2, end, 100 + (float)end, round % 4 == 3);
            }
        }
        mote_sweep_report s = swept_tori(&streamed, false, &def);
        mote_sweep_report c = swept_tori(&copied, true, &def);
        const char *what = sweeps_differ(&s, &c);
        if (what) fail_msg("round %d: %s", round, what);
        assert_true(s.verified_step == c.verified_step && s.start_is_free == c.start_is_free);
        assert_int_equal(s.stats.moved_vertices, c.stats.moved_vertices);
        assert_int_equal(s.invalid_count, round % 4 == 3);
        impacts += s.impact_count;
        mote_vec3 at[288];
        assert_int_equal(streamed.torus.vertex_count, 288);
        assert_int_equal(mote_body_get_positions_at(streamed.world, streamed.ids[0], 1, at, 288),
                         MOTE_OK);
        assert_memory_equal(at, streamed.floats[0][1], sizeof at);
    }
    assert_true(impacts > 0);
    tori_end(&streamed);
    tori_end(&copied);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hybrid_equals_naive),
        cmocka_unit_test(first_impacts_are_those_of_all),
        cmocka_unit_test(workers_do_not_matter),
        cmocka_unit_test(no_bullet_passes_unseen),
        cmocka_unit_test(a_separation_is_kept),
        cmocka_unit_test(filters_hold_for_sweeps),
        cmocka_unit_test(impacts_are_drawn),
        cmocka_unit_test(a_budget_leaves_nothing_proved),
        cmocka_unit_test(each_allocation_fails_cleanly),
        cmocka_unit_test(sweeps_after_the_first_allocate_nothing),
        cmocka_unit_test(bodies_without_a_pair_are_only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
