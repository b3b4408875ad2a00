// The papers, each a set of experiments that writes a page.

#ifndef MOTE_PAPER_PAPER_H
#define MOTE_PAPER_PAPER_H

#include "bench/paper/page.h"

typedef struct mote_paper_run {
    bool quick; // small counts: minutes become seconds, and figures rough
    uint64_t seed;
    void (*progress)(const void *context, const char *what); // before each experiment; may be null
    const void *context;
} mote_paper_run;

typedef struct mote_paper {
    const char *name;  // "smith"
    const char *title; // of its page
    // Fills the page; failures are left there (mote_page_check).
    void (*run)(mote_page *page, const mote_paper_run *run);
} mote_paper;

// Null past the last.
const mote_paper *mote_paper_at(size_t index);

// Runs a paper and writes its page into the folder, which is there.
mote_result mote_paper_write(const mote_paper *paper, const char *folder,
                             const mote_paper_run *run);

static inline void mote_paper_begin(const mote_paper_run *run, const char *what)
{
    if (run->progress) run->progress(run->context, what);
}

extern const mote_paper mote_paper_lbg;
extern const mote_paper mote_paper_senin;
extern const mote_paper mote_paper_smith;
extern const mote_paper mote_paper_sulaiman;

#endif
