// LABELS threads

// Method senin: what it reports is true, whatever the bodies do; it is the same for any number of
// workers; and on the letters it finds nearly all collisions.

#include <math.h>
#include <mote/papers.h>
#include <mote/recording.h>
#include <stdlib.h>

#include "bench/recall/plan.h"
#include "scenes/scenes.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/random_frames.h"
#include "support/run.h"
#include "support/stage.h"

static mote_world_def senin_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_SENIN;
    def.contacts = false;
    return def;
}

// Options by index: each option is changed in at least one of them.
static mote_senin_options some_options(uint64_t number)
{
    const uint32_t particles[] = {5, 1, 3, 40, 2, 300, 12};
    mote_senin_options o =
        number % 4 == 3 ? mote_literal_senin_options() : mote_default_senin_options();
    o.particles = particles[number % 7];
    o.movement = (mote_senin_movement)(number % 3);
    o.cold_start = number % 5 == 4;
    o.cache_steps = number % 6 == 5 ? 3 : 0;
    o.min_moving = number % 8 == 7 ? 3 : 0;
    o.max_steps = number % 9 == 8 ? 2 : 0;
    o.tolerance = number % 10 == 9 ? 0.5f : 0;
    o.reach = number % 11 == 10 ? 0.3f : 0;
    o.faces = number % 12 == 11 ? 1 : 64;
    o.own_thread = number % 13 == 12;
    o.one_set = number % 5 == 2;
    o.while_apart |= number % 7 == 2;
    return o;
}

// ---------------------------------------------------------------------------------------------
// Comparison with naive

typedef struct both {
    random_frames frames;
    mote_world *senin, *naive;
    mote_body_id senin_ids[RANDOM_BODIES], naive_ids[RANDOM_BODIES];
} both;

static void both_begin(both *b, mote_world_def def, uint64_t index, uint32_t faces)
{
    random_frames_begin(&b->frames, 31, index, faces);
    for (uint32_t i = 0; i < b->frames.body_count; i++)
        b->frames.bodies[i].def.self_collision = false;
    assert_int_equal(mote_world_create(&def, &b->senin), MOTE_OK);
    def = senin_def();
    def.method = MOTE_METHOD_NAIVE;
    assert_int_equal(mote_world_create(&def, &b->naive), MOTE_OK);
    random_frames_populate(&b->frames, b->senin, b->senin_ids);
    random_frames_populate(&b->frames, b->naive, b->naive_ids);
}

static void both_end(both *b)
{
    mote_world_destroy(b->senin);
    mote_world_destroy(b->naive);
    random_frames_end(&b->frames);
}

static const mote_pair_report *find_pair(const mote_report *report, mote_body_id a, mote_body_id b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->a.index == a.index && pair->b.index == b.index) return pair;
    }
    return NULL;
}

static bool has_faces(const mote_report *report, const mote_pair_report *pair, mote_face_pair faces)
{
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair one = report->face_pairs[pair->first_face_pair + i];
        if (one.face_a == faces.face_a && one.face_b == faces.face_b) return true;
    }
    return false;
}

static void check_faces(const mote_report *said, const mote_report *truth)
{
    for (size_t i = 0; i < said->pair_count; i++) {
        const mote_pair_report *pair = &said->pairs[i];
        if (pair->relation != MOTE_RELATION_TOUCH) continue;
        const mote_pair_report *true_pair = find_pair(truth, pair->a, pair->b);
        assert_non_null(true_pair);
        assert_true(pair->face_pair_count > 0);
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            const mote_face_pair *faces = &said->face_pairs[pair->first_face_pair + k];
            assert_true(has_faces(truth, true_pair, *faces));
            if (k == 0) continue;
            assert_true(faces[-1].face_a != faces->face_a || faces[-1].face_b != faces->face_b);
        }
    }
}

static void check_estimates(both *b, const mote_report *said, const mote_report *truth)
{
    for (size_t i = 0; i < said->estimate_count; i++) {
        const mote_pair_estimate *e = &said->estimates[i];
        const mote_pair_report *pair = find_pair(truth, e->a, e->b);
        if (e->verdict == MOTE_VERDICT_TOUCH) {
            assert_true(pair && pair->relation == MOTE_RELATION_TOUCH);
            assert_true(e->probable && e->distance == 0.0f);
            assert_true(has_faces(truth, pair, (mote_face_pair){e->face_a, e->face_b}));
            continue;
        }
        assert_true(e->verdict != MOTE_VERDICT_APART || !pair ||
                    pair->relation != MOTE_RELATION_TOUCH);
        if (e->face_a != MOTE_NONE) {
            mote_distance exact;
            assert_int_equal(mote_world_distance(b->naive, b->naive_ids[e->a.index],
                                                 b->naive_ids[e->b.index], INFINITY, &exact),
                             MOTE_OK);
            assert_true((double)e->distance >= (double)exact.distance * (1 - 1e-5));
        } else {
            assert_true(isinf(e->distance));
        }
    }
}

static void what_is_reported_is_true(void **state)
{
    (void)state;
    size_t found = 0, there = 0;
    for (uint64_t index = 0; index < test_count(24, 120, 3000); index++) {
        both b;
        mote_world_def def = senin_def();
        mote_senin_options options = some_options(index);
        mote_world_def_set_senin(&def, &options);
        def.seed = index;
        both_begin(&b, def, index, 60);
        for (int step = 0; step < 4; step++) {
            random_frames_next(&b.frames);
            random_frames_show(&b.frames, b.senin, b.senin_ids);
            random_frames_show(&b.frames, b.naive, b.naive_ids);
            mote_report said = detected(b.senin), truth = detected(b.naive);
            check_faces(&said, &truth);
            check_estimates(&b, &said, &truth);
            for (size_t i = 0; i < said.pair_count; i++)
                found += said.pairs[i].relation == MOTE_RELATION_TOUCH;
            for (size_t i = 0; i < truth.pair_count; i++)
                there += truth.pairs[i].relation == MOTE_RELATION_TOUCH;
        }
        both_end(&b);
    }
    assert_true(10 * found > 5 * there); // the bodies include soups and single triangles
}

static void tests_stay_within_their_limits(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < test_count(6, 24, 200); index++) {
        both b;
        mote_world_def def = senin_def();
        both_begin(&b, def, index, 400);
        for (int step = 0; step < 3; step++) {
            random_frames_next(&b.frames);
            random_frames_show(&b.frames, b.senin, b.senin_ids);
            mote_report said = detected(b.senin);
            mote_senin_options o = mote_world_def_get_senin(&def);
            uint64_t most = (uint64_t)o.closest_pairs * o.faces * o.faces;
            assert_true(said.stats.candidates <= said.stats.body_pairs * most);
        }
        both_end(&b);
    }
}

// ---------------------------------------------------------------------------------------------
// The same seed gives the same report

enum { MAX_ESTIMATES = 64 };

typedef struct outcome {
    uint64_t hash; // of all reports
    uint64_t force_evaluations, hops;
    mote_pair_estimate last[MAX_ESTIMATES];
    size_t last_count;
} outcome;

static void open_scene(const char *name, scene_instance **scene, stage *s,
                       const mote_world_def *def)
{
    scene_def shown = scene_default_def();
    shown.name = name;
    assert_int_equal(scene_open(&shown, scene), MOTE_OK);
    stage_begin(s, def);
    for (uint32_t i = 0; i < scene_body_count(*scene); i++) {
        io_model model;
        assert_int_equal(io_model_copy(scene_model(*scene, i), &model), MOTE_OK);
        stage_add_model(s, model, false);
    }
}

static mote_report show_frame(const scene_instance *scene, stage *s, uint32_t frame)
{
    for (uint32_t i = 0; i < s->body_count; i++) {
        scene_positions(scene, i, frame, s->positions[i]);
        const mote_positions now = {.data = s->positions[i], .count = s->models[i].vertex_count};
        assert_int_equal(mote_body_set_positions(s->world, s->ids[i], &now), MOTE_OK);
    }
    return detected(s->world);
}

// Frames from the middle of the scenes of letters, where these collide.
enum { FIRST_FRAME = 60 };

static outcome play(const char *scene_name, mote_world_def def, uint32_t frames)
{
    scene_instance *scene;
    stage s;
    outcome o = {0};
    open_scene(scene_name, &scene, &s, &def);
    for (uint32_t f = 0; f < frames; f++) {
        mote_report report = show_frame(scene, &s, FIRST_FRAME + f);
        o.hash = o.hash * 31 + report.hash;
        assert_true(report.reproducible || get_option(&def, "senin.own_thread") > 0);
        o.force_evaluations += report.stats.force_evaluations;
        o.hops += report.stats.hops;
        o.last_count = report.estimate_count;
        assert_true(o.last_count <= MAX_ESTIMATES);
        for (size_t i = 0; i < o.last_count; i++) o.last[i] = report.estimates[i];
    }
    stage_end(&s);
    scene_close(scene);
    return o;
}

static void assert_same_outcome(const outcome *a, const outcome *b)
{
    assert_true(a->hash == b->hash && a->last_count == b->last_count);
    assert_true(a->force_evaluations == b->force_evaluations && a->hops == b->hops);
    for (size_t i = 0; i < a->last_count; i++) {
        assert_true(a->last[i].distance == b->last[i].distance);
        assert_int_equal(a->last[i].face_a, b->last[i].face_a);
        assert_int_equal(a->last[i].face_b, b->last[i].face_b);
        assert_int_equal(a->last[i].probable, b->last[i].probable);
    }
}

static void any_number_of_workers_gives_the_same(void **state)
{
    (void)state;
    const uint32_t workers[] = {2, 3, 8};
    uint32_t frames = (uint32_t)test_count(8, 40, 300);
    for (uint64_t number = 0; number < 4; number++) {
        mote_world_def def = senin_def();
        mote_senin_options options = some_options(number);
        mote_world_def_set_senin(&def, &options);
        def.detect = number == 1 ? MOTE_DETECT_FIRST : MOTE_DETECT_ALL;
        outcome alone = play("spheres-8", def, frames);
        for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
            def.worker_count = workers[i];
            outcome many = play("spheres-8", def, frames);
            assert_same_outcome(&alone, &many);
        }
    }
}

static void the_seed_decides_where_particles_start(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    set_option(&def, "senin.cold_start", true);
    outcome one = play("letters-tt", def, 6), again = play("letters-tt", def, 6);
    assert_same_outcome(&one, &again);
    def.seed = 1;
    outcome other = play("letters-tt", def, 6);
    assert_true(one.hops != other.hops);
}

// ---------------------------------------------------------------------------------------------
// Recall

static recall_share recall_of(const char *scene, double speed, uint32_t frames)
{
    recall_plan plan = recall_default_plan();
    plan.method = "senin";
    plan.scenes[0] = scene;
    plan.scene_count = 1;
    plan.axes[RECALL_AXIS_SPEED].values[0] = speed;
    plan.axes[RECALL_AXIS_PARTICLES].values[0] = 5;
    plan.frame_count = frames;
    assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_OK);
    recall_share share = plan.runs[0].score.frame_recall;
    assert_true(recall_is_precise(&plan.runs[0].score));
    recall_plan_release(&plan);
    return share;
}

static void five_particles_find_95_percent_on_letters(void **state)
{
    (void)state;
    const char *const scenes[] = {"letters-tt", "letters-mv", "letters-ww"};
    const double speeds[] = {.02, .005, .1};
    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
        recall_share sum = {0};
        for (size_t i = 0; i < test_count(1, 3, 3); i++)
            recall_share_add(
                &sum, recall_of(scenes[s], speeds[i], (uint32_t)test_count(100, 150, 10000)));
        assert_true(sum.of > 10);
        if (recall_share_value(sum) < .95)
            fail_msg("%s: %llu of %llu", scenes[s], (unsigned long long)sum.hits,
                     (unsigned long long)sum.of);
    }
}

// ---------------------------------------------------------------------------------------------
// Options

static float lukewarm(void *context, float distance, float reach)
{
    ++*(uint64_t *)context;
    return distance / reach; // constant force
}

static float flight(void *context, float distance, float reach)
{
    ++*(uint64_t *)context;
    return -distance / reach;
}

static float indifference(void *context, float distance, float reach)
{
    (void)distance;
    (void)reach;
    ++*(uint64_t *)context;
    return 0;
}

static float closest_after(const mote_world_def *def, uint64_t *hops)
{
    outcome o = play("letters-tt", *def, 1);
    assert_int_equal(o.last_count, 1);
    *hops = o.hops;
    return o.last[0].distance;
}

static void laws_can_be_replaced_one_by_one(void **state)
{
    (void)state;
    uint64_t calls[4] = {0};
    mote_world_def def = senin_def();
    mote_senin_options options = mote_default_senin_options();
    options.pursue = false;
    options.neighborhood = 0; // no tests
    options.attraction[0] = (mote_particle_law){lukewarm, &calls[0]};
    options.attraction[1] = (mote_particle_law){lukewarm, &calls[1]};
    options.repulsion[0] = (mote_particle_law){indifference, &calls[2]};
    mote_world_def_set_senin(&def, &options);
    uint64_t hops;
    float drawn = closest_after(&def, &hops);
    assert_true(calls[0] && calls[1] && calls[2] && !calls[3]);
    options.attraction[0].potential = options.attraction[1].potential = indifference;
    options.repulsion[1] = (mote_particle_law){flight, &calls[3]};
    mote_world_def_set_senin(&def, &options);
    closest_after(&def, &hops);
    assert_true(calls[3] && hops > 0);
    options.repulsion[1].potential = indifference;
    mote_world_def_set_senin(&def, &options);
    float left = closest_after(&def, &hops);
    assert_true(hops == 0 && drawn < left);
}

static void caching_saves_evaluations_and_changes_little(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    set_option(&def, "senin.particles", 100);
    set_option(&def, "senin.cold_start", true);
    outcome all = play("letters-mv", def, 20);
    set_option(&def, "senin.cache_steps", 8);
    outcome cached = play("letters-mv", def, 20);
    assert_true(3 * cached.force_evaluations < 2 * all.force_evaluations);
    assert_true(2 * cached.hops > all.hops && cached.hops < 2 * all.hops);
}

static void scalar_kernels_give_the_same_bits(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    set_option(&def, "senin.particles", 24);
    outcome vectors = play("letters-mv", def, 10);
    set_option(&def, "senin.scalar_kernels", true);
    outcome scalar = play("letters-mv", def, 10);
    assert_same_outcome(&vectors, &scalar);
}

static bool refuse_to_write(void *context, const void *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return false;
}

static void worlds_with_laws_of_the_caller_are_not_recorded(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    mote_senin_options options = mote_default_senin_options();
    options.repulsion[1].potential = indifference;
    mote_world_def_set_senin(&def, &options);
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    const mote_record_sink sink = {.write = refuse_to_write};
    assert_int_equal(mote_world_record(world, &sink), MOTE_ERROR_REFUSED);
    mote_world_destroy(world);
}

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++) {
        mote_senin_options o = mote_default_senin_options();
        if (i == 0) o.particles = 1025;
        if (i == 1) o.closest_pairs = 0;
        if (i == 2) o.closest_pairs = 65;
        if (i == 3) o.faces = 0;
        if (i == 4) o.reach = -1;
        if (i == 5) o.tolerance = NAN;
        if (i == 6) o.neighborhood = INFINITY;
        if (i == 7) o.movement = (mote_senin_movement)3;
        if (i == 8) o.cache_distance = -0.5f;
        mote_world_def def = senin_def();
        mote_world_def_set_senin(&def, &o);
        mote_world *world;
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_null(world);
    }
}

static void meshes_without_adjacency_are_refused(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    const mote_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 3};
    mesh_def.flags = MOTE_MESH_CLUSTERS;
    mote_mesh *mesh;
    assert_int_equal(mote_mesh_create(&mesh_def, &mesh), MOTE_OK);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = mesh;
    mote_body_id id;
    assert_int_equal(mote_body_create(world, &body_def, &id), MOTE_ERROR_ARGUMENT);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------
// Unusual bodies

static io_model model_of(const mote_vec3 *positions, uint32_t vertex_count,
                         const uint32_t *triangles, uint32_t triangle_count)
{
    io_model model;
    assert_int_equal(io_model_create(vertex_count, triangle_count, &model), MOTE_OK);
    for (uint32_t i = 0; i < vertex_count; i++) model.positions[i] = positions[i];
    for (uint32_t i = 0; i < 3 * triangle_count; i++) model.triangles[i] = triangles[i];
    return model;
}

static io_model single_triangle(void)
{
    const mote_vec3 corners[3] = {{-2, 0, 0.1f}, {2, 0.3f, 0.2f}, {0, -0.2f, 3}};
    return model_of(corners, 3, (const uint32_t[]){0, 1, 2}, 1);
}

// A triangle through the origin, one far away, and vertices that no triangle uses.
static io_model loose_parts(void)
{
    const mote_vec3 corners[8] = {{90, 0, 0}, {-2, 0, 0.1f}, {2, 0.3f, 0.2f}, {0, -0.2f, 3},
                                  {0, 0, 0},  {50, 0, 0},    {51, 0, 0},      {50, 1, 0}};
    return model_of(corners, 8, (const uint32_t[]){1, 2, 3, 5, 6, 7}, 2);
}

static void few_vertices_hold_few_particles(void **state)
{
    (void)state;
    const uint32_t particles[] = {0, 1, 3, 5, 1024};
    for (size_t i = 0; i < sizeof particles / sizeof *particles; i++) {
        for (int odd = 0; odd < 2; odd++) {
            mote_world_def def = senin_def();
            set_option(&def, "senin.particles", particles[i]);
            def.seed = i;
            stage s;
            stage_begin(&s, &def);
            stage_add(&s, "icosphere-2");
            stage_add_model(&s, odd ? loose_parts() : single_triangle(), false);
            bool found = false;
            for (int frame = 0; frame < 5; frame++) {
                mote_report report = detected(s.world);
                assert_int_equal(report.estimate_count, 1);
                found |= report.face_pair_count > 0;
            }
            // A single particle on two separate triangles may be on the wrong one.
            assert_true(found || (odd && particles[i] < 5));
            stage_end(&s);
        }
    }
}

static void two_single_triangles_meet(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        mote_world_def def = senin_def();
        def.seed = seed;
        set_option(&def, "senin.movement", seed % 3);
        stage s;
        stage_begin(&s, &def);
        const mote_vec3 corners[3] = {{0, -1, 1}, {0, 1, 1}, {0.2f, 1, -1}};
        stage_add_model(&s, single_triangle(), false);
        stage_add_model(&s, model_of(corners, 3, (const uint32_t[]){0, 1, 2}, 1), false);
        assert_int_equal(detected(s.world).face_pair_count, 1);
        stage_end(&s);
    }
}

// With promised bounds the world does not read all vertices, so that the method meets the broken
// ones itself.
static void broken_vertices_do_no_harm(void **state)
{
    (void)state;
    const float odd[] = {NAN, INFINITY, -INFINITY};
    const mote_box bounds = {{-2, -2, -2}, {2, 2, 2}};
    for (uint64_t index = 0; index < test_count(20, 200, 2000); index++) {
        mote_random random = mote_random_stream(33, index, 0);
        mote_world_def def = senin_def();
        mote_senin_options options = some_options(index);
        mote_world_def_set_senin(&def, &options);
        stage s;
        stage_begin(&s, &def);
        stage_add(&s, "icosphere-2");
        stage_add(&s, "icosphere-2");
        stage_place(&s, 1, placed(1, moved_by((mote_vec3){1.5f, 0.2f, 0})));
        for (int frame = 0; frame < 3; frame++) {
            for (uint32_t i = mote_random_below(&random, 3) * 80; i > 0; i--) {
                uint32_t vertex = mote_random_below(&random, s.models[1].vertex_count);
                s.positions[1][vertex].y = odd[mote_random_below(&random, 3)];
            }
            const mote_positions now = {.data = s.positions[1], .count = s.models[1].vertex_count};
            assert_int_equal(mote_body_set_positions(s.world, s.ids[1], &now), MOTE_OK);
            if (index % 2)
                for (int i = 0; i < 2; i++)
                    assert_int_equal(mote_body_set_bounds(s.world, s.ids[i], &bounds), MOTE_OK);
            mote_report report = detected(s.world);
            for (size_t i = 0; i < report.estimate_count; i++)
                assert_false(isnan(report.estimates[i].distance));
        }
        stage_end(&s);
    }
}

static void several_bodies_are_detected_at_once(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    stage s;
    stage_begin(&s, &def);
    for (int i = 0; i < 5; i++) stage_add(&s, "icosphere-3");
    const mote_vec3 around[4] = {{1.9f, 0, 0}, {-1.9f, 0, 0}, {0, 1.9f, 0}, {0, 0, -1.9f}};
    for (uint32_t i = 0; i < 4; i++) stage_place(&s, i + 1, placed(1, moved_by(around[i])));
    mote_report report = detected(s.world);
    for (int frame = 0; frame < 3; frame++) report = detected(s.world);
    assert_int_equal(report.pair_count, 4);
    for (size_t i = 0; i < 4; i++) assert_int_equal(report.pairs[i].a.index, 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// The thread of the particles

// The caller changes positions and destroys bodies and meshes right after a detect; the thread must
// not read them.
static void the_thread_reads_nothing_of_the_caller(void **state)
{
    (void)state;
    mote_world_def def = senin_def();
    set_option(&def, "senin.own_thread", true);
    scene_instance *scene;
    stage s;
    uint32_t touching = 0;
    open_scene("letters-mv", &scene, &s, &def);
    for (uint32_t f = 0; f < test_count(40, 120, 1000); f++) {
        mote_report report = show_frame(scene, &s, FIRST_FRAME + f % 60);
        assert_false(report.reproducible);
        touching += report.pair_count > 0;
        if (f % 20 != 19) continue;
        assert_int_equal(mote_body_destroy(s.world, s.ids[1]), MOTE_OK);
        mote_mesh_destroy(s.meshes[1]);
        s.body_count--;
        io_model model = s.models[1];
        free(s.positions[1]);
        stage_add_model(&s, model, false);
    }
    assert_true(touching > 10);
    stage_end(&s);
    scene_close(scene);
}

// ---------------------------------------------------------------------------------------------
// Memory

static bool survive(const mote_world_def *def, const random_frames *frames)
{
    mote_world *world;
    if (mote_world_create(def, &world) != MOTE_OK) return false;
    bool complete = true;
    mote_body_id ids[RANDOM_BODIES];
    for (uint32_t i = 0; i < frames->body_count; i++) {
        mote_result made = mote_body_create(world, &frames->bodies[i].def, &ids[i]);
        if (made == MOTE_OK) continue;
        assert_int_equal(made, MOTE_ERROR_MEMORY);
        complete = false;
    }
    for (int i = 0; i < 3; i++) {
        mote_result result = mote_world_detect(world);
        assert_true(result == MOTE_OK || result == MOTE_ERROR_MEMORY);
        complete &= result == MOTE_OK;
    }
    mote_world_destroy(world);
    return complete;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < test_count(2, 8, 60); index++) {
        random_frames frames;
        random_frames_begin(&frames, 32, index, 60);
        for (uint32_t i = 0; i < frames.body_count; i++)
            frames.bodies[i].def.self_collision = false;
        failing_allocator memory = {0};
        mote_world_def def = senin_def();
        mote_senin_options options = some_options(index);
        mote_world_def_set_senin(&def, &options);
        def.allocator = failing_allocator_hook(&memory);
        assert_true(survive(&def, &frames));
        size_t calls = memory.calls;
        for (size_t n = 1; n <= calls; n++) {
            memory = (failing_allocator){.fail_at = n};
            assert_false(survive(&def, &frames));
            assert_int_equal(memory.live, 0);
        }
        random_frames_end(&frames);
    }
}

static void after_warm_up_frames_allocate_nothing(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < test_count(2, 4, 6); number++) {
        failing_allocator memory = {0};
        mote_world_def def = senin_def();
        mote_senin_options options = some_options(number);
        mote_world_def_set_senin(&def, &options);
        def.detect =
            MOTE_DETECT_FIRST; // otherwise more face pairs may be found than in any frame before
        def.allocator = failing_allocator_hook(&memory);
        scene_instance *scene;
        stage s;
        open_scene("letters-mv", &scene, &s, &def);
        for (uint32_t f = 60; f < 120; f++) show_frame(scene, &s, f);
        size_t calls = memory.calls;
        for (uint32_t f = 60; f < 120; f++) show_frame(scene, &s, f);
        assert_int_equal(memory.calls, calls);
        stage_end(&s);
        scene_close(scene);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_reported_is_true),
        cmocka_unit_test(tests_stay_within_their_limits),
        cmocka_unit_test(any_number_of_workers_gives_the_same),
        cmocka_unit_test(the_seed_decides_where_particles_start),
        cmocka_unit_test(five_particles_find_95_percent_on_letters),
        cmocka_unit_test(laws_can_be_replaced_one_by_one),
        cmocka_unit_test(caching_saves_evaluations_and_changes_little),
        cmocka_unit_test(scalar_kernels_give_the_same_bits),
        cmocka_unit_test(worlds_with_laws_of_the_caller_are_not_recorded),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(meshes_without_adjacency_are_refused),
        cmocka_unit_test(few_vertices_hold_few_particles),
        cmocka_unit_test(two_single_triangles_meet),
        cmocka_unit_test(broken_vertices_do_no_harm),
        cmocka_unit_test(several_bodies_are_detected_at_once),
        cmocka_unit_test(the_thread_reads_nothing_of_the_caller),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(after_warm_up_frames_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
