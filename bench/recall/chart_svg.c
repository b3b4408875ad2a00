#include "bench/plot.h"
#include "bench/recall/chart.h"

// The coordinates of the points apart, as a plot wants them.
typedef struct coordinates {
    double x[MOTE_CHART_POINTS], y[MOTE_CHART_POINTS];
    double low[MOTE_CHART_POINTS], high[MOTE_CHART_POINTS];
} coordinates;

static mote_plot_series series_of(const mote_chart_line *line, coordinates *c)
{
    for (uint32_t i = 0; i < line->count; i++) {
        const mote_chart_point *point = &line->points[i];
        c->x[i] = point->x;
        c->y[i] = point->y;
        c->low[i] = point->low;
        c->high[i] = point->high;
    }
    return (mote_plot_series){line->name, c->x, c->y, line->count, MOTE_PLOT_LINE};
}

void mote_chart_write_svg(const mote_chart *chart, FILE *to)
{
    mote_chart_scale scale = mote_chart_measure(chart);
    coordinates all[MOTE_CHART_LINES];
    mote_plot_series series[MOTE_CHART_LINES];
    mote_plot_spread spreads[MOTE_CHART_LINES];
    for (uint32_t i = 0; i < chart->line_count; i++) {
        series[i] = series_of(&chart->lines[i], &all[i]);
        spreads[i] = (mote_plot_spread){all[i].low, all[i].high};
    }
    double columns[MOTE_CHART_POINTS];
    uint32_t column_count = mote_chart_columns(chart, columns);
    char x_title[96];
    snprintf(x_title, sizeof x_title, "%s%s", chart->x_title,
             scale.logarithmic ? " (logarithmic)" : "");
    mote_plot_write(&(mote_plot){.title = chart->title,
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
