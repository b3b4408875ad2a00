// Measurements as a table of at most 80 columns.

#ifndef MOTE_BENCH_TABLE_H
#define MOTE_BENCH_TABLE_H

#include <stdio.h>

#include "bench/protocol.h"

// Such as "12.3 us": three digits, at most 8 characters.
void bench_format_seconds(double seconds, char *text, size_t size);

// The machine, in one paragraph.
void bench_table_print_machine(FILE *to);

// A line that says what is measured, and the heading of the rows.
void bench_table_begin(FILE *to, const bench_stage *stage, const char *scene,
                       bench_question question, const bench_measurement *measurement);

typedef struct bench_table_row {
    const char *name;
    const char *group; // class of the frames, or "all"
    bench_summary times;
    double floor; // seconds: the median of the floor over the same frames
    double base;  // seconds: what this is compared with; 0 for nothing
    const char *verdict;
} bench_table_row;

void bench_table_print_row(FILE *to, const bench_table_row *row);

// Rows of the floor, the copy and all contenders; the first contender is what the others are
// compared with.
void bench_table_print(FILE *to, const bench_measurement *measurement);

// "same", or "-12 +3" for 12 pairs missed and 3 added, or the error of the distance.
void bench_table_verdict(const bench_timing *timing, char *text, size_t size);

#endif
