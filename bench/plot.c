#include "bench/plot.h"

#include <math.h>

enum { WIDTH = 820, HEIGHT = 440, LEFT = 84, RIGHT = 590, TOP = 64, BOTTOM = 376 };
enum { MOST_MARKED_POINTS = 40, MOST_TICKS = 32, COLUMN_MARGIN = 16 };

// Okabe and Ito's colors, which people of all kinds of sight can tell apart; the form of the points
// tells more series apart than there are colors.
static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#000000"};
enum { COLOR_COUNT = sizeof colors / sizeof colors[0], MARK_COUNT = 4 };

static const char *color_of(size_t series)
{
    return colors[series % COLOR_COUNT];
}

// ---------------------------------------------------------------------------------------------
// Axes

typedef struct axis {
    bool logarithmic;
    double low, high; // of what is shown; logarithms where it is logarithmic
    double from, to;  // where these two are in the picture
    double ticks[MOST_TICKS];
    int tick_count;
} axis;

double bench_plot_step(double range)
{
    double power = pow(10, floor(log10(range / 5))), times = range / 5 / power;
    return power * (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10);
}

static bool is_shown(const axis *a, double value)
{
    return isfinite(value) && (!a->logarithmic || value > 0);
}

static double on_axis(const axis *a, double value)
{
    return a->logarithmic ? log10(value) : value;
}

static void choose_linear_ticks(axis *a)
{
    if (!(a->high > a->low)) a->high = a->low + 1;
    double step = bench_plot_step(a->high - a->low);
    a->low = floor(a->low / step + 1e-9) * step;
    a->high = ceil(a->high / step - 1e-9) * step;
    int count = (int)lround((a->high - a->low) / step) + 1;
    for (int i = 0; i < count && i < MOST_TICKS; i++) a->ticks[a->tick_count++] = a->low + i * step;
}

static void choose_logarithmic_ticks(axis *a)
{
    if (!(a->high > a->low)) a->high = a->low + 0.5;
    bool few = a->high - a->low < 2;
    for (int power = (int)floor(a->low); power <= (int)ceil(a->high); power++) {
        static const double times[] = {1, 2, 5};
        for (int k = 0; k < (few ? 3 : 1) && a->tick_count < MOST_TICKS; k++) {
            double at = power + log10(times[k]);
            if (at >= a->low - 1e-9 && at <= a->high + 1e-9)
                a->ticks[a->tick_count++] = pow(10, at);
        }
    }
}

static void widen(axis *a, double value)
{
    if (!is_shown(a, value)) return;
    a->low = fmin(a->low, on_axis(a, value));
    a->high = fmax(a->high, on_axis(a, value));
}

static axis empty_axis(bool logarithmic, double from, double to)
{
    return (axis){.logarithmic = logarithmic,
                  .low = (double)INFINITY,
                  .high = -(double)INFINITY,
                  .from = from,
                  .to = to};
}

static void choose_ticks(axis *a)
{
    if (a->low > a->high) a->low = a->high = 0;
    if (a->logarithmic) {
        choose_logarithmic_ticks(a);
    } else {
        choose_linear_ticks(a);
    }
}

// What is near zero shows how near.
static void reach_to_zero(axis *a)
{
    if (!a->logarithmic && a->low > 0 && a->low < 0.5 * a->high) a->low = 0;
}

static axis measure_columns(const bench_plot *plot)
{
    axis a = empty_axis(plot->logarithmic_x, LEFT + COLUMN_MARGIN, RIGHT - COLUMN_MARGIN);
    for (size_t i = 0; i < plot->column_count && i < MOST_TICKS; i++) {
        widen(&a, plot->columns[i]);
        a.ticks[a.tick_count++] = plot->columns[i];
    }
    return a;
}

static axis measure_x(const bench_plot *plot)
{
    if (plot->columns) return measure_columns(plot);
    axis a = empty_axis(plot->logarithmic_x, LEFT, RIGHT);
    for (size_t s = 0; s < plot->series_count; s++) {
        for (size_t i = 0; i < plot->series[s].count; i++) widen(&a, plot->series[s].x[i]);
    }
    reach_to_zero(&a);
    choose_ticks(&a);
    return a;
}

static axis measure_y(const bench_plot *plot)
{
    axis a = empty_axis(plot->logarithmic_y, BOTTOM, TOP);
    bool given = plot->y_high > plot->y_low;
    if (given) {
        widen(&a, plot->y_low);
        widen(&a, plot->y_high);
    }
    for (size_t s = 0; s < plot->series_count && !given; s++) {
        const bench_plot_series *series = &plot->series[s];
        for (size_t i = 0; i < series->count; i++) {
            widen(&a, series->y[i]);
            if (!plot->spreads) continue;
            widen(&a, plot->spreads[s].low[i]);
            widen(&a, plot->spreads[s].high[i]);
        }
    }
    if (!given) reach_to_zero(&a);
    choose_ticks(&a);
    return a;
}

static double place(const axis *a, double value)
{
    if (!(a->high > a->low)) return 0.5 * (a->from + a->to);
    double share = (on_axis(a, value) - a->low) / (a->high - a->low);
    return a->from + share * (a->to - a->from);
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

static int print_number(char *out, size_t size, double value)
{
    return snprintf(out, size, "%.4g", fabs(value) < 1e-12 ? 0.0 : value);
}

static void write_y_axis(const bench_plot *plot, const axis *y, FILE *to)
{
    char label[32];
    for (int i = 0; i < y->tick_count; i++) {
        double at = place(y, y->ticks[i]);
        print_number(label, sizeof label, y->ticks[i]);
        write_segment(to, LEFT, at, RIGHT, at, "#dddddd", 1);
        write_text(to, LEFT - 8, at + 4, "text-anchor=\"end\"", label);
    }
    char turned[64];
    snprintf(turned, sizeof turned, "transform=\"rotate(-90 20 %d)\" text-anchor=\"middle\"",
             (TOP + BOTTOM) / 2);
    write_text(to, 20, 0.5 * (TOP + BOTTOM), turned, plot->y_title);
}

// A label that would run into the one before it is left out.
static void write_x_axis(const bench_plot *plot, const axis *x, FILE *to)
{
    char label[32];
    double free_from = 0;
    for (int i = 0; i < x->tick_count; i++) {
        double at = place(x, x->ticks[i]);
        write_segment(to, at, BOTTOM, at, BOTTOM + 5, "#333333", 1);
        double half = 4.0 * print_number(label, sizeof label, x->ticks[i]);
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
    axis x, y;
    FILE *to;
} picture;

static bool is_point(const picture *p, const bench_plot_series *series, size_t i)
{
    return is_shown(&p->x, series->x[i]) && is_shown(&p->y, series->y[i]);
}

static double point_x(const picture *p, size_t series, size_t i)
{
    double x = place(&p->x, p->plot->series[series].x[i]);
    if (!p->plot->columns) return x;
    double count = (double)p->plot->series_count, step = fmin(6, 24 / count);
    return x + step * ((double)series - 0.5 * (count - 1));
}

static void write_line(const picture *p, size_t number)
{
    const bench_plot_series *series = &p->plot->series[number];
    if (series->form == BENCH_PLOT_MARKS) return;
    fprintf(p->to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", color_of(number),
            series->count > MOST_MARKED_POINTS ? "1.2" : "2",
            series->form == BENCH_PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
    bool joined = false;
    for (size_t i = 0; i < series->count; i++) {
        bool shown = is_point(p, series, i);
        if (shown)
            fprintf(p->to, "%c%.1f %.1f", joined ? 'L' : 'M', point_x(p, number, i),
                    place(&p->y, series->y[i]));
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
    double low = place(&p->y, spread->low[i]), high = place(&p->y, spread->high[i]);
    write_segment(p->to, x, low, x, high, color, 1);
    write_segment(p->to, x - 3, low, x + 3, low, color, 1);
    write_segment(p->to, x - 3, high, x + 3, high, color, 1);
}

static void write_points(const picture *p, size_t number)
{
    const bench_plot_series *series = &p->plot->series[number];
    if (series->count > MOST_MARKED_POINTS && series->form != BENCH_PLOT_MARKS) return;
    for (size_t i = 0; i < series->count; i++) {
        if (!is_point(p, series, i)) continue;
        if (p->plot->spreads) write_spread(p, number, i);
        write_mark(p->plot, number, point_x(p, number, i), place(&p->y, series->y[i]), p->to);
    }
}

static void write_legend(const bench_plot *plot, FILE *to)
{
    double y = TOP + 10;
    for (size_t i = 0; i < plot->series_count; i++) {
        if (!plot->series[i].name[0]) continue;
        if (plot->series[i].form != BENCH_PLOT_MARKS)
            write_segment(to, RIGHT + 14, y, RIGHT + 38, y, color_of(i), 2);
        write_mark(plot, i, RIGHT + 26, y, to);
        write_text(to, RIGHT + 46, y + 4, "", plot->series[i].name);
        y += plot->series_count > 15 ? 14 : 20; // as many as there may be fit
    }
}

void bench_plot_write(const bench_plot *plot, FILE *to)
{
    picture p = {plot, measure_x(plot), measure_y(plot), to};
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
        write_line(&p, i);
        write_points(&p, i);
    }
    write_legend(plot, to);
    fputs("</svg>\n", to);
}
