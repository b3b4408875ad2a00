// The experiments of Senin, Kojekine, Savchenko and Hagiwara 2003, one group per file.

#ifndef MOTE_PAPER_SENIN_SENIN_H
#define MOTE_PAPER_SENIN_SENIN_H

#include "bench/paper/runs.h"

// The active interval of figure 3, queries 950 to 1984, as frames of scene senin-w.
enum { PAPER_SENIN_ACTIVE_FIRST = 949, PAPER_SENIN_ACTIVE_FRAMES = 1035 };

// queries.c: figures 1 to 3, the times of section 5.
void paper_senin_queries(paper_page *page, const paper_run *run);

// dependence.c: what the time depends on: particles, size, speed, start, caching, memory.
void paper_senin_dependence(paper_page *page, const paper_run *run);

// accuracy.c: how many particles are enough, and how exact the collision point is.
void paper_senin_accuracy(paper_page *page, const paper_run *run);

// separation.c: the tracked distance of two bodies against the exact one.
void paper_senin_separation(paper_page *page, const paper_run *run);

// own_thread.c: particles that move in a thread of their own.
void paper_senin_own_thread(paper_page *page, const paper_run *run);

// response.c: what the response conserves.
void paper_senin_response(paper_page *page, const paper_run *run);

// closed_loop.c: particles and response keep a body from moving through an obstacle.
void paper_senin_closed_loop(paper_page *page, const paper_run *run);

// equilibrium.c: how many particles are at equilibrium after a query.
void paper_senin_equilibrium(paper_page *page, const paper_run *run);

// "0.102 (0.054 to 0.151)", with three decimals whatever the size of the numbers.
void paper_senin_text(paper_estimate estimate, char *out, size_t size);

// What settles a claim that a quick run leaves open; null in a full run, where the number of seeds
// does.
const char *paper_senin_settle(const paper_run *run);

// Method senin as the paper has it, with this many particles; and with this library's defaults.
bench_method_settings paper_senin_literal(uint32_t particles);
bench_method_settings paper_senin_improved(uint32_t particles);

#endif
