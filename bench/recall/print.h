// Scores in words and numbers, at most 80 columns wide.

#ifndef MOTE_RECALL_PRINT_H
#define MOTE_RECALL_PRINT_H

#include <stdio.h>

#include "bench/recall/score.h"

// All figures of a score, one a line.
void recall_print_score(FILE *to, recall_score *score);

// A table of scores: its heading, with a title of the first column, and a row. The name is cut to 26
// characters.
void recall_print_heading(FILE *to, const char *title);
void recall_print_row(FILE *to, const char *name, recall_score *score);

#endif
