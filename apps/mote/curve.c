#include "apps/mote/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "bench/plot.h"
#include "core/result.h"

enum { COLUMNS = 64, ROWS = 12 };

static float greatest(const cmd_curve *curve)
{
    float most = 0;
    for (uint32_t i = 0; i < curve->count; i++) most = fmaxf(most, curve->values[i]);
    return most > 0 ? most : 1;
}

// ---------------------------------------------------------------------------------------------
// In characters

static uint32_t column_count(const cmd_curve *curve)
{
    return curve->count < COLUMNS ? curve->count : COLUMNS;
}

static float least_of_column(const cmd_curve *curve, uint32_t column)
{
    uint32_t columns = column_count(curve);
    uint32_t first = (uint32_t)((uint64_t)column * curve->count / columns);
    uint32_t end = (uint32_t)((uint64_t)(column + 1) * curve->count / columns);
    float least = curve->values[first];
    for (uint32_t i = first; i < end; i++) least = fminf(least, curve->values[i]);
    return least;
}

// Row 0 is the bottom, for touching alone.
static int row_of(float value, float most)
{
    if (!(value > 0)) return 0;
    int row = 1 + (int)(value / most * (ROWS - 1));
    return row < ROWS ? row : ROWS - 1;
}

static void print_label(FILE *to, int row, float most)
{
    if (row == ROWS - 1)
        fprintf(to, "  %9.4g |", (double)most);
    else if (row == 0)
        fprintf(to, "  %9d |", 0);
    else
        fprintf(to, "  %9s |", "");
}

void cmd_curve_print(const cmd_curve *curve, FILE *to)
{
    float most = greatest(curve);
    uint32_t columns = column_count(curve);
    for (int row = ROWS - 1; row >= 0; row--) {
        print_label(to, row, most);
        for (uint32_t i = 0; i < columns; i++) {
            bool here = row_of(least_of_column(curve, i), most) == row;
            const char *style = here && row == 0 ? cmd_style_code(to, CMD_STYLE_RED) : "";
            fprintf(to, "%s%c%s", style, here ? '*' : ' ',
                    style[0] ? cmd_style_code(to, CMD_STYLE_PLAIN) : "");
        }
        fputc('\n', to);
    }
    char ruler[COLUMNS + 1];
    memset(ruler, '-', columns);
    ruler[columns] = '\0';
    fprintf(to, "  %9s +%s\n  %9s  %-*u%u\n", "", ruler, "frame",
            columns > 10 ? (int)columns - 8 : 1, curve->first_frame,
            curve->first_frame + curve->count - 1);
}

// ---------------------------------------------------------------------------------------------
// As SVG

static void write_plot(const cmd_curve *curve, double *frames, double *values, double *zeros,
                       FILE *to)
{
    uint32_t touching = 0;
    double *touching_frames = zeros + curve->count;
    for (uint32_t i = 0; i < curve->count; i++) {
        frames[i] = curve->first_frame + i;
        values[i] = (double)curve->values[i];
        if (!(values[i] > 0)) touching_frames[touching++] = frames[i];
    }
    const bench_plot_series series[] = {
        {curve->name, frames, values, curve->count, BENCH_PLOT_LINE},
        {"touching", touching_frames, zeros, touching, BENCH_PLOT_MARKS}};
    bench_plot_write(&(bench_plot){.title = curve->title,
                                   .x_title = "frame",
                                   .y_title = curve->name,
                                   .y_high = (double)greatest(curve),
                                   .series = series,
                                   .series_count = touching ? 2 : 1},
                     to);
}

mote_result cmd_curve_write_svg(const cmd_curve *curve, FILE *to)
{
    size_t count = curve->count;
    double *numbers = calloc(4 * count, sizeof *numbers);
    if (!numbers) return mote_fail_memory(4 * count * sizeof *numbers, "the points of a curve");
    write_plot(curve, numbers, numbers + count, numbers + 2 * count, to);
    free(numbers);
    return MOTE_OK;
}
