#include <math.h>
#include <string.h>

#include "bench/plot_axes.h"

enum { COLUMNS = 66, ROWS = 17, MARGIN = 9, WIDTH = 80 };

static const char marks[] = "ox+*#@%&abcdefghijklmnpq";
enum { MARK_COUNT = sizeof marks - 1 };

typedef struct canvas {
    bench_plot_axis x, y;
    char cells[ROWS][COLUMNS];
} canvas;

// A value may lie outside a range of y that was given.
static char *cell_at(canvas *c, int column, double y)
{
    long row = lround(bench_plot_place(&c->y, y));
    return &c->cells[row < 0 ? 0 : row >= ROWS ? ROWS - 1 : row][column];
}

static int column_of(const canvas *c, double x)
{
    return (int)lround(bench_plot_place(&c->x, x));
}

static bool is_point(const canvas *c, const bench_plot_series *series, size_t i)
{
    return bench_plot_shows(&c->x, series->x[i]) && bench_plot_shows(&c->y, series->y[i]);
}

// Dots from point i - 1 to point i, where nothing else is.
static void draw_step(canvas *c, const bench_plot_series *series, size_t i)
{
    int first = column_of(c, series->x[i - 1]), last = column_of(c, series->x[i]);
    double from = series->y[i - 1], to = series->y[i];
    for (int column = first + 1; column < last; column++) {
        double share = (double)(column - first) / (last - first);
        double y = c->y.logarithmic ? from * pow(to / from, share) : from + share * (to - from);
        char *cell = cell_at(c, column, y);
        if (*cell == ' ') *cell = '.';
    }
}

static void draw_series(canvas *c, const bench_plot_series *series, char mark)
{
    for (size_t i = 0; i < series->count; i++) {
        if (!is_point(c, series, i)) continue;
        *cell_at(c, column_of(c, series->x[i]), series->y[i]) = mark;
        if (i && series->form != BENCH_PLOT_MARKS && is_point(c, series, i - 1))
            draw_step(c, series, i);
    }
}

// The label of the tick that falls into a row; empty for most.
static void label_row(const canvas *c, int row, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < c->y.tick_count; i++) {
        if (lround(bench_plot_place(&c->y, c->y.ticks[i])) == row)
            bench_plot_number(text, size, c->y.ticks[i]);
    }
}

static void print_rows(const canvas *c, FILE *to)
{
    for (int row = 0; row < ROWS; row++) {
        char label[16];
        label_row(c, row, label, sizeof label);
        int length = COLUMNS;
        while (length > 0 && c->cells[row][length - 1] == ' ') length--;
        fprintf(to, "%*s %c%.*s\n", MARGIN - 2, label, label[0] ? '+' : '|', length, c->cells[row]);
    }
    char line[COLUMNS];
    memset(line, '-', sizeof line);
    fprintf(to, "%*s+%.*s\n", MARGIN - 1, "", COLUMNS, line);
}

// A label that would run into the one before it is left out.
static void print_x_labels(const canvas *c, const char *title, FILE *to)
{
    char text[WIDTH];
    memset(text, ' ', sizeof text);
    int free_from = 0, end = 0;
    for (int i = 0; i < c->x.tick_count; i++) {
        char label[16];
        int length = bench_plot_number(label, sizeof label, c->x.ticks[i]);
        int at = MARGIN + column_of(c, c->x.ticks[i]) - length / 2;
        if (at < free_from || at + length > WIDTH) continue;
        memcpy(text + at, label, (size_t)length);
        end = at + length;
        free_from = end + 1;
    }
    fprintf(to, "%.*s\n", end, text);
    int indent = (COLUMNS - (int)strlen(title)) / 2;
    fprintf(to, "%*s%.*s\n", MARGIN + (indent > 0 ? indent : 0), "", COLUMNS, title);
}

void bench_plot_print(const bench_plot *plot, FILE *to)
{
    canvas c = {.x = bench_plot_measure_x(plot, 0, COLUMNS - 1),
                .y = bench_plot_measure_y(plot, ROWS - 1, 0)};
    memset(c.cells, ' ', sizeof c.cells);
    for (size_t i = 0; i < plot->series_count; i++)
        draw_series(&c, &plot->series[i], marks[i % MARK_COUNT]);
    fprintf(to, "%.80s\n", plot->y_title);
    print_rows(&c, to);
    print_x_labels(&c, plot->x_title, to);
    for (size_t i = 0; i < plot->series_count; i++)
        if (plot->series[i].name[0])
            fprintf(to, "%*s%c %.70s\n", MARGIN, "", marks[i % MARK_COUNT], plot->series[i].name);
}
