#include "bench/plot_axes.h"

#include <math.h>

double bench_plot_step(double range)
{
    double power = pow(10, floor(log10(range / 5))), times = range / 5 / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

bool bench_plot_shows(const bench_plot_axis *a, double value)
{
    return isfinite(value) && (!a->logarithmic || value > 0);
}

static double on_axis(const bench_plot_axis *a, double value)
{
    return a->logarithmic ? log10(value) : value;
}

static void choose_linear_ticks(bench_plot_axis *a)
{
    if (!(a->high > a->low)) a->high = a->low + 1;
    double step = bench_plot_step(a->high - a->low);
    a->low = floor(a->low / step + 1e-9) * step;
    a->high = ceil(a->high / step - 1e-9) * step;
    int count = (int)lround((a->high - a->low) / step) + 1;
    for (int i = 0; i < count && i < BENCH_PLOT_MAX_TICKS; i++)
        a->ticks[a->tick_count++] = a->low + i * step;
}

static void choose_logarithmic_ticks(bench_plot_axis *a)
{
    if (!(a->high > a->low)) a->high = a->low + 0.5;
    bool few = a->high - a->low < 2;
    for (int power = (int)floor(a->low); power <= (int)ceil(a->high); power++) {
        static const double times[] = {1, 2, 5};
        for (int k = 0; k < (few ? 3 : 1) && a->tick_count < BENCH_PLOT_MAX_TICKS; k++) {
            double at = power + log10(times[k]);
            if (at >= a->low - 1e-9 && at <= a->high + 1e-9)
                a->ticks[a->tick_count++] = pow(10, at);
        }
    }
}

static void widen(bench_plot_axis *a, double value)
{
    if (!bench_plot_shows(a, value)) return;
    a->low = fmin(a->low, on_axis(a, value));
    a->high = fmax(a->high, on_axis(a, value));
}

static bench_plot_axis empty_axis(bool logarithmic, double from, double to)
{
    return (bench_plot_axis){.logarithmic = logarithmic,
                             .low = (double)INFINITY,
                             .high = -(double)INFINITY,
                             .from = from,
                             .to = to};
}

static void choose_ticks(bench_plot_axis *a)
{
    if (a->low > a->high) a->low = a->high = 0;
    if (a->logarithmic) {
        choose_logarithmic_ticks(a);
    } else {
        choose_linear_ticks(a);
    }
}

// What is near zero shows how near.
static void reach_to_zero(bench_plot_axis *a)
{
    if (!a->logarithmic && a->low > 0 && a->low < 0.5 * a->high) a->low = 0;
}

// A line along the border of a logarithmic plot would be hidden by its axis.
static void leave_room(bench_plot_axis *a)
{
    if (!a->logarithmic || !(a->high > a->low)) return;
    double room = 0.04 * (a->high - a->low);
    a->low -= room;
    a->high += room;
}

static bench_plot_axis measure_columns(const bench_plot *plot, double from, double to)
{
    bench_plot_axis a = empty_axis(plot->logarithmic_x, from, to);
    for (size_t i = 0; i < plot->column_count && i < BENCH_PLOT_MAX_TICKS; i++) {
        widen(&a, plot->columns[i]);
        a.ticks[a.tick_count++] = plot->columns[i];
    }
    return a;
}

bench_plot_axis bench_plot_measure_x(const bench_plot *plot, double from, double to)
{
    if (plot->columns) return measure_columns(plot, from, to);
    bench_plot_axis a = empty_axis(plot->logarithmic_x, from, to);
    for (size_t s = 0; s < plot->series_count; s++) {
        for (size_t i = 0; i < plot->series[s].count; i++) widen(&a, plot->series[s].x[i]);
    }
    reach_to_zero(&a);
    choose_ticks(&a);
    return a;
}

bench_plot_axis bench_plot_measure_y(const bench_plot *plot, double from, double to)
{
    bench_plot_axis a = empty_axis(plot->logarithmic_y, from, to);
    bool given = plot->y_high > plot->y_low;
    if (given) {
        widen(&a, plot->y_low);
        widen(&a, plot->y_high);
    }
    for (size_t s = 0; s < plot->series_count && !given; s++) {
        const bench_plot_series *series = &plot->series[s];
        for (size_t i = 0; i < series->count; i++) {
            widen(&a, series->y[i]);
            if (!plot->spreads) continue;
            widen(&a, plot->spreads[s].low[i]);
            widen(&a, plot->spreads[s].high[i]);
        }
    }
    if (!given) reach_to_zero(&a);
    if (!given) leave_room(&a);
    choose_ticks(&a);
    return a;
}

double bench_plot_place(const bench_plot_axis *a, double value)
{
    if (!(a->high > a->low)) return 0.5 * (a->from + a->to);
    double share = (on_axis(a, value) - a->low) / (a->high - a->low);
    return a->from + share * (a->to - a->from);
}

int bench_plot_number(char *out, size_t size, double value)
{
    return snprintf(out, size, "%.4g", fabs(value) < 1e-12 ? 0.0 : value);
}
