// The experiments of Kitamura, Smith, Takemura and Kishino 1998, one group per file.

#ifndef MOTE_PAPER_SMITH_SMITH_H
#define MOTE_PAPER_SMITH_SMITH_H

#include "bench/paper/runs.h"

// standard_objects.c: figures 6 and 7.
void paper_smith_standard_objects(paper_page *page, const paper_run *run);

// many_objects.c: figures 8 and 12, the shrine, concave against convex.
void paper_smith_many_objects(paper_page *page, const paper_run *run);

// rivals.c: figures 13 to 18.
void paper_smith_rivals(paper_page *page, const paper_run *run);

// variants.c: what the paper leaves out or puts off: tests, levels, trees, threads, memory.
void paper_smith_variants(paper_page *page, const paper_run *run);

// Method smith as the paper has it (level 6), then hybrid and paired.
void paper_smith_add_methods(paper_timed_def *def);

// A plot of milliseconds over cycles: one series for each method of each run.
typedef struct paper_cycle_series {
    const paper_timed *timed;
    uint32_t method;
    const char *name;
} paper_cycle_series;

void paper_smith_plot_cycles(paper_page *page, const char *file, const char *title,
                             const paper_cycle_series *series, uint32_t count);

// The number of that method in a run; MOTE_NONE where it has none.
uint32_t paper_smith_find(const paper_timed_def *def, const char *method);

#endif
