// LABELS threads
// Manifolds: ids that persist while bodies slide and roll, points that span the contact, and the same for any number of workers.

#include <math.h>
#include <mote/manifold.h>
#include <stdlib.h>
#include <string.h>

#include "core/transform.h"
#include "core/vec.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/random_frames.h"
#include "support/run.h"
#include "support/stage.h"

static mote_manifolds manifolds_of(mote_world *world)
{
    mote_manifolds found;
    if (mote_world_manifolds(world, &found) != MOTE_OK) fail_msg("%s", mote_last_message());
    return found;
}

static mote_world_def manifold_def(uint32_t points)
{
    mote_world_def def = mote_default_world_def();
    def.manifold_points = points;
    return def;
}

static mote_transform turned_about(mote_vec3 angles, mote_vec3 place)
{
    mote_affine m = mote_rotation_matrix(mote_rotation_exp(mote_vec_widen(angles)));
    mote_transform out = mote_affine_round(&m);
    out.t = place;
    return out;
}

// ---------------------------------------------------------------------------------------------
// How long ids live

typedef struct lives {
    size_t frames, manifolds_kept; // frames in which every manifold persists
    size_t points, points_kept;
} lives;

static void count_lives(lives *l, const mote_manifolds *found)
{
    bool all = found->contact_count > 0 && found->manifold_count == found->contact_count;
    for (size_t i = 0; i < found->contact_count; i++)
        all &= found->manifolds[i].state == MOTE_PAIR_PERSIST;
    l->frames++;
    l->manifolds_kept += all;
    for (size_t i = 0; i < found->point_count; i++)
        l->points_kept += found->points[i].state == MOTE_PAIR_PERSIST;
    l->points += found->point_count;
}

static void check_lives(const lives *l, const char *what)
{
    print_message("%s: manifolds persist in %zu of %zu frames, points in %.1f %%\n", what,
                  l->manifolds_kept, l->frames, 100.0 * (double)l->points_kept / (double)l->points);
    assert_true(l->manifolds_kept * 100 >= l->frames * 99);
    assert_true(l->points_kept * 100 >= l->points * 90);
}

// A body on a plate of many faces, or on a box of twelve.
typedef struct ride {
    const char *ground, *rider;
    mote_vec3 ground_scale;
    float height, tolerance;
    mote_vec3 step, spin; // per frame
} ride;

static void run_ride(const ride *r, const char *what)
{
    stage s;
    mote_world_def def = manifold_def(4);
    def.tolerance = r->tolerance;
    stage_begin(&s, &def);
    uint32_t ground = stage_add(&s, r->ground), rider = stage_add(&s, r->rider);
    stage_place(&s, ground, (placement){r->ground_scale, moved_by((mote_vec3){0, 0, 0})});
    lives l = {0};
    size_t count = test_count(60, 500, 2000);
    for (size_t i = 0; i <= count; i++) {
        float t = (float)i - 0.5f * (float)count;
        t *= 500.0f / (float)(count > 500 ? count : 500); // stays on the plate
        mote_vec3 place = mote_vec_scale(r->step, t);
        place.z += r->height;
        stage_place(&s, rider, placed(1, turned_about(mote_vec_scale(r->spin, t), place)));
        detected(s.world);
        mote_manifolds found = manifolds_of(s.world);
        if (i) count_lives(&l, &found);
    }
    check_lives(&l, what);
    stage_end(&s);
}

static void ids_persist_while_bodies_slide_and_roll(void **state)
{
    (void)state;
    const mote_vec3 wide = {40, 40, 1}, none = {0, 0, 0};
    const mote_vec3 step = {0.031f, 0.013f, 0}, turn = {0, 0, 0.004f};
    const mote_vec3 roll = {-0.013f, 0.031f, 0}; // a ball of radius 1 does not slip
    const ride rides[] = {
        {"box", "box", wide, 0.98f, 0, step, none},
        {"box", "box", wide, 0.98f, 0, step, turn},
        {"box", "box", wide, 1.01f, 0.03f, step, turn},
        {"box", "icosphere-4", wide, 1.48f, 0, step, roll},
        {"box", "icosphere-4", wide, 1.505f, 0.03f, step, roll},
        {"blob-2000", "box", {8, 8, 0.0f}, 0.47f, 0, {0.01f, 0.004f, 0}, none},
    };
    const char *const names[] = {
        "a box slides", "a box slides and turns",  "a box hovers",
        "a ball rolls", "a ball rolls in the air", "a box on a flat plate of many faces"};
    for (size_t i = 0; i < sizeof rides / sizeof *rides; i++) run_ride(&rides[i], names[i]);
}

// ---------------------------------------------------------------------------------------------
// What points there are

static float width_along(const mote_vec3 *points, size_t count, mote_vec3 direction)
{
    float min = HUGE_VALF, max = -HUGE_VALF;
    for (size_t i = 0; i < count; i++) {
        float at = mote_vec_dot(points[i], direction);
        min = fminf(min, at);
        max = fmaxf(max, at);
    }
    return max - min;
}

// The largest width over many directions: the diameter, up to 0.2 %.
static float diameter_of(const mote_vec3 *points, size_t count)
{
    float most = 0;
    for (uint64_t i = 0; i < 400; i++) {
        mote_random random = mote_random_stream(77, i, 0);
        most = fmaxf(most, width_along(points, count, mote_random_direction(&random)));
    }
    return most;
}

static float least_span;

// Against the segments in which the surfaces cross.
static void check_span(const mote_report *report, const mote_manifolds *found, size_t number)
{
    const mote_contact *c = &report->contacts[number];
    const mote_manifold *m = &found->manifolds[number];
    mote_vec3 *all = malloc((2 * (size_t)c->segment_count + 1) * sizeof *all);
    mote_vec3 chosen[MOTE_MAX_MANIFOLD_POINTS];
    assert_non_null(all);
    for (uint32_t i = 0; i < c->segment_count; i++) {
        all[2 * (size_t)i] = report->segments[c->first_segment + i].p;
        all[2 * (size_t)i + 1] = report->segments[c->first_segment + i].q;
    }
    for (uint32_t i = 0; i < m->point_count; i++)
        chosen[i] = found->points[m->first_point + i].a.point;
    float whole = diameter_of(all, 2 * (size_t)c->segment_count);
    float span = diameter_of(chosen, m->point_count);
    if (whole > 1e-3f) {
        least_span = fminf(least_span, span / whole);
        if (span < 0.8f * whole)
            fail_msg("%u points span %g of %g", m->point_count, (double)span, (double)whole);
    }
    free(all);
}

// Both sides lie on their faces, where the weights say.
static void check_side(mote_world *world, mote_body_id id, const mote_manifold_side *side)
{
    const mote_mesh *mesh;
    mote_mesh_view view;
    mote_mesh_info info;
    assert_int_equal(mote_body_get_mesh(world, id, &mesh), MOTE_OK);
    mote_mesh_get_view(mesh, &view);
    mote_mesh_get_info(mesh, &info);
    mote_vec3 *now = malloc(info.vertex_count * sizeof *now);
    assert_non_null(now);
    assert_int_equal(mote_body_get_positions(world, id, now, info.vertex_count), MOTE_OK);
    mote_vec3 sum = {0, 0, 0};
    uint32_t positive = 0;
    for (int k = 0; k < 3; k++) {
        mote_vec3 corner = now[view.triangles[3 * (size_t)side->face + (size_t)k]];
        sum = mote_vec_add(sum, mote_vec_scale(corner, side->weights[k]));
        positive += side->weights[k] > 1e-5f;
    }
    assert_int_equal(side->feature, (int)positive - 1);
    assert_true(mote_vec_length(mote_vec_sub(sum, side->point)) < 2e-4f);
    if (side->feature == MOTE_MANIFOLD_VERTEX) assert_true(side->weights[side->corner] > 0.9999f);
    if (side->feature == MOTE_MANIFOLD_EDGE)
        assert_true(side->weights[(side->corner + 2) % 3] <= 1e-5f);
    free(now);
}

static void points_span_the_contact_and_lie_on_both_faces(void **state)
{
    (void)state;
    const char *const models[] = {"box", "icosphere-3", "torus-400", "blob-500"};
    least_span = 1;
    for (size_t i = 0; i < test_count(20, 150, 3000); i++) {
        mote_random random = mote_random_stream(3, i, 0);
        stage s;
        mote_world_def def = manifold_def(2 + (uint32_t)(i % 7));
        stage_begin(&s, &def);
        uint32_t a = stage_add(&s, models[mote_random_u32(&random) % 4]);
        uint32_t b = stage_add(&s, models[mote_random_u32(&random) % 4]);
        mote_transform turn = random_turn(&random);
        turn.t = mote_vec_scale(mote_random_direction(&random),
                                mote_random_between(&random, 0.5f, 1.4f));
        stage_place(&s, a, placed(1, random_turn(&random)));
        stage_place(&s, b, placed(1, turn));
        mote_report report = detected(s.world);
        mote_manifolds found = manifolds_of(s.world);
        assert_int_equal(found.contact_count, report.contact_count);
        for (size_t k = 0; k < found.contact_count; k++) {
            assert_true(found.manifolds[k].point_count <= def.manifold_points);
            check_span(&report, &found, k);
        }
        for (size_t k = 0; k < found.point_count; k++) {
            check_side(s.world, s.ids[0], &found.points[k].a);
            check_side(s.world, s.ids[1], &found.points[k].b);
        }
        stage_end(&s);
    }
    print_message("points span at least %.1f %% of the contact\n", 100 * (double)least_span);
}

static void a_box_stands_on_its_corners(void **state)
{
    (void)state;
    for (int near = 0; near < 2; near++) {
        stage s;
        mote_world_def def = manifold_def(4);
        def.tolerance = near ? 0.1f : 0;
        stage_begin(&s, &def);
        uint32_t ground = stage_add(&s, "box"), box = stage_add(&s, "box");
        float gap = near ? 0.05f : -0.02f;
        stage_place(&s, ground, (placement){{10, 10, 1}, moved_by((mote_vec3){0, 0, 0})});
        stage_place(
            &s, box,
            placed(1, turned_about((mote_vec3){0, 0, 0.3f}, (mote_vec3){0.2f, 0.1f, 1 + gap})));
        detected(s.world);
        mote_manifolds found = manifolds_of(s.world);
        assert_int_equal(found.point_count, 4);
        for (size_t i = 0; i < 4; i++) {
            const mote_manifold_point *p = &found.points[i];
            mote_vec3 arm = mote_vec_sub(p->a.point, (mote_vec3){0.2f, 0.1f, p->a.point.z});
            assert_true(fabsf(mote_vec_length(arm) - sqrtf(0.5f)) < 1e-3f);
            assert_true(fabsf(p->depth + gap) < 1e-5f);
            assert_int_equal(p->a.feature, MOTE_MANIFOLD_FACE);
            assert_int_equal(p->b.feature, near ? MOTE_MANIFOLD_VERTEX : MOTE_MANIFOLD_EDGE);
            assert_true(fabsf(p->b.point.z - p->a.point.z - (near ? gap : 0)) < 1e-5f);
        }
        stage_end(&s);
    }
}

// ---------------------------------------------------------------------------------------------
// Begin, persist, end

static void contacts_begin_persist_and_end(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = manifold_def(4);
    stage_begin(&s, &def);
    uint32_t ground = stage_add(&s, "box"), box = stage_add(&s, "box");
    stage_place(&s, ground, (placement){{10, 10, 1}, moved_by((mote_vec3){0, 0, 0})});
    const float heights[] = {1.5f, 0.98f, 0.97f, 1.5f, 1.5f, 0.98f};
    uint64_t first_id = 0, point_ids[4] = {0};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        stage_place(&s, box, placed(1, moved_by((mote_vec3){0.01f * (float)i, 0, heights[i]})));
        detected(s.world);
        mote_manifolds found = manifolds_of(s.world);
        const size_t counts[] = {0, 1, 1, 1, 0, 1};
        const mote_pair_state states[] = {0, MOTE_PAIR_BEGIN, MOTE_PAIR_PERSIST, MOTE_PAIR_END,
                                          0, MOTE_PAIR_BEGIN};
        assert_int_equal(found.manifold_count, counts[i]);
        if (counts[i]) assert_int_equal(found.manifolds[0].state, states[i]);
        if (i == 1) first_id = found.manifolds[0].id;
        if (i == 2 || i == 3) assert_true(found.manifolds[0].id == first_id);
        if (i == 5) assert_true(found.manifolds[0].id > first_id);
        for (size_t k = 0; k < found.point_count; k++) {
            mote_manifold_point *p = &found.points[k];
            assert_int_equal(p->state, states[i]);
            if (i == 2) {
                assert_true(p->id == point_ids[k]);
                assert_true(p->data[2] == (float)p->id);
            } else {
                assert_true(p->data[2] == 0);
            }
            point_ids[k] = p->id;
            p->data[2] = (float)p->id;
        }
    }
    stage_end(&s);
}

static void a_body_with_the_same_index_has_other_contacts(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = manifold_def(4);
    stage_begin(&s, &def);
    stage_add(&s, "box");
    uint32_t b = stage_add(&s, "box");
    detected(s.world);
    uint64_t id = manifolds_of(s.world).manifolds[0].id;
    assert_int_equal(mote_body_destroy(s.world, s.ids[b]), MOTE_OK);
    mote_body_def body = mote_default_body_def();
    body.mesh = s.meshes[b];
    assert_int_equal(mote_body_create(s.world, &body, &s.ids[b]), MOTE_OK);
    detected(s.world);
    mote_manifolds found = manifolds_of(s.world);
    assert_true(found.manifold_count == found.contact_count + 1);
    for (size_t i = 0; i < found.contact_count; i++) {
        assert_int_equal(found.manifolds[i].state, MOTE_PAIR_BEGIN);
        assert_true(found.manifolds[i].id != id);
    }
    const mote_manifold *ended = &found.manifolds[found.contact_count];
    assert_true(ended->id == id && ended->state == MOTE_PAIR_END && ended->point_count == 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Random worlds

enum { WORLDS = 4 };

static void check_sound(const mote_report *report, const mote_manifolds *found)
{
    assert_int_equal(found->contact_count, report->contact_count);
    uint32_t next = 0;
    for (size_t i = 0; i < found->manifold_count; i++) {
        const mote_manifold *m = &found->manifolds[i];
        assert_true(m->id > 0);
        for (size_t k = 0; k < i; k++) assert_true(found->manifolds[k].id != m->id);
        if (i >= found->contact_count) {
            assert_true(m->state == MOTE_PAIR_END && m->point_count == 0);
            continue;
        }
        const mote_pair_report *pair = &report->pairs[report->contacts[i].pair];
        assert_true(m->state != MOTE_PAIR_END && m->a.index == pair->a.index);
        assert_true(m->first_point == next && m->point_count > 0);
        next += m->point_count;
    }
    assert_int_equal(next, found->point_count);
    for (size_t i = 0; i < found->point_count; i++) {
        for (size_t k = 0; k < i; k++) assert_true(found->points[i].id != found->points[k].id);
    }
}

static void check_same(const mote_manifold *m, const mote_manifold *n)
{
    assert_true(m->id == n->id && m->state == n->state && m->a.index == n->a.index &&
                m->b.index == n->b.index && m->first_point == n->first_point &&
                m->point_count == n->point_count);
}

static void manifolds_do_not_depend_on_workers(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(RANDOM_KINDS, 2 * RANDOM_KINDS, 40 * RANDOM_KINDS); i++) {
        random_frames frames;
        random_frames_begin(&frames, 31, i, 60);
        mote_world *worlds[WORLDS];
        mote_body_id ids[RANDOM_BODIES];
        for (uint32_t w = 0; w < WORLDS; w++) {
            mote_world_def def = manifold_def(w == 3 ? 0 : 4);
            def.tolerance = i % 2 ? frames.tolerance : 0;
            def.worker_count = w == 3 ? 1 : 1 + 3 * w;
            assert_int_equal(mote_world_create(&def, &worlds[w]), MOTE_OK);
            random_frames_populate(&frames, worlds[w], ids);
        }
        for (int frame = 0; frame < 4; frame++) {
            mote_report first = {0};
            mote_manifolds found = {0};
            for (uint32_t w = 0; w < WORLDS; w++) {
                random_frames_show(&frames, worlds[w], ids);
                mote_report report = detected(worlds[w]);
                mote_manifolds other = manifolds_of(worlds[w]);
                if (w == 0) {
                    first = report;
                    found = other;
                    check_sound(&report, &other);
                    continue;
                }
                assert_true(report.hash == first.hash);
                if (w == 3) {
                    assert_true(other.manifold_count == 0 && other.point_count == 0);
                    continue;
                }
                assert_true(found.manifold_count == other.manifold_count);
                assert_true(found.point_count == other.point_count);
                for (size_t k = 0; k < found.manifold_count; k++)
                    check_same(&found.manifolds[k], &other.manifolds[k]);
                if (found.point_count)
                    assert_memory_equal(found.points, other.points,
                                        found.point_count * sizeof *found.points);
            }
            random_frames_next(&frames);
        }
        for (uint32_t w = 0; w < WORLDS; w++) mote_world_destroy(worlds[w]);
        random_frames_end(&frames);
    }
}

// Whatever a budget leaves out, an id never ends twice and never comes back.
static void a_budget_ends_nothing_that_it_leaves_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(5, 30, 300); i++) {
        random_frames frames;
        random_frames_begin(&frames, 32, i * RANDOM_KINDS + RANDOM_BLOBS, 60);
        mote_world *world;
        mote_body_id ids[RANDOM_BODIES];
        mote_world_def def = manifold_def(3);
        def.candidate_budget = 200 + 100 * (i % 5);
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        random_frames_populate(&frames, world, ids);
        enum { MAX_IDS = 1 << 16 };
        bool *ended = calloc(MAX_IDS, sizeof *ended);
        assert_non_null(ended);
        for (int frame = 0; frame < 12; frame++) {
            random_frames_show(&frames, world, ids);
            mote_report report = detected(world);
            mote_manifolds found = manifolds_of(world);
            check_sound(&report, &found);
            for (size_t k = 0; k < found.manifold_count; k++) {
                const mote_manifold *m = &found.manifolds[k];
                assert_true(m->id < MAX_IDS && !ended[m->id]);
                ended[m->id] = m->state == MOTE_PAIR_END;
            }
            for (uint32_t b = 0; b < frames.body_count; b++) frames.bodies[b].moved = true;
        }
        free(ended);
        mote_world_destroy(world);
        random_frames_end(&frames);
    }
}

// ---------------------------------------------------------------------------------------------
// Memory and drawing

static mote_result run_frames(mote_world *world, const random_frames *frames)
{
    mote_body_id ids[RANDOM_BODIES];
    random_frames_populate(frames, world, ids);
    random_frames_show(frames, world, ids);
    mote_result result = mote_world_detect(world);
    if (result == MOTE_OK) result = mote_world_detect(world);
    return result;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    random_frames frames;
    random_frames_begin(&frames, 9, RANDOM_BLOBS, 80);
    for (uint32_t i = 0; i < frames.body_count; i++) frames.bodies[i].layout.persistent = true;
    mote_world *world;
    failing_allocator memory = {0};
    mote_world_def def = manifold_def(4);
    def.allocator = failing_allocator_hook(&memory);
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    assert_int_equal(run_frames(world, &frames), MOTE_OK);
    mote_world_destroy(world);
    size_t calls = memory.calls, failures = 0;
    // Bodies are made without failures: the last third is the frames.
    for (size_t fail_at = calls - calls / 3; fail_at <= calls; fail_at++) {
        memory = (failing_allocator){.fail_at = fail_at};
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        failures += run_frames(world, &frames) == MOTE_ERROR_MEMORY;
        mote_manifolds found;
        if (mote_world_manifolds(world, &found) == MOTE_OK)
            assert_true(found.contact_count <= found.manifold_count);
        mote_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 3);
    random_frames_end(&frames);
}

typedef struct drawn {
    size_t points, vectors;
} drawn;

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)body, (void)at;
    drawn *d = context;
    if (kind == MOTE_DRAW_MANIFOLD) d->points += id > 0;
}

static void draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    (void)body, (void)at, (void)v;
    drawn *d = context;
    d->vectors += kind == MOTE_DRAW_MANIFOLD;
}

static void points_are_drawn(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = manifold_def(4);
    stage_begin(&s, &def);
    mote_manifolds none;
    assert_int_equal(mote_world_manifolds(s.world, &none), MOTE_ERROR_STATE);
    uint32_t ground = stage_add(&s, "box"), box = stage_add(&s, "box");
    stage_place(&s, ground, (placement){{10, 10, 1}, moved_by((mote_vec3){0, 0, 0})});
    stage_place(&s, box, placed(1, moved_by((mote_vec3){0, 0, 0.98f})));
    detected(s.world);
    drawn d = {0};
    mote_debug_draw draw = {.point = draw_point, .vector = draw_vector, .context = &d};
    assert_int_equal(mote_world_draw(s.world, &draw), MOTE_OK);
    assert_true(d.points == 4 && d.vectors == 4);
    stage_place(&s, box, placed(1, moved_by((mote_vec3){0, 0, 0.97f})));
    d = (drawn){0};
    assert_int_equal(mote_world_draw(s.world, &draw), MOTE_OK);
    assert_true(d.points == 0 && d.vectors == 0);
    stage_end(&s);
}

static void options_are_checked(void **state)
{
    (void)state;
    mote_world *world;
    mote_world_def def = manifold_def(MOTE_MAX_MANIFOLD_POINTS + 1);
    assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_world_manifolds(NULL, NULL), MOTE_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_persist_while_bodies_slide_and_roll),
        cmocka_unit_test(points_span_the_contact_and_lie_on_both_faces),
        cmocka_unit_test(a_box_stands_on_its_corners),
        cmocka_unit_test(contacts_begin_persist_and_end),
        cmocka_unit_test(a_body_with_the_same_index_has_other_contacts),
        cmocka_unit_test(manifolds_do_not_depend_on_workers),
        cmocka_unit_test(a_budget_ends_nothing_that_it_leaves_out),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(points_are_drawn),
        cmocka_unit_test(options_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
