// The results of docs/benchmarks.md: scenes, each measured beside other libraries and part by part,
// and the page that shows them.

#ifndef MOTE_BENCH_RESULTS_RESULTS_H
#define MOTE_BENCH_RESULTS_RESULTS_H

#include "bench/protocol.h"
#include "bench/results/breakdown.h"

enum { BENCH_MAX_PEERS = 8 };

// A scene of the page.
typedef struct bench_result_scene {
    const char *title; // "blobs, 2 x 70k"
    const char *file;  // name of its picture, without folder and ending
    const char *scene;
    uint32_t detail, first_frame, frames, repeats; // 0 for the scene's own
    bench_question question;
    const char *left_out; // a peer that is not asked, because it would take minutes; may be null
} bench_result_scene;

extern const bench_result_scene bench_result_scenes[];
extern const size_t bench_result_scene_count;

// A library beside hybrid, in one run. Times are medians over frames, in seconds; 0 if unknown.
typedef struct bench_beside {
    double peer, mote;                 // over all frames
    double peer_contact, mote_contact; // over the frames in contact
    bool differs;                      // it did not find the same
} bench_beside;

typedef struct bench_result {
    const bench_result_scene *scene;
    uint32_t body_count, frame_count, contact_frames;
    size_t triangle_count;
    bench_beside beside[BENCH_MAX_PEERS]; // in the order of bench_peer_name
    bool has_breakdown;                   // not where the question is the distance
    bench_breakdown breakdown;
} bench_result;

typedef struct bench_results {
    bench_result *scenes; // bench_result_scene_count
    char versions[BENCH_MAX_PEERS][32];
    bench_clock clock; // of the comparisons
    bool quick;        // small scenes, few frames
} bench_results;

// Measures a scene. Peers that are not built or fail have no times.
mote_result bench_result_measure(const bench_result_scene *scene, bench_results *results,
                                 bench_result *out);

// Writes FOLDER/benchmarks.md and the pictures in FOLDER/benchmarks, which is made.
mote_result bench_results_write(const bench_results *results, const char *folder);

#endif
