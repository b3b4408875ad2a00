// A page of docs/papers/: what a paper claims, what it printed, and what was measured here. Nothing of
// it is typed by hand.

#ifndef MOTE_PAPER_PAGE_H
#define MOTE_PAPER_PAGE_H

#include <mote/base.h>

#include "bench/plot.h"
#include "scenes/render/image.h"

typedef struct mote_page mote_page;

// Starts the page NAME.md in a folder, which is there. Fails for want of memory.
mote_result mote_page_begin(const char *folder, const char *name, const char *title,
                            mote_page **out);

// Writes the page, with the claims and the machine on top, and destroys it. Whatever went wrong before
// comes back here, the first thing first.
mote_result mote_page_end(mote_page *page);

// Markdown.
__attribute__((format(printf, 2, 3))) void mote_page_heading(mote_page *page, const char *format,
                                                             ...);
__attribute__((format(printf, 2, 3))) void mote_page_text(mote_page *page, const char *format, ...);

// A table: its titles and then its rows, each with cells between bars: "faces | paper | here".
void mote_page_table(mote_page *page, const char *titles);
__attribute__((format(printf, 2, 3))) void mote_page_row(mote_page *page, const char *format, ...);

// What came of a claim, by a threshold that the row states.
typedef enum mote_verdict_of_claim {
    MOTE_CLAIM_HOLDS,
    MOTE_CLAIM_FAILS,
    MOTE_CLAIM_PARTLY,
    MOTE_CLAIM_OPEN // cannot be measured here; the row says why
} mote_verdict_of_claim;

static inline mote_verdict_of_claim mote_claim_if(bool holds)
{
    return holds ? MOTE_CLAIM_HOLDS : MOTE_CLAIM_FAILS;
}

typedef struct mote_claim {
    const char *section;   // of the paper: "4.1", "abstract", "fig. 9"
    const char *claim;     // in our words
    const char *threshold; // by which it is judged
    mote_verdict_of_claim verdict;
} mote_claim;

// A row of the table of claims; `format` tells what was measured.
__attribute__((format(printf, 3, 4))) void mote_page_claim(mote_page *page, const mote_claim *claim,
                                                           const char *format, ...);

// Writes a file beside the page and shows it there. `file` without folder and ending.
void mote_page_plot(mote_page *page, const char *file, const mote_plot *plot);
void mote_page_picture(mote_page *page, const char *file, const mote_image *image,
                       const char *caption);

// Remembers the failure of something that the page was to show; MOTE_OK is none. True for MOTE_OK.
bool mote_page_check(mote_page *page, mote_result result);

#endif
