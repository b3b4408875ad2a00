// The experiments of Kitamura, Smith, Takemura and Kishino 1998, a group a file.

#ifndef MOTE_PAPER_SMITH_SMITH_H
#define MOTE_PAPER_SMITH_SMITH_H

#include "bench/paper/timed.h"

// standard_objects.c: figures 6 and 7.
void mote_smith_standard_objects(mote_page *page, const mote_paper_run *run);

// many_objects.c: figures 8 and 12, the shrine, concave against convex.
void mote_smith_many_objects(mote_page *page, const mote_paper_run *run);

// rivals.c: figures 13 to 18.
void mote_smith_rivals(mote_page *page, const mote_paper_run *run);

// variants.c: what the paper leaves out or puts off: tests, levels, trees, threads, memory.
void mote_smith_variants(mote_page *page, const mote_paper_run *run);

// Method smith as the paper has it (level 6), then hybrid and paired.
void mote_smith_add_methods(mote_timed_def *def);

// A plot of milliseconds over cycles: one series for each method of each run.
typedef struct mote_cycle_series {
    const mote_timed *timed;
    uint32_t method;
    const char *name;
} mote_cycle_series;

void mote_smith_plot_cycles(mote_page *page, const char *file, const char *title,
                            const mote_cycle_series *series, uint32_t count);

// The number of that method in a run; MOTE_NONE where it has none.
uint32_t mote_smith_find(const mote_timed_def *def, const char *method);

#endif
