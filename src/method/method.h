// The one internal interface that all methods share, and what a method is given during a frame.
//
// A method includes neither another method nor world/. The world updates shapes, finds candidate
// pairs of bodies, and asks the method for their face pairs; what the method adds to the sinks is
// sorted into the report.

#ifndef MOTE_METHOD_METHOD_H
#define MOTE_METHOD_METHOD_H

#include <stdatomic.h>

#include "method/sink.h"
#include "shape/shape.h"

// What one frame leaves to the next for a pair of bodies. Any method may read and write it.
typedef struct mote_hint {
    uint32_t slot_a, slot_b; // MOTE_NONE when there is none
    float upper_bound;       // distance of the two when last looked at
    mote_vec3 axis;          // unit, from a to b
} mote_hint;

// A pair of bodies whose boxes overlap, or one body with itself.
typedef struct mote_candidate {
    const mote_shape *a, *b;   // equal for a body with itself
    uint32_t index_a, index_b; // of the bodies, for random numbers that do not depend on threads
    void *state_a, *state_b;   // the method's own, per body
    void *pair_state;          // the method's own for these two, null without pair_state_bytes
    mote_hint *hint;           // of these two; null without pair_state_bytes
    mote_box region;           // where the boxes, widened by half the tolerance each, overlap
    bool shared_vertex;        // for a body with itself: also faces that share one vertex and meet
                               // elsewhere
    bool complete;             // set by the method: nothing was left out for want of budget
    mote_pair_estimate estimate; // filled by methods with MOTE_ABILITY_POINTS, but for the bodies
} mote_candidate;

static inline bool mote_candidate_is_self(const mote_candidate *candidate)
{
    return candidate->a == candidate->b;
}

// Runs out once; whoever sees that stops.
typedef struct mote_budget {
    double deadline; // by mote_seconds; 0 for none
    bool counts_candidates;
    _Atomic int64_t candidates_left; // where counts_candidates
    _Atomic bool exhausted;
} mote_budget;

// Takes `candidates` face pairs from the budget; false when there was nothing left before.
bool mote_budget_spend(mote_budget *budget, uint64_t candidates);

// What a world was created with, as far as methods care.
typedef struct mote_settings {
    const mote_allocator *allocator;
    mote_log log;
    uint64_t seed;
    void *state; // the method's own, per world
    mote_smith_options smith;
    mote_senin_options senin;
    mote_lbg_options lbg;
    mote_paired_options paired;
} mote_settings;

// One detect, as the method sees it.
typedef struct mote_frame {
    const mote_allocator *allocator;
    const mote_settings *settings;
    uint64_t number;  // of the frame, from 1
    mote_tasks tasks; // runs inline where the order of the work must not depend on threads
    mote_sink *sinks; // one a worker
    mote_detect detect;
    float tolerance;
    mote_budget *budget;
    void *state; // the method's own, per world
} mote_frame;

// A body that is to be drawn; it may have moved since the last frame.
typedef struct mote_drawn_body {
    mote_body_id id;
    const mote_shape *shape;
    const void *state; // the method's own
    bool has_company;  // all bodies of the last frame are still there, to tell what they do to it
} mote_drawn_body;

typedef struct mote_method_api {
    mote_method_info info;
    size_t world_state_bytes, body_state_bytes; // zeroed by the world, alive between frames
    // Of each pair of bodies that was a candidate lately, zeroed when new; it may be forgotten when the
    // two have not been near for a while, so it holds no memory of its own. Null for none.
    size_t (*pair_state_bytes)(const mote_settings *settings);

    bool wants_all_pairs; // of bodies that may meet, whether their boxes overlap or not

    // Whether the options of the method make sense; asked before there is a world, so that the
    // settings name neither an allocator nor a state. May be null.
    mote_result (*check)(const mote_settings *settings);
    // Ready to serve this body, or the reason why not. May be null.
    mote_result (*admit)(void *body_state, const mote_shape *shape, const mote_settings *settings);
    // Takes back what the states hold. May be null.
    void (*drop)(void *body_state, const mote_allocator *allocator);
    void (*drop_world)(void *world_state, const mote_allocator *allocator);
    // A box around the body that its vertices are not needed for: the world then streams nothing.
    // Null for methods that want fresh shapes.
    void (*bounds)(const void *body_state, const mote_shape *shape, mote_box *out);
    // Called for each body with a new version of its shape that is in some candidate pair, before
    // `pairs`. May be null. With MOTE_ABILITY_POINTS the shape need not be fresh.
    mote_result (*update)(mote_frame *frame, void *body_state, const mote_shape *shape);
    // Adds the face pairs of all candidates to the sinks, in any order.
    mote_result (*pairs)(mote_frame *frame, mote_candidate *candidates, uint32_t count);
    // Boxes that the last frame looked into. May be null, as may the two below.
    void (*draw)(const void *world_state, const mote_debug_draw *draw);
    // What it keeps of a body.
    void (*draw_body)(const mote_settings *settings, const mote_drawn_body *body,
                      const mote_debug_draw *draw);
    // What it keeps of a pair of bodies, which may have moved since.
    void (*draw_pair)(const mote_settings *settings, const mote_candidate *candidate,
                      const mote_debug_draw *draw);
    size_t (*world_bytes)(const void *world_state);
    size_t (*body_bytes)(const void *body_state);
} mote_method_api;

// Null for a number that is no method.
const mote_method_api *mote_method_find(mote_method method);

#endif
