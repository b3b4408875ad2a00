#include "bench/recall/score.h"

#include <math.h>
#include <string.h>

#include "support/run.h"

// Three bodies made by hand. Body 0 is one large face in the plane z = 0 and one far away; body 1
// has six faces that stand on end in the planes x = 1 to 6 and cross body 0 from y = 1.25 to 1.75;
// body 2 is one face that meets nothing.
enum { SMALL = 6, VERTICES = 6 + 3 * SMALL + 3 };

typedef struct table {
    mote_vec3 positions[VERTICES];
    uint32_t triangles[VERTICES];
    io_model models[3];
    bench_stage_body bodies[3];
    bench_stage stage;
} table;

static const double radii[3] = {10.0, 2.0, 1.0};

static void lay_table(table *t)
{
    static const mote_vec3 large[6] = {{0, 0, 0},  {20, 0, 0},  {0, 20, 0},
                                       {0, 0, 50}, {20, 0, 50}, {0, 20, 50}};
    *t = (table){0};
    memcpy(t->positions, large, sizeof large);
    for (int k = 0; k < SMALL; k++) {
        float x = (float)(k + 1);
        mote_vec3 *corners = &t->positions[6 + 3 * k];
        corners[0] = (mote_vec3){x, 1, -1};
        corners[1] = (mote_vec3){x, 2, -1};
        corners[2] = (mote_vec3){x, 1.5f, 1};
    }
    for (uint32_t i = 0; i < VERTICES; i++) t->triangles[i] = i;
    static const uint32_t counts[3] = {6, 3 * SMALL, 3};
    size_t first = 0;
    for (int i = 0; i < 3; i++) {
        t->models[i] = (io_model){.triangles = t->triangles};
        t->bodies[i] =
            (bench_stage_body){.model = &t->models[i], .first = first, .count = counts[i]};
        first += counts[i];
    }
    t->stage = (bench_stage){.bodies = t->bodies, .body_count = 3, .positions = t->positions};
}

static mote_body_id body(uint32_t index)
{
    return (mote_body_id){index, 1};
}

// The exact report: faces 0 to 3 of body 1 are one region, face 4 another. Face 5 is left out, so
// that it can be invented.
static const mote_face_pair exact_faces[] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}};
static const uint32_t exact_regions[] = {0, 0, 0, 0, 1};
static const mote_contact exact_contacts[] = {
    {.point = {2.5f, 1.5f, 0}, .face_pair_count = 4},
    {.point = {5, 1.5f, 0}, .face_pair_count = 1},
};

static mote_report exact_report(mote_pair_report pairs[1])
{
    pairs[0] = (mote_pair_report){.a = body(0),
                                  .b = body(1),
                                  .relation = MOTE_RELATION_TOUCH,
                                  .face_pair_count = 5,
                                  .contact_count = 2};
    return (mote_report){.pairs = pairs,
                         .pair_count = 1,
                         .face_pairs = exact_faces,
                         .face_pair_count = 5,
                         .contact_of = exact_regions,
                         .contacts = exact_contacts,
                         .contact_count = 2};
}

static mote_result two_apart(void *context, uint32_t a, uint32_t b, float *out)
{
    (void)context;
    assert_true(a < b && b < 3);
    *out = 2.0f;
    return MOTE_OK;
}

static void score_answer(recall_score *score, const mote_report *truth, const mote_report *answer)
{
    table t;
    lay_table(&t);
    recall_frame frame = {.stage = &t.stage,
                          .radii = radii,
                          .truth = truth,
                          .answer = answer,
                          .distance = two_apart,
                          .seconds = 1.0,
                          .hybrid_seconds = 4.0};
    assert_int_equal(recall_score_frame(score, &frame), MOTE_OK);
}

static void assert_share(recall_share share, uint64_t hits, uint64_t of)
{
    assert_int_equal(share.hits, hits);
    assert_int_equal(share.of, of);
}

// ---------------------------------------------------------------------------------------------

static void the_exact_answer_is_perfect(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs);
    recall_score score = {0};
    score_answer(&score, &truth, &truth);
    assert_int_equal(score.frame_count, 1);
    assert_share(score.frame_recall, 1, 1);
    assert_share(score.frame_precision, 1, 1);
    assert_share(score.pair_recall, 1, 1);
    assert_share(score.pair_precision, 1, 1);
    assert_share(score.face_recall, 5, 5);
    assert_share(score.face_precision, 5, 5);
    assert_share(score.regions, 2, 2);
    assert_share(score.large_regions, 1, 1);
    assert_true(recall_is_precise(&score));
    assert_true(recall_time_ratio(&score) == 0.25);
    assert_int_equal(score.point_errors.count, 2);
    assert_true(score.point_errors.values[0] == 0.0);
    assert_true(score.point_errors.values[1] == 0.0);
    recall_score_release(&score);
}

// One witness of the large region, one face pair that does not exist, and a pair of bodies that
// does not meet.
static void one_witness_and_two_inventions_are_counted_as_such(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs);
    const mote_face_pair faces[] = {{0, 2}, {1, 5}, {0, 0}};
    const mote_pair_report said[] = {
        {.a = body(0), .b = body(1), .relation = MOTE_RELATION_TOUCH, .face_pair_count = 2},
        {.a = body(0),
         .b = body(2),
         .relation = MOTE_RELATION_TOUCH,
         .first_face_pair = 2,
         .face_pair_count = 1}};
    mote_report answer = {
        .pairs = said, .pair_count = 2, .face_pairs = faces, .face_pair_count = 3};
    recall_score score = {0};
    score_answer(&score, &truth, &answer);
    assert_share(score.frame_recall, 1, 1);
    assert_share(score.frame_precision, 1, 1);
    assert_share(score.pair_recall, 1, 1);
    assert_share(score.pair_precision, 1, 2);
    assert_share(score.face_recall, 1, 5);
    assert_share(score.face_precision, 1, 3);
    assert_share(score.regions, 1, 2);
    assert_share(score.large_regions, 1, 1);
    assert_false(recall_is_precise(&score));
    assert_int_equal(score.point_errors.count, 1);
    assert_true(score.point_errors.values[0] == 0.25); // x = 3 and 2.5, radius 2
    recall_score_release(&score);
}

static void silence_and_false_alarm_are_told_apart(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs), nothing = {0};
    recall_score silent = {0}, alarmed = {0};
    score_answer(&silent, &truth, &nothing);
    assert_share(silent.frame_recall, 0, 1);
    assert_share(silent.frame_precision, 0, 0);
    assert_share(silent.pair_recall, 0, 1);
    assert_share(silent.face_recall, 0, 5);
    assert_share(silent.regions, 0, 2);
    assert_true(recall_is_precise(&silent));
    score_answer(&alarmed, &nothing, &truth);
    assert_share(alarmed.frame_recall, 0, 0);
    assert_share(alarmed.frame_precision, 0, 1);
    assert_share(alarmed.pair_precision, 0, 1);
    assert_share(alarmed.face_precision, 0, 5);
    assert_share(alarmed.regions, 0, 0);
    assert_false(recall_is_precise(&alarmed));
    recall_score_release(&silent);
    recall_score_release(&alarmed);
}

static void pairs_that_ended_or_are_only_near_do_not_collide(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs), nothing = {0};
    mote_pair_report said[] = {
        {.a = body(0), .b = body(1), .relation = MOTE_RELATION_NEAR},
        {.a = body(0), .b = body(2), .relation = MOTE_RELATION_APART, .state = MOTE_PAIR_END}};
    mote_report answer = {.pairs = said, .pair_count = 2};
    recall_score score = {0};
    score_answer(&score, &truth, &answer);
    assert_share(score.pair_recall, 0, 1);
    assert_share(score.pair_precision, 0, 0);
    score_answer(&score, &answer, &nothing);
    assert_share(score.frame_recall, 0, 1);
    recall_score_release(&score);
}

// Bodies 0 and 1 collide; 0 and 2, and 1 and 2, are 2 apart.
static void estimates_are_held_against_the_exact_distance(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs);
    mote_pair_estimate estimates[] = {
        {.a = body(0), .b = body(1), .probable = true, .distance = 0.5f},
        {.a = body(0),
         .b = body(2),
         .probable = true,
         .distance = 3.0f,
         .verdict = MOTE_VERDICT_APART},
        {.a = body(1), .b = body(2), .distance = INFINITY}};
    mote_report answer = {.estimates = estimates, .estimate_count = 3};
    recall_score score = {0};
    score_answer(&score, &truth, &answer);
    assert_share(score.probable_recall, 1, 1);
    assert_share(score.probable_precision, 1, 2);
    assert_share(score.proofs, 1, 2);
    assert_int_equal(score.distance_errors.count, 1);
    assert_true(score.distance_errors.values[0] == 1.0); // 3 - 2, radius 1
    assert_int_equal(score.wrong_verdicts + score.broken_bounds, 0);
    assert_true(recall_is_precise(&score));
    recall_score_release(&score);
    // A hair below the distance is rounding, more is wrong; so are verdicts that are not true.
    estimates[1].distance = nextafterf(2.0f, 0.0f);
    score_answer(&score, &truth, &answer);
    assert_int_equal(score.broken_bounds, 0);
    estimates[1].distance = 1.9f;
    estimates[0].verdict = MOTE_VERDICT_APART;
    estimates[2].verdict = MOTE_VERDICT_TOUCH;
    score_answer(&score, &truth, &answer);
    assert_int_equal(score.broken_bounds, 1);
    assert_int_equal(score.wrong_verdicts, 2);
    assert_false(recall_is_precise(&score));
    recall_score_release(&score);
}

static void scores_and_costs_add_up(void **state)
{
    (void)state;
    mote_pair_report pairs[1];
    mote_report truth = exact_report(pairs);
    truth.stats = (mote_stats){.force_evaluations = 1,
                               .hops = 2,
                               .touched_vertices = 3,
                               .repartitions = 4,
                               .exact_calls = 5};
    recall_score one = {0}, sum = {0};
    score_answer(&one, &truth, &truth);
    for (int i = 0; i < 3; i++) assert_int_equal(recall_score_add(&sum, &one), MOTE_OK);
    assert_int_equal(sum.frame_count, 3);
    assert_share(sum.face_recall, 15, 15);
    assert_share(sum.regions, 6, 6);
    assert_int_equal(sum.cost.force_evaluations, 3);
    assert_int_equal(sum.cost.hops, 6);
    assert_int_equal(sum.cost.touched_vertices, 9);
    assert_int_equal(sum.cost.repartitions, 12);
    assert_int_equal(sum.cost.exact_calls, 15);
    assert_int_equal(sum.point_errors.count, 6);
    assert_true(recall_time_ratio(&sum) == 0.25);
    recall_score_release(&one);
    recall_score_release(&sum);
    assert_true(isnan(recall_time_ratio(&sum)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_answer_is_perfect),
        cmocka_unit_test(one_witness_and_two_inventions_are_counted_as_such),
        cmocka_unit_test(silence_and_false_alarm_are_told_apart),
        cmocka_unit_test(pairs_that_ended_or_are_only_near_do_not_collide),
        cmocka_unit_test(estimates_are_held_against_the_exact_distance),
        cmocka_unit_test(scores_and_costs_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
