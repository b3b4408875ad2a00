#define _POSIX_C_SOURCE 200809L
#include "bench/recall/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "support/run.h"
#include "support/text.h"

static recall_chart_line line_of(const char *name, uint32_t count, const double *x, const double *y)
{
    recall_chart_line line = {.count = count};
    snprintf(line.name, sizeof line.name, "%s", name);
    for (uint32_t i = 0; i < count; i++)
        line.points[i] = (recall_chart_point){x[i], y[i], y[i] - 0.02, fmin(y[i] + 0.02, 1.0)};
    return line;
}

static void fill_chart(recall_chart *chart)
{
    static const double x[] = {3, 5, 12, 24, 50, 100};
    static const double slow[] = {0.72, 0.81, 0.93, 0.97, 0.99, 1.0};
    static const double fast[] = {0.61, 0.7, (double)NAN, 0.9, 0.95, 0.96};
    *chart = (recall_chart){.title = "lbg on teapot-sphere",
                            .note = "seed 1 & <others>",
                            .x_title = "particles",
                            .y_title = "recall of colliding frames",
                            .is_share = true,
                            .line_count = 2};
    chart->lines[0] = line_of("speed 0.005", 6, x, slow);
    chart->lines[1] = line_of("speed 0.1", 6, x, fast);
}

// What `write` writes; to be freed.
static char *text_of(const recall_chart *chart, void (*write)(const recall_chart *, FILE *))
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    write(chart, to);
    assert_int_equal(fclose(to), 0);
    return text;
}

// ---------------------------------------------------------------------------------------------

static void the_scale_holds_all_points_and_intervals(void **state)
{
    (void)state;
    recall_chart chart;
    fill_chart(&chart);
    recall_chart_scale scale = recall_chart_measure(&chart);
    assert_true(scale.logarithmic);
    assert_true(scale.x_low == 3 && scale.x_high == 100);
    assert_true(scale.y_low <= 0.59 && fabs(scale.y_high - 1.0) < 1e-12);
    chart.lines[0].points[0].x = chart.lines[1].points[0].x = 0; // which has no logarithm
    scale = recall_chart_measure(&chart);
    assert_false(scale.logarithmic);
}

static void random_charts_stay_within_their_scale(void **state)
{
    (void)state;
    static recall_chart chart;
    for (uint64_t seed = 0; seed < test_count(30, 300, 10000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        chart = (recall_chart){.x_title = "x",
                               .y_title = "y",
                               .is_share = seed % 2,
                               .line_count = 1 + mote_random_below(&random, RECALL_CHART_LINES)};
        double size = seed % 2 ? 1.0 : pow(10.0, (double)mote_random_between(&random, -6, 6));
        uint32_t points = 1 + mote_random_below(&random, RECALL_CHART_POINTS);
        for (uint32_t i = 0; i < chart.line_count; i++) {
            chart.lines[i].count = points;
            for (uint32_t k = 0; k < points; k++) {
                double y = size * (double)mote_random_unit(&random);
                chart.lines[i].points[k] = (recall_chart_point){k + 1, y, y, y};
                if (mote_random_below(&random, 5) == 0) chart.lines[i].points[k].y = (double)NAN;
            }
        }
        recall_chart_scale scale = recall_chart_measure(&chart);
        assert_true(scale.y_high > scale.y_low);
        for (uint32_t i = 0; i < chart.line_count; i++) {
            for (uint32_t k = 0; k < points; k++) {
                const recall_chart_point *point = &chart.lines[i].points[k];
                double slack = 1e-9 * (scale.y_high - scale.y_low);
                assert_true(point->x >= scale.x_low && point->x <= scale.x_high);
                assert_true(isnan(point->y) ||
                            (point->y >= scale.y_low - slack && point->y <= scale.y_high + slack));
            }
        }
        free(text_of(&chart, recall_chart_print));
        free(text_of(&chart, recall_chart_write_svg));
    }
}

static void printed_curves_are_narrow_and_have_all_points(void **state)
{
    (void)state;
    recall_chart chart;
    fill_chart(&chart);
    char *text = text_of(&chart, recall_chart_print);
    size_t o = 0, x = 0;
    for (char *line = text; *line; line = strchr(line, '\n') + 1) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 80);
        bool in_plot = length > 8 && (line[8] == '|' || line[8] == '+');
        for (size_t i = 9; i < length && in_plot; i++) {
            o += line[i] == 'o';
            x += line[i] == 'x';
        }
    }
    assert_int_equal(o, 6);
    assert_int_equal(x, 5);
    assert_non_null(strstr(text, "o speed 0.005\n"));
    assert_non_null(strstr(text, "x speed 0.1\n"));
    assert_non_null(strstr(text, "recall of colliding frames\n"));
    assert_non_null(strstr(text, "particles (logarithmic)\n"));
    assert_non_null(strstr(text, " 12 "));
    free(text);
}

static void svg_has_axes_legend_and_all_points(void **state)
{
    (void)state;
    recall_chart chart;
    fill_chart(&chart);
    char *text = text_of(&chart, recall_chart_write_svg);
    assert_int_equal(text_count(text, "<path transform"), 6 + 5 + 2); // points, and in the legend
    assert_int_equal(text_count(text, "<path fill=\"none\""), 2);
    assert_non_null(strstr(text, ">speed 0.005</text>"));
    assert_non_null(strstr(text, ">speed 0.1</text>"));
    assert_non_null(strstr(text, ">recall of colliding frames</text>"));
    assert_non_null(strstr(text, ">particles (logarithmic)</text>"));
    assert_non_null(strstr(text, "seed 1 &amp; &lt;others>"));
    assert_null(strstr(text, "nan"));
    assert_string_equal(text + strlen(text) - 7, "</svg>\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scale_holds_all_points_and_intervals),
        cmocka_unit_test(random_charts_stay_within_their_scale),
        cmocka_unit_test(printed_curves_are_narrow_and_have_all_points),
        cmocka_unit_test(svg_has_axes_legend_and_all_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
