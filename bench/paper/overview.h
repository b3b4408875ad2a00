// docs/papers/README.md: how many claims of each paper hold, fail and are open.

#ifndef MOTE_PAPER_OVERVIEW_H
#define MOTE_PAPER_OVERVIEW_H

#include "bench/paper/paper.h"

// Writes README.md and a bar NAME-score.svg per paper into the folder. `scores` are those of paper_at(0),
// paper_at(1) and so on, all of them from this run.
mote_result paper_overview_write(const char *folder, const paper_run *run,
                                 const paper_score *scores);

#endif
