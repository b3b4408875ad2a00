// Contacts: regions against a plain search for components, shapes whose contact is known, and what
// must hold of any contact.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "mesh/mesh.h"
#include "support/compare_reports.h"
#include "support/failing_allocator.h"
#include "support/present_faces.h"
#include "support/random_frames.h"
#include "support/run.h"
#include "support/stage.h"

static const float degree = 0.0174532925f;

static float angle_between(mote_vec3 a, mote_vec3 b)
{
    return atan2f(mote_vec_length(mote_vec_cross(a, b)), mote_vec_dot(a, b));
}

static float largest_angle, largest_depth_error; // what the known answers were missed by

static void check_known(const mote_contact *c, mote_vec3 normal, float depth)
{
    float angle = angle_between(c->normal, normal), error = fabsf(c->depth - depth) / depth;
    if (c->depth_kind != MOTE_DEPTH_ESTIMATE || !(angle < 5 * degree) || !(error < 0.05f))
        fail_msg("kind %d, %g degrees off, depth %g instead of %g", (int)c->depth_kind,
                 (double)(angle / degree), (double)c->depth, (double)depth);
    largest_angle = fmaxf(largest_angle, angle);
    largest_depth_error = fmaxf(largest_depth_error, error);
}

static void print_errors(void)
{
    print_message("at most %.2f degrees and %.2f %% of depth off\n",
                  (double)(largest_angle / degree), 100 * (double)largest_depth_error);
    largest_angle = largest_depth_error = 0;
}

static mote_transform turned_to(mote_transform turn, mote_vec3 place)
{
    turn.t = place;
    return turn;
}

static mote_vec3 turned(const mote_transform *turn, float x, float y, float z)
{
    return mote_vec_add(mote_vec_scale(turn->cx, x),
                        mote_vec_add(mote_vec_scale(turn->cy, y), mote_vec_scale(turn->cz, z)));
}

// ---------------------------------------------------------------------------------------------
// Known answers

static void balls_push_each_other_along_their_centers(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "icosphere-5"), b = stage_add(&s, "icosphere-5");
    for (size_t i = 0; i < test_count(3, 30, 300); i++) {
        mote_random random = mote_random_stream(1, i, 0);
        float radius_a = mote_random_between(&random, 0.5f, 1.5f);
        float radius_b = mote_random_between(&random, 0.5f, 1.5f);
        float depth = mote_random_between(&random, 0.03f, 0.5f) * fminf(radius_a, radius_b);
        mote_vec3 towards = mote_random_direction(&random);
        mote_vec3 place = mote_vec_scale(towards, radius_a + radius_b - depth);
        stage_place(&s, a, placed(radius_a, random_turn(&random)));
        stage_place(&s, b, placed(radius_b, turned_to(random_turn(&random), place)));
        mote_report report = detected(s.world);
        assert_int_equal(report.contact_count, 1);
        check_known(&report.contacts[0], towards, depth);
        float along = mote_vec_dot(report.contacts[0].point, towards);
        float aside =
            mote_vec_length(mote_vec_sub(report.contacts[0].point, mote_vec_scale(towards, along)));
        assert_true(along > radius_a - depth && along < radius_a && aside < 0.1f * radius_a);
    }
    print_errors();
    stage_end(&s);
}

static void a_box_sinks_into_another(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "box"), b = stage_add(&s, "box");
    for (size_t i = 0; i < test_count(20, 300, 3000); i++) {
        mote_random random = mote_random_stream(2, i, 0);
        mote_transform turn = random_turn(&random);
        float depth = mote_random_between(&random, 0.01f, 0.4f);
        float x = mote_random_between(&random, -1, 1), y = mote_random_between(&random, -1, 1);
        mote_vec3 place = turned(&turn, x, y, 1 - depth);
        stage_place(&s, a, (placement){{4, 4, 1}, turn});
        stage_place(&s, b, placed(1, turned_to(turn, place)));
        mote_report report = detected(s.world);
        assert_int_equal(report.contact_count, 1);
        check_known(&report.contacts[0], turn.cz, depth);
    }
    print_errors();
    stage_end(&s);
}

// Standing on a corner: the diagonal of the cube is upright.
static void a_box_sinks_into_another_corner_first(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "box"), b = stage_add(&s, "box");
    const float r2 = sqrtf(0.5f), r3 = sqrtf(1 / 3.0f), r6 = sqrtf(1 / 6.0f);
    const mote_transform on_corner = {{r2, r6, r3}, {-r2, r6, r3}, {0, -2 * r6, r3}, {0, 0, 0}};
    for (size_t i = 0; i < test_count(20, 300, 3000); i++) {
        mote_random random = mote_random_stream(3, i, 0);
        float depth = mote_random_between(&random, 0.05f, 0.5f), half_diagonal = sqrtf(0.75f);
        float x = mote_random_between(&random, -0.5f, 0.5f);
        mote_vec3 place = {x, 0.1f, 0.5f + half_diagonal - depth};
        stage_place(&s, a, (placement){{4, 4, 1}, moved_by((mote_vec3){0, 0, 0})});
        stage_place(&s, b, placed(1, turned_to(on_corner, place)));
        mote_report report = detected(s.world);
        assert_int_equal(report.contact_count, 1);
        check_known(&report.contacts[0], (mote_vec3){0, 0, 1}, depth);
    }
    print_errors();
    stage_end(&s);
}

static void boxes_that_rest_on_each_other_have_no_depth(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "box"), b = stage_add(&s, "box");
    const mote_vec3 places[] = {{0, 0, 1}, {0.5f, 0, 1}, {0.25f, 0.75f, 1}, {0, 0, -1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        stage_place(&s, a, placed(1, moved_by((mote_vec3){0, 0, 0})));
        stage_place(&s, b, placed(1, moved_by(places[i])));
        mote_report report = detected(s.world);
        assert_int_equal(report.contact_count, 1);
        const mote_contact *c = &report.contacts[0];
        mote_vec3 up = {0, 0, places[i].z};
        assert_true(angle_between(c->normal, up) < 5 * degree);
        assert_true(c->depth_kind == MOTE_DEPTH_ESTIMATE && fabsf(c->depth) < 1e-6f);
        assert_true(fabsf(c->point.z - 0.5f * up.z) < 1e-6f);
    }
    stage_end(&s);
}

// A ring stands in a floor: two regions, one for each foot.
static void a_ring_has_two_feet(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t floor = stage_add(&s, "box"), ring = stage_add(&s, "torus-4800");
    const mote_transform upright = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0.02f, 0.01f, 0.51f}};
    stage_place(&s, floor, (placement){{9, 9, 1}, moved_by((mote_vec3){0, 0, 0})});
    stage_place(&s, ring, placed(0.3f, upright));
    mote_report report = detected(s.world);
    assert_int_equal(report.contact_count, 2);
    assert_int_equal(report.pairs[0].contact_count, 2);
    assert_int_equal(report.contacts[0].face_pair_count + report.contacts[1].face_pair_count,
                     report.face_pair_count);
    for (int i = 0; i < 2; i++)
        assert_true(angle_between(report.contacts[i].normal, (mote_vec3){0, 0, 1}) < 5 * degree);
    stage_end(&s);
}

static void shuffle_faces(io_model *model, mote_random *random)
{
    for (uint32_t i = model->triangle_count; i-- > 1;) {
        uint32_t *t = model->triangles + 3 * (size_t)i;
        uint32_t *other = model->triangles + 3 * (size_t)mote_random_below(random, i + 1);
        for (int k = 0; k < 3; k++) {
            uint32_t swap = t[k];
            t[k] = other[k];
            other[k] = swap;
        }
    }
}

// Faces of the two balls come in any order, and so do the sides of the face pairs.
static void a_body_of_two_balls_meets_itself(void **state)
{
    (void)state;
    io_model ball = made_model("icosphere-4");
    for (size_t i = 0; i < test_count(2, 10, 100); i++) {
        mote_random random = mote_random_stream(4, i, 0);
        float depth = mote_random_between(&random, 0.05f, 0.4f);
        mote_vec3 towards = mote_random_direction(&random);
        io_model both = joined_models(&ball, &ball, mote_vec_scale(towards, 2 - depth));
        shuffle_faces(&both, &random);
        stage s;
        mote_world_def def = mote_default_world_def();
        stage_begin(&s, &def);
        stage_add_model(&s, both, true);
        mote_report report = detected(s.world);
        assert_int_equal(report.contact_count, 1);
        const mote_contact *c = &report.contacts[0];
        bool other_way = mote_vec_dot(c->normal, towards) < 0;
        check_known(c, mote_vec_scale(towards, other_way ? -1 : 1), depth);
        stage_end(&s);
    }
    print_errors();
    io_model_release(&ball);
}

static void two_open_surfaces_have_no_depth(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "cloth-800"), b = stage_add(&s, "cloth-800");
    uint32_t ball = stage_add(&s, "icosphere-3");
    mote_random random = mote_random_stream(5, 0, 0);
    stage_place(&s, a, placed(1, random_turn(&random)));
    stage_place(&s, b, placed(1, random_turn(&random)));
    stage_place(&s, ball, placed(0.3f, moved_by((mote_vec3){0.01f, 0.02f, 0.03f})));
    mote_report report = detected(s.world);
    assert_true(report.contact_count >= 3);
    for (size_t i = 0; i < report.contact_count; i++) {
        bool with_ball = report.pairs[report.contacts[i].pair].b.index == s.ids[ball].index;
        assert_int_equal(report.contacts[i].depth_kind,
                         with_ball ? MOTE_DEPTH_ESTIMATE : MOTE_DEPTH_NONE);
        assert_true(fabsf(mote_vec_length(report.contacts[i].normal) - 1) < 1e-5f);
    }
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Any contact

static bool faces_are_joined(const mote_mesh *mesh, uint32_t f, uint32_t g)
{
    const uint32_t *n = mesh->face_neighbors + 3 * (size_t)f;
    return f == g || n[0] == g || n[1] == g || n[2] == g;
}

static bool pairs_are_joined(const mote_mesh *a, const mote_mesh *b, bool self, mote_face_pair p,
                             mote_face_pair q)
{
    bool straight =
        faces_are_joined(a, p.face_a, q.face_a) && faces_are_joined(b, p.face_b, q.face_b);
    bool crosswise =
        self && faces_are_joined(a, p.face_a, q.face_b) && faces_are_joined(a, p.face_b, q.face_a);
    return straight || crosswise;
}

// Spreads the number of each region from its first pair until nothing changes.
static uint32_t plain_regions(const mote_mesh *a, const mote_mesh *b, bool self,
                              const mote_face_pair *pairs, uint32_t count, uint32_t *region)
{
    uint32_t regions = 0;
    uint32_t *stack = malloc(count * sizeof *stack);
    assert_non_null(stack);
    memset(region, 0xff, count * sizeof *region);
    for (uint32_t i = 0; i < count; i++) {
        if (region[i] != MOTE_NONE) continue;
        uint32_t waiting = 0;
        region[i] = regions;
        stack[waiting++] = i;
        while (waiting) {
            uint32_t p = stack[--waiting];
            for (uint32_t q = 0; q < count; q++) {
                if (region[q] != MOTE_NONE || !pairs_are_joined(a, b, self, pairs[p], pairs[q]))
                    continue;
                region[q] = regions;
                stack[waiting++] = q;
            }
        }
        regions++;
    }
    free(stack);
    return regions;
}

static const mote_mesh *mesh_of(mote_world *world, mote_body_id id)
{
    const mote_mesh *mesh;
    assert_int_equal(mote_body_get_mesh(world, id, &mesh), MOTE_OK);
    return mesh;
}

static void check_regions(mote_world *world, const mote_report *report, const mote_pair_report *p)
{
    uint32_t count = p->face_pair_count;
    uint32_t *expected = malloc(count * sizeof *expected);
    assert_non_null(expected);
    uint32_t regions =
        plain_regions(mesh_of(world, p->a), mesh_of(world, p->b), p->a.index == p->b.index,
                      report->face_pairs + p->first_face_pair, count, expected);
    assert_int_equal(p->contact_count, regions);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(report->contact_of[p->first_face_pair + i],
                         p->first_contact + expected[i]);
    free(expected);
}

typedef struct members {
    uint32_t count;
    bool touch;
    float least_distance;
} members;

static members look_at_members(const mote_report *report, const mote_pair_report *p,
                               uint32_t contact, const present_faces *a, const present_faces *b)
{
    members m = {.least_distance = INFINITY};
    for (uint32_t i = p->first_face_pair; i < p->first_face_pair + p->face_pair_count; i++) {
        if (report->contact_of[i] != contact) continue;
        mote_face_pair faces = report->face_pairs[i];
        float d = mote_triangles_distance(a->corners + 3 * (size_t)faces.face_a,
                                          b->corners + 3 * (size_t)faces.face_b, NULL, NULL);
        m.count++;
        m.touch |= d == 0;
        m.least_distance = fminf(m.least_distance, d);
    }
    return m;
}

static void check_contact(const mote_report *report, const mote_contact *c, const members *m,
                          int closed_count)
{
    float size = fmaxf(1e-30f, fabsf(c->depth));
    assert_true(mote_vec_finite(c->point) && mote_vec_finite(c->normal) && isfinite(c->depth));
    assert_true(fabsf(mote_vec_length(c->normal) - 1) < 1e-5f);
    assert_true(c->time == 1);
    assert_int_equal(c->face_pair_count, m->count);
    assert_true(c->first_segment + (size_t)c->segment_count <= report->segment_count);
    if (m->touch) {
        assert_true(c->segment_count > 0 && c->depth >= 0);
        assert_true(closed_count > 0 || c->depth_kind == MOTE_DEPTH_NONE);
        assert_true(closed_count != 1 || c->depth_kind == MOTE_DEPTH_ESTIMATE);
        assert_true(c->depth_kind != MOTE_DEPTH_EXACT);
    } else {
        assert_int_equal(c->segment_count, 0);
        assert_int_equal(c->depth_kind, MOTE_DEPTH_EXACT);
        assert_true(fabsf(c->depth + m->least_distance) <= 2e-6f * size);
    }
}

static void check_contacts(mote_world *world, const mote_report *report, uint32_t number)
{
    const mote_pair_report *p = &report->pairs[number];
    present_faces a = present_faces_take(world, p->a), b = present_faces_take(world, p->b);
    int closed_count = mesh_of(world, p->a)->closed + mesh_of(world, p->b)->closed;
    for (uint32_t i = p->first_contact; i < p->first_contact + p->contact_count; i++) {
        members m = look_at_members(report, p, i, &a, &b);
        assert_int_equal(report->contacts[i].pair, number);
        check_contact(report, &report->contacts[i], &m, closed_count);
    }
    present_faces_release(&a);
    present_faces_release(&b);
}

static void contacts_of_random_worlds_are_sound(void **state)
{
    (void)state;
    enum { STEPS = 3, MAX_PAIRS = 800 };
    size_t contacts = 0, regions_checked = 0;
    for (size_t i = 0; i < test_count(2, 20, 300) * RANDOM_KINDS; i++) {
        random_frames frames;
        random_frames_begin(&frames, 6, i, 60);
        mote_world_def def = mote_default_world_def();
        if (i / RANDOM_KINDS % 2) def.tolerance = frames.tolerance;
        mote_world *world;
        mote_body_id ids[RANDOM_BODIES];
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        random_frames_populate(&frames, world, ids);
        for (int k = 0; k < STEPS; k++) {
            random_frames_show(&frames, world, ids);
            mote_report report = detected(world);
            for (uint32_t p = 0; p < report.pair_count; p++) {
                uint32_t count = report.pairs[p].face_pair_count;
                if (count == 0 || count > MAX_PAIRS) continue;
                check_regions(world, &report, &report.pairs[p]);
                check_contacts(world, &report, p);
                regions_checked++;
            }
            contacts += report.contact_count;
            random_frames_next(&frames);
        }
        mote_world_destroy(world);
        random_frames_end(&frames);
    }
    print_message("%zu contacts, regions of %zu pairs of bodies\n", contacts, regions_checked);
    assert_true(contacts > 0);
}

// ---------------------------------------------------------------------------------------------
// Tolerance

static size_t plain_near_pairs(const present_faces *a, const present_faces *b, float tolerance,
                               const mote_face_pair *found, size_t found_count)
{
    size_t next = 0;
    for (uint32_t f = 0; f < a->count; f++) {
        for (uint32_t g = 0; g < b->count; g++) {
            const mote_vec3 *ta = a->corners + 3 * (size_t)f, *tb = b->corners + 3 * (size_t)g;
            if (!(mote_triangles_distance(ta, tb, NULL, NULL) <= tolerance)) continue;
            assert_true(next < found_count);
            assert_true(found[next].face_a == f && found[next].face_b == g);
            next++;
        }
    }
    return next;
}

static void near_faces_are_those_of_a_plain_search(void **state)
{
    (void)state;
    stage s;
    mote_world_def def = mote_default_world_def();
    def.tolerance = 0.1f;
    stage_begin(&s, &def);
    uint32_t a = stage_add(&s, "icosphere-2"), b = stage_add(&s, "torus-300");
    size_t near = 0;
    for (size_t i = 0; i < test_count(40, 100, 2000); i++) {
        mote_random random = mote_random_stream(7, i, 0);
        float distance = mote_random_between(&random, 1, 2.8f);
        mote_vec3 place = mote_vec_scale(mote_random_direction(&random), distance);
        float x = mote_random_between(&random, 0.7f, 1.3f);
        stage_place(&s, a, (placement){{x, 1, 2 - x}, random_turn(&random)});
        stage_place(&s, b, (placement){{1, x, 1}, turned_to(random_turn(&random), place)});
        mote_report report = detected(s.world);
        present_faces fa = present_faces_take(s.world, s.ids[a]);
        present_faces fb = present_faces_take(s.world, s.ids[b]);
        size_t expected =
            plain_near_pairs(&fa, &fb, def.tolerance, report.face_pairs, report.face_pair_count);
        assert_int_equal(expected, report.face_pair_count);
        near += report.pair_count && report.pairs[0].relation == MOTE_RELATION_NEAR;
        present_faces_release(&fa);
        present_faces_release(&fb);
    }
    print_message("%zu poses with faces that are near but do not touch\n", near);
    assert_true(near > 0);
    stage_end(&s);
}

// ---------------------------------------------------------------------------------------------
// Memory and options

static void step_through(mote_world *world, random_frames *frames, const mote_body_id *ids)
{
    for (int i = 0; i < 3; i++) {
        random_frames_show(frames, world, ids);
        detected(world);
    }
}

static void nothing_is_allocated_after_warm_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(1, 5, 20) * RANDOM_KINDS; i++) {
        random_frames frames;
        random_frames_begin(&frames, 8, i, 200);
        failing_allocator memory = {0};
        mote_world_def def = mote_default_world_def();
        def.allocator = failing_allocator_hook(&memory);
        def.containment = true;
        mote_world *world;
        mote_body_id ids[RANDOM_BODIES];
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        random_frames_populate(&frames, world, ids);
        step_through(world, &frames, ids);
        size_t before = memory.calls;
        step_through(world, &frames, ids);
        assert_int_equal(memory.calls, before);
        mote_report report = detected(world);
        assert_true(report.stats.bytes <= memory.bytes);
        mote_world_destroy(world);
        assert_int_equal(memory.live, 0);
        random_frames_end(&frames);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    random_frames frames;
    random_frames_begin(&frames, 9, RANDOM_BLOBS, 80);
    failing_allocator memory = {0};
    mote_result result = MOTE_ERROR_MEMORY;
    for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
        mote_world_def def = mote_default_world_def();
        memory = (failing_allocator){0};
        def.allocator = failing_allocator_hook(&memory);
        mote_world *world;
        mote_body_id ids[RANDOM_BODIES];
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        random_frames_populate(&frames, world, ids);
        random_frames_show(&frames, world, ids);
        memory.fail_at = memory.calls + fail_at;
        result = mote_world_detect(world);
        mote_report report;
        assert_int_equal(mote_world_report(world, &report), MOTE_OK);
        if (result != MOTE_OK) {
            assert_int_equal(result, MOTE_ERROR_MEMORY);
            assert_int_equal(report.contact_count + report.face_pair_count + report.pair_count, 0);
        }
        mote_world_destroy(world);
        assert_int_equal(memory.live, 0);
    }
    random_frames_end(&frames);
}

static void contacts_come_only_where_they_are_asked_for(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        mote_world_def def = mote_default_world_def();
        def.contacts = i == 1;
        def.detect = i == 1 ? MOTE_DETECT_FIRST : i == 2 ? MOTE_DETECT_COUNT : MOTE_DETECT_ALL;
        stage s;
        stage_begin(&s, &def);
        stage_add(&s, "box");
        stage_add(&s, "box");
        mote_report report = detected(s.world);
        assert_int_equal(report.pair_count, 1);
        assert_int_equal(report.contact_count, 0);
        assert_null(report.contact_of);
        stage_end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_push_each_other_along_their_centers),
        cmocka_unit_test(a_box_sinks_into_another),
        cmocka_unit_test(a_box_sinks_into_another_corner_first),
        cmocka_unit_test(boxes_that_rest_on_each_other_have_no_depth),
        cmocka_unit_test(a_ring_has_two_feet),
        cmocka_unit_test(a_body_of_two_balls_meets_itself),
        cmocka_unit_test(two_open_surfaces_have_no_depth),
        cmocka_unit_test(contacts_of_random_worlds_are_sound),
        cmocka_unit_test(near_faces_are_those_of_a_plain_search),
        cmocka_unit_test(nothing_is_allocated_after_warm_up),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(contacts_come_only_where_they_are_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
