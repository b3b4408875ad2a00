#include "apps/mote/check_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/interrupt.h"
#include "apps/mote/verb.h"
#include "apps/mote/watch.h"
#include "core/result.h"

cmd_check_options cmd_check_given = {.frames = CMD_ALL_FRAMES};

static bool read_number(const char *text, float *out)
{
    char *end;
    *out = strtof(text, &end);
    return end != text && !*end && isfinite(*out);
}

static mote_result read_weld(mote_check_def *def)
{
    if (strcmp(cmd_check_given.weld, "none") == 0) {
        def->weld = MOTE_WELD_NONE;
    } else if (strcmp(cmd_check_given.weld, "exact") == 0) {
        def->weld = MOTE_WELD_EXACT;
    } else if (read_number(cmd_check_given.weld, &def->weld_tolerance) &&
               def->weld_tolerance >= 0) {
        def->weld = MOTE_WELD_TOLERANCE;
    } else {
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--weld': '%s' is not none, exact or a distance",
                         cmd_check_given.weld);
    }
    return MOTE_OK;
}

static mote_result read_fail_on(mote_check_def *def)
{
    const char *text = cmd_check_given.fail_on;
    def->fail_on = MOTE_CHECK_PENETRATE;
    if (strncmp(text, "depth>", 6) == 0 && read_number(text + 6, &def->fail_depth) &&
        def->fail_depth >= 0)
        return MOTE_OK;
    for (int i = MOTE_CHECK_NEAR; i <= MOTE_CHECK_PENETRATE; i++) {
        def->fail_on = (mote_check_severity)i;
        if (strcmp(text, mote_check_severity_name(def->fail_on)) == 0) return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT,
                     "option '--fail-on': '%s' is not near, touch, penetrate or depth>D", text);
}

static mote_result read_accept(mote_check_def *def)
{
    static const mote_check_remark_kind kinds[] = {
        MOTE_CHECK_REMARK_FILES, MOTE_CHECK_REMARK_CLIP, MOTE_CHECK_REMARK_CONTENT,
        MOTE_CHECK_REMARK_BASELINE, MOTE_CHECK_REMARK_OUTPUT};
    for (uint32_t i = 0; i < cmd_check_given.accept.count; i++) {
        uint32_t before = def->accept;
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (strcmp(cmd_check_given.accept.items[i], mote_check_remark_name(kinds[k])) == 0)
                def->accept |= 1u << kinds[k];
        if (def->accept == before)
            return mote_fail(
                MOTE_ERROR_ARGUMENT,
                "option '--accept': '%s' is not files, clip, content, baseline or output",
                cmd_check_given.accept.items[i]);
    }
    return MOTE_OK;
}

static mote_result read_first_frame(mote_check_def *def)
{
    char *end;
    def->number_by_time = strcmp(cmd_check_given.first_frame, "time") == 0;
    if (def->number_by_time) return MOTE_OK;
    long number = strtol(cmd_check_given.first_frame, &end, 10);
    if (end == cmd_check_given.first_frame || *end || number < -1000000 || number > 1000000)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "option '--first-frame': '%s' is not a whole number of at most 1000000, or "
            "the word time",
            cmd_check_given.first_frame);
    def->first_frame = (int32_t)number;
    return MOTE_OK;
}

static mote_check_split read_split(void)
{
    int split = 0;
    while (strcmp(mote_check_split_name((mote_check_split)split), cmd_check_given.parts) != 0)
        split++;
    return (mote_check_split)split;
}

static bool is_interrupted(void *context)
{
    (void)context;
    return cmd_interrupt_name();
}

static bool reads_standard_input(cmd_arguments arguments)
{
    for (int i = 0; i < arguments.count; i++)
        if (strcmp(arguments.items[i], "-") == 0) return true;
    return false;
}

static void watch_file(void *context, const char *path)
{
    (void)context;
    cmd_watch_file(path);
}

static mote_result read_options(cmd_arguments arguments, mote_check_def *def)
{
    const mote_method_info *method;
    *def = mote_check_default_def();
    mote_result result = cmd_method_by_name(cmd_check_given.method, &method);
    if (!result) result = read_fail_on(def);
    if (!result) result = read_weld(def);
    if (!result) result = read_accept(def);
    if (!result) result = read_first_frame(def);
    if (!result && cmd_check_given.self && cmd_check_given.no_self)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "options '--self' and '--no-self' are both given");
    if (!result && cmd_check_given.format && !reads_standard_input(arguments))
        result = mote_fail(MOTE_ERROR_ARGUMENT,
                           "option '--format' is for the input -, which is not given");
    if (result) return result;
    def->inputs = (const char *const *)arguments.items;
    def->input_count = (uint32_t)arguments.count;
    def->split = read_split();
    def->clip = cmd_check_given.clip;
    def->fps = (double)cmd_check_given.fps;
    def->rest_pose = cmd_check_given.rest;
    def->between = cmd_check_given.between || cmd_check_given.substeps > 0;
    def->substeps = (uint32_t)cmd_check_given.substeps;
    def->self = cmd_check_given.self      ? MOTE_CHECK_SELF_YES
                : cmd_check_given.no_self ? MOTE_CHECK_SELF_NO
                                          : MOTE_CHECK_SELF_AUTO;
    def->ignore = cmd_check_given.ignore.items;
    def->ignore_count = cmd_check_given.ignore.count;
    def->only = cmd_check_given.only.items;
    def->only_count = cmd_check_given.only.count;
    def->allow = cmd_check_given.allow.items;
    def->allow_count = cmd_check_given.allow.count;
    def->min_area = cmd_check_given.min_area;
    def->min_faces = (uint32_t)cmd_check_given.min_faces;
    def->min_frames = (uint32_t)cmd_check_given.min_frames;
    def->tolerance = cmd_check_given.tolerance;
    def->method = method->method;
    def->worker_count = (uint32_t)cmd_check_given.threads;
    def->time_budget = (double)cmd_check_given.budget;
    def->input_format = cmd_check_given.format;
    def->allow_outside = cmd_check_given.allow_outside;
    def->require_filter = cmd_check_given.require_filter;
    def->import_bytes = (uint64_t)((double)cmd_check_given.memory * (1 << 20));
    def->import_seconds = (double)cmd_check_given.read_time;
    def->max_candidates = cmd_check_given.max_pairs;
    def->is_canceled = is_interrupted;
    def->on_read = watch_file;
    def->pass_unknown_depth = strcmp(cmd_check_given.unknown_depth, "pass") == 0;
    def->rest_baseline = cmd_check_given.baseline && strcmp(cmd_check_given.baseline, "rest") == 0;
    def->baseline = def->rest_baseline ? NULL : cmd_check_given.baseline;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The check

static mote_result choose_frames(mote_check *check)
{
    mote_check_info info;
    mote_check_clip clip;
    mote_check_get_info(check, &info);
    if (cmd_check_given.rest || info.part_count == 0 || cmd_is_all_frames(cmd_check_given.frames))
        return MOTE_OK;
    if (info.clip_count > 1)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--frames' needs '--clip', because there are %u clips; "
                         "'mote info' lists them",
                         info.clip_count);
    mote_result result = mote_check_get_clip(check, 0, &clip);
    cmd_range frames = cmd_check_given.frames;
    int64_t first = (int64_t)frames.first - clip.frame_offset;
    int64_t last = (int64_t)frames.last - clip.frame_offset;
    if (!result && (first < 0 || last >= clip.frame_count))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--frames': %u:%u, but there are frames %lld to %lld",
                         frames.first, frames.last, (long long)clip.frame_offset,
                         (long long)clip.frame_offset + clip.frame_count - 1);
    frames = (cmd_range){(uint32_t)first, (uint32_t)last};
    return result ? result : mote_check_set_frames(check, frames.first, frames.last);
}

// Keys allowed in mote-check.toml: what is checked and what fails. Only the command line may set
// outputs and file access.
static const char *const config_keys[] = {
    "parts",    "self",      "no-self",    "ignore",  "only",          "allow",
    "weld",     "tolerance", "static",     "between", "substeps",      "clip",
    "fps",      "frames",    "baseline",   "fail-on", "unknown-depth", "first-frame",
    "min-area", "min-faces", "min-frames", "accept",  "budget",        NULL};

static mote_result read_config(cmd_arguments arguments, cmd_config *config)
{
    if (cmd_check_given.config && cmd_check_given.no_config)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "options '--config' and '--no-config' are both given");
    if (cmd_check_given.no_config) return MOTE_OK;
    bool found = cmd_check_given.config != NULL;
    if (found)
        snprintf(config->path, sizeof config->path, "%s", cmd_check_given.config);
    else
        found = cmd_config_find(arguments.items[0], "mote-check.toml", config->path,
                                sizeof config->path);
    cmd_watch_file(config->path); // the watch notices when it appears
    return found ? cmd_config_read(config, cmd_verb_check.options, arguments.given, config_keys)
                 : MOTE_OK;
}

static mote_result tell_config(const cmd_config *config, mote_check *check)
{
    char text[4160];
    if (config->toml.count == 0) return MOTE_OK;
    snprintf(text, sizeof text, "%u setting%s from %s", config->toml.count,
             config->toml.count == 1 ? " is" : "s are", config->path);
    const mote_check_remark remark = {MOTE_CHECK_REMARK_REQUEST, false, config->toml.count, text};
    return mote_check_add_remark(check, &remark);
}

mote_result cmd_check_open(cmd_arguments arguments, cmd_check_request *request, mote_check **out)
{
    cmd_config *config = &request->config;
    *out = NULL;
    for (int i = 0; i < arguments.count; i++) cmd_watch_file(arguments.items[i]);
    mote_result result = read_config(arguments, config);
    if (result) return result;
    result = read_options(arguments, &request->def);
    if (!result) result = mote_check_open(&request->def, out);
    if (!result) result = choose_frames(*out);
    result = cmd_config_blame(config, result);
    return result ? result : tell_config(config, *out);
}

mote_check_report_def cmd_check_report(mote_check_format format)
{
    mote_check_report_def def = mote_check_default_report_def(format);
    def.faces = !cmd_check_given.no_faces;
    if (cmd_check_given.views &&
        (format == MOTE_CHECK_FORMAT_JSON || cmd_check_given.views > def.view_count))
        def.view_count = (uint32_t)cmd_check_given.views;
    if (format == MOTE_CHECK_FORMAT_HTML)
        def.max_bytes = (uint64_t)((double)cmd_check_given.page_size * 1e6);
    return def;
}

void cmd_check_request_release(cmd_check_request *request)
{
    cmd_config_release(&request->config);
}
