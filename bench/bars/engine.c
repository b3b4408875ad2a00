// Bars of the engine: in multiples of the floor, against the other methods, and as scenes grow.

#include <stdio.h>

#include "bench/bars/bars.h"

// In passes of the floor; negative when the run failed.
static double floors_of(bars_suite *bars, const bars_run *run, const char *name)
{
    const bars_measured *m = bars_measure(bars, run);
    return m ? bars_median(m, name) / bars_floor(m) : -1.0;
}

bars_bar_outcome bars_bar_exact_share(bars_suite *bars, const bars_bar *bar, double *out)
{
    const bars_measured *m = bars_measure(bars, bar->runs[0]);
    if (!m) return BARS_BAR_FAILED;
    const bench_timing *hybrid = &m->measurement.timings[0];
    *out = 100.0 * (double)hybrid->exact_calls / (double)hybrid->candidates;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_floors(bars_suite *bars, const bars_bar *bar, double *out)
{
    *out = floors_of(bars, bar->runs[0], "hybrid");
    return *out < 0.0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_more_floors(bars_suite *bars, const bars_bar *bar, double *out)
{
    double floors = floors_of(bars, bar->runs[0], "hybrid");
    double less = floors_of(bars, bar->runs[1], "hybrid");
    *out = floors - less;
    return floors < 0.0 || less < 0.0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

// The rival's time divided by that of hybrid.
static bars_bar_outcome rival_ratio(bars_suite *bars, const bars_run *run, const char *rival,
                                    double *out)
{
    const bars_measured *m = bars_measure(bars, run);
    if (!m) return BARS_BAR_FAILED;
    double seconds = bars_median(m, rival);
    *out = seconds / bars_median(m, "hybrid");
    return seconds < 0.0 ? BARS_BAR_NOT_BUILT : BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_speedup(bars_suite *bars, const bars_bar *bar, double *out)
{
    return rival_ratio(bars, bar->runs[0], bar->rival, out);
}

bars_bar_outcome bars_bar_slowest(bars_suite *bars, const bars_bar *bar, double *out)
{
    *out = 0.0;
    for (size_t i = 0; i < bars_slowest_run_count; i++) {
        double ratio;
        bars_bar_outcome outcome = rival_ratio(bars, &bars_slowest_runs[i], bar->rival, &ratio);
        if (outcome != BARS_BAR_MEASURED) return outcome;
        printf("    %-36s %7.2f x\n", bars_slowest_runs[i].scene, 1.0 / ratio);
        if (1.0 / ratio > *out) *out = 1.0 / ratio;
    }
    return BARS_BAR_MEASURED;
}

// Medians over whole runs, not least times: what a caller sees of threads.
bars_bar_outcome bars_bar_two_threads(bars_suite *bars, const bars_bar *bar, double *out)
{
    const bars_measured *m = bars_measure(bars, bar->runs[0]);
    if (!m) return BARS_BAR_FAILED;
    const bench_timing *timings = m->measurement.timings;
    double one = bench_summarize(timings[0].run_medians, m->measurement.repeats).median;
    double two = bench_summarize(timings[1].run_medians, m->measurement.repeats).median;
    *out = one / two;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_growth_per_triangle(bars_suite *bars, const bars_bar *bar, double *out)
{
    double small = floors_of(bars, bar->runs[0], "hybrid");
    double large = floors_of(bars, bar->runs[1], "hybrid");
    *out = large / small;
    return small < 0.0 || large < 0.0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_growth_per_body(bars_suite *bars, const bars_bar *bar, double *out)
{
    const bars_measured *few = bars_measure(bars, bar->runs[0]);
    const bars_measured *many = bars_measure(bars, bar->runs[1]);
    if (!few || !many) return BARS_BAR_FAILED;
    *out = bars_median(many, "hybrid") / many->body_count /
           (bars_median(few, "hybrid") / few->body_count);
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_bytes(bars_suite *bars, const bars_bar *bar, double *out)
{
    const bars_measured *m = bars_measure(bars, bar->runs[0]);
    if (!m) return BARS_BAR_FAILED;
    *out = (double)m->measurement.timings[0].bytes / (double)m->triangle_count;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_first_distance(bars_suite *bars, const bars_bar *bar, double *out)
{
    *out = floors_of(bars, bar->runs[0], "cold");
    return *out < 0.0 ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_next_distance(bars_suite *bars, const bars_bar *bar, double *out)
{
    return rival_ratio(bars, bar->runs[0], "cold", out);
}
