// Measurements as JSON; docs/benchmarks.md lists the keys.

#ifndef MOTE_BENCH_DOCUMENT_H
#define MOTE_BENCH_DOCUMENT_H

#include <stdio.h>

#include "bench/protocol.h"

typedef struct mote_document {
    FILE *to;
    bool has_run, has_peer;
} mote_document;

// Begin, then for each measurement begin_run, add_peer any number of times, end_run; then end.
// Write errors stay in the stream: ask ferror at the end.
mote_document mote_document_begin(FILE *to);
void mote_document_begin_run(mote_document *document, const mote_stage *stage, const char *scene,
                             mote_question question, const mote_measurement *measurement);
void mote_document_add_peer(mote_document *document, const char *text, size_t length);
void mote_document_end_run(mote_document *document);
void mote_document_end(mote_document *document);

#endif
