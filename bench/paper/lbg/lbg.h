// The experiments of Saenghaengtham and Kanongchaiyos 2006, one group per file.

#ifndef MOTE_PAPER_LBG_LBG_H
#define MOTE_PAPER_LBG_LBG_H

#include "bench/paper/runs.h"

// teapot.c: figure 10, accuracy and frames per second.
void paper_lbg_teapot(paper_page *page, const paper_run *run);

// dispersion.c: several bodies at once, the bad start of figure 2, extreme expansion.
void paper_lbg_dispersion(paper_page *page, const paper_run *run);

// areas.c: areas in color, and what it costs to find them.
void paper_lbg_areas(paper_page *page, const paper_run *run);

// growth.c: the orders of the section "Algorithm analysis".
void paper_lbg_growth(paper_page *page, const paper_run *run);

// Method lbg as the paper has it, with this many particles; and with this library's defaults.
bench_method_settings paper_lbg_literal(uint32_t particles);
bench_method_settings paper_lbg_improved(uint32_t particles);

#endif
