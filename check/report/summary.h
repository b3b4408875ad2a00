// The text summary: a strip of frames and a list of the worst episodes, at most 80 columns wide.

#ifndef MOTE_CHECK_SUMMARY_H
#define MOTE_CHECK_SUMMARY_H

#include <stdio.h>

#include "check/animation/animation.h"

typedef struct check_summary {
    FILE *to;
    bool color;
    const mote_check_def *def;
    const check_animation *animation;
} check_summary;

// Prints the input and the settings.
void check_summary_print_head(const check_summary *summary);

// Prints the results.
void check_summary_print(const check_summary *summary, const mote_check_outcome *outcome);

#endif
