#include "check/episodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

void check_episodes_release(check_episodes *e)
{
    mote_array_release(&e->list, &mote_libc_allocator);
    mote_array_release(&e->joined, &mote_libc_allocator);
    mote_array_release(&e->parts, &mote_libc_allocator);
    mote_array_release(&e->places, &mote_libc_allocator);
    mote_array_release(&e->part_places, &mote_libc_allocator);
    check_traces_release(&e->open);
    check_traces_release(&e->next);
    check_linker_release(&e->linker);
    check_bone_sizes_release(&e->sizes);
}

static mote_result fail_memory(void)
{
    return mote_fail_memory(sizeof(mote_check_episode), "the episodes");
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

// Above 0 if x is worse than y. An unknown depth counts as 0.
int check_compare_badness(const mote_check_episode *x, const mote_check_episode *y)
{
    int order = compare_numbers(x->severity, y->severity);
    if (!order) order = compare_numbers((double)x->depth, (double)y->depth);
    return order ? order : compare_numbers(x->face_pair_count, y->face_pair_count);
}

// ---------------------------------------------------------------------------------------------
// Contributions of a frame

// A region without faces means that one part is inside the other.
static bool is_at_rest(const check_episodes *e, const mote_check_finding *finding,
                       const mote_check_region *region)
{
    if (region->face_pair_count) return region->rest_face_pair_count == region->face_pair_count;
    return e->rest && check_baseline_has(e->rest, finding->a, finding->b,
                                         (mote_face_pair){MOTE_NONE, MOTE_NONE});
}

static mote_check_episode episode_of(const check_episodes *e, const mote_check_frame *frame,
                                     const mote_check_finding *finding, uint32_t region)
{
    const mote_check_region *r = &finding->regions[region];
    bool near = finding->relation == MOTE_RELATION_TOUCH && r->severity == MOTE_CHECK_NEAR;
    return (mote_check_episode){.a = finding->a,
                                .b = finding->b,
                                .clip = frame->clip,
                                .first = frame->number,
                                .last = frame->number,
                                .frame_count = 1,
                                .severity = r->severity,
                                .worst_frame = frame->number,
                                .face_pair_count = r->face_pair_count,
                                .depth = r->depth,
                                .depth_kind = r->depth_kind,
                                .reach = r->reach,
                                .area = r->area,
                                .relation = near ? MOTE_RELATION_NEAR : finding->relation,
                                .bone_a = r->bone_a,
                                .bone_b = r->bone_b,
                                .point = r->point,
                                .rest = is_at_rest(e, finding, r),
                                .failing_frame_count = check_thresholds_exceeded(&e->thresholds, r),
                                .began = frame->number};
}

static bool crosses_at_rest(const check_episodes *e, const mote_check_crossing *crossing)
{
    bool all = e->rest && crossing->face_pair_count;
    for (uint32_t i = 0; i < crossing->face_pair_count && all; i++)
        all = check_baseline_has(
            e->rest, crossing->a, crossing->b,
            (mote_face_pair){crossing->faces[i].face_a, crossing->faces[i].face_b});
    return all;
}

static mote_check_episode episode_of_crossing(const check_episodes *e,
                                              const mote_check_crossing *crossing,
                                              const mote_check_frame *frame)
{
    const mote_check_region region = {.severity = crossing->severity};
    return (mote_check_episode){.a = crossing->a,
                                .b = crossing->b,
                                .clip = frame->clip,
                                .first = frame->number,
                                .last = frame->number,
                                .severity = crossing->severity,
                                .worst_frame = frame->number,
                                .face_pair_count = crossing->face_pair_count,
                                .relation = MOTE_RELATION_TOUCH,
                                .bone_a = MOTE_NONE,
                                .bone_b = MOTE_NONE,
                                .point = crossing->point,
                                .rest = crosses_at_rest(e, crossing),
                                .failing_frame_count =
                                    check_thresholds_exceeded(&e->thresholds, &region),
                                .began = crossing->at,
                                .hidden = true};
}

static void raise_severity(mote_check_episode *episode, mote_check_severity severity)
{
    if (severity > episode->severity) episode->severity = severity;
}

// Combines two regions of one frame that belong to the same episode.
static void put_together(mote_check_episode *episode, const mote_check_episode *other)
{
    const mote_check_episode old = *episode;
    if (check_compare_badness(other, episode) > 0) *episode = *other;
    episode->face_pair_count = old.face_pair_count + other->face_pair_count;
    episode->area = old.area + other->area;
    episode->reach = old.reach > other->reach ? old.reach : other->reach;
    episode->rest = old.rest && other->rest;
    episode->failing_frame_count = old.failing_frame_count > other->failing_frame_count
                                       ? old.failing_frame_count
                                       : other->failing_frame_count;
    if (old.began < episode->began) episode->began = old.began;
    raise_severity(episode, old.severity);
}

// Extends an episode by a later region. A frame that shows the collision is preferred as the worst
// frame.
static void extend(mote_check_episode *episode, const mote_check_episode *by)
{
    const mote_check_episode old = *episode;
    bool shows_more = old.hidden && !by->hidden, shows_less = by->hidden && !old.hidden;
    if (shows_more || (!shows_less && check_compare_badness(by, episode) > 0)) *episode = *by;
    raise_severity(episode, by->severity);
    raise_severity(episode, old.severity);
    bool earlier = old.first <= by->first;
    episode->first = earlier ? old.first : by->first;
    episode->began = earlier ? old.began : by->began;
    episode->last = old.last > by->last ? old.last : by->last;
    episode->hidden = old.hidden && by->hidden;
    episode->rest = old.rest && by->rest;
    episode->frame_count = old.frame_count + by->frame_count;
    episode->failing_frame_count = old.failing_frame_count + by->failing_frame_count;
}

static void decide(const check_episodes *e, mote_check_episode *episode)
{
    episode->fails = episode->failing_frame_count > 0 &&
                     (episode->hidden || episode->failing_frame_count >= e->thresholds.min_frames);
}

// ---------------------------------------------------------------------------------------------
// Meetings: the finding and the crossing of two parts in a frame

// The finding and the crossing of two parts in a frame. One of them may be null.
typedef struct meeting {
    const mote_check_finding *finding;
    const mote_check_crossing *crossing;
    uint64_t key;
    const mote_check_frame *frame;
} meeting;

// Takes the next pair of parts from the findings and the crossings, both sorted by (a, b).
static meeting next_meeting(const mote_check_frame *frame, uint32_t *finding, uint32_t *crossing)
{
    meeting next = {.frame = frame};
    uint64_t key_f = UINT64_MAX, key_c = UINT64_MAX;
    if (*finding < frame->finding_count) {
        next.finding = &frame->findings[*finding];
        key_f = check_pair_key(next.finding->a, next.finding->b);
    }
    if (*crossing < frame->crossing_count) {
        next.crossing = &frame->crossings[*crossing];
        key_c = check_pair_key(next.crossing->a, next.crossing->b);
    }
    if (key_f > key_c) next.finding = NULL;
    if (key_c > key_f) next.crossing = NULL;
    next.key = key_f < key_c ? key_f : key_c;
    *finding += next.finding != NULL;
    *crossing += next.crossing != NULL;
    return next;
}

static bool is_before(mote_face_pair faces, const mote_check_crossing_faces *other)
{
    return faces.face_a != other->face_a ? faces.face_a < other->face_a
                                         : faces.face_b < other->face_b;
}

// Sets the start and the severity of the regions whose faces met between the frames. Both lists of
// faces are sorted.
static void add_crossing(const meeting *m, mote_check_episode *parts)
{
    const mote_check_crossing *c = m->crossing;
    bool found = false;
    for (uint32_t i = 0, k = 0; i < m->finding->face_pair_count && k < c->face_pair_count;) {
        mote_face_pair faces = m->finding->face_pairs[i];
        mote_check_episode *part = &parts[m->finding->region_of[i]];
        bool same = faces.face_a == c->faces[k].face_a && faces.face_b == c->faces[k].face_b;
        if (same && c->faces[k].at < part->began) part->began = c->faces[k].at;
        if (same) raise_severity(part, c->severity);
        found |= same;
        bool before = is_before(faces, &c->faces[k]);
        i += same || before;
        k += same || !before;
    }
    if (!found) raise_severity(&parts[0], c->severity);
}

// ---------------------------------------------------------------------------------------------
// Places

// Adds the faces of a crossing to a place.
static void add_crossing_place(const check_episodes *e, const mote_check_crossing *crossing,
                               check_place *place)
{
    const asset_part *a = e->animation->parts[crossing->a], *b = e->animation->parts[crossing->b];
    for (uint32_t i = 0; i < crossing->face_pair_count; i++) {
        check_place faces = check_place_empty();
        check_place_add_faces(
            &faces, a, b, (mote_face_pair){crossing->faces[i].face_a, crossing->faces[i].face_b},
            false);
        check_place_add(place, &faces, a == b);
    }
}

// Adds a crossing to the nearest of the new regions.
static void add_crossing_to_nearest(check_episodes *e, const mote_check_crossing *crossing)
{
    check_place all = check_place_empty();
    size_t nearest = 0;
    double least = (double)INFINITY;
    add_crossing_place(e, crossing, &all);
    for (size_t i = 0; i < e->part_places.count; i++) {
        double distance =
            check_place_distance(&e->part_places.data[i], &all, crossing->a == crossing->b);
        if (distance >= least) continue;
        least = distance;
        nearest = i;
    }
    check_place_add(&e->part_places.data[nearest], &all, crossing->a == crossing->b);
}

// Computes the places of the new regions.
static mote_result add_places(check_episodes *e, const meeting *m)
{
    if (!e->has_places) return MOTE_OK;
    e->part_places.count = 0;
    check_place *places = mote_array_room(&e->part_places, &mote_libc_allocator, e->parts.count);
    if (!places) return fail_memory();
    e->part_places.count = e->parts.count;
    for (size_t i = 0; i < e->parts.count; i++) {
        places[i] = check_place_empty();
        places[i].inside = m->finding && m->finding->regions[i].face_pair_count == 0;
    }
    const mote_check_finding *f = m->finding;
    for (uint32_t i = 0; f && i < f->face_pair_count; i++)
        check_place_add_faces(&places[f->region_of[i]], e->animation->parts[f->a],
                              e->animation->parts[f->b], f->face_pairs[i], f->swapped[i]);
    if (m->crossing) add_crossing_to_nearest(e, m->crossing);
    return MOTE_OK;
}

// Appends the traces of a meeting, and what each new region adds to its episode.
static mote_result add_parts(check_episodes *e, const meeting *m)
{
    uint32_t count = m->finding ? m->finding->region_count : 1;
    e->parts.count = 0;
    mote_check_episode *parts = mote_array_room(&e->parts, &mote_libc_allocator, count);
    if (!parts) return fail_memory();
    e->parts.count = count;
    if (!m->finding) {
        parts[0] = episode_of_crossing(e, m->crossing, m->frame);
        const check_trace bare = {.a = m->crossing->a,
                                  .b = m->crossing->b,
                                  .episode = MOTE_NONE,
                                  .last = m->frame->number};
        return mote_array_push(&e->next.list, &mote_libc_allocator, bare) ? MOTE_OK : fail_memory();
    }
    for (uint32_t i = 0; i < count; i++) parts[i] = episode_of(e, m->frame, m->finding, i);
    if (m->crossing) add_crossing(m, parts);
    return check_traces_add(&e->next, e->animation, &e->sizes, m->finding, m->frame->number);
}

// ---------------------------------------------------------------------------------------------
// From traces to episodes

static uint32_t find_first(uint32_t *joined, uint32_t i)
{
    while (joined[i] != i) i = joined[i] = joined[joined[i]];
    return i;
}

static void join(uint32_t *joined, uint32_t p, uint32_t q)
{
    p = find_first(joined, p), q = find_first(joined, q);
    if (p < q)
        joined[q] = p;
    else
        joined[p] = q;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Merges two episodes of the same region. Both last until the previous frame without a gap, so one
// contains all frames of the other, and these are counted once. The failing frames may overlap:
// uses the largest possible count.
static void unite(mote_check_episode *episode, const mote_check_episode *other)
{
    uint32_t frames =
        episode->frame_count > other->frame_count ? episode->frame_count : other->frame_count;
    extend(episode, other);
    episode->frame_count = frames;
    episode->failing_frame_count =
        least(episode->failing_frame_count, episode->last - episode->first + 1);
}

// Merges an episode into another and fills its slot with the last episode of the list.
static void merge_episodes(check_episodes *e, uint32_t into, uint32_t from)
{
    unite(&e->list.data[into], &e->list.data[from]);
    uint32_t last = (uint32_t)--e->list.count;
    if (e->has_places) {
        bool self = e->list.data[into].a == e->list.data[into].b;
        check_place_add(&e->places.data[into], &e->places.data[from], self);
        e->places.data[from] = e->places.data[--e->places.count];
    }
    e->list.data[from] = e->list.data[last];
    check_traces *traces[] = {&e->open, &e->next};
    for (int t = 0; t < 2; t++)
        for (size_t i = 0; i < traces[t]->list.count; i++) {
            uint32_t *episode = &traces[t]->list.data[i].episode;
            if (*episode == from) *episode = into;
            if (*episode == last && last != into) *episode = from;
        }
}

// Merges the episodes of old traces in the same group. New traces get the number of the episode of
// their group, or of the one to be created. Old traces precede new traces in `joined`.
static void give_episodes(check_episodes *e, const check_trace_span *old,
                          const check_trace_span *new)
{
    size_t old_count = old->end - old->first;
    check_trace *old_traces = e->open.list.data + old->first;
    check_trace *new_traces = e->next.list.data + new->first;
    for (size_t i = 0; i < old_count; i++) {
        uint32_t first = find_first(e->joined.data, (uint32_t)i);
        uint32_t p = old_traces[first].episode, q = old_traces[i].episode;
        if (p != q) merge_episodes(e, p < q ? p : q, p < q ? q : p);
    }
    uint32_t fresh = (uint32_t)e->list.count;
    for (size_t i = 0; i < new->end - new->first; i++) {
        uint32_t first = find_first(e->joined.data, (uint32_t)(old_count + i));
        if (first < old_count)
            new_traces[i].episode = old_traces[first].episode;
        else
            new_traces[i].episode =
                first == old_count + i ? fresh++ : new_traces[first - old_count].episode;
    }
}

static void join_places(check_episodes *e, const check_trace_span *new, size_t old_count)
{
    enum { MAX_REGIONS = 1000 }; // more regions than this are noise and are not compared
    const check_trace *traces = new->traces->list.data + new->first;
    size_t count = new->end - new->first;
    for (size_t i = 0; i < count && count <= MAX_REGIONS; i++)
        for (size_t k = i + 1; k < count; k++)
            if (check_traces_are_one_place(&traces[i], &traces[k]))
                join(e->joined.data, (uint32_t)(old_count + i), (uint32_t)(old_count + k));
}

static mote_result group_traces(check_episodes *e, const check_trace_span *old,
                                const check_trace_span *new)
{
    size_t old_count = old->end - old->first, count = old_count + new->end - new->first;
    e->joined.count = 0;
    uint32_t *joined = mote_array_room(&e->joined, &mote_libc_allocator, count);
    if (!joined) return fail_memory();
    for (size_t i = 0; i < count; i++) joined[i] = (uint32_t)i;
    mote_result result = check_link_traces(&e->linker, old, new);
    for (size_t i = 0; i < e->linker.links.count && !result; i++) {
        check_trace_link link = e->linker.links.data[i];
        join(joined, (uint32_t)(link.old - old->first),
             (uint32_t)(old_count + link.new - new->first));
    }
    if (!result) join_places(e, new, old_count);
    if (!result) give_episodes(e, old, new);
    return result;
}

// Adds the new regions to their episodes. Combines the regions of one episode first.
static mote_result add_to_episodes(check_episodes *e, const check_trace_span *new)
{
    check_trace *traces = e->next.list.data + new->first;
    for (size_t i = 0; i < e->parts.count; i++) {
        mote_check_episode *part = &e->parts.data[i];
        if (part->a == MOTE_NONE) continue; // already combined with an earlier region
        for (size_t k = i + 1; k < e->parts.count; k++) {
            if (traces[k].episode != traces[i].episode) continue;
            put_together(part, &e->parts.data[k]);
            if (e->has_places)
                check_place_add(&e->part_places.data[i], &e->part_places.data[k],
                                part->a == part->b);
            e->parts.data[k].a = MOTE_NONE;
        }
        if (traces[i].episode == e->list.count) {
            if (!mote_array_push(&e->list, &mote_libc_allocator, *part)) return fail_memory();
            if (e->has_places &&
                !mote_array_push(&e->places, &mote_libc_allocator, e->part_places.data[i]))
                return fail_memory();
        } else {
            extend(&e->list.data[traces[i].episode], part);
            if (e->has_places)
                check_place_add(&e->places.data[traces[i].episode], &e->part_places.data[i],
                                part->a == part->b);
        }
        decide(e, &e->list.data[traces[i].episode]);
    }
    return MOTE_OK;
}

// Finds the old traces of two parts. Advances `*at`, because both lists are sorted.
static check_trace_span find_open(const check_episodes *e, uint64_t key, size_t *at)
{
    const check_trace *list = e->open.list.data;
    size_t count = e->open.list.count;
    while (*at < count && check_pair_key(list[*at].a, list[*at].b) < key) ++*at;
    check_trace_span span = {&e->open, *at, *at};
    while (span.end < count && check_pair_key(list[span.end].a, list[span.end].b) == key)
        span.end++;
    return span;
}

// Adds a crossing after the last frame of the episodes to the largest old trace. The parts may meet
// elsewhere before they separate.
static void raise_largest(check_episodes *e, const check_trace_span *old,
                          const mote_check_crossing *crossing)
{
    const check_trace *largest = NULL;
    for (size_t i = old->first; i < old->end; i++) {
        const check_trace *trace = &e->open.list.data[i];
        if (!largest || trace->sides[0].count > largest->sides[0].count) largest = trace;
    }
    if (!largest) return;
    raise_severity(&e->list.data[largest->episode], crossing->severity);
    if (e->has_places) add_crossing_place(e, crossing, &e->places.data[largest->episode]);
}

static mote_result add_meeting(check_episodes *e, const meeting *m, size_t *at)
{
    check_trace_span old = find_open(e, m->key, at);
    if (!m->finding && !m->crossing->hidden) {
        raise_largest(e, &old, m->crossing);
        return MOTE_OK;
    }
    check_trace_span new = {&e->next, e->next.list.count, 0};
    mote_result result = add_parts(e, m);
    new.end = e->next.list.count;
    if (!result) result = add_places(e, m);
    if (!result) result = group_traces(e, &old, &new);
    return result ? result : add_to_episodes(e, &new);
}

// An empty span still points into the arrays, so they must not be null.
static mote_result make_arrays(check_traces *traces)
{
    bool made = mote_array_reserve(&traces->list, &mote_libc_allocator, 1) &&
                mote_array_reserve(&traces->vertices, &mote_libc_allocator, 1);
    return made ? MOTE_OK : fail_memory();
}

mote_result check_episodes_add(check_episodes *e, const mote_check_frame *frame)
{
    size_t at = 0;
    uint32_t finding = 0, crossing = 0;
    bool goes_on = e->open.list.count && e->clip == frame->clip &&
                   e->open.list.data[0].last + 1 == frame->number;
    if (!goes_on) e->open.list.count = e->open.vertices.count = 0;
    e->clip = frame->clip;
    e->next.list.count = e->next.vertices.count = 0;
    mote_result result = make_arrays(&e->open);
    if (!result) result = make_arrays(&e->next);
    if (!result && e->sizes.first.count == 0)
        result = check_bone_sizes_measure(&e->sizes, e->animation);
    while (!result && (finding < frame->finding_count || crossing < frame->crossing_count)) {
        meeting m = next_meeting(frame, &finding, &crossing);
        result = add_meeting(e, &m, &at);
    }
    check_traces swap = e->open;
    e->open = e->next;
    e->next = swap;
    return result;
}

// ---------------------------------------------------------------------------------------------

static int compare_places(mote_vec3 a, mote_vec3 b)
{
    int order = compare_numbers((double)a.x, (double)b.x);
    if (!order) order = compare_numbers((double)a.y, (double)b.y);
    return order ? order : compare_numbers((double)a.z, (double)b.z);
}

static int compare_episodes(const void *x, const void *y)
{
    const mote_check_episode *a = x, *b = y;
    int order = check_compare_badness(b, a);
    if (!order) order = compare_numbers(a->clip, b->clip);
    if (!order) order = compare_numbers(a->worst_frame, b->worst_frame);
    if (!order) order = compare_numbers(a->a, b->a);
    if (!order) order = compare_numbers(a->b, b->b);
    if (!order) order = compare_numbers(a->first, b->first);
    return order ? order : compare_places(a->point, b->point);
}

void check_episodes_sort(check_episodes *e)
{
    e->open.list.count = e->open.vertices.count = 0;
    if (e->list.count > 1)
        qsort(e->list.data, e->list.count, sizeof *e->list.data, compare_episodes);
}

bool check_episodes_fail(const check_episodes *e)
{
    for (size_t i = 0; i < e->list.count; i++)
        if (e->list.data[i].fails) return true;
    return false;
}
