#include "bench/plot.h"
#include "bench/recall/chart.h"

// The coordinates of the points apart, as a plot wants them.
typedef struct coordinates {
    double x[RECALL_CHART_POINTS], y[RECALL_CHART_POINTS];
    double low[RECALL_CHART_POINTS], high[RECALL_CHART_POINTS];
} coordinates;

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

void recall_chart_write_svg(const recall_chart *chart, FILE *to)
{
    recall_chart_scale scale = recall_chart_measure(chart);
    coordinates all[RECALL_CHART_LINES];
    bench_plot_series series[RECALL_CHART_LINES];
    bench_plot_spread spreads[RECALL_CHART_LINES];
    for (uint32_t i = 0; i < chart->line_count; i++) {
        series[i] = series_of(&chart->lines[i], &all[i]);
        spreads[i] = (bench_plot_spread){all[i].low, all[i].high};
    }
    double columns[RECALL_CHART_POINTS];
    uint32_t column_count = recall_chart_columns(chart, columns);
    char x_title[96];
    snprintf(x_title, sizeof x_title, "%s%s", chart->x_title,
             scale.logarithmic ? " (logarithmic)" : "");
    bench_plot_write(&(bench_plot){.title = chart->title,
                                   .note = chart->note,
                                   .x_title = x_title,
                                   .y_title = chart->y_title,
                                   .logarithmic_x = scale.logarithmic,
                                   .y_low = scale.y_low,
                                   .y_high = scale.y_high,
                                   .series = series,
                                   .spreads = spreads,
                                   .series_count = chart->line_count,
                                   .columns = columns,
                                   .column_count = column_count},
                     to);
}
