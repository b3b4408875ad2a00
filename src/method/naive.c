// Every face against every face, each pair through the exact test. The oracle of all other methods: it stays
// slow and simple.

#include "method/face_pair.h"
#include "method/methods.h"

static void test_face(mote_frame *frame, const mote_candidate *candidate, uint32_t number,
                      uint32_t slot_a, bool *found)
{
    bool self = mote_candidate_is_self(candidate);
    uint32_t end = candidate->b->clusters->triangle_count;
    for (uint32_t slot_b = self ? slot_a + 1 : 0; slot_b < end; slot_b++) {
        *found |= mote_try_faces(frame, &frame->sinks[0], candidate, number, slot_a, slot_b);
        if (*found && frame->detect == MOTE_DETECT_FIRST) return;
    }
}

static bool test_bodies(mote_frame *frame, const mote_candidate *candidate, uint32_t number)
{
    bool found = false;
    for (uint32_t slot_a = 0; slot_a < candidate->a->clusters->triangle_count; slot_a++) {
        uint64_t faces = candidate->b->clusters->triangle_count;
        if (!mote_budget_spend(frame->budget, faces)) return false;
        frame->sinks[0].candidates += faces;
        test_face(frame, candidate, number, slot_a, &found);
        if (found && frame->detect == MOTE_DETECT_FIRST) break;
    }
    return true;
}

static mote_result naive_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        candidates[i].complete = test_bodies(frame, &candidates[i], i);
    return MOTE_OK;
}

const mote_method_api mote_method_naive = {
    .info = {.method = MOTE_METHOD_NAIVE,
             .name = "naive",
             .summary = "every face against every face; the oracle",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT},
    .pairs = naive_pairs,
};
