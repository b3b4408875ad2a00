// LABELS threads

// Bodies with deformers answer as if all of their vertices had been evaluated beforehand.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "scenes/scenes.h"
#include "support/compare_reports.h"
#include "support/deforming_body.h"
#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/record_story.h"
#include "support/run.h"

enum { BODIES = 2 };

// The same bodies in two worlds: in one they have deformers, in the other positions.
typedef struct duel {
    deforming_body bodies[BODIES];
    bool streamed[BODIES]; // has positions in both worlds
    mote_world *lazy, *full;
    mote_body_id in_lazy[BODIES], in_full[BODIES];
} duel;

static void add_body(duel *d, uint32_t i, bool self_collision)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = d->bodies[i].c.mesh;
    def.self_collision = self_collision;
    assert_int_equal(mote_body_create(d->lazy, &def, &d->in_lazy[i]), MOTE_OK);
    assert_int_equal(mote_body_create(d->full, &def, &d->in_full[i]), MOTE_OK);
}

static void create_duel(duel *d, const mote_world_def *def, const deformer_choice choices[BODIES],
                        mote_random *random)
{
    assert_int_equal(mote_world_create(def, &d->lazy), MOTE_OK);
    assert_int_equal(mote_world_create(def, &d->full), MOTE_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        uint32_t rings = 3 + mote_random_below(random, 40),
                 sides = 3 + mote_random_below(random, 40);
        deforming_body_create(&d->bodies[i], choices[i], rings, sides, random);
        d->streamed[i] = false;
        add_body(d, i, false);
    }
}

static void release_duel(duel *d)
{
    mote_world_destroy(d->lazy);
    mote_world_destroy(d->full);
    for (uint32_t i = 0; i < BODIES; i++) deforming_body_release(&d->bodies[i]);
}

static void show_body(duel *d, uint32_t i, const mote_transform *transform)
{
    mote_positions positions = deforming_body_positions(&d->bodies[i]);
    assert_int_equal(mote_body_set_positions(d->full, d->in_full[i], &positions), MOTE_OK);
    if (d->streamed[i]) {
        assert_int_equal(mote_body_set_positions(d->lazy, d->in_lazy[i], &positions), MOTE_OK);
    } else {
        assert_int_equal(mote_body_set_deformer(d->lazy, d->in_lazy[i], d->bodies[i].deformer),
                         MOTE_OK);
    }
    assert_int_equal(mote_body_set_transform(d->full, d->in_full[i], transform), MOTE_OK);
    assert_int_equal(mote_body_set_transform(d->lazy, d->in_lazy[i], transform), MOTE_OK);
}

// Tori of radii 1 and 0.4, more or less: apart, grazing, linked or through each other.
static void pose_duel(duel *d, mote_random *random)
{
    for (uint32_t i = 0; i < BODIES; i++) deforming_body_pose(&d->bodies[i], random);
    mote_transform apart = random_motion(random, (mote_vec3){0, 0, 0}, 3, 0);
    apart.t = mote_vec_scale(mote_random_direction(random), mote_random_between(random, 0, 3.2f));
    show_body(d, 0,
              mote_random_below(random, 2)
                  ? NULL
                  : &(mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f, 0.2f, 0.3f}});
    show_body(d, 1, &apart);
}

static bool same_bytes(const void *a, size_t count_a, const void *b, size_t count_b, size_t size)
{
    return count_a == count_b && (count_a == 0 || memcmp(a, b, count_a * size) == 0);
}

static mote_report expect_same_report(duel *d, const char *where, uint64_t seed)
{
    mote_report full = detected(d->full), lazy = detected(d->lazy);
    const char *what = reports_differ(&full, &lazy);
    if (!what && !same_bytes(full.contacts, full.contact_count, lazy.contacts, lazy.contact_count,
                             sizeof *full.contacts))
        what = "contacts";
    if (!what && !same_bytes(full.segments, full.segment_count, lazy.segments, lazy.segment_count,
                             sizeof *full.segments))
        what = "segments";
    if (what) fail_msg("%s, seed %u: %s", where, (uint32_t)seed, what);
    return lazy;
}

// ---------------------------------------------------------------------------------------------

static deformer_choice any_choice(mote_random *random)
{
    return (deformer_choice)mote_random_below(random, DEFORM_CHOICES);
}

static mote_world_def random_def(mote_random *random)
{
    mote_world_def def = mote_default_world_def();
    def.detect = (mote_detect)mote_random_below(random, 3);
    def.contacts = mote_random_below(random, 2) && def.detect != MOTE_DETECT_COUNT;
    def.containment = mote_random_below(random, 4) == 0;
    def.tolerance = mote_random_below(random, 3) ? 0 : mote_random_between(random, 0, 0.2f);
    def.worker_count = 1 + mote_random_below(random, 3);
    return def;
}

static void random_poses_give_the_same_report(void **state)
{
    (void)state;
    enum { POSES = 10 };
    size_t touching = 0, lazily = 0, frames = 0;
    for (uint64_t seed = 0; seed < test_count(8, 90, 600); seed++) {
        mote_random random = mote_random_stream(80, seed, 0);
        mote_world_def def = random_def(&random);
        duel d;
        create_duel(&d, &def, (deformer_choice[]){any_choice(&random), any_choice(&random)},
                    &random);
        d.streamed[mote_random_below(&random, BODIES)] = mote_random_below(&random, 2);
        for (int pose = 0; pose < POSES; pose++) {
            pose_duel(&d, &random);
            mote_report report = expect_same_report(&d, "random poses", seed);
            touching += report.pair_count > 0;
            lazily += report.stats.moved_vertices < d.bodies[0].c.model.vertex_count;
            frames++;
        }
        release_duel(&d);
    }
    assert_true(4 * touching > frames && touching < frames);
    assert_true(lazily > 0);
}

// ---------------------------------------------------------------------------------------------
// Queries

static void expect_same_distance(duel *d, float limit, uint64_t seed)
{
    mote_distance full, lazy;
    assert_int_equal(mote_world_distance(d->full, d->in_full[0], d->in_full[1], limit, &full),
                     MOTE_OK);
    assert_int_equal(mote_world_distance(d->lazy, d->in_lazy[0], d->in_lazy[1], limit, &lazy),
                     MOTE_OK);
    bool same = full.distance == lazy.distance ||
                fabsf(full.distance - lazy.distance) <= 1e-6f * full.distance;
    if (!same || (full.distance > 0) != (lazy.distance > 0) ||
        (full.face_a == MOTE_NONE) != (lazy.face_a == MOTE_NONE))
        fail_msg("seed %u: distance %.9g instead of %.9g", (uint32_t)seed, (double)lazy.distance,
                 (double)full.distance);
}

static void random_poses_have_the_same_distance(void **state)
{
    (void)state;
    enum { POSES = 10 };
    size_t lazily = 0;
    for (uint64_t seed = 0; seed < test_count(4, 60, 500); seed++) {
        mote_random random = mote_random_stream(81, seed, 0);
        mote_world_def def = random_def(&random);
        duel d;
        create_duel(&d, &def, (deformer_choice[]){any_choice(&random), any_choice(&random)},
                    &random);
        d.streamed[mote_random_below(&random, BODIES)] = mote_random_below(&random, 2);
        bool detects = mote_random_below(&random, 2);
        for (int pose = 0; pose < POSES; pose++) {
            pose_duel(&d, &random);
            if (detects) expect_same_report(&d, "between distances", seed);
            expect_same_distance(&d, pose % 3 ? INFINITY : mote_random_between(&random, 0, 1),
                                 seed);
            if (!detects) continue;
            mote_report report;
            assert_int_equal(mote_world_report(d.lazy, &report), MOTE_OK);
            lazily += report.stats.evaluated_vertices < d.bodies[0].c.model.vertex_count / 2;
        }
        release_duel(&d);
    }
    assert_true(lazily > 0);
}

static void other_queries_and_positions_are_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(3, 40, 600); seed++) {
        mote_random random = mote_random_stream(82, seed, 0);
        mote_world_def def = random_def(&random);
        duel d;
        create_duel(&d, &def, (deformer_choice[]){any_choice(&random), any_choice(&random)},
                    &random);
        pose_duel(&d, &random);
        if (seed % 2) expect_same_report(&d, "before queries", seed);
        mote_vec3 from = mote_vec_scale(mote_random_direction(&random), 4);
        mote_vec3 to = mote_vec_scale(mote_random_direction(&random), 2);
        mote_surface_point full = {0}, lazy = {0};
        assert_int_equal(
            mote_world_ray(d.full, from, mote_vec_sub(to, from), 10, UINT64_MAX, &full), MOTE_OK);
        assert_int_equal(
            mote_world_ray(d.lazy, from, mote_vec_sub(to, from), 10, UINT64_MAX, &lazy), MOTE_OK);
        assert_memory_equal(&full, &lazy, sizeof full);
        const mote_body_face *full_faces, *lazy_faces;
        size_t full_count, lazy_count;
        assert_int_equal(
            mote_world_overlap_sphere(d.full, to, 1, UINT64_MAX, &full_faces, &full_count),
            MOTE_OK);
        assert_int_equal(
            mote_world_overlap_sphere(d.lazy, to, 1, UINT64_MAX, &lazy_faces, &lazy_count),
            MOTE_OK);
        assert_true(same_bytes(full_faces, full_count, lazy_faces, lazy_count, sizeof *full_faces));
        for (uint32_t i = 0; i < BODIES; i++) {
            uint32_t count = d.bodies[i].c.model.vertex_count;
            mote_vec3 *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
            assert_int_equal(mote_body_get_positions(d.full, d.in_full[i], a, count), MOTE_OK);
            assert_int_equal(mote_body_get_positions(d.lazy, d.in_lazy[i], b, count), MOTE_OK);
            assert_memory_equal(a, b, count * sizeof *a);
            free(a);
            free(b);
        }
        expect_same_report(&d, "after queries", seed);
        release_duel(&d);
    }
}

// ---------------------------------------------------------------------------------------------
// How much is evaluated

static void count_draws(void *context, mote_body_id body, uint32_t face, const mote_vec3 corners[3])
{
    (void)body;
    (void)face;
    assert_true(mote_vec_finite(corners[0]) && mote_vec_finite(corners[2]));
    ++*(size_t *)context;
}

// Two large tori that graze: a small part of their vertices is evaluated, none twice.
static void only_what_is_near_is_evaluated(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < test_count(2, 4, 4); kind++) {
        mote_random random = mote_random_stream(83, kind, 0);
        mote_world_def def = mote_default_world_def();
        def.contacts = false;
        def.detect = kind % 2 ? MOTE_DETECT_FIRST : MOTE_DETECT_ALL;
        duel d = {0};
        assert_int_equal(mote_world_create(&def, &d.lazy), MOTE_OK);
        assert_int_equal(mote_world_create(&def, &d.full), MOTE_OK);
        for (uint32_t i = 0; i < BODIES; i++) {
            deforming_body_create(&d.bodies[i], DEFORM_SKIN, 200, 100, &random);
            deforming_body_pose(&d.bodies[i], &random);
            d.streamed[i] = kind % 4 >= 1 && kind % 4 <= 2 && i == 1;
            add_body(&d, i, false);
            mote_transform aside = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {i ? 2.7f : 0, 0, 0}};
            show_body(&d, i, &aside);
        }
        mote_report report = expect_same_report(&d, "grazing", kind);
        uint64_t evaluated = report.stats.evaluated_vertices;
        uint32_t all = d.bodies[0].c.model.vertex_count;
        assert_true(report.pair_count == 1 && report.face_pair_count > 0);
        assert_true(evaluated > 0 && evaluated < all / 10);
        assert_true(report.stats.bounded_nodes > 0);
        assert_int_equal(report.stats.moved_vertices, d.streamed[1] ? all : 0);
        size_t drawn = 0;
        mote_debug_draw draw = {.triangle = count_draws, .context = &drawn};
        assert_int_equal(mote_world_draw(d.lazy, &draw), MOTE_OK);
        assert_true(drawn >= 2);
        report = expect_same_report(&d, "once more", kind); // nothing has moved
        assert_int_equal(report.stats.evaluated_vertices, 0);
        assert_int_equal(report.stats.bounded_nodes, 0);
        expect_same_distance(&d, INFINITY, kind);
        release_duel(&d);
    }
}

static void bodies_that_are_apart_are_not_evaluated(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(84, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_CHAIN, DEFORM_CSRBF}, &random);
    for (uint32_t i = 0; i < BODIES; i++) {
        deforming_body_pose(&d.bodies[i], &random);
        show_body(&d, i,
                  &(mote_transform){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {10.0f * (float)i, 0, 0}});
    }
    mote_report report = expect_same_report(&d, "apart", 0);
    assert_int_equal(report.stats.evaluated_vertices, 0);
    assert_int_equal(report.stats.bounded_nodes, BODIES);
    assert_int_equal(report.stats.moved_vertices, 0);
    release_duel(&d);
}

// The overlap of the boxes lies in the hole of the fresh body.
static void a_body_in_the_hole_of_another_meets_nothing(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(95, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d = {0};
    assert_int_equal(mote_world_create(&def, &d.lazy), MOTE_OK);
    assert_int_equal(mote_world_create(&def, &d.full), MOTE_OK);
    for (uint32_t i = 0; i < BODIES; i++) {
        deforming_body_create(&d.bodies[i], DEFORM_MORPH, 100, 40, &random);
        d.streamed[i] = i == 0;
        add_body(&d, i, false);
        float size = i ? 0.1f : 1;
        show_body(&d, i, &(mote_transform){{size, 0, 0}, {0, size, 0}, {0, 0, size}, {0, 0, 0}});
    }
    mote_report report = expect_same_report(&d, "in the hole", 0);
    assert_int_equal(report.pair_count, 0);
    assert_int_equal(report.stats.evaluated_vertices, 0);
    expect_same_distance(&d, INFINITY, 0);
    release_duel(&d);
}

static void a_body_with_itself_is_evaluated(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(2, 10, 100); seed++) {
        mote_random random = mote_random_stream(85, seed, 0);
        mote_world_def def = random_def(&random);
        duel d = {0};
        assert_int_equal(mote_world_create(&def, &d.lazy), MOTE_OK);
        assert_int_equal(mote_world_create(&def, &d.full), MOTE_OK);
        for (uint32_t i = 0; i < BODIES; i++) {
            deforming_body_create(&d.bodies[i], DEFORM_WILD_SKIN, 12, 8, &random);
            add_body(&d, i, i == 0);
        }
        pose_duel(&d, &random);
        expect_same_report(&d, "with itself", seed);
        release_duel(&d);
    }
}

// ---------------------------------------------------------------------------------------------
// Other methods

static void every_method_gives_the_same_report(void **state)
{
    (void)state;
    for (size_t m = 0; mote_method_at(m); m++) {
        if (!(mote_method_at(m)->abilities & MOTE_ABILITY_DEFORMING)) continue;
        for (uint64_t seed = 0; seed < test_count(1, 4, 40); seed++) {
            mote_random random = mote_random_stream(86, seed, 0);
            mote_world_def def = mote_default_world_def();
            def.method = mote_method_at(m)->method;
            def.contacts = seed % 2;
            set_option(&def, "smith.level", 3);
            duel d;
            create_duel(&d, &def, (deformer_choice[]){any_choice(&random), any_choice(&random)},
                        &random);
            for (int pose = 0; pose < 5; pose++) {
                pose_duel(&d, &random);
                if (mote_method_at(m)->abilities & MOTE_ABILITY_EXACT)
                    expect_same_report(&d, mote_method_at(m)->name, seed);
                else
                    detected(d.lazy); // looser boxes make other candidates: another story
            }
            release_duel(&d);
        }
    }
}

// Paired in the lazy world, hybrid in the other.
static void particles_of_bodies_on_demand_tell_the_truth(void **state)
{
    (void)state;
    size_t touching = 0, found = 0;
    for (uint64_t seed = 0; seed < test_count(8, 60, 1000); seed++) {
        mote_random random = mote_random_stream(87, seed, 0);
        mote_world_def exact = mote_default_world_def(), def = exact;
        def.method = MOTE_METHOD_PAIRED;
        def.certify = seed % 2;
        exact.contacts = def.contacts = false;
        duel d = {0};
        assert_int_equal(mote_world_create(&def, &d.lazy), MOTE_OK);
        assert_int_equal(mote_world_create(&exact, &d.full), MOTE_OK);
        for (uint32_t i = 0; i < BODIES; i++) {
            deforming_body_create(&d.bodies[i], any_choice(&random), 40, 30, &random);
            add_body(&d, i, false);
        }
        for (int pose = 0; pose < 4; pose++) {
            pose_duel(&d, &random);
            bool truth = detected(d.full).face_pair_count > 0;
            bool answer = detected(d.lazy).face_pair_count > 0;
            assert_true(truth || !answer);
            if (def.certify) assert_int_equal(answer, truth);
            touching += truth;
            found += answer;
        }
        release_duel(&d);
    }
    assert_true(found >= touching * 9 / 10 && touching > 5);
}

// ---------------------------------------------------------------------------------------------
// Recordings

static void recordings_hold_what_was_evaluated(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(96, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_CHAIN, DEFORM_SKIN}, &random);
    recorded_bytes bytes = {0};
    mote_record_sink sink = recorded_bytes_sink(&bytes);
    assert_int_equal(mote_world_record(d.lazy, &sink), MOTE_OK);
    enum { POSES = 10 };
    for (int pose = 0; pose < POSES; pose++) {
        pose_duel(&d, &random);
        expect_same_report(&d, "recorded", 0);
    }
    assert_int_equal(mote_world_record_stop(d.lazy), MOTE_OK);
    mote_recording *recording;
    mote_player *player;
    assert_int_equal(mote_recording_open(bytes.data, bytes.size, NULL, &recording), MOTE_OK);
    assert_int_equal(mote_player_create(recording, NULL, &player), MOTE_OK);
    for (int pose = 0; pose < POSES; pose++) {
        mote_played_frame frame;
        assert_int_equal(mote_player_step(player, &frame), MOTE_OK);
        assert_true(frame.compared && frame.equal);
    }
    mote_player_destroy(player);
    mote_recording_close(recording);
    recorded_bytes_release(&bytes);
    release_duel(&d);
}

// ---------------------------------------------------------------------------------------------
// Scenes

typedef struct scene_bodies {
    scene_instance *scene;
    uint32_t count;
    mote_mesh **meshes;
    mote_nodes **nodes;
    mote_deformer **deformers; // null for bodies without
    mote_vec3 **positions;
} scene_bodies;

static mote_mesh *mesh_of(const io_model *model)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    return test_mesh_create(&def);
}

// How many bodies have a deformer.
static uint32_t open_bodies(scene_bodies *s)
{
    s->count = scene_body_count(s->scene);
    s->meshes = calloc(s->count, sizeof *s->meshes);
    s->nodes = calloc(s->count, sizeof *s->nodes);
    s->deformers = calloc(s->count, sizeof *s->deformers);
    s->positions = calloc(s->count, sizeof *s->positions);
    uint32_t deforming = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const io_model *model = scene_model(s->scene, i);
        s->meshes[i] = mesh_of(model);
        s->positions[i] = calloc(model->vertex_count, sizeof **s->positions);
        mote_nodes_def def = mote_default_nodes_def();
        def.mesh = s->meshes[i];
        assert_int_equal(mote_nodes_create(&def, &s->nodes[i]), MOTE_OK);
        assert_int_equal(scene_deformer(s->scene, i, s->meshes[i], s->nodes[i], &s->deformers[i]),
                         MOTE_OK);
        deforming += s->deformers[i] != NULL;
    }
    return deforming;
}

static void close_bodies(scene_bodies *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        mote_deformer_destroy(s->deformers[i]);
        mote_nodes_destroy(s->nodes[i]);
        mote_mesh_destroy(s->meshes[i]);
        free(s->positions[i]);
    }
    free(s->meshes);
    free(s->nodes);
    free(s->deformers);
    free(s->positions);
}

static mote_world *world_of(const scene_bodies *s, uint32_t workers)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    def.worker_count = workers;
    mote_world *world;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    for (uint32_t i = 0; i < s->count; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = s->meshes[i];
        mote_body_id id;
        assert_int_equal(mote_body_create(world, &body, &id), MOTE_OK);
    }
    return world;
}

static void show_frame(const scene_bodies *s, uint32_t frame, mote_world *lazy, mote_world *full)
{
    for (uint32_t i = 0; i < s->count; i++) {
        mote_body_id id = {i, 1};
        scene_positions(s->scene, i, frame, s->positions[i]);
        mote_positions positions = {.data = s->positions[i],
                                    .count = scene_model(s->scene, i)->vertex_count};
        assert_int_equal(mote_body_set_positions(full, id, &positions), MOTE_OK);
        if (!s->deformers[i]) {
            assert_int_equal(mote_body_set_positions(lazy, id, &positions), MOTE_OK);
            continue;
        }
        mote_transform place = scene_transform(s->scene, i, frame);
        assert_int_equal(scene_pose(s->scene, i, frame, s->deformers[i]), MOTE_OK);
        assert_int_equal(mote_body_set_deformer(lazy, id, s->deformers[i]), MOTE_OK);
        assert_int_equal(mote_body_set_transform(lazy, id, &place), MOTE_OK);
    }
}

static void compare_scene(scene_bodies *s, const char *name)
{
    mote_world *lazy = world_of(s, 2), *full = world_of(s, 1);
    uint32_t frames = scene_frame_count(s->scene), step = frames / (uint32_t)test_count(1, 6, 60);
    for (uint32_t frame = 0; frame < frames; frame += step ? step : 1) {
        show_frame(s, frame, lazy, full);
        mote_report a = detected(full), b = detected(lazy);
        const char *what = reports_differ(&a, &b);
        if (what) fail_msg("%s, frame %u: %s", name, frame, what);
    }
    mote_world_destroy(lazy);
    mote_world_destroy(full);
}

// Every scene in which something has a deformer.
static void scenes_give_the_same_report(void **state)
{
    (void)state;
    size_t count, compared = 0;
    const scene_info *infos = scene_list(&count);
    for (size_t i = 0; i < count; i++) {
        scene_def def = scene_default_def();
        char name[64];
        size_t length = strcspn(infos[i].name, "N");
        snprintf(name, sizeof name, "%.*s%s", (int)length, infos[i].name,
                 infos[i].name[length] ? "4" : "");
        def.name = name;
        def.detail = (uint32_t)test_count(1000, 4000, 20000);
        scene_bodies s;
        if (scene_open(&def, &s.scene) != MOTE_OK) continue; // 4 is not a number for it
        if (open_bodies(&s)) {
            compare_scene(&s, name);
            compared++;
        }
        close_bodies(&s);
        scene_close(s.scene);
    }
    assert_true(compared >= 3);
}

// ---------------------------------------------------------------------------------------------
// What is said about a body

static void the_last_word_counts(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(87, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_SKIN, DEFORM_MORPH}, &random);
    pose_duel(&d, &random);
    mote_positions rest = {.data = d.bodies[0].c.model.positions,
                           .count = d.bodies[0].c.model.vertex_count};
    assert_int_equal(mote_body_set_positions(d.full, d.in_full[0], &rest), MOTE_OK);
    assert_int_equal(mote_body_set_deformer(d.lazy, d.in_lazy[0], NULL), MOTE_OK);
    expect_same_report(&d, "taken away", 0);
    assert_int_equal(mote_body_set_deformer(d.lazy, d.in_lazy[0], d.bodies[0].deformer), MOTE_OK);
    assert_int_equal(mote_body_set_positions(d.lazy, d.in_lazy[0], &rest), MOTE_OK);
    expect_same_report(&d, "replaced", 0);
    release_duel(&d);
}

static void a_promised_box_is_believed(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(88, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_SKIN, DEFORM_DUAL_QUATERNION}, &random);
    const mote_box far = {{50, 50, 50}, {51, 51, 51}}, here = {{-9, -9, -9}, {9, 9, 9}};
    for (int pose = 0; pose < 10; pose++) {
        pose_duel(&d, &random);
        for (uint32_t i = 0; i < BODIES; i++)
            assert_int_equal(mote_body_set_bounds(d.lazy, d.in_lazy[i], &here), MOTE_OK);
        expect_same_report(&d, "promised", 0);
    }
    pose_duel(&d, &random);
    for (uint32_t i = 0; i < BODIES; i++)
        assert_int_equal(mote_body_set_bounds(d.lazy, d.in_lazy[i], i ? &here : &far), MOTE_OK);
    mote_report report = detected(d.lazy);
    assert_int_equal(report.stats.evaluated_vertices, 0);
    release_duel(&d);
}

static void wrong_deformers_are_refused_by_name(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(89, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_SKIN, DEFORM_WAVE}, &random);
    assert_int_equal(mote_body_set_deformer(d.lazy, d.in_lazy[0], d.bodies[1].deformer),
                     MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "a mesh other than that of body 0"));
    assert_int_equal(mote_body_set_deformer(NULL, d.in_lazy[0], NULL), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_body_destroy(d.lazy, d.in_lazy[0]), MOTE_OK);
    assert_int_equal(mote_body_set_deformer(d.lazy, d.in_lazy[0], d.bodies[0].deformer),
                     MOTE_ERROR_STALE);
    release_duel(&d);
}

// ---------------------------------------------------------------------------------------------
// Positions that are not finite

static void a_broken_body_is_reported_and_meets_nothing(void **state)
{
    (void)state;
    size_t reported = 0;
    for (uint64_t seed = 0; seed < test_count(12, 100, 2000); seed++) {
        mote_random random = mote_random_stream(90, seed, 0);
        mote_world_def def = random_def(&random);
        duel d;
        create_duel(&d, &def, (deformer_choice[]){DEFORM_CHAIN, any_choice(&random)}, &random);
        deforming_body *body = &d.bodies[0];
        body->wave.broken_vertex = mote_random_below(&random, body->c.model.vertex_count);
        pose_duel(&d, &random);
        mote_report report = detected(d.lazy);
        // It is noticed where it is evaluated; else the rest of the body answers as ever.
        if (report.invalid_count) {
            assert_int_equal(report.invalid[0].index, d.in_lazy[0].index);
            assert_int_equal(report.pair_count, 0);
            reported++;
        }
        mote_distance distance;
        mote_result result =
            mote_world_distance(d.lazy, d.in_lazy[0], d.in_lazy[1], INFINITY, &distance);
        assert_true(result == MOTE_OK || result == MOTE_ERROR_DATA);
        if (report.invalid_count) assert_int_equal(result, MOTE_ERROR_DATA);
        release_duel(&d);
    }
    assert_true(reported > 0);
}

// Numbers leave the range of floats: the bounds say nothing, so that all is evaluated.
static void a_body_out_of_range_is_reported(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(91, 0, 0);
    mote_world_def def = mote_default_world_def();
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_SKIN, DEFORM_MORPH}, &random);
    pose_duel(&d, &random);
    mote_transform bones[CASE_BONES];
    for (int b = 0; b < CASE_BONES; b++)
        bones[b] = (mote_transform){{3e38f, 3e38f, 0}, {3e38f, 3e38f, 0}, {0, 0, 1}, {0, 0, 0}};
    assert_int_equal(mote_skin_set_bones(d.bodies[0].deformer, bones, CASE_BONES), MOTE_OK);
    show_body(&d, 0, NULL);
    mote_report report = expect_same_report(&d, "out of range", 0);
    assert_int_equal(report.invalid_count, 1);
    release_duel(&d);
}

// ---------------------------------------------------------------------------------------------
// Memory

static mote_world_def counted_def(failing_allocator *memory, bool contacts)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = contacts;
    def.allocator = failing_allocator_hook(memory);
    return def;
}

// A failed call leaves everything as it was; the next one goes on.
static bool survive(const mote_world_def *def, deforming_body *bodies, mote_distance *out)
{
    bool failed = false;
    mote_world *world;
    if (mote_world_create(def, &world) != MOTE_OK) return true;
    mote_body_id ids[BODIES];
    for (uint32_t i = 0; i < BODIES; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = bodies[i].c.mesh;
        while (mote_body_create(world, &body, &ids[i]) != MOTE_OK) failed = true;
        while (mote_body_set_deformer(world, ids[i], bodies[i].deformer) != MOTE_OK) failed = true;
    }
    const mote_transform aside = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2.5f, 0.1f, 0.05f}};
    assert_int_equal(mote_body_set_transform(world, ids[1], &aside), MOTE_OK);
    while (mote_world_detect(world) != MOTE_OK) failed = true;
    mote_report report;
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    assert_int_equal(report.pair_count, 1);
    while (mote_world_distance(world, ids[0], ids[1], INFINITY, out) != MOTE_OK) failed = true;
    mote_world_destroy(world);
    return failed;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(92, 0, 0);
    deforming_body bodies[BODIES];
    for (uint32_t i = 0; i < BODIES; i++)
        deforming_body_create(&bodies[i], i ? DEFORM_SKIN : DEFORM_MORPH, 20, 10, &random);
    bool failed = true;
    for (size_t n = 1; failed; n++) {
        failing_allocator memory = {.fail_at = n};
        mote_world_def def = counted_def(&memory, n % 2);
        mote_distance distance = {0};
        failed = survive(&def, bodies, &distance);
        assert_true(distance.distance == 0);
        assert_int_equal(memory.live, 0);
    }
    for (uint32_t i = 0; i < BODIES; i++) deforming_body_release(&bodies[i]);
}

static void nothing_is_allocated_after_warm_up(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(93, 0, 0);
    failing_allocator memory = {0};
    mote_world_def def = counted_def(&memory, true);
    duel d;
    create_duel(&d, &def, (deformer_choice[]){DEFORM_SKIN, DEFORM_CHAIN}, &random);
    size_t calls = 0;
    for (int round = 0; round < 2; round++) { // the same poses twice
        random = mote_random_stream(94, 0, 0);
        for (int pose = 0; pose < 20; pose++) {
            pose_duel(&d, &random);
            detected(d.lazy);
            mote_distance distance;
            assert_int_equal(
                mote_world_distance(d.lazy, d.in_lazy[0], d.in_lazy[1], INFINITY, &distance),
                MOTE_OK);
        }
        if (round == 0) calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    release_duel(&d);
    assert_int_equal(memory.live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_poses_give_the_same_report),
        cmocka_unit_test(random_poses_have_the_same_distance),
        cmocka_unit_test(other_queries_and_positions_are_the_same),
        cmocka_unit_test(only_what_is_near_is_evaluated),
        cmocka_unit_test(bodies_that_are_apart_are_not_evaluated),
        cmocka_unit_test(a_body_in_the_hole_of_another_meets_nothing),
        cmocka_unit_test(a_body_with_itself_is_evaluated),
        cmocka_unit_test(every_method_gives_the_same_report),
        cmocka_unit_test(particles_of_bodies_on_demand_tell_the_truth),
        cmocka_unit_test(recordings_hold_what_was_evaluated),
        cmocka_unit_test(scenes_give_the_same_report),
        cmocka_unit_test(the_last_word_counts),
        cmocka_unit_test(a_promised_box_is_believed),
        cmocka_unit_test(wrong_deformers_are_refused_by_name),
        cmocka_unit_test(a_broken_body_is_reported_and_meets_nothing),
        cmocka_unit_test(a_body_out_of_range_is_reported),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(nothing_is_allocated_after_warm_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
