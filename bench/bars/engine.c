// Bars of the engine: in multiples of the floor, against the other methods, and as scenes grow.

#include <stdio.h>

#include "bench/bars/bars.h"

// In passes of the floor; negative when the run failed.
static double floors_of(mote_bars *bars, const mote_bars_run *run, const char *name)
{
    const mote_bars_measured *m = mote_bars_measure(bars, run);
    return m ? mote_bars_median(m, name) / mote_bars_floor(m) : -1.0;
}

mote_bar_outcome mote_bar_exact_share(mote_bars *bars, const mote_bar *bar, double *out)
{
    const mote_bars_measured *m = mote_bars_measure(bars, bar->runs[0]);
    if (!m) return MOTE_BAR_FAILED;
    const mote_timing *hybrid = &m->measurement.timings[0];
    *out = 100.0 * (double)hybrid->exact_calls / (double)hybrid->candidates;
    return MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_floors(mote_bars *bars, const mote_bar *bar, double *out)
{
    *out = floors_of(bars, bar->runs[0], "hybrid");
    return *out < 0.0 ? MOTE_BAR_FAILED : MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_more_floors(mote_bars *bars, const mote_bar *bar, double *out)
{
    double floors = floors_of(bars, bar->runs[0], "hybrid");
    double less = floors_of(bars, bar->runs[1], "hybrid");
    *out = floors - less;
    return floors < 0.0 || less < 0.0 ? MOTE_BAR_FAILED : MOTE_BAR_MEASURED;
}

// How many times the rival's time is hybrid's.
static mote_bar_outcome rival_ratio(mote_bars *bars, const mote_bars_run *run, const char *rival,
                                    double *out)
{
    const mote_bars_measured *m = mote_bars_measure(bars, run);
    if (!m) return MOTE_BAR_FAILED;
    double seconds = mote_bars_median(m, rival);
    *out = seconds / mote_bars_median(m, "hybrid");
    return seconds < 0.0 ? MOTE_BAR_NOT_BUILT : MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_speedup(mote_bars *bars, const mote_bar *bar, double *out)
{
    return rival_ratio(bars, bar->runs[0], bar->rival, out);
}

mote_bar_outcome mote_bar_slowest(mote_bars *bars, const mote_bar *bar, double *out)
{
    static const mote_bars_run runs[] = {
        {"blobs-heavy", 70000, 12, .order = MOTE_ORDER_MESH,
         .rivals = MOTE_BARS_REFIT | MOTE_BARS_SMITH},
        {"blobs-heavy", 10000, 30, .rivals = MOTE_BARS_REFIT},
        {"teapot-sphere", .rivals = MOTE_BARS_REFIT},
        {"letters-ww", .rivals = MOTE_BARS_REFIT},
        {"tori", .rivals = MOTE_BARS_REFIT},
        {"cloth-ball", .rivals = MOTE_BARS_REFIT},
        {"shrine-bust", .rivals = MOTE_BARS_REFIT},
        {"twins", .frames = 20, .rivals = MOTE_BARS_REFIT},
        {"stack", .rivals = MOTE_BARS_REFIT},
        {"deforming-spheres-100", .frames = 100, .rivals = MOTE_BARS_REFIT},
    };
    *out = 0.0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        double ratio;
        mote_bar_outcome outcome = rival_ratio(bars, &runs[i], bar->rival, &ratio);
        if (outcome != MOTE_BAR_MEASURED) return outcome;
        printf("    %-36s %7.2f x\n", runs[i].scene, 1.0 / ratio);
        if (1.0 / ratio > *out) *out = 1.0 / ratio;
    }
    return MOTE_BAR_MEASURED;
}

// Medians over whole runs, not least times: what a caller sees of threads.
mote_bar_outcome mote_bar_two_threads(mote_bars *bars, const mote_bar *bar, double *out)
{
    const mote_bars_measured *m = mote_bars_measure(bars, bar->runs[0]);
    if (!m) return MOTE_BAR_FAILED;
    const mote_timing *timings = m->measurement.timings;
    double one = mote_summarise(timings[0].run_medians, m->measurement.repeats).median;
    double two = mote_summarise(timings[1].run_medians, m->measurement.repeats).median;
    *out = one / two;
    return MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_growth_per_triangle(mote_bars *bars, const mote_bar *bar, double *out)
{
    double small = floors_of(bars, bar->runs[0], "hybrid");
    double large = floors_of(bars, bar->runs[1], "hybrid");
    *out = large / small;
    return small < 0.0 || large < 0.0 ? MOTE_BAR_FAILED : MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_growth_per_body(mote_bars *bars, const mote_bar *bar, double *out)
{
    const mote_bars_measured *few = mote_bars_measure(bars, bar->runs[0]);
    const mote_bars_measured *many = mote_bars_measure(bars, bar->runs[1]);
    if (!few || !many) return MOTE_BAR_FAILED;
    *out = mote_bars_median(many, "hybrid") / many->body_count /
           (mote_bars_median(few, "hybrid") / few->body_count);
    return MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_bytes(mote_bars *bars, const mote_bar *bar, double *out)
{
    const mote_bars_measured *m = mote_bars_measure(bars, bar->runs[0]);
    if (!m) return MOTE_BAR_FAILED;
    *out = (double)m->measurement.timings[0].bytes / (double)m->triangle_count;
    return MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_first_distance(mote_bars *bars, const mote_bar *bar, double *out)
{
    *out = floors_of(bars, bar->runs[0], "cold");
    return *out < 0.0 ? MOTE_BAR_FAILED : MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_next_distance(mote_bars *bars, const mote_bar *bar, double *out)
{
    return rival_ratio(bars, bar->runs[0], "cold", out);
}
