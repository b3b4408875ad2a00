// Measurements as JSON; docs/benchmarking.md lists the keys.

#ifndef MOTE_BENCH_DOCUMENT_H
#define MOTE_BENCH_DOCUMENT_H

#include "bench/protocol.h"
#include "io/json_write.h"

typedef struct bench_document {
    io_json_writer json;
} bench_document;

// Call begin, then for each measurement begin_run, add_peer any number of times, end_run; then end.
// Write errors stay in the stream: check ferror at the end.
bench_document bench_document_begin(FILE *to);
void bench_document_begin_run(bench_document *document, const bench_stage *stage, const char *scene,
                              bench_question question, const bench_measurement *measurement);
void bench_document_add_peer(bench_document *document, const char *text, size_t length);
void bench_document_end_run(bench_document *document);
void bench_document_end(bench_document *document);

#endif
