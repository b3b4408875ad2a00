// The rule, shared by all methods, that decides whether two faces of a candidate pair meet; for one
// pair of faces and for batches of eight.

#ifndef MOTE_METHOD_FACE_PAIR_H
#define MOTE_METHOD_FACE_PAIR_H

#include "core/box.h"
#include "geometry/tri_tri_batch.h"
#include "method/method.h"

typedef enum mote_meeting { MOTE_MEET_NOT = 0, MOTE_MEET_NEAR, MOTE_MEET_TOUCH } mote_meeting;

// Whether two faces of one body share a vertex.
static inline bool mote_faces_share_vertex(const mote_shape *shape, uint32_t slot_a,
                                           uint32_t slot_b)
{
    const uint32_t *a = shape->clusters->corners + 3 * (size_t)slot_a;
    const uint32_t *b = shape->clusters->corners + 3 * (size_t)slot_b;
    uint32_t shared = 0;
    for (int i = 0; i < 3; i++) shared += a[i] == b[0] || a[i] == b[1] || a[i] == b[2];
    return shared > 0;
}

// Widens a box by half the tolerance. Faces count as near only if their widened boxes overlap.
// Rounding is monotone, so the widened boxes of any larger boxes then overlap too: methods that
// cull by boxes find the same pairs.
static inline mote_box mote_reach_box(const mote_box *box, float tolerance)
{
    return mote_box_widened(box, mote_half_reach(tolerance));
}

// Whether the faces in slot_a and slot_b share a point (TOUCH) or are within the tolerance (NEAR).
// Faces of one body that share one vertex meet if candidate->shared_vertex is set and they have
// another point in common. Faces that share an edge meet if candidate->shared_edge is set and they
// have a point outside the edge in common. Faces that share three vertices meet if
// candidate->shared_edge is set. The tolerance does not apply to faces that share vertices.
mote_meeting mote_faces_meet(const mote_candidate *candidate, uint32_t slot_a, uint32_t slot_b,
                             float tolerance);

// Tests two faces and adds them to the sink if they meet. Returns whether they meet.
bool mote_try_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b);

// Adds two faces that are known to meet to the sink.
void mote_add_faces(mote_frame *frame, mote_sink *sink, const mote_candidate *candidate,
                    uint32_t number, uint32_t slot_a, uint32_t slot_b, bool touches);

// ---------------------------------------------------------------------------------------------
// Batches: face pairs whose boxes overlap are collected until there are eight, and the filter of
// geometry/tri_tri_batch.h decides the eight together. Each worker has one batch. The caller has entered
// core/float_env.h, as mote_world_detect does. Batches are for methods that find face pairs one at a time. Hybrid
// finds the face pairs of a whole cluster pair and has a leaner batch (hybrid/face_pairs.c).

typedef struct mote_pair_batch {
    mote_frame *frame;
    mote_sink *sink;
    const mote_candidate *candidates;
    uint8_t *found; // per candidate: has a face pair; only with MOTE_DETECT_FIRST
    mote_tri_tri_filter *filter;
    mote_tri_pairs8 pairs;
    uint32_t candidate[8], slot_a[8], slot_b[8];
    uint32_t count;
    bool stopped; // the budget ran out and pairs were dropped
    // Under a budget: pairs added since mote_pair_batch_turn, and the range of wanted pairs among
    // them.
    uint64_t added, first, end;
} mote_pair_batch;

void mote_pair_batch_begin(mote_pair_batch *batch, mote_frame *frame, mote_sink *sink,
                           const mote_candidate *candidates, uint8_t *found);

// Adds two faces of candidate number `candidate` whose boxes overlap. Skips faces of one body that
// cannot meet by the rule of mote_faces_meet. On return the pair may still be undecided.
void mote_pair_batch_add(mote_pair_batch *batch, uint32_t candidate, uint32_t slot_a,
                         uint32_t slot_b);

// Under a budget: starts counting the added pairs. Only pairs `first` to `end` - 1 are tested. The
// batch must be flushed.
void mote_pair_batch_turn(mote_pair_batch *batch, uint64_t first, uint64_t end);

// Reads the clock if there is a deadline. Returns true, and stops the batch, if the budget is
// exhausted.
bool mote_pair_batch_poll(mote_pair_batch *batch);

// Takes one pair from the budget for a caller who tests the pair without the batch; false if the
// budget is exhausted. If the budget is limited, the batch must be flushed.
bool mote_pair_batch_take(mote_pair_batch *batch);

// Counts one more pair; false if the pair is outside the wanted range.
static inline bool mote_pair_batch_wants(mote_pair_batch *batch)
{
    // Stop counting at the end, so that the undecided pairs are always the last ones counted.
    if (batch->added >= batch->end) return false;
    return batch->added++ >= batch->first;
}

// After the budget has ended: the number of the first pair that was not tested, or `first`.
static inline uint64_t mote_pair_batch_stopped_at(const mote_pair_batch *batch)
{
    return batch->end;
}

// Decides the pairs in the batch.
void mote_pair_batch_flush(mote_pair_batch *batch);

#endif
