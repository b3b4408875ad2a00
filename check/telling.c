// Adds remarks about all frames: parts of the input that were not checked, with the reason, and
// hints for reading the findings.

#include <inttypes.h>

#include "check/state.h"
#include "core/result.h"
#include "io/name.h"

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// Explains why frames were not checked, or only partly.
static mote_result tell_frames(mote_check *check)
{
    check_remarks *remarks = &check->remarks;
    const mote_check_total *total = &check->tally.total;
    uint32_t wanted = check_animation_wanted(check->animation), checked = total->checked;
    mote_result result = MOTE_OK;
    if (total->canceled && check->animation->part_count == 0)
        result = check_remarks_tell(remarks, MOTE_CHECK_REMARK_CANCELED, true, 1,
                                    "canceled while the inputs were read: nothing was checked");
    else if (total->canceled)
        result = check_remarks_tell(remarks, MOTE_CHECK_REMARK_CANCELED, true, wanted - checked,
                                    "canceled: %u of %u frames were checked", checked, wanted);
    if (total->out_of_time && !result)
        result = check_remarks_tell(
            remarks, MOTE_CHECK_REMARK_BUDGET, true, wanted > checked ? wanted - checked : 1,
            "the budget of %g s was used up: %u of %u frames were checked%s",
            check->def.time_budget, checked, wanted,
            checked < wanted ? "" : ", the last not wholly");
    if (!result)
        result = check_remarks_tell(
            remarks, MOTE_CHECK_REMARK_CROWDED, true, total->crowded_frames,
            "in %u frame%s too many faces are close to each other: not all were checked",
            total->crowded_frames, plural(total->crowded_frames));
    if (!result)
        result = check_remarks_tell(
            remarks, MOTE_CHECK_REMARK_INVALID, true, total->invalid_frames,
            "in %u frame%s a part has NaN or infinite positions and was not checked",
            total->invalid_frames, plural(total->invalid_frames));
    return result;
}

static bool wants_all(const mote_check *check)
{
    const check_animation *animation = check->animation;
    for (uint32_t i = 0; i < animation->clip_count; i++)
        if (animation->clips[i].last_frame - animation->clips[i].first_frame + 1 <
            animation->clips[i].frame_count)
            return false;
    return !check->def.clip && !check->def.rest_pose && check->def.only_count == 0 &&
           check->def.ignore_count == 0;
}

// Describes what the baseline excluded. Warns if the baseline excluded nothing in any frame.
static mote_result tell_baseline(mote_check *check)
{
    const mote_check_total *total = &check->tally.total;
    if (!check->def.baseline || check->animation->part_count == 0) return MOTE_OK;
    const char *what = check->baseline ? "face pair" : "region";
    check_baseline_size size = {check->known.list.count, check->known.unknown};
    if (check->baseline) size = check_baseline_get_size(check->baseline);
    bool met = check->tally.baseline_met;
    char room[IO_SHORT_NAME];
    const char *path = io_short_name(check->def.baseline, room);
    mote_result result = check_remarks_tell(
        &check->remarks, MOTE_CHECK_REMARK_BASELINE, false, total->baseline_face_pairs,
        "%" PRIu64 " face pair%s in the baseline and not reported", total->baseline_face_pairs,
        total->baseline_face_pairs == 1 ? " is" : "s are");
    if (!result && !met)
        result = check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_BASELINE, wants_all(check),
                                    size.known + size.unknown,
                                    "the baseline %s matches nothing: none of its %" PRIu64
                                    " %ss meets, and %" PRIu64
                                    " are of parts%s that the inputs do not have",
                                    path, size.known + size.unknown, what, size.unknown,
                                    check->baseline ? "" : " or clips");
    if (!result && met)
        result =
            check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_BASELINE, false, size.unknown,
                               "%" PRIu64 " %ss of the baseline %s are of parts%s that "
                               "the inputs do not have",
                               size.unknown, what, path, check->baseline ? "" : " or clips");
    return result;
}

// Suggests a baseline of the rest pose if it would remove a noticeable part of the findings.
static mote_result tell_rest(mote_check *check)
{
    enum { NOTICED = 10 }; // at least one of this many face pairs
    const mote_check_total *total = &check->tally.total;
    const check_episodes *episodes = &check->tally.episodes;
    uint64_t whole = 0;
    for (size_t i = 0; i < episodes->list.count; i++) whole += episodes->list.data[i].rest;
    bool helps = whole || total->rest_face_pairs * NOTICED > total->face_pairs;
    if (!check->rest || check->def.baseline || !helps) return MOTE_OK;
    return check_remarks_tell(
        &check->remarks, MOTE_CHECK_REMARK_BASELINE, false, whole ? whole : total->rest_face_pairs,
        "%" PRIu64 " of %zu episodes and %" PRIu64 " of %" PRIu64
        " face pairs meet in the rest pose too; --baseline rest takes them "
        "away",
        whole, episodes->list.count, total->rest_face_pairs, total->face_pairs);
}

// Counts the pairs of parts, and the pairs excluded by rules.
static void count_ignored(const mote_check *check, uint64_t *ignored, uint64_t *count)
{
    const check_animation *animation = check->animation;
    *ignored = *count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        for (uint32_t k = i + !check->self; k < animation->part_count; k++) {
            ++*count;
            *ignored += !check_rules_allow(&check->rules, animation->parts[i]->name,
                                           animation->parts[k]->name);
        }
    }
}

static mote_result tell_ignored(mote_check *check)
{
    enum { MAX_COUNTED = 1000 }; // counting the pairs of more parts would take too long
    uint32_t rules = check->def.ignore_count + check->def.only_count;
    uint64_t ignored, count;
    if (rules == 0) return MOTE_OK;
    if (check->animation->part_count > MAX_COUNTED)
        return check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_REQUEST, false, rules,
                                  "%u rules of ignore and only leave out pairs of parts", rules);
    count_ignored(check, &ignored, &count);
    return check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_REQUEST, false, ignored,
                              "%" PRIu64 " of %" PRIu64
                              " pairs of parts are not checked: ignore and only leave them out",
                              ignored, count);
}

static mote_result tell_allowed(mote_check *check)
{
    uint64_t count = check->tally.total.allowed_face_pairs;
    return check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_REQUEST, false, count,
                              "%" PRIu64 " face pair%s in allowed regions and not reported", count,
                              count == 1 ? " is" : "s are");
}

// Lists what is not checked because the caller excluded it.
static mote_result tell_requests(mote_check *check)
{
    const check_animation *animation = check->animation;
    uint64_t unwanted = 0;
    for (uint32_t i = 0; i < animation->clip_count; i++)
        unwanted += animation->clips[i].frame_count;
    unwanted -= check_animation_wanted(animation);
    mote_result result = check_remarks_tell(
        &check->remarks, MOTE_CHECK_REMARK_REQUEST, false, unwanted,
        "%" PRIu64 " frame%s not checked, because only frames %" PRId64 " to %" PRId64
        " are asked for",
        unwanted, unwanted == 1 ? " is" : "s are",
        animation->clips[0].first_frame + (int64_t)animation->clips[0].frame_offset,
        animation->clips[0].last_frame + (int64_t)animation->clips[0].frame_offset);
    if (!result) result = tell_ignored(check);
    if (!result) result = tell_allowed(check);
    if (!result && check->def.self == MOTE_CHECK_SELF_AUTO && animation->part_count > 1)
        result = check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_REQUEST, false,
                                    animation->part_count,
                                    "%u parts are checked against each other, not against "
                                    "themselves",
                                    animation->part_count);
    return result;
}

// Warns about collisions between frames, which a check of frames cannot find.
static mote_result tell_leaps(mote_check *check)
{
    uint32_t count = check->tally.total.leaps;
    const check_found *leap = &check->tally.first_leap;
    if (count == 0) return MOTE_OK;
    const check_animation *animation = check->animation;
    const char *clip = animation->clip_count > 1 ? animation->clips[leap->frame.clip].name : NULL;
    int64_t last = leap->frame.number + (int64_t)animation->clips[leap->frame.clip].frame_offset;
    return check_remarks_tell(
        &check->remarks, MOTE_CHECK_REMARK_MOTION, false, count,
        "%u time%s parts move so far from a frame to the next that they may have crossed unseen, "
        "first '%.64s' and '%.64s' between frames %" PRId64 " and %" PRId64
        "%s%.64s%s; a check with 'between' finds "
        "out",
        count, plural(count), animation->parts[leap->leap_a]->name,
        animation->parts[leap->leap_b]->name, last - 1, last, clip ? " of '" : "", clip ? clip : "",
        clip ? "'" : "");
}

static mote_result tell_findings(mote_check *check)
{
    check_remarks *remarks = &check->remarks;
    const mote_check_total *total = &check->tally.total;
    const mote_check_def *def = &check->def;
    bool matters = def->fail_on == MOTE_CHECK_PENETRATE && def->fail_depth > 0;
    mote_result result =
        check_remarks_tell(remarks, MOTE_CHECK_REMARK_DEPTH, false, total->unknown_depths,
                           "the depth of %" PRIu64 " penetration%s is not known%s",
                           total->unknown_depths, plural(total->unknown_depths),
                           !matters                  ? ""
                           : def->pass_unknown_depth ? ", which does not count as a failure"
                                                     : ", which counts as a failure");
    if (!result) result = tell_leaps(check);
    if (!result) result = tell_baseline(check);
    return result ? result : tell_rest(check);
}

mote_result check_tell_all(mote_check *check)
{
    mote_result result = tell_frames(check);
    if (!result) result = tell_findings(check);
    if (!result) result = tell_requests(check);
    if (!result && check->failure.result)
        result = check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_ERROR, true, 1, "%s",
                                    check->failure.message);
    return result;
}
