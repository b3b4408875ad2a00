// Curves, in characters and as SVG.

#ifndef MOTE_RECALL_CHART_H
#define MOTE_RECALL_CHART_H

#include <mote/base.h>
#include <stdio.h>

enum { MOTE_CHART_LINES = 24, MOTE_CHART_POINTS = 24 };

typedef struct mote_chart_point {
    double x, y, low, high; // y is NaN where there is nothing to draw
} mote_chart_point;

typedef struct mote_chart_line {
    char name[48];
    mote_chart_point points[MOTE_CHART_POINTS]; // ascending x
    uint32_t count;
} mote_chart_line;

typedef struct mote_chart {
    char title[128], note[512];
    const char *x_title, *y_title;
    bool is_share; // y goes no higher than 1
    mote_chart_line lines[MOTE_CHART_LINES];
    uint32_t line_count;
} mote_chart;

// Where things are, for both forms.
typedef struct mote_chart_scale {
    bool logarithmic; // in x: all are positive, the greatest at least 8 times the least
    double x_low, x_high, y_low, y_high;
    double y_step; // between the ticks
} mote_chart_scale;

mote_chart_scale mote_chart_measure(const mote_chart *chart);
double mote_chart_across(const mote_chart_scale *scale, double x); // 0 at the left, 1 at the right
double mote_chart_up(const mote_chart_scale *scale, double y);     // 0 at the bottom, 1 at the top

// The different x of all lines, ascending; `out` has room for MOTE_CHART_POINTS.
uint32_t mote_chart_columns(const mote_chart *chart, double *out);

// At most 80 columns wide.
void mote_chart_print(const mote_chart *chart, FILE *to);

// A whole SVG file. Write errors stay in the stream.
void mote_chart_write_svg(const mote_chart *chart, FILE *to);

#endif
