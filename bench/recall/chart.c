#include "bench/recall/chart.h"

#include <math.h>

#include "bench/plot.h"

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
    scale.y_step = bench_plot_step(scale.y_high - scale.y_low);
    scale.y_low = floor(scale.y_low / scale.y_step + 1e-9) * scale.y_step;
    scale.y_high = ceil(scale.y_high / scale.y_step - 1e-9) * scale.y_step;
    scale.logarithmic = scale.x_low > 0.0 && scale.x_high >= 8.0 * scale.x_low;
    return scale;
}

double recall_chart_across(const recall_chart_scale *scale, double x)
{
    if (!(scale->x_high > scale->x_low)) return 0.5;
    if (scale->logarithmic) return log(x / scale->x_low) / log(scale->x_high / scale->x_low);
    return (x - scale->x_low) / (scale->x_high - scale->x_low);
}

double recall_chart_up(const recall_chart_scale *scale, double y)
{
    return (y - scale->y_low) / (scale->y_high - scale->y_low);
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

uint32_t recall_chart_columns(const recall_chart *chart, double *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < chart->line_count; i++)
        for (uint32_t k = 0; k < chart->lines[i].count; k++)
            insert(out, &count, chart->lines[i].points[k].x);
    return count;
}
