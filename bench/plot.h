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
    const char *name; // in the legend
    const double *x, *y;
    size_t count;
    mote_plot_form form;
} mote_plot_series;

typedef struct mote_plot {
    const char *title, *note;          // a note may be null
    const char *x_title, *y_title;     // with units
    bool logarithmic_x, logarithmic_y; // points that are not positive are then left out
    const mote_plot_series *series;
    size_t series_count;
} mote_plot;

// A whole SVG file. Write errors stay in the stream.
void mote_plot_write(const mote_plot *plot, FILE *to);

#endif
