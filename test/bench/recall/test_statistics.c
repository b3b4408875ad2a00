#include "bench/recall/statistics.h"

#include <math.h>

#include "core/random.h"
#include "support/run.h"

// Values computed with 40 digits from the formula, z = 1.959963984540054.
static void wilson_intervals_are_the_known_ones(void **state)
{
    (void)state;
    static const struct {
        recall_share share;
        double low, high;
    } cases[] = {{{8, 10}, 0.4901624715, 0.9433178485},
                 {{0, 10}, 0.0, 0.2775327999},
                 {{10, 10}, 0.7224672001, 1.0},
                 {{1, 1}, 0.2065493144, 1.0},
                 {{50, 100}, 0.4038315304, 0.5961684696},
                 {{81, 263}, 0.2552885199, 0.3662095770},
                 {{9990, 10000}, 0.9981600556, 0.9994567140}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recall_interval interval = recall_share_interval(cases[i].share);
        assert_true(fabs(interval.low - cases[i].low) < 1e-9);
        assert_true(fabs(interval.high - cases[i].high) < 1e-9);
    }
}

static void nothing_has_no_share_and_all_is_possible(void **state)
{
    (void)state;
    recall_interval interval = recall_share_interval((recall_share){0});
    assert_true(interval.low == 0.0 && interval.high == 1.0);
    assert_true(isnan(recall_share_value((recall_share){0})));
}

static void intervals_hold_the_share_and_grow_narrower(void **state)
{
    (void)state;
    for (uint64_t of = 1; of < 300; of++) {
        for (uint64_t hits = 0; hits <= of; hits++) {
            recall_share share = {hits, of};
            recall_interval interval = recall_share_interval(share);
            double value = recall_share_value(share);
            assert_true(0.0 <= interval.low && interval.low <= value);
            assert_true(value <= interval.high && interval.high <= 1.0);
            recall_interval more = recall_share_interval((recall_share){10 * hits, 10 * of});
            assert_true(more.high - more.low < interval.high - interval.low);
        }
    }
}

static void shares_count_and_add(void **state)
{
    (void)state;
    recall_share share = {0};
    for (int i = 0; i < 10; i++) recall_share_count(&share, i % 3 == 0);
    assert_int_equal(share.hits, 4);
    assert_int_equal(share.of, 10);
    recall_share_add(&share, (recall_share){6, 10});
    assert_true(recall_share_value(share) == 0.5);
}

// ---------------------------------------------------------------------------------------------

static void quantiles_are_those_of_the_sorted_list(void **state)
{
    (void)state;
    recall_samples samples = {0};
    assert_true(isnan(recall_samples_quantile(&samples, 0.5)));
    for (int i = 0; i < 100; i++)
        assert_int_equal(recall_samples_add(&samples, (i * 37) % 100 + 1), MOTE_OK);
    assert_true(recall_samples_sum(&samples) == 5050.0);
    static const double shares[] = {0.0, 0.01, 0.011, 0.5, 0.9, 0.99, 0.995, 1.0};
    static const double expected[] = {1, 1, 2, 50, 90, 99, 100, 100};
    for (int i = 0; i < 8; i++)
        assert_true(recall_samples_quantile(&samples, shares[i]) == expected[i]);
    assert_int_equal(recall_samples_add(&samples, 0.5), MOTE_OK);
    assert_true(recall_samples_quantile(&samples, 0.0) == 0.5);
    recall_samples_release(&samples);
    assert_int_equal(recall_samples_add(&samples, 7.0), MOTE_OK);
    for (int i = 0; i < 8; i++) assert_true(recall_samples_quantile(&samples, shares[i]) == 7.0);
    recall_samples_release(&samples);
}

// At least the share lies at or below the quantile, and less lies below it.
static void quantiles_part_the_samples(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(50, 300, 3000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        recall_samples samples = {0}, others = {0};
        uint32_t count = 1 + mote_random_below(&random, 200);
        for (uint32_t i = 0; i < count; i++) {
            double value = (double)mote_random_below(&random, 50);
            assert_int_equal(recall_samples_add(i % 3 ? &samples : &others, value), MOTE_OK);
        }
        assert_int_equal(recall_samples_add_all(&samples, &others), MOTE_OK);
        assert_int_equal(samples.count, count);
        double share = (double)mote_random_unit(&random);
        double quantile = recall_samples_quantile(&samples, share);
        size_t below = 0, up_to = 0;
        for (uint32_t i = 0; i < count; i++) {
            below += samples.values[i] < quantile;
            up_to += samples.values[i] <= quantile;
        }
        assert_true((double)up_to >= share * count && (double)below <= share * count);
        recall_samples_release(&samples);
        recall_samples_release(&others);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_intervals_are_the_known_ones),
        cmocka_unit_test(nothing_has_no_share_and_all_is_possible),
        cmocka_unit_test(intervals_hold_the_share_and_grow_narrower),
        cmocka_unit_test(shares_count_and_add),
        cmocka_unit_test(quantiles_are_those_of_the_sorted_list),
        cmocka_unit_test(quantiles_part_the_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
