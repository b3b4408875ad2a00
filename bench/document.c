#include "bench/document.h"

#include <mote/mote.h>

#include "bench/machine.h"

bench_document bench_document_begin(FILE *to)
{
    bench_document document = {.json = {.to = to}};
    io_json_write_object(&document.json, NULL);
    io_json_write_string(&document.json, "mote", mote_version());
    io_json_write_line(&document.json, 0);
    bench_machine_write(&document.json);
    io_json_write_line(&document.json, 0);
    io_json_write_array(&document.json, "runs");
    return document;
}

static void write_doubles(io_json_writer *json, const char *key, const double *values,
                          uint32_t count)
{
    io_json_write_array(json, key);
    for (uint32_t i = 0; i < count; i++) io_json_write_double(json, NULL, values[i]);
    io_json_write_end_array(json);
}

// "all": {...} and one object for each class that has a frame.
static void write_summaries(io_json_writer *json, const bench_measurement *m, const double *seconds)
{
    for (int which = BENCH_CLASS_COUNT; which >= 0; which--) {
        bench_contact_class class = (bench_contact_class)which;
        bench_summary summary = bench_summarize_frames(m, seconds, class);
        if (summary.count == 0) continue;
        io_json_write_object(json, bench_class_name(class));
        io_json_write_integer(json, "frames", summary.count);
        io_json_write_double(json, "median", summary.median);
        io_json_write_double(json, "p95", summary.p95);
        io_json_write_end_object(json);
    }
}

static void write_floor(io_json_writer *json, const char *key, const bench_measurement *m,
                        const double *seconds)
{
    io_json_write_line(json, 1);
    io_json_write_object(json, key);
    write_summaries(json, m, seconds);
    io_json_write_end_object(json);
}

static void write_classes(io_json_writer *json, const bench_measurement *m)
{
    io_json_write_line(json, 1);
    io_json_write_array(json, "classes");
    for (uint32_t i = 0; i < m->frame_count; i++)
        io_json_write_string(json, NULL, bench_class_name(m->classes[i]));
    io_json_write_end_array(json);
    io_json_write_line(json, 1);
    io_json_write_array(json, "faces_in_contact");
    for (uint32_t i = 0; i < m->frame_count; i++)
        io_json_write_integer(json, NULL, m->faces_in_contact[i]);
    io_json_write_end_array(json);
}

static void write_timing(io_json_writer *json, const bench_measurement *m,
                         const bench_timing *timing)
{
    io_json_write_line(json, 2);
    io_json_write_object(json, NULL);
    io_json_write_string(json, "name", timing->name);
    if (timing->version[0]) io_json_write_string(json, "version", timing->version);
    io_json_write_bool(json, "agrees", bench_timing_agrees(timing));
    io_json_write_integer(json, "pairs", timing->pair_count);
    io_json_write_integer(json, "missed", timing->missed);
    io_json_write_integer(json, "added", timing->added);
    io_json_write_double(json, "distance_error", timing->distance_error);
    io_json_write_integer(json, "candidates", timing->candidates);
    io_json_write_integer(json, "exact_calls", timing->exact_calls);
    io_json_write_integer(json, "bytes", timing->bytes);
    io_json_write_line(json, 3);
    write_summaries(json, m, timing->seconds);
    io_json_write_line(json, 3);
    write_doubles(json, "run_medians", timing->run_medians, m->repeats);
    io_json_write_line(json, 3);
    write_doubles(json, "seconds", timing->seconds, m->frame_count);
    io_json_write_end_object(json);
}

static void write_stage(io_json_writer *json, const bench_stage *stage)
{
    io_json_write_string(json, "order", bench_order_name(stage->order));
    io_json_write_line(json, 1);
    io_json_write_integer(json, "bodies", stage->body_count);
    io_json_write_integer(json, "triangles", stage->triangle_count);
    io_json_write_integer(json, "positions", stage->position_count);
    io_json_write_integer(json, "first_frame", stage->first_frame);
    io_json_write_integer(json, "frames", stage->frame_count);
}

void bench_document_begin_run(bench_document *document, const bench_stage *stage, const char *scene,
                              bench_question question, const bench_measurement *m)
{
    io_json_writer *json = &document->json;
    io_json_write_line(json, 0);
    io_json_write_object(json, NULL);
    io_json_write_string(json, "scene", scene);
    io_json_write_string(json, "question", question == BENCH_ASK_PAIRS ? "pairs" : "distance");
    write_stage(json, stage);
    io_json_write_integer(json, "repeats", m->repeats);
    io_json_write_string(json, "clock", bench_clock_name(m->clock));
    write_classes(json, m);
    write_floor(json, "floor", m, m->floor_seconds);
    write_floor(json, "copy", m, m->copy_seconds);
    io_json_write_line(json, 1);
    io_json_write_array(json, "contenders");
    for (uint32_t i = 0; i < m->contender_count; i++) write_timing(json, m, &m->timings[i]);
    io_json_write_end_array(json);
    io_json_write_line(json, 1);
    io_json_write_array(json, "peers");
}

void bench_document_add_peer(bench_document *document, const char *text, size_t length)
{
    io_json_write_line(&document->json, 0);
    io_json_write_raw(&document->json, NULL, text, length);
}

void bench_document_end_run(bench_document *document)
{
    io_json_write_end_array(&document->json);
    io_json_write_end_object(&document->json);
}

void bench_document_end(bench_document *document)
{
    io_json_write_end_array(&document->json);
    io_json_write_end_object(&document->json);
    fputc('\n', document->json.to);
}
