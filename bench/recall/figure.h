// The figures of a score that a curve can show.

#ifndef MOTE_RECALL_FIGURE_H
#define MOTE_RECALL_FIGURE_H

#include "bench/recall/score.h"

typedef struct recall_figure {
    const char *name;  // as an option has it
    const char *title; // with its unit
    bool is_share;     // from 0 to 1
    // What it is, and where it truly lies with 95 % probability, which is the same where nothing is
    // known of that. NaN where there is nothing to tell.
    double (*value)(recall_score *score, recall_interval *interval);
} recall_figure;

enum { RECALL_FIGURE_COUNT = 8 };
extern const recall_figure recall_figures[RECALL_FIGURE_COUNT];

// Null for none.
const recall_figure *recall_figure_by_name(const char *name);

#endif
