// The papers, each a set of experiments that writes a page.

#ifndef MOTE_PAPER_PAPER_H
#define MOTE_PAPER_PAPER_H

#include "bench/paper/page.h"

typedef struct paper_run {
    bool quick;        // small counts: minutes become seconds, figures rough, and some claims open
    uint64_t seed_set; // 0, 1, 2, ...: no two sets have a seed in common
    uint64_t seed;     // the first of the set; more by paper_seed (runs.h)
    void (*progress)(const void *context, const char *what); // before each experiment; may be null
    const void *context;
} paper_run;

typedef struct paper_entry {
    const char *name;        // "smith"
    const char *title;       // of its page
    const char *short_title; // "Smith et al. 1998"
    const char *about;       // a sentence on what it proposes, for the overview
    // Which of its experiments are not repeated here, and why; null: all are.
    const char *not_repeated;
    // Fills the page; failures are left there (paper_page_check).
    void (*run)(paper_page *page, const paper_run *run);
} paper_entry;

enum { PAPER_COUNT = 4 };

// Null past the last.
const paper_entry *paper_at(size_t index);

enum { PAPER_SEEDS_PER_SET = 1000000 };

// Without progress.
static inline paper_run paper_run_of(uint64_t seed_set, bool quick)
{
    return (paper_run){
        .quick = quick, .seed_set = seed_set, .seed = 1 + seed_set * PAPER_SEEDS_PER_SET};
}

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
