// The experiments of Senin, Kojekine, Savchenko and Hagiwara 2003, a group a file.

#ifndef MOTE_PAPER_SENIN_SENIN_H
#define MOTE_PAPER_SENIN_SENIN_H

#include "bench/paper/recalled.h"
#include "bench/paper/timed.h"

// queries.c: figures 1 to 3, the times of section 5.
void mote_senin_queries(mote_page *page, const mote_paper_run *run);

// dependence.c: what the time depends on: particles, size, speed, start, caching, memory.
void mote_senin_dependence(mote_page *page, const mote_paper_run *run);

// misses.c: how many particles are enough, and how exact the collision point is.
void mote_senin_misses(mote_page *page, const mote_paper_run *run);

// equilibrium.c: how many particles are at rest after a query.
void mote_senin_equilibrium(mote_page *page, const mote_paper_run *run);

// Method senin as the paper has it, with so many particles; and with this library's defaults.
mote_method_settings mote_senin_literal(uint32_t particles);
mote_method_settings mote_senin_improved(uint32_t particles);

#endif
