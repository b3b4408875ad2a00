// LABELS threads

// Paired descent compared with the exact engine: what it reports is true, and it finds nearly
// everything.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "core/vec.h"
#include "method/paired/paired.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/options.h"
#include "support/random_frames.h"
#include "support/run.h"
#include "support/stage.h"

enum { STEPS = 5 };

static mote_world_def paired_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_PAIRED;
    return def;
}

// ---------------------------------------------------------------------------------------------
// Truth

typedef struct duel {
    random_frames frames;
    bool started;
    mote_world *exact, *paired;
    mote_body_id exact_ids[RANDOM_BODIES], paired_ids[RANDOM_BODIES];
} duel;

static void begin_duel(duel *d, uint64_t stream, size_t index, const mote_world_def *def)
{
    mote_world_def exact = mote_default_world_def();
    d->started = false;
    random_frames_begin(&d->frames, stream, index, 80);
    for (uint32_t i = 0; i < d->frames.body_count; i++)
        d->frames.bodies[i].def.self_collision = false;
    assert_int_equal(mote_world_create(&exact, &d->exact), MOTE_OK);
    assert_int_equal(mote_world_create(def, &d->paired), MOTE_OK);
    random_frames_populate(&d->frames, d->exact, d->exact_ids);
    random_frames_populate(&d->frames, d->paired, d->paired_ids);
}

static void end_duel(duel *d)
{
    mote_world_destroy(d->exact);
    mote_world_destroy(d->paired);
    random_frames_end(&d->frames);
}

// Reports and positions are valid until the next frame.
static void next_frame(duel *d, mote_report *exact, mote_report *paired)
{
    if (d->started) random_frames_next(&d->frames);
    d->started = true;
    random_frames_show(&d->frames, d->exact, d->exact_ids);
    random_frames_show(&d->frames, d->paired, d->paired_ids);
    *exact = detected(d->exact);
    *paired = detected(d->paired);
}

static const mote_pair_report *find_pair(const mote_report *report, mote_body_id a, mote_body_id b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->a.index == a.index && pair->b.index == b.index && pair->face_pair_count > 0)
            return pair;
    }
    return NULL;
}

// The index of a face pair in the exact report, or none.
static size_t find_faces(const mote_report *exact, const mote_pair_report *pair,
                         mote_face_pair faces)
{
    for (uint32_t i = 0; pair && i < pair->face_pair_count; i++) {
        const mote_face_pair *at = &exact->face_pairs[pair->first_face_pair + i];
        if (at->face_a == faces.face_a && at->face_b == faces.face_b)
            return pair->first_face_pair + i;
    }
    return SIZE_MAX;
}

static void check_face_pairs(const mote_report *exact, const mote_report *paired)
{
    for (size_t i = 0; i < paired->pair_count; i++) {
        const mote_pair_report *pair = &paired->pairs[i];
        const mote_pair_report *truth = find_pair(exact, pair->a, pair->b);
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            mote_face_pair faces = paired->face_pairs[pair->first_face_pair + k];
            assert_true(find_faces(exact, truth, faces) != SIZE_MAX);
        }
    }
}

static void check_estimate(duel *d, const mote_report *paired, const mote_pair_estimate *estimate)
{
    bool touches = find_pair(paired, estimate->a, estimate->b) != NULL;
    assert_int_equal(estimate->verdict, touches ? MOTE_VERDICT_TOUCH : MOTE_VERDICT_UNDECIDED);
    assert_int_equal(estimate->distance == 0, touches);
    if (estimate->face_a == MOTE_NONE) {
        assert_true(isinf(estimate->distance));
        return;
    }
    mote_distance exact;
    assert_int_equal(mote_world_distance(d->exact, estimate->a, estimate->b, INFINITY, &exact),
                     MOTE_OK);
    assert_true(estimate->distance >= exact.distance * (1 - 1e-5f));
}

static void what_is_reported_is_true(void **state)
{
    (void)state;
    size_t worlds = test_count(2 * RANDOM_KINDS, 20 * RANDOM_KINDS, 1000 * RANDOM_KINDS);
    size_t pairs = 0, found = 0;
    for (size_t i = 0; i < worlds; i++) {
        duel d;
        mote_world_def def = paired_def();
        set_option(&def, "paired.flood", i % 3 == 0);
        def.detect = i % 5 == 0 ? MOTE_DETECT_FIRST : MOTE_DETECT_ALL;
        begin_duel(&d, 11, i, &def);
        for (int step = 0; step < STEPS; step++) {
            mote_report exact, paired;
            next_frame(&d, &exact, &paired);
            check_face_pairs(&exact, &paired);
            for (size_t k = 0; k < paired.estimate_count; k++)
                check_estimate(&d, &paired, &paired.estimates[k]);
            for (size_t k = 0; k < exact.pair_count; k++) {
                const mote_pair_report *pair = &exact.pairs[k];
                if (pair->face_pair_count == 0) continue;
                pairs++;
                found += find_pair(&paired, pair->a, pair->b) != NULL;
            }
        }
        end_duel(&d);
    }
    print_message("%zu of %zu pairs found\n", found, pairs);
    assert_true(found >= pairs - pairs / 20); // soups are harder than any body
}

// ---------------------------------------------------------------------------------------------
// Whole regions

static void check_regions(const mote_report *exact, const mote_report *paired)
{
    uint32_t *counts = calloc(exact->contact_count + 1, sizeof *counts);
    assert_non_null(counts);
    for (size_t i = 0; i < paired->pair_count; i++) {
        const mote_pair_report *pair = &paired->pairs[i];
        const mote_pair_report *truth = find_pair(exact, pair->a, pair->b);
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            mote_face_pair faces = paired->face_pairs[pair->first_face_pair + k];
            counts[exact->contact_of[find_faces(exact, truth, faces)]]++;
        }
    }
    for (size_t i = 0; i < exact->contact_count; i++)
        assert_true(counts[i] == 0 || counts[i] == exact->contacts[i].face_pair_count);
    free(counts);
}

static void a_flood_reports_whole_regions_and_nothing_twice(void **state)
{
    (void)state;
    size_t worlds = test_count(RANDOM_KINDS, 10 * RANDOM_KINDS, 500 * RANDOM_KINDS);
    for (size_t i = 0; i < worlds; i++) {
        duel d;
        mote_world_def def = paired_def();
        set_option(&def, "paired.flood", true);
        begin_duel(&d, 12, i, &def);
        for (int step = 0; step < STEPS; step++) {
            mote_report exact, paired;
            next_frame(&d, &exact, &paired);
            check_regions(&exact, &paired);
        }
        end_duel(&d);
    }
}

// ---------------------------------------------------------------------------------------------
// Recall

// Two bodies, rotated at random, at a distance at which they may touch.
static void meet_at_random(stage *s, mote_random *random, float nearest, float farthest)
{
    mote_vec3 way = mote_vec_scale(mote_random_direction(random),
                                   mote_random_between(random, nearest, farthest));
    mote_transform turn = random_turn(random), other = random_turn(random);
    other.t = way;
    stage_place(s, 0, placed(1, turn));
    stage_place(s, 1, placed(1, other));
}

static void check_recall(const char *a, const char *b, float nearest, float farthest)
{
    stage exact, paired;
    mote_world_def plain = mote_default_world_def(), def = paired_def();
    plain.contacts = def.contacts = false;
    stage_begin(&exact, &plain);
    stage_begin(&paired, &def);
    stage_add(&exact, a), stage_add(&exact, b);
    stage_add(&paired, a), stage_add(&paired, b);
    size_t colliding = 0, found = 0;
    for (size_t i = 0; i < test_count(50, 300, 5000); i++) {
        mote_random one = mote_random_stream(13, i, 0), other = one;
        meet_at_random(&exact, &one, nearest, farthest);
        meet_at_random(&paired, &other, nearest, farthest);
        bool collides = detected(exact.world).face_pair_count > 0;
        colliding += collides;
        found += collides && detected(paired.world).face_pair_count > 0;
    }
    stage_end(&exact);
    stage_end(&paired);
    print_message("%s and %s: %zu of %zu\n", a, b, found, colliding);
    assert_true(colliding > 20);
    assert_true(found >= colliding - colliding / 100);
}

static void what_collides_is_found(void **state)
{
    (void)state;
    check_recall("icosphere-3", "icosphere-2", 1.6f, 2.01f);
    check_recall("torus-600", "letter-t", 0.5f, 2.0f);
    check_recall("shuttle", "hand", 0.5f, 2.0f);
    check_recall("tori-800", "sphere-528", 0.5f, 2.0f);
}

// ---------------------------------------------------------------------------------------------
// Workers, memory, budgets

static void any_number_of_workers_gives_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(RANDOM_KINDS, 4 * RANDOM_KINDS, 100 * RANDOM_KINDS); i++) {
        uint64_t hashes[STEPS], touched[STEPS];
        for (uint32_t workers = 1; workers <= 4; workers++) {
            duel d;
            mote_world_def def = paired_def();
            def.worker_count = workers;
            begin_duel(&d, 14, i, &def);
            for (int step = 0; step < STEPS; step++) {
                mote_report exact, paired;
                next_frame(&d, &exact, &paired);
                if (workers == 1) {
                    hashes[step] = paired.hash;
                    touched[step] = paired.stats.touched_vertices;
                }
                assert_int_equal(paired.hash, hashes[step]);
                assert_int_equal(paired.stats.touched_vertices, touched[step]);
            }
            end_duel(&d);
        }
    }
}

// The same frames again and again: after the first round nothing is allocated.
static void frames_allocate_nothing_after_warm_up(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    stage s;
    mote_world_def def = paired_def();
    set_option(&def, "paired.flood", true);
    def.allocator = failing_allocator_hook(&memory);
    stage_begin(&s, &def);
    stage_add(&s, "torus-600");
    stage_add(&s, "letter-t");
    size_t warm = 0;
    for (int round = 0; round < 3; round++) {
        if (round == 2) warm = memory.calls;
        for (size_t i = 0; i < 40; i++) {
            mote_random random = mote_random_stream(15, i, 0);
            meet_at_random(&s, &random, 0.5f, 2.0f);
            detected(s.world);
        }
    }
    assert_int_equal(memory.calls, warm);
    stage_end(&s);
}

// Meshes from libc, all else from an allocator that fails once.
static bool run_with_failure(const stage *meshes, failing_allocator *memory)
{
    mote_world_def def = paired_def();
    set_option(&def, "paired.flood", true);
    def.allocator = failing_allocator_hook(memory);
    mote_world *world;
    mote_body_id ids[2];
    if (mote_world_create(&def, &world) != MOTE_OK) return false;
    bool done = true;
    for (int i = 0; i < 2 && done; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = meshes->meshes[i];
        done = mote_body_create(world, &body, &ids[i]) == MOTE_OK;
    }
    for (int i = 0; i < 3 && done; i++) {
        mote_transform place = moved_by((mote_vec3){1.5f - 0.2f * (float)i, 0, 0});
        assert_int_equal(mote_body_set_transform(world, ids[1], &place), MOTE_OK);
        done = mote_world_detect(world) == MOTE_OK;
    }
    mote_world_destroy(world);
    return done;
}

static void no_failing_allocation_leaks(void **state)
{
    (void)state;
    stage meshes;
    mote_world_def plain = mote_default_world_def();
    stage_begin(&meshes, &plain);
    stage_add(&meshes, "sphere-528");
    stage_add(&meshes, "sphere-528");
    bool done = false;
    for (size_t fail_at = 1; !done; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        done = run_with_failure(&meshes, &memory);
        assert_int_equal(memory.live, 0);
        assert_true(done || fail_at < 10000);
    }
    stage_end(&meshes);
}

static void a_budget_leaves_what_is_known(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(2 * RANDOM_KINDS, 10 * RANDOM_KINDS, 200 * RANDOM_KINDS);
         i++) {
        duel d;
        mote_world_def def = paired_def();
        def.candidate_budget = 1 + i % 100;
        begin_duel(&d, 16, i, &def);
        for (int step = 0; step < STEPS; step++) {
            mote_report exact, paired;
            next_frame(&d, &exact, &paired);
            check_face_pairs(&exact, &paired);
            for (size_t k = 0; k < paired.estimate_count; k++)
                check_estimate(&d, &paired, &paired.estimates[k]);
            if (paired.stats.candidates < def.candidate_budget) assert_false(paired.cut_short);
        }
        end_duel(&d);
    }
}

// ---------------------------------------------------------------------------------------------
// Kinds of bodies

static void bodies_it_cannot_serve_are_refused(void **state)
{
    (void)state;
    const struct refusal {
        uint32_t flags;
        const char *names;
    } refusals[] = {{MOTE_MESH_CLUSTERS | MOTE_MESH_ADJACENCY, "MOTE_MESH_SEEDS"},
                    {MOTE_MESH_CLUSTERS | MOTE_MESH_SEEDS, "MOTE_MESH_ADJACENCY"}};
    mote_world_def def = paired_def();
    def.contacts = false;
    mote_world *world;
    mote_body_id id;
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    io_model model = made_model("box");
    for (size_t i = 0; i < 2; i++) {
        mote_mesh_def mesh_def = mote_default_mesh_def();
        mesh_def.flags = refusals[i].flags;
        mesh_def.positions = (mote_positions){.data = model.positions, .count = model.vertex_count};
        mesh_def.indices = model.triangles;
        mesh_def.index_count = 3 * (size_t)model.triangle_count;
        mote_mesh *mesh;
        assert_int_equal(mote_mesh_create(&mesh_def, &mesh), MOTE_OK);
        mote_body_def body = mote_default_body_def();
        body.mesh = mesh;
        assert_int_equal(mote_body_create(world, &body, &id), MOTE_ERROR_REFUSED);
        assert_non_null(strstr(mote_last_message(), refusals[i].names));
        mote_mesh_destroy(mesh);
    }
    io_model_release(&model);
    mote_world_destroy(world);
    assert_int_equal(mote_world_option_set(&def, "paired.starts", 129), MOTE_ERROR_ARGUMENT);
    assert_non_null(strstr(mote_last_message(), "paired.starts"));
}

static void vertices_that_are_no_numbers_do_no_harm(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = paired_def();
    stage_begin(&s, &def);
    stage_add(&s, "sphere-528");
    stage_add(&s, "sphere-528");
    const mote_box everywhere = {{-9, -9, -9}, {9, 9, 9}};
    for (size_t i = 0; i < test_count(100, 1000, 10000); i++) {
        mote_random random = mote_random_stream(17, i, 0);
        meet_at_random(&s, &random, 0.5f, 2.0f);
        uint32_t bad = 1 + mote_random_below(&random, s.models[0].vertex_count);
        for (uint32_t k = 0; k < bad; k++)
            s.positions[0][mote_random_below(&random, s.models[0].vertex_count)].y =
                i % 2 ? NAN : INFINITY;
        for (uint32_t k = 0; k < 2; k++) {
            mote_positions now = {.data = s.positions[k], .count = s.models[k].vertex_count};
            assert_int_equal(mote_body_set_positions(s.world, s.ids[k], &now), MOTE_OK);
            assert_int_equal(mote_body_set_bounds(s.world, s.ids[k], &everywhere), MOTE_OK);
        }
        mote_report report = detected(s.world);
        assert_int_equal(report.stats.moved_vertices, 0);
        if (bad == s.models[0].vertex_count) assert_int_equal(report.invalid_count, 1);
    }
    stage_end(&s);
}

// A distance query afterwards starts where the descents ended.
static void hints_are_left_for_distances(void **state)
{
    (void)state;
    stage cold, warm;
    mote_world_def plain = mote_default_world_def(), def = paired_def();
    stage_begin(&cold, &plain);
    stage_begin(&warm, &def);
    uint64_t cold_work = 0, warm_work = 0;
    for (uint32_t i = 0; i < 2; i++) stage_add(&cold, "torus-1200"), stage_add(&warm, "torus-1200");
    for (size_t i = 0; i < test_count(20, 100, 1000); i++) {
        mote_random one = mote_random_stream(18, i, 0), other = one;
        meet_at_random(&cold, &one, 1.0f, 3.0f);
        meet_at_random(&warm, &other, 1.0f, 3.0f);
        detected(warm.world);
        mote_distance a, b;
        assert_int_equal(mote_world_distance(cold.world, cold.ids[0], cold.ids[1], INFINITY, &a),
                         MOTE_OK);
        assert_int_equal(mote_world_distance(warm.world, warm.ids[0], warm.ids[1], INFINITY, &b),
                         MOTE_OK);
        assert_float_equal(a.distance, b.distance, 1e-5f);
        cold_work += a.triangle_pairs;
        warm_work += b.triangle_pairs;
    }
    print_message("%llu triangle pairs after detect, %llu without\n", (unsigned long long)warm_work,
                  (unsigned long long)cold_work);
    stage_end(&cold);
    stage_end(&warm);
}

// ---------------------------------------------------------------------------------------------
// The kernel

static void random_points(mote_random *random, mote_seed_points *points)
{
    points->count = mote_random_below(random, MOTE_SEED_ROOTS + 1);
    for (uint32_t i = 0; i < MOTE_SEED_ROOTS; i++) {
        // On a lattice, so that there are ties.
        mote_vec3 p = {(float)mote_random_below(random, 4), (float)mote_random_below(random, 4),
                       mote_random_below(random, 50) ? (float)mote_random_below(random, 4) : NAN};
        points->part[i] = i;
        points->x[i] = i < points->count ? p.x : NAN;
        points->y[i] = p.y;
        points->z[i] = p.z;
        points->reach[i] = (float)(1 + mote_random_below(random, 2));
    }
}

static void kernels_find_what_their_twin_finds(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(200, 2000, 100000); i++) {
        mote_random random = mote_random_stream(19, i, 0);
        mote_seed_points a, b;
        mote_nearest_seed found[2], expected[2];
        random_points(&random, &a);
        random_points(&random, &b);
        mote_nearest_seeds_scalar(&a, &b, &expected[0], &expected[1]);
        mote_nearest_seeds(&a, &b, &found[0], &found[1]);
        const uint32_t counts[2] = {a.count, b.count};
        for (int k = 0; k < 2; k++) {
            assert_memory_equal(found[k].nearness, expected[k].nearness, 4 * counts[k]);
            assert_memory_equal(found[k].other, expected[k].other, 4 * counts[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_reported_is_true),
        cmocka_unit_test(a_flood_reports_whole_regions_and_nothing_twice),
        cmocka_unit_test(what_collides_is_found),
        cmocka_unit_test(any_number_of_workers_gives_the_same),
        cmocka_unit_test(frames_allocate_nothing_after_warm_up),
        cmocka_unit_test(no_failing_allocation_leaks),
        cmocka_unit_test(a_budget_leaves_what_is_known),
        cmocka_unit_test(bodies_it_cannot_serve_are_refused),
        cmocka_unit_test(vertices_that_are_no_numbers_do_no_harm),
        cmocka_unit_test(hints_are_left_for_distances),
        cmocka_unit_test(kernels_find_what_their_twin_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
