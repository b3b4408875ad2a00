// Budgets: how much is examined in a frame, in which order, and what the report says of the rest.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/compare_reports.h"
#include "support/exact_methods.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/options.h"
#include "support/random_frames.h"

// ---------------------------------------------------------------------------------------------
// Worlds with bodies that stay where they are

enum { MOST_BODIES = 64 };

typedef struct setting {
    mote_world *world;
    uint32_t count;
    mote_mesh *meshes[MOST_BODIES];
    mote_body_id ids[MOST_BODIES];
} setting;

static mote_world_def plain_def(const mote_method_info *method, uint64_t candidates)
{
    mote_world_def def = mote_default_world_def();
    set_option(&def, "smith.level", 4);
    def.method = method->method;
    def.contacts = false;
    def.candidate_budget = candidates;
    return def;
}

static void open_world(setting *s, const mote_world_def *def)
{
    *s = (setting){0};
    if (mote_world_create(def, &s->world)) fail_msg("%s", mote_last_message());
}

static void close_world(setting *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->count; i++) mote_mesh_destroy(s->meshes[i]);
}

static void add_body(setting *s, const test_mesh *mesh)
{
    mote_mesh_def def = test_mesh_def(mesh);
    mote_body_def body = mote_default_body_def();
    assert_true(s->count < MOST_BODIES);
    body.mesh = s->meshes[s->count] = test_mesh_create(&def);
    assert_int_equal(mote_body_create(s->world, &body, &s->ids[s->count++]), MOTE_OK);
}

static void place(const setting *s, uint32_t body, float x, float y)
{
    mote_transform transform = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, y, 0}};
    assert_int_equal(mote_body_set_transform(s->world, s->ids[body], &transform), MOTE_OK);
}

// Loose triangles in a box of size 1, of which every one has a box that many others overlap.
static void add_soup(setting *s, mote_random *random, uint32_t triangles, float size)
{
    test_mesh mesh = {.vertex_count = 3 * triangles, .triangle_count = triangles};
    mesh.positions = calloc(mesh.vertex_count, sizeof *mesh.positions);
    mesh.triangles = calloc(mesh.vertex_count, sizeof *mesh.triangles);
    assert_true(mesh.positions && mesh.triangles);
    for (uint32_t i = 0; i < mesh.vertex_count; i++) {
        mote_vec3 at = i % 3 ? mesh.positions[i - i % 3]
                             : (mote_vec3){mote_random_unit(random), mote_random_unit(random),
                                           mote_random_unit(random)};
        if (i % 3) {
            at.x += size * (mote_random_unit(random) - 0.5f);
            at.y += size * (mote_random_unit(random) - 0.5f);
            at.z += size * (mote_random_unit(random) - 0.5f);
        }
        mesh.positions[i] = at;
        mesh.triangles[i] = i;
    }
    add_body(s, &mesh);
    test_mesh_release(&mesh);
}

static void add_torus(setting *s, uint32_t rings, uint32_t sides)
{
    test_mesh mesh = test_mesh_torus(rings, sides, 0.5f, 0.2f);
    add_body(s, &mesh);
    test_mesh_release(&mesh);
}

// ---------------------------------------------------------------------------------------------
// What a report says

static bool is_listed(const mote_report *report, mote_body_id a, mote_body_id b)
{
    for (size_t i = 0; i < report->unexamined_count; i++) {
        const mote_unexamined_pair *pair = &report->unexamined[i];
        if (pair->a.index == a.index && pair->b.index == b.index) return true;
    }
    return false;
}

static const mote_pair_report *pair_of(const mote_report *report, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (pair->a.index == a && pair->b.index == b && pair->state != MOTE_PAIR_END) return pair;
    }
    return NULL;
}

static void check_list(const mote_report *report)
{
    for (size_t i = 1; i < report->unexamined_count; i++) {
        const mote_unexamined_pair *x = &report->unexamined[i - 1], *y = &report->unexamined[i];
        assert_true(x->a.index < y->a.index ||
                    (x->a.index == y->a.index && x->b.index < y->b.index));
    }
    assert_int_equal(report->cut_short, report->unexamined_count || report->unsearched_count);
}

// Each pair of bodies is as in the whole report, or listed.
static void check_part(const mote_report *part, const mote_report *whole)
{
    check_list(part);
    for (size_t i = 0; i < whole->pair_count; i++) {
        const mote_pair_report *pair = &whole->pairs[i];
        if (pair->state == MOTE_PAIR_END) continue;
        if (is_listed(part, pair->a, pair->b)) continue;
        const mote_pair_report *found = pair_of(part, pair->a.index, pair->b.index);
        assert_non_null(found);
        assert_false(found->cut_short);
        assert_int_equal(found->face_pair_count, pair->face_pair_count);
        assert_memory_equal(part->face_pairs + found->first_face_pair,
                            whole->face_pairs + pair->first_face_pair,
                            pair->face_pair_count * sizeof *whole->face_pairs);
    }
    for (size_t i = 0; i < part->pair_count; i++) {
        const mote_pair_report *pair = &part->pairs[i];
        assert_int_equal(pair->cut_short, is_listed(part, pair->a, pair->b));
        if (pair->face_pair_count) assert_non_null(pair_of(whole, pair->a.index, pair->b.index));
    }
}

// ---------------------------------------------------------------------------------------------
// Counts

static void compare_random_world(const mote_method_info *method, uint64_t index)
{
    enum { STEPS = 4 };
    random_frames frames;
    mote_random random = mote_random_stream(11, index, 2);
    random_frames_begin(&frames, 11, index, index % 10 ? 60 : 400);
    uint64_t budget = 1 + mote_random_below(&random, index % 3 ? 30 : 3000);
    mote_world_def def = plain_def(method, budget), free_def = plain_def(method, 0);
    if (index % 5 == 4) def.tolerance = free_def.tolerance = frames.tolerance;
    mote_world *world, *whole;
    mote_body_id ids[RANDOM_BODIES], whole_ids[RANDOM_BODIES];
    assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
    assert_int_equal(mote_world_create(&free_def, &whole), MOTE_OK);
    random_frames_populate(&frames, world, ids);
    random_frames_populate(&frames, whole, whole_ids);
    for (int i = 0; i < STEPS; i++) {
        random_frames_show(&frames, world, ids);
        random_frames_show(&frames, whole, whole_ids);
        mote_report all = detected(whole), part = detected(world);
        assert_int_equal(all.unexamined_count + all.unsearched_count, 0);
        check_part(&part, &all);
        assert_true(part.stats.candidates <= budget);
        if (part.cut_short) assert_int_equal(part.stats.candidates, budget);
        random_frames_next(&frames);
    }
    mote_world_destroy(world);
    mote_world_destroy(whole);
    random_frames_end(&frames);
}

static void a_budget_of_candidates_is_kept_to_the_last_one(void **state)
{
    (void)state;
    size_t worlds = test_count(RANDOM_KINDS, 3 * RANDOM_KINDS, 500);
    for (size_t m = 0; exact_method(m); m++)
        for (size_t i = 0; i < worlds; i++) compare_random_world(exact_method(m), i);
    // A budget ended while the beginning of a pair was made up for.
    for (size_t m = 0; exact_method(m); m++) compare_random_world(exact_method(m), 391);
}

// ---------------------------------------------------------------------------------------------
// Turns

// A crowd in one place: all boxes overlap, and most surfaces meet.
static void add_crowd(setting *s, uint64_t seed, uint32_t count)
{
    mote_random random = mote_random_stream(12, seed, 0);
    for (uint32_t i = 0; i < count; i++) {
        if (i % 4 == 3) {
            add_soup(s, &random, 200, 0.2f);
        } else {
            add_torus(s, 6 + i % 5 * 4, 5);
        }
        place(s, i, 0.3f * mote_random_unit(&random), 0.3f * mote_random_unit(&random));
    }
}

static void visit_crowd(const mote_method_info *method, size_t frames)
{
    enum { BODIES = 16 };
    setting whole, part;
    mote_world_def def = plain_def(method, 0);
    open_world(&whole, &def);
    add_crowd(&whole, 1, BODIES);
    mote_report all = detected(whole.world);
    def.candidate_budget = all.stats.candidates / 10;
    open_world(&part, &def);
    add_crowd(&part, 1, BODIES);
    bool seen[BODIES][BODIES] = {0};
    for (size_t i = 0; i < frames; i++) {
        mote_report report = detected(part.world);
        assert_true(report.stats.candidates <= def.candidate_budget);
        for (size_t k = 0; k < report.pair_count; k++) {
            const mote_pair_report *pair = &report.pairs[k];
            assert_int_not_equal(pair->state, MOTE_PAIR_END); // nothing moves
            if (pair->face_pair_count) seen[pair->a.index][pair->b.index] = true;
        }
    }
    all = detected(whole.world);
    assert_true(all.pair_count > BODIES);
    for (size_t k = 0; k < all.pair_count; k++)
        assert_true(seen[all.pairs[k].a.index][all.pairs[k].b.index]);
    close_world(&whole);
    close_world(&part);
}

static void with_a_tenth_of_the_budget_every_pair_is_reported(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) visit_crowd(exact_method(m), test_count(25, 50, 1000));
}

static int compare_pairs(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(mote_face_pair));
}

static void visit_large_pair(const mote_method_info *method, mote_detect detect)
{
    setting s;
    mote_random random = mote_random_stream(13, 0, 0);
    mote_world_def def = plain_def(method, 0);
    open_world(&s, &def);
    add_soup(&s, &random, 500, 0.3f);
    add_soup(&s, &random, 700, 0.3f);
    mote_report all = detected(s.world);
    size_t wanted = all.face_pair_count, found = 0, frames = 50;
    assert_true(wanted > 100);
    uint64_t needed = all.stats.candidates;
    mote_face_pair *seen = malloc(frames * wanted * sizeof *seen);
    assert_non_null(seen);
    close_world(&s);
    def.detect = detect;
    def.candidate_budget = needed / 20;
    random = mote_random_stream(13, 0, 0);
    open_world(&s, &def);
    add_soup(&s, &random, 500, 0.3f);
    add_soup(&s, &random, 700, 0.3f);
    for (size_t i = 0; i < frames; i++) {
        mote_report report = detected(s.world);
        memcpy(seen + found, report.face_pairs, report.face_pair_count * sizeof *seen);
        found += report.face_pair_count;
        if (detect == MOTE_DETECT_FIRST) assert_true(report.face_pair_count <= 1);
        if (detect == MOTE_DETECT_ALL) assert_int_equal(report.unexamined_count, 1);
    }
    qsort(seen, found, sizeof *seen, compare_pairs);
    size_t different = 0;
    for (size_t i = 0; i < found; i++)
        different += i == 0 || memcmp(&seen[i], &seen[i - 1], sizeof *seen) != 0;
    if (detect == MOTE_DETECT_ALL) assert_int_equal(different, wanted);
    if (detect == MOTE_DETECT_FIRST) assert_true(different >= 1);
    free(seen);
    close_world(&s);
}

static void the_work_on_a_large_pair_goes_on_in_the_next_frame(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) {
        visit_large_pair(exact_method(m), MOTE_DETECT_ALL);
        visit_large_pair(exact_method(m), MOTE_DETECT_FIRST);
    }
}

static void small_bodies_do_not_wait_for_large_ones(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) {
        setting s;
        mote_random random = mote_random_stream(14, 0, 0);
        mote_world_def def = plain_def(exact_method(m), 2000);
        open_world(&s, &def);
        for (int i = 0; i < 4; i++) add_soup(&s, &random, 600, 0.5f);
        for (int i = 0; i < 2; i++) add_torus(&s, 3, 3);
        place(&s, 4, 20, 0);
        place(&s, 5, 20.25f, 0);
        mote_report report = detected(s.world);
        assert_true(report.cut_short);
        const mote_pair_report *pair = pair_of(&report, 4, 5);
        assert_non_null(pair);
        assert_true(pair->face_pair_count > 0);
        close_world(&s);
    }
}

static void add_tori_among_soups(setting *s)
{
    mote_random random = mote_random_stream(15, 0, 0);
    for (uint32_t i = 0; i < 12; i++) add_soup(s, &random, 300, 0.02f);
    for (int i = 0; i < 2; i++) add_torus(s, 20, 10); // not small
    place(s, 12, 20, 0);
    place(s, 13, 20.7f, 0);
}

// Two tori that are found once are found in every frame, whatever else there is to do.
static void look_again_at_tori(const mote_method_info *method)
{
    setting s;
    mote_world_def def = plain_def(method, 0);
    open_world(&s, &def);
    add_tori_among_soups(&s);
    uint64_t needed = detected(s.world).stats.candidates;
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(mote_body_destroy(s.world, s.ids[i]), MOTE_OK);
    uint64_t tori = detected(s.world).stats.candidates;
    close_world(&s);
    def.candidate_budget = needed / 5 > 4 * tori ? needed / 5 : 4 * tori;
    open_world(&s, &def);
    add_tori_among_soups(&s);
    uint32_t first = MOTE_NONE, frames = (uint32_t)test_count(20, 40, 400);
    for (uint32_t i = 0; i < frames; i++) {
        mote_report report = detected(s.world);
        const mote_pair_report *pair = pair_of(&report, 12, 13);
        if (pair && pair->face_pair_count && first == MOTE_NONE) first = i;
        if (first == MOTE_NONE || i == first) continue;
        assert_true(pair && pair->face_pair_count > 0 && !pair->cut_short);
        assert_int_equal(pair->state, MOTE_PAIR_PERSIST);
    }
    assert_int_not_equal(first, MOTE_NONE);
    close_world(&s);
}

static void pairs_of_the_frame_before_come_first(void **state)
{
    (void)state;
    for (size_t m = 0; exact_method(m); m++) look_again_at_tori(exact_method(m));
}

// ---------------------------------------------------------------------------------------------
// Time, without asserting on it: the lists are complete however far a frame came

static void check_everything_is_listed(const mote_report *report, uint32_t bodies,
                                       const bool *collides)
{
    bool unsearched[MOST_BODIES] = {0}, known[MOST_BODIES][MOST_BODIES] = {{0}};
    for (size_t i = 0; i < report->unsearched_count; i++)
        unsearched[report->unsearched[i].index] = true;
    for (size_t i = 0; i < report->unexamined_count; i++)
        known[report->unexamined[i].a.index][report->unexamined[i].b.index] = true;
    for (size_t i = 0; i < report->pair_count; i++)
        known[report->pairs[i].a.index][report->pairs[i].b.index] = true;
    for (uint32_t a = 0; a < bodies; a++)
        for (uint32_t b = a + 1; b < bodies; b++)
            if (collides[a * MOST_BODIES + b]) assert_true(known[a][b] || unsearched[a]);
}

static void check_contacts(const mote_report *report)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        uint32_t without = 0;
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            uint32_t contact = report->contact_of[pair->first_face_pair + k];
            without += contact == MOTE_NONE;
            if (contact == MOTE_NONE) continue;
            assert_true(contact >= pair->first_contact &&
                        contact < pair->first_contact + pair->contact_count);
        }
        if (without) assert_true(pair->contacts_cut_short && report->cut_short);
    }
}

static void a_time_budget_lists_what_it_did_not_come_to(void **state)
{
    (void)state;
    enum { BODIES = 40 };
    bool collides[MOST_BODIES * MOST_BODIES] = {0};
    for (size_t m = 0; exact_method(m); m++) {
        setting s;
        mote_world_def def = plain_def(exact_method(m), 0);
        def.contacts = true;
        open_world(&s, &def);
        add_crowd(&s, 2, BODIES);
        mote_report all = detected(s.world);
        for (size_t i = 0; m == 0 && i < all.pair_count; i++)
            collides[all.pairs[i].a.index * MOST_BODIES + all.pairs[i].b.index] = true;
        for (size_t i = 0; i < test_count(8, 20, 300); i++) {
            assert_int_equal(mote_world_set_time_budget(s.world, ldexp(1e-9, (int)(i % 24))),
                             MOTE_OK);
            mote_report report = detected(s.world);
            check_everything_is_listed(&report, BODIES, collides);
            check_contacts(&report);
        }
        assert_int_equal(mote_world_set_time_budget(s.world, 0), MOTE_OK);
        mote_report again = detected(s.world);
        assert_false(again.cut_short);
        assert_int_equal(again.pair_count, all.pair_count);
        assert_int_equal(again.unexamined_count + again.unsearched_count, 0);
        close_world(&s);
    }
}

static void times_that_are_none_are_refused(void **state)
{
    (void)state;
    const double bad[] = {-1, (double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mote_world_def def = mote_default_world_def();
        mote_world *world;
        def.time_budget = bad[i];
        assert_int_equal(mote_world_create(&def, &world), MOTE_ERROR_ARGUMENT);
        assert_non_null(strstr(mote_last_message(), "time_budget"));
        def.time_budget = 1;
        assert_int_equal(mote_world_create(&def, &world), MOTE_OK);
        assert_int_equal(mote_world_set_time_budget(world, bad[i]), MOTE_ERROR_ARGUMENT);
        mote_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------

static void frames_under_a_budget_allocate_nothing_after_a_while(void **state)
{
    (void)state;
    enum { WARM_UP = 400, FRAMES = 100 };
    for (size_t m = 0; exact_method(m); m++) {
        failing_allocator memory = {0};
        setting s;
        mote_world_def def = plain_def(exact_method(m), 1000);
        def.allocator = failing_allocator_hook(&memory);
        open_world(&s, &def);
        add_crowd(&s, 3, 6);
        size_t warm = 0;
        for (int i = 0; i < WARM_UP + FRAMES; i++) {
            if (i == WARM_UP) warm = memory.calls;
            assert_true(detected(s.world).cut_short);
        }
        assert_int_equal(memory.calls, warm);
        close_world(&s);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_of_candidates_is_kept_to_the_last_one),
        cmocka_unit_test(with_a_tenth_of_the_budget_every_pair_is_reported),
        cmocka_unit_test(the_work_on_a_large_pair_goes_on_in_the_next_frame),
        cmocka_unit_test(small_bodies_do_not_wait_for_large_ones),
        cmocka_unit_test(pairs_of_the_frame_before_come_first),
        cmocka_unit_test(a_time_budget_lists_what_it_did_not_come_to),
        cmocka_unit_test(times_that_are_none_are_refused),
        cmocka_unit_test(frames_under_a_budget_allocate_nothing_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
