// Measurements as a table of at most 80 columns.

#ifndef MOTE_BENCH_TABLE_H
#define MOTE_BENCH_TABLE_H

#include <stdio.h>

#include "bench/protocol.h"

// "12.3 us" and the like, three digits, at most 8 characters.
void mote_format_seconds(double seconds, char *text, size_t size);

// The machine, in one paragraph.
void mote_table_print_machine(FILE *to);

// A line that says what is measured, and the heading of the rows.
void mote_table_begin(FILE *to, const mote_stage *stage, const char *scene, mote_question question,
                      const mote_measurement *measurement);

typedef struct mote_table_row {
    const char *name;
    const char *group; // class of the frames, or "all"
    mote_summary times;
    double floor; // seconds: the median of the floor over the same frames
    double base;  // seconds: what this is compared with; 0 for nothing
    const char *verdict;
} mote_table_row;

void mote_table_print_row(FILE *to, const mote_table_row *row);

// Rows of the floor, the copy and all contenders; the first contender is what the others are
// compared with.
void mote_table_print(FILE *to, const mote_measurement *measurement);

// "same", or "-12 +3" for 12 pairs missed and 3 added, or the error of the distance.
void mote_table_verdict(const mote_timing *timing, char *text, size_t size);

#endif
