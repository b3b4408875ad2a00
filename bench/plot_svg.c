#include <math.h>

#include "bench/plot_axes.h"

enum { WIDTH = 820, HEIGHT = 440, LEFT = 84, RIGHT = 590, TOP = 64, BOTTOM = 376 };
enum { MAX_MARKED_POINTS = 40, COLUMN_MARGIN = 16 };

// Okabe and Ito's colors, which people with any color vision can tell apart; the shape of the marks
// distinguishes more series than there are colors.
static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#000000"};
enum { COLOR_COUNT = sizeof colors / sizeof colors[0], MARK_COUNT = 4 };

static const char *color_of(size_t series)
{
    return colors[series % COLOR_COUNT];
}

// ---------------------------------------------------------------------------------------------
// SVG

static void write_text(FILE *to, double x, double y, const char *attributes, const char *text)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    for (; *text; text++) {
        if (*text == '<') {
            fputs("&lt;", to);
        } else if (*text == '&') {
            fputs("&amp;", to);
        } else {
            fputc(*text, to);
        }
    }
    fputs("</text>\n", to);
}

static void write_segment(FILE *to, double x1, double y1, double x2, double y2, const char *color,
                          double width)
{
    fprintf(to,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"%.3g\"/>\n",
            x1, y1, x2, y2, color, width);
}

static void write_y_axis(const bench_plot *plot, const bench_plot_axis *y, FILE *to)
{
    char label[32];
    for (int i = 0; i < y->tick_count; i++) {
        double at = bench_plot_place(y, y->ticks[i]);
        bench_plot_number(label, sizeof label, y->ticks[i]);
        write_segment(to, LEFT, at, RIGHT, at, "#dddddd", 1);
        write_text(to, LEFT - 8, at + 4, "text-anchor=\"end\"", label);
    }
    char turned[64];
    snprintf(turned, sizeof turned, "transform=\"rotate(-90 20 %d)\" text-anchor=\"middle\"",
             (TOP + BOTTOM) / 2);
    write_text(to, 20, 0.5 * (TOP + BOTTOM), turned, plot->y_title);
}

// A label that would run into the one before it is left out.
static void write_x_axis(const bench_plot *plot, const bench_plot_axis *x, FILE *to)
{
    char label[32];
    double free_from = 0;
    for (int i = 0; i < x->tick_count; i++) {
        double at = bench_plot_place(x, x->ticks[i]);
        write_segment(to, at, BOTTOM, at, BOTTOM + 5, "#333333", 1);
        double half = 4.0 * bench_plot_number(label, sizeof label, x->ticks[i]);
        if (at - half < free_from) continue;
        write_text(to, at, BOTTOM + 20, "text-anchor=\"middle\"", label);
        free_from = at + half + 4;
    }
    write_text(to, 0.5 * (LEFT + RIGHT), BOTTOM + 44, "text-anchor=\"middle\"", plot->x_title);
    write_segment(to, LEFT, BOTTOM, RIGHT, BOTTOM, "#333333", 1);
    write_segment(to, LEFT, TOP, LEFT, BOTTOM, "#333333", 1);
}

// A circle, a square, a diamond or a triangle; hollow where others published it.
static void write_mark(const bench_plot *plot, size_t series, double x, double y, FILE *to)
{
    static const char *const forms[MARK_COUNT] = {"M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
                                                  "M-3.5 -3.5H3.5V3.5H-3.5Z", "M0 -5L5 0L0 5L-5 0Z",
                                                  "M0 -4.5L4.5 3.5H-4.5Z"};
    const char *color = color_of(series);
    bool hollow = plot->series[series].form == BENCH_PLOT_DASHED;
    fprintf(to, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\" stroke=\"%s\"/>\n",
            x, y, forms[series % MARK_COUNT], hollow ? "#ffffff" : color, color);
}

// ---------------------------------------------------------------------------------------------
// Series

typedef struct picture {
    const bench_plot *plot;
    bench_plot_axis x, y;
    FILE *to;
} picture;

static bool is_point(const picture *p, const bench_plot_series *series, size_t i)
{
    return bench_plot_shows(&p->x, series->x[i]) && bench_plot_shows(&p->y, series->y[i]);
}

static double point_x(const picture *p, size_t series, size_t i)
{
    double x = bench_plot_place(&p->x, p->plot->series[series].x[i]);
    if (!p->plot->columns) return x;
    double count = (double)p->plot->series_count, step = fmin(6, 24 / count);
    return x + step * ((double)series - 0.5 * (count - 1));
}

// Where the area of a series ends below its point i.
static double area_floor(const picture *p, size_t number, size_t i)
{
    if (number == 0) return BOTTOM;
    const bench_plot_series *below = &p->plot->series[number - 1];
    bool is_area = below->form == BENCH_PLOT_AREA && i < below->count && is_point(p, below, i);
    return is_area ? bench_plot_place(&p->y, below->y[i]) : BOTTOM;
}

// One strip from each point to the next.
static void write_area(const picture *p, size_t number)
{
    const bench_plot_series *series = &p->plot->series[number];
    fprintf(p->to, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"0.5\" d=\"", color_of(number),
            color_of(number));
    for (size_t i = 0; i + 1 < series->count; i++) {
        if (!is_point(p, series, i) || !is_point(p, series, i + 1)) continue;
        fprintf(p->to, "M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ", point_x(p, number, i),
                bench_plot_place(&p->y, series->y[i]), point_x(p, number, i + 1),
                bench_plot_place(&p->y, series->y[i + 1]), point_x(p, number, i + 1),
                area_floor(p, number, i + 1), point_x(p, number, i), area_floor(p, number, i));
    }
    fputs("\"/>\n", p->to);
}

static void write_line(const picture *p, size_t number)
{
    const bench_plot_series *series = &p->plot->series[number];
    if (series->form == BENCH_PLOT_MARKS || series->form == BENCH_PLOT_AREA) return;
    fprintf(p->to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", color_of(number),
            series->count > MAX_MARKED_POINTS ? "1.2" : "2",
            series->form == BENCH_PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
    bool joined = false;
    for (size_t i = 0; i < series->count; i++) {
        bool shown = is_point(p, series, i);
        if (shown)
            fprintf(p->to, "%c%.1f %.1f", joined ? 'L' : 'M', point_x(p, number, i),
                    bench_plot_place(&p->y, series->y[i]));
        joined = shown;
    }
    fputs("\"/>\n", p->to);
}

static void write_spread(const picture *p, size_t number, size_t i)
{
    const bench_plot_spread *spread = &p->plot->spreads[number];
    if (!(spread->high[i] > spread->low[i])) return;
    const char *color = color_of(number);
    double x = point_x(p, number, i);
    double low = bench_plot_place(&p->y, spread->low[i]),
           high = bench_plot_place(&p->y, spread->high[i]);
    write_segment(p->to, x, low, x, high, color, 1);
    write_segment(p->to, x - 3, low, x + 3, low, color, 1);
    write_segment(p->to, x - 3, high, x + 3, high, color, 1);
}

static void write_points(const picture *p, size_t number)
{
    const bench_plot_series *series = &p->plot->series[number];
    if (series->form == BENCH_PLOT_AREA) return;
    if (series->count > MAX_MARKED_POINTS && series->form != BENCH_PLOT_MARKS) return;
    for (size_t i = 0; i < series->count; i++) {
        if (!is_point(p, series, i)) continue;
        if (p->plot->spreads) write_spread(p, number, i);
        write_mark(p->plot, number, point_x(p, number, i), bench_plot_place(&p->y, series->y[i]),
                   p->to);
    }
}

static void write_legend(const bench_plot *plot, FILE *to)
{
    double y = TOP + 10;
    for (size_t i = 0; i < plot->series_count; i++) {
        bench_plot_form form = plot->series[i].form;
        if (!plot->series[i].name[0]) continue;
        if (form != BENCH_PLOT_MARKS)
            write_segment(to, RIGHT + 14, y, RIGHT + 38, y, color_of(i),
                          form == BENCH_PLOT_AREA ? 10 : 2);
        if (form != BENCH_PLOT_AREA) write_mark(plot, i, RIGHT + 26, y, to);
        write_text(to, RIGHT + 46, y + 4, "", plot->series[i].name);
        y += plot->series_count > 15 ? 14 : 20; // as many as there may be fit
    }
}

void bench_plot_write_svg(const bench_plot *plot, FILE *to)
{
    double margin = plot->columns ? COLUMN_MARGIN : 0;
    picture p = {.plot = plot,
                 .x = bench_plot_measure_x(plot, LEFT + margin, RIGHT - margin),
                 .y = bench_plot_measure_y(plot, BOTTOM, TOP),
                 .to = to};
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    write_text(to, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    if (plot->note) write_text(to, LEFT, 48, "fill=\"#666666\"", plot->note);
    write_y_axis(plot, &p.y, to);
    write_x_axis(plot, &p.x, to);
    for (size_t i = 0; i < plot->series_count; i++) {
        if (plot->series[i].form == BENCH_PLOT_AREA) write_area(&p, i);
        write_line(&p, i);
        write_points(&p, i);
    }
    write_legend(plot, to);
    fputs("</svg>\n", to);
}
