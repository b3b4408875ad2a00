#include "bench/paper/paper.h"

static const mote_paper *const papers[] = {
    &mote_paper_senin,
    &mote_paper_lbg,
    &mote_paper_smith,
    &mote_paper_sulaiman,
};

const mote_paper *mote_paper_at(size_t index)
{
    return index < sizeof papers / sizeof *papers ? papers[index] : NULL;
}

mote_result mote_paper_write(const mote_paper *paper, const char *folder, const mote_paper_run *run)
{
    mote_page *page;
    mote_result result = mote_page_begin(folder, paper->name, paper->title, &page);
    if (result != MOTE_OK) return result;
    paper->run(page, run);
    return mote_page_end(page);
}
