// What a method found, held against what is there. docs/recall.md says what each figure means.

#ifndef MOTE_RECALL_SCORE_H
#define MOTE_RECALL_SCORE_H

#include <mote/world.h>

#include "bench/recall/statistics.h"
#include "bench/stage.h"

enum { RECALL_LARGE_REGION = 4 }; // the least number of face pairs of a large region

// What one frame cost, or all of them.
typedef struct recall_cost {
    uint64_t body_pairs, force_evaluations, hops, touched_vertices, repartitions, certified_pairs,
        exact_calls;
} recall_cost;

// All zero is nothing yet. Lengths are relative to the radius of the smaller body of a pair.
typedef struct recall_score {
    uint64_t frame_count;
    bool bodies_only; // the method lists no face pairs: shares of faces and regions are of nothing
    recall_share frame_recall;    // of the frames in which bodies collide, those reported so
    recall_share frame_precision; // of the frames reported as colliding, those that do
    recall_share pair_recall;     // the same of pairs of bodies
    recall_share pair_precision;
    recall_share face_recall; // the same of face pairs
    recall_share face_precision;
    recall_share regions;       // with at least one face pair reported
    recall_share large_regions; // of RECALL_LARGE_REGION face pairs and more
    // Estimates: what particles think of pairs of bodies with overlapping boxes, or of all pairs
    // where the method tracks those that are apart.
    recall_share probable_recall;    // of such pairs that collide, those called probable
    recall_share probable_precision; // of those called probable, those that collide
    recall_share proofs;             // of such pairs that are apart, those whose verdict says so
    uint64_t wrong_verdicts;         // that contradict the exact answer
    recall_samples distance_errors;  // of such pairs that are apart: upper bound minus distance
    uint64_t broken_bounds;          // upper bounds that are below the distance
    recall_samples point_errors;     // of regions found: collision point to the nearest exact one
    recall_share unaided;    // of colliding frames, those that the exact engine did not decide
    recall_share unstreamed; // of colliding frames, those without a pass over positions
    recall_samples seconds;  // of each frame
    recall_samples hybrid_seconds; // of each frame
    recall_cost cost;
} recall_score;

// One frame, with its positions in place.
typedef struct recall_frame {
    const bench_stage *stage;
    const double *radii;       // of the stage's bodies
    const mote_report *truth;  // exact, all face pairs, with contacts
    const mote_report *answer; // of bodies in the same order
    // The exact distance of two bodies, by index.
    mote_result (*distance)(void *context, uint32_t a, uint32_t b, float *out);
    void *context;
    bool bodies_only;               // the answer lists no face pairs, of any pair of bodies
    double seconds, hybrid_seconds; // that the answer took, and what it took hybrid
} recall_frame;

// Adds a frame to the score.
mote_result recall_score_frame(recall_score *score, const recall_frame *frame);

// Adds all frames of another score.
mote_result recall_score_add(recall_score *score, const recall_score *other);

void recall_score_release(recall_score *score);

// Time as ratio to hybrid: of all frames together, NaN of none.
double recall_time_ratio(const recall_score *score);

// Whether all that it reported is true: frames, pairs, faces, verdicts, bounds.
bool recall_is_precise(const recall_score *score);

// ---------------------------------------------------------------------------------------------
// The figures of a score that a curve can show

typedef struct recall_figure {
    const char *name;  // as an option has it
    const char *title; // with its unit
    bool is_share;     // from 0 to 1
    // What it is, and where it truly lies with 95 % probability, which is the same where nothing is
    // known of that. NaN if there is no value.
    double (*value)(recall_score *score, recall_interval *interval);
} recall_figure;

enum { RECALL_FIGURE_COUNT = 8 };
extern const recall_figure recall_figures[RECALL_FIGURE_COUNT];

// Null for none.
const recall_figure *recall_figure_by_name(const char *name);

#endif
