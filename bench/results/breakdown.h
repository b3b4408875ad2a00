// Where the time of each frame of a scene goes, by the clock of the library itself (mote_stats).

#ifndef MOTE_BENCH_RESULTS_BREAKDOWN_H
#define MOTE_BENCH_RESULTS_BREAKDOWN_H

#include "bench/stage.h"

typedef enum bench_frame_part {
    BENCH_PART_UPDATE = 0, // positions are set and read, bodies get boxes
    BENCH_PART_BROAD,      // pairs of bodies
    BENCH_PART_PAIRS,      // face pairs
    BENCH_PART_REPORT,     // sorting and listing them, comparing with the last frame
    BENCH_PART_CONTACTS,   // what a report with contacts takes more
    BENCH_PART_COUNT
} bench_frame_part;

const char *bench_part_name(bench_frame_part part);

typedef struct bench_breakdown {
    uint32_t frame_count;
    // Seconds of each frame, from the repeat in which the whole frame took least.
    double *parts[BENCH_PART_COUNT];
    bool *in_contact; // of each frame: some face pair was found
} bench_breakdown;

// Plays the stage `repeats` times with hybrid on one thread, without contacts and with them.
mote_result bench_breakdown_measure(const bench_stage *stage, uint32_t repeats,
                                    bench_breakdown *out);
void bench_breakdown_release(bench_breakdown *breakdown);

// The median of a part over the frames in contact, or over all if `contact` is false; 0 of no
// frame. BENCH_PART_COUNT stands for the whole frame.
double bench_breakdown_median(const bench_breakdown *breakdown, bench_frame_part part,
                              bool contact);

#endif
