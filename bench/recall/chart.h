// Curves, in characters and as SVG.

#ifndef MOTE_RECALL_CHART_H
#define MOTE_RECALL_CHART_H

#include <mote/base.h>
#include <stdio.h>

enum { RECALL_CHART_LINES = 24, RECALL_CHART_POINTS = 24 };

typedef struct recall_chart_point {
    double x, y, low, high; // y is NaN where there is nothing to draw
} recall_chart_point;

typedef struct recall_chart_line {
    char name[48];
    recall_chart_point points[RECALL_CHART_POINTS]; // ascending x
    uint32_t count;
} recall_chart_line;

typedef struct recall_chart {
    char title[128], note[512];
    const char *x_title, *y_title;
    bool is_share; // y goes no higher than 1
    recall_chart_line lines[RECALL_CHART_LINES];
    uint32_t line_count;
} recall_chart;

// What is shown.
typedef struct recall_chart_scale {
    bool logarithmic; // in x: all are positive, the greatest at least 8 times the least
    double x_low, x_high, y_low, y_high;
} recall_chart_scale;

recall_chart_scale recall_chart_measure(const recall_chart *chart);

// At most 80 columns wide.
void recall_chart_print(const recall_chart *chart, FILE *to);

// A whole SVG file. Write errors stay in the stream.
void recall_chart_write_svg(const recall_chart *chart, FILE *to);

#endif
