#include "bench/paper/paper.h"

static const paper_entry *const papers[PAPER_COUNT] = {
    &paper_senin,
    &paper_lbg,
    &paper_smith,
    &paper_sulaiman,
};

const paper_entry *paper_at(size_t index)
{
    return index < PAPER_COUNT ? papers[index] : NULL;
}

mote_result paper_write(const paper_entry *paper, const char *folder, const paper_run *run)
{
    paper_page_def def = {.folder = folder,
                          .name = paper->name,
                          .title = paper->title,
                          .seed_set = run->seed_set,
                          .quick = run->quick};
    paper_page *page;
    mote_result result = paper_page_begin(&def, &page);
    if (result != MOTE_OK) return result;
    paper->run(page, run);
    return paper_page_end(page);
}
