// The experiments of Senin, Kojekine, Savchenko and Hagiwara 2003, one group per file.

#ifndef MOTE_PAPER_SENIN_SENIN_H
#define MOTE_PAPER_SENIN_SENIN_H

#include "bench/paper/runs.h"

// queries.c: figures 1 to 3, the times of section 5.
void paper_senin_queries(paper_page *page, const paper_run *run);

// dependence.c: what the time depends on: particles, size, speed, start, caching, memory.
void paper_senin_dependence(paper_page *page, const paper_run *run);

// misses.c: how many particles are enough, and how exact the collision point is.
void paper_senin_misses(paper_page *page, const paper_run *run);

// equilibrium.c: how many particles are at rest after a query.
void paper_senin_equilibrium(paper_page *page, const paper_run *run);

// Method senin as the paper has it, with this many particles; and with this library's defaults.
bench_method_settings paper_senin_literal(uint32_t particles);
bench_method_settings paper_senin_improved(uint32_t particles);

#endif
