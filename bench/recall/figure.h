// The figures of a score that a curve can show.

#ifndef MOTE_RECALL_FIGURE_H
#define MOTE_RECALL_FIGURE_H

#include "bench/recall/score.h"

typedef struct mote_figure {
    const char *name;  // as an option has it
    const char *title; // with its unit
    bool is_share;     // from 0 to 1
    // What it is, and where it truly lies with 95 % probability, which is the same where nothing is
    // known of that. NaN where there is nothing to tell.
    double (*value)(mote_recall_score *score, mote_interval *interval);
} mote_figure;

enum { MOTE_FIGURE_COUNT = 8 };
extern const mote_figure mote_figures[MOTE_FIGURE_COUNT];

// Null for none.
const mote_figure *mote_figure_by_name(const char *name);

#endif
