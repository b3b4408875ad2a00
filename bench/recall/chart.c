#include "bench/recall/chart.h"

#include <math.h>

#include "bench/plot.h"

// ---------------------------------------------------------------------------------------------
// Scale

static void widen(recall_chart_scale *scale, const recall_chart_point *point)
{
    scale->x_low = fmin(scale->x_low, point->x);
    scale->x_high = fmax(scale->x_high, point->x);
    if (isnan(point->y)) return;
    scale->y_low = fmin(scale->y_low, point->low);
    scale->y_high = fmax(scale->y_high, point->high);
}

recall_chart_scale recall_chart_measure(const recall_chart *chart)
{
    recall_chart_scale scale = {.x_low = (double)INFINITY,
                                .x_high = -(double)INFINITY,
                                .y_low = chart->is_share ? 1.0 : 0.0,
                                .y_high = chart->is_share ? 1.0 : 0.0};
    for (uint32_t i = 0; i < chart->line_count; i++)
        for (uint32_t k = 0; k < chart->lines[i].count; k++)
            widen(&scale, &chart->lines[i].points[k]);
    if (!(scale.y_high - scale.y_low > 1e-9)) {
        scale.y_low -= chart->is_share ? 0.1 : 0.0;
        scale.y_high += chart->is_share ? 0.0 : 1.0;
    }
    double step = bench_plot_step(scale.y_high - scale.y_low);
    scale.y_low = floor(scale.y_low / step + 1e-9) * step;
    scale.y_high = ceil(scale.y_high / step - 1e-9) * step;
    scale.logarithmic = scale.x_low > 0.0 && scale.x_high >= 8.0 * scale.x_low;
    return scale;
}

static void insert(double *values, uint32_t *count, double value)
{
    uint32_t at = 0;
    while (at < *count && values[at] < value) at++;
    if ((at < *count && values[at] == value) || *count == RECALL_CHART_POINTS) return;
    for (uint32_t i = *count; i > at; i--) values[i] = values[i - 1];
    values[at] = value;
    (*count)++;
}

// The different x of all lines, ascending.
static uint32_t find_columns(const recall_chart *chart, double *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < chart->line_count; i++)
        for (uint32_t k = 0; k < chart->lines[i].count; k++)
            insert(out, &count, chart->lines[i].points[k].x);
    return count;
}

// ---------------------------------------------------------------------------------------------
// Plot

// The coordinates of the points in separate arrays, as a plot takes them.
typedef struct coordinates {
    double x[RECALL_CHART_POINTS], y[RECALL_CHART_POINTS];
    double low[RECALL_CHART_POINTS], high[RECALL_CHART_POINTS];
} coordinates;

// What a plot of a chart points at.
typedef struct drawing {
    bench_plot plot;
    coordinates all[RECALL_CHART_LINES];
    bench_plot_series series[RECALL_CHART_LINES];
    bench_plot_spread spreads[RECALL_CHART_LINES];
    double columns[RECALL_CHART_POINTS];
    char x_title[96];
} drawing;

static bench_plot_series series_of(const recall_chart_line *line, coordinates *c)
{
    for (uint32_t i = 0; i < line->count; i++) {
        const recall_chart_point *point = &line->points[i];
        c->x[i] = point->x;
        c->y[i] = point->y;
        c->low[i] = point->low;
        c->high[i] = point->high;
    }
    return (bench_plot_series){line->name, c->x, c->y, line->count, BENCH_PLOT_LINE};
}

static void lay_out(const recall_chart *chart, drawing *out)
{
    recall_chart_scale scale = recall_chart_measure(chart);
    for (uint32_t i = 0; i < chart->line_count; i++) {
        out->series[i] = series_of(&chart->lines[i], &out->all[i]);
        out->spreads[i] = (bench_plot_spread){out->all[i].low, out->all[i].high};
    }
    snprintf(out->x_title, sizeof out->x_title, "%s%s", chart->x_title,
             scale.logarithmic ? " (logarithmic)" : "");
    out->plot = (bench_plot){.title = chart->title,
                             .note = chart->note,
                             .x_title = out->x_title,
                             .y_title = chart->y_title,
                             .logarithmic_x = scale.logarithmic,
                             .y_low = scale.y_low,
                             .y_high = scale.y_high,
                             .series = out->series,
                             .spreads = out->spreads,
                             .series_count = chart->line_count,
                             .columns = out->columns,
                             .column_count = find_columns(chart, out->columns)};
}

void recall_chart_print(const recall_chart *chart, FILE *to)
{
    drawing d;
    lay_out(chart, &d);
    bench_plot_print(&d.plot, to);
}

void recall_chart_write_svg(const recall_chart *chart, FILE *to)
{
    drawing d;
    lay_out(chart, &d);
    bench_plot_write_svg(&d.plot, to);
}
