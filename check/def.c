// Default settings of a check, and their validation.

#include <math.h>
#include <string.h>

#include "check/state.h"
#include "core/result.h"

enum { CHECK_COOKIE = 0x63686b31, MAX_WORKERS = 65535, MAX_SUBSTEPS = 1000 };

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

// mote_check_split and asset_split have the same values.
_Static_assert((int)MOTE_CHECK_SPLIT_AUTO == (int)ASSET_SPLIT_AUTO &&
                   (int)MOTE_CHECK_SPLIT_FILE == (int)ASSET_SPLIT_FILE &&
                   (int)MOTE_CHECK_SPLIT_NODE == (int)ASSET_SPLIT_NODE &&
                   (int)MOTE_CHECK_SPLIT_MESH == (int)ASSET_SPLIT_MESH &&
                   (int)MOTE_CHECK_SPLIT_MATERIAL == (int)ASSET_SPLIT_MATERIAL &&
                   (int)MOTE_CHECK_SPLIT_COMPONENT == (int)ASSET_SPLIT_COMPONENT,
               "mote_check_split has the values of asset_split");

// Remark kinds that def.accept may contain.
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

mote_result check_def_validate(const mote_check_def *def)
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
    uint32_t standard_inputs = 0;
    for (uint32_t i = 0; i < def->input_count; i++)
        standard_inputs += def->inputs[i] && strcmp(def->inputs[i], "-") == 0;
    if (standard_inputs > 1)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_open: '-', standard input, is given more than once");
    if (def->input_format && standard_inputs == 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_check_open: def.input_format is given, but "
                                              "no input is '-', standard input");
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

check_import_limits check_def_limits(const mote_check_def *def)
{
    return (check_import_limits){.seconds = def->import_seconds,
                                 .bytes = def->import_bytes,
                                 .allow_outside = def->allow_outside,
                                 .require_filter = def->require_filter,
                                 .is_canceled = def->is_canceled,
                                 .is_canceled_context = def->is_canceled_context,
                                 .on_read = def->on_read,
                                 .on_read_context = def->on_read_context};
}
