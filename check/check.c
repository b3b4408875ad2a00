// mote/check.h: reads the inputs, runs the checker over the frames and writes the reports.

#include <inttypes.h>
#include <math.h>
#include <mote/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/animation/remarks.h"
#include "check/checker.h"
#include "check/lanes.h"
#include "check/region_names.h"
#include "check/report/html_report.h"
#include "check/report/json_report.h"
#include "check/report/painting.h"
#include "check/report/summary.h"
#include "core/result.h"
#include "core/timer.h"
#include "io/name.h"

enum { CHECK_COOKIE = 0x63686b31, MAX_WORKERS = 65535, MAX_SUBSTEPS = 1000, MAX_MESSAGE = 512 };

// A run has three stages, in this order.
typedef enum stage { READY, RUNNING, FINISHED } stage;

// The first failure, and its message.
typedef struct failure {
    mote_result result;
    char message[MAX_MESSAGE];
} failure;

struct mote_check {
    mote_check_def def;
    check_animation *animation;
    check_baseline *baseline; // not to report; may be null
    check_baseline *rest;     // what meets in the rest pose, reported all the same; may be null
    check_checker *checker;
    check_lanes *lanes; // null: frame after frame
    check_rules rules;
    check_allow allow;
    uint32_t next_clip, next_frame;
    double rest_seconds; // spent on the rest pose, of the budget
    double deadline;     // 0: none
    stage stage;
    bool self;
    failure failure; // of a frame
    check_remarks remarks;
    mote_check_frame frame;
    check_writer *writers[MOTE_CHECK_FORMAT_COUNT]; // by format; null: not wanted
    check_stream baseline_stream;                   // not open: not wanted
    check_baseline *found;                          // what goes there
};

// ---------------------------------------------------------------------------------------------
// Defs

mote_check_def mote_check_default_def(void)
{
    check_import_limits limits = check_default_import_limits();
    return (mote_check_def){.cookie = CHECK_COOKIE,
                            .frame_count = 1,
                            .weld = MOTE_WELD_EXACT,
                            .fps = 30,
                            .method = MOTE_METHOD_HYBRID,
                            .worker_count = 1,
                            .fail_on = MOTE_CHECK_PENETRATE,
                            .fail_depth = -1,
                            .import_seconds = limits.seconds,
                            .import_bytes = limits.bytes,
                            .max_candidates = 10000000};
}

mote_check_json_def mote_check_default_json_def(void)
{
    return (mote_check_json_def){.faces = true};
}

mote_check_report_def mote_check_default_report_def(mote_check_format format)
{
    return (mote_check_report_def){.format = format,
                                   .faces = true,
                                   .view_count = format == MOTE_CHECK_FORMAT_HTML ? 8 : 0,
                                   .max_bytes = format == MOTE_CHECK_FORMAT_HTML ? 5000000 : 0};
}

const char *mote_check_split_name(mote_check_split split)
{
    static const char *const names[] = {"auto", "file", "node", "mesh", "material", "component"};
    return (size_t)split < sizeof names / sizeof names[0] ? names[split] : NULL;
}

// The two lists are one.
_Static_assert((int)MOTE_CHECK_SPLIT_AUTO == (int)ASSET_SPLIT_AUTO &&
                   (int)MOTE_CHECK_SPLIT_FILE == (int)ASSET_SPLIT_FILE &&
                   (int)MOTE_CHECK_SPLIT_NODE == (int)ASSET_SPLIT_NODE &&
                   (int)MOTE_CHECK_SPLIT_MESH == (int)ASSET_SPLIT_MESH &&
                   (int)MOTE_CHECK_SPLIT_MATERIAL == (int)ASSET_SPLIT_MATERIAL &&
                   (int)MOTE_CHECK_SPLIT_COMPONENT == (int)ASSET_SPLIT_COMPONENT,
               "mote_check_split has the values of asset_split");

// What def.accept may have.
static const uint32_t acceptable =
    1u << MOTE_CHECK_REMARK_FILES | 1u << MOTE_CHECK_REMARK_CLIP | 1u << MOTE_CHECK_REMARK_CONTENT |
    1u << MOTE_CHECK_REMARK_BASELINE | 1u << MOTE_CHECK_REMARK_OUTPUT;

static mote_result refuse_field(const char *field, double value, const char *expected)
{
    return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: def.%s is %g, expected %s", field,
                     value, expected);
}

static mote_result check_numbers(const mote_check_def *def)
{
    if (!(def->fps > 0 && def->fps < (double)INFINITY))
        return refuse_field("fps", def->fps, "a number above 0");
    if (!(def->tolerance >= 0 && def->tolerance < INFINITY))
        return refuse_field("tolerance", (double)def->tolerance, "a distance of 0 or more");
    if (!(def->weld_tolerance >= 0 && def->weld_tolerance < INFINITY))
        return refuse_field("weld_tolerance", (double)def->weld_tolerance,
                            "a distance of 0 or more");
    if (!(def->time_budget >= 0 && def->time_budget < (double)INFINITY))
        return refuse_field("time_budget", def->time_budget, "0 seconds or more");
    if (!isfinite(def->fail_depth))
        return refuse_field("fail_depth", (double)def->fail_depth, "a finite depth");
    if (!(def->import_seconds > 0 && def->import_seconds < 1e9))
        return refuse_field("import_seconds", def->import_seconds, "above 0 and below 1e9");
    if (def->max_candidates == 0) return refuse_field("max_candidates", 0, "at least 1");
    if (def->import_bytes < 1 << 20)
        return refuse_field("import_bytes", (double)def->import_bytes, "at least 1 MiB");
    if (def->substeps > MAX_SUBSTEPS)
        return refuse_field("substeps", def->substeps, "at most 1000");
    if (def->worker_count > MAX_WORKERS)
        return refuse_field("worker_count", def->worker_count, "at most 65535");
    if (!(def->min_area >= 0 && def->min_area < INFINITY))
        return refuse_field("min_area", (double)def->min_area, "an area of 0 or more");
    if (def->part_count && def->frame_count == 0)
        return refuse_field("frame_count", 0, "at least 1");
    return MOTE_OK;
}

static bool can_sweep(mote_method method)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++)
        if (info->method == method) return info->abilities & MOTE_ABILITY_SWEEP;
    return false;
}

static mote_result check_def(const mote_check_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: def is null");
    if (def->cookie != CHECK_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_open: def does not come from mote_check_default_def");
    if (def->input_count == 0 && def->part_count == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: def has no inputs and no parts");
    if ((def->input_count && !def->inputs) || (def->part_count && !def->parts) ||
        (def->ignore_count && !def->ignore) || (def->allow_count && !def->allow) ||
        (def->only_count && !def->only))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: an array of def is null, but its "
                                              "count is not 0");
    if (!mote_check_split_name(def->split)) return refuse_field("split", def->split, "0 to 5");
    if ((unsigned)def->weld > MOTE_WELD_TOLERANCE)
        return refuse_field("weld", def->weld, "a mote_weld");
    if ((unsigned)def->self > MOTE_CHECK_SELF_YES) return refuse_field("self", def->self, "0 to 2");
    if (def->fail_on < MOTE_CHECK_NEAR || def->fail_on > MOTE_CHECK_PENETRATE)
        return refuse_field("fail_on", def->fail_on, "near, touch or penetrate");
    if (def->accept & ~acceptable)
        return refuse_field("accept", def->accept,
                            "bits of FILES, CLIP, CONTENT, BASELINE and OUTPUT");
    if (def->between && !can_sweep(def->method))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_check_open: def.between needs a method that can sweep, such as hybrid");
    if (def->baseline && def->rest_baseline)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_open: def has both baseline and rest_baseline");
    return check_numbers(def);
}

// ---------------------------------------------------------------------------------------------
// Opening

static check_import_limits import_limits(const mote_check_def *def)
{
    return (check_import_limits){.seconds = def->import_seconds,
                                 .bytes = def->import_bytes,
                                 .allow_outside = def->allow_outside,
                                 .is_canceled = def->is_canceled,
                                 .is_canceled_context = def->is_canceled_context};
}

static bool is_canceled(const mote_check *check)
{
    const check_import_limits limits = import_limits(&check->def);
    return check_is_canceled(&limits);
}

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
                                     .remarks = &check->remarks,
                                     .limits = import_limits(def)};
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
                               .thresholds = check_thresholds_of(def)};
}

static mote_result open_checker(mote_check *check, check_checker **out)
{
    const check_checker_def def = checker_def(check);
    return check_checker_create(&def, out);
}

// What meets in the rest pose. Its time counts.
static mote_result find_rest(mote_check *check, check_baseline **out, bool *cut_short)
{
    double start = mote_seconds(), budget = check->def.time_budget;
    check_baseline *found = NULL;
    check_checker *checker = NULL;
    mote_check_frame frame = {0};
    mote_result result = check_baseline_create(&found);
    if (!result) result = open_checker(check, &checker);
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

// The frames of a check that does not move, and of the rest pose, say nothing else than the rest pose.
static bool moves(const mote_check *check)
{
    const check_animation *animation = check->animation;
    return !check->def.rest_pose &&
           (animation->clip_count > 1 || animation->clips[0].frame_count > 1);
}

// What is in the rest pose is left out, or only recognized; the latter only where all of it is known.
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

static mote_result open_all(mote_check *check)
{
    bool cut_short = false;
    mote_result result = open_animation(check);
    bool empty = !result && check->animation->part_count == 0; // it was canceled
    if (!result && !empty) result = read_rules(check);
    if (!result && !empty) result = look_at_rest(check, &cut_short);
    if (!result && !empty && check->def.baseline)
        result = check_baseline_read(check->def.baseline, check->animation, &check->baseline);
    if (!result) result = open_checker(check, &check->checker);
    if (!result && cut_short) {
        check->checker->total.cut_short = true;
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
    mote_result result = check_def(def);
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
    check_lanes_destroy(check->lanes);
    check_checker_destroy(check->checker);
    check_baseline_destroy(check->baseline);
    check_baseline_destroy(check->rest);
    check_baseline_destroy(check->found);
    check_animation_close(check->animation);
    check_rules_release(&check->rules);
    check_allow_release(&check->allow);
    check_remarks_release(&check->remarks);
    free(check);
}

// ---------------------------------------------------------------------------------------------
// What was read

void mote_check_get_info(const mote_check *check, mote_check_info *out)
{
    const check_animation *animation = check->animation;
    *out = (mote_check_info){.part_count = animation->part_count,
                             .clip_count = animation->clip_count,
                             .wanted_count = check_animation_wanted(animation),
                             .fps = animation->fps,
                             .self = check->self,
                             .z_up = animation->z_up,
                             .unit = animation->unit};
}

mote_result mote_check_get_clip(const mote_check *check, uint32_t clip, mote_check_clip *out)
{
    const check_animation *animation = check->animation;
    if (clip >= animation->clip_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_get_clip: clip is %u, but there are %u clips", clip,
                         animation->clip_count);
    const check_clip *c = &animation->clips[clip];
    *out = (mote_check_clip){.name = c->name,
                             .frame_count = c->frame_count,
                             .start = c->start,
                             .end = c->end,
                             .first_frame = c->first_frame,
                             .last_frame = c->last_frame,
                             .frame_offset = c->frame_offset};
    return MOTE_OK;
}

const char *mote_check_get_bone(const mote_check *check, uint32_t part, uint32_t bone)
{
    return part < check->animation->part_count
               ? check_bone_name(check->animation->parts[part], bone)
               : NULL;
}

size_t mote_check_name_episode(const mote_check *check, const mote_check_episode *episode,
                               char *out, size_t size)
{
    return check_name_episode(check->animation, episode, out, size);
}

mote_result mote_check_get_part(const mote_check *check, uint32_t part, mote_check_part_info *out)
{
    if (part >= check->animation->part_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_get_part: part is %u, but there are %u parts", part,
                         check->animation->part_count);
    const asset_part *p = check->animation->parts[part];
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(p->mesh, &info);
    mote_mesh_get_view(p->mesh, &view);
    *out = (mote_check_part_info){.name = p->name,
                                  .vertex_count = p->vertex_count,
                                  .triangle_count = p->triangle_count,
                                  .closed = info.closed,
                                  .triangles = view.triangles,
                                  .positions = p->positions};
    return MOTE_OK;
}

// What must be done before the first frame.
static mote_result need_ready(const mote_check *check, const char *function)
{
    if (check->stage == READY) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STATE, "%s: the check has begun", function);
}

mote_result mote_check_set_frames(mote_check *check, uint32_t first, uint32_t last)
{
    mote_result result = need_ready(check, "mote_check_set_frames");
    if (result) return result;
    if (check->def.rest_pose)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_set_frames: only the rest pose is checked");
    if (check->animation->clip_count > 1)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_check_set_frames: there are %u clips; def.clip chooses one",
                         check->animation->clip_count);
    check_clip *clip = &check->animation->clips[0];
    if (first > last || last >= clip->frame_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_set_frames: frames %u to %u, but there are frames 0 to %u",
                         first, last, clip->frame_count - 1);
    clip->first_frame = first;
    clip->last_frame = last;
    return MOTE_OK;
}

mote_result mote_check_add_remark(mote_check *check, const mote_check_remark *remark)
{
    if (check->stage == FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_add_remark: the check is finished");
    if (!remark || !remark->text || !mote_check_remark_name(remark->kind) || remark->count == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_add_remark: the remark has no text, no count or no kind");
    return check_remarks_add(&check->remarks, remark);
}

static mote_check_verdict verdict_of(const mote_check *check, bool complete)
{
    const mote_check_total *total = &check->checker->total;
    if (check_episodes_fail(&check->checker->episodes)) return MOTE_CHECK_VERDICT_FINDINGS;
    if (!complete) return MOTE_CHECK_VERDICT_INCOMPLETE;
    return total->findings || total->crossings ? MOTE_CHECK_VERDICT_PASSED
                                               : MOTE_CHECK_VERDICT_CLEAN;
}

void mote_check_get_outcome(const mote_check *check, mote_check_outcome *out)
{
    const check_checker *checker = check->checker;
    bool complete = check->stage == FINISHED && !check_remarks_say_incomplete(&check->remarks);
    *out = (mote_check_outcome){.total = checker->total,
                                .episodes = checker->episodes.list.data,
                                .episode_count = checker->episodes.list.count,
                                .frames = checker->frames.data,
                                .failed = check_episodes_fail(&checker->episodes),
                                .error = check->failure.result ? check->failure.message : NULL,
                                .complete = complete,
                                .verdict = verdict_of(check, complete),
                                .remarks = check->remarks.list.data,
                                .remark_count = check->remarks.list.count};
    out->total.wanted = check_animation_wanted(check->animation);
}

// ---------------------------------------------------------------------------------------------
// Reports

static mote_result check_sink(const mote_check *check, const mote_check_sink *sink, bool taken,
                              const char *function)
{
    mote_result result = need_ready(check, function);
    if (result) return result;
    if (!sink || !sink->write)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: the sink has no write function", function);
    if (taken)
        return mote_fail(MOTE_ERROR_STATE, "%s: a report of this kind was already added", function);
    return MOTE_OK;
}

static mote_result add_writer(mote_check *check, const check_writer_kind *kind,
                              const mote_check_report_def *def, const char *function)
{
    const check_report_head head = {
        .def = &check->def, .animation = check->animation, .self = check->self};
    mote_result result = kind->available ? kind->available() : MOTE_OK;
    if (!result) result = check_sink(check, &def->sink, check->writers[def->format], function);
    return result ? result : check_writer_create(kind, def, &head, &check->writers[def->format]);
}

mote_result mote_check_add_report(mote_check *check, const mote_check_report_def *def)
{
    const check_writer_kind *kind = def ? check_writer_kind_of(def->format) : NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_add_report: def is null");
    if (!kind)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_add_report: def.format is %d, expected a mote_check_format",
                         def->format);
    return add_writer(check, kind, def, "mote_check_add_report");
}

mote_result mote_check_add_json(mote_check *check, const mote_check_json_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_add_json: def is null");
    mote_check_report_def report = mote_check_default_report_def(MOTE_CHECK_FORMAT_JSON);
    report.sink = def->sink;
    report.faces = def->faces;
    report.view_count = def->view_count;
    return add_writer(check, &check_json_writer, &report, "mote_check_add_json");
}

mote_result mote_check_add_html(mote_check *check, const mote_check_sink *sink)
{
    mote_check_report_def report = mote_check_default_report_def(MOTE_CHECK_FORMAT_HTML);
    if (sink) report.sink = *sink;
    return add_writer(check, &check_html_writer, &report, "mote_check_add_html");
}

mote_result mote_check_add_baseline(mote_check *check, const mote_check_sink *sink)
{
    mote_result result =
        check_sink(check, sink, check->baseline_stream.file, "mote_check_add_baseline");
    if (!result) result = check_stream_open(&check->baseline_stream, sink);
    return result ? result : check_baseline_create(&check->found);
}

// Prints the head or, with an outcome, the rest.
static mote_result write_text(const mote_check *check, const mote_check_sink *sink, bool color,
                              const mote_check_outcome *outcome)
{
    check_stream stream;
    mote_result result = check_stream_open(&stream, sink);
    if (result) return result;
    check_summary summary = {
        .to = stream.file, .color = color, .def = &check->def, .animation = check->animation};
    if (outcome)
        check_summary_print(&summary, outcome);
    else
        check_summary_print_head(&summary);
    return check_stream_close(&stream);
}

mote_result mote_check_write_heading(const mote_check *check, const mote_check_sink *sink,
                                     bool color)
{
    return write_text(check, sink, color, NULL);
}

mote_result mote_check_write_summary(const mote_check *check, const mote_check_sink *sink,
                                     bool color)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    return write_text(check, sink, color, &outcome);
}

mote_result mote_check_write_ply(const mote_check *check, const mote_check_frame *frame,
                                 const char *path)
{
    return check_paint_frame(check->animation, frame, path);
}

// ---------------------------------------------------------------------------------------------
// Running

static void note(failure *first, mote_result result)
{
    if (!result || first->result) return;
    first->result = result;
    snprintf(first->message, sizeof first->message, "%s", mote_last_message());
}

static mote_result repeat(const failure *first)
{
    return first->result ? mote_fail(first->result, "%s", first->message) : MOTE_OK;
}

// Several threads look at several frames. What happens between frames is found frame after frame.
static mote_result open_lanes(mote_check *check)
{
    uint32_t wanted = check_animation_wanted(check->animation);
    const check_checker_def def = checker_def(check);
    if (def.worker_count == 1 || def.between || wanted < 2 || check->animation->part_count == 0)
        return MOTE_OK;
    return check_lanes_create(&def, wanted, &check->lanes);
}

static void start(mote_check *check)
{
    check->stage = RUNNING;
    note(&check->failure, open_lanes(check));
    check->next_frame = check->animation->clips[0].first_frame;
    if (check->def.time_budget > 0)
        check->deadline = mote_seconds() + check->def.time_budget - check->rest_seconds;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i]) note(&check->failure, check_writer_begin(check->writers[i]));
}

static mote_result report_frame(mote_check *check)
{
    mote_result result = MOTE_OK;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT && !result; i++)
        if (check->writers[i]) result = check_writer_frame(check->writers[i], &check->frame);
    if (check->found && !result) result = check_baseline_add(check->found, &check->frame);
    return result;
}

static bool is_complete(const mote_check *check)
{
    return check->next_clip == check->animation->clip_count;
}

// The first frame is checked in any case, so that there is something to report.
static bool is_out_of_time(const mote_check *check)
{
    return check->deadline > 0 && check->checker->total.checked > 0 &&
           mote_seconds() >= check->deadline;
}

static void advance(mote_check *check)
{
    const check_animation *animation = check->animation;
    if (check->next_frame++ < animation->clips[check->next_clip].last_frame) return;
    if (++check->next_clip < animation->clip_count)
        check->next_frame = animation->clips[check->next_clip].first_frame;
}

static mote_result look_at_next(mote_check *check)
{
    if (!check->lanes)
        return check_checker_look_on(check->checker, check->next_clip, check->next_frame,
                                     check->deadline, &check->frame);
    mote_result result = MOTE_OK;
    if (check_lanes_are_empty(check->lanes)) {
        uint32_t last = check->animation->clips[check->next_clip].last_frame;
        result = check_lanes_look(check->lanes, check->next_clip, check->next_frame,
                                  last - check->next_frame + 1, check->deadline);
    }
    return result ? result : check_lanes_take(check->lanes, check->checker, &check->frame);
}

mote_result mote_check_next(mote_check *check, const mote_check_frame **out)
{
    *out = NULL;
    if (check->stage == FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_next: the check is finished");
    if (check->stage == READY) start(check);
    if (check->failure.result) return repeat(&check->failure);
    if (is_complete(check) || is_canceled(check)) return MOTE_OK;
    if (is_out_of_time(check)) {
        check->checker->total.cut_short = check->checker->total.out_of_time = true;
        return MOTE_OK;
    }
    mote_result result = look_at_next(check);
    if (!result) result = check_checker_count(check->checker, &check->frame);
    if (!result) result = report_frame(check);
    note(&check->failure, result);
    if (result) return result;
    advance(check);
    *out = &check->frame;
    return MOTE_OK;
}

static const double canceled_view_seconds = 1;

// The views of the worst episodes that the reports want.
static mote_result create_views(mote_check *check, check_view **out, size_t *count)
{
    *count = 0;
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i] && check->writers[i]->def.view_count > *count)
            *count = check->writers[i]->def.view_count;
    // Who cancels does not want to wait for pictures.
    double deadline = check->deadline;
    if (check->checker->total.canceled) deadline = mote_seconds() + canceled_view_seconds;
    return *count ? check_views_create(check->checker, deadline, out, count) : MOTE_OK;
}

static void finish_writers(mote_check *check, const check_report_tail *tail, failure *first)
{
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        if (check->writers[i]) note(first, check_writer_end(check->writers[i], tail));
}

static void finish_baseline(mote_check *check, bool complete, failure *first)
{
    if (!check->baseline_stream.file) return;
    if (complete)
        note(first,
             check_baseline_write(check->found, check->animation, check->baseline_stream.file));
    note(first, check_stream_close(&check->baseline_stream));
}

// ---------------------------------------------------------------------------------------------
// Remarks

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// Why frames were not checked, or not wholly.
static mote_result tell_frames(mote_check *check)
{
    check_remarks *remarks = &check->remarks;
    const mote_check_total *total = &check->checker->total;
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

// What was in the baseline, and whether it is the right one: of all frames and parts, something should be in it.
static mote_result tell_baseline(mote_check *check)
{
    const mote_check_total *total = &check->checker->total;
    if (!check->def.baseline || !check->baseline) return MOTE_OK;
    check_baseline_size size = check_baseline_get_size(check->baseline);
    bool met = check->checker->finder.baseline_met;
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
                                    " face pairs meets, and %" PRIu64
                                    " are of parts that the inputs do not have",
                                    path, size.known + size.unknown, size.unknown);
    if (!result && met)
        result =
            check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_BASELINE, false, size.unknown,
                               "%" PRIu64 " face pairs of the baseline %s are of parts that "
                               "the inputs do not have",
                               size.unknown, path);
    return result;
}

// Offers to leave out what meets in the rest pose, where that would take something away that a reader notices.
static mote_result tell_rest(mote_check *check)
{
    enum { NOTICED = 10 }; // one face pair in so many
    const mote_check_total *total = &check->checker->total;
    const check_episodes *episodes = &check->checker->episodes;
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

// How many pairs of parts the rules leave out, and of how many.
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
    enum { MAX_COUNTED = 1000 }; // parts; counting pairs of more would take long
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
    uint64_t count = check->checker->total.allowed_face_pairs;
    return check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_REQUEST, false, count,
                              "%" PRIu64 " face pair%s in allowed regions and not reported", count,
                              count == 1 ? " is" : "s are");
}

// What is not checked because of what the caller asked for.
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

// Frames alone cannot show what happens between them.
static mote_result tell_leaps(mote_check *check)
{
    const check_leaps *leaps = &check->checker->leaps;
    if (leaps->count == 0) return MOTE_OK;
    const check_animation *animation = check->animation;
    const char *clip = animation->clip_count > 1 ? animation->clips[leaps->clip].name : NULL;
    int64_t last = leaps->frame + (int64_t)animation->clips[leaps->clip].frame_offset;
    return check_remarks_tell(
        &check->remarks, MOTE_CHECK_REMARK_MOTION, false, leaps->count,
        "%u time%s parts move so far from a frame to the next that they may have crossed unseen, "
        "first '%.64s' and '%.64s' between frames %" PRId64 " and %" PRId64
        "%s%.64s%s; a check with 'between' finds "
        "out",
        leaps->count, plural(leaps->count), animation->parts[leaps->a]->name,
        animation->parts[leaps->b]->name, last - 1, last, clip ? " of '" : "", clip ? clip : "",
        clip ? "'" : "");
}

static mote_result tell_findings(mote_check *check)
{
    check_remarks *remarks = &check->remarks;
    const mote_check_total *total = &check->checker->total;
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

static mote_result tell_all(mote_check *check)
{
    mote_result result = tell_frames(check);
    if (!result) result = tell_findings(check);
    if (!result) result = tell_requests(check);
    if (!result && check->failure.result)
        result = check_remarks_tell(&check->remarks, MOTE_CHECK_REMARK_ERROR, true, 1, "%s",
                                    check->failure.message);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The end

// What was found is reported even after a failure; the first failure is returned.
mote_result mote_check_finish(mote_check *check)
{
    if (check->stage == FINISHED)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_finish: the check is finished");
    if (check->stage == READY) start(check);
    mote_check_total *total = &check->checker->total;
    total->canceled = !check->failure.result && !is_complete(check) && !total->out_of_time;
    total->cut_short |= total->canceled;
    check->stage = FINISHED;
    check_lanes_restore(check->lanes);
    check_episodes_sort(&check->checker->episodes);
    check_view *views = NULL;
    size_t view_count = 0;
    if (!check->failure.result) note(&check->failure, create_views(check, &views, &view_count));
    if (!views) view_count = 0;
    note(&check->failure, tell_all(check));
    failure first = check->failure;
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
           callbacks->progress(callbacks->context, check->checker->total.checked,
                               check_animation_wanted(check->animation));
}

mote_result mote_check_run(mote_check *check, const mote_check_callbacks *callbacks)
{
    static const mote_check_callbacks none;
    mote_result result = need_ready(check, "mote_check_run");
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
    check_lanes_restore(check->lanes);
    check_lanes_forget(check->lanes);
    return check_checker_look(check->checker, clip, number, 0, out);
}
