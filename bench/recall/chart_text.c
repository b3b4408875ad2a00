#include <math.h>
#include <string.h>

#include "bench/recall/chart.h"

enum { COLUMNS = 66, ROWS = 17, MARGIN = 9, WIDTH = 80 };

static const char marks[] = "ox+*#@%&abcdefghijklmnpq";

typedef struct canvas {
    char cells[ROWS][COLUMNS + 1];
} canvas;

static int column_of(const recall_chart_scale *scale, double x)
{
    return (int)lround(recall_chart_across(scale, x) * (COLUMNS - 1));
}

static int row_of(const recall_chart_scale *scale, double y)
{
    return ROWS - 1 - (int)lround(recall_chart_up(scale, y) * (ROWS - 1));
}

static void draw_step(canvas *c, const recall_chart_scale *scale, const recall_chart_point *from,
                      const recall_chart_point *to)
{
    int first = column_of(scale, from->x), last = column_of(scale, to->x);
    for (int column = first + 1; column < last; column++) {
        double share = (double)(column - first) / (last - first);
        char *cell = &c->cells[row_of(scale, from->y + share * (to->y - from->y))][column];
        if (*cell == ' ') *cell = '.';
    }
}

static void draw_line(canvas *c, const recall_chart_scale *scale, const recall_chart_line *line,
                      char mark)
{
    for (uint32_t i = 0; i < line->count; i++) {
        const recall_chart_point *point = &line->points[i];
        if (isnan(point->y)) continue;
        c->cells[row_of(scale, point->y)][column_of(scale, point->x)] = mark;
        if (i && !isnan(line->points[i - 1].y)) draw_step(c, scale, point - 1, point);
    }
}

// The label of the tick that falls into a row; empty for most.
static void label_row(const recall_chart_scale *scale, int row, char *text, size_t size)
{
    text[0] = '\0';
    int ticks = (int)lround((scale->y_high - scale->y_low) / scale->y_step);
    for (int i = 0; i <= ticks; i++) {
        double y = scale->y_low + i * scale->y_step;
        if (row_of(scale, y) == row) snprintf(text, size, "%.4g", fabs(y) < 1e-12 ? 0.0 : y);
    }
}

static void print_x_labels(const recall_chart *chart, const recall_chart_scale *scale, FILE *to)
{
    double columns[RECALL_CHART_POINTS];
    uint32_t count = recall_chart_columns(chart, columns);
    char text[WIDTH + 1];
    memset(text, ' ', WIDTH);
    int free_from = 0, end = 0;
    for (uint32_t i = 0; i < count; i++) {
        char label[16];
        int length = snprintf(label, sizeof label, "%.4g", columns[i]);
        int at = MARGIN + column_of(scale, columns[i]) - length / 2;
        if (at < free_from || at + length > WIDTH) continue;
        memcpy(text + at, label, (size_t)length);
        end = at + length;
        free_from = end + 1;
    }
    fprintf(to, "%.*s\n", end, text);
    fprintf(to, "%*s%s\n", MARGIN + (COLUMNS - (int)strlen(chart->x_title)) / 2, "",
            chart->x_title);
}

void recall_chart_print(const recall_chart *chart, FILE *to)
{
    recall_chart_scale scale = recall_chart_measure(chart);
    canvas c;
    for (int row = 0; row < ROWS; row++) {
        memset(c.cells[row], ' ', COLUMNS);
        c.cells[row][COLUMNS] = '\0';
    }
    // The first line lies on top.
    for (uint32_t i = chart->line_count; i > 0; i--)
        draw_line(&c, &scale, &chart->lines[i - 1], marks[i - 1]);
    fprintf(to, "%.80s\n", chart->y_title);
    for (int row = 0; row < ROWS; row++) {
        char label[16];
        label_row(&scale, row, label, sizeof label);
        int length = COLUMNS;
        while (length > 0 && c.cells[row][length - 1] == ' ') length--;
        fprintf(to, "%*s %c%.*s\n", MARGIN - 2, label, label[0] ? '+' : '|', length, c.cells[row]);
    }
    char axis[COLUMNS + 1];
    memset(axis, '-', COLUMNS);
    fprintf(to, "%*s+%.*s\n", MARGIN - 1, "", COLUMNS, axis);
    print_x_labels(chart, &scale, to);
    for (uint32_t i = 0; i < chart->line_count; i++)
        if (chart->lines[i].name[0])
            fprintf(to, "%*s%c %s\n", MARGIN, "", marks[i], chart->lines[i].name);
}
