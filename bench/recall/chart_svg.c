#include <math.h>

#include "bench/recall/chart.h"

enum { WIDTH = 800, HEIGHT = 460, LEFT = 72, RIGHT = 600, TOP = 64, BOTTOM = 392 };

// Okabe and Ito's colours, which people of all kinds of sight can tell apart; the form of the points
// tells more lines apart than there are colours.
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0], FORM_COUNT = 4 };

static double place_x(const mote_chart_scale *scale, double x)
{
    return LEFT + 16 + mote_chart_across(scale, x) * (RIGHT - LEFT - 32);
}

// Points of several lines stand a little beside each other, so that none hides another.
static double place_point(const mote_chart *chart, const mote_chart_scale *scale, uint32_t line,
                          double x)
{
    double step = fmin(6.0, 24.0 / chart->line_count);
    return place_x(scale, x) + step * (line - 0.5 * (chart->line_count - 1));
}

static double place_y(const mote_chart_scale *scale, double y)
{
    return BOTTOM - mote_chart_up(scale, y) * (BOTTOM - TOP);
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

static void write_text(FILE *to, double x, double y, const char *attributes, const char *text)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    write_escaped(text, to);
    fputs("</text>\n", to);
}

static void write_segment(FILE *to, double x1, double y1, double x2, double y2, const char *colour,
                          double width)
{
    fprintf(to,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"%.1f\"/>\n",
            x1, y1, x2, y2, colour, width);
}

static void write_y_axis(const mote_chart *chart, const mote_chart_scale *scale, FILE *to)
{
    int ticks = (int)lround((scale->y_high - scale->y_low) / scale->y_step);
    for (int i = 0; i <= ticks; i++) {
        double value = scale->y_low + i * scale->y_step;
        double y = place_y(scale, value);
        char label[16];
        snprintf(label, sizeof label, "%.4g", fabs(value) < 1e-12 ? 0.0 : value);
        write_segment(to, LEFT, y, RIGHT, y, "#dddddd", 1.0);
        write_text(to, LEFT - 8, y + 4, "text-anchor=\"end\"", label);
    }
    fprintf(to, "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">",
            (TOP + BOTTOM) / 2);
    write_escaped(chart->y_title, to);
    fputs("</text>\n", to);
}

static void write_x_axis(const mote_chart *chart, const mote_chart_scale *scale, FILE *to)
{
    double columns[MOTE_CHART_POINTS];
    uint32_t count = mote_chart_columns(chart, columns);
    double free_from = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double x = place_x(scale, columns[i]);
        write_segment(to, x, BOTTOM, x, BOTTOM + 5, "#333333", 1.0);
        char label[16];
        int length = snprintf(label, sizeof label, "%.4g", columns[i]);
        double half = 4.0 * length;
        if (x - half < free_from) continue;
        write_text(to, x, BOTTOM + 20, "text-anchor=\"middle\"", label);
        free_from = x + half + 4.0;
    }
    char title[96];
    snprintf(title, sizeof title, "%s%s", chart->x_title,
             scale->logarithmic ? " (logarithmic)" : "");
    write_text(to, 0.5 * (LEFT + RIGHT), BOTTOM + 44, "text-anchor=\"middle\"", title);
    write_segment(to, LEFT, BOTTOM, RIGHT, BOTTOM, "#333333", 1.0);
    write_segment(to, LEFT, TOP, LEFT, BOTTOM, "#333333", 1.0);
}

// A circle, a square, a diamond or a triangle.
static void write_mark(FILE *to, uint32_t line, double x, double y)
{
    const char *colour = colours[line % COLOUR_COUNT];
    static const char *const paths[FORM_COUNT] = {NULL, "M-4 -4H4V4H-4Z",
                                                  "M0 -5.5L5.5 0L0 5.5L-5.5 0Z", "M0 -5L5 4H-5Z"};
    const char *path = paths[line % FORM_COUNT];
    if (path)
        fprintf(to, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\"/>\n", x, y, path,
                colour);
    else
        fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n", x, y, colour);
}

static void write_interval(FILE *to, const mote_chart_scale *scale, const mote_chart_point *point,
                           double x, const char *colour)
{
    if (!(point->high > point->low)) return;
    double low = place_y(scale, point->low), high = place_y(scale, point->high);
    write_segment(to, x, low, x, high, colour, 1.0);
    write_segment(to, x - 3, low, x + 3, low, colour, 1.0);
    write_segment(to, x - 3, high, x + 3, high, colour, 1.0);
}

static void write_line(const mote_chart *chart, const mote_chart_scale *scale, uint32_t number,
                       FILE *to)
{
    const mote_chart_line *line = &chart->lines[number];
    const char *colour = colours[number % COLOUR_COUNT];
    for (uint32_t i = 0; i < line->count; i++) {
        const mote_chart_point *point = &line->points[i];
        if (isnan(point->y)) continue;
        double x = place_point(chart, scale, number, point->x), y = place_y(scale, point->y);
        if (i && !isnan(point[-1].y))
            write_segment(to, place_point(chart, scale, number, point[-1].x),
                          place_y(scale, point[-1].y), x, y, colour, 2.0);
        write_interval(to, scale, point, x, colour);
        write_mark(to, number, x, y);
    }
}

static void write_legend(const mote_chart *chart, FILE *to)
{
    for (uint32_t i = 0; i < chart->line_count; i++) {
        if (!chart->lines[i].name[0]) continue;
        double y = TOP + 10 + 18.0 * i;
        write_segment(to, RIGHT + 16, y, RIGHT + 40, y, colours[i % COLOUR_COUNT], 2.0);
        write_mark(to, i, RIGHT + 28, y);
        write_text(to, RIGHT + 48, y + 4, "", chart->lines[i].name);
    }
}

void mote_chart_write_svg(const mote_chart *chart, FILE *to)
{
    mote_chart_scale scale = mote_chart_measure(chart);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    fprintf(to, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    write_text(to, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", chart->title);
    write_text(to, LEFT, 48, "fill=\"#666666\"", chart->note);
    write_y_axis(chart, &scale, to);
    write_x_axis(chart, &scale, to);
    for (uint32_t i = chart->line_count; i > 0; i--) write_line(chart, &scale, i - 1, to);
    write_legend(chart, to);
    fputs("</svg>\n", to);
}
