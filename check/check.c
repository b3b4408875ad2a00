// The run of a check (mote/check.h): finds the collisions of each frame, adds them up and completes
// the reports.

#include <stdio.h>

#include "check/state.h"
#include "core/result.h"
#include "core/timer.h"

// Fails if the run has begun.
mote_result check_need_ready(const mote_check *check, const char *function)
{
    if (check->stage == CHECK_READY) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STATE, "%s: the check has begun", function);
}

mote_result mote_check_add_remark(mote_check *check, const mote_check_remark *remark)
{
    if (check->stage == CHECK_FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_add_remark: the check is finished");
    if (!remark || !remark->text || !mote_check_remark_name(remark->kind) || remark->count == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_add_remark: the remark has no text, no count or no kind");
    return check_remarks_add(&check->remarks, remark);
}

static mote_check_verdict verdict_of(const mote_check *check, bool complete)
{
    const mote_check_total *total = &check->tally.total;
    if (check_episodes_fail(&check->tally.episodes)) return MOTE_CHECK_VERDICT_FINDINGS;
    if (!complete) return MOTE_CHECK_VERDICT_INCOMPLETE;
    return total->findings || total->crossings ? MOTE_CHECK_VERDICT_PASSED
                                               : MOTE_CHECK_VERDICT_CLEAN;
}

void mote_check_get_outcome(const mote_check *check, mote_check_outcome *out)
{
    const check_tally *tally = &check->tally;
    bool complete =
        check->stage == CHECK_FINISHED && !check_remarks_say_incomplete(&check->remarks);
    *out = (mote_check_outcome){.total = tally->total,
                                .episodes = tally->episodes.list.data,
                                .episode_count = tally->episodes.list.count,
                                .frames = tally->frames.data,
                                .failed = check_episodes_fail(&tally->episodes),
                                .error = check->failure.result ? check->failure.message : NULL,
                                .complete = complete,
                                .verdict = verdict_of(check, complete),
                                .remarks = check->remarks.list.data,
                                .remark_count = check->remarks.list.count};
    out->total.wanted = check_animation_wanted(check->animation);
}

// ---------------------------------------------------------------------------------------------
// Running

static void note(check_failure *first, mote_result result)
{
    if (!result || first->result) return;
    first->result = result;
    snprintf(first->message, sizeof first->message, "%s", mote_last_message());
}

static mote_result repeat(const check_failure *first)
{
    return first->result ? mote_fail(first->result, "%s", first->message) : MOTE_OK;
}

static bool is_canceled(const mote_check *check)
{
    const check_import_limits limits = check_def_limits(&check->def);
    return check_is_canceled(&limits);
}

mote_result check_report_failure(const mote_check *check)
{
    return repeat(&check->report_failure);
}

static void start(mote_check *check)
{
    check->stage = CHECK_RUNNING;
    note(&check->failure, check_frames_start(&check->frames));
    if (check->def.time_budget > 0)
        check->deadline = mote_seconds() + check->def.time_budget - check->rest_seconds;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i]) note(&check->report_failure, check_writer_begin(check->writers[i]));
    note(&check->failure, repeat(&check->report_failure));
}

static mote_result report_frame(mote_check *check)
{
    mote_result result = MOTE_OK;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT && !result; i++)
        if (check->writers[i]) result = check_writer_frame(check->writers[i], &check->frame);
    note(&check->report_failure, result);
    if (check->found && !result) result = check_baseline_add(check->found, &check->frame);
    return result;
}

// The first frame is always checked, so that the reports have content.
static bool is_out_of_time(const mote_check *check)
{
    return check->deadline > 0 && check->tally.total.checked > 0 &&
           mote_seconds() >= check->deadline;
}

static mote_result find_next(mote_check *check, check_found *out)
{
    mote_result result = check->next ? check->next(check->next_context, out)
                                     : check_frames_next(&check->frames, check->deadline, out);
    if (!result && check->next) result = check_frames_pass(&check->frames, &out->frame);
    if (!result && check->take) result = check->take(check->take_context, out);
    return result;
}

mote_result mote_check_next(mote_check *check, const mote_check_frame **out)
{
    *out = NULL;
    if (check->stage == CHECK_FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_next: the check is finished");
    if (check->stage == CHECK_READY) start(check);
    if (check->failure.result) return repeat(&check->failure);
    if (check_frames_are_done(&check->frames) || is_canceled(check)) return MOTE_OK;
    if (is_out_of_time(check)) {
        check->tally.total.cut_short = check->tally.total.out_of_time = true;
        return MOTE_OK;
    }
    check_found found;
    mote_result result = find_next(check, &found);
    if (!result) result = check_tally_add(&check->tally, &found);
    if (!result) check->frame = found.frame;
    if (!result) result = report_frame(check);
    note(&check->failure, result);
    if (result) return result;
    *out = &check->frame;
    return MOTE_OK;
}

static const double canceled_view_seconds = 1;

// Makes the views of the worst episodes for the reports that show views.
static mote_result create_views(mote_check *check, check_view **out, size_t *count)
{
    *count = 0;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i] && check->writers[i]->def.view_count > *count)
            *count = check->writers[i]->def.view_count;
    // A canceled check waits only briefly for pictures.
    double deadline = check->deadline;
    if (check->tally.total.canceled) deadline = mote_seconds() + canceled_view_seconds;
    return *count ? check_views_create(check->frames.checker, &check->tally.episodes, deadline, out,
                                       count)
                  : MOTE_OK;
}

static void finish_writers(mote_check *check, const check_report_tail *tail, check_failure *first)
{
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i])
            note(&check->report_failure, check_writer_end(check->writers[i], tail));
    note(first, repeat(&check->report_failure));
}

static void finish_baseline(mote_check *check, bool complete, check_failure *first)
{
    if (!check->baseline_stream.file) return;
    if (complete && check->found)
        note(first,
             check_baseline_write(check->found, check->animation, check->baseline_stream.file));
    note(first, check_stream_close(&check->baseline_stream));
}

// Writes a baseline of regions. Must run before the episodes are sorted.
static mote_result write_known(mote_check *check)
{
    bool complete = !check->failure.result && !check->tally.total.canceled;
    if (!check->tally.episodes.has_places || !complete) return MOTE_OK;
    return check_known_write(&check->tally.episodes, check->baseline_stream.file);
}

// ---------------------------------------------------------------------------------------------
// The end

// Completes the reports even after a failure, and returns the first failure.
mote_result mote_check_finish(mote_check *check)
{
    if (check->stage == CHECK_FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_finish: the check is finished");
    if (check->stage == CHECK_READY) start(check);
    mote_check_total *total = &check->tally.total;
    total->canceled =
        !check->failure.result && !check_frames_are_done(&check->frames) && !total->out_of_time;
    total->cut_short |= total->canceled;
    check->stage = CHECK_FINISHED;
    check_lanes_restore(check->frames.lanes);
    note(&check->failure, write_known(check));
    check_episodes_sort(&check->tally.episodes);
    check_view *views = NULL;
    size_t view_count = 0;
    if (!check->failure.result) note(&check->failure, create_views(check, &views, &view_count));
    if (!views) view_count = 0;
    note(&check->failure, check_tell_all(check));
    check_failure first = check->failure;
    bool complete = !first.result && !total->canceled;
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    const check_report_tail tail = {.outcome = &outcome, .views = views, .view_count = view_count};
    finish_writers(check, &tail, &first);
    finish_baseline(check, complete, &first);
    check_views_release(views, view_count);
    return repeat(&first);
}

static bool report_progress(const mote_check *check, const mote_check_callbacks *callbacks)
{
    return !callbacks->progress ||
           callbacks->progress(callbacks->context, check->tally.total.checked,
                               check_animation_wanted(check->animation));
}

mote_result mote_check_run(mote_check *check, const mote_check_callbacks *callbacks)
{
    static const mote_check_callbacks none;
    mote_result result = check_need_ready(check, "mote_check_run");
    if (result) return result;
    if (!callbacks) callbacks = &none;
    const mote_check_frame *frame = NULL;
    do {
        if (!report_progress(check, callbacks)) break;
        result = mote_check_next(check, &frame);
        if (!result && frame && callbacks->frame) {
            result = callbacks->frame(callbacks->context, check, frame);
            note(&check->failure, result);
        }
    } while (!result && frame);
    if (callbacks->ending) note(&check->failure, callbacks->ending(callbacks->context, check));
    return mote_check_finish(check);
}

mote_result mote_check_frame_at(mote_check *check, uint32_t clip, uint32_t number,
                                mote_check_frame *out)
{
    if (clip >= check->animation->clip_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_frame_at: clip is %u, but there are %u clips", clip,
                         check->animation->clip_count);
    uint32_t count = check->animation->clips[clip].frame_count;
    if (number >= count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_frame_at: number is %u, but there are frames 0 to %u", number,
                         count - 1);
    check_lanes_restore(check->frames.lanes);
    check_lanes_forget(check->frames.lanes);
    return check_checker_look(check->frames.checker, clip, number, 0, out);
}
