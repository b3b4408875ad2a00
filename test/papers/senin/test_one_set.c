// Particles of method senin with one set per body, and with particles that interact while bodies
// are apart: where the particles come to rest is checked against potentials that the test adds up
// itself.

#include <math.h>
#include <mote/papers.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "papers/particle/longest_route.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/run.h"
#include "support/stage.h"

enum { PARTICLES = 4, MAX_POINTS = 1024 };

static mote_world_def def_of(bool one_set)
{
    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_SENIN;
    def.contacts = false;
    set_option(&def, "senin.particles", PARTICLES);
    set_option(&def, "senin.one_set", one_set);
    set_option(&def, "senin.min_moving", 1); // until all rest
    set_option(&def, "senin.max_steps", 10000);
    set_option(&def, "senin.pursue", false);
    set_option(&def, "senin.reach", 1.5);
    return def;
}

// Spheres around the first one, which they touch.
static void begin_spheres(stage *s, const mote_world_def *def, uint32_t count)
{
    static const mote_vec3 at[] = {
        {0, 0, 0}, {1.9f, 0, 0}, {-1.9f, 0, 0}, {0, 1.9f, 0}, {0, 0, -1.9f}};
    stage_begin(s, def);
    for (uint32_t i = 0; i < count; i++) {
        stage_add(s, "icosphere-3");
        stage_place(s, i, placed(1, moved_by(at[i])));
    }
}

// ---------------------------------------------------------------------------------------------
// Particles as they are drawn

typedef struct drawn_particles {
    struct {
        uint32_t body, id;
        mote_vec3 at;
    } points[MAX_POINTS];
    uint32_t count;
    uint32_t vectors;
} drawn_particles;

static void take_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    drawn_particles *d = context;
    if (kind != MOTE_DRAW_PARTICLE) return;
    assert_true(d->count < MAX_POINTS);
    d->points[d->count].body = body.index;
    d->points[d->count].id = id;
    d->points[d->count++].at = at;
}

static void take_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    (void)body, (void)at, (void)v;
    if (kind == MOTE_DRAW_PARTICLE) ((drawn_particles *)context)->vectors++;
}

static drawn_particles drawn_in(const stage *s)
{
    drawn_particles d = {.count = 0};
    const mote_debug_draw draw = {.point = take_point, .vector = take_vector, .context = &d};
    assert_int_equal(mote_world_draw(s->world, &draw), MOTE_OK);
    return d;
}

static uint32_t vertex_at(const stage *s, uint32_t body, mote_vec3 at)
{
    for (uint32_t v = 0; v < s->models[body].vertex_count; v++) {
        mote_vec3 p = s->positions[body][v];
        if (p.x == at.x && p.y == at.y && p.z == at.z) return v;
    }
    fail_msg("a particle is not at a vertex");
    return 0;
}

// Section 3.3: attraction by particles of other bodies within R_eff, repulsion by those of the same
// body. With pair sets the particles of a body for another one see only those that this other one
// has for it.
typedef struct system_of_particles {
    const stage *s;
    drawn_particles d;
    double reach[STAGE_BODIES]; // R_eff of the particles of each body
    bool one_set;
    bool only_with_first; // other bodies are too far from each other to be neighbors
} system_of_particles;

// Whether both particles belong to the same pair of bodies: ids count on for each other body.
static bool interact(const system_of_particles *p, uint32_t i, uint32_t k)
{
    uint32_t body_i = p->d.points[i].body, body_k = p->d.points[k].body;
    if (p->only_with_first && body_i != body_k && body_i && body_k) return false;
    if (p->one_set) return true;
    uint32_t for_i = p->d.points[i].id / PARTICLES, for_k = p->d.points[k].id / PARTICLES;
    return body_i == body_k ? for_i == for_k : for_i == body_k && for_k == body_i;
}

static double potential_at(const system_of_particles *p, uint32_t particle, mote_vec3 at)
{
    double sum = 0;
    for (uint32_t k = 0; k < p->d.count; k++) {
        if (k == particle || !interact(p, particle, k)) continue;
        mote_dvec3 off = mote_dvec_sub(mote_vec_widen(p->d.points[k].at), mote_vec_widen(at));
        uint32_t body = p->d.points[particle].body;
        double log_of = log(fmax(mote_dvec_length(off) / p->reach[body], (double)0x1p-20f));
        if (p->d.points[k].body == body)
            sum -= log_of;
        else
            sum += fmin(log_of, 0);
    }
    return sum;
}

static void check_rest(const system_of_particles *p, uint32_t particle)
{
    uint32_t body = p->d.points[particle].body;
    uint32_t vertex = vertex_at(p->s, body, p->d.points[particle].at);
    const mote_lists *near = &p->s->meshes[body]->vertex_neighbors;
    double here = potential_at(p, particle, p->d.points[particle].at);
    for (uint32_t i = near->first[vertex]; i < near->first[vertex + 1]; i++) {
        mote_vec3 there = p->s->positions[body][near->items[i]];
        assert_true(here <= potential_at(p, particle, there) + 1e-4);
    }
}

static void check_all_rest(bool one_set, uint32_t bodies, uint64_t seed)
{
    mote_world_def def = def_of(one_set);
    def.seed = seed;
    stage s;
    begin_spheres(&s, &def, bodies);
    mote_report report = detected(s.world);
    assert_true(report.stats.hops > 0);
    system_of_particles p = {.s = &s, .d = drawn_in(&s), .one_set = one_set};
    for (uint32_t i = 0; i < bodies; i++) p.reach[i] = get_option(&def, "senin.reach");
    uint32_t sets = one_set ? bodies : 2 * report.stats.body_pairs;
    assert_int_equal(p.d.count, sets * PARTICLES);
    for (uint32_t i = 0; i < p.d.count; i++) check_rest(&p, i);
    stage_end(&s);
}

static void particles_rest_where_no_neighboring_vertex_has_a_lower_potential(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(3, 10, 200); seed++) {
        check_all_rest(false, 2, seed);
        check_all_rest(false, 5, seed);
        check_all_rest(true, 2, seed);
        check_all_rest(true, 5, seed);
    }
}

// ---------------------------------------------------------------------------------------------
// One set

// A sphere of radius 1 that touches a large one and then a small one, which do not touch each
// other.
static void begin_sizes(stage *s, const mote_world_def *def)
{
    static const float radii[3] = {1, 2, 0.5f};
    static const mote_vec3 at[3] = {{0, 0, 0}, {2.9f, 0, 0}, {-1.4f, 0, 0}};
    stage_begin(s, def);
    for (uint32_t i = 0; i < 3; i++) {
        stage_add(s, i < 2 ? "icosphere-3" : "icosphere-1");
        stage_place(s, i, placed(radii[i], moved_by(at[i])));
    }
}

static double longest_side(const stage *s, uint32_t body)
{
    mote_vec3 low = s->positions[body][0], high = low;
    for (uint32_t i = 1; i < s->models[body].vertex_count; i++) {
        mote_vec3 p = s->positions[body][i];
        low = (mote_vec3){fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z)};
        high = (mote_vec3){fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z)};
    }
    return (double)fmaxf(high.x - low.x, fmaxf(high.y - low.y, high.z - low.z));
}

static void the_reach_of_a_set_is_that_of_its_largest_pair(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(5, 20, 200); seed++) {
        mote_world_def def = def_of(true);
        set_option(&def, "senin.reach", 0);
        set_option(&def, "senin.reach_part", 0.6);
        def.seed = seed;
        stage s;
        begin_sizes(&s, &def);
        assert_int_equal(detected(s.world).stats.body_pairs, 2);
        double largest = longest_side(&s, 1), middle = longest_side(&s, 0);
        system_of_particles p = {
            .s = &s, .d = drawn_in(&s), .one_set = true, .only_with_first = true};
        p.reach[0] = p.reach[1] = 0.6 * largest;
        p.reach[2] = 0.6 * middle;
        for (uint32_t i = 0; i < p.d.count; i++) check_rest(&p, i);
        stage_end(&s);
    }
}

static uint64_t hops_within(uint32_t max_steps, uint32_t *route)
{
    mote_world_def def = def_of(true);
    set_option(&def, "senin.particles", 30);
    set_option(&def, "senin.max_steps", max_steps);
    stage s;
    begin_sizes(&s, &def);
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    assert_true(mote_longest_route(s.meshes[0], &allocator, route));
    uint64_t hops = detected(s.world).stats.hops;
    stage_end(&s);
    return hops;
}

static void sets_make_as_many_steps_as_the_longest_route_has_edges(void **state)
{
    (void)state;
    uint32_t route;
    uint64_t by_rule = hops_within(0, &route);
    assert_true(by_rule == hops_within(route, &route));
    assert_true(by_rule > hops_within(3, &route)); // the route over the smallest body
}

static void one_set_has_as_many_particles_however_many_bodies_there_are(void **state)
{
    (void)state;
    for (uint32_t bodies = 2; bodies <= 5; bodies++) {
        mote_world_def def = def_of(true);
        stage s;
        begin_spheres(&s, &def, bodies);
        detected(s.world);
        drawn_particles d = drawn_in(&s);
        uint32_t of_body[5] = {0};
        for (uint32_t i = 0; i < d.count; i++) {
            of_body[d.points[i].body]++;
            assert_true(d.points[i].id < PARTICLES);
        }
        for (uint32_t i = 0; i < bodies; i++) assert_int_equal(of_body[i], PARTICLES);
        assert_int_equal(d.vectors, d.count); // forces are drawn for all of them
        stage_end(&s);
    }
}

static void one_set_stays_where_it_is_between_frames(void **state)
{
    (void)state;
    mote_world_def def = def_of(true);
    stage s;
    begin_spheres(&s, &def, 4);
    detected(s.world);
    drawn_particles before = drawn_in(&s);
    assert_true(detected(s.world).stats.hops == 0);
    drawn_particles after = drawn_in(&s);
    assert_memory_equal(before.points, after.points, before.count * sizeof *before.points);
    set_option(&def, "senin.cold_start", true);
    stage_end(&s);
    begin_spheres(&s, &def, 4);
    detected(s.world);
    assert_true(detected(s.world).stats.hops > 0);
    stage_end(&s);
}

// A single particle cannot serve four neighbors; one for each of them can.
static void one_set_of_few_particles_misses_what_sets_of_pairs_find(void **state)
{
    (void)state;
    size_t found[2] = {0, 0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        for (int one_set = 0; one_set < 2; one_set++) {
            mote_world_def def = def_of(one_set);
            set_option(&def, "senin.particles", 1);
            set_option(&def, "senin.neighborhood", 2);
            set_option(&def, "senin.reach", 4);
            def.seed = seed;
            stage s;
            begin_spheres(&s, &def, 5);
            found[one_set] += detected(s.world).pair_count;
            stage_end(&s);
        }
    }
    assert_true(found[0] >= 70); // of 80
    assert_true(2 * found[1] < found[0]);
}

static void bodies_of_one_set_may_go(void **state)
{
    (void)state;
    mote_world_def def = def_of(true);
    stage s;
    begin_spheres(&s, &def, 5);
    detected(s.world);
    assert_int_equal(mote_body_destroy(s.world, s.ids[2]), MOTE_OK);
    assert_int_equal(drawn_in(&s).count, 4 * PARTICLES);
    assert_int_equal(drawn_in(&s).vectors, 0); // the body that is gone took part in the forces
    detected(s.world);
    assert_int_equal(drawn_in(&s).vectors, 4 * PARTICLES);
    assert_int_equal(mote_body_destroy(s.world, s.ids[0]), MOTE_OK);
    assert_int_equal(mote_body_destroy(s.world, s.ids[1]), MOTE_OK);
    assert_int_equal(mote_body_destroy(s.world, s.ids[3]), MOTE_OK);
    assert_int_equal(detected(s.world).estimate_count, 0);
    assert_int_equal(drawn_in(&s).count, PARTICLES);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// While bodies are apart

static mote_world_def def_apart(void)
{
    mote_world_def def = def_of(false);
    set_option(&def, "senin.while_apart", true);
    set_option(&def, "senin.reach", 100);
    return def;
}

static void place_apart(stage *s, float gap)
{
    stage_place(s, 1, placed(1, moved_by((mote_vec3){(2 + gap) * 0.6f, (2 + gap) * 0.8f, 0})));
}

static void the_distance_is_tracked_while_boxes_are_apart(void **state)
{
    (void)state;
    mote_world_def def = def_apart();
    set_option(&def, "senin.particles", 1); // alone it is not repelled
    stage s;
    begin_spheres(&s, &def, 2);
    for (int i = 0; i < 20; i++) {
        float gap = 10 - 0.5f * (float)i;
        place_apart(&s, gap);
        mote_report report = detected(s.world);
        assert_int_equal(report.estimate_count, 1);
        const mote_pair_estimate *e = &report.estimates[0];
        mote_distance exact;
        assert_int_equal(mote_world_distance(s.world, s.ids[0], s.ids[1], INFINITY, &exact),
                         MOTE_OK);
        assert_true(e->distance >= exact.distance * (1 - 1e-6f));
        assert_true(e->distance < exact.distance + 0.1f); // less than an edge
        assert_int_equal(e->verdict, gap > 1.5f ? MOTE_VERDICT_APART : e->verdict);
        assert_int_equal(report.pair_count, 0);
    }
    stage_end(&s);
}

static void without_the_option_boxes_that_are_apart_have_no_estimate(void **state)
{
    (void)state;
    mote_world_def def = def_apart();
    set_option(&def, "senin.while_apart", false);
    stage s;
    begin_spheres(&s, &def, 2);
    place_apart(&s, 5);
    assert_int_equal(detected(s.world).estimate_count, 0);
    stage_end(&s);
}

// Beyond R_eff nothing attracts: particles of one body only repel each other.
static void beyond_the_reach_particles_do_not_approach(void **state)
{
    (void)state;
    mote_world_def def = def_apart();
    set_option(&def, "senin.particles", 1);
    set_option(&def, "senin.reach", 2);
    stage s;
    begin_spheres(&s, &def, 2);
    place_apart(&s, 5);
    assert_true(detected(s.world).stats.hops == 0);
    set_option(&def, "senin.reach", 20);
    stage_end(&s);
    begin_spheres(&s, &def, 2);
    place_apart(&s, 5);
    assert_true(detected(s.world).stats.hops > 0);
    stage_end(&s);
}

static void filters_and_budgets_apply_while_bodies_are_apart(void **state)
{
    (void)state;
    for (int budget = 0; budget < 3; budget++) {
        for (int one_set = 0; one_set < 2; one_set++) {
            mote_world_def def = def_apart();
            set_option(&def, "senin.one_set", one_set);
            if (budget == 1) def.time_budget = 1000;
            if (budget == 2) def.candidate_budget = UINT32_MAX;
            stage s;
            begin_spheres(&s, &def, 4);
            for (uint32_t i = 1; i < 4; i++)
                stage_place(&s, i, placed(1, moved_by((mote_vec3){5 * (float)i, 1, 2})));
            assert_int_equal(detected(s.world).estimate_count, 6);
            assert_int_equal(mote_world_ignore_pair(s.world, s.ids[0], s.ids[3], true), MOTE_OK);
            assert_int_equal(detected(s.world).estimate_count, 5);
            stage_end(&s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particles_rest_where_no_neighboring_vertex_has_a_lower_potential),
        cmocka_unit_test(the_reach_of_a_set_is_that_of_its_largest_pair),
        cmocka_unit_test(sets_make_as_many_steps_as_the_longest_route_has_edges),
        cmocka_unit_test(one_set_has_as_many_particles_however_many_bodies_there_are),
        cmocka_unit_test(one_set_stays_where_it_is_between_frames),
        cmocka_unit_test(one_set_of_few_particles_misses_what_sets_of_pairs_find),
        cmocka_unit_test(bodies_of_one_set_may_go),
        cmocka_unit_test(the_distance_is_tracked_while_boxes_are_apart),
        cmocka_unit_test(without_the_option_boxes_that_are_apart_have_no_estimate),
        cmocka_unit_test(beyond_the_reach_particles_do_not_approach),
        cmocka_unit_test(filters_and_budgets_apply_while_bodies_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
