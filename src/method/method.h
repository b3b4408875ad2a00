// The interface between the world and the methods.
//
// The world updates shapes, finds candidate pairs of bodies, and asks one method for their face
// pairs. The method adds them to the sinks, from which the world makes the report. A method
// includes neither another method nor world/.

#ifndef MOTE_METHOD_METHOD_H
#define MOTE_METHOD_METHOD_H

#include <stdatomic.h>

#include <mote/world.h>

#include "core/array.h"
#include "method/options.h"
#include "shape/shape.h"

// ---------------------------------------------------------------------------------------------
// Candidate pairs

// A pair of faces that one frame keeps for the next, per pair of bodies. Any method may read and
// write the hint.
typedef struct mote_hint {
    uint32_t slot_a, slot_b; // MOTE_NONE when there is no hint
    float upper_bound;       // last measured distance of the two faces
    mote_vec3 axis;          // unit vector from a to b
} mote_hint;

// A position in the work on one pair of bodies. The order of the work depends only on the two
// shapes, so work that a budget ended can continue from its turn. `at` is the method's number for a
// part of the work, and `skip` counts the face pairs of that part before the position. All zero is
// the beginning.
typedef struct mote_turn {
    uint64_t at, skip;
} mote_turn;

static inline bool mote_turn_is_before(mote_turn x, mote_turn y)
{
    return x.at < y.at || (x.at == y.at && x.skip < y.skip);
}

// A pair of bodies whose boxes overlap, or one body with itself.
typedef struct mote_candidate {
    const mote_shape *a, *b;   // equal for a body with itself
    uint32_t index_a, index_b; // body indices; seed random numbers that do not depend on threads
    void *state_a, *state_b;   // the method's state of each body
    void *pair_state;          // the method's state of this pair; null without pair_state_bytes
    mote_hint *hint;           // null without pair_state_bytes
    mote_box region;           // where the boxes, each widened by half the tolerance, overlap
    // For a body with itself: also report faces that share one vertex or an edge and meet
    // elsewhere.
    bool shared_vertex, shared_edge;
    bool complete; // set by the method: the budget did not end the work early
    // Under a budget: the part of the work to do, and the position where the budget ended it.
    // Methods that cannot resume do all of the work and do not set `stopped`.
    mote_turn begin, end, stopped;
    // Methods with MOTE_ABILITY_POINTS fill all fields except the two bodies.
    mote_pair_estimate estimate;
} mote_candidate;

static inline bool mote_candidate_is_self(const mote_candidate *candidate)
{
    return candidate->a == candidate->b;
}

static inline bool mote_candidate_tests_neighbors(const mote_candidate *candidate)
{
    return candidate->shared_vertex || candidate->shared_edge;
}

// ---------------------------------------------------------------------------------------------
// Sinks: each worker adds the face pairs that it finds to its own sink

// A face pair of candidate number `candidate`. If the sink only counts, `face_a` is a count of face
// pairs instead; a count above 2^32 - 1 takes several hits.
typedef struct mote_hit {
    uint32_t candidate;
    uint32_t face_a, face_b;
    uint32_t touches; // 0: near, within the tolerance
} mote_hit;

typedef struct mote_sink {
    MOTE_ARRAY(mote_hit) hits;
    uint32_t first_candidate; // added to each candidate number
    bool counting;
    bool failed; // out of memory: hits are missing
    // Summed over all workers for mote_stats.
    uint64_t cluster_pairs, candidates, exact_calls, force_evaluations, hops, repartitions;
} mote_sink;

// Adds a face pair, in the face numbers of the mesh. For a body with itself, face_a is the lower
// face.
void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches);

// Adds that two bodies touch, for methods that do not know the faces.
void mote_sink_add_touch(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate);

// True for a hit of mote_sink_add_touch.
static inline bool mote_hit_is_without_faces(const mote_hit *hit)
{
    return hit->face_b == MOTE_NONE;
}

// ---------------------------------------------------------------------------------------------
// Budget: shared by all workers of a frame. An exhausted budget stays exhausted, and every worker stops.

typedef struct mote_budget {
    bool is_limited; // false: the other fields are unused
    double deadline; // on the clock of mote_seconds; 0 for none
    // Time to report one hit at the end of the frame. With a deadline, each worker reserves the
    // time to report the hits found so far, and assumes that every other worker found as many as it
    // did.
    double seconds_per_hit;
    uint32_t worker_count;
    bool counts_candidates;
    _Atomic int64_t candidates_left; // used if counts_candidates
    _Atomic bool exhausted;
} mote_budget;

// Takes up to `wanted` face pairs from the budget for the worker of this sink. Returns how many may
// be tested; fewer than `wanted` means that the budget is exhausted.
uint64_t mote_budget_take_limited(mote_budget *budget, const mote_sink *sink, uint64_t wanted);

static inline uint64_t mote_budget_take(mote_budget *budget, const mote_sink *sink, uint64_t wanted)
{
    return budget->is_limited ? mote_budget_take_limited(budget, sink, wanted) : wanted;
}

// Whether the budget is exhausted. Reads the clock, so do not call it for every face pair.
bool mote_budget_is_over(mote_budget *budget, const mote_sink *sink);

// ---------------------------------------------------------------------------------------------
// The method

// The part of the world's definition that methods need.
typedef struct mote_settings {
    const mote_allocator *allocator;
    mote_log log;
    uint64_t seed;
    void *state;         // the method's state of the world
    const void *options; // the method's options, as its table describes them
    uint32_t effects;    // of these options: MOTE_OPTION_IS_INEXACT, ...
} mote_settings;

// One call of mote_world_detect, as passed to the method.
typedef struct mote_frame {
    const mote_allocator *allocator;
    const mote_settings *settings;
    uint64_t number;  // frame number, from 1
    mote_tasks tasks; // run inline if the order of work must not depend on threads
    mote_sink *sinks; // one per worker
    mote_detect detect;
    float tolerance;
    mote_budget *budget;
    void *state; // the method's state of the world
} mote_frame;

// A body to draw; it may have moved since the last frame.
typedef struct mote_drawn_body {
    mote_body_id id;
    const mote_shape *shape;
    const void *state; // the method's state of the body
    // All bodies of the last frame still exist, so their effect on this body can be drawn.
    bool has_company;
} mote_drawn_body;

typedef struct mote_method_api {
    mote_method_info info;
    const mote_option_table *options;           // null for none
    size_t world_state_bytes, body_state_bytes; // zeroed by the world, alive between frames
    // Size of the state of a pair of bodies. The world zeroes a new state, and drops it without
    // notice some time after the pair was last a candidate, so the state must not own memory. Null
    // for none.
    size_t (*pair_state_bytes)(const mote_settings *settings);

    // drop_world may be called between frames: it leaves an empty state, and no result depends on
    // the released data.
    bool world_state_is_scratch;
    bool wants_all_pairs; // candidates are all pairs that pass the filters, overlapping or not
    // The method needs all candidates in one call of `pairs`. Otherwise, under a budget, the world
    // passes one candidate per call.
    bool joins_pairs;
    // The method can do a part of the work on a candidate, from `begin` to `end`.
    bool resumes_pairs;
    // The method divides the work on one candidate among workers and knows where a budget ended it.
    // Other methods get one worker under a budget.
    bool divides_pairs;

    // Prepares the state of a new body, or rejects the body. May be null.
    mote_result (*admit)(void *body_state, const mote_shape *shape, const mote_settings *settings);
    // Release the memory that the states own. May be null.
    void (*drop)(void *body_state, const mote_allocator *allocator);
    void (*drop_world)(void *world_state, const mote_allocator *allocator);
    // Computes a box around the body without reading its vertices, so the world does not stream the
    // vertices. Null for methods that need fresh shapes.
    void (*bounds)(const void *body_state, const mote_shape *shape, mote_box *out);
    // Called before `pairs` for each body of a candidate pair whose shape has a new version. With
    // MOTE_ABILITY_POINTS the shape need not be fresh. May be null.
    mote_result (*update)(mote_frame *frame, void *body_state, const mote_shape *shape);
    // Adds the face pairs of all candidates to the sinks, in any order.
    mote_result (*pairs)(mote_frame *frame, mote_candidate *candidates, uint32_t count);
    // Draws the boxes that the last frame searched. The three draw functions may be null.
    void (*draw)(const void *world_state, const mote_debug_draw *draw);
    // Draws the state of a body.
    void (*draw_body)(const mote_settings *settings, const mote_drawn_body *body,
                      const mote_debug_draw *draw);
    // Draws the state of a pair of bodies, which may have moved since the last frame.
    void (*draw_pair)(const mote_settings *settings, const mote_candidate *candidate,
                      const mote_debug_draw *draw);
    // Finds impacts over a step (method/sweep.h). Null for methods without MOTE_ABILITY_SWEEP.
    const struct mote_sweep_api *sweep;
} mote_method_api;

// Null if `method` is not in the enum.
const mote_method_api *mote_method_find(mote_method method);

// In the order of mote_method_at; null past the last.
const mote_method_api *mote_method_api_at(size_t index);

#endif
