// docs/papers/README.md: how many claims of each paper hold, fail and are open.

#ifndef MOTE_PAPER_OVERVIEW_H
#define MOTE_PAPER_OVERVIEW_H

#include "bench/paper/paper.h"

// Writes README.md and a bar NAME-score.svg per paper into the folder, from the NAME.json files
// there: those of the last run of each paper. If one of them is missing, nothing is written and
// `*written` is false. Fails if one is not as paper_page_end writes it.
mote_result paper_overview_write(const char *folder, bool *written);

#endif
