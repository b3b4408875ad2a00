// Finds the face pairs that meet at some time in the step. Two faces that do not meet at the start
// first meet through an impact of a vertex of one with the other, or of two of their edges: the
// pairs are those at the start, and the faces around the primitives of all impacts
// (docs/continuous.md).

#include "core/result.h"
#include "core/sort.h"
#include "world/sweep.h"

static bool share_vertex(const uint32_t a[3], const uint32_t b[3])
{
    return mote_face_has_vertex(b, a[0]) || mote_face_has_vertex(b, a[1]) ||
           mote_face_has_vertex(b, a[2]);
}

// The slots that contain a primitive: a face, a vertex or an edge.
typedef struct incident {
    const mote_swept *swept;
    uint32_t face;      // slot, or MOTE_NONE
    uint32_t low, high; // in mesh order; equal for a vertex
} incident;

static uint32_t first_of(const incident *x)
{
    return x->face != MOTE_NONE ? 0 : x->swept->incidence->first[x->low];
}

static uint32_t end_of(const incident *x)
{
    return x->face != MOTE_NONE ? 1 : x->swept->incidence->first[x->low + 1];
}

// Returns MOTE_NONE if the slot does not contain both ends of the edge.
static uint32_t slot_at(const incident *x, uint32_t i)
{
    if (x->face != MOTE_NONE) return x->face;
    uint32_t slot = x->swept->incidence->slots[i];
    return mote_face_has_vertex(mote_swept_corners(x->swept, slot), x->high) ? slot : MOTE_NONE;
}

static bool push_meeting(mote_world *world, const mote_sweep_candidate *candidate, uint32_t slot_a,
                         uint32_t slot_b, const mote_swept_impact *impact)
{
    bool self = mote_sweep_is_self(candidate);
    if (self && share_vertex(mote_swept_corners(candidate->a, slot_a),
                             mote_swept_corners(candidate->a, slot_b)))
        return true;
    uint32_t a = mote_shape_face(candidate->a->start, slot_a);
    uint32_t b = mote_shape_face(candidate->b->start, slot_b);
    uint64_t key = self ? mote_pair_key(a, b) : (uint64_t)a << 32 | b;
    mote_meeting_faces meeting = {.key = key, .candidate = impact->pair, .time = impact->time};
    return mote_array_push(&world->sweeper->meetings, &world->allocator, meeting);
}

// The primitive of one side of an impact.
static incident incident_of(const mote_sweep_candidate *candidate, const mote_swept_impact *impact,
                            bool of_a)
{
    incident x = {.swept = of_a ? candidate->a : candidate->b, .face = MOTE_NONE};
    if (impact->kind == MOTE_SWEPT_EDGES) {
        x.low = impact->vertices[of_a ? 0 : 2];
        x.high = impact->vertices[of_a ? 1 : 3];
    } else if ((impact->kind == MOTE_SWEPT_VERTEX_FACE) == of_a) {
        x.low = x.high = impact->vertices[0];
    } else {
        x.face = of_a ? impact->face_a : impact->face_b;
    }
    return x;
}

static bool push_meetings(mote_world *world, const mote_swept_impact *impact)
{
    const mote_sweep_candidate *candidate = &world->sweeper->candidates.data[impact->pair];
    incident a = incident_of(candidate, impact, true), b = incident_of(candidate, impact, false);
    for (uint32_t i = first_of(&a); i < end_of(&a); i++) {
        uint32_t slot_a = slot_at(&a, i);
        for (uint32_t k = first_of(&b); slot_a != MOTE_NONE && k < end_of(&b); k++) {
            uint32_t slot_b = slot_at(&b, k);
            if (slot_b != MOTE_NONE && !push_meeting(world, candidate, slot_a, slot_b, impact))
                return false;
        }
    }
    return true;
}

static bool collect_meetings(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    sweeper->meetings.count = sweeper->meeting_scratch.count = 0;
    for (size_t s = 0; s < sweeper->sinks.count; s++) {
        const mote_sink *sink = &sweeper->sinks.data[s].base;
        for (size_t i = 0; i < sink->hits.count; i++) {
            const mote_hit *hit = &sink->hits.data[i];
            mote_meeting_faces meeting = {.key = (uint64_t)hit->face_a << 32 | hit->face_b,
                                          .candidate = hit->candidate,
                                          .at_start = true};
            if (!mote_array_push(&sweeper->meetings, &world->allocator, meeting)) return false;
        }
    }
    for (size_t i = 0; i < sweeper->impacts.count; i++) {
        if (!push_meetings(world, &sweeper->impacts.data[i])) return false;
    }
    return true;
}

static bool meeting_precedes(const void *x, const void *y)
{
    const mote_meeting_faces *a = x, *b = y;
    return a->candidate != b->candidate ? a->candidate < b->candidate : a->key < b->key;
}

// Adds a sorted meeting to the list, or merges it with the last face pair if that is the same.
static void add_meeting(mote_sweeper *sweeper, const mote_meeting_faces *meeting, bool is_same)
{
    mote_swept_faces *out = sweeper->face_pairs.data;
    mote_swept_pair *pair = &sweeper->pairs.data[meeting->candidate];
    if (is_same) {
        mote_swept_faces *last = &out[sweeper->face_pairs.count - 1];
        mote_take_first(&last->time, meeting->time);
        last->at_start |= meeting->at_start;
    } else {
        if (pair->face_pair_count++ == 0)
            pair->first_face_pair = (uint32_t)sweeper->face_pairs.count;
        out[sweeper->face_pairs.count++] =
            (mote_swept_faces){.face_a = (uint32_t)(meeting->key >> 32),
                               .face_b = (uint32_t)meeting->key,
                               .at_start = meeting->at_start,
                               .time = meeting->time};
    }
    pair->meets_at_start |= meeting->at_start;
}

mote_result mote_sweep_list_faces(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    if (!collect_meetings(world))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the face pairs of a sweep");
    size_t count = sweeper->meetings.count;
    mote_meeting_faces *meetings = sweeper->meetings.data;
    mote_meeting_faces *scratch =
        mote_array_room(&sweeper->meeting_scratch, &world->allocator, count);
    if (!scratch || !mote_array_reserve(&sweeper->face_pairs, &world->allocator, count))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the face pairs of a sweep");
    mote_sort_elements(meetings, count, sizeof *meetings, scratch, meeting_precedes);
    for (size_t i = 0; i < count; i++) {
        bool is_same = i > 0 && meetings[i].candidate == meetings[i - 1].candidate &&
                       meetings[i].key == meetings[i - 1].key;
        add_meeting(sweeper, &meetings[i], is_same);
    }
    if (sweeper->face_pairs.count <= UINT32_MAX) return MOTE_OK;
    return mote_fail(
        MOTE_ERROR_LIMIT,
        "mote_world_sweep: %zu face pairs in one step, but a report can number 2^32 - 1",
        sweeper->face_pairs.count);
}
