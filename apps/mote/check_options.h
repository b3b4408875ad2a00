// The options of 'mote check' and of each line of a batch, and the check that they describe.

#ifndef MOTE_COMMAND_CHECK_OPTIONS_H
#define MOTE_COMMAND_CHECK_OPTIONS_H

#include <mote/check.h>

#include "apps/mote/config.h"
#include "apps/mote/options.h"

typedef struct cmd_check_options {
    const char *parts, *weld, *clip, *method, *fail_on, *unknown_depth, *baseline, *write_baseline,
        *baseline_by, *out, *config, *first_frame, *format;
    const char *reports[MOTE_CHECK_FORMAT_COUNT]; // paths by format; null: not requested
    bool self, no_self, rest, between, no_faces, allow_outside, require_filter, no_config, watch;
    cmd_texts ignore, only, allow, accept;
    float tolerance, fps, budget, min_area;
    cmd_range frames;
    float page_size, memory, read_time;
    uint64_t threads, views, substeps, max_pairs, min_faces, min_frames;
} cmd_check_options;

// The options parsed last by cmd_verb_check.
extern cmd_check_options cmd_check_given;

// The check described by the options. Some options may come from a settings file, which the config
// owns. The request must outlive the check.
typedef struct cmd_check_request {
    mote_check_def def;
    cmd_config config;
} cmd_check_request;

// Reads the settings file, opens the check and chooses its frames. May set `*out` even on failure.
// The caller closes the check.
mote_result cmd_check_open(cmd_arguments arguments, cmd_check_request *request, mote_check **out);
void cmd_check_request_release(cmd_check_request *request);

// The definition of a report as requested by the options, without a sink.
mote_check_report_def cmd_check_report(mote_check_format format);

#endif
