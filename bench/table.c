#include "bench/table.h"

#include "bench/machine.h"

void bench_format_seconds(double seconds, char *text, size_t size)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
    int u = 0;
    while (u < 3 && seconds < 0.9995 * units[u].unit) u++;
    double value = seconds / units[u].unit;
    snprintf(text, size, "%.*f %s",
             value < 9.995   ? 2
             : value < 99.95 ? 1
                             : 0,
             value, units[u].name);
}

void bench_table_print_machine(FILE *to)
{
    bench_machine machine = bench_machine_here();
    fprintf(to, "%.60s, %u processors, load %.2f\n", machine.processor, machine.processor_count,
            machine.load);
    fprintf(to, "%.24s, %.30s, %s kernels\n", machine.compiler, machine.flags, machine.kernels);
}

void bench_table_begin(FILE *to, const bench_stage *stage, const char *scene,
                       bench_question question, const bench_measurement *m)
{
    fprintf(to, "\n%.48s: %u bodies, %zu triangles\n", scene, stage->body_count,
            stage->triangle_count);
    fprintf(to, "%s, %s order, frames %u to %u, least of %u, %s time\n",
            question == BENCH_ASK_PAIRS ? "update and all pairs" : "update and distance",
            bench_order_name(stage->order), stage->first_frame,
            stage->first_frame + stage->frame_count - 1, m->repeats, bench_clock_name(m->clock));
    fprintf(to, "  %-14s %-9s %6s %9s %9s %7s %8s\n", "", "frames", "", "median", "p95", "floors",
            "ratio");
}

void bench_table_print_row(FILE *to, const bench_table_row *row)
{
    char median[16], p95[16], ratio[16] = "";
    bench_format_seconds(row->times.median, median, sizeof median);
    bench_format_seconds(row->times.p95, p95, sizeof p95);
    if (row->base > 0.0) snprintf(ratio, sizeof ratio, "%.2f", row->times.median / row->base);
    fprintf(to, "  %-14.14s %-9s %6zu %9s %9s %7.2f %8s  %.12s\n", row->name, row->group,
            row->times.count, median, p95, row->times.median / row->floor, ratio, row->verdict);
}

void bench_table_verdict(const bench_timing *timing, char *text, size_t size)
{
    if (timing->missed || timing->added)
        snprintf(text, size, "-%llu +%llu", (unsigned long long)timing->missed,
                 (unsigned long long)timing->added);
    else if (!bench_timing_agrees(timing))
        snprintf(text, size, "off %.0e", timing->distance_error);
    else
        snprintf(text, size, "same");
}

// One row for each class that frames are of, and where there is more than one, for the frames in
// contact and for all.
static void print_rows(FILE *to, const bench_measurement *m, const char *name,
                       const double *seconds, const double *base, const char *verdict)
{
    size_t last = 0;
    for (int which = 0; which <= BENCH_CLASS_COUNT && last < m->frame_count; which++) {
        bench_contact_class class = (bench_contact_class)which;
        bench_table_row row = {.name = name, .verdict = verdict};
        row.times = bench_summarize_frames(m, seconds, class);
        if (!bench_class_has_row(class, row.times.count, last, m->frame_count)) continue;
        last = row.times.count;
        row.group = bench_class_name(class);
        row.floor = bench_summarize_frames(m, m->floor_seconds, class).median;
        if (base) row.base = bench_summarize_frames(m, base, class).median;
        bench_table_print_row(to, &row);
    }
}

void bench_table_print(FILE *to, const bench_measurement *m)
{
    print_rows(to, m, "min/max", m->floor_seconds, NULL, "");
    print_rows(to, m, "memcpy", m->copy_seconds, NULL, "");
    for (uint32_t i = 0; i < m->contender_count; i++) {
        const bench_timing *timing = &m->timings[i];
        char verdict[32] = "";
        if (i) bench_table_verdict(timing, verdict, sizeof verdict);
        print_rows(to, m, timing->name, timing->seconds, m->timings[0].seconds, verdict);
    }
}
