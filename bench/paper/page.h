// A page of docs/papers/: what a paper claims, what it printed, and what was measured here. Nothing
// of it is typed by hand.

#ifndef MOTE_PAPER_PAGE_H
#define MOTE_PAPER_PAGE_H

#include <mote/base.h>

#include "bench/paper/claims.h"
#include "bench/plot.h"
#include "scenes/render/image.h"

typedef struct paper_page paper_page;

typedef struct paper_page_def {
    const char *folder; // which is there
    const char *name;   // "smith", for smith.md and smith.json
    const char *title;
    uint64_t seed_set;
    bool quick;
} paper_page_def;

// The strings need not outlive the call. Fails if memory runs out.
mote_result paper_page_begin(const paper_page_def *def, paper_page **out);

// Writes the page, with the claims, the machine, the date and the seed set on top, and NAME.json
// with the claims for scripts; then destroys the page. Whatever went wrong before comes back here:
// the first failure.
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

// A row of the table of claims, judged by its rule:
//
//     paper_page_judge(page, &(paper_claim_def){
//         .section = "results",
//         .claim = "collisions are detected with an accuracy of more than 90 %",
//         .reading = "the share of colliding frames found",
//         .rule = paper_more_than("the share of colliding frames found", 0.9, "%"),
//         .letter = paper_share_in_groups(found_by_paper, colliding, seeds),
//         .ours = paper_share_in_groups(found_by_us, colliding, seeds),
//         .seeds = seeds});
//
// Where a quick run does not try the case: `.letter = paper_not_tried()`. What a quick run leaves
// open, the full run settles, unless `settle` is given.
void paper_page_judge(paper_page *page, const paper_claim_def *def);

// The same with a remark in the column of notes.
__attribute__((format(printf, 3, 4))) void
paper_page_judge_with(paper_page *page, const paper_claim_def *def, const char *format, ...);

// Writes a file beside the page and shows it there. `file` without folder and ending.
void paper_page_plot(paper_page *page, const char *file, const bench_plot *plot);
void paper_page_picture(paper_page *page, const char *file, const scene_image *image,
                        const char *caption);

// Remembers the failure of something that the page was to show; MOTE_OK is none. True for MOTE_OK.
bool paper_page_check(paper_page *page, mote_result result);

#endif
