// A curve over frames, in characters and as SVG.

#ifndef MOTE_COMMAND_PLOT_H
#define MOTE_COMMAND_PLOT_H

#include <mote/base.h>
#include <stdio.h>

typedef struct mote_plot {
    const char *title;
    const float *values; // finite, 0 or more
    uint32_t count;
    uint32_t first_frame;
} mote_plot;

// At most 80 columns wide. Where a column stands for several frames it shows the least of them.
void mote_plot_print(const mote_plot *plot, FILE *to);

// A whole SVG file. Write errors stay in the stream.
void mote_plot_write_svg(const mote_plot *plot, FILE *to);

#endif
