#include "apps/mote/plot.h"

#include <math.h>
#include <string.h>

#include "apps/mote/terminal.h"

enum { COLUMNS = 64, ROWS = 12 };
enum { WIDTH = 800, HEIGHT = 360, LEFT = 80, RIGHT = 780, TOP = 48, BOTTOM = 310 };

static float greatest(const mote_plot *plot)
{
    float most = 0;
    for (uint32_t i = 0; i < plot->count; i++) most = fmaxf(most, plot->values[i]);
    return most > 0 ? most : 1;
}

// ---------------------------------------------------------------------------------------------
// In characters

static uint32_t column_count(const mote_plot *plot)
{
    return plot->count < COLUMNS ? plot->count : COLUMNS;
}

static float least_of_column(const mote_plot *plot, uint32_t column)
{
    uint32_t columns = column_count(plot);
    uint32_t first = (uint32_t)((uint64_t)column * plot->count / columns);
    uint32_t end = (uint32_t)((uint64_t)(column + 1) * plot->count / columns);
    float least = plot->values[first];
    for (uint32_t i = first; i < end; i++) least = fminf(least, plot->values[i]);
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

void mote_plot_print(const mote_plot *plot, FILE *to)
{
    float most = greatest(plot);
    uint32_t columns = column_count(plot);
    for (int row = ROWS - 1; row >= 0; row--) {
        print_label(to, row, most);
        for (uint32_t i = 0; i < columns; i++) {
            bool here = row_of(least_of_column(plot, i), most) == row;
            const char *style = here && row == 0 ? mote_style_code(to, MOTE_STYLE_RED) : "";
            fprintf(to, "%s%c%s", style, here ? '*' : ' ',
                    style[0] ? mote_style_code(to, MOTE_STYLE_PLAIN) : "");
        }
        fputc('\n', to);
    }
    char ruler[COLUMNS + 1];
    memset(ruler, '-', columns);
    ruler[columns] = '\0';
    fprintf(to, "  %9s +%s\n  %9s  %-*u%u\n", "", ruler, "frame",
            columns > 10 ? (int)columns - 8 : 1, plot->first_frame,
            plot->first_frame + plot->count - 1);
}

// ---------------------------------------------------------------------------------------------
// As SVG

static double place_x(const mote_plot *plot, uint32_t frame)
{
    return LEFT + (plot->count > 1 ? (double)frame / (plot->count - 1) : 0.5) * (RIGHT - LEFT);
}

static double place_y(float value, float most)
{
    return BOTTOM - (double)(value / most) * (BOTTOM - TOP);
}

static void write_escaped(const char *text, FILE *to)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '&')
            fputs("&amp;", to);
        else
            fputc(*text, to);
    }
}

static void write_grid(const mote_plot *plot, float most, FILE *to)
{
    enum { LINES = 4 };
    for (int i = 0; i <= LINES; i++) {
        float value = most * (float)i / LINES;
        double y = place_y(value, most);
        fprintf(to,
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ccc\"/>\n"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4g</text>\n",
                LEFT, y, RIGHT, y, LEFT - 8, y + 4, (double)value);
        uint32_t frame = (uint32_t)((uint64_t)(plot->count - 1) * (uint32_t)i / LINES);
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n",
                place_x(plot, frame), BOTTOM + 20, plot->first_frame + frame);
    }
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">frame</text>\n", (LEFT + RIGHT) / 2,
            BOTTOM + 40);
}

// Where the curve is at 0, it is red.
static void write_touching(const mote_plot *plot, FILE *to)
{
    for (uint32_t i = 0; i < plot->count; i++) {
        if (plot->values[i] > 0) continue;
        fprintf(to, "<circle cx=\"%.1f\" cy=\"%d\" r=\"3\" fill=\"#d00\"/>\n", place_x(plot, i),
                BOTTOM);
    }
}

void mote_plot_write_svg(const mote_plot *plot, FILE *to)
{
    float most = greatest(plot);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"28\" "
            "font-size=\"16\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    write_escaped(plot->title, to);
    fputs("</text>\n", to);
    write_grid(plot, most, to);
    fputs("<polyline fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\" points=\"", to);
    for (uint32_t i = 0; i < plot->count; i++)
        fprintf(to, "%.1f,%.1f ", place_x(plot, i), place_y(plot->values[i], most));
    fputs("\"/>\n", to);
    write_touching(plot, to);
    fputs("</svg>\n", to);
}
