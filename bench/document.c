#include "bench/document.h"

#include <mote/mote.h>

#include "bench/json_write.h"

bench_document bench_document_begin(FILE *to)
{
    fputs("{\n\"mote\": ", to);
    bench_json_write_text(to, mote_version());
    fputs(",\n", to);
    bench_json_write_machine(to);
    fputs(",\n\"runs\": [", to);
    return (bench_document){.to = to};
}

static void write_seconds(FILE *to, const char *key, const double *seconds, uint32_t count)
{
    bench_json_write_key(to, key);
    for (uint32_t i = 0; i < count; i++) fprintf(to, "%s%.9f", i ? ", " : "[", seconds[i]);
    fputs("]", to);
}

// "all": {...} and one for each class that some frame is of.
static void write_summaries(FILE *to, const bench_measurement *m, const double *seconds)
{
    for (int which = BENCH_CLASS_COUNT; which >= 0; which--) {
        bench_summary summary = bench_summarize_frames(m, seconds, (bench_contact_class)which);
        if (summary.count == 0) continue;
        if (which < BENCH_CLASS_COUNT) fputs(", ", to);
        bench_json_write_key(
            to, which == BENCH_CLASS_COUNT ? "all" : bench_class_name((bench_contact_class)which));
        fprintf(to, "{\"frames\": %zu, \"median\": %.9f, \"p95\": %.9f}", summary.count,
                summary.median, summary.p95);
    }
}

static void write_floor(FILE *to, const char *key, const bench_measurement *m,
                        const double *seconds)
{
    fputs(",\n ", to);
    bench_json_write_key(to, key);
    fputs("{", to);
    write_summaries(to, m, seconds);
    fputs("}", to);
}

static void write_classes(FILE *to, const bench_measurement *m)
{
    fputs(",\n ", to);
    bench_json_write_key(to, "classes");
    for (uint32_t i = 0; i < m->frame_count; i++) {
        fputs(i ? ", " : "[", to);
        bench_json_write_text(to, bench_class_name(m->classes[i]));
    }
    fputs("],\n ", to);
    bench_json_write_key(to, "faces_in_contact");
    for (uint32_t i = 0; i < m->frame_count; i++)
        fprintf(to, "%s%u", i ? ", " : "[", m->faces_in_contact[i]);
    fputs("]", to);
}

static void write_timing(FILE *to, const bench_measurement *m, const bench_timing *timing)
{
    fputs("\n  {\"name\": ", to);
    bench_json_write_text(to, timing->name);
    fprintf(to, ", \"agrees\": %s", bench_timing_agrees(timing) ? "true" : "false");
    fprintf(to, ", \"pairs\": %llu, \"missed\": %llu, \"added\": %llu",
            (unsigned long long)timing->pair_count, (unsigned long long)timing->missed,
            (unsigned long long)timing->added);
    fprintf(to, ", \"distance_error\": %.3g", timing->distance_error);
    fprintf(to, ", \"candidates\": %llu, \"exact_calls\": %llu, \"bytes\": %zu,\n   ",
            (unsigned long long)timing->candidates, (unsigned long long)timing->exact_calls,
            timing->bytes);
    write_summaries(to, m, timing->seconds);
    fputs(",\n   ", to);
    write_seconds(to, "run_medians", timing->run_medians, m->repeats);
    fputs(",\n   ", to);
    write_seconds(to, "seconds", timing->seconds, m->frame_count);
    fputs("}", to);
}

void bench_document_begin_run(bench_document *document, const bench_stage *stage, const char *scene,
                              bench_question question, const bench_measurement *m)
{
    FILE *to = document->to;
    fputs(document->has_run ? ",\n{" : "\n{", to);
    document->has_run = true;
    document->has_peer = false;
    bench_json_write_key(to, "scene");
    bench_json_write_text(to, scene);
    fprintf(to, ", \"question\": \"%s\", \"order\": \"%s\",\n",
            question == BENCH_ASK_PAIRS ? "pairs" : "distance", bench_order_name(stage->order));
    fprintf(to, " \"bodies\": %u, \"triangles\": %zu, \"positions\": %zu,\n", stage->body_count,
            stage->triangle_count, stage->position_count);
    fprintf(to, " \"first_frame\": %u, \"frames\": %u, \"repeats\": %u, \"clock\": \"%s\"",
            stage->first_frame, stage->frame_count, m->repeats, bench_clock_name(m->clock));
    write_classes(to, m);
    write_floor(to, "floor", m, m->floor_seconds);
    write_floor(to, "copy", m, m->copy_seconds);
    fputs(",\n \"contenders\": [", to);
    for (uint32_t i = 0; i < m->contender_count; i++) {
        if (i) fputs(",", to);
        write_timing(to, m, &m->timings[i]);
    }
    fputs("],\n \"peers\": [", to);
}

void bench_document_add_peer(bench_document *document, const char *text, size_t length)
{
    fputs(document->has_peer ? ",\n" : "\n", document->to);
    document->has_peer = true;
    fwrite(text, 1, length, document->to);
}

void bench_document_end_run(bench_document *document)
{
    fputs("]}", document->to);
}

void bench_document_end(bench_document *document)
{
    fputs("]\n}\n", document->to);
}
