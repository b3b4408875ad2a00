// Bars against other libraries: each runs in its own program, beside hybrid.

#include <stdio.h>

#include "bench/bars/bars.h"
#include "bench/peer.h"

enum { PEER_REPEATS = 3 };

// The peer's median divided by that of hybrid; negative if it failed.
static double ratio_of(const bars_suite *bars, const bars_bar *bar, const char *peer)
{
    const bars_run *run = bar->runs[0];
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = run->scene;
    def.scene.detail = run->detail;
    def.frame_count = run->frames ? bars_fewer(bars, run->frames) : 0;
    bench_protocol protocol = {
        .repeats = bars_fewer(bars, PEER_REPEATS), .question = run->question, .clock = bars->clock};
    bench_peer_report report;
    if (bench_peer_run(peer, &def, &protocol, &report)) {
        fprintf(stderr, "%s: %s\n", peer, mote_last_message());
        return -1.0;
    }
    double seconds = bench_peer_summary(&report, report.peer, bar->class).median;
    double base = bench_peer_summary(&report, report.mote, bar->class).median;
    double differences = io_json_number(&report.json, report.peer, "missed") +
                         io_json_number(&report.json, report.peer, "added");
    printf("    %-36s %7.2f x%s\n", peer, seconds / base,
           differences > 0.0 ? ", but not the same pairs" : "");
    bench_peer_report_release(&report);
    return base > 0.0 ? seconds / base : -1.0;
}

bars_bar_outcome bars_bar_best_peer(bars_suite *bars, const bars_bar *bar, double *out)
{
    *out = -1.0;
    const char *peer;
    bool built = false;
    for (size_t i = 0; (peer = bench_peer_name(i)); i++) {
        if (!bench_peer_is_built(peer)) continue;
        if (bar->runs[0]->question == BENCH_ASK_DISTANCE && !bench_peer_answers_distance(peer))
            continue;
        built = true;
        double ratio = ratio_of(bars, bar, peer);
        if (ratio > 0.0 && (*out < 0.0 || ratio < *out)) *out = ratio;
    }
    if (!built) return BARS_BAR_NOT_BUILT;
    return *out > 0.0 ? BARS_BAR_MEASURED : BARS_BAR_FAILED;
}
