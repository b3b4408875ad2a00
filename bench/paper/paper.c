#include "bench/paper/paper.h"

static const paper_entry *const papers[] = {
    &paper_senin,
    &paper_lbg,
    &paper_smith,
    &paper_sulaiman,
};

const paper_entry *paper_at(size_t index)
{
    return index < sizeof papers / sizeof *papers ? papers[index] : NULL;
}

mote_result paper_write(const paper_entry *paper, const char *folder, const paper_run *run)
{
    paper_page *page;
    mote_result result = paper_page_begin(folder, paper->name, paper->title, &page);
    if (result != MOTE_OK) return result;
    paper->run(page, run);
    return paper_page_end(page);
}
