// Opens and closes a check: reads the inputs, rules and baselines.

#include <math.h>
#include <stdlib.h>

#include "check/state.h"
#include "core/result.h"
#include "core/timer.h"

static mote_result open_animation(mote_check *check)
{
    const mote_check_def *def = &check->def;
    check_animation_def animation = {.inputs = def->inputs,
                                     .input_count = def->input_count,
                                     .parts = def->parts,
                                     .part_count = def->part_count,
                                     .frame_count = def->frame_count,
                                     .get_positions = def->get_positions,
                                     .get_positions_context = def->get_positions_context,
                                     .split = (asset_split)def->split,
                                     .weld = def->weld,
                                     .weld_tolerance = def->weld_tolerance,
                                     .clip = def->clip,
                                     .fps = def->fps,
                                     .rest_pose = def->rest_pose,
                                     .input_format = def->input_format,
                                     .remarks = &check->remarks,
                                     .limits = check_def_limits(def)};
    mote_result result = check_animation_open(&animation, &check->animation);
    if (result && check_is_canceled(&animation.limits))
        result = check_animation_create_empty(def->fps, &check->animation);
    if (result) return result;
    for (uint32_t i = 0; i < check->animation->clip_count; i++) {
        check_clip *clip = &check->animation->clips[i];
        clip->frame_offset =
            def->first_frame +
            (def->number_by_time ? (int32_t)lround(clip->start * check->animation->fps) : 0);
    }
    check->self = def->self == MOTE_CHECK_SELF_YES ||
                  (def->self == MOTE_CHECK_SELF_AUTO && check->animation->part_count == 1);
    return MOTE_OK;
}

static mote_result read_rules(mote_check *check)
{
    const mote_check_def *def = &check->def;
    const check_animation *animation = check->animation;
    const char **names = malloc(((size_t)animation->part_count + 1) * sizeof *names);
    if (!names) return mote_fail_memory(animation->part_count * sizeof *names, "the names");
    for (uint32_t i = 0; i < animation->part_count; i++) names[i] = animation->parts[i]->name;
    mote_result result = check_rule_list_create(def->ignore, def->ignore_count, names,
                                                animation->part_count, &check->rules.ignore);
    if (!result)
        result = check_rule_list_create(def->only, def->only_count, names, animation->part_count,
                                        &check->rules.only);
    free(names);
    if (!result)
        result = check_allow_create(def->allow, def->allow_count, animation, &check->allow);
    return result;
}

static check_checker_def checker_def(const mote_check *check)
{
    const mote_check_def *def = &check->def;
    return (check_checker_def){.animation = check->animation,
                               .method = def->method,
                               .worker_count = def->worker_count,
                               .tolerance = def->tolerance,
                               .max_candidates = def->max_candidates,
                               .between = def->between,
                               .substeps = def->substeps,
                               .self = check->self,
                               .rules = &check->rules,
                               .baseline = check->baseline,
                               .allow = &check->allow,
                               .rest = check->rest,
                               .known = &check->known};
}

// Finds the collisions of the rest pose. Measures its time, which counts towards the budget.
static mote_result find_rest(mote_check *check, check_baseline **out, bool *cut_short)
{
    double start = mote_seconds(), budget = check->def.time_budget;
    check_baseline *found = NULL;
    check_checker *checker = NULL;
    mote_check_frame frame = {0};
    mote_result result = check_baseline_create(&found);
    const check_checker_def def = checker_def(check);
    if (!result) result = check_checker_create(&def, &checker);
    if (!result)
        result = check_checker_look(checker, CHECK_REST_CLIP, 0, budget > 0 ? start + budget : 0,
                                    &frame);
    if (!result) result = check_baseline_add(found, &frame);
    *cut_short = frame.cut_short;
    check_checker_destroy(checker);
    *out = found;
    check->rest_seconds = mote_seconds() - start;
    return result;
}

// Returns whether the check has frames other than the rest pose.
static bool moves(const mote_check *check)
{
    const check_animation *animation = check->animation;
    return !check->def.rest_pose &&
           (animation->clip_count > 1 || animation->clips[0].frame_count > 1);
}

// Checks the rest pose, either as the baseline or to recognize its collisions later. A partial
// result is discarded in the second case.
static mote_result look_at_rest(mote_check *check, bool *cut_short)
{
    if (check->def.rest_baseline) return find_rest(check, &check->baseline, cut_short);
    if (!moves(check)) return MOTE_OK;
    bool partial = false;
    mote_result result = find_rest(check, &check->rest, &partial);
    if (!partial) return result;
    check_baseline_destroy(check->rest);
    check->rest = NULL;
    return result;
}

static mote_result read_baseline(mote_check *check)
{
    const check_import_limits limits = check_def_limits(&check->def);
    check_announce_file(&limits, check->def.baseline);
    bool by_regions;
    mote_result result =
        check_known_read(check->def.baseline, check->animation, &check->known, &by_regions);
    if (result || by_regions) return result;
    return check_baseline_read(check->def.baseline, check->animation, &check->baseline);
}

static mote_result open_all(mote_check *check)
{
    bool cut_short = false;
    mote_result result = open_animation(check);
    bool empty = !result && check->animation->part_count == 0; // opening was canceled
    if (!result && !empty) result = read_rules(check);
    if (!result && !empty) result = look_at_rest(check, &cut_short);
    if (!result && !empty && check->def.baseline) result = read_baseline(check);
    const check_checker_def def = checker_def(check);
    if (!result) result = check_frames_open(&check->frames, &def);
    check->tally.episodes = (check_episodes){.animation = check->animation,
                                             .thresholds = check_thresholds_of(&check->def),
                                             .rest = check->rest};
    if (!result && cut_short) {
        check->tally.total.cut_short = true;
        result = check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_BASELINE, true, 1,
                                    "the rest pose was cut short: face pairs that meet in it may "
                                    "be reported");
    }
    return result;
}

mote_result mote_check_open(const mote_check_def *def, mote_check **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: out is null");
    *out = NULL;
    mote_result result = check_def_validate(def);
    if (result) return result;
    mote_check *check = calloc(1, sizeof *check);
    if (!check) return mote_fail_memory(sizeof *check, "a check");
    check->def = *def;
    check->remarks.accepted = def->accept;
    result = open_all(check);
    if (result)
        mote_check_close(check);
    else
        *out = check;
    return result;
}

void mote_check_close(mote_check *check)
{
    if (!check) return;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++) check_writer_destroy(check->writers[i]);
    check_stream_drop(&check->baseline_stream);
    check_frames_release(&check->frames);
    check_tally_release(&check->tally);
    check_baseline_destroy(check->baseline);
    check_baseline_destroy(check->rest);
    check_baseline_destroy(check->found);
    check_known_release(&check->known);
    check_animation_close(check->animation);
    check_rules_release(&check->rules);
    check_allow_release(&check->allow);
    check_remarks_release(&check->remarks);
    free(check);
}
