#include "bench/against/report.h"

#include <math.h>
#include <string.h>

#include "bench/machine.h"
#include "bench/table.h"

static const char *const build_names[BENCH_BUILDS] = {"new", "old"};

// ---------------------------------------------------------------------------------------------
// Table

// The end of a path says more than its beginning.
static void print_module(FILE *to, const char *name, const bench_module *module)
{
    enum { ROOM = 62 };
    size_t length = strlen(module->path);
    fprintf(to, "%s: mote %s, %s%s\n", name, module->runner->mote_version(),
            length > ROOM ? "..." : "", module->path + (length > ROOM ? length - ROOM + 3 : 0));
}

void bench_comparison_print_head(FILE *to, const bench_module modules[BENCH_BUILDS],
                                 uint32_t rounds, bench_clock clock)
{
    for (int i = 0; i < BENCH_BUILDS; i++) print_module(to, build_names[i], &modules[i]);
    fprintf(to,
            "%u rounds, %s time; ratio: new / old, below 1 is faster; *: interval without 1\n\n",
            rounds, bench_clock_name(clock));
    fprintf(to, "%-28s %-9s %6s %9s %6s  %s\n", "scene", "class", "frames", "new", "ratio",
            "95 % interval");
}

// "blobs-light 70k mesh, refit x2": what differs from the defaults follows the scene's name.
static void name_subject(const bench_comparison_subject *subject, char *text, size_t size)
{
    const bench_comparison_def *def = subject->def;
    char detail[16] = "", threads[16] = "";
    size_t triangles = subject->stage->triangle_count;
    snprintf(detail, sizeof detail, triangles < 10000 ? " %zu" : " %zuk",
             triangles < 10000 ? triangles : triangles / 1000);
    if (def->worker_count != 1) snprintf(threads, sizeof threads, " x%u", def->worker_count);
    const char *order = def->mesh_order                                 ? " mesh"
                        : subject->stage->order == BENCH_ORDER_SHUFFLED ? " shuffled"
                                                                        : "";
    snprintf(text, size, "%s%s%s%s%s%s%s%s", subject->scene, detail, order,
             def->distance ? " distance" : "", def->deformers ? " skins" : "",
             strcmp(def->method, "hybrid") == 0 ? "" : " ",
             strcmp(def->method, "hybrid") == 0 ? "" : def->method, threads);
}

// At most five characters up to 99999: rows must fit 80 columns on the busiest machine.
static const char *format_ratio(double ratio, char text[16])
{
    snprintf(text, 16, ratio < 9.9995 ? "%.3f" : "%.4g", fmin(ratio, 99999));
    return text;
}

static void print_row(FILE *to, const char *name, const char *class, double seconds,
                      const bench_ratio *ratio)
{
    char time[16], value[16], low[16], high[16];
    bench_format_seconds(seconds, time, sizeof time);
    bool certain = ratio->low > 1.0 || ratio->high < 1.0;
    fprintf(to, "%-28.28s %-9s %6u %9s %6s  %5s to %5s%s\n", name, class, ratio->frame_count, time,
            format_ratio(ratio->value, value), format_ratio(ratio->low, low),
            format_ratio(ratio->high, high), certain ? " *" : "");
}

static void print_difference(FILE *to, const bench_comparison_subject *subject,
                             const bench_comparison *comparison)
{
    uint32_t differing = bench_comparison_differing_frames(comparison), first = 0;
    if (differing == 0) return;
    while (!comparison->differs[first]) first++;
    fprintf(to,
            "MISMATCH: %s: %u of %u frames differ, first frame %u; %llu pairs only in the\n"
            "          old build, %llu only in the new\n",
            subject->scene, differing, comparison->frame_count, subject->stage->first_frame + first,
            (unsigned long long)comparison->missed, (unsigned long long)comparison->added);
}

mote_result bench_comparison_print(FILE *to, const bench_comparison_subject *subject,
                                   const bench_comparison *comparison)
{
    char name[96];
    name_subject(subject, name, sizeof name);
    size_t last = 0, total = comparison->frame_count;
    for (int which = 0; which <= BENCH_CLASS_COUNT && last < total; which++) {
        bench_contact_class class = (bench_contact_class)which;
        bench_ratio ratio;
        mote_result result = bench_comparison_ratio(comparison, class, &ratio);
        if (result) return result;
        if (!bench_class_has_row(class, ratio.frame_count, last, total)) continue;
        last = ratio.frame_count;
        print_row(to, name, bench_class_name(class),
                  bench_comparison_seconds(comparison, class, BENCH_NEW), &ratio);
        name[0] = '\0'; // once
    }
    print_difference(to, subject, comparison);
    fflush(to);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// JSON

void bench_comparison_begin_json(io_json_writer *json, const bench_module modules[BENCH_BUILDS])
{
    io_json_write_object(json, NULL);
    bench_machine_write(json);
    for (int i = 0; i < BENCH_BUILDS; i++) {
        io_json_write_line(json, 0);
        io_json_write_object(json, build_names[i]);
        io_json_write_string(json, "mote", modules[i].runner->mote_version());
        io_json_write_string(json, "module", modules[i].path);
        io_json_write_end_object(json);
    }
    io_json_write_line(json, 0);
    io_json_write_array(json, "comparisons");
}

static void write_subject(io_json_writer *json, const bench_comparison_subject *subject)
{
    const bench_stage *stage = subject->stage;
    const bench_comparison_def *def = subject->def;
    io_json_write_string(json, "scene", subject->scene);
    io_json_write_string(json, "method", def->method);
    io_json_write_integer(json, "threads", def->worker_count);
    io_json_write_bool(json, "contacts", def->contacts);
    io_json_write_bool(json, "deformers", def->deformers);
    io_json_write_string(json, "question", def->distance ? "distance" : "pairs");
    io_json_write_string(json, "order",
                         bench_order_name(def->mesh_order ? BENCH_ORDER_MESH : stage->order));
    io_json_write_line(json, 1);
    io_json_write_integer(json, "bodies", stage->body_count);
    io_json_write_integer(json, "triangles", stage->triangle_count);
    io_json_write_integer(json, "first_frame", stage->first_frame);
    io_json_write_integer(json, "frames", stage->frame_count);
    io_json_write_integer(json, "rounds", def->rounds);
    io_json_write_string(json, "clock", bench_clock_name(def->clock));
}

static mote_result write_classes(io_json_writer *json, const bench_comparison *comparison)
{
    for (int which = BENCH_CLASS_COUNT; which >= 0; which--) {
        bench_contact_class class = (bench_contact_class)which;
        bench_ratio ratio;
        mote_result result = bench_comparison_ratio(comparison, class, &ratio);
        if (result) return result;
        if (ratio.frame_count == 0) continue;
        io_json_write_line(json, 1);
        io_json_write_object(json, bench_class_name(class));
        io_json_write_integer(json, "frames", ratio.frame_count);
        for (int i = 0; i < BENCH_BUILDS; i++)
            io_json_write_double(json, build_names[i],
                                 bench_comparison_seconds(comparison, class, i));
        io_json_write_double(json, "ratio", ratio.value);
        io_json_write_double(json, "low", ratio.low);
        io_json_write_double(json, "high", ratio.high);
        io_json_write_end_object(json);
    }
    return MOTE_OK;
}

mote_result bench_comparison_write_json(io_json_writer *json,
                                        const bench_comparison_subject *subject,
                                        const bench_comparison *comparison)
{
    io_json_write_line(json, 0);
    io_json_write_object(json, NULL);
    write_subject(json, subject);
    io_json_write_integer(json, "differing_frames", bench_comparison_differing_frames(comparison));
    io_json_write_integer(json, "missed", comparison->missed);
    io_json_write_integer(json, "added", comparison->added);
    mote_result result = write_classes(json, comparison);
    io_json_write_end_object(json);
    return result;
}

void bench_comparison_end_json(io_json_writer *json)
{
    io_json_write_end_array(json);
    io_json_write_end_object(json);
    fputc('\n', json->to);
}
