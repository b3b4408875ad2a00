// LABELS threads

// Method lbg: what it reports is true, it finds most collisions, its particles follow the rules of
// the paper, and it handles bodies of any kind.

#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include <mote/geometry.h>

#include "bench/recall/plan.h"
#include "core/vec.h"
#include "papers/lbg/lbg.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/options.h"
#include "support/random_frames.h"
#include "support/run.h"
#include "support/stage.h"
#include "world/world.h"

static mote_world_def lbg_def(uint32_t particles)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_LBG;
    def.contacts = false;
    set_option(&def, "lbg.particles", particles);
    return def;
}

static const mote_lbg_body *state_of(const mote_world *world, mote_body_id id)
{
    return mote_world_body_at(world, id.index)->method_state;
}

// ---------------------------------------------------------------------------------------------
// Precision

static void begin_frames(random_frames *frames, size_t index)
{
    random_frames_begin(frames, 31, index, 120);
    for (uint32_t i = 0; i < frames->body_count; i++)
        frames->bodies[i].def.self_collision = false; // which lbg does not support
}

static const mote_pair_report *find_pair(const mote_report *report, const mote_pair_report *pair)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *p = &report->pairs[i];
        if (p->a.index == pair->a.index && p->b.index == pair->b.index) return p;
    }
    return NULL;
}

static bool has_faces(const mote_report *report, const mote_pair_report *pair, mote_face_pair faces)
{
    for (uint32_t i = 0; i < pair->face_pair_count; i++) {
        mote_face_pair p = report->face_pairs[pair->first_face_pair + i];
        if (p.face_a == faces.face_a && p.face_b == faces.face_b) return true;
    }
    return false;
}

// Checks that every pair of bodies and of faces is in the true report. Returns the number of face
// pairs.
static size_t expect_part_of(const mote_report *truth, const mote_report *report)
{
    size_t count = 0;
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->relation == MOTE_RELATION_APART) continue;
        const mote_pair_report *true_pair = find_pair(truth, pair);
        assert_non_null(true_pair);
        for (uint32_t k = 0; k < pair->face_pair_count; k++, count++)
            assert_true(has_faces(truth, true_pair, report->face_pairs[pair->first_face_pair + k]));
    }
    return count;
}

static void expect_estimates_in_order(const mote_report *report)
{
    size_t touching = 0, reported = 0;
    for (size_t i = 0; i < report->estimate_count; i++) {
        const mote_pair_estimate *e = &report->estimates[i];
        bool touch = e->verdict == MOTE_VERDICT_TOUCH;
        assert_true(e->verdict != MOTE_VERDICT_APART);
        assert_true(e->distance >= 0);
        if (touch) assert_true(e->distance == 0);
        assert_int_equal(e->distance < INFINITY, e->face_a != MOTE_NONE);
        touching += touch;
    }
    for (size_t i = 0; i < report->pair_count; i++)
        reported += report->pairs[i].relation == MOTE_RELATION_TOUCH;
    assert_int_equal(touching, reported);
}

static void run_beside_hybrid(size_t index, const mote_lbg_options *options, mote_detect detect,
                              size_t *found)
{
    random_frames frames;
    begin_frames(&frames, index);
    mote_world_def def = lbg_def(0);
    mote_world_def_set_lbg(&def, options);
    def.detect = detect;
    mote_world_def exact = mote_default_world_def();
    exact.contacts = false;
    mote_world *worlds[2];
    mote_body_id ids[2][RANDOM_BODIES];
    assert_int_equal(mote_world_create(&def, &worlds[0]), MOTE_OK);
    assert_int_equal(mote_world_create(&exact, &worlds[1]), MOTE_OK);
    for (int w = 0; w < 2; w++) random_frames_populate(&frames, worlds[w], ids[w]);
    for (int i = 0; i < 6; i++) {
        random_frames_next(&frames);
        for (int w = 0; w < 2; w++) random_frames_show(&frames, worlds[w], ids[w]);
        mote_report report = detected(worlds[0]), truth = detected(worlds[1]);
        *found += expect_part_of(&truth, &report);
        expect_estimates_in_order(&report);
    }
    for (int w = 0; w < 2; w++) mote_world_destroy(worlds[w]);
    random_frames_end(&frames);
}

static void what_is_reported_is_true(void **state)
{
    (void)state;
    const uint32_t particles[] = {0, 1, 5, 12, 200};
    for (int literal = 0; literal < 2; literal++) {
        size_t found = 0;
        for (size_t i = 0; i < test_count(RANDOM_KINDS, 10 * RANDOM_KINDS, 100 * RANDOM_KINDS);
             i++) {
            mote_lbg_options options =
                literal ? mote_literal_lbg_options() : mote_default_lbg_options();
            options.particles = particles[i % 5];
            options.distance = i % 3 ? MOTE_LBG_MEAN_EDGE : MOTE_LBG_ALL_PAIRS;
            run_beside_hybrid(i, &options, i % 4 ? MOTE_DETECT_ALL : MOTE_DETECT_FIRST, &found);
        }
        assert_true(found > 0);
    }
}

// ---------------------------------------------------------------------------------------------
// Recall

static recall_score score_of(const char *scene, uint32_t particles, uint32_t frames,
                             const char *options)
{
    recall_plan plan = recall_default_plan();
    plan.method = "lbg";
    plan.options = options;
    plan.scenes[0] = scene;
    plan.scene_count = 1;
    plan.frame_count = frames;
    plan.axes[RECALL_AXIS_PARTICLES].values[0] = particles;
    recall_score score = {0};
    if (recall_axis_parse("speed=.02,.1", &plan.axes[RECALL_AXIS_SPEED]) ||
        recall_plan_play(&plan, NULL, NULL) || recall_plan_sum(&plan, &(recall_choice){0}, &score))
        fail_msg("%s", mote_last_message());
    recall_plan_release(&plan);
    assert_true(recall_is_precise(&score));
    return score;
}

static void most_collisions_are_found(void **state)
{
    (void)state;
    const struct {
        const char *scene;
        uint32_t particles;
        double frames, pairs;
    } bars[] = {{"teapot-sphere", 12, 0.90, 0.90},
                {"teapot-sphere", 24, 0.95, 0.95},
                {"spheres-15", 24, 0.98, 0.98}};
    uint32_t frames = (uint32_t)test_count(50, 250, 2000);
    for (size_t i = 0; i < sizeof bars / sizeof *bars; i++) {
        recall_score score = score_of(bars[i].scene, bars[i].particles, frames, NULL);
        assert_true(score.frame_recall.of >= frames / 10);
        assert_true(recall_share_value(score.frame_recall) >= bars[i].frames);
        assert_true(recall_share_value(score.pair_recall) >= bars[i].pairs);
        recall_score_release(&score);
    }
}

static void literal_rules_find_less_but_nothing_wrong(void **state)
{
    (void)state;
    recall_score score =
        score_of("letters-mv", 12, (uint32_t)test_count(20, 100, 1000),
                 "lbg.literal_areas=1,lbg.closest_pairs=1,lbg.pursue=0,lbg.faces=0,"
                 "lbg.acceptable=1,lbg.literal_rectangles=1");
    assert_true(recall_share_value(score.frame_recall) > 0);
    recall_score_release(&score);
}

// ---------------------------------------------------------------------------------------------
// The particles

static void two_spheres(stage *s, const mote_world_def *def)
{
    stage_begin(s, def);
    stage_add(s, "sphere-528");
    stage_add(s, "sphere-528");
}

static void place_two(stage *s, float scale, mote_vec3 second)
{
    stage_place(s, 0, placed(scale, moved_by((mote_vec3){0, 0, 0})));
    stage_place(s, 1, placed(scale, moved_by(second)));
}

static void particles_never_leave_their_areas(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(51, 0, 0);
    stage s;
    mote_world_def def = lbg_def(12);
    two_spheres(&s, &def);
    uint64_t hops = 0;
    for (int i = 0; i < 40; i++) {
        mote_vec3 way = mote_random_direction(&random);
        stage_place(&s, 0, placed(1, random_turn(&random)));
        stage_place(&s, 1, placed(1, moved_by(mote_vec_scale(way, 1.9f))));
        hops += detected(s.world).stats.hops;
        for (uint32_t b = 0; b < 2; b++) {
            const mote_lbg_body *body = state_of(s.world, s.ids[b]);
            assert_int_equal(body->count, 12);
            for (uint32_t k = 0; k < body->count; k++) {
                assert_int_equal(body->particles[k].area, k);
                assert_int_equal(body->view.area_of[body->particles[k].vertex], k);
            }
        }
    }
    assert_true(hops > 100);
    stage_end(&s);
}

// Eq. 12.
static double force_on(const mote_lbg_body *body, const mote_lbg_body *other, uint32_t vertex)
{
    mote_dvec3 p = mote_vec_widen(mote_shape_point(body->shape, vertex));
    double reach = fmax((double)body->reach, (double)other->reach), sum = 0;
    for (uint32_t i = 0; i < other->count; i++) {
        double r = mote_dvec_length(mote_dvec_sub(p, mote_vec_widen(other->at[i])));
        if (r < reach) sum += 1 / (r * r);
    }
    return sum;
}

static void relaxed_particles_are_where_the_force_is_greatest(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(9); // fewer than ten: relaxed when none moves
    two_spheres(&s, &def);
    place_two(&s, 1, (mote_vec3){2.2f, 0.4f, 0.1f});
    const mote_box wide = {{-9, -9, -9}, {9, 9, 9}}; // particles attract only if the boxes overlap
    for (int b = 0; b < 2; b++)
        assert_int_equal(mote_body_set_bounds(s.world, s.ids[b], &wide), MOTE_OK);
    for (int i = 0; i < 20; i++) detected(s.world);
    const mote_lbg_body *a = state_of(s.world, s.ids[0]), *b = state_of(s.world, s.ids[1]);
    for (uint32_t i = 0; i < a->count; i++) {
        const mote_lists *neighbors = &a->shape->mesh->vertex_neighbors;
        uint32_t v = a->particles[i].vertex;
        double here = force_on(a, b, v);
        for (uint32_t k = neighbors->first[v]; k < neighbors->first[v + 1]; k++) {
            uint32_t next = neighbors->items[k];
            if (a->view.area_of[next] == a->particles[i].area)
                assert_true(force_on(a, b, next) <= here * (1 + 1e-5));
        }
    }
    stage_end(&s);
}

static void close_is_reported_separately_from_touching(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(24);
    two_spheres(&s, &def);
    // Side by side along a diagonal: the boxes overlap, the spheres do not.
    float edge = s.meshes[0]->mean_edge_length, along = 0.57735027f;
    float near = (2 + 0.3f * edge) * along, far = (2 + 3 * edge) * along;
    place_two(&s, 1, (mote_vec3){near, near, near});
    for (int i = 0; i < 3; i++) detected(s.world);
    mote_report report = detected(s.world);
    assert_int_equal(report.estimate_count, 1);
    assert_int_equal(report.pair_count, 0);
    assert_true(report.estimates[0].probable);
    assert_int_equal(report.estimates[0].verdict, MOTE_VERDICT_UNDECIDED);
    assert_true(report.estimates[0].distance > 0 && report.estimates[0].distance < edge);
    place_two(&s, 1, (mote_vec3){far, far, far});
    report = detected(s.world);
    if (report.estimate_count) assert_false(report.estimates[0].probable);
    stage_end(&s);
}

static mote_lbg_body *changeable_state(mote_world *world, mote_body_id id)
{
    return mote_world_body_at(world, id.index)->method_state;
}

// Two spheres that overlap, by the rules of the paper except for its areas.
static void overlapping_spheres(stage *s, uint32_t particles)
{
    mote_world_def def = lbg_def(particles);
    mote_lbg_options options = mote_literal_lbg_options();
    options.particles = particles;
    options.literal_areas = false;
    options.acceptable = INFINITY;
    mote_world_def_set_lbg(&def, &options);
    two_spheres(s, &def);
    place_two(s, 1, (mote_vec3){1.7f, 0.1f, 0.2f});
}

static float closest_particles(const mote_lbg_body *a, const mote_lbg_body *b)
{
    float least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            least = fminf(least, mote_lbg_squared_distance(a->at[i], b->at[k]));
    return sqrtf(least);
}

// Particles of two bodies may follow each other forever. Here they do not.
static float distance_at_rest(stage *s)
{
    const mote_lbg_body *a = state_of(s->world, s->ids[0]), *b = state_of(s->world, s->ids[1]);
    for (int i = 0; i < 20; i++) detected(s->world);
    float before = closest_particles(a, b);
    assert_int_equal(detected(s->world).stats.hops, 0);
    assert_true(closest_particles(a, b) == before);
    return before;
}

// Eq. 13 decides: the same particles and areas, but mu a hair above or below the distance of the
// closest two.
static void areas_are_checked_only_if_particles_are_closer_than_mu(void **state)
{
    (void)state;
    for (int shorter = 0; shorter < 2; shorter++) {
        stage s;
        overlapping_spheres(&s, 9); // fewer than ten particles: relaxed when none moves
        float mu = distance_at_rest(&s) * (shorter ? 0.99f : 1.01f);
        for (int b = 0; b < 2; b++) // not deformed: mu at rest is mu of the present shape
            changeable_state(s.world, s.ids[b])->rest_distance = mu;
        place_two(&s, 1, (mote_vec3){1.7f, 0.1f, 0.2f}); // again, so that mu is computed
        mote_report report = detected(s.world);
        assert_int_equal(report.estimate_count, 1);
        assert_int_equal(report.estimates[0].probable, !shorter);
        assert_int_equal(report.face_pair_count > 0, !shorter);
        stage_end(&s);
    }
}

// Of two bodies the larger mu counts.
static void the_larger_mu_of_two_bodies_counts(void **state)
{
    (void)state;
    for (int larger = 0; larger < 2; larger++) {
        stage s;
        overlapping_spheres(&s, 12);
        for (int b = 0; b < 2; b++)
            changeable_state(s.world, s.ids[b])->rest_distance = b == larger ? 9.0f : 1e-9f;
        assert_int_equal(detected(s.world).pair_count, 1);
        stage_end(&s);
    }
}

// Side by side along x, a tenth apart. Within R_eff particles feel each other only if the boxes
// overlap, or with the option.
static void particles_attract_while_boxes_are_apart_if_wanted(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        stage s;
        mote_world_def def = lbg_def(12);
        set_option(&def, "lbg.while_apart", apart);
        set_option(&def, "lbg.pursue", 0); // whose steps are counted too
        two_spheres(&s, &def);
        place_two(&s, 1, (mote_vec3){2.1f, 0, 0});
        mote_report report = detected(s.world);
        assert_int_equal(report.pair_count, 0);
        assert_int_equal(report.estimate_count, apart);
        assert_int_equal(report.stats.hops > 0, apart);
        place_two(&s, 1, (mote_vec3){9, 0, 0}); // beyond R_eff
        detected(s.world);
        assert_int_equal(detected(s.world).stats.hops, 0);
        stage_end(&s);
    }
}

// The paper's split multiplies the mean, which does nothing at the origin.
static void cells_of_the_paper_depend_on_the_coordinates(void **state)
{
    (void)state;
    const struct {
        bool present;
        mote_vec3 at;
        bool divided;
    } cases[] = {{false, {0, 0, 0}, false},
                 {false, {7, -5, 3}, false},
                 {true, {0, 0, 0}, false},
                 {true, {7, -5, 3}, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage s;
        mote_world_def def = lbg_def(12);
        const mote_lbg_options options = mote_literal_lbg_options();
        mote_world_def_set_lbg(&def, &options);
        set_option(&def, "lbg.present_areas", cases[i].present);
        two_spheres(&s, &def);
        for (uint32_t b = 0; b < 2; b++) {
            mote_vec3 aside = {b ? 1.9f : 0, 0, 0};
            stage_place(&s, b, placed(1, moved_by(mote_vec_add(cases[i].at, aside))));
        }
        mote_report report = detected(s.world);
        assert_int_equal(report.stats.repartitions, 0); // the first partition is none
        const mote_lbg_body *body = state_of(s.world, s.ids[0]);
        assert_int_equal(body->view.area_count, 12);
        if (cases[i].divided)
            assert_true(body->count >= 10);
        else
            assert_int_equal(body->count, 1);
        stage_end(&s);
    }
}

static void a_present_shape_that_is_not_finite_leaves_the_rest_shape(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(12);
    set_option(&def, "lbg.present_areas", 1);
    two_spheres(&s, &def);
    place_two(&s, 1, (mote_vec3){1.5f, 0, 0});
    const mote_box wide = {{-9, -9, -9}, {9, 9, 9}};
    s.positions[0][7].x = NAN;
    for (int b = 0; b < 2; b++)
        assert_int_equal(mote_body_set_bounds(s.world, s.ids[b], &wide), MOTE_OK);
    detected(s.world);
    for (int b = 0; b < 2; b++) assert_int_equal(state_of(s.world, s.ids[b])->count, 12);
    stage_end(&s);
}

static void the_collision_distance_grows_with_the_shape(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        stage s;
        mote_world_def def = lbg_def(12);
        set_option(&def, "lbg.distance", kind);
        set_option(&def, "lbg.acceptable", (double)INFINITY);
        two_spheres(&s, &def);
        for (float scale = 0.125f; scale <= 64; scale *= 8) {
            place_two(&s, scale, (mote_vec3){scale, 0, 0});
            detected(s.world);
            float rest =
                kind ? 4.0f / 3
                     : s.meshes[0]
                           ->mean_edge_length; // the mean over all pairs of points of a sphere
            assert_true(fabsf(state_of(s.world, s.ids[0])->distance / (rest * scale) - 1) < 0.05f);
        }
        stage_end(&s);
    }
}

// ---------------------------------------------------------------------------------------------
// Repartition

static void rigid_bodies_are_never_repartitioned(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(52, 0, 0);
    stage s;
    mote_world_def def = lbg_def(12);
    stage_begin(&s, &def);
    stage_add(&s, "teapot");
    stage_add(&s, "letter-m");
    for (int i = 0; i < 30; i++) {
        for (uint32_t b = 0; b < 2; b++) stage_place(&s, b, placed(1, random_turn(&random)));
        assert_int_equal(detected(s.world).stats.repartitions, 0);
    }
    stage_end(&s);
}

static void a_body_that_has_grown_is_repartitioned_once(void **state)
{
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        stage s;
        mote_world_def def = lbg_def(12);
        set_option(&def, "lbg.literal_rectangles", literal);
        two_spheres(&s, &def);
        place_two(&s, 1, (mote_vec3){1.5f, 0, 0});
        assert_int_equal(detected(s.world).stats.repartitions, 0);
        stage_place(&s, 0, placed(2, moved_by((mote_vec3){0, 0, 0})));
        mote_report report = detected(s.world);
        assert_int_equal(report.stats.repartitions, 1);
        assert_int_equal(report.pair_count, 1);
        const mote_lbg_body *body = state_of(s.world, s.ids[0]);
        assert_true(body->count >= 47 && body->count <= 49); // four times the surface area
        assert_int_equal(state_of(s.world, s.ids[1])->count, 12);
        place_two(&s, 2, (mote_vec3){3, 0, 0});
        stage_place(&s, 1, placed(1, moved_by((mote_vec3){1.5f, 0, 0})));
        if (!literal) assert_int_equal(detected(s.world).stats.repartitions, 0);
        stage_end(&s);
    }
}

static void an_infinite_limit_prevents_repartitions(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(12);
    set_option(&def, "lbg.acceptable", (double)INFINITY);
    two_spheres(&s, &def);
    for (float scale = 1; scale < 100; scale *= 3) {
        place_two(&s, scale, (mote_vec3){scale, 0, 0});
        assert_int_equal(detected(s.world).stats.repartitions, 0);
    }
    stage_end(&s);
}

// A grid of n by n squares in the plane z = 0, with two triangles per square.
static io_model square_grid(uint32_t n)
{
    io_model grid = {.vertex_count = (n + 1) * (n + 1), .triangle_count = 2 * n * n};
    grid.positions = malloc(grid.vertex_count * sizeof *grid.positions);
    grid.triangles = malloc(3 * grid.triangle_count * sizeof *grid.triangles);
    for (uint32_t v = 0; v < grid.vertex_count; v++) {
        uint32_t row = v / (n + 1), column = v % (n + 1);
        grid.positions[v] = (mote_vec3){(float)column, (float)row, 0};
    }
    for (uint32_t i = 0; i < n * n; i++) {
        uint32_t v = i / n * (n + 1) + i % n, *t = grid.triangles + 6 * i;
        const uint32_t corners[6] = {v, v + 1, v + n + 1, v + 1, v + n + 2, v + n + 1};
        memcpy(t, corners, sizeof corners);
    }
    return grid;
}

static void the_rectangle_of_a_square_is_the_square(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(1);
    stage_begin(&s, &def);
    stage_add_model(&s, square_grid(20), false);
    stage_add(&s, "box");
    stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(&s, 1, placed(5, moved_by((mote_vec3){10, 10, 0})));
    detected(s.world);
    const mote_lbg_body *body = state_of(s.world, s.ids[0]);
    assert_true(fabs(body->acceptable - 400) < 1e-3);
    assert_true(fabs(mote_lbg_largest_rectangle(body, false) - 400) < 1e-3);
    stage_place(&s, 0, (placement){{1.25f, 1, 1}, moved_by((mote_vec3){0, 0, 0})});
    detected(s.world);
    assert_true(fabs(mote_lbg_largest_rectangle(body, false) - 500) < 1e-3);
    assert_true(mote_lbg_largest_rectangle(body, true) > 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// The number of particles

static uint32_t count_of(const char *model, const char *other, uint32_t others, mote_lbg_count rule)
{
    stage s;
    mote_world_def def = lbg_def(0);
    set_option(&def, "lbg.count", rule);
    stage_begin(&s, &def);
    stage_add(&s, model);
    for (uint32_t i = 0; i < others; i++) stage_add(&s, other);
    for (uint32_t i = 0; i <= others; i++)
        stage_place(&s, i, placed(i ? 0.2f : 1, moved_by((mote_vec3){0.9f, 0, 0})));
    detected(s.world);
    uint32_t count = state_of(s.world, s.ids[0])->count;
    stage_end(&s);
    return count;
}

static void the_rules_choose_the_number_of_particles(void **state)
{
    (void)state;
    assert_int_equal(count_of("sphere-528", "sphere-528", 1, MOTE_LBG_COUNT_KISSING), 2);
    assert_int_equal(count_of("sphere-528", "sphere-528", 7, MOTE_LBG_COUNT_KISSING), 8);
    assert_int_equal(count_of("sphere-528", "sphere-528", 1, MOTE_LBG_COUNT_SHADOWS), 12);
    assert_int_equal(count_of("sphere-528", "sphere-528", 1, MOTE_LBG_COUNT_SPHERES), 12);
    assert_true(count_of("teapot", "sphere-528", 1, MOTE_LBG_COUNT_SHADOWS) > 12);
}

// ---------------------------------------------------------------------------------------------
// Unusual bodies

static io_model triangle_model(void)
{
    io_model model = {.vertex_count = 3, .triangle_count = 1};
    model.positions = calloc(3, sizeof *model.positions);
    model.triangles = malloc(3 * sizeof *model.triangles);
    model.positions[1].x = model.positions[2].y = 1;
    for (uint32_t i = 0; i < 3; i++) model.triangles[i] = i;
    return model;
}

// A sphere with unused vertices at the beginning, in between and at the end.
static io_model with_isolated_vertices(void)
{
    io_model sphere = made_model("sphere-528");
    io_model model = {.vertex_count = 2 * sphere.vertex_count + 1,
                      .triangle_count = sphere.triangle_count};
    model.positions = malloc(model.vertex_count * sizeof *model.positions);
    model.triangles = malloc(3 * model.triangle_count * sizeof *model.triangles);
    for (uint32_t v = 0; v < model.vertex_count; v++)
        model.positions[v] =
            v % 2 ? sphere.positions[v / 2] : (mote_vec3){50, 0, 0}; // far from the surface
    for (uint32_t i = 0; i < 3 * model.triangle_count; i++)
        model.triangles[i] = 2 * sphere.triangles[i] + 1;
    io_model_release(&sphere);
    return model;
}

static io_model three_components(void)
{
    io_model a = made_model("box"), b = made_model("sphere-528"), c = triangle_model();
    io_model ab = joined_models(&a, &b, (mote_vec3){3, 0, 0});
    io_model abc = joined_models(&ab, &c, (mote_vec3){6, 0, 0});
    io_model_release(&a);
    io_model_release(&b);
    io_model_release(&c);
    io_model_release(&ab);
    return abc;
}

static uint32_t face_pairs_with_sphere(io_model model, uint32_t particles, bool literal,
                                       mote_vec3 sphere)
{
    stage s;
    mote_world_def def = lbg_def(particles);
    if (literal) mote_world_def_set_literal(&def);
    set_option(&def, "lbg.particles", particles);
    stage_begin(&s, &def);
    stage_add_model(&s, model, false);
    stage_add(&s, "sphere-528");
    uint32_t most = 0;
    for (int i = 0; i < 4; i++) {
        stage_place(&s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
        stage_place(&s, 1, placed(0.8f, moved_by(sphere)));
        mote_report report = detected(s.world);
        if (report.face_pair_count > most) most = (uint32_t)report.face_pair_count;
        const mote_lbg_body *body = state_of(s.world, s.ids[0]);
        assert_true(body->count >= 1);
        assert_true(particles == 0 || body->count <= particles);
    }
    stage_end(&s);
    return most;
}

static void unusual_bodies_are_accepted(void **state)
{
    (void)state;
    for (int literal = 0; literal < 2; literal++) {
        const uint32_t particles[] = {1, 3, 12, 4096, 0};
        for (size_t i = 0; i < sizeof particles / sizeof *particles; i++) {
            uint32_t n = particles[i];
            mote_vec3 aside = {0.8f, 0.1f, 0}, third = {6.2f, 0.2f, 0.5f};
            uint32_t hits = face_pairs_with_sphere(triangle_model(), n, literal, aside);
            if (!literal && n != 1) assert_true(hits >= 1);
            hits = face_pairs_with_sphere(with_isolated_vertices(), n, literal, aside);
            if (!literal && n != 1) assert_true(hits >= 1);
            hits = face_pairs_with_sphere(three_components(), n, literal, third);
            if (!literal && n >= 3) assert_true(hits >= 1);
        }
    }
}

static void there_are_no_more_particles_than_vertices(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(100);
    stage_begin(&s, &def);
    stage_add(&s, "box");
    stage_add_model(&s, triangle_model(), false);
    assert_int_equal(state_of(s.world, s.ids[0])->count, 8);
    assert_int_equal(state_of(s.world, s.ids[1])->count, 3);
    stage_end(&s);
}

static void coordinates_that_are_not_finite_do_no_harm(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(53, 0, 0);
    const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f};
    stage s;
    mote_world_def def = lbg_def(12);
    two_spheres(&s, &def);
    const mote_box wide = {
        {-9, -9, -9},
        {9, 9, 9}}; // so that nothing else reads the positions before the particles do
    for (int i = 0; i < 200; i++) {
        place_two(&s, i % 5 ? 1 : 3, (mote_vec3){1.5f, 0, 0});
        for (uint32_t k = mote_random_below(&random, 100); k > 0; k--) {
            uint32_t v = mote_random_below(&random, s.models[0].vertex_count);
            s.positions[0][v].y = bad[mote_random_below(&random, 4)];
        }
        for (int b = 0; b < 2 && i % 2; b++)
            assert_int_equal(mote_body_set_bounds(s.world, s.ids[b], &wide), MOTE_OK);
        detected(s.world);
    }
    place_two(&s, 1, (mote_vec3){1.5f, 0, 0});
    assert_int_equal(detected(s.world).pair_count, 1);
    stage_end(&s);
}

static void few_vertices_are_read_when_bounds_are_promised(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(12);
    stage_begin(&s, &def);
    for (int b = 0; b < 2; b++) stage_add(&s, "sphere-20000");
    const mote_box wide = {{-9, -9, -9}, {9, 9, 9}};
    for (int i = 0; i < 5; i++) {
        place_two(&s, 1, (mote_vec3){1.95f + 0.001f * (float)i, 0, 0});
        for (int b = 0; b < 2; b++)
            assert_int_equal(mote_body_set_bounds(s.world, s.ids[b], &wide), MOTE_OK);
        mote_report report = detected(s.world);
        assert_int_equal(report.stats.moved_vertices, 0);
        assert_true(report.pair_count == 1);
        assert_true(i == 0 || report.stats.touched_vertices < 4000);
    }
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Errors

static void options_out_of_range_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 7; i++) {
        mote_lbg_options o = mote_default_lbg_options();
        if (i == 0) o.particles = MOTE_LBG_MAX_PARTICLES + 1;
        if (i == 1) o.count = (mote_lbg_count)3;
        if (i == 2) o.distance = (mote_lbg_distance)2;
        if (i == 3) o.closest_pairs = 0;
        if (i == 4) o.closest_pairs = 65;
        if (i == 5) o.acceptable = 0.5f;
        if (i == 6) o.acceptable = NAN;
        mote_world_def def = lbg_def(12);
        mote_world_def_set_lbg(&def, &o);
        mote_world *world;
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_null(world);
    }
}

static void meshes_without_neighbors_or_normals_are_refused(void **state)
{
    (void)state;
    const uint32_t flags[] = {MOTE_MESH_CLUSTERS | MOTE_MESH_ADJACENCY,
                              MOTE_MESH_CLUSTERS | MOTE_MESH_NORMALS};
    for (int i = 0; i < 2; i++) {
        test_mesh source = test_mesh_torus(8, 6, 2, 0.5f);
        mote_mesh_def mesh_def = test_mesh_def(&source);
        mesh_def.flags = flags[i];
        mote_mesh *mesh = test_mesh_create(&mesh_def);
        mote_world_def def = lbg_def(12);
        mote_world *world;
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        mote_body_def body = mote_default_body_def();
        body.mesh = mesh;
        mote_body_id id;
        assert_int_equal(mote_body_create(world, &body, &id), MOTE_ERROR_ARGUMENT);
        mote_world_destroy(world);
        mote_mesh_destroy(mesh);
        test_mesh_release(&source);
    }
}

// ---------------------------------------------------------------------------------------------
// Threads and memory

static const char *estimates_differ(const mote_report *a, const mote_report *b)
{
    if (a->estimate_count != b->estimate_count) return "numbers of estimates";
    for (size_t i = 0; i < a->estimate_count; i++) {
        const mote_pair_estimate *p = &a->estimates[i], *q = &b->estimates[i];
        if (p->verdict != q->verdict || p->probable != q->probable || p->distance != q->distance ||
            p->face_a != q->face_a || p->face_b != q->face_b)
            return "estimates";
    }
    if (a->stats.hops != b->stats.hops || a->stats.force_evaluations != b->stats.force_evaluations)
        return "hops or forces";
    return NULL;
}

static void any_number_of_workers_gives_the_same(void **state)
{
    (void)state;
    enum { TEAMS = 3 };
    const uint32_t workers[TEAMS] = {1, 2, 5};
    for (size_t index = 0; index < test_count(3, 4 * RANDOM_KINDS, 20 * RANDOM_KINDS); index++) {
        random_frames frames;
        begin_frames(&frames, index);
        mote_world *worlds[TEAMS];
        mote_body_id ids[TEAMS][RANDOM_BODIES];
        for (int w = 0; w < TEAMS; w++) {
            mote_world_def def = lbg_def(index % 2 ? 12 : 0);
            def.worker_count = workers[w];
            assert_int_equal(mote_world_create(&def, &worlds[w]), MOTE_OK);
            random_frames_populate(&frames, worlds[w], ids[w]);
        }
        for (int i = 0; i < 4; i++) {
            random_frames_next(&frames);
            mote_report alone;
            for (int w = 0; w < TEAMS; w++) {
                random_frames_show(&frames, worlds[w], ids[w]);
                mote_report report = detected(worlds[w]);
                if (w == 0) alone = report;
                const char *what = reports_differ(&alone, &report);
                if (!what) what = estimates_differ(&alone, &report);
                if (what) fail_msg("world %zu, %u workers: other %s", index, workers[w], what);
            }
        }
        for (int w = 0; w < TEAMS; w++) mote_world_destroy(worlds[w]);
        random_frames_end(&frames);
    }
}

static void a_frame_allocates_nothing_after_warm_up(void **state)
{
    (void)state;
    for (uint32_t particles = 0; particles <= 12; particles += 12) {
        failing_allocator memory = {0};
        stage s;
        mote_world_def def = lbg_def(particles);
        def.allocator = failing_allocator_hook(&memory);
        two_spheres(&s, &def);
        size_t warm = 0;
        for (int i = 0; i < 60; i++) {
            float turn = (float)(i % 20) / 20;
            place_two(&s, 1, (mote_vec3){1.6f + 0.3f * turn, 0.2f * turn, 0});
            assert_int_equal(detected(s.world).stats.repartitions, 0);
            if (i == 20) warm = memory.calls;
        }
        assert_int_equal(memory.calls, warm);
        stage_end(&s);
        assert_int_equal(memory.live, 0);
    }
}

// Runs frames of which the second repartitions the first body. Returns the number of calls that
// failed.
static uint32_t live_with_failures(failing_allocator *memory, uint32_t particles,
                                   mote_mesh *const meshes[2], mote_vec3 *positions[2][3])
{
    uint32_t failures = 0;
    mote_world_def def = lbg_def(particles);
    def.allocator = failing_allocator_hook(memory);
    mote_world *world;
    if (mote_world_create(&def, &world) != MOTE_OK) return 1;
    mote_body_id ids[2];
    for (int b = 0; b < 2; b++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = meshes[b];
        if (mote_body_create(world, &body, &ids[b]) == MOTE_OK) continue;
        failures++;
        assert_int_equal(mote_body_create(world, &body, &ids[b]), MOTE_OK);
    }
    for (int frame = 0; frame < 3; frame++) {
        for (int b = 0; b < 2; b++) {
            mote_positions p = {.data = positions[b][frame], .count = meshes[b]->vertex_count};
            assert_int_equal(mote_body_set_positions(world, ids[b], &p), MOTE_OK);
        }
        mote_result result = mote_world_detect(world);
        failures += result != MOTE_OK;
        if (result != MOTE_OK) assert_int_equal(result, MOTE_ERROR_MEMORY);
    }
    mote_world_destroy(world);
    return failures;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    test_mesh torus = test_mesh_torus(12, 8, 2, 0.7f);
    mote_mesh_def def = test_mesh_def(&torus);
    mote_mesh *mesh = test_mesh_create(&def), *meshes[2] = {mesh, mesh};
    mote_vec3 *positions[2][3];
    const float scales[3] = {1, 3, 3};
    for (int b = 0; b < 2; b++) {
        for (int frame = 0; frame < 3; frame++) {
            positions[b][frame] = malloc(torus.vertex_count * sizeof(mote_vec3));
            for (uint32_t v = 0; v < torus.vertex_count; v++) {
                mote_vec3 p = mote_vec_scale(torus.positions[v], b ? 1 : scales[frame]);
                p.x += b ? 1.0f : 0.0f;
                positions[b][frame][v] = p;
            }
        }
    }
    for (uint32_t particles = 0; particles <= 6; particles += 6) {
        failing_allocator memory = {0};
        assert_int_equal(live_with_failures(&memory, particles, meshes, positions), 0);
        assert_int_equal(memory.live, 0);
        for (size_t n = 1, calls = memory.calls; n <= calls; n++) {
            memory = (failing_allocator){.fail_at = n};
            assert_true(live_with_failures(&memory, particles, meshes, positions) <= 1);
            assert_int_equal(memory.live, 0);
        }
    }
    for (int i = 0; i < 6; i++) free(positions[i / 3][i % 3]);
    mote_mesh_destroy(mesh);
    test_mesh_release(&torus);
}

static void bodies_come_and_go(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = lbg_def(0);
    set_option(&def, "lbg.count", MOTE_LBG_COUNT_KISSING);
    two_spheres(&s, &def);
    place_two(&s, 1, (mote_vec3){1.5f, 0, 0});
    assert_int_equal(detected(s.world).pair_count, 1);
    assert_int_equal(mote_body_destroy(s.world, s.ids[0]), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s.meshes[0];
    assert_int_equal(mote_body_create(s.world, &body, &s.ids[0]), MOTE_OK);
    place_two(&s, 1, (mote_vec3){1.5f, 0, 0});
    mote_report report = detected(s.world);
    assert_int_equal(report.pairs[report.pair_count - 1].relation, MOTE_RELATION_TOUCH);
    assert_int_equal(state_of(s.world, s.ids[0])->count, 2);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_reported_is_true),
        cmocka_unit_test(most_collisions_are_found),
        cmocka_unit_test(literal_rules_find_less_but_nothing_wrong),
        cmocka_unit_test(particles_never_leave_their_areas),
        cmocka_unit_test(relaxed_particles_are_where_the_force_is_greatest),
        cmocka_unit_test(close_is_reported_separately_from_touching),
        cmocka_unit_test(areas_are_checked_only_if_particles_are_closer_than_mu),
        cmocka_unit_test(the_larger_mu_of_two_bodies_counts),
        cmocka_unit_test(particles_attract_while_boxes_are_apart_if_wanted),
        cmocka_unit_test(cells_of_the_paper_depend_on_the_coordinates),
        cmocka_unit_test(a_present_shape_that_is_not_finite_leaves_the_rest_shape),
        cmocka_unit_test(the_collision_distance_grows_with_the_shape),
        cmocka_unit_test(rigid_bodies_are_never_repartitioned),
        cmocka_unit_test(a_body_that_has_grown_is_repartitioned_once),
        cmocka_unit_test(an_infinite_limit_prevents_repartitions),
        cmocka_unit_test(the_rectangle_of_a_square_is_the_square),
        cmocka_unit_test(the_rules_choose_the_number_of_particles),
        cmocka_unit_test(unusual_bodies_are_accepted),
        cmocka_unit_test(there_are_no_more_particles_than_vertices),
        cmocka_unit_test(coordinates_that_are_not_finite_do_no_harm),
        cmocka_unit_test(few_vertices_are_read_when_bounds_are_promised),
        cmocka_unit_test(options_out_of_range_are_refused),
        cmocka_unit_test(meshes_without_neighbors_or_normals_are_refused),
        cmocka_unit_test(any_number_of_workers_gives_the_same),
        cmocka_unit_test(a_frame_allocates_nothing_after_warm_up),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(bodies_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
