#include "method/paired/search.h"

#include <math.h>

#include "core/vec.h"
#include "method/paired/region.h"

// A contact of more face pairs than this is not followed to its end, unless it is to be reported as a whole.
enum { USUAL_STARTS = 16, FOLLOWED_PAIRS = 32 };

static uint32_t most_starts(const mote_settings *settings)
{
    return settings->paired.starts ? settings->paired.starts : USUAL_STARTS;
}

size_t mote_paired_pair_bytes(const mote_settings *settings)
{
    return sizeof(mote_paired_pair) + most_starts(settings) * sizeof(mote_face_pair);
}

mote_paired_worker mote_paired_worker_create(void)
{
    return (mote_paired_worker){.region = mote_untyped_of(sizeof(mote_face_pair)),
                                .ends = mote_untyped_of(sizeof(mote_approach))};
}

void mote_paired_worker_release(mote_paired_worker *worker, const mote_allocator *allocator)
{
    mote_seen_pairs_release(&worker->seen, allocator);
    mote_seen_pairs_release(&worker->starts.known, allocator);
    mote_untyped_release(&worker->region, allocator);
    mote_untyped_release(&worker->ends, allocator);
}

// One search.
typedef struct search {
    mote_descent descent;
    mote_candidate *candidate;
    uint32_t number;
    mote_paired_worker *worker;
    bool over; // nothing more is wanted, or possible
} search;

// ---------------------------------------------------------------------------------------------
// Contacts

static bool wants_regions(const search *s)
{
    return s->descent.frame->settings->paired.flood;
}

// Is this another contact than those found so far? Whole regions are told apart exactly.
static bool is_new_contact(search *s, const mote_approach *end)
{
    mote_seen_before before =
        mote_starts_note_contact(&s->worker->starts, s->descent.frame->allocator, end->face);
    if (before == MOTE_SEEN_NO_MEMORY) s->descent.failed = true;
    return before == MOTE_SEEN_NOT || wants_regions(s);
}

// Has the descents that follow end where they come into a contact that is known.
static void report_contact(search *s, const mote_approach *end)
{
    mote_descent *descent = &s->descent;
    bool first_is_enough = descent->frame->detect == MOTE_DETECT_FIRST;
    bool whole = wants_regions(s) && !first_is_enough;
    if (!whole)
        mote_sink_add(descent->sink, descent->frame->allocator, s->number, end->face[0],
                      end->face[1], true);
    if (first_is_enough) {
        s->over = true;
        return;
    }
    mote_region_walk walk = {.descent = descent,
                             .found = &s->worker->region,
                             .most = whole ? UINT32_MAX : FOLLOWED_PAIRS,
                             .report = whole,
                             .candidate = s->number};
    mote_region_follow(&walk, end->face);
}

// ---------------------------------------------------------------------------------------------
// Ends of descents

static bool is_closer(const mote_approach *a, const mote_approach *b)
{
    if (a->distance.squared != b->distance.squared)
        return a->distance.squared < b->distance.squared;
    return a->face[0] != b->face[0] ? a->face[0] < b->face[0] : a->face[1] < b->face[1];
}

static void add_end(search *s, const mote_approach *end)
{
    mote_untyped *ends = &s->worker->ends;
    if (!mote_untyped_push(ends, s->descent.frame->allocator, end)) {
        s->descent.failed = true;
        return;
    }
    mote_approach *data = ends->data;
    size_t at = ends->count - 1;
    for (; at > 0 && is_closer(end, &data[at - 1]); at--) data[at] = data[at - 1];
    data[at] = *end;
}

static void descend(search *s, mote_approach *at)
{
    if (mote_descend_paired(&s->descent, at) && at->distance.squared < (double)INFINITY) {
        bool meets = mote_approach_meets(at);
        if (!meets || is_new_contact(s, at)) {
            add_end(s, at);
            if (meets) report_contact(s, at);
        }
    }
    s->over = s->over || s->descent.stopped || s->descent.failed;
}

// ---------------------------------------------------------------------------------------------
// Starts

// Two faces that were close before: from there if they still are, else from the parts around them.
static void start_from_faces(search *s, const uint32_t faces[2])
{
    mote_approach at;
    if (mote_approach_faces(&s->descent, faces, &at)) {
        if (mote_approach_meets(&at) ||
            mote_starts_are_near(s->candidate, faces, at.distance.squared))
            descend(s, &at);
        else
            mote_starts_add_faces(&s->worker->starts, faces, at.distance.squared);
    }
    s->over = s->over || s->descent.stopped || s->descent.failed;
}

static void start_from_hint(search *s)
{
    const mote_hint *hint = s->candidate->hint;
    if (hint->slot_a == MOTE_NONE) return;
    start_from_faces(s, (const uint32_t[2]){mote_shape_face(s->candidate->a, hint->slot_a),
                                            mote_shape_face(s->candidate->b, hint->slot_b)});
}

// Returns how many of the kept pairs were looked at.
static uint32_t start_from_kept(search *s)
{
    const mote_paired_pair *pair = s->candidate->pair_state;
    uint32_t i = 0;
    for (; i < pair->count && !s->over; i++)
        start_from_faces(s, (const uint32_t[2]){pair->kept[i].face_a, pair->kept[i].face_b});
    return i;
}

static void start_from_seeds(search *s)
{
    mote_start_search *starts = &s->worker->starts;
    uint32_t most = most_starts(s->descent.frame->settings);
    mote_starts_add_roots(starts, most, s->descent.frame->number);
    mote_starts_refine(starts, most > starts->now.count ? most : starts->now.count);
    for (uint32_t i = 0; i < starts->now.count && !s->over; i++) {
        const mote_start *start = &starts->now.starts[i];
        if (starts->skips_known && mote_starts_knows(starts, start)) continue;
        uint32_t vertices[2];
        mote_approach at;
        mote_start_vertices(s->candidate, start, vertices);
        if (mote_approach_vertices(&s->descent, vertices, &at)) descend(s, &at);
        s->over = s->over || s->descent.stopped || s->descent.failed;
    }
}

// ---------------------------------------------------------------------------------------------
// What is known at the end

static void fill_points(const mote_approach *closest, mote_pair_estimate *out)
{
    mote_dvec3 on_a = closest->distance.on_a, on_b = closest->distance.on_b;
    if (mote_approach_meets(closest)) {
        mote_overlap overlap;
        mote_triangles_intersection(closest->corner[0], closest->corner[1], &overlap);
        on_a = on_b = overlap.points[0];
    }
    out->on_a = mote_dvec_narrow(on_a);
    out->on_b = mote_dvec_narrow(on_b);
}

static void fill_estimate(const mote_approach *closest, mote_pair_estimate *out)
{
    out->verdict = mote_approach_meets(closest) ? MOTE_VERDICT_TOUCH : MOTE_VERDICT_UNDECIDED;
    out->distance = mote_tri_distance_round(closest->distance.squared);
    out->face_a = closest->face[0];
    out->face_b = closest->face[1];
    fill_points(closest, out);
}

// Where they touch, the axis stays that of the last frame in which they did not.
static void leave_hint(const mote_candidate *candidate, const mote_approach *closest)
{
    mote_hint *hint = candidate->hint;
    hint->slot_a = candidate->a->mesh->seeds->slot_of[closest->face[0]];
    hint->slot_b = candidate->b->mesh->seeds->slot_of[closest->face[1]];
    hint->upper_bound = candidate->estimate.distance;
    if (mote_approach_meets(closest)) return;
    mote_dvec3 way = mote_dvec_sub(closest->distance.on_b, closest->distance.on_a);
    double length = mote_dvec_length(way);
    if (length > 0) hint->axis = mote_dvec_narrow(mote_dvec_scale(way, 1 / length));
}

// The closest ends, and behind them what was kept and not looked at because enough was known before.
static void keep_ends(const search *s, uint32_t looked_at)
{
    mote_paired_pair *pair = s->candidate->pair_state;
    const mote_approach *ends = s->worker->ends.data;
    uint32_t most = most_starts(s->descent.frame->settings);
    uint32_t count = s->worker->ends.count < most ? (uint32_t)s->worker->ends.count : most;
    uint32_t left = pair->count - looked_at;
    if (left > most - count) left = most - count;
    memmove(pair->kept + count, pair->kept + looked_at, left * sizeof *pair->kept);
    for (uint32_t i = 0; i < count; i++)
        pair->kept[i] = (mote_face_pair){ends[i].face[0], ends[i].face[1]};
    pair->count = count + left;
}

bool mote_paired_search(mote_frame *frame, mote_candidate *candidate, uint32_t number,
                        mote_sink *sink, mote_paired_worker *worker)
{
    search s = {.descent = {.frame = frame,
                            .sink = sink,
                            .shape = {candidate->a, candidate->b},
                            .seen = &worker->seen},
                .candidate = candidate,
                .number = number,
                .worker = worker};
    mote_seen_pairs_clear(&worker->seen);
    worker->ends.count = 0;
    mote_starts_begin(&worker->starts, candidate, sink);
    worker->starts.skips_known = !wants_regions(&s);
    start_from_hint(&s);
    uint32_t looked_at = start_from_kept(&s);
    if (!s.over) start_from_seeds(&s);
    candidate->complete = !s.descent.stopped;
    if (worker->ends.count > 0) {
        const mote_approach *closest = worker->ends.data;
        fill_estimate(closest, &candidate->estimate);
        leave_hint(candidate, closest);
    }
    keep_ends(&s, looked_at);
    return !s.descent.failed;
}
