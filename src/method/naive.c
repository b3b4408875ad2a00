// Tests every face against every face with the exact test. This is the oracle of all other methods,
// so it stays slow and simple.

#include "method/face_pair.h"
#include "method/methods.h"

// Faces between two checks of the budget.
enum { FACES_PER_STEP = 1024 };

// A position in the work: slot_a in the high half, slot_b in the low half.
static uint64_t position_of(uint32_t slot_a, uint32_t slot_b)
{
    return (uint64_t)slot_a << 32 | slot_b;
}

// Tests one face against a run of other faces. Returns whether to continue.
static bool test_run(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                     uint32_t slot_a, uint32_t first, uint32_t end)
{
    for (uint32_t slot_b = first; slot_b < end; slot_b++) {
        bool found = mote_try_faces(frame, &frame->sinks[0], candidate, number, slot_a, slot_b);
        if (found && frame->detect == MOTE_DETECT_FIRST) return false;
    }
    return true;
}

// Tests one face against the faces within the candidate's `begin` and `end`. Returns whether to
// continue.
static bool test_face(mote_frame *frame, mote_candidate *candidate, uint32_t number,
                      uint32_t slot_a)
{
    mote_sink *sink = &frame->sinks[0];
    uint32_t from = mote_candidate_is_self(candidate) ? slot_a + 1 : 0;
    uint32_t end = candidate->b->clusters->triangle_count;
    if (slot_a == candidate->begin.at >> 32 && from < (uint32_t)candidate->begin.at)
        from = (uint32_t)candidate->begin.at;
    if (slot_a == candidate->end.at >> 32 && end > (uint32_t)candidate->end.at)
        end = (uint32_t)candidate->end.at;
    while (from < end) {
        uint32_t wanted = end - from < FACES_PER_STEP ? end - from : FACES_PER_STEP;
        uint32_t granted = (uint32_t)mote_budget_take(frame->budget, sink, wanted);
        sink->candidates += granted;
        if (!test_run(frame, candidate, number, slot_a, from, from + granted)) return false;
        from += granted;
        if (granted == wanted) continue;
        candidate->complete = false;
        candidate->stopped.at = position_of(slot_a, from);
        return false;
    }
    return true;
}

static mote_result naive_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        mote_candidate *c = &candidates[i];
        uint64_t end = (c->end.at >> 32) + 1;
        if (end > c->a->clusters->triangle_count) end = c->a->clusters->triangle_count;
        c->complete = true;
        for (uint32_t slot_a = (uint32_t)(c->begin.at >> 32); slot_a < end; slot_a++) {
            if (!test_face(frame, c, i, slot_a)) break;
        }
    }
    return MOTE_OK;
}

const mote_method_api mote_method_naive = {
    .info = {.method = MOTE_METHOD_NAIVE,
             .name = "naive",
             .summary = "every face against every face; the oracle",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_SWEEP},
    .resumes_pairs = true,
    .pairs = naive_pairs,
    .sweep = &mote_naive_sweep,
};
