// What each method draws of its state.

#include <math.h>
#include <mote/papers.h>

#include "core/vec.h"
#include "papers/lbg/lbg.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/run.h"
#include "support/sketch.h"
#include "support/stage.h"
#include "world/world.h"

static sketch drawn, drawn_before;

static mote_world_def world_of(mote_method method)
{
    mote_world_def def = mote_default_world_def();
    def.method = method;
    def.contacts = false;
    return def;
}

static void begin_spheres(stage *s, const mote_world_def *def, uint32_t count)
{
    stage_begin(s, def);
    for (uint32_t i = 0; i < count; i++) stage_add(s, "sphere-200");
}

// By a transform, which methods for rigid bodies accept too.
static void put(stage *s, uint32_t body, mote_transform where, mote_vec3 at)
{
    where.t = at;
    assert_int_equal(mote_body_set_transform(s->world, s->ids[body], &where), MOTE_OK);
}

// Particles only act where the boxes of bodies overlap.
static void widen_bounds(stage *s, uint32_t count)
{
    const mote_box wide = {{-99, -99, -99}, {99, 99, 99}};
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(mote_body_set_bounds(s->world, s->ids[i], &wide), MOTE_OK);
}

// ---------------------------------------------------------------------------------------------
// Forces

// Rotates the two spheres at random, puts them apart, detects and draws; returns the offset of the
// second.
static mote_vec3 draw_two_apart(stage *s, mote_random *random)
{
    mote_vec3 far = mote_vec_scale(mote_random_direction(random), 2.5f);
    put(s, 0, random_turn(random), (mote_vec3){0, 0, 0});
    put(s, 1, random_turn(random), far);
    widen_bounds(s, 2);
    detected(s->world);
    sketch_world(s->world, &drawn);
    return far;
}

static void two_lone_particles_pull_at_each_other(void **state)
{
    (void)state;
    stage s;
    mote_random random = mote_random_stream(31, 0, 0);
    mote_world_def def = world_of(MOTE_METHOD_SENIN);
    set_option(&def, "senin.particles", 1);
    set_option(&def, "senin.reach", 10);
    begin_spheres(&s, &def, 2);
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_vec3 far = draw_two_apart(&s, &random);
        assert_int_equal(sketch_points_of(&drawn, MOTE_DRAW_PARTICLE), 2);
        assert_int_equal(drawn.vector_count, 2);
        for (int k = 0; k < 2; k++) {
            const sketched_vector *force = &drawn.vectors[k];
            mote_vec3 way = mote_vec_sub(drawn.vectors[1 - k].at, force->at);
            float distance = mote_vec_length(way), length = mote_vec_length(force->v);
            assert_float_equal(length, 10 / distance, 1e-4f * length); // R_eff / r
            assert_float_equal(mote_vec_dot(way, force->v), distance * length, 1e-4f * length);
            assert_true(mote_vec_dot(force->v, far) * (k == 0 ? 1 : -1) > 0);
        }
    }
    stage_end(&s);
}

// Forces between particles of one body cancel out; the rest pulls each body to the other.
static void the_forces_on_two_crowds_are_opposite(void **state)
{
    (void)state;
    stage s;
    mote_random random = mote_random_stream(32, 0, 0);
    mote_world_def def = world_of(MOTE_METHOD_SENIN);
    set_option(&def, "senin.particles", 7);
    set_option(&def, "senin.reach", 10);
    begin_spheres(&s, &def, 2);
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_vec3 far = draw_two_apart(&s, &random);
        assert_int_equal(drawn.vector_count, 14);
        mote_vec3 sums[2] = {{0, 0, 0}, {0, 0, 0}};
        for (uint32_t k = 0; k < drawn.vector_count; k++) {
            mote_vec3 *sum = &sums[drawn.vectors[k].body.index];
            *sum = mote_vec_add(*sum, drawn.vectors[k].v);
        }
        float size = mote_vec_length(sums[0]);
        assert_true(mote_vec_length(mote_vec_add(sums[0], sums[1])) < 1e-3f * size);
        assert_true(mote_vec_dot(sums[0], far) > 0);
    }
    stage_end(&s);
}

static float flight(void *context, float distance, float reach)
{
    (void)context;
    return -distance / reach;
}

static void laws_of_the_caller_are_drawn_too(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_SENIN);
    set_option(&def, "senin.particles", 1);
    set_option(&def, "senin.reach", 10);
    mote_senin_options options = mote_world_def_get_senin(&def);
    options.attraction[0].potential = options.attraction[1].potential = flight;
    mote_world_def_set_senin(&def, &options);
    begin_spheres(&s, &def, 2);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){2.5f, 0, 0});
    widen_bounds(&s, 2);
    detected(s.world);
    sketch_world(s.world, &drawn);
    assert_int_equal(drawn.vector_count, 2);
    mote_vec3 way = mote_vec_sub(drawn.vectors[1].at, drawn.vectors[0].at);
    assert_float_equal(mote_vec_length(drawn.vectors[0].v), 1, 1e-3f); // reach times 1 / reach
    assert_float_equal(mote_vec_dot(way, drawn.vectors[0].v), -mote_vec_length(way), 1e-2f);
    stage_end(&s);
}

static void particles_of_areas_are_drawn_to_the_other_body(void **state)
{
    (void)state;
    stage s;
    mote_random random = mote_random_stream(33, 0, 0);
    mote_world_def def = world_of(MOTE_METHOD_LBG);
    begin_spheres(&s, &def, 2);
    size_t forces = 0;
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_vec3 far = mote_vec_scale(mote_random_direction(&random), 2.1f);
        put(&s, 0, random_turn(&random), (mote_vec3){0, 0, 0});
        put(&s, 1, random_turn(&random), far);
        widen_bounds(&s, 2);
        detected(s.world);
        sketch_world(s.world, &drawn);
        assert_int_equal(sketch_points_of(&drawn, MOTE_DRAW_PARTICLE), 24);
        for (uint32_t k = 0; k < drawn.vector_count; k++, forces++) {
            bool of_first = drawn.vectors[k].body.index == 0;
            assert_int_equal(drawn.vectors[k].kind, MOTE_DRAW_PARTICLE);
            assert_true(mote_vec_dot(drawn.vectors[k].v, far) * (of_first ? 1 : -1) > 0);
        }
    }
    assert_true(forces > 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Identity of particles

static bool is_same_body(mote_body_id a, mote_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static void expect_ids_are_unique(const sketch *of)
{
    for (uint32_t i = 0; i < of->point_count; i++) {
        if (of->points[i].kind != MOTE_DRAW_PARTICLE) continue;
        for (uint32_t k = 0; k < i; k++) {
            if (of->points[k].kind != MOTE_DRAW_PARTICLE) continue;
            assert_false(of->points[i].id == of->points[k].id &&
                         is_same_body(of->points[i].body, of->points[k].body));
        }
    }
}

static const sketched_point *find_particle(const sketch *in, const sketched_point *which)
{
    for (uint32_t i = 0; i < in->point_count; i++) {
        const sketched_point *p = &in->points[i];
        if (p->kind == MOTE_DRAW_PARTICLE && p->id == which->id &&
            is_same_body(p->body, which->body))
            return p;
    }
    return NULL;
}

// Each particle stays on its vertex or continues from there, so one that did not move between two
// frames at rest is in the same place.
static void expect_same_particles(const sketch *before, const sketch *now)
{
    uint32_t resting = 0;
    for (uint32_t i = 0; i < before->point_count; i++) {
        if (before->points[i].kind != MOTE_DRAW_PARTICLE) continue;
        const sketched_point *p = find_particle(now, &before->points[i]);
        assert_non_null(p);
        resting += mote_vec_length(mote_vec_sub(p->at, before->points[i].at)) == 0;
    }
    assert_true(2 * resting > sketch_points_of(before, MOTE_DRAW_PARTICLE));
}

static void particles_keep_their_ids(void **state)
{
    (void)state;
    const mote_method methods[] = {MOTE_METHOD_SENIN, MOTE_METHOD_LBG};
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        stage s;
        mote_world_def def = world_of(methods[m]);
        begin_spheres(&s, &def, 3);
        for (int frame = 0; frame < 6; frame++) {
            for (uint32_t b = 0; b < 3; b++)
                put(&s, b, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.2f * (float)b, 0, 0});
            detected(s.world);
            sketch_world(s.world, &drawn);
            expect_ids_are_unique(&drawn);
            assert_true(sketch_points_of(&drawn, MOTE_DRAW_PARTICLE) > 0);
            if (frame > 3) expect_same_particles(&drawn_before, &drawn);
            drawn_before = drawn;
        }
        // When a pair moves apart its particles go, and the others keep their ids.
        put(&s, 0, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){-50, 0, 0});
        detected(s.world);
        sketch_world(s.world, &drawn);
        expect_ids_are_unique(&drawn);
        for (uint32_t i = 0; i < drawn.point_count; i++)
            if (drawn.points[i].kind == MOTE_DRAW_PARTICLE)
                assert_non_null(find_particle(&drawn_before, &drawn.points[i]));
        stage_end(&s);
    }
}

static void a_new_cut_has_new_particles(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_LBG);
    begin_spheres(&s, &def, 2);
    stage_place(&s, 1, placed(1, moved_by((mote_vec3){1.5f, 0, 0})));
    detected(s.world);
    sketch_world(s.world, &drawn_before);
    stage_place(&s, 0, placed(2, moved_by((mote_vec3){0, 0, 0})));
    assert_int_equal(detected(s.world).stats.repartitions, 1);
    sketch_world(s.world, &drawn);
    for (uint32_t i = 0; i < drawn.point_count; i++)
        assert_int_equal(find_particle(&drawn_before, &drawn.points[i]) != NULL,
                         drawn.points[i].body.index == 1);
    stage_end(&s);
}

static void areas_are_those_of_the_method(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_LBG);
    begin_spheres(&s, &def, 2);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){50, 0, 0}); // a body alone has areas too
    detected(s.world);
    sketch_world(s.world, &drawn);
    assert_int_equal(drawn.areas_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const mote_lbg_body *body = mote_world_body_at(s.world, i)->method_state;
        assert_int_equal(drawn.areas[i].body.index, i);
        assert_int_equal(drawn.areas[i].vertex_count, s.models[i].vertex_count);
        assert_int_equal(drawn.areas[i].area_count, body->view.area_count);
        assert_memory_equal(drawn.areas[i].area_of, body->view.area_of,
                            s.models[i].vertex_count * sizeof(uint32_t));
    }
    assert_int_equal(drawn.vector_count, 0);
    assert_int_equal(mote_body_destroy(s.world, s.ids[0]), MOTE_OK);
    sketch_world(s.world, &drawn);
    assert_int_equal(drawn.areas_count, 1);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Hints

static mote_vec3 center_of_face(const stage *s, uint32_t body, uint32_t face)
{
    mote_vec3 sum = {0, 0, 0}, at[1000];
    assert_int_equal(mote_body_get_positions(s->world, s->ids[body], at, 1000), MOTE_OK);
    for (int k = 0; k < 3; k++)
        sum = mote_vec_add(sum, at[s->models[body].triangles[3 * (size_t)face + k]]);
    return mote_vec_scale(sum, 1.0f / 3.0f);
}

static bool hints_at(const sketch *of, mote_body_id body, mote_vec3 at)
{
    for (uint32_t i = 0; i < of->point_count; i++) {
        const sketched_point *p = &of->points[i];
        if (p->kind == MOTE_DRAW_HINT && is_same_body(p->body, body) &&
            mote_vec_length(mote_vec_sub(p->at, at)) < 1e-5f)
            return true;
    }
    return false;
}

static void queries_leave_hints_for_any_method(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_HYBRID);
    begin_spheres(&s, &def, 2);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){3, 0.2f, 0.1f});
    detected(s.world);
    sketch_world(s.world, &drawn);
    assert_int_equal(sketch_points_of(&drawn, MOTE_DRAW_HINT), 0);
    mote_distance d;
    assert_int_equal(mote_world_distance(s.world, s.ids[0], s.ids[1], INFINITY, &d), MOTE_OK);
    sketch_world(s.world, &drawn);
    assert_int_equal(sketch_points_of(&drawn, MOTE_DRAW_HINT), 2);
    assert_true(hints_at(&drawn, s.ids[0], center_of_face(&s, 0, d.face_a)));
    assert_true(hints_at(&drawn, s.ids[1], center_of_face(&s, 1, d.face_b)));
    assert_int_equal(mote_body_destroy(s.world, s.ids[1]), MOTE_OK);
    sketch_world(s.world, &drawn);
    assert_int_equal(sketch_points_of(&drawn, MOTE_DRAW_HINT), 0);
    stage_end(&s);
}

static void paired_shows_seeds_and_where_descents_ended(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_PAIRED);
    begin_spheres(&s, &def, 2);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.3f, 1.3f, 1.3f});
    mote_report report = detected(s.world);
    assert_int_equal(report.estimate_count, 1);
    sketch_world(s.world, &drawn);
    assert_true(sketch_points_of(&drawn, MOTE_DRAW_SEED) > 8);
    assert_true(hints_at(&drawn, s.ids[0], center_of_face(&s, 0, report.estimates[0].face_a)));
    assert_true(hints_at(&drawn, s.ids[1], center_of_face(&s, 1, report.estimates[0].face_b)));
    float least = INFINITY;
    for (uint32_t i = 0; i < drawn.vector_count; i++)
        least = fminf(least, mote_vec_length(drawn.vectors[i].v));
    assert_float_equal(least, report.estimates[0].distance, 1e-5f);
    stage_end(&s);
}

static void senin_shows_where_its_closest_pairs_go_on_from(void **state)
{
    (void)state;
    stage s;
    for (int cold = 0; cold < 2; cold++) {
        mote_world_def def = world_of(MOTE_METHOD_SENIN);
        set_option(&def, "senin.cold_start", cold);
        begin_spheres(&s, &def, 2);
        put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.3f, 1.3f, 1.3f});
        mote_report report = detected(s.world);
        sketch_world(s.world, &drawn);
        assert_int_equal(hints_at(&drawn, s.ids[0], report.estimates[0].on_a), !cold);
        assert_int_equal(hints_at(&drawn, s.ids[1], report.estimates[0].on_b), !cold);
        stage_end(&s);
    }
}

// ---------------------------------------------------------------------------------------------
// Boxes, planes, points

static bool some_box_holds(const sketch *of, mote_draw_kind kind, mote_vec3 p)
{
    for (uint32_t i = 0; i < of->box_count; i++) {
        const mote_box *b = &of->boxes[i].box;
        if (of->boxes[i].kind == kind && p.x >= b->min.x && p.x <= b->max.x && p.y >= b->min.y &&
            p.y <= b->max.y && p.z >= b->min.z && p.z <= b->max.z)
            return true;
    }
    return false;
}

static void boxes_hold_the_faces_that_meet(void **state)
{
    (void)state;
    const mote_method methods[] = {MOTE_METHOD_HYBRID, MOTE_METHOD_REFIT};
    mote_random random = mote_random_stream(34, 0, 0);
    for (size_t i = 0; i < test_count(4, 20, 200); i++) {
        stage s;
        mote_world_def def = world_of(methods[i % 2]);
        begin_spheres(&s, &def, 2);
        put(&s, 1, random_turn(&random), mote_vec_scale(mote_random_direction(&random), 1.8f));
        mote_report report = detected(s.world);
        sketch_world(s.world, &drawn);
        assert_true(report.face_pair_count > 0);
        for (size_t k = 0; k < report.face_pair_count; k++) {
            mote_face_pair faces = report.face_pairs[k];
            mote_vec3 on_a = center_of_face(&s, 0, faces.face_a);
            mote_vec3 on_b = center_of_face(&s, 1, faces.face_b);
            assert_true(some_box_holds(&drawn, MOTE_DRAW_CLUSTER, on_a));
            assert_true(some_box_holds(&drawn, MOTE_DRAW_CLUSTER, on_b));
        }
        stage_end(&s);
    }
}

static void cells_are_where_bodies_cross(void **state)
{
    (void)state;
    const mote_method methods[] = {MOTE_METHOD_SMITH, MOTE_METHOD_OCTREE_UPDATE};
    for (size_t m = 0; m < 2; m++) {
        stage s;
        mote_world_def def = world_of(methods[m]);
        def.contacts = true;
        begin_spheres(&s, &def, 2);
        put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.5f, 0.4f, 0.3f});
        mote_report report = detected(s.world);
        sketch_world(s.world, &drawn);
        assert_true(report.segment_count > 0);
        for (size_t i = 0; i < report.segment_count; i++)
            assert_true(some_box_holds(&drawn, MOTE_DRAW_CELL, report.segments[i].p));
        put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){5, 0, 0});
        detected(s.world);
        sketch_world(s.world, &drawn);
        assert_int_equal(sketch_boxes_of(&drawn, MOTE_DRAW_CELL), 0);
        stage_end(&s);
    }
}

static void planes_have_a_body_on_each_side(void **state)
{
    (void)state;
    stage s;
    mote_random random = mote_random_stream(35, 0, 0);
    mote_world_def def = world_of(MOTE_METHOD_SEPARATING_PLANE);
    begin_spheres(&s, &def, 2);
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_vec3 far = mote_vec_scale(mote_random_direction(&random), 2.05f), at[1000];
        put(&s, 0, random_turn(&random), (mote_vec3){0, 0, 0});
        put(&s, 1, random_turn(&random), far);
        detected(s.world);
        sketch_world(s.world, &drawn);
        assert_int_equal(sketch_vectors_of(&drawn, MOTE_DRAW_PLANE), 1);
        const sketched_vector *plane = &drawn.vectors[0];
        assert_float_equal(mote_vec_length(plane->v), 1, 1e-6f);
        for (uint32_t b = 0; b < 2; b++) {
            assert_int_equal(mote_body_get_positions(s.world, s.ids[b], at, 1000), MOTE_OK);
            for (uint32_t v = 0; v < s.models[b].vertex_count; v++) {
                float above = mote_vec_dot(plane->v, mote_vec_sub(at[v], plane->at));
                assert_true(b == 0 ? above < 0 : above > 0);
            }
        }
    }
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){0.5f, 0, 0});
    detected(s.world);
    sketch_world(s.world, &drawn);
    assert_int_equal(drawn.vector_count, 0);
    stage_end(&s);
}

static void closest_features_are_as_close_as_the_bodies(void **state)
{
    (void)state;
    stage s;
    mote_random random = mote_random_stream(36, 0, 0);
    mote_world_def def = world_of(MOTE_METHOD_CLOSEST_FEATURE);
    begin_spheres(&s, &def, 2);
    for (size_t i = 0; i < test_count(5, 20, 200); i++) {
        mote_vec3 far = mote_vec_scale(mote_random_direction(&random), 2.05f);
        put(&s, 0, random_turn(&random), (mote_vec3){0, 0, 0});
        put(&s, 1, random_turn(&random), far);
        mote_distance d;
        detected(s.world);
        sketch_world(s.world, &drawn);
        uint32_t count = sketch_points_of(&drawn, MOTE_DRAW_CLOSEST);
        assert_int_equal(count, sketch_boxes_of(&drawn, MOTE_DRAW_REGION) ? 2 : 0);
        if (count == 0) continue;
        assert_int_equal(mote_world_distance(s.world, s.ids[0], s.ids[1], INFINITY, &d), MOTE_OK);
        mote_vec3 way = mote_vec_sub(drawn.points[1].at, drawn.points[0].at);
        assert_float_equal(mote_vec_length(way), d.distance, 1e-5f);
    }
    stage_end(&s);
}

static void the_engine_that_certifies_shows_its_clusters(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = world_of(MOTE_METHOD_SENIN);
    def.certify = true;
    begin_spheres(&s, &def, 2);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.16f, 1.16f, 1.16f}); // only boxes meet
    assert_int_equal(detected(s.world).stats.certified_pairs, 1);
    sketch_world(s.world, &drawn);
    assert_true(sketch_boxes_of(&drawn, MOTE_DRAW_CLUSTER) > 0);
    put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){9, 9, 9});
    assert_int_equal(detected(s.world).stats.certified_pairs, 0);
    sketch_world(s.world, &drawn);
    assert_int_equal(sketch_boxes_of(&drawn, MOTE_DRAW_CLUSTER), 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Drawing changes nothing

static void drawing_changes_no_answer(void **state)
{
    (void)state;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        stage stages[2];
        mote_random random = mote_random_stream(37, m, 0);
        mote_world_def def = world_of(info->method);
        for (int k = 0; k < 2; k++) begin_spheres(&stages[k], &def, 3);
        for (int frame = 0; frame < 10; frame++) {
            mote_report reports[2];
            for (uint32_t b = 0; b < 3; b++) {
                mote_transform turn = random_turn(&random);
                mote_vec3 at = mote_vec_scale(mote_random_direction(&random), 1.2f);
                for (int k = 0; k < 2; k++) put(&stages[k], b, turn, at);
            }
            for (int k = 0; k < 2; k++) reports[k] = detected(stages[k].world);
            assert_int_equal(reports[0].hash, reports[1].hash);
            assert_int_equal(reports[0].stats.hops, reports[1].stats.hops);
            assert_int_equal(reports[0].stats.force_evaluations,
                             reports[1].stats.force_evaluations);
            assert_int_equal(reports[0].stats.exact_calls, reports[1].stats.exact_calls);
            assert_int_equal(reports[0].stats.touched_vertices, reports[1].stats.touched_vertices);
            sketch_world(stages[1].world, &drawn);
        }
        for (int k = 0; k < 2; k++) stage_end(&stages[k]);
    }
}

static void bodies_that_go_or_move_are_no_trouble(void **state)
{
    (void)state;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        stage s;
        mote_world_def def = world_of(info->method);
        begin_spheres(&s, &def, 3);
        for (uint32_t b = 0; b < 3; b++)
            put(&s, b, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.5f * (float)b, 0, 0});
        for (int frame = 0; frame < 2; frame++) detected(s.world);
        put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){0.5f, 0, 0});
        sketch_world(s.world, &drawn);
        assert_int_equal(mote_body_destroy(s.world, s.ids[0]), MOTE_OK);
        sketch_world(s.world, &drawn);
        for (uint32_t i = 0; i < drawn.point_count; i++)
            assert_int_not_equal(drawn.points[i].body.index, 0);
        detected(s.world);
        sketch_world(s.world, &drawn);
        stage_end(&s);
    }
}

// Two pairs far from each other; one is removed. Cells do not say which pair they belong to.
static void expect_half(const mote_method_info *info, const sketch *whole, const sketch *half)
{
    assert_int_equal(sketch_boxes_of(half, MOTE_DRAW_REGION), 1);
    assert_int_equal(2 * sketch_boxes_of(half, MOTE_DRAW_CLUSTER),
                     sketch_boxes_of(whole, MOTE_DRAW_CLUSTER));
    assert_int_equal(sketch_boxes_of(half, MOTE_DRAW_CELL), 0);
    uint32_t bodies = sketch_boxes_of(whole, MOTE_DRAW_BODY);
    assert_int_equal(sketch_boxes_of(half, MOTE_DRAW_BODY), bodies ? bodies - 1 : 0);
    bool follows = info->abilities & MOTE_ABILITY_POINTS;
    assert_int_equal(half->point_count * (follows ? 1 : 2), whole->point_count);
    assert_int_equal(half->areas_count, whole->areas_count);
    assert_int_equal(2 * sketch_vectors_of(half, MOTE_DRAW_PLANE),
                     sketch_vectors_of(whole, MOTE_DRAW_PLANE));
}

static void what_has_moved_is_left_out(void **state)
{
    (void)state;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        stage s;
        mote_world_def def = world_of(info->method);
        begin_spheres(&s, &def, 4);
        for (uint32_t b = 0; b < 4; b++)
            put(&s, b, moved_by((mote_vec3){0, 0, 0}),
                (mote_vec3){(b % 2 ? 1.5f : 0) + (b < 2 ? 0 : 50.0f), 0.3f, 0.2f});
        detected(s.world);
        sketch_world(s.world, &drawn_before);
        put(&s, 1, moved_by((mote_vec3){0, 0, 0}), (mote_vec3){1.6f, 0, 0});
        sketch_world(s.world, &drawn);
        expect_half(info, &drawn_before, &drawn);
        mote_vec3 surface[1000]; // present positions
        assert_int_equal(mote_body_get_positions(s.world, s.ids[1], surface, 1000), MOTE_OK);
        sketch_world(s.world, &drawn);
        expect_half(info, &drawn_before, &drawn);
        stage_end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_lone_particles_pull_at_each_other),
        cmocka_unit_test(the_forces_on_two_crowds_are_opposite),
        cmocka_unit_test(laws_of_the_caller_are_drawn_too),
        cmocka_unit_test(particles_of_areas_are_drawn_to_the_other_body),
        cmocka_unit_test(particles_keep_their_ids),
        cmocka_unit_test(a_new_cut_has_new_particles),
        cmocka_unit_test(areas_are_those_of_the_method),
        cmocka_unit_test(queries_leave_hints_for_any_method),
        cmocka_unit_test(paired_shows_seeds_and_where_descents_ended),
        cmocka_unit_test(senin_shows_where_its_closest_pairs_go_on_from),
        cmocka_unit_test(boxes_hold_the_faces_that_meet),
        cmocka_unit_test(cells_are_where_bodies_cross),
        cmocka_unit_test(planes_have_a_body_on_each_side),
        cmocka_unit_test(closest_features_are_as_close_as_the_bodies),
        cmocka_unit_test(the_engine_that_certifies_shows_its_clusters),
        cmocka_unit_test(drawing_changes_no_answer),
        cmocka_unit_test(bodies_that_go_or_move_are_no_trouble),
        cmocka_unit_test(what_has_moved_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
