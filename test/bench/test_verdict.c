#include "bench/paper/verdict.h"

#include <math.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"

static void assert_near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within)) fail_msg("%.9g is not %.9g", a, b);
}

static paper_estimate between(double low, double high)
{
    return (paper_estimate){
        .kind = PAPER_SAMPLED, .value = 0.5 * (low + high), .low = low, .high = high, .count = 20};
}

static void assert_verdict(paper_rule rule, double low, double high, paper_verdict expected)
{
    assert_int_equal(paper_judge(between(low, high), rule), expected);
}

// ---------------------------------------------------------------------------------------------
// Verdicts

static void an_interval_on_one_side_decides_and_one_on_both_does_not(void **state)
{
    (void)state;
    paper_rule least = paper_at_least("x", 2, NULL), most = paper_at_most("x", 2, NULL);
    assert_verdict(least, 2.1, 3, PAPER_HOLDS);
    assert_verdict(least, 1, 1.9, PAPER_FAILS);
    assert_verdict(least, 1.9, 2.1, PAPER_OPEN);
    assert_verdict(most, 2.1, 3, PAPER_FAILS);
    assert_verdict(most, 1, 1.9, PAPER_HOLDS);
    assert_verdict(most, 1.9, 2.1, PAPER_OPEN);
}

static void a_bound_belongs_to_at_least_and_at_most_but_not_to_more_and_less(void **state)
{
    (void)state;
    assert_verdict(paper_at_least("x", 2, NULL), 2, 2, PAPER_HOLDS);
    assert_verdict(paper_at_most("x", 2, NULL), 2, 2, PAPER_HOLDS);
    assert_verdict(paper_more_than("x", 2, NULL), 2, 2, PAPER_FAILS);
    assert_verdict(paper_less_than("x", 2, NULL), 2, 2, PAPER_FAILS);

    assert_verdict(paper_at_least("x", 2, NULL), 2, 3, PAPER_HOLDS);
    assert_verdict(paper_at_least("x", 2, NULL), 1, 2, PAPER_OPEN);
    assert_verdict(paper_at_most("x", 2, NULL), 1, 2, PAPER_HOLDS);
    assert_verdict(paper_at_most("x", 2, NULL), 2, 3, PAPER_OPEN);
    assert_verdict(paper_more_than("x", 2, NULL), 2, 3, PAPER_OPEN);
    assert_verdict(paper_more_than("x", 2, NULL), 1, 2, PAPER_FAILS);
    assert_verdict(paper_less_than("x", 2, NULL), 1, 2, PAPER_OPEN);
    assert_verdict(paper_less_than("x", 2, NULL), 2, 3, PAPER_FAILS);
}

static void within_has_two_ends_that_belong_to_it(void **state)
{
    (void)state;
    paper_rule rule = paper_within("x", 2, 4, NULL);
    assert_verdict(rule, 2, 4, PAPER_HOLDS);
    assert_verdict(rule, 1, 3, PAPER_OPEN);
    assert_verdict(rule, 3, 5, PAPER_OPEN);
    assert_verdict(rule, 1, 5, PAPER_OPEN);
    assert_verdict(rule, 1, 1.99, PAPER_FAILS);
    assert_verdict(rule, 4.01, 9, PAPER_FAILS);
}

static void growing_slower_than_an_order_is_holding(void **state)
{
    (void)state;
    paper_rule square = paper_order("the time over the particles", 2);
    assert_verdict(square, 0.3, 0.5, PAPER_HOLDS);
    assert_verdict(square, 1.95, 2.1, PAPER_HOLDS);
    assert_verdict(square, 2.1, 2.4, PAPER_OPEN);
    assert_verdict(square, 2.3, 2.4, PAPER_FAILS);
    assert_verdict(square, -1, -0.5, PAPER_HOLDS);
}

static void without_an_estimate_there_is_no_verdict_and_without_a_trial_it_is_open(void **state)
{
    (void)state;
    paper_rule rule = paper_at_least("x", -1e300, NULL);
    assert_int_equal(paper_judge((paper_estimate){0}, rule), PAPER_NO_VERDICT);
    assert_int_equal(paper_judge(paper_not_tried(), rule), PAPER_OPEN);
    assert_int_equal(paper_judge(paper_counted((double)NAN), rule), PAPER_OPEN);
    assert_int_equal(paper_judge(paper_counted(0), rule), PAPER_HOLDS);
}

static void random_intervals_agree_with_a_rule_that_is_asked_point_by_point(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(14, 1, 1);
    for (size_t i = 0; i < test_count(2000, 20000, 200000); i++) {
        int low = (int)mote_random_below(&random, 7);
        int high = low + (int)mote_random_below(&random, 7 - (uint32_t)low);
        paper_rule rule = {.of = "x",
                           .relation = (paper_relation)mote_random_below(&random, 5),
                           .bound = 1 + mote_random_below(&random, 3)};
        rule.upper = rule.bound + mote_random_below(&random, 3);
        int satisfied = 0, violated = 0; // of the points at each half
        for (double x = low; x <= high; x += 0.5) {
            const bool answers[] = {x >= rule.bound, x <= rule.bound, x > rule.bound,
                                    x < rule.bound, x >= rule.bound && x <= rule.upper};
            if (answers[rule.relation])
                satisfied++;
            else
                violated++;
        }
        assert_verdict(rule, low, high,
                       !violated    ? PAPER_HOLDS
                       : !satisfied ? PAPER_FAILS
                                    : PAPER_OPEN);
    }
}

// ---------------------------------------------------------------------------------------------
// Estimates

static void nothing_is_estimated_from_an_empty_sample(void **state)
{
    (void)state;
    const double none[1] = {7};
    assert_int_equal(paper_share(0, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_share_in_groups(none, none, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_mean(none, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_median(none, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_ratio(none, none, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_growth(none, none, 0).kind, PAPER_NOT_TRIED);
    assert_int_equal(paper_least(NULL, 0).kind, PAPER_NOT_TRIED);
}

static void assert_open(paper_estimate estimate, double value)
{
    assert_int_equal(estimate.kind, PAPER_SAMPLED);
    if (isnan(value))
        assert_true(isnan(estimate.value));
    else
        assert_near(estimate.value, value, 1e-12);
    paper_rule rules[] = {paper_at_least("x", -1e9, NULL), paper_at_most("x", 1e9, NULL),
                          paper_within("x", -1e9, 1e9, NULL)};
    for (int k = 0; k < 3; k++) assert_int_equal(paper_judge(estimate, rules[k]), PAPER_OPEN);
}

static void a_single_seed_leaves_a_claim_open(void **state)
{
    (void)state;
    const double one[1] = {3}, four[1] = {4};
    assert_open(paper_mean(one, 1), 3);
    assert_open(paper_median(one, 1), 3);
    assert_open(paper_ratio(one, four, 1), 0.75);
    assert_open(paper_share_in_groups(one, four, 1), 0.75);
    assert_open(paper_growth(one, four, 1), (double)NAN);
    const double x[2] = {1, 10}, y[2] = {1, 100};
    assert_open(paper_growth(x, y, 2), 2);
}

static void what_is_no_number_leaves_a_claim_open(void **state)
{
    (void)state;
    const double bad[7] = {1, 2, (double)NAN, 4, 5, 6, 7}, far[3] = {1, (double)INFINITY, 2};
    const double good[7] = {1, 2, 3, 4, 5, 6, 8}, zero[3] = {1, 0, 1};
    assert_open(paper_mean(bad, 7), (double)NAN);
    assert_open(paper_mean(far, 3), (double)NAN);
    assert_open(paper_median(bad, 7), (double)NAN);
    assert_open(paper_ratio(bad, good, 7), (double)NAN);
    assert_open(paper_ratio(good, bad, 7), (double)NAN);
    assert_open(paper_ratio(good, zero, 3), (double)NAN);
    assert_open(paper_share_in_groups(bad, good, 7), (double)NAN);
    assert_open(paper_growth(bad, good, 7), (double)NAN);
    assert_open(paper_growth(good, zero, 3), (double)NAN);
    assert_open(paper_share(3, 2), (double)NAN);
    const double same[3] = {5, 5, 5};
    assert_open(paper_growth(same, good, 3), (double)NAN);
}

static void equal_values_have_an_interval_of_one_point(void **state)
{
    (void)state;
    const double same[6] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, two[6] = {2, 2, 2, 2, 2, 2};
    paper_estimate all[] = {paper_mean(same, 6), paper_median(same, 6), paper_ratio(same, two, 6)};
    for (int k = 0; k < 3; k++) {
        double value = k == 2 ? 0.25 : 0.5;
        assert_near(all[k].value, value, 0);
        assert_near(all[k].low, value, 0);
        assert_near(all[k].high, value, 0);
        assert_int_equal(paper_judge(all[k], paper_at_least("x", value, NULL)), PAPER_HOLDS);
        assert_int_equal(paper_judge(all[k], paper_more_than("x", value, NULL)), PAPER_FAILS);
    }
}

static void shares_have_the_interval_of_wilson(void **state)
{
    (void)state;
    // By hand: 17 of 20.
    paper_estimate e = paper_share(17, 20);
    assert_near(e.value, 0.85, 1e-12);
    assert_near(e.low, 0.6396, 2e-4);
    assert_near(e.high, 0.9476, 2e-4);
    paper_estimate all = paper_share(20, 20), none = paper_share(0, 20);
    assert_near(all.low, 20 / (20 + 3.8415), 1e-4);
    assert_near(all.high, 1, 0);
    assert_near(none.low, 0, 0);
    assert_near(none.high, 3.8415 / (20 + 3.8415), 1e-4);
}

static void trials_that_depend_on_each_other_count_less(void **state)
{
    (void)state;
    // Ten seeds of a hundred frames each, in which all frames or none are found.
    double hits[10], trials[10], spread[10];
    for (int i = 0; i < 10; i++) {
        hits[i] = i < 8 ? 100 : 0;
        spread[i] = 80;
        trials[i] = 100;
    }
    paper_estimate dependent = paper_share_in_groups(hits, trials, 10);
    paper_estimate independent = paper_share_in_groups(spread, trials, 10);
    assert_near(dependent.value, 0.8, 1e-12);
    assert_near(independent.value, 0.8, 1e-12);
    paper_estimate ten = paper_share(8, 10);
    assert_true(dependent.low < ten.low && dependent.high > ten.high);
    assert_true(independent.low > 0.76 && independent.high < 0.84);
    // Where all agree, a seed is one trial; seeds without trials are none.
    for (int i = 0; i < 10; i++) hits[i] = trials[i] = i < 7 ? 100 : 0;
    paper_estimate agreed = paper_share_in_groups(hits, trials, 10), seven = paper_share(7, 7);
    assert_near(agreed.low, seven.low, 1e-12);
    assert_int_equal(agreed.count, 7);
}

static void means_have_the_interval_of_student(void **state)
{
    (void)state;
    const double values[] = {4.1, 3.9, 4.4, 4.0, 4.6};
    paper_estimate e = paper_mean(values, 5);
    assert_near(e.value, 4.2, 1e-12);
    // Standard deviation 0.291548, over the root of 5, times 2.7764.
    assert_near(e.high - e.value, 0.36200, 1e-4);
    assert_near(e.value - e.low, 0.36200, 1e-4);
}

static void medians_have_the_interval_of_the_order_statistics(void **state)
{
    (void)state;
    double values[20];
    for (int i = 0; i < 20; i++) values[i] = (i * 7) % 20; // 0 .. 19, mixed
    paper_estimate e = paper_median(values, 20);
    assert_near(e.value, 9.5, 0);
    assert_near(e.low, 5, 0); // the sixth and the fifteenth
    assert_near(e.high, 14, 0);
    paper_estimate six = paper_median(values, 6); // 0 7 14 1 8 15
    assert_near(six.low, 0, 0);
    assert_near(six.high, 15, 0);
    assert_true(isinf(paper_median(values, 5).high));
}

static void a_power_law_has_its_power(void **state)
{
    (void)state;
    const double x[] = {10, 20, 40, 80}, y[] = {300, 1200, 4800, 19200};
    paper_estimate e = paper_growth(x, y, 4);
    assert_near(e.value, 2, 1e-12);
    assert_near(e.low, 2, 1e-6);
    assert_near(e.high, 2, 1e-6);
    assert_near(paper_power(x, y, 4), 2, 1e-12);
}

// Of a thousand samples about 950 must have the truth in their interval.
static void intervals_cover_the_truth_as_often_as_they_say(void **state)
{
    (void)state;
    enum { SEEDS = 20 };
    const size_t rounds = test_count(400, 2000, 20000);
    size_t covered[5] = {0};
    for (size_t r = 0; r < rounds; r++) {
        mote_random random = mote_random_stream(15, 2, r);
        double values[SEEDS], under[SEEDS], grown[SEEDS], x[SEEDS], hits[SEEDS], trials[SEEDS];
        for (int i = 0; i < SEEDS; i++) {
            double noise = 0;
            for (int k = 0; k < 12; k++) noise += (double)mote_random_unit(&random) - 0.5;
            values[i] = 5 + noise;
            under[i] = 2 + (double)mote_random_unit(&random);
            x[i] = pow(2, i % 5);
            grown[i] = 3 * pow(x[i], 1.5) * exp(0.2 * noise);
            trials[i] = 10 + mote_random_below(&random, 20);
            double share = mote_random_below(&random, 2) ? 0.9 : 0.7;
            hits[i] = 0;
            for (int k = 0; k < (int)trials[i]; k++)
                hits[i] += (double)mote_random_unit(&random) < share;
        }
        const paper_estimate e[5] = {paper_mean(values, SEEDS), paper_median(values, SEEDS),
                                     paper_ratio(values, under, SEEDS),
                                     paper_growth(x, grown, SEEDS),
                                     paper_share_in_groups(hits, trials, SEEDS)};
        const double truth[5] = {5, 5, 2, 1.5, 0.8};
        for (int k = 0; k < 5; k++) covered[k] += e[k].low <= truth[k] && truth[k] <= e[k].high;
    }
    for (int k = 0; k < 5; k++) {
        double share = (double)covered[k] / (double)rounds;
        if (share < 0.92 || share > 0.985) fail_msg("interval %d covers %.3f", k, share);
    }
}

static void the_least_of_several_is_open_if_one_is(void **state)
{
    (void)state;
    paper_estimate all[] = {between(3, 5), between(2, 7), between(4, 4.5)};
    paper_estimate least = paper_least(all, 3), greatest = paper_greatest(all, 3);
    assert_near(least.low, 2, 0);
    assert_near(least.high, 4.5, 0);
    assert_near(least.value, 4, 0);
    assert_near(greatest.low, 4, 0);
    assert_near(greatest.high, 7, 0);
    assert_near(greatest.value, 4.5, 0);
    all[1] = paper_not_tried();
    assert_int_equal(paper_judge(paper_least(all, 3), paper_at_least("x", 1, NULL)), PAPER_OPEN);
    all[1] = (paper_estimate){0};
    assert_int_equal(paper_greatest(all, 3).kind, PAPER_NOT_TRIED);
}

// ---------------------------------------------------------------------------------------------
// Text

static void assert_rule_text(paper_rule rule, const char *expected)
{
    char text[256];
    paper_rule_text(rule, text, sizeof text);
    assert_string_equal(text, expected);
}

static void the_text_of_a_rule_says_what_the_rule_does(void **state)
{
    (void)state;
    assert_rule_text(paper_at_least("recall", 0.9, "%"), "recall is at least 90 %");
    assert_rule_text(paper_more_than("recall", 0.9, "%"), "recall is more than 90 %");
    assert_rule_text(paper_at_most("a query", 11.5, "ms"), "a query is at most 11.5 ms");
    assert_rule_text(paper_less_than("the ratio", 1, NULL), "the ratio is less than 1");
    assert_rule_text(paper_within("the share", 0.1, 0.2, "%"), "the share is from 10 to 20 %");
    assert_rule_text(paper_order("the time over M", 1),
                     "the time over M grows with a power of at most 1.2 (1 and a margin of 0.2)");
}

static void assert_text(paper_estimate estimate, const char *unit, const char *expected)
{
    char text[256];
    paper_estimate_text(estimate, unit, text, sizeof text);
    assert_string_equal(text, expected);
}

static void the_text_of_an_estimate_has_its_interval(void **state)
{
    (void)state;
    const double one[] = {3};
    assert_text((paper_estimate){0}, "%", "-");
    assert_text(paper_not_tried(), "%", "not tried");
    assert_text(paper_counted((double)NAN), NULL, "undefined");
    assert_text(paper_counted(5936), "faces", "5936 faces");
    assert_text(paper_mean(one, 1), NULL, "3 (no interval)");
    assert_text(paper_share(17, 20), "%", "85.0 % (64.0 to 94.8)");
    assert_text(between(0.011, 0.013), "ms", "0.0120 ms (0.0110 to 0.0130)");
    assert_text(between(1200, 1400), NULL, "1300 (1200 to 1400)");
}

static void a_claim_is_settled_by_as_many_samples_as_narrow_the_interval(void **state)
{
    (void)state;
    paper_rule rule = paper_at_least("x", 1, NULL);
    // Half as wide is enough: four times the samples, and 5 % more.
    assert_int_equal(paper_count_to_settle(between(0.5, 2.5), rule), 84);
    assert_int_equal(paper_count_to_settle(between(1, 2), rule), 0);
    assert_int_equal(paper_count_to_settle(between(0.5, 1.5), rule), 0);
    assert_int_equal(paper_count_to_settle(paper_not_tried(), rule), 0);
    assert_int_equal(paper_count_to_settle(paper_counted(0), rule), 0);
    const double one[] = {3};
    assert_int_equal(paper_count_to_settle(paper_mean(one, 1), rule), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interval_on_one_side_decides_and_one_on_both_does_not),
        cmocka_unit_test(a_bound_belongs_to_at_least_and_at_most_but_not_to_more_and_less),
        cmocka_unit_test(within_has_two_ends_that_belong_to_it),
        cmocka_unit_test(growing_slower_than_an_order_is_holding),
        cmocka_unit_test(without_an_estimate_there_is_no_verdict_and_without_a_trial_it_is_open),
        cmocka_unit_test(random_intervals_agree_with_a_rule_that_is_asked_point_by_point),
        cmocka_unit_test(nothing_is_estimated_from_an_empty_sample),
        cmocka_unit_test(a_single_seed_leaves_a_claim_open),
        cmocka_unit_test(what_is_no_number_leaves_a_claim_open),
        cmocka_unit_test(equal_values_have_an_interval_of_one_point),
        cmocka_unit_test(shares_have_the_interval_of_wilson),
        cmocka_unit_test(trials_that_depend_on_each_other_count_less),
        cmocka_unit_test(means_have_the_interval_of_student),
        cmocka_unit_test(medians_have_the_interval_of_the_order_statistics),
        cmocka_unit_test(a_power_law_has_its_power),
        cmocka_unit_test(intervals_cover_the_truth_as_often_as_they_say),
        cmocka_unit_test(the_least_of_several_is_open_if_one_is),
        cmocka_unit_test(the_text_of_a_rule_says_what_the_rule_does),
        cmocka_unit_test(the_text_of_an_estimate_has_its_interval),
        cmocka_unit_test(a_claim_is_settled_by_as_many_samples_as_narrow_the_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
