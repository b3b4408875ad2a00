// Two builds of mote on one scene, interleaved frame by frame.
//
// In each round both builds start again with new meshes and a new world, so that a lucky address of
// one does not last. Then each frame is played by one build and right after it by the other; which
// one goes first alternates from frame to frame and from round to round. All positions are written
// again before each timed call. A round before the first one warms up and checks the answers.

#ifndef MOTE_BENCH_COMPARE_H
#define MOTE_BENCH_COMPARE_H

#include "bench/against/ratio.h"
#include "bench/against/runner.h"
#include "bench/contact_class.h"
#include "bench/stage.h"
#include "bench/times.h"

enum { BENCH_NEW, BENCH_OLD, BENCH_BUILDS };

typedef struct bench_comparison_def {
    const bench_runner *runners[BENCH_BUILDS];
    const char *method;
    uint32_t worker_count;
    bool contacts, distance;
    bool mesh_order; // positions in each build's own order of the mesh
    bool deformers;  // bodies with a puppet's skin get it as a deformer, rigid ones a transform
    uint32_t rounds; // at least 2
    bench_clock clock;
    void (*progress)(void *context); // after each round; may be null
    void *context;
} bench_comparison_def;

typedef struct bench_comparison {
    uint32_t frame_count, rounds;
    double *seconds[BENCH_BUILDS]; // of frame f in round r at f * rounds + r
    bench_contact_class *classes;  // of each frame
    bool *differs;                 // of each frame: hashes or distances differ in some round
    uint64_t missed, added; // face pairs of all frames: only in the old build, only in the new
} bench_comparison;

// The stage is one in the caller's order or shuffled, whose meshes may be without flags. Fails
// where a build does, or if memory runs out.
mote_result bench_compare(const bench_stage *stage, const bench_comparison_def *def,
                          bench_comparison *out);
void bench_comparison_release(bench_comparison *comparison);

// Over the frames of a class; CONTACT and COUNT of the enum stand for several.
mote_result bench_comparison_ratio(const bench_comparison *comparison, bench_contact_class class,
                                   bench_ratio *out);

uint32_t bench_comparison_differing_frames(const bench_comparison *comparison);

// The median over frames of a class of each frame's least time.
double bench_comparison_seconds(const bench_comparison *comparison, bench_contact_class class,
                                int build);

#endif
