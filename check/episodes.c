#include "check/episodes.h"

#include <stdlib.h>

#include "core/box.h"
#include "core/result.h"

void check_episodes_release(check_episodes *e)
{
    mote_array_release(&e->list, &mote_libc_allocator);
    mote_array_release(&e->open, &mote_libc_allocator);
    mote_array_release(&e->next, &mote_libc_allocator);
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

// Above 0 if x is worse than y. A depth that is not known is 0.
static int compare_badness(const mote_check_episode *x, const mote_check_episode *y)
{
    int order = compare_numbers(x->severity, y->severity);
    if (!order) order = compare_numbers((double)x->depth, (double)y->depth);
    return order ? order : compare_numbers(x->face_pair_count, y->face_pair_count);
}

static mote_vec3 middle_of(const asset_part *part)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < part->vertex_count; i++) mote_box_add_point(&box, part->positions[i]);
    return mote_dvec_narrow(mote_box_center(&box));
}

static mote_vec3 place_of(const mote_check_finding *finding, const check_animation *animation)
{
    if (finding->contact_count == 0)
        return middle_of(
            animation->parts[finding->relation == MOTE_RELATION_A_IN_B ? finding->a : finding->b]);
    const mote_contact *deepest = &finding->contacts[0];
    for (uint32_t i = 1; i < finding->contact_count; i++) {
        const mote_contact *c = &finding->contacts[i];
        bool deeper = c->depth_kind && (!deepest->depth_kind || c->depth > deepest->depth);
        bool larger =
            !c->depth_kind && !deepest->depth_kind && c->face_pair_count > deepest->face_pair_count;
        if (deeper || larger) deepest = c;
    }
    return deepest->point;
}

static mote_check_episode episode_of(const mote_check_finding *finding,
                                     const mote_check_frame *frame,
                                     const check_animation *animation)
{
    return (mote_check_episode){.a = finding->a,
                                .b = finding->b,
                                .clip = frame->clip,
                                .first = frame->number,
                                .last = frame->number,
                                .severity = finding->severity,
                                .worst_frame = frame->number,
                                .face_pair_count = finding->face_pair_count,
                                .depth = finding->depth,
                                .depth_kind = finding->depth_kind,
                                .relation = finding->relation,
                                .point = place_of(finding, animation),
                                .began = frame->number};
}

static mote_check_episode episode_of_crossing(const mote_check_crossing *crossing,
                                              const mote_check_frame *frame)
{
    return (mote_check_episode){.a = crossing->a,
                                .b = crossing->b,
                                .clip = frame->clip,
                                .first = frame->number,
                                .last = frame->number,
                                .severity = crossing->severity,
                                .worst_frame = frame->number,
                                .face_pair_count = crossing->face_pair_count,
                                .relation = MOTE_RELATION_TOUCH,
                                .point = crossing->point,
                                .began = crossing->at,
                                .hidden = true};
}

static void raise_severity(mote_check_episode *episode, mote_check_severity severity)
{
    if (severity > episode->severity) episode->severity = severity;
}

// The worst frame is one that shows something, if there is such a frame.
static void extend(mote_check_episode *episode, const mote_check_episode *by)
{
    const mote_check_episode old = *episode;
    bool shows_more = old.hidden && !by->hidden, shows_less = by->hidden && !old.hidden;
    if (shows_more || (!shows_less && compare_badness(by, episode) > 0)) *episode = *by;
    raise_severity(episode, by->severity);
    raise_severity(episode, old.severity);
    episode->first = old.first;
    episode->began = old.began;
    episode->hidden = old.hidden && by->hidden;
    episode->last = by->last;
}

// The open episode of two parts, if the frame before belongs to it; else null. Both lists are
// sorted, so that one pass over the open ones serves all findings.
static mote_check_episode *find_open(check_episodes *e, uint64_t parts,
                                     const mote_check_frame *frame, size_t *at)
{
    for (; *at < e->open.count; ++*at) {
        mote_check_episode *episode = &e->list.data[e->open.data[*at]];
        uint64_t key = check_pair_key(episode->a, episode->b);
        if (key < parts) continue;
        bool same = key == parts;
        bool next = episode->clip == frame->clip && episode->last + 1 == frame->number;
        return same && next ? episode : NULL;
    }
    return NULL;
}

// What is known of two parts in a frame; one of the two may be null.
typedef struct meeting {
    const mote_check_finding *finding;
    const mote_check_crossing *crossing;
} meeting;

// The next of both lists, which are sorted by (a, b).
static meeting next_meeting(const mote_check_frame *frame, uint32_t *finding, uint32_t *crossing)
{
    meeting next = {0};
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
    *finding += next.finding != NULL;
    *crossing += next.crossing != NULL;
    return next;
}

// What a frame adds to the episodes of two parts.
static mote_check_episode episode_of_meeting(meeting m, const mote_check_frame *frame,
                                             const check_animation *animation)
{
    if (!m.finding) return episode_of_crossing(m.crossing, frame);
    mote_check_episode now = episode_of(m.finding, frame, animation);
    if (m.crossing) {
        now.began = m.crossing->at;
        raise_severity(&now, m.crossing->severity);
    }
    return now;
}

static mote_result add_meeting(check_episodes *e, const mote_check_episode *now,
                               mote_check_episode *open)
{
    uint32_t number = (uint32_t)e->list.count;
    if (open) {
        extend(open, now);
        number = (uint32_t)(open - e->list.data);
    } else if (!mote_array_push(&e->list, &mote_libc_allocator, *now)) {
        return mote_fail_memory(sizeof *now, "the episodes");
    }
    return mote_array_push(&e->next, &mote_libc_allocator, number)
               ? MOTE_OK
               : mote_fail_memory(sizeof number, "the episodes");
}

mote_result check_episodes_add(check_episodes *e, const check_animation *animation,
                               const mote_check_frame *frame)
{
    size_t at = 0;
    uint32_t finding = 0, crossing = 0;
    e->next.count = 0;
    while (finding < frame->finding_count || crossing < frame->crossing_count) {
        meeting m = next_meeting(frame, &finding, &crossing);
        mote_check_episode now = episode_of_meeting(m, frame, animation);
        mote_check_episode *open = find_open(e, check_pair_key(now.a, now.b), frame, &at);
        // After the last frame of an episode the parts may meet elsewhere before they part.
        bool ends = !m.finding && !m.crossing->hidden;
        if (ends && open) raise_severity(open, now.severity);
        mote_result result = ends ? MOTE_OK : add_meeting(e, &now, open);
        if (result) return result;
    }
    mote_u32_array swap = e->open;
    e->open = e->next;
    e->next = swap;
    return MOTE_OK;
}

static int compare_episodes(const void *x, const void *y)
{
    const mote_check_episode *a = x, *b = y;
    int order = compare_badness(b, a);
    if (!order) order = compare_numbers(a->clip, b->clip);
    if (!order) order = compare_numbers(a->worst_frame, b->worst_frame);
    if (!order) order = compare_numbers(a->a, b->a);
    return order ? order : compare_numbers(a->b, b->b);
}

void check_episodes_sort(check_episodes *e)
{
    e->open.count = 0;
    if (e->list.count > 1)
        qsort(e->list.data, e->list.count, sizeof *e->list.data, compare_episodes);
}
