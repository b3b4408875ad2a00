// The interface between the world and methods that find impacts over a step.
//
// The world gives each body a start and an end, finds pairs of bodies whose boxes over the step
// overlap, and asks the method for their impacts. geometry/ decides whether one vertex and one
// face, or two edges, meet. This file has the code that all methods share. It counts each primitive
// once and fixes the order in which the kernel gets the corners, so times agree to the bit.

#ifndef MOTE_METHOD_SWEEP_H
#define MOTE_METHOD_SWEEP_H

#include <mote/motion.h>

#include "mesh/incidence.h"
#include "method/method.h"

// A body over the step. If the body rests, `start` and `end` are the same shape. Both shapes are
// fresh, unless the body is on demand: then the nodes of both shapes can be bounded, and at least
// one shape is not fresh. Vertices move on straight lines, so a box that holds a node at both ends
// holds the node during the whole step.
typedef struct mote_swept {
    const mote_shape *start, *end;
    bool on_demand;
    const mote_incidence *incidence;
    const mote_box8 *own_boxes; // as mote_shape's, over both ends; not on demand
    mote_box8 *united;          // buffer for own_boxes if the body moves
    mote_box box;               // over both ends
    uint64_t version;           // different for each sweep
    void *state;                // the method's
} mote_swept;

// A pair of bodies whose boxes over the step overlap, or one body with itself.
typedef struct mote_sweep_candidate {
    mote_swept *a, *b;     // equal for a body with itself
    mote_box region;       // where the boxes overlap
    _Atomic bool complete; // set by the method: the budget did not end the work early
    // An upper bound of the times that still matter, as the bits of a positive double, which
    // compare as the number does. The bound falls as impacts are found. All candidates share it if
    // only the earliest impact is wanted.
    _Atomic uint64_t *limit;
} mote_sweep_candidate;

static inline bool mote_sweep_is_self(const mote_sweep_candidate *candidate)
{
    return candidate->a == candidate->b;
}

// The results of one worker.
typedef struct mote_sweep_sink {
    mote_sink base; // face pairs at the start, and counts
    MOTE_ARRAY(mote_swept_impact) impacts;
    uint64_t triangle_pairs;
} mote_sweep_sink;

typedef struct mote_sweep_frame {
    const mote_allocator *allocator;
    mote_tasks tasks;       // run inline if the order of work must not depend on threads
    mote_sweep_sink *sinks; // one per worker
    mote_sweep_find find;
    bool wants_impacts;
    bool wants_start; // report face pairs that meet at the start
    // If above 0, primitives within this distance count as an impact. Boxes are widened by half the
    // separation.
    float separation;
    mote_budget *budget;
    void *state; // the method's state of the world
} mote_sweep_frame;

typedef struct mote_sweep_api {
    size_t world_state_bytes, body_state_bytes; // zeroed by the world, alive between sweeps
    // Prepares the state of a body before its first sweep; false for no memory. admit, drop and
    // drop_world may be null.
    bool (*admit)(void *body_state, const mote_clusters *clusters, const mote_allocator *allocator);
    void (*drop)(void *body_state, const mote_allocator *allocator);
    // May be called between sweeps: leaves an empty state.
    void (*drop_world)(void *world_state, const mote_allocator *allocator);
    // Adds the impacts of all candidates to the sinks, and if `wants_start` the face pairs at the
    // start, in any order.
    mote_result (*impacts)(mote_sweep_frame *frame, mote_sweep_candidate *candidates,
                           uint32_t count);
} mote_sweep_api;

// ---------------------------------------------------------------------------------------------
// Bodies

// Computes the boxes of a body whose two shapes are fresh.
void mote_swept_unite(mote_swept *swept);

// For a body on demand (shape/on_demand.h): marks the vertices of a leaf as wanted at both ends,
// evaluates the wanted vertices in blocks on `tasks`, or evaluates all vertices and ends the
// on-demand state.
void mote_swept_want_leaf(const mote_swept *swept, uint32_t leaf);
void mote_swept_evaluate(const mote_swept *swept, const mote_tasks *tasks);
void mote_swept_leave_on_demand(mote_swept *swept, const mote_tasks *tasks);

// Whether a known position at either end is NaN or infinite.
static inline bool mote_swept_is_broken(const mote_swept *swept)
{
    return mote_shape_is_broken(swept->start) || mote_shape_is_broken(swept->end);
}

// ---------------------------------------------------------------------------------------------
// Primitives

static inline const uint32_t *mote_swept_corners(const mote_swept *swept, uint32_t slot)
{
    return swept->start->clusters->corners + 3 * (size_t)slot;
}

static inline bool mote_face_has_vertex(const uint32_t corners[3], uint32_t vertex)
{
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

static inline bool mote_edges_share(mote_owned_edge e, mote_owned_edge f)
{
    return e.low == f.low || e.low == f.high || e.high == f.low || e.high == f.high;
}

// ---------------------------------------------------------------------------------------------
// Impacts

// Make an impact of candidate `number` without its time, from a vertex of one body and a face of
// the other, or from an edge of a and an edge of b. The edges of a body with itself are sorted.
// `vertices` are in mesh order and the faces are slots; mote_swept_impact_tell converts both to the
// caller's numbers.
mote_swept_impact mote_swept_impact_of_vertex(const mote_sweep_candidate *candidate,
                                              uint32_t number, bool vertex_is_of_a,
                                              mote_owned_vertex vertex, uint32_t slot);
mote_swept_impact mote_swept_impact_of_edges(const mote_sweep_candidate *candidate, uint32_t number,
                                             mote_owned_edge a, mote_owned_edge b);

void mote_swept_impact_tell(const mote_sweep_candidate *candidate, mote_swept_impact *impact);

// Whether vertex i of the four belongs to body a.
static inline bool mote_swept_impact_vertex_is_of_a(const mote_swept_impact *impact, uint32_t i)
{
    bool is_first = i < (impact->kind == MOTE_SWEPT_EDGES ? 2u : 1u);
    return is_first == (impact->kind != MOTE_SWEPT_FACE_VERTEX);
}

// Gets the four points of an impact at both ends of the step.
void mote_swept_impact_points(const mote_sweep_candidate *candidate,
                              const mote_swept_impact *impact, mote_vec3 start[4],
                              mote_vec3 end[4]);

// Tests an impact with the exact kernel and adds it to the sink if it happens. With a separation,
// primitives whose widened boxes over the step do not overlap count as apart. Rounding is monotone,
// so methods that cull by larger boxes find the same impacts.
void mote_sweep_try(mote_sweep_frame *frame, mote_sweep_sink *sink,
                    const mote_sweep_candidate *candidate, mote_swept_impact *impact);

// Adds an impact whose time is known, unless the time is above the limit.
void mote_sweep_add(mote_sweep_frame *frame, mote_sweep_sink *sink,
                    const mote_sweep_candidate *candidate, const mote_swept_impact *impact);

// The upper bound of the times that still matter.
double mote_sweep_limit(const mote_sweep_candidate *candidate);

// Adds two faces that meet at the start.
void mote_sweep_add_faces(mote_sweep_frame *frame, mote_sweep_sink *sink,
                          const mote_sweep_candidate *candidate, uint32_t number, uint32_t slot_a,
                          uint32_t slot_b);

#endif
