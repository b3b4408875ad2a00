#include "bench/paper/sulaiman/sulaiman.h"

static void run_sulaiman(paper_page *page, const paper_run *run)
{
    paper_page_text(
        page,
        "Sulaiman, Othman, Ramlee, Misran, Zainudin, Bade, Abdullah: *Measuring Distance between "
        "Nearly Intersected Objects in Narrow Phase Collision Detection*, 2013. The techniques are "
        "`mote_sulaiman_distance` in `include/mote/papers.h`. \"Letter\" means the paper's "
        "formulas in float, with its dynamic origin point. The meaning of \"ours\" differs from "
        "claim to claim; the notes say it for each. Times are processor time.");
    paper_sulaiman_tables(page, run);
    paper_sulaiman_times(page, run);
    paper_sulaiman_accuracy(page, run);
    paper_sulaiman_meshes(page, run);
}

const paper_entry paper_sulaiman = {
    .name = "sulaiman",
    .title = "Sulaiman et al. 2013, reproduced",
    .short_title = "Sulaiman et al. 2013",
    .about = "The distance of two triangles, computed by vectors or by Heron's formula from the "
             "vertices near a \"dynamic origin point\".",
    .not_repeated = NULL,
    .run = run_sulaiman,
};
