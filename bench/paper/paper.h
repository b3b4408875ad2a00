// The papers, each a set of experiments that writes a page.

#ifndef MOTE_PAPER_PAPER_H
#define MOTE_PAPER_PAPER_H

#include "bench/paper/page.h"

typedef struct paper_run {
    bool quick; // small counts: minutes become seconds, and figures rough
    uint64_t seed;
    void (*progress)(const void *context, const char *what); // before each experiment; may be null
    const void *context;
} paper_run;

typedef struct paper_entry {
    const char *name;  // "smith"
    const char *title; // of its page
    // Fills the page; failures are left there (paper_page_check).
    void (*run)(paper_page *page, const paper_run *run);
} paper_entry;

// Null past the last.
const paper_entry *paper_at(size_t index);

// Runs a paper and writes its page into the folder, which is there.
mote_result paper_write(const paper_entry *paper, const char *folder, const paper_run *run);

static inline void paper_begin(const paper_run *run, const char *what)
{
    if (run->progress) run->progress(run->context, what);
}

extern const paper_entry paper_lbg;
extern const paper_entry paper_senin;
extern const paper_entry paper_smith;
extern const paper_entry paper_sulaiman;

#endif
