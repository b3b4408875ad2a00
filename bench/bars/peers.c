// Bars against other libraries: each runs in its own program, beside hybrid.

#include <stdio.h>

#include "bench/bars/bars.h"
#include "bench/peer_programs.h"

enum { PEER_REPEATS = 3 };

// How many times hybrid's the peer's median is; negative when it did not succeed.
static double ratio_of(const mote_bars *bars, const mote_bar *bar, const char *peer)
{
    const mote_bars_run *run = bar->runs[0];
    mote_stage_def def = mote_default_stage_def();
    def.scene.name = run->scene;
    def.scene.detail = run->detail;
    def.frame_count = run->frames ? mote_bars_fewer(bars, run->frames) : 0;
    mote_protocol protocol = {.repeats = mote_bars_fewer(bars, PEER_REPEATS),
                              .question = run->question,
                              .clock = bars->clock};
    mote_peer_report report;
    if (mote_peer_run(peer, &def, &protocol, &report)) {
        fprintf(stderr, "%s: %s\n", peer, mote_last_message());
        return -1.0;
    }
    double seconds = mote_peer_summary(&report, report.peer, bar->class).median;
    double base = mote_peer_summary(&report, report.mote, bar->class).median;
    double differences = mote_json_number(&report.json, report.peer, "missed") +
                         mote_json_number(&report.json, report.peer, "added");
    printf("    %-36s %7.2f x%s\n", peer, seconds / base,
           differences > 0.0 ? ", but not the same pairs" : "");
    mote_peer_report_release(&report);
    return base > 0.0 ? seconds / base : -1.0;
}

mote_bar_outcome mote_bar_best_peer(mote_bars *bars, const mote_bar *bar, double *out)
{
    *out = -1.0;
    const char *peer;
    bool built = false;
    for (size_t i = 0; (peer = mote_peer_name(i)); i++) {
        if (!mote_peer_is_built(peer)) continue;
        if (bar->runs[0]->question == MOTE_ASK_DISTANCE && !mote_peer_answers_distance(peer))
            continue;
        built = true;
        double ratio = ratio_of(bars, bar, peer);
        if (ratio > 0.0 && (*out < 0.0 || ratio < *out)) *out = ratio;
    }
    if (!built) return MOTE_BAR_NOT_BUILT;
    return *out > 0.0 ? MOTE_BAR_MEASURED : MOTE_BAR_FAILED;
}
