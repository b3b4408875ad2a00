// What a person reads at a glance: a strip of frames and a list of the worst.

#ifndef MOTE_CHECK_SUMMARY_H
#define MOTE_CHECK_SUMMARY_H

#include <stdio.h>

#include "apps/mote/check/finding.h"

// What is checked. Within 80 columns; colors on a terminal only, here and below.
void check_summary_print_head(FILE *to, const check_animation *animation, char *const *inputs,
                              uint32_t input_count);
void check_summary_print(FILE *to, const check_animation *animation, const check_outcome *outcome);

#endif
