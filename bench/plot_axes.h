// The axes of a plot, for both of its forms.

#ifndef MOTE_BENCH_PLOT_AXES_H
#define MOTE_BENCH_PLOT_AXES_H

#include "bench/plot.h"

enum { BENCH_PLOT_MAX_TICKS = 32 };

typedef struct bench_plot_axis {
    bool logarithmic;
    double low, high; // of what is shown; logarithms where it is logarithmic
    double from, to;  // where these two are in the picture
    double ticks[BENCH_PLOT_MAX_TICKS];
    int tick_count;
} bench_plot_axis;

bench_plot_axis bench_plot_measure_x(const bench_plot *plot, double from, double to);
bench_plot_axis bench_plot_measure_y(const bench_plot *plot, double from, double to);

// Whether a value can be shown: it is finite, and positive on a logarithmic axis.
bool bench_plot_shows(const bench_plot_axis *axis, double value);

// Where a value is in the picture.
double bench_plot_place(const bench_plot_axis *axis, double value);

// The label of a tick; returns its length.
int bench_plot_number(char *out, size_t size, double value);

#endif
