// A curve over frames, in characters and as SVG.

#ifndef MOTE_COMMAND_CURVE_H
#define MOTE_COMMAND_CURVE_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_curve {
    const char *title;
    const char *name;    // of what is measured, for the axis and the legend
    const float *values; // finite, 0 or more
    uint32_t count;
    uint32_t first_frame;
} cmd_curve;

// At most 80 columns wide. Where a column stands for several frames it shows the least of them.
void cmd_curve_print(const cmd_curve *curve, FILE *to);

// A whole SVG file. Write errors stay in the stream; fails for want of memory.
mote_result cmd_curve_write_svg(const cmd_curve *curve, FILE *to);

#endif
