// Scores in words, at most 80 columns wide, and as JSON (docs/recall.md lists the keys).

#ifndef MOTE_RECALL_REPORT_H
#define MOTE_RECALL_REPORT_H

#include <stdio.h>

#include "bench/recall/plan.h"
#include "bench/recall/score.h"

// All figures of a score, one per line.
void recall_print_score(FILE *to, recall_score *score);

// A table of scores: its heading, with a title of the first column, and a row. The name is cut to
// 26 characters.
void recall_print_heading(FILE *to, const char *title);
void recall_print_row(FILE *to, const char *name, recall_score *score);

// Writes a plan that has been played. Write errors stay in the stream: ask ferror.
mote_result recall_write_document(FILE *to, const recall_plan *plan);

#endif
