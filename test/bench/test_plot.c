#define _POSIX_C_SOURCE 200809L
#include "bench/plot_axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/text.h"

enum { MAX_SERIES = 9, MAX_POINTS = 60 };

// What `write` writes; to be freed.
static char *text_of(const bench_plot *plot, void (*write)(const bench_plot *, FILE *))
{
    // Static: gcc 12 takes the text for a local variable of this function once it is inlined.
    static char *text;
    static size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    write(plot, to);
    assert_int_equal(fclose(to), 0);
    return text;
}

static double any_value(mote_random *random)
{
    switch (mote_random_below(random, 12)) {
    case 0: return (double)NAN;
    case 1: return (double)INFINITY;
    case 2: return 0;
    case 3: return -5;
    default: return pow(10, (double)mote_random_between(random, -9, 9));
    }
}

static void whatever_the_points_the_picture_is_whole(void **state)
{
    (void)state;
    static double x[MAX_SERIES][MAX_POINTS], y[MAX_SERIES][MAX_POINTS];
    for (uint64_t seed = 0; seed < test_count(50, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        bench_plot_series series[MAX_SERIES];
        bench_plot_spread spreads[MAX_SERIES];
        for (int s = 0; s < MAX_SERIES; s++) {
            for (int i = 0; i < MAX_POINTS; i++) {
                x[s][i] = any_value(&random);
                y[s][i] = any_value(&random);
            }
            series[s] = (bench_plot_series){s % 2 ? "a < b & c" : "", x[s], y[s],
                                            mote_random_below(&random, MAX_POINTS + 1),
                                            (bench_plot_form)mote_random_below(&random, 4)};
            spreads[s] = (bench_plot_spread){y[s], y[s]};
        }
        bench_plot plot = {.title = "title",
                           .x_title = "x",
                           .y_title = "y",
                           .logarithmic_x = mote_random_below(&random, 2),
                           .logarithmic_y = mote_random_below(&random, 2),
                           .series = series,
                           .spreads = mote_random_below(&random, 2) ? spreads : NULL,
                           .series_count = mote_random_below(&random, MAX_SERIES + 1)};
        char *text = text_of(&plot, bench_plot_write_svg);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        assert_int_equal(text_count(text, "a &lt; b &amp; c"), plot.series_count / 2);
        assert_string_equal(text + strlen(text) - 7, "</svg>\n");
        free(text);
        text = text_of(&plot, bench_plot_print);
        for (const char *line = text; *line; line = strchr(line, '\n') + 1)
            assert_true(strcspn(line, "\n") <= 80);
        assert_int_equal(text_count(text, "a < b & c"), plot.series_count / 2);
        free(text);
    }
}

static void values_have_their_place_on_an_axis(void **state)
{
    (void)state;
    const double x[] = {3, 100}, y[] = {0.59, 1};
    const bench_plot_series series = {"", x, y, 2, BENCH_PLOT_LINE};
    bench_plot plot = {.series = &series,
                       .series_count = 1,
                       .columns = x,
                       .column_count = 2,
                       .logarithmic_x = true};
    bench_plot_axis axis = bench_plot_measure_x(&plot, 0, 1);
    assert_true(bench_plot_place(&axis, 3) == 0 && bench_plot_place(&axis, 100) == 1);
    assert_true(fabs(bench_plot_place(&axis, sqrt(300)) - 0.5) < 1e-12);
    assert_false(bench_plot_shows(&axis, 0));
    plot.logarithmic_x = false;
    axis = bench_plot_measure_x(&plot, 10, 0);
    assert_true(bench_plot_place(&axis, 51.5) == 5);
    axis = bench_plot_measure_y(&plot, 0, 1);
    assert_true(axis.tick_count >= 3 && axis.tick_count < 12);
    assert_true(bench_plot_place(&axis, 0.59) >= 0 && bench_plot_place(&axis, 1) <= 1 + 1e-9);
}

static void characters_stand_where_the_points_are(void **state)
{
    (void)state;
    const double x[] = {0, 50, 100}, y[] = {0, 10, 0}, on[] = {100}, zero[] = {0};
    const bench_plot_series series[] = {{"line", x, y, 3, BENCH_PLOT_LINE},
                                        {"touching", on, zero, 1, BENCH_PLOT_MARKS}};
    bench_plot plot = {
        .x_title = "frame", .y_title = "distance", .series = series, .series_count = 2};
    char *text = text_of(&plot, bench_plot_print);
    const char *top = strstr(text, "distance\n     10 +");
    assert_true(top == text);
    assert_int_equal(strcspn(top + strlen("distance\n"), "o"), 9 + 33);
    const char *bottom = strstr(text, "      0 +o");
    assert_non_null(bottom);
    assert_int_equal(strcspn(bottom, "x"), 9 + 65);   // the last series lies on top
    assert_int_equal(text_count(text, "."), 32 + 31); // between the three points
    assert_non_null(strstr(text, "         o line\n         x touching\n"));
    free(text);
}

static void columns_have_the_ticks_and_points_stand_beside_each_other(void **state)
{
    (void)state;
    const double columns[] = {3, 30}, y[] = {0.5, 1};
    const bench_plot_series series[] = {{"a", columns, y, 2, BENCH_PLOT_LINE},
                                        {"b", columns, y, 2, BENCH_PLOT_LINE}};
    bench_plot plot = {.title = "t",
                       .x_title = "x",
                       .y_title = "y",
                       .y_high = 1,
                       .series = series,
                       .series_count = 2,
                       .columns = columns,
                       .column_count = 2};
    char *text = text_of(&plot, bench_plot_write_svg);
    assert_int_equal(text_count(text, ">3</text>"), 1);
    assert_int_equal(text_count(text, ">30</text>"), 1);
    assert_int_equal(text_count(text, "translate(97.0 220.0)"), 1);
    assert_int_equal(text_count(text, "translate(103.0 220.0)"), 1);
    free(text);
}

static void steps_are_round_and_about_five(void **state)
{
    (void)state;
    assert_true(fabs(bench_plot_step(1) - 0.2) < 1e-12);
    assert_true(bench_plot_step(25) == 5);
    mote_random random = mote_random_stream(1, 2, 3);
    for (int i = 0; i < 1000; i++) {
        double range = pow(10, (double)mote_random_between(&random, -12, 12));
        double steps = range / bench_plot_step(range);
        assert_true(steps > 3 && steps < 9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_the_points_the_picture_is_whole),
        cmocka_unit_test(values_have_their_place_on_an_axis),
        cmocka_unit_test(characters_stand_where_the_points_are),
        cmocka_unit_test(columns_have_the_ticks_and_points_stand_beside_each_other),
        cmocka_unit_test(steps_are_round_and_about_five),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
