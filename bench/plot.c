#include "bench/plot.h"

#include <math.h>

enum { WIDTH = 820, HEIGHT = 440, LEFT = 84, RIGHT = 590, TOP = 64, BOTTOM = 376 };
enum { MOST_MARKED_POINTS = 40, MOST_TICKS = 16 };

// Okabe and Ito's colours, which people of all kinds of sight can tell apart.
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000"};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

// ---------------------------------------------------------------------------------------------
// Axes

typedef struct axis {
    bool logarithmic;
    double low, high; // of what is shown; logarithms where it is logarithmic
    double ticks[MOST_TICKS];
    int tick_count;
} axis;

static double nice_step(double range)
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
    if (a->low > 0 && a->low < 0.5 * a->high) a->low = 0; // what is near zero shows how near
    if (!(a->high > a->low)) a->high = a->low + 1;
    double step = nice_step(a->high - a->low);
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

static axis measure_axis(const mote_plot *plot, bool is_x)
{
    axis a = {.logarithmic = is_x ? plot->logarithmic_x : plot->logarithmic_y,
              .low = (double)INFINITY,
              .high = -(double)INFINITY};
    for (size_t s = 0; s < plot->series_count; s++) {
        const mote_plot_series *series = &plot->series[s];
        for (size_t i = 0; i < series->count; i++) {
            double value = is_x ? series->x[i] : series->y[i];
            if (!is_shown(&a, value)) continue;
            a.low = fmin(a.low, on_axis(&a, value));
            a.high = fmax(a.high, on_axis(&a, value));
        }
    }
    if (a.low > a.high) a.low = a.high = 0;
    if (a.logarithmic) {
        choose_logarithmic_ticks(&a);
    } else {
        choose_linear_ticks(&a);
    }
    return a;
}

static double share(const axis *a, double value)
{
    return (on_axis(a, value) - a->low) / (a->high - a->low);
}

static double place_x(const axis *a, double x)
{
    return LEFT + share(a, x) * (RIGHT - LEFT);
}

static double place_y(const axis *a, double y)
{
    return BOTTOM - share(a, y) * (BOTTOM - TOP);
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

static void write_segment(FILE *to, double x1, double y1, double x2, double y2, const char *colour)
{
    fprintf(to, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1,
            x2, y2, colour);
}

static void write_axes(const mote_plot *plot, const axis *x, const axis *y, FILE *to)
{
    char label[32];
    for (int i = 0; i < y->tick_count; i++) {
        double at = place_y(y, y->ticks[i]);
        snprintf(label, sizeof label, "%.4g", fabs(y->ticks[i]) < 1e-12 ? 0.0 : y->ticks[i]);
        write_segment(to, LEFT, at, RIGHT, at, "#dddddd");
        write_text(to, LEFT - 8, at + 4, "text-anchor=\"end\"", label);
    }
    for (int i = 0; i < x->tick_count; i++) {
        double at = place_x(x, x->ticks[i]);
        snprintf(label, sizeof label, "%.4g", fabs(x->ticks[i]) < 1e-12 ? 0.0 : x->ticks[i]);
        write_segment(to, at, BOTTOM, at, BOTTOM + 5, "#333333");
        write_text(to, at, BOTTOM + 20, "text-anchor=\"middle\"", label);
    }
    write_segment(to, LEFT, BOTTOM, RIGHT, BOTTOM, "#333333");
    write_segment(to, LEFT, TOP, LEFT, BOTTOM, "#333333");
    write_text(to, 0.5 * (LEFT + RIGHT), BOTTOM + 44, "text-anchor=\"middle\"", plot->x_title);
    char turned[64];
    snprintf(turned, sizeof turned, "transform=\"rotate(-90 20 %d)\" text-anchor=\"middle\"",
             (TOP + BOTTOM) / 2);
    write_text(to, 20, 0.5 * (TOP + BOTTOM), turned, plot->y_title);
}

static void write_lines(const mote_plot_series *series, const axis *x, const axis *y,
                        const char *colour, FILE *to)
{
    if (series->form == MOTE_PLOT_MARKS) return;
    fprintf(to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"", colour,
            series->count > MOST_MARKED_POINTS ? "1.2" : "2",
            series->form == MOTE_PLOT_DASHED ? " stroke-dasharray=\"6 4\"" : "");
    bool joined = false;
    for (size_t i = 0; i < series->count; i++) {
        bool shown = is_shown(x, series->x[i]) && is_shown(y, series->y[i]);
        if (shown)
            fprintf(to, "%c%.1f %.1f", joined ? 'L' : 'M', place_x(x, series->x[i]),
                    place_y(y, series->y[i]));
        joined = shown;
    }
    fputs("\"/>\n", to);
}

static void write_mark(FILE *to, double x, double y, const char *colour, mote_plot_form form)
{
    fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
            form == MOTE_PLOT_DASHED ? "#ffffff" : colour, colour);
}

static void write_marks(const mote_plot_series *series, const axis *x, const axis *y,
                        const char *colour, FILE *to)
{
    if (series->count > MOST_MARKED_POINTS && series->form != MOTE_PLOT_MARKS) return;
    for (size_t i = 0; i < series->count; i++) {
        if (!is_shown(x, series->x[i]) || !is_shown(y, series->y[i])) continue;
        write_mark(to, place_x(x, series->x[i]), place_y(y, series->y[i]), colour, series->form);
    }
}

static void write_legend(const mote_plot *plot, FILE *to)
{
    for (size_t i = 0; i < plot->series_count; i++) {
        const char *colour = colours[i % COLOUR_COUNT];
        double y = TOP + 10 + 20.0 * (double)i;
        write_segment(to, RIGHT + 14, y, RIGHT + 38, y, colour);
        write_mark(to, RIGHT + 26, y, colour, plot->series[i].form);
        write_text(to, RIGHT + 46, y + 4, "", plot->series[i].name);
    }
}

void mote_plot_write(const mote_plot *plot, FILE *to)
{
    axis x = measure_axis(plot, true), y = measure_axis(plot, false);
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222222\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    write_text(to, LEFT, 28, "font-size=\"17\" font-weight=\"bold\"", plot->title);
    if (plot->note) write_text(to, LEFT, 48, "fill=\"#666666\"", plot->note);
    write_axes(plot, &x, &y, to);
    for (size_t i = 0; i < plot->series_count; i++) {
        write_lines(&plot->series[i], &x, &y, colours[i % COLOUR_COUNT], to);
        write_marks(&plot->series[i], &x, &y, colours[i % COLOUR_COUNT], to);
    }
    write_legend(plot, to);
    fputs("</svg>\n", to);
}
