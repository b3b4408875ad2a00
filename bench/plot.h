// Any number of measured series over one axis, as an SVG picture and in characters.

#ifndef MOTE_BENCH_PLOT_H
#define MOTE_BENCH_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum bench_plot_form {
    BENCH_PLOT_LINE = 0, // with marks where there are few points
    BENCH_PLOT_DASHED,   // the same: what others published
    BENCH_PLOT_MARKS,    // marks alone
    // Filled down to the series before it if that is an area too, else to the axis. For parts of a
    // sum: each y includes those of the areas before.
    BENCH_PLOT_AREA
} bench_plot_form;

typedef struct bench_plot_series {
    const char *name; // in the legend; an empty one is not in it
    const double *x, *y;
    size_t count;
    bench_plot_form form;
} bench_plot_series;

// Where each y of a series may truly lie.
typedef struct bench_plot_spread {
    const double *low, *high;
} bench_plot_spread;

typedef struct bench_plot {
    const char *title, *note;          // a note may be null
    const char *x_title, *y_title;     // with units
    bool logarithmic_x, logarithmic_y; // points that are not positive are then left out
    double y_low, y_high;              // what is shown; chosen from the points where both are equal
    const bench_plot_series *series;   // the last lies on top
    const bench_plot_spread *spreads;  // one per series; may be null
    size_t series_count;
    // All values of x, ascending, where they are few: there are ticks only at these values, and
    // points of several series a little beside each other, so that none hides another. May be null.
    const double *columns;
    size_t column_count;
} bench_plot;

// 1, 2 or 5 times a power of ten, so that about five steps fill the range, which is positive.
double bench_plot_step(double range);

// A whole SVG file. Write errors stay in the stream.
void bench_plot_write_svg(const bench_plot *plot, FILE *to);

// At most 80 columns wide, without title, note and spreads. Each series has a character of its own.
void bench_plot_print(const bench_plot *plot, FILE *to);

#endif
