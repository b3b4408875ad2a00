// mote check: finds every frame in which parts of an animation collide.

#include <mote/check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/check_options.h"
#include "apps/mote/interrupt.h"
#include "apps/mote/old_frames.h"
#include "apps/mote/output.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "apps/mote/watch.h"
#include "core/result.h"

// One run of the verb.
typedef struct job {
    mote_check *check;
    cmd_old_frames old_frames;
    cmd_output reports[MOTE_CHECK_FORMAT_COUNT], baseline;
    cmd_progress progress;
} job;

// ---------------------------------------------------------------------------------------------
// Outputs

// Writes for a mote_check_sink. The check buffers its output, so this function writes immediately.
static bool write_output(void *context, const char *bytes, size_t size)
{
    return cmd_output_write(context, bytes, size);
}

static mote_check_sink sink_to(cmd_output *to)
{
    bool standard = to->path && strcmp(to->path, "-") == 0;
    return (mote_check_sink){
        .write = write_output, .context = to, .name = standard ? "standard output" : to->path};
}

// The next format after `after` whose report goes to standard output, or MOTE_CHECK_FORMAT_COUNT.
static int format_on_stdout(int after)
{
    int format = after + 1;
    while (format < MOTE_CHECK_FORMAT_COUNT &&
           !(cmd_check_given.reports[format] && strcmp(cmd_check_given.reports[format], "-") == 0))
        format++;
    return format;
}

static mote_result check_stdout(void)
{
    int first = format_on_stdout(-1);
    if (first == MOTE_CHECK_FORMAT_COUNT) return MOTE_OK;
    int second = format_on_stdout(first);
    if (second == MOTE_CHECK_FORMAT_COUNT) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "options '--%s' and '--%s' both write to standard output",
                     mote_check_format_name((mote_check_format)first),
                     mote_check_format_name((mote_check_format)second));
}

static mote_result open_report(job *j, mote_check_format format)
{
    mote_check_report_def def = cmd_check_report(format);
    def.sink = sink_to(&j->reports[format]);
    mote_result result = mote_check_add_report(j->check, &def);
    return result ? result : cmd_output_open(&j->reports[format]);
}

// Opens all outputs before the check, so that unwritable paths are refused before anything is
// overwritten.
static mote_result open_outputs(job *j)
{
    mote_result result = check_stdout();
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT && !result; i++)
        if (cmd_check_given.reports[i]) result = open_report(j, (mote_check_format)i);
    if (cmd_check_given.write_baseline && !result) {
        mote_check_sink sink = sink_to(&j->baseline);
        bool by_regions = strcmp(cmd_check_given.baseline_by, "regions") == 0;
        result = by_regions ? mote_check_add_region_baseline(j->check, &sink)
                            : mote_check_add_baseline(j->check, &sink);
    }
    if (cmd_check_given.out && !result) result = cmd_make_folder(cmd_check_given.out);
    if (cmd_check_given.out && !result)
        result = cmd_old_frames_find(cmd_check_given.out, &j->old_frames);
    return result;
}

// If a report goes to standard output, the summary goes to standard error.
static FILE *summary_stream(void)
{
    return format_on_stdout(-1) < MOTE_CHECK_FORMAT_COUNT ? stderr : stdout;
}

// ---------------------------------------------------------------------------------------------
// Running

static bool show_progress(void *context, uint32_t done, uint32_t count)
{
    job *j = context;
    if (done == 0) j->progress = cmd_progress_begin("checking", count);
    if (done > 0) cmd_progress_step(&j->progress);
    return true;
}

static mote_result paint_frame(void *context, const mote_check *check,
                               const mote_check_frame *frame)
{
    job *j = context;
    char path[4096], name[64];
    if (!cmd_check_given.out || frame->finding_count == 0) return MOTE_OK;
    mote_check_info info;
    mote_check_get_info(check, &info);
    if (info.clip_count > 1)
        snprintf(name, sizeof name, "clip_%02u_frame_%05u.ply", frame->clip, frame->number);
    else
        snprintf(name, sizeof name, "frame_%05u.ply", frame->number);
    if (snprintf(path, sizeof path, "%s/%s", cmd_check_given.out, name) >= (int)sizeof path)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--out': the path is too long");
    cmd_old_frames_forget(&j->old_frames, name);
    return mote_check_write_ply(check, frame, path);
}

// Adds a remark about pictures of an earlier check that this check has not replaced.
static mote_result tell_old_frames(void *context, mote_check *check)
{
    const job *j = context;
    char text[512];
    uint32_t count = j->old_frames.count;
    if (count == 0) return MOTE_OK;
    snprintf(text, sizeof text, "%.256s: %u file%s of an earlier check, not of this one: %s%s",
             cmd_check_given.out, count, count == 1 ? " is" : "s are", j->old_frames.names[0],
             count > 1 ? ", ..." : "");
    const mote_check_remark remark = {MOTE_CHECK_REMARK_OUTPUT, true, count, text};
    return mote_check_add_remark(check, &remark);
}

static mote_result run_check(job *j)
{
    cmd_output text = {.path = "standard output", .file = summary_stream()};
    const mote_check_sink sink = sink_to(&text);
    bool color = cmd_has_color(text.file);
    const mote_check_callbacks callbacks = {
        .progress = show_progress, .frame = paint_frame, .ending = tell_old_frames, .context = j};
    mote_check_write_heading(j->check, &sink, color);
    mote_result result = mote_check_run(j->check, &callbacks);
    char message[512];
    snprintf(message, sizeof message, "%s", mote_last_message());
    cmd_progress_end(&j->progress);
    mote_check_write_summary(j->check, &sink, color);
    return result ? mote_fail(result, "%s", message) : MOTE_OK;
}

static int exit_code_of(const mote_check *check)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    switch (outcome.verdict) {
    case MOTE_CHECK_VERDICT_CLEAN:
    case MOTE_CHECK_VERDICT_PASSED: return CMD_EXIT_FINE;
    case MOTE_CHECK_VERDICT_FINDINGS: return CMD_EXIT_FOUND;
    case MOTE_CHECK_VERDICT_INCOMPLETE: break;
    }
    return CMD_EXIT_ERROR;
}

static bool was_canceled(const mote_check *check)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    return outcome.total.canceled;
}

// Sends the outcome to the watch, which prints it before the next one.
static void tell_watch(const mote_check *check)
{
    char text[96];
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    size_t failing = 0;
    for (size_t i = 0; i < outcome.episode_count; i++) failing += outcome.episodes[i].fails;
    snprintf(text, sizeof text, "%s, %zu episode%s, %zu of them failing",
             mote_check_verdict_name(outcome.verdict), outcome.episode_count,
             outcome.episode_count == 1 ? "" : "s", failing);
    cmd_watch_outcome(text);
}

// Returns false in the parent of a watch, whose children do the work.
static bool is_worker(cmd_arguments arguments, int *exit_code, mote_result *result)
{
    const char *outputs[MOTE_CHECK_FORMAT_COUNT + 1] = {cmd_check_given.write_baseline};
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++) outputs[i + 1] = cmd_check_given.reports[i];
    const cmd_watch_def def = {.verb = "check",
                               .to = summary_stream(),
                               .outputs = outputs,
                               .output_count = MOTE_CHECK_FORMAT_COUNT + 1};
    *result = MOTE_OK;
    if (!cmd_check_given.watch) return true;
    for (int i = 0; i < arguments.count && !*result; i++)
        if (strcmp(arguments.items[i], "-") == 0)
            *result = mote_fail(MOTE_ERROR_ARGUMENT,
                                "option '--watch': standard input cannot be read again");
    return !*result && cmd_watch(&def, exit_code);
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    mote_result result;
    if (!is_worker(arguments, exit_code, &result)) return result;
    signal(SIGPIPE, SIG_IGN); // report closed pipes as write errors and keep other outputs
    signal(SIGXFSZ, SIG_IGN); // report the file size limit as a write error
    cmd_interrupt_catch();
    job j = {.baseline = {.path = cmd_check_given.write_baseline}};
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        j.reports[i].path = cmd_check_given.reports[i];
    static cmd_check_request request;
    result = cmd_check_open(arguments, &request, &j.check);
    if (!result) result = open_outputs(&j);
    if (!result) result = run_check(&j);
    if (!result) *exit_code = exit_code_of(j.check);
    if (!result) tell_watch(j.check);
    bool canceled = !result && was_canceled(j.check);
    cmd_old_frames_release(&j.old_frames);
    mote_check_close(j.check);
    for (int i = 0; i < MOTE_CHECK_FORMAT_COUNT; i++)
        result = cmd_output_close(&j.reports[i], result);
    result = cmd_output_close(&j.baseline, result);
    cmd_check_request_release(&request);
    if (canceled && !result) {
        fprintf(stderr,
                "mote check: interrupted by %s; the reports hold what was found until then\n",
                cmd_interrupt_name());
        cmd_interrupt_end();
    }
    return result;
}

// ---------------------------------------------------------------------------------------------

static const char *const baseline_kinds[] = {"faces", "regions", NULL};
static const char *const unknown_depths[] = {"fail", "pass", NULL};
static const char *const splits[] = {"auto", "file", "node", "mesh", "material", "component", NULL};

static const cmd_option options[] = {
    CMD_OPTION_FORMAT(&cmd_check_given.format),
    {.name = "parts",
     .kind = CMD_OPTION_CHOICE,
     .to = &cmd_check_given.parts,
     .value = "KIND",
     .standard = "auto",
     .help =
         "how to split the inputs into parts; auto is one part per node, or per file if there are "
         "several",
     .choices = splits},
    {.name = "self",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.self,
     .help = "check each part against itself too; the default if there is only one part"},
    {.name = "no-self",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.no_self,
     .help = "do not check a part against itself"},
    {.name = "ignore",
     .kind = CMD_OPTION_TEXTS,
     .to = &cmd_check_given.ignore,
     .value = "A:B",
     .help = "do not check pairs of parts with these names; * matches any characters, ? one; "
             "A alone is A with any part; may be repeated"},
    {.name = "only",
     .kind = CMD_OPTION_TEXTS,
     .to = &cmd_check_given.only,
     .value = "A:B",
     .help = "check only pairs of parts with these names; may be repeated"},
    {.name = "weld",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.weld,
     .value = "HOW",
     .standard = "exact",
     .help = "which vertices to merge: none, exact (same position and motion) or those within a "
             "distance"},
    CMD_OPTION_TOLERANCE(&cmd_check_given.tolerance),
    {.name = "static",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.rest,
     .help = "check the rest pose only, no animation"},
    {.name = "between",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.between,
     .help = "also find what happens between frames, where vertices move on straight lines"},
    {.name = "substeps",
     .kind = CMD_OPTION_COUNT,
     .to = &cmd_check_given.substeps,
     .value = "N",
     .standard = "0",
     .max = 1000,
     .help = "with --between, which it implies: pose the input N times between two frames, so that "
             "the straight lines follow its curves"},
    {.name = "allow-outside",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.allow_outside,
     .help =
         "read also what a file names outside of its own folder, and symbolic links in a folder "
         "that leave it"},
    CMD_OPTION_REQUIRE_FILTER(&cmd_check_given.require_filter),
    {.name = "allow",
     .kind = CMD_OPTION_TEXTS,
     .to = &cmd_check_given.allow,
     .value = "REGION",
     .help =
         "do not report regions with this name, such as 'LeftUpperArm x Spine*'; part=, bone=, "
         "material= or attribute= before a name says of what; ', clip=NAME', ', frames=A:B' and "
         "', depth<D' limit it; may be repeated"},
    CMD_OPTION_CLIP(&cmd_check_given.clip),
    CMD_OPTION_FPS(&cmd_check_given.fps),
    CMD_OPTION_FRAMES(&cmd_check_given.frames),
    {.name = "first-frame",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.first_frame,
     .value = "N",
     .standard = "0",
     .help = "the number of the first frame of each clip, as the artist's tool has it; time: its "
             "start in seconds times --fps"},
    {.name = "config",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.config,
     .value = "FILE",
     .help = "settings, in place of the file mote-check.toml beside the first input; options that "
             "are given here win"},
    {.name = "no-config",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.no_config,
     .help = "do not read mote-check.toml"},
    {.name = "baseline",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.baseline,
     .value = "FILE",
     .help = "what is known and not reported: a file of --write-baseline, or the word rest for the "
             "face pairs that meet in the rest pose"},
    {.name = "write-baseline",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.write_baseline,
     .value = "FILE",
     .help = "write what was found, for a later --baseline"},
    {.name = "baseline-by",
     .kind = CMD_OPTION_CHOICE,
     .to = &cmd_check_given.baseline_by,
     .value = "KIND",
     .standard = "faces",
     .help = "what --write-baseline writes: faces, exact pairs of faces in any frame; or regions, "
             "places and frames: a region that grows, or meets in other frames, is reported",
     .choices = baseline_kinds},
    {.name = "fail-on",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.fail_on,
     .value = "WHAT",
     .standard = "penetrate",
     .help = "what makes the exit code 1: near, touch, penetrate or depth>D"},
    {.name = "min-area",
     .kind = CMD_OPTION_REAL,
     .to = &cmd_check_given.min_area,
     .value = "A",
     .standard = "0",
     .sign = CMD_NOT_NEGATIVE,
     .help = "regions whose faces have less area than this do not make the exit code 1"},
    {.name = "min-faces",
     .kind = CMD_OPTION_COUNT,
     .to = &cmd_check_given.min_faces,
     .value = "N",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "regions with fewer face pairs than this do not make the exit code 1"},
    {.name = "min-frames",
     .kind = CMD_OPTION_COUNT,
     .to = &cmd_check_given.min_frames,
     .value = "N",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "episodes of fewer frames than this do not make the exit code 1"},
    {.name = "unknown-depth",
     .kind = CMD_OPTION_CHOICE,
     .to = &cmd_check_given.unknown_depth,
     .value = "WHAT",
     .standard = "fail",
     .help = "whether penetrations whose depth is not known fail or pass --fail-on depth>D",
     .choices = unknown_depths},
    {.name = "accept",
     .kind = CMD_OPTION_TEXTS,
     .to = &cmd_check_given.accept,
     .value = "WHAT",
     .help = "what does not make a check incomplete: files (in a folder, not read), clip (that an "
             "input lacks), content (of a file, not read), baseline (that matches nothing), output "
             "(old files in --out); may be repeated"},
    {.name = "json",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_JSON],
     .value = "FILE",
     .help = "write the report as JSON; with - it goes to standard output, and the summary to "
             "standard error"},
    {.name = "no-faces",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.no_faces,
     .help = "omit the lists of faces from the JSON and from the database"},
    {.name = "views",
     .kind = CMD_OPTION_COUNT,
     .to = &cmd_check_given.views,
     .value = "N",
     .standard = "0",
     .max = UINT16_MAX,
     .help = "add the triangles around the N worst places to the JSON"},
    {.name = "html",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_HTML],
     .value = "FILE",
     .help = "write the report as an HTML page with a time line, pictures and a 3-D view of the "
             "worst places"},
    {.name = "page-size",
     .kind = CMD_OPTION_REAL,
     .to = &cmd_check_given.page_size,
     .value = "MB",
     .standard = "5",
     .sign = CMD_NOT_NEGATIVE,
     .help =
         "about how large the HTML page may become; what does not fit is left out, and the page "
         "says so; 0 is any size"},
    {.name = "junit",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_JUNIT],
     .value = "FILE",
     .help = "write the report as JUnit XML: a test suite per clip, a test case per pair of parts "
             "that meet"},
    {.name = "sarif",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_SARIF],
     .value = "FILE",
     .help = "write the episodes as SARIF 2.1.0"},
    {.name = "csv",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_CSV],
     .value = "FILE",
     .help = "write the episodes as CSV, the worst first"},
    {.name = "sqlite",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_SQLITE],
     .value = "FILE",
     .help = "write the report as an SQLite database"},
    {.name = "github",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.reports[MOTE_CHECK_FORMAT_GITHUB],
     .value = "FILE",
     .help = "write annotations for GitHub Actions; with - they go to standard output, where a "
             "workflow reads them"},
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &cmd_check_given.out,
     .value = "DIR",
     .help = "write each bad frame to DIR/frame_00012.ply, with the faces that meet in red"},
    {.name = "watch",
     .kind = CMD_OPTION_FLAG,
     .to = &cmd_check_given.watch,
     .help = "check again whenever a file that was read changes, until Ctrl-C; the exit code is "
             "that of the last check"},
    CMD_OPTION_METHOD(&cmd_check_given.method),
    CMD_OPTION_THREADS(&cmd_check_given.threads),
    {.name = "memory",
     .kind = CMD_OPTION_REAL,
     .to = &cmd_check_given.memory,
     .value = "MB",
     .standard = "2048",
     .sign = CMD_POSITIVE,
     .help = "memory that reading an input may take"},
    {.name = "read-time",
     .kind = CMD_OPTION_REAL,
     .to = &cmd_check_given.read_time,
     .value = "S",
     .standard = "60",
     .sign = CMD_POSITIVE,
     .help = "seconds that reading an input may take"},
    {.name = "max-pairs",
     .kind = CMD_OPTION_COUNT,
     .to = &cmd_check_given.max_pairs,
     .value = "N",
     .standard = "10000000",
     .min = 1,
     .max = INT64_MAX,
     .help = "pairs of faces with overlapping boxes, above which a frame is cut short"},
    {.name = "budget",
     .kind = CMD_OPTION_REAL,
     .to = &cmd_check_given.budget,
     .value = "S",
     .standard = "0",
     .sign = CMD_NOT_NEGATIVE,
     .help = "seconds that the check may take; 0 is no limit. The remaining frames are not "
             "checked, and the exit code is not 0"},
};

const cmd_verb cmd_verb_check = {
    .name = "check",
    .summary = "find every frame in which parts of an animation collide",
    .arguments = "INPUT...",
    .min_arguments = 1,
    .max_arguments = INT32_MAX,
    .about =
        "Checks an animation frame by frame: which parts meet, in which triangles, where, and how "
        "deep. An input is a file (glTF, FBX, Collada and more; OBJ, PLY, STL, OFF), numbered "
        "files (walk_%04d.obj, or a folder of them), - for standard input, or the name of a "
        "built-in scene; 'mote info' lists what is in it. Every clip is checked. Several inputs "
        "are checked together, each as "
        "one part. Faces that share a vertex are neighbors and never reported. The exit code is 0 "
        "if all of the input was checked and nothing was found, 1 if something was found, 2 if the "
        "check failed or if something was not checked; the summary says what and why. "
        "SIGINT and SIGTERM end the check with valid reports of what was found until then; a "
        "second "
        "one ends it at once.",
    .examples = "  mote check character.glb --json report.json\n"
                "  mote check body.obj shirt.obj --html report.html\n"
                "  mote check walk_%04d.obj --json report.json\n"
                "  curl -s https://example.org/character.glb | mote check - --format glb\n"
                "  mote check character.glb --html report.html --watch\n"
                "  mote check teapot-sphere --frames 0:99 --fail-on 'depth>0.01'\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
