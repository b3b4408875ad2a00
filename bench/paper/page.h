// A page of docs/papers/: what a paper claims, what it printed, and what was measured here. Nothing of
// it is typed by hand.

#ifndef MOTE_PAPER_PAGE_H
#define MOTE_PAPER_PAGE_H

#include <mote/base.h>

#include "bench/plot.h"
#include "scenes/render/image.h"

typedef struct paper_page paper_page;

// Starts the page NAME.md in a folder, which is there. Fails if memory runs out.
mote_result paper_page_begin(const char *folder, const char *name, const char *title,
                             paper_page **out);

// Writes the page, with the claims and the machine on top, and destroys it. Whatever went wrong before
// comes back here: the first failure.
mote_result paper_page_end(paper_page *page);

// Markdown.
__attribute__((format(printf, 2, 3))) void paper_page_heading(paper_page *page, const char *format,
                                                              ...);
__attribute__((format(printf, 2, 3))) void paper_page_text(paper_page *page, const char *format,
                                                           ...);

// A table: its titles and then its rows, each with cells between bars: "faces | paper | here".
void paper_page_table(paper_page *page, const char *titles);
__attribute__((format(printf, 2, 3))) void paper_page_row(paper_page *page, const char *format,
                                                          ...);

// What came of a claim, by a threshold that the row states.
typedef enum paper_verdict_of_claim {
    PAPER_CLAIM_HOLDS,
    PAPER_CLAIM_FAILS,
    PAPER_CLAIM_PARTLY,
    PAPER_CLAIM_OPEN // cannot be measured here; the row says why
} paper_verdict_of_claim;

static inline paper_verdict_of_claim paper_claim_if(bool holds)
{
    return holds ? PAPER_CLAIM_HOLDS : PAPER_CLAIM_FAILS;
}

typedef struct paper_claim {
    const char *section;   // of the paper: "4.1", "abstract", "fig. 9"
    const char *claim;     // in our words
    const char *threshold; // by which it is judged
    paper_verdict_of_claim verdict;
} paper_claim;

// A row of the table of claims; `format` says what was measured.
__attribute__((format(printf, 3, 4))) void
paper_page_claim(paper_page *page, const paper_claim *claim, const char *format, ...);

// Writes a file beside the page and shows it there. `file` without folder and ending.
void paper_page_plot(paper_page *page, const char *file, const bench_plot *plot);
void paper_page_picture(paper_page *page, const char *file, const scene_image *image,
                        const char *caption);

// Remembers the failure of something that the page was to show; MOTE_OK is none. True for MOTE_OK.
bool paper_page_check(paper_page *page, mote_result result);

#endif
