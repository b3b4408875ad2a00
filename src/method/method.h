// The interface between the world and the methods.
//
// The world updates shapes, finds candidate pairs of bodies, and asks one method for their face pairs. The
// method adds them to the sinks, from which the world makes the report. A method includes neither another
// method nor world/.

#ifndef MOTE_METHOD_METHOD_H
#define MOTE_METHOD_METHOD_H

#include <stdatomic.h>

#include <mote/world.h>

#include "core/array.h"
#include "method/options.h"
#include "shape/shape.h"

// ---------------------------------------------------------------------------------------------
// Candidate pairs

// What one frame leaves to the next for a pair of bodies. Any method may read and write it.
typedef struct mote_hint {
    uint32_t slot_a, slot_b; // MOTE_NONE when there is no hint
    float upper_bound;       // distance of the two faces when they were last measured
    mote_vec3 axis;          // unit vector from a to b
} mote_hint;

// A position in the work on one pair of bodies: a method does it in an order that depends on nothing but the two
// shapes, so that work which a budget has ended can go on from there. `at` is the method's own number for a part of
// the work, `skip` the face pairs of that part which come before. All zero is the beginning.
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
    uint32_t index_a, index_b; // of the bodies, for random numbers that do not depend on threads
    void *state_a, *state_b;   // the method's state of each body
    void *pair_state;          // the method's state of this pair; null without pair_state_bytes
    mote_hint *hint;           // of this pair; null without pair_state_bytes
    mote_box region;           // where the boxes, each widened by half the tolerance, overlap
    // For a body with itself: also report faces that share one vertex, or an edge, and meet elsewhere.
    bool shared_vertex, shared_edge;
    bool complete; // set by the method: the budget cut nothing off
    // Under a budget: what to do of the work, and where the budget ended it. Methods that cannot go on from a
    // position do all of it and leave `stopped` as it is.
    mote_turn begin, end, stopped;
    // Filled by methods with MOTE_ABILITY_POINTS, except for the two bodies.
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
// Sinks: where a worker puts the face pairs it finds

// A face pair of candidate number `candidate`; or, when only counting, `face_a` of them. More than 2^32 - 1 take
// several hits.
typedef struct mote_hit {
    uint32_t candidate;
    uint32_t face_a, face_b;
    uint32_t touches; // 0: near, within the tolerance
} mote_hit;

typedef struct mote_sink {
    MOTE_ARRAY(mote_hit) hits;
    uint32_t first_candidate; // added to the numbers of candidates
    bool counting;
    bool failed; // out of memory: the hits are not complete
    // Summed over all workers for mote_stats.
    uint64_t cluster_pairs, candidates, exact_calls, force_evaluations, hops, repartitions;
} mote_sink;

// Adds a face pair; faces are numbered as in the mesh. For a body with itself: the lower face first.
void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches);

// Two bodies touch, from a method that does not know which faces.
void mote_sink_add_touch(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate);

// Whether the hit says that bodies touch and names no faces.
static inline bool mote_hit_is_without_faces(const mote_hit *hit)
{
    return hit->face_b == MOTE_NONE;
}

// ---------------------------------------------------------------------------------------------
// Budget: shared by all workers of a frame. Once exhausted it stays so, and every worker stops.

typedef struct mote_budget {
    bool is_limited; // false: nothing below counts
    double deadline; // on the clock of mote_seconds; 0 for none
    // What it takes, at the end of the frame, to report one hit; with a deadline the time for the hits found so far
    // is kept back. Workers assume that the others have found as many as they have.
    double seconds_per_hit;
    uint32_t worker_count;
    bool counts_candidates;
    _Atomic int64_t candidates_left; // where counts_candidates
    _Atomic bool exhausted;
} mote_budget;

// Takes up to `wanted` face pairs from the budget, for a worker with this sink: returns how many may be tested. Fewer
// than wanted: the budget is exhausted.
uint64_t mote_budget_take_limited(mote_budget *budget, const mote_sink *sink, uint64_t wanted);

static inline uint64_t mote_budget_take(mote_budget *budget, const mote_sink *sink, uint64_t wanted)
{
    return budget->is_limited ? mote_budget_take_limited(budget, sink, wanted) : wanted;
}

// Whether the budget is exhausted. Looks at the clock, so not for every face pair.
bool mote_budget_is_over(mote_budget *budget, const mote_sink *sink);

// ---------------------------------------------------------------------------------------------
// The method

// What a world was created with, as far as methods need it.
typedef struct mote_settings {
    const mote_allocator *allocator;
    mote_log log;
    uint64_t seed;
    void *state;         // the method's state of the world
    const void *options; // the method's options, as its table describes them
    uint32_t effects;    // of these options: MOTE_OPTION_IS_INEXACT and so on
} mote_settings;

// One call of mote_world_detect, as the method sees it.
typedef struct mote_frame {
    const mote_allocator *allocator;
    const mote_settings *settings;
    uint64_t number;  // of the frame, from 1
    mote_tasks tasks; // runs inline where the order of work must not depend on threads
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
    const void *state; // the method's state of it
    // All bodies of the last frame still exist, so that their effect on this one can be drawn.
    bool has_company;
} mote_drawn_body;

typedef struct mote_method_api {
    mote_method_info info;
    const mote_option_table *options;           // that the method reads; null for none
    size_t world_state_bytes, body_state_bytes; // zeroed by the world, alive between frames
    // Size of the state of each pair of bodies that was a candidate lately, zeroed when new. The world drops
    // it when the two have not been near for a while, so it must not own memory. Null for none.
    size_t (*pair_state_bytes)(const mote_settings *settings);

    // drop_world may be called between frames: it leaves an empty state, and no result depends on what it releases.
    bool world_state_is_scratch;
    bool wants_all_pairs; // candidates are all pairs that no filter excludes, overlapping or not
    // Under a budget the world calls `pairs` with one candidate at a time, unless the method needs to see all of them
    // together.
    bool joins_pairs;
    // Does a part of the work on a candidate, from its `begin` to its `end`.
    bool resumes_pairs;
    // Cuts the work on one candidate into blocks for the workers, and knows where a budget ended it. Other methods get
    // one worker under a budget.
    bool divides_pairs;

    // Prepares the state of a new body, or refuses the body. May be null.
    mote_result (*admit)(void *body_state, const mote_shape *shape, const mote_settings *settings);
    // Release what the states own. May be null.
    void (*drop)(void *body_state, const mote_allocator *allocator);
    void (*drop_world)(void *world_state, const mote_allocator *allocator);
    // A box around the body that can be computed without its vertices: the world then streams none of them.
    // Null for methods that need fresh shapes.
    void (*bounds)(const void *body_state, const mote_shape *shape, mote_box *out);
    // Called before `pairs` for each body in some candidate pair whose shape has a new version. May be null.
    // With MOTE_ABILITY_POINTS the shape need not be fresh.
    mote_result (*update)(mote_frame *frame, void *body_state, const mote_shape *shape);
    // Adds the face pairs of all candidates to the sinks, in any order.
    mote_result (*pairs)(mote_frame *frame, mote_candidate *candidates, uint32_t count);
    // Draws boxes that the last frame searched. May be null, as may the two below.
    void (*draw)(const void *world_state, const mote_debug_draw *draw);
    // Draws the state of a body.
    void (*draw_body)(const mote_settings *settings, const mote_drawn_body *body,
                      const mote_debug_draw *draw);
    // Draws the state of a pair of bodies, which may have moved since.
    void (*draw_pair)(const mote_settings *settings, const mote_candidate *candidate,
                      const mote_debug_draw *draw);
    // Finds impacts over a step (method/sweep.h). Null for methods without MOTE_ABILITY_SWEEP.
    const struct mote_sweep_api *sweep;
} mote_method_api;

// Null if `method` is not one of the enum.
const mote_method_api *mote_method_find(mote_method method);

// In the order of mote_method_at; null past the last.
const mote_method_api *mote_method_api_at(size_t index);

#endif
