// Comparisons of two builds as a table of at most 80 columns and as JSON (docs/benchmarking.md
// lists the keys).

#ifndef MOTE_BENCH_AGAINST_REPORT_H
#define MOTE_BENCH_AGAINST_REPORT_H

#include <stdio.h>

#include "bench/against/compare.h"
#include "bench/against/module.h"
#include "io/json_write.h"

// What was compared, for a row of the table.
typedef struct bench_comparison_subject {
    const char *scene;
    const bench_stage *stage;
    const bench_comparison_def *def;
} bench_comparison_subject;

void bench_comparison_print_head(FILE *to, const bench_module modules[BENCH_BUILDS],
                                 uint32_t rounds, bench_clock clock);

// One row for each class that frames are of, and one for all of them where there is more than one
// class; then, if the answers differ, a line that says so. Fails if memory runs out.
mote_result bench_comparison_print(FILE *to, const bench_comparison_subject *subject,
                                   const bench_comparison *comparison);

// The document: begin, write for each comparison, end.
void bench_comparison_begin_json(io_json_writer *json, const bench_module modules[BENCH_BUILDS]);
mote_result bench_comparison_write_json(io_json_writer *json,
                                        const bench_comparison_subject *subject,
                                        const bench_comparison *comparison);
void bench_comparison_end_json(io_json_writer *json);

#endif
