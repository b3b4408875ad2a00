#include "bench/recall/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/method_contender.h"
#include "bench/recall/extent.h"
#include "bench/recall/truth.h"
#include "support/run.h"

// A subject that asks hybrid and then lies in a known way.
typedef struct liar {
    bench_contender hybrid;
    bool misses_thirds; // says nothing in every third frame
    bool invents;       // calls bodies 0 and 1 colliding in every frame, without a face pair
    bool one_witness;   // gives one face pair for each pair of bodies
    bool estimates;     // an upper bound that is 0.1 too large, of bodies 0 and 1
    bool knows_bounds;
    int opened, closed, frames, read;
    mote_result fails; // in frame 3
    void *inner;
    recall_truth truth;
    mote_pair_report pairs[64];
    mote_face_pair faces[64];
    mote_pair_estimate estimate;
} liar;

static mote_result open_liar(const void *settings, const bench_stage *stage,
                             bench_question question, void **state)
{
    liar *l = *(liar *const *)settings;
    l->opened++;
    *state = l;
    assert_int_equal(recall_truth_open(stage, &l->truth), MOTE_OK);
    return l->hybrid.open(l->hybrid.settings, stage, question, &l->inner);
}

static void close_liar(void *state)
{
    liar *l = state;
    l->closed++;
    recall_truth_close(&l->truth);
    l->hybrid.close(l->inner);
    l->inner = NULL;
}

static mote_result frame_liar(void *state, const bench_stage *stage)
{
    liar *l = state;
    l->knows_bounds = stage->bounds != NULL;
    if (l->frames++ == 3 && l->fails) return l->fails;
    assert_int_equal(recall_truth_place(&l->truth, stage), MOTE_OK);
    return l->hybrid.frame(l->inner, stage);
}

static void keep_one_witness(liar *l, mote_report *report)
{
    for (size_t i = 0; i < report->pair_count; i++) {
        l->faces[i] = report->face_pairs[l->pairs[i].first_face_pair];
        l->pairs[i].first_face_pair = (uint32_t)i;
        l->pairs[i].face_pair_count = l->pairs[i].face_pair_count ? 1 : 0;
    }
    report->face_pairs = l->faces;
}

static void invent_pair(liar *l, mote_report *report)
{
    if (report->pair_count && l->pairs[0].relation == MOTE_RELATION_TOUCH) return;
    l->pairs[0] = (mote_pair_report){.a = {0, 1}, .b = {1, 1}, .relation = MOTE_RELATION_TOUCH};
    report->pair_count = 1;
}

static void estimate_too_much(liar *l, mote_report *report)
{
    float distance;
    assert_int_equal(recall_truth_distance(&l->truth, 0, 1, &distance), MOTE_OK);
    l->estimate = (mote_pair_estimate){
        .a = {0, 1}, .b = {1, 1}, .distance = distance + 0.1f, .probable = true};
    report->estimates = &l->estimate;
    report->estimate_count = 1;
}

static mote_result report_liar(void *state, mote_report *out)
{
    liar *l = state;
    mote_result result = l->hybrid.report(l->inner, out);
    assert_true(!result && out->pair_count <= 64);
    for (size_t i = 0; i < out->pair_count; i++) l->pairs[i] = out->pairs[i];
    out->pairs = l->pairs;
    if (l->one_witness) keep_one_witness(l, out);
    if (l->misses_thirds && l->read % 3 == 2) out->pair_count = 0;
    if (l->invents) invent_pair(l, out);
    if (l->estimates) estimate_too_much(l, out);
    l->read++;
    return MOTE_OK;
}

static bench_contender contender_of(liar *const *l)
{
    return (bench_contender){.name = "liar",
                             .settings = l,
                             .open = open_liar,
                             .frame = frame_liar,
                             .close = close_liar,
                             .report = report_liar};
}

// Plays a scene of its own length, or `frame_count` frames, to a liar.
static mote_result play(liar *l, recall_def def, recall_score *score, recall_facts *facts)
{
    bench_method_settings settings;
    assert_true(bench_method_settings_make("hybrid", 1, &settings));
    bench_contender hybrid = bench_method_contender(&settings);
    l->hybrid = hybrid;
    bench_contender subject = contender_of(&l);
    def.subject = &subject;
    def.hybrid = &hybrid;
    mote_result result = recall_play(&def, score, facts);
    assert_int_equal(l->opened, l->closed);
    return result;
}

static recall_def def_of(const char *scene, uint32_t frame_count)
{
    recall_def def = {.scene = scene_default_def(), .frame_count = frame_count};
    def.scene.name = scene;
    return def;
}

// ---------------------------------------------------------------------------------------------
// What is there, counted another way

typedef struct tally {
    uint64_t frames, pairs, regions, faces;
    uint64_t third_frames, third_pairs; // in frames 2, 5, 8, ...
} tally;

static void count_frame(const mote_report *report, bool third, tally *t)
{
    uint64_t pairs = 0;
    for (size_t i = 0; i < report->pair_count; i++) pairs += report->pairs[i].face_pair_count > 0;
    t->pairs += pairs;
    t->frames += pairs > 0;
    t->third_pairs += third ? pairs : 0;
    t->third_frames += third && pairs > 0;
    t->regions += report->contact_count;
    t->faces += report->face_pair_count;
}

// The scene's own frames, by another method.
static tally count_scene(const char *scene)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.mesh_flags = mote_default_mesh_def().flags;
    bench_stage stage;
    assert_int_equal(bench_stage_open(&def, &stage), MOTE_OK);
    bench_method_settings settings;
    assert_true(bench_method_settings_make("refit", 1, &settings));
    settings.world.contacts = true;
    bench_contender refit = bench_method_contender(&settings);
    void *state;
    assert_int_equal(refit.open(&settings, &stage, BENCH_ASK_PAIRS, &state), MOTE_OK);
    tally t = {0};
    for (uint32_t i = 0; i < stage.frame_count; i++) {
        bench_stage_show(&stage, i);
        mote_report report;
        assert_int_equal(refit.frame(state, &stage), MOTE_OK);
        assert_int_equal(refit.report(state, &report), MOTE_OK);
        count_frame(&report, i % 3 == 2, &t);
    }
    refit.close(state);
    bench_stage_close(&stage);
    return t;
}

static void assert_share(recall_share share, uint64_t hits, uint64_t of)
{
    assert_int_equal(share.hits, hits);
    assert_int_equal(share.of, of);
}

// ---------------------------------------------------------------------------------------------

static void who_misses_every_third_frame_gets_that_recall(void **state)
{
    (void)state;
    static const char *const scenes[] = {"letters-tt", "shuttles-8"};
    for (int i = 0; i < 2; i++) {
        tally t = count_scene(scenes[i]);
        assert_true(t.third_frames > 0 && t.third_frames < t.frames);
        liar l = {.misses_thirds = true};
        recall_score score = {0};
        recall_facts facts;
        assert_int_equal(play(&l, def_of(scenes[i], 0), &score, &facts), MOTE_OK);
        assert_int_equal(l.opened, 1);
        assert_share(score.frame_recall, t.frames - t.third_frames, t.frames);
        assert_share(score.frame_precision, t.frames - t.third_frames, t.frames - t.third_frames);
        assert_share(score.pair_recall, t.pairs - t.third_pairs, t.pairs);
        assert_share(score.pair_precision, t.pairs - t.third_pairs, t.pairs - t.third_pairs);
        assert_true(score.regions.of == t.regions && score.regions.hits < t.regions);
        assert_true(score.face_recall.of == t.faces);
        assert_true(recall_is_precise(&score));
        assert_true(recall_time_ratio(&score) > 0.0);
        recall_score_release(&score);
    }
}

static void who_invents_pairs_gets_that_precision(void **state)
{
    (void)state;
    tally t = count_scene("letters-tt");
    liar l = {.invents = true};
    recall_score score = {0};
    recall_facts facts;
    assert_int_equal(play(&l, def_of("letters-tt", 0), &score, &facts), MOTE_OK);
    assert_int_equal(score.frame_count, 180);
    assert_share(score.frame_recall, t.frames, t.frames);
    assert_share(score.frame_precision, t.frames, 180);
    assert_share(score.pair_precision, t.frames, 180);
    assert_share(score.face_precision, t.faces, t.faces);
    assert_false(recall_is_precise(&score));
    recall_score_release(&score);
}

static void one_witness_finds_one_region_of_each_pair(void **state)
{
    (void)state;
    tally t = count_scene("letters-tt");
    liar l = {.one_witness = true, .estimates = true};
    recall_score score = {0};
    recall_facts facts;
    assert_int_equal(play(&l, def_of("letters-tt", 0), &score, &facts), MOTE_OK);
    assert_share(score.regions, t.pairs, t.regions);
    assert_share(score.face_recall, t.pairs, t.faces);
    assert_share(score.face_precision, t.pairs, t.pairs);
    assert_int_equal(score.point_errors.count, t.pairs);
    assert_share(score.probable_precision, t.frames, 180);
    assert_share(score.probable_recall, t.frames, t.frames);
    assert_int_equal(score.distance_errors.count, 180 - t.frames);
    assert_int_equal(score.broken_bounds, 0);
    io_model letter;
    assert_int_equal(scene_model_make("letter-t", &letter), MOTE_OK);
    double wanted = 0.1 / recall_model_radius(&letter);
    assert_true(fabs(recall_samples_quantile(&score.distance_errors, 0.0) - wanted) < 1e-5);
    assert_true(fabs(recall_samples_quantile(&score.distance_errors, 1.0) - wanted) < 1e-5);
    io_model_release(&letter);
    recall_score_release(&score);
}

// ---------------------------------------------------------------------------------------------

static void cold_forgets_before_each_frame_and_stretches_at_their_beginning(void **state)
{
    (void)state;
    liar warm = {0}, cold = {0};
    recall_score score = {0};
    recall_facts facts;
    assert_int_equal(play(&warm, def_of("letters-tt", 60), &score, &facts), MOTE_OK);
    assert_int_equal(warm.opened, 3);
    assert_int_equal(warm.frames, 60);
    recall_def def = def_of("letters-tt", 60);
    def.cold = true;
    def.bounds = true;
    assert_false(warm.knows_bounds);
    assert_int_equal(play(&cold, def, &score, &facts), MOTE_OK);
    assert_int_equal(cold.opened, 60);
    assert_true(cold.knows_bounds);
    assert_int_equal(score.frame_count, 120);
    assert_true(score.frame_recall.of > 0 && score.frame_recall.hits == score.frame_recall.of);
    recall_score_release(&score);
}

static void speed_is_as_asked_for(void **state)
{
    (void)state;
    recall_score score = {0};
    recall_facts own, fast;
    liar first = {0}, second = {0};
    assert_int_equal(play(&first, def_of("letters-tt", 2), &score, &own), MOTE_OK);
    assert_true(own.body_count == 2 && own.triangle_count == 2760 && own.speed > 0.0);
    recall_def def = def_of("letters-tt", 0);
    def.speed = 0.1;
    assert_int_equal(play(&second, def, &score, &fast), MOTE_OK);
    assert_true(fabs(fast.speed - 0.1) < 1e-6);
    double expected = 180.0 * own.speed / 0.1;
    assert_true(fabs(second.frames - expected) <= 1.0);
    recall_score_release(&score);
}

static void grazing_starts_all_collide_and_are_cold(void **state)
{
    (void)state;
    liar l = {0};
    recall_score score = {0};
    recall_facts facts;
    recall_def def = def_of("shuttles-4", 7);
    def.grazing = 20;
    assert_int_equal(play(&l, def, &score, &facts), MOTE_OK);
    assert_int_equal(l.opened, 20);
    assert_share(score.frame_recall, 20, 20);
    assert_share(score.pair_recall, 20, 20);
    assert_true(facts.speed == 0.0);
    recall_score_release(&score);
}

// They are exact, and get transforms in place of positions.
static void methods_for_rigid_bodies_see_every_frame(void **state)
{
    (void)state;
    static const char *const methods[] = {"octree-update", "separating-plane", "closest-feature"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        bench_method_settings exact, rigid;
        assert_true(bench_method_settings_make("hybrid", 1, &exact));
        assert_true(bench_method_settings_make(methods[i], 1, &rigid));
        bench_contender hybrid = bench_method_contender(&exact);
        bench_contender subject = bench_method_contender(&rigid);
        recall_def def = def_of("spheres", 60);
        def.subject = &subject;
        def.hybrid = &hybrid;
        recall_score score = {0};
        recall_facts facts;
        assert_int_equal(recall_play(&def, &score, &facts), MOTE_OK);
        assert_share(score.pair_recall, score.pair_recall.of, score.pair_recall.of);
        assert_true(score.pair_recall.of > 60);
        assert_true(recall_is_precise(&score));
        // No frame of the scene has the places of grazing starts.
        def.grazing = 3;
        assert_int_equal(recall_play(&def, &score, &facts), MOTE_ERROR_REFUSED);
        assert_non_null(strstr(mote_last_message(), "needs transforms"));
        recall_score_release(&score);
    }
}

static void failures_come_back_and_nothing_stays_open(void **state)
{
    (void)state;
    recall_score score = {0};
    recall_facts facts;
    liar failing = {.fails = MOTE_ERROR_REFUSED};
    assert_int_equal(play(&failing, def_of("letters-tt", 10), &score, &facts), MOTE_ERROR_REFUSED);
    liar l = {0};
    assert_int_equal(play(&l, def_of("no-such-scene", 10), &score, &facts), MOTE_ERROR_ARGUMENT);
    assert_int_equal(play(&l, def_of("self-fold", 10), &score, &facts), MOTE_ERROR_ARGUMENT);
    assert_int_equal(play(&l, def_of("spheres-1", 10), &score, &facts), MOTE_ERROR_ARGUMENT);
    assert_int_equal(l.opened, 0);
    recall_score_release(&score);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_misses_every_third_frame_gets_that_recall),
        cmocka_unit_test(who_invents_pairs_gets_that_precision),
        cmocka_unit_test(one_witness_finds_one_region_of_each_pair),
        cmocka_unit_test(cold_forgets_before_each_frame_and_stretches_at_their_beginning),
        cmocka_unit_test(speed_is_as_asked_for),
        cmocka_unit_test(grazing_starts_all_collide_and_are_cold),
        cmocka_unit_test(methods_for_rigid_bodies_see_every_frame),
        cmocka_unit_test(failures_come_back_and_nothing_stays_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
