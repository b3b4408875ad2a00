// 'mote check' on files in memory: only in the module of the package.

#ifndef MOTE_JS_CHECK_H
#define MOTE_JS_CHECK_H

#include "bindings/js/module/module.h"

typedef struct js_check js_check;

// Fields of mote_check_def and mote_check_json_def. All are doubles, as in JavaScript; src/check.ts
// writes them in this order. Booleans are 0 or 1, choices the values of their enums.
typedef struct js_check_options {
    double split;
    double weld, weld_tolerance;
    double fps;
    double rest_pose;
    double between, substeps;
    double self;
    double tolerance;
    double time_budget;
    double fail_on, fail_depth;
    double pass_unknown_depth;
    double accept;
    double rest_baseline;
    double faces, view_count;
} js_check_options;

// `options` gets the defaults.
JS_EXPORT(check_create) mote_result js_check_create(js_check_options *options, js_check **out);
JS_EXPORT(check_destroy) void js_check_destroy(js_check *check);

// Takes over the bytes and the name, which come from js_allocate, even if it fails. Files that are
// `input` are checked; others are there for those that name them.
JS_EXPORT(check_add_file)
mote_result js_check_add_file(js_check *check, char *name, void *bytes, size_t size, bool input);

// Texts, which come from js_allocate and are taken over even if it fails: a rule for pairs not to
// check, a rule for the only pairs to check, the clip.
JS_EXPORT(check_add_ignore) mote_result js_check_add_ignore(js_check *check, char *text);
JS_EXPORT(check_add_only) mote_result js_check_add_only(js_check *check, char *text);
JS_EXPORT(check_set_clip) void js_check_set_clip(js_check *check, char *text);

// Reads the files. `frame_count` is the number of frames that will be checked.
JS_EXPORT(check_open)
mote_result js_check_open(js_check *check, const js_check_options *options, uint32_t *frame_count);

// Checks the next frame; `*more` is 0 after the last one.
JS_EXPORT(check_next) mote_result js_check_next(js_check *check, uint32_t *more);

typedef struct js_check_result {
    const char *json; // valid as long as the check
    size_t json_size;
    uint32_t failed;
} js_check_result;

// Completes the report.
JS_EXPORT(check_finish) mote_result js_check_finish(js_check *check, js_check_result *out);

#endif
