// Any number of measured series over one axis, as an SVG picture.

#ifndef MOTE_BENCH_PLOT_H
#define MOTE_BENCH_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum mote_plot_form {
    MOTE_PLOT_LINE = 0, // with marks where there are few points
    MOTE_PLOT_DASHED,   // the same: what others published
    MOTE_PLOT_MARKS     // marks alone
} mote_plot_form;

typedef struct mote_plot_series {
    const char *name; // in the legend; an empty one is not in it
    const double *x, *y;
    size_t count;
    mote_plot_form form;
} mote_plot_series;

// Where each y of a series may truly lie.
typedef struct mote_plot_spread {
    const double *low, *high;
} mote_plot_spread;

typedef struct mote_plot {
    const char *title, *note;          // a note may be null
    const char *x_title, *y_title;     // with units
    bool logarithmic_x, logarithmic_y; // points that are not positive are then left out
    double y_low, y_high;              // what is shown; chosen from the points where both are equal
    const mote_plot_series *series;    // the last lies on top
    const mote_plot_spread *spreads;   // one a series; may be null
    size_t series_count;
    // All values of x, ascending, where they are few: ticks stand at them and nowhere else, and points
    // of several series a little beside each other, so that none hides another. May be null.
    const double *columns;
    size_t column_count;
} mote_plot;

// 1, 2 or 5 times a power of ten, so that about five steps fill the range, which is positive.
double mote_plot_step(double range);

// A whole SVG file. Write errors stay in the stream.
void mote_plot_write(const mote_plot *plot, FILE *to);

#endif
