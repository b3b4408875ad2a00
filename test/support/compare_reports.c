#include "support/compare_reports.h"
#include <inttypes.h>

#include <stdio.h>
#include <string.h>

#include "support/run.h"

static bool same_body(mote_body_id a, mote_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static bool same_pair(const mote_pair_report *a, const mote_pair_report *b)
{
    return same_body(a->a, b->a) && same_body(a->b, b->b) && a->state == b->state &&
           a->relation == b->relation && a->face_pair_count == b->face_pair_count &&
           a->first_face_pair == b->first_face_pair && a->cut_short == b->cut_short;
}

const char *reports_differ(const mote_report *a, const mote_report *b)
{
    static char message[200];
    if (a->pair_count != b->pair_count) {
        snprintf(message, sizeof message, "%zu and %zu pairs of bodies", a->pair_count,
                 b->pair_count);
        return message;
    }
    for (size_t i = 0; i < a->pair_count; i++) {
        const mote_pair_report *p = &a->pairs[i], *q = &b->pairs[i];
        if (same_pair(p, q)) continue;
        snprintf(message, sizeof message,
                 "pair %zu: bodies %u %u, %" PRIu64
                 " faces, relation %d, state %d; and bodies %u %u, "
                 "%" PRIu64 " faces, relation %d, state %d",
                 i, p->a.index, p->b.index, p->face_pair_count, (int)p->relation, (int)p->state,
                 q->a.index, q->b.index, q->face_pair_count, (int)q->relation, (int)q->state);
        return message;
    }
    if (a->face_pair_count != b->face_pair_count) return "numbers of face pairs";
    if (a->face_pair_count &&
        memcmp(a->face_pairs, b->face_pairs, a->face_pair_count * sizeof *a->face_pairs) != 0)
        return "face pairs";
    if (a->invalid_count != b->invalid_count) return "numbers of invalid bodies";
    for (size_t i = 0; i < a->invalid_count; i++) {
        if (!same_body(a->invalid[i], b->invalid[i])) return "invalid bodies";
    }
    return a->hash == b->hash ? NULL : "hashes";
}

mote_report detected(mote_world *world)
{
    mote_report report;
    assert_int_equal(mote_world_detect(world), MOTE_OK);
    assert_int_equal(mote_world_report(world, &report), MOTE_OK);
    return report;
}
