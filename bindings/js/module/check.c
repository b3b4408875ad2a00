// Options, files and the report of a check, all in memory.

#include "bindings/js/module/check.h"

#include <mote/check.h>
#include <stdlib.h>
#include <string.h>

#include "check/import/import.h"
#include "core/array.h"
#include "core/result.h"

typedef MOTE_ARRAY(char *) texts;

struct js_check {
    mote_check *check;
    MOTE_ARRAY(check_memory_file) files; // names and bytes are owned
    MOTE_ARRAY(const char *) inputs;     // names of files
    texts ignore, only;                  // owned
    char *clip;                          // owned
    MOTE_ARRAY(char) json;
    mote_allocator allocator;
};

// ---------------------------------------------------------------------------------------------
// Creating and destroying

static js_check_options default_options(void)
{
    const mote_check_def def = mote_check_default_def();
    const mote_check_json_def json = mote_check_default_json_def();
    return (js_check_options){.split = def.split,
                              .weld = def.weld,
                              .weld_tolerance = (double)def.weld_tolerance,
                              .fps = def.fps,
                              .rest_pose = def.rest_pose,
                              .between = def.between,
                              .substeps = def.substeps,
                              .self = def.self,
                              .tolerance = (double)def.tolerance,
                              .time_budget = def.time_budget,
                              .fail_on = def.fail_on,
                              .fail_depth = (double)def.fail_depth,
                              .pass_unknown_depth = def.pass_unknown_depth,
                              .accept = def.accept,
                              .rest_baseline = def.rest_baseline,
                              .faces = json.faces,
                              .view_count = json.view_count};
}

mote_result js_check_create(js_check_options *options, js_check **out)
{
    *options = default_options();
    *out = calloc(1, sizeof **out);
    if (!*out) return mote_fail_memory(sizeof **out, "a check");
    (*out)->allocator = mote_allocator_or_default((mote_allocator){0});
    return MOTE_OK;
}

static void release_texts(js_check *check, texts *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->data[i]);
    mote_array_release(list, &check->allocator);
}

void js_check_destroy(js_check *check)
{
    if (!check) return;
    mote_check_close(check->check);
    for (size_t i = 0; i < check->files.count; i++) {
        free((void *)check->files.data[i].name);
        free((void *)check->files.data[i].bytes);
    }
    mote_array_release(&check->files, &check->allocator);
    mote_array_release(&check->inputs, &check->allocator);
    release_texts(check, &check->ignore);
    release_texts(check, &check->only);
    mote_array_release(&check->json, &check->allocator);
    free(check->clip);
    free(check);
}

// ---------------------------------------------------------------------------------------------
// Inputs and options

mote_result js_check_add_file(js_check *check, char *name, void *bytes, size_t size, bool input)
{
    const check_memory_file file = {name, bytes, size};
    if (!mote_array_push(&check->files, &check->allocator, file)) {
        free(name);
        free(bytes);
        return mote_fail_memory(sizeof file, "a file");
    }
    if (input && !mote_array_push(&check->inputs, &check->allocator, (const char *)name))
        return mote_fail_memory(sizeof name, "an input");
    return MOTE_OK;
}

static mote_result add_text(js_check *check, texts *list, char *text)
{
    if (mote_array_push(list, &check->allocator, text)) return MOTE_OK;
    free(text);
    return mote_fail_memory(sizeof text, "a rule");
}

mote_result js_check_add_ignore(js_check *check, char *text)
{
    return add_text(check, &check->ignore, text);
}

mote_result js_check_add_only(js_check *check, char *text)
{
    return add_text(check, &check->only, text);
}

void js_check_set_clip(js_check *check, char *text)
{
    free(check->clip);
    check->clip = text;
}

static mote_check_def def_of(const js_check *check, const js_check_options *o)
{
    mote_check_def def = mote_check_default_def();
    def.inputs = check->inputs.data;
    def.input_count = (uint32_t)check->inputs.count;
    def.ignore = (const char *const *)check->ignore.data;
    def.ignore_count = (uint32_t)check->ignore.count;
    def.only = (const char *const *)check->only.data;
    def.only_count = (uint32_t)check->only.count;
    def.clip = check->clip;
    def.split = (mote_check_split)o->split;
    def.weld = (mote_weld)o->weld;
    def.weld_tolerance = (float)o->weld_tolerance;
    def.fps = o->fps;
    def.rest_pose = o->rest_pose != 0;
    def.between = o->between != 0;
    def.substeps = (uint32_t)o->substeps;
    def.self = (mote_check_self)o->self;
    def.tolerance = (float)o->tolerance;
    def.time_budget = o->time_budget;
    def.fail_on = (mote_check_severity)o->fail_on;
    def.fail_depth = (float)o->fail_depth;
    def.pass_unknown_depth = o->pass_unknown_depth != 0;
    def.accept = (uint32_t)o->accept;
    def.rest_baseline = o->rest_baseline != 0;
    return def;
}

// ---------------------------------------------------------------------------------------------
// Running

static bool write_json(void *context, const char *bytes, size_t size)
{
    js_check *check = context;
    if (!mote_array_reserve(&check->json, &check->allocator, check->json.count + size))
        return false;
    memcpy(check->json.data + check->json.count, bytes, size);
    check->json.count += size;
    return true;
}

mote_result js_check_open(js_check *check, const js_check_options *options, uint32_t *frame_count)
{
    const mote_check_def def = def_of(check, options);
    check_set_memory_files(check->files.data, check->files.count);
    mote_result result = mote_check_open(&def, &check->check);
    check_set_memory_files(NULL, 0);
    if (result) return result;
    mote_check_json_def json = mote_check_default_json_def();
    json.sink = (mote_check_sink){.write = write_json, .context = check};
    json.faces = options->faces != 0;
    json.view_count = (uint32_t)options->view_count;
    mote_check_info info;
    mote_check_get_info(check->check, &info);
    *frame_count = info.wanted_count;
    return mote_check_add_json(check->check, &json);
}

mote_result js_check_next(js_check *check, uint32_t *more)
{
    const mote_check_frame *frame = NULL;
    mote_result result = mote_check_next(check->check, &frame);
    *more = frame != NULL;
    return result;
}

mote_result js_check_finish(js_check *check, js_check_result *out)
{
    mote_result result = mote_check_finish(check->check);
    mote_check_outcome outcome;
    mote_check_get_outcome(check->check, &outcome);
    *out = (js_check_result){check->json.data, check->json.count, outcome.failed};
    return result;
}
