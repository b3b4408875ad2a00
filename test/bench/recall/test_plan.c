#define _POSIX_C_SOURCE 200809L
#include "bench/recall/plan.h"

#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "bench/recall/method_options.h"
#include "bench/recall/report.h"
#include "bench/recall/score.h"
#include "io/json.h"
#include "support/run.h"

static recall_plan small_plan(void)
{
    recall_plan plan = recall_default_plan();
    plan.method = "refit";
    plan.frame_count = 12;
    plan.scenes[0] = "letters-tt";
    plan.scenes[1] = "tori";
    plan.scene_count = 2;
    assert_int_equal(recall_axis_parse("particles=3,12", &plan.axes[RECALL_AXIS_PARTICLES]),
                     MOTE_OK);
    assert_int_equal(recall_axis_parse("speed=.02,.05,.1", &plan.axes[RECALL_AXIS_SPEED]), MOTE_OK);
    return plan;
}

static void count(void *context)
{
    ++*(int *)context;
}

static void all_combinations_are_played_once(void **state)
{
    (void)state;
    recall_plan plan = small_plan();
    int hundredths = 0;
    assert_int_equal(recall_plan_size(&plan), 12);
    assert_int_equal(recall_plan_play(&plan, count, &hundredths), MOTE_OK);
    assert_int_equal(plan.run_count, 12);
    assert_int_equal(hundredths, 1200);
    for (uint32_t i = 0; i < 12; i++) {
        const recall_run *run = &plan.runs[i];
        assert_int_equal(run->score.frame_count, 12);
        assert_true(fabs(run->facts.speed - run->at[RECALL_AXIS_SPEED]) < 1e-6);
        for (uint32_t k = 0; k < i; k++)
            assert_false(run->scene == plan.runs[k].scene &&
                         run->at[RECALL_AXIS_PARTICLES] == plan.runs[k].at[RECALL_AXIS_PARTICLES] &&
                         run->at[RECALL_AXIS_SPEED] == plan.runs[k].at[RECALL_AXIS_SPEED]);
    }
    recall_plan_release(&plan);
}

static void sums_are_of_the_chosen_runs(void **state)
{
    (void)state;
    recall_plan plan = small_plan();
    assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_OK);
    const recall_axis *particles = &plan.axes[RECALL_AXIS_PARTICLES];
    const recall_axis *speeds = &plan.axes[RECALL_AXIS_SPEED];
    const struct {
        recall_choice choice;
        uint64_t runs;
    } cases[] = {{{0}, 12},
                 {{.scene = "tori"}, 6},
                 {{.axes = {particles}, .values = {1}}, 6},
                 {{.axes = {speeds}, .values = {2}}, 4},
                 {{.axes = {speeds, particles}, .values = {2, 0}}, 2},
                 {{.scene = "letters-tt", .axes = {particles, speeds}, .values = {1, 1}}, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recall_score sum = {0};
        assert_int_equal(recall_plan_sum(&plan, &cases[i].choice, &sum), MOTE_OK);
        assert_int_equal(sum.frame_count, 12 * cases[i].runs);
        assert_int_equal(sum.seconds.count, 12 * cases[i].runs);
        recall_score_release(&sum);
    }
    recall_plan_release(&plan);
}

static void exact_methods_are_perfect_on_every_kind_of_scene(void **state)
{
    (void)state;
    static const char *const methods[] = {"hybrid", "refit"};
    static const char *const scenes[] = {"teapot-sphere", "letters-ww", "stack",
                                         "deforming-spheres-12", "hand-chair"};
    for (size_t i = 0; i < test_count(1, 2, 2); i++) {
        recall_plan plan = recall_default_plan();
        plan.method = methods[i];
        plan.frame_count = (uint32_t)test_count(4, 12, 0);
        plan.scene_count = 5;
        plan.bounds = i == 1;
        memcpy(plan.scenes, scenes, sizeof scenes);
        assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_OK);
        recall_score sum = {0};
        assert_int_equal(recall_plan_sum(&plan, &(recall_choice){0}, &sum), MOTE_OK);
        assert_true(sum.frame_recall.of > 0);
        assert_int_equal(sum.frame_recall.hits, sum.frame_recall.of);
        assert_int_equal(sum.pair_recall.hits, sum.pair_recall.of);
        assert_int_equal(sum.face_recall.hits, sum.face_recall.of);
        assert_int_equal(sum.regions.hits, sum.regions.of);
        assert_true(recall_is_precise(&sum));
        assert_true(recall_samples_quantile(&sum.point_errors, 1.0) < 1e-5);
        recall_score_release(&sum);
        recall_plan_release(&plan);
    }
}

static void the_same_seed_gives_the_same_figures(void **state)
{
    (void)state;
    recall_share shares[3];
    for (int i = 0; i < 3; i++) {
        recall_plan plan = recall_default_plan();
        plan.scenes[plan.scene_count++] = "spheres-8";
        plan.seed = i < 2 ? 4 : 5;
        plan.frame_count = 50;
        assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_OK);
        shares[i] = plan.runs[0].score.face_recall;
        recall_plan_release(&plan);
    }
    assert_int_equal(shares[0].of, shares[1].of);
    assert_int_not_equal(shares[0].of, shares[2].of);
}

// ---------------------------------------------------------------------------------------------

static void the_document_is_json_with_the_promised_keys(void **state)
{
    (void)state;
    recall_plan plan = small_plan();
    assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_OK);
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(recall_write_document(to, &plan), MOTE_OK);
    assert_int_equal(fclose(to), 0);
    io_json json;
    assert_int_equal(io_json_parse(text, size, &json), MOTE_OK);
    const io_json_node *root = json.nodes;
    assert_true(io_json_number(&json, root, "recall") == 1.0);
    assert_true(io_json_number(&json, root, "precision") == 1.0);
    assert_true(io_json_number(&json, root, "frames") == 144.0);
    assert_true(io_json_is(io_json_member(&json, root, "method"), "refit"));
    static const char *const lists[] = {"scenes", "runs"};
    static const int lengths[] = {2, 12};
    for (int i = 0; i < 2; i++) {
        int length = 0;
        const io_json_node *item = io_json_first(&json, io_json_member(&json, root, lists[i]));
        for (; item; item = io_json_next(&json, item), length++) {
            assert_non_null(io_json_member(&json, item, "scene"));
            const io_json_node *recall = io_json_member(&json, item, "recall");
            assert_true(recall->kind == IO_JSON_WORD || recall->number == 1.0);
            const io_json_node *share = io_json_member(&json, item, "regions");
            assert_true(io_json_number(&json, share, "high") == 1.0);
            assert_non_null(io_json_member(&json, item, "distance_error"));
        }
        assert_int_equal(length, lengths[i]);
    }
    io_json_release(&json);
    free(text);
    recall_plan_release(&plan);
}

// Nothing played: no number is made up.
static void an_empty_score_can_be_printed_and_has_no_figures(void **state)
{
    (void)state;
    recall_score score = {0};
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    recall_print_score(to, &score);
    recall_print_heading(to, "scene");
    recall_print_row(to, "a name that is too long for the column that it has", &score);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "nothing to find"));
    for (char *line = text; *line; line = strchr(line, '\n') + 1)
        assert_true(strcspn(line, "\n") <= 80);
    free(text);
    for (int i = 0; i < RECALL_FIGURE_COUNT; i++) {
        recall_interval interval;
        assert_true(isnan(recall_figures[i].value(&score, &interval)));
        assert_ptr_equal(recall_figure_by_name(recall_figures[i].name), &recall_figures[i]);
    }
    assert_null(recall_figure_by_name("nothing"));
}

static void method_options_are_set_by_name(void **state)
{
    (void)state;
    mote_world_def def = mote_default_world_def();
    assert_int_equal(recall_method_options_set("smith.level=4,smith.bintree=1", &def), MOTE_OK);
    mote_smith_options smith = mote_world_def_get_smith(&def);
    assert_true(smith.level == 4 && smith.bintree && !smith.face_box);
    assert_int_equal(recall_method_options_set("lbg.particles=33,smith.bintree=0", &def), MOTE_OK);
    assert_int_equal(mote_world_def_get_lbg(&def).particles, 33);
    assert_false(mote_world_def_get_smith(&def).bintree);
    assert_int_equal(recall_method_options_set("lbg.acceptable=inf,lbg.count=kissing", &def),
                     MOTE_OK);
    mote_lbg_options lbg = mote_world_def_get_lbg(&def);
    assert_true(isinf(lbg.acceptable) && lbg.count == MOTE_LBG_COUNT_KISSING);
    mote_world_def_set_literal(&def);
    lbg = mote_world_def_get_lbg(&def);
    assert_true(lbg.acceptable == mote_literal_lbg_options().acceptable && lbg.count == 0);
    static const struct {
        const char *text, *named;
    } cases[] = {{"smith.levl=1", "'smith.levl'"},
                 {"", "''"},
                 {"smith.level", "''"},
                 {"smith.level=-1", "is -1,"},
                 {"smith.level=1.5", "is 1.5,"},
                 {"smith.level=5e9", "is 5000000000,"},
                 {"smith.bintree=2", "is 2,"},
                 {"smith.bintree=yes", "'yes'"},
                 {"smith.level=nan", "is nan,"},
                 {"smith.level=inf", "is inf,"},
                 {"senin.tolerance=nan", "is nan,"},
                 {"senin.tolerance=inf", "finite"},
                 {"lbg.count=none", "'none'"},
                 {"nothing=1", "paired.starts"},
                 {"smith.level=1,,smith.level=2", "''"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(recall_method_options_set(cases[i].text, &def), MOTE_ERROR_ARGUMENT);
        if (!strstr(mote_last_message(), cases[i].named))
            fail_msg("'%s': %s", cases[i].text, mote_last_message());
    }
    recall_plan plan = small_plan();
    plan.options = "smith.levl=1";
    assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_ERROR_ARGUMENT);
    recall_plan_release(&plan);
    plan.options = NULL;
    plan.method = "no-such-method";
    assert_int_equal(recall_plan_play(&plan, NULL, NULL), MOTE_ERROR_ARGUMENT);
    recall_plan_release(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_combinations_are_played_once),
        cmocka_unit_test(sums_are_of_the_chosen_runs),
        cmocka_unit_test(exact_methods_are_perfect_on_every_kind_of_scene),
        cmocka_unit_test(the_same_seed_gives_the_same_figures),
        cmocka_unit_test(the_document_is_json_with_the_promised_keys),
        cmocka_unit_test(an_empty_score_can_be_printed_and_has_no_figures),
        cmocka_unit_test(method_options_are_set_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
