// mote check: finds every frame in which something passes through something else.

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/check/checker.h"
#include "apps/mote/check/html_report.h"
#include "apps/mote/check/json_report.h"
#include "apps/mote/check/painting.h"
#include "apps/mote/check/summary.h"
#include "apps/mote/check/view.h"
#include "apps/mote/folder.h"
#include "apps/mote/methods.h"
#include "apps/mote/verb.h"
#include "core/result.h"

// Set from the command line.
static struct {
    const char *parts, *weld, *clip, *method, *json, *fail_on, *baseline, *write_baseline, *out,
        *html;
    bool self, no_self, rest, no_faces;
    check_rules rules;
    float tolerance, fps, budget;
    cmd_range frames;
    uint64_t threads, views;
} given = {.frames = {1, 0}}; // a range that cannot be typed: no frames given

// One run of the verb.
typedef struct job {
    check_animation *animation;
    check_baseline *baseline, *found; // to subtract, to write; null for none
    check_def def;
    check_checker *checker;
    check_report_head head;
    FILE *json_file;
    check_json_report json;
    check_html_report html;
    check_view *views;
    size_t view_count;
} job;

// ---------------------------------------------------------------------------------------------
// Options

static const char *const splits[] = {"auto", "file", "node", "mesh", "material", "component", NULL};

static asset_split split_of(const char *name)
{
    int i = 0;
    while (strcmp(splits[i], name) != 0) i++;
    return (asset_split)i; // the names are in the order of asset_split
}

static bool read_number(const char *text, float *out)
{
    char *end;
    *out = strtof(text, &end);
    return end != text && !*end && isfinite(*out);
}

static mote_result read_weld(check_animation_def *def)
{
    if (strcmp(given.weld, "none") == 0) {
        def->weld = MOTE_WELD_NONE;
    } else if (strcmp(given.weld, "exact") == 0) {
        def->weld = MOTE_WELD_EXACT;
    } else if (read_number(given.weld, &def->weld_tolerance) && def->weld_tolerance >= 0) {
        def->weld = MOTE_WELD_TOLERANCE;
    } else {
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--weld': '%s' is not none, exact or a distance", given.weld);
    }
    return MOTE_OK;
}

static mote_result read_fail_on(check_fail_on *out)
{
    const char *text = given.fail_on;
    *out = (check_fail_on){.severity = CHECK_SEVERITY_PENETRATE};
    if (strcmp(text, "penetrate") == 0) return MOTE_OK;
    if (strncmp(text, "depth>", 6) == 0 && read_number(text + 6, &out->depth) && out->depth >= 0)
        return MOTE_OK;
    for (int i = CHECK_SEVERITY_NEAR; i <= CHECK_SEVERITY_TOUCH; i++) {
        if (strcmp(text, check_severity_name((check_severity)i)) != 0) continue;
        out->severity = (check_severity)i;
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT,
                     "option '--fail-on': '%s' is not near, touch, penetrate or depth>D", text);
}

static mote_result check_numbers(void)
{
    if (!(given.fps > 0)) return mote_fail(MOTE_ERROR_ARGUMENT, "option '--fps' must be above 0");
    if (given.tolerance < 0 || given.budget < 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "options '--tolerance' and '--budget' are 0 or more");
    if (given.threads > UINT16_MAX || given.views > UINT16_MAX)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "options '--threads' and '--views' are at most 65535");
    if (given.self && given.no_self)
        return mote_fail(MOTE_ERROR_ARGUMENT, "'--self' and '--no-self' exclude each other");
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Opening

static mote_result open_animation(cmd_arguments arguments, job *j)
{
    check_animation_def def = check_default_animation_def();
    def.inputs = arguments.items;
    def.input_count = (uint32_t)arguments.count;
    def.split = split_of(given.parts);
    def.clip = given.clip;
    def.fps = (double)given.fps;
    mote_result result = read_weld(&def);
    return result ? result : check_animation_open(&def, &j->animation);
}

static mote_result find_idle_rules(const check_animation *animation)
{
    const char **names = malloc(animation->part_count * sizeof *names);
    if (!names) return mote_fail_memory(animation->part_count * sizeof *names, "the names");
    for (uint32_t i = 0; i < animation->part_count; i++) names[i] = animation->parts[i]->name;
    const char *idle = check_rules_idle(&given.rules, names, animation->part_count);
    free(names);
    if (!idle) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "no part is meant by '%s'; the first part is called '%s'",
                     idle, animation->parts[0]->name);
}

static mote_result find_frames(job *j)
{
    if (given.rest) {
        j->def.first_frame = j->def.last_frame = CHECK_REST_FRAME;
        return MOTE_OK;
    }
    uint32_t count = j->animation->frame_count;
    bool all = given.frames.first > given.frames.last;
    j->def.first_frame = all ? 0 : given.frames.first;
    j->def.last_frame = all ? count - 1 : given.frames.last;
    j->head.first_frame = j->def.first_frame;
    j->head.last_frame = j->def.last_frame;
    if (j->def.last_frame < count) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '--frames': there are only the frames 0 to %u",
                     count - 1);
}

static mote_result prepare(cmd_arguments arguments, job *j)
{
    const mote_method_info *method;
    mote_result result = cmd_method_by_name(given.method, &method);
    if (!result) result = check_numbers();
    if (!result) result = read_fail_on(&j->def.fail_on);
    if (!result) result = open_animation(arguments, j);
    if (!result) result = find_idle_rules(j->animation);
    if (!result) result = find_frames(j);
    if (result) return result;
    j->def.animation = j->animation;
    j->def.method = method->method;
    j->def.threads = (uint32_t)given.threads;
    j->def.tolerance = given.tolerance;
    j->def.self = given.self || (!given.no_self && j->animation->part_count == 1);
    j->def.rules = &given.rules;
    j->def.budget = (double)given.budget;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Baselines

static mote_result add_to_baseline(check_baseline *baseline, const check_frame *frame)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < frame->finding_count && !result; i++) {
        const check_finding *f = &frame->findings[i];
        const mote_face_pair inside = {MOTE_NONE, MOTE_NONE};
        if (f->face_pair_count == 0) result = check_baseline_add(baseline, f->a, f->b, inside);
        for (uint32_t k = 0; k < f->face_pair_count && !result; k++)
            result = check_baseline_add(baseline, f->a, f->b, f->face_pairs[k]);
    }
    return result;
}

// What meets in the rest pose.
static mote_result find_rest_baseline(job *j)
{
    mote_result result = check_baseline_create(&j->baseline);
    check_def def = j->def;
    def.first_frame = def.last_frame = CHECK_REST_FRAME;
    check_checker *checker = NULL;
    check_frame frame;
    if (!result) result = check_checker_create(&def, &checker);
    if (!result) result = check_checker_look(checker, 0, &frame);
    if (!result) result = add_to_baseline(j->baseline, &frame);
    check_checker_destroy(checker);
    return result;
}

static mote_result open_baselines(job *j)
{
    mote_result result = MOTE_OK;
    if (given.baseline && strcmp(given.baseline, "rest") == 0)
        result = find_rest_baseline(j);
    else if (given.baseline)
        result = check_baseline_read(given.baseline, j->animation, &j->baseline);
    if (!result && given.write_baseline) result = check_baseline_create(&j->found);
    j->def.baseline = j->baseline;
    return result;
}

static mote_result hear_baseline(void *context, const check_frame *frame)
{
    return add_to_baseline(((job *)context)->found, frame);
}

// ---------------------------------------------------------------------------------------------
// JSON

static mote_result fail_writing(const char *path)
{
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path,
                     errno ? strerror(errno) : "no room");
}

static mote_result hear_json(void *context, const check_frame *frame)
{
    job *j = context;
    check_json_report_frame(&j->json, frame);
    return ferror(j->json_file) ? fail_writing(given.json) : MOTE_OK;
}

static mote_result open_json(job *j)
{
    bool standard = strcmp(given.json, "-") == 0;
    errno = 0;
    j->json_file = standard ? stdout : fopen(given.json, "w");
    if (!j->json_file) return fail_writing(given.json);
    j->json = check_json_report_begin(j->json_file, j->animation, &j->head, !given.no_faces);
    return MOTE_OK;
}

static mote_result close_json(job *j)
{
    if (!j->json_file) return MOTE_OK;
    bool failed = fflush(j->json_file) || ferror(j->json_file);
    if (j->json_file != stdout && fclose(j->json_file)) failed = true;
    j->json_file = NULL;
    return failed ? fail_writing(given.json) : MOTE_OK;
}

static mote_result hear_html(void *context, const check_frame *frame)
{
    check_html_report_frame(&((job *)context)->html, frame);
    return MOTE_OK;
}

static mote_result hear_painting(void *context, const check_frame *frame)
{
    return check_paint_frame(given.out, ((job *)context)->animation, frame);
}

// ---------------------------------------------------------------------------------------------
// Running

static mote_result open_outputs(cmd_arguments arguments, job *j, check_sink *sinks, uint32_t *count)
{
    j->head.inputs = arguments.items;
    j->head.input_count = (uint32_t)arguments.count;
    j->head.split = given.parts;
    j->head.weld = given.weld;
    j->head.fail_on = given.fail_on;
    j->head.baseline = given.baseline;
    j->head.tolerance = given.tolerance;
    j->head.self = j->def.self;
    j->head.rest = given.rest;
    mote_result result = MOTE_OK;
    if (given.html) {
        result = check_html_report_open(&j->html, given.html, j->animation, &j->head);
        sinks[(*count)++] = (check_sink){j, hear_html};
    }
    if (given.json && !result) {
        result = open_json(j);
        sinks[(*count)++] = (check_sink){j, hear_json};
    }
    if (j->found) sinks[(*count)++] = (check_sink){j, hear_baseline};
    if (given.out) sinks[(*count)++] = (check_sink){j, hear_painting};
    if (given.out && !result) result = cmd_make_folder(given.out);
    return result;
}

// With the report on standard output, what a person reads goes to standard error.
static FILE *person(void)
{
    return given.json && strcmp(given.json, "-") == 0 ? stderr : stdout;
}

// The first thing that failed, and what it said.
typedef struct failure {
    mote_result result;
    char message[512];
} failure;

static void note(failure *first, mote_result result)
{
    if (!result || first->result) return;
    first->result = result;
    snprintf(first->message, sizeof first->message, "%s", mote_last_message());
}

static mote_result take_views(job *j, const check_outcome *outcome)
{
    size_t least = given.html ? CHECK_HTML_VIEWS : 0;
    j->view_count = given.views > least ? (size_t)given.views : least;
    if (j->view_count == 0) return MOTE_OK;
    return check_views_create(j->checker, j->animation, outcome, &j->views, &j->view_count);
}

static mote_result end_json(job *j, const check_outcome *outcome)
{
    check_outcome asked = *outcome;
    if (asked.view_count > given.views) asked.view_count = (size_t)given.views;
    if (j->json_file) check_json_report_end(&j->json, &asked);
    return close_json(j);
}

// What was found is told even if something failed on the way; the first failure is returned.
static mote_result finish(job *j, mote_result result, check_outcome *outcome)
{
    failure first = {0};
    *outcome = check_checker_outcome(j->checker);
    note(&first, result);
    if (!result) note(&first, take_views(j, outcome));
    bool complete = !first.result;
    outcome->views = j->views;
    outcome->view_count = j->views ? j->view_count : 0;
    outcome->error = complete ? NULL : first.message;
    note(&first, end_json(j, outcome));
    note(&first, check_html_report_close(&j->html, outcome));
    if (complete && j->found)
        note(&first, check_baseline_write(j->found, j->animation, given.write_baseline));
    check_summary_print(person(), j->animation, outcome);
    outcome->error = NULL;
    return first.result ? mote_fail(first.result, "%s", first.message) : MOTE_OK;
}

static mote_result check(cmd_arguments arguments, job *j, check_outcome *outcome)
{
    check_sink sinks[5];
    uint32_t sink_count = 0;
    mote_result result = prepare(arguments, j);
    if (!result) result = open_baselines(j);
    if (!result) result = check_checker_create(&j->def, &j->checker);
    if (!result) result = open_outputs(arguments, j, sinks, &sink_count);
    if (result) return result;
    check_summary_print_head(person(), j->animation, arguments.items, (uint32_t)arguments.count);
    result = check_checker_run(j->checker, sinks, sink_count);
    return finish(j, result, outcome);
}

static void close_job(job *j)
{
    check_views_release(j->views, j->view_count);
    check_checker_destroy(j->checker);
    check_baseline_destroy(j->baseline);
    check_baseline_destroy(j->found);
    check_animation_close(j->animation);
}

static int run(cmd_arguments arguments)
{
    signal(SIGPIPE, SIG_IGN); // a closed pipe is told as an error, and other outputs are kept
    job j = {0};
    check_outcome outcome = {0};
    mote_result result = check(arguments, &j, &outcome);
    int code = outcome.failed ? CMD_EXIT_FOUND : CMD_EXIT_FINE;
    bool incomplete =
        outcome.total && (outcome.total->cut_short || outcome.total->invalid_frames > 0);
    if (code == CMD_EXIT_FINE && incomplete) code = CMD_EXIT_ERROR; // not all was looked at
    if (result) code = cmd_verb_fail("check");
    close_job(&j);
    return code;
}

static const cmd_option options[] = {
    {.name = "parts",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.parts,
     .value = "KIND",
     .standard = "auto",
     .help = "what is one part; auto means nodes, or files where there are several",
     .choices = splits},
    {.name = "self",
     .kind = CMD_OPTION_FLAG,
     .to = &given.self,
     .help = "check each part against itself too; the default where there is one part only"},
    {.name = "no-self",
     .kind = CMD_OPTION_FLAG,
     .to = &given.no_self,
     .help = "do not check a part against itself"},
    {.name = "ignore",
     .kind = CMD_OPTION_TEXTS,
     .to = &given.rules.ignore,
     .value = "A:B",
     .help = "leave out pairs of parts with such names, * and ? stand for any characters; A alone "
             "means A with anything; may be given several times"},
    {.name = "only",
     .kind = CMD_OPTION_TEXTS,
     .to = &given.rules.only,
     .value = "A:B",
     .help = "look only at pairs of parts with such names; may be given several times"},
    {.name = "weld",
     .kind = CMD_OPTION_TEXT,
     .to = &given.weld,
     .value = "HOW",
     .standard = "exact",
     .help = "which vertices are one: none, exact (same place and motion) or a distance"},
    {.name = "tolerance",
     .kind = CMD_OPTION_REAL,
     .to = &given.tolerance,
     .value = "D",
     .standard = "0",
     .help = "also find near misses: faces at most so far apart"},
    {.name = "static",
     .kind = CMD_OPTION_FLAG,
     .to = &given.rest,
     .help = "check the rest pose and no animation"},
    {.name = "clip",
     .kind = CMD_OPTION_TEXT,
     .to = &given.clip,
     .value = "NAME",
     .help = "the animation to check, of a file that has several; the first if not given"},
    {.name = "fps",
     .kind = CMD_OPTION_REAL,
     .to = &given.fps,
     .value = "N",
     .standard = "30",
     .help = "frames a second: frame i is at start + i / N, and the last key is a frame too"},
    {.name = "frames",
     .kind = CMD_OPTION_RANGE,
     .to = &given.frames,
     .value = "A:B",
     .help = "first and last frame, or one alone; all if not given"},
    {.name = "baseline",
     .kind = CMD_OPTION_TEXT,
     .to = &given.baseline,
     .value = "FILE",
     .help = "face pairs that are known and do not count: a file of --write-baseline, or the word "
             "rest for what meets in the rest pose"},
    {.name = "write-baseline",
     .kind = CMD_OPTION_TEXT,
     .to = &given.write_baseline,
     .value = "FILE",
     .help = "write all face pairs found, for a later --baseline"},
    {.name = "fail-on",
     .kind = CMD_OPTION_TEXT,
     .to = &given.fail_on,
     .value = "WHAT",
     .standard = "penetrate",
     .help = "what makes the exit code 1: near, touch, penetrate or depth>D"},
    {.name = "json",
     .kind = CMD_OPTION_TEXT,
     .to = &given.json,
     .value = "FILE",
     .help = "write the report as JSON; - is standard output, and the summary goes to standard "
             "error"},
    {.name = "no-faces",
     .kind = CMD_OPTION_FLAG,
     .to = &given.no_faces,
     .help = "leave the lists of faces out of the JSON"},
    {.name = "views",
     .kind = CMD_OPTION_COUNT,
     .to = &given.views,
     .value = "N",
     .standard = "0",
     .help = "put the triangles around the N worst places into the JSON"},
    {.name = "html",
     .kind = CMD_OPTION_TEXT,
     .to = &given.html,
     .value = "FILE",
     .help = "write the report as a page with a time line, pictures and a 3-D view of the worst "
             "places"},
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "DIR",
     .help = "write each bad frame to DIR/frame_00012.ply, with the faces that meet in red"},
    {.name = "method",
     .kind = CMD_OPTION_TEXT,
     .to = &given.method,
     .value = "NAME",
     .standard = "hybrid",
     .help = "how to detect; 'mote methods' lists what there is"},
    {.name = "threads",
     .kind = CMD_OPTION_COUNT,
     .to = &given.threads,
     .value = "N",
     .standard = "1",
     .help = "threads to use; 0 is one a processor"},
    {.name = "budget",
     .kind = CMD_OPTION_REAL,
     .to = &given.budget,
     .value = "S",
     .standard = "0",
     .help = "seconds that the check may take; 0 is no limit. What is left then is not looked at, "
             "and the exit code is not 0"},
};

const cmd_verb cmd_verb_check = {
    .name = "check",
    .summary = "find every frame in which something passes through something else",
    .arguments = "INPUT...",
    .least_arguments = 1,
    .most_arguments = INT32_MAX,
    .about =
        "Checks an animation frame by frame: which parts meet, in which triangles, where, and how "
        "deep. An input is a file (glTF, FBX, Collada and more; OBJ, PLY, STL, OFF), numbered "
        "files (walk_%04d.obj, or a "
        "folder of them) or the name of a built-in scene. Several inputs are checked together, "
        "each one part. Faces that share a vertex are neighbors and never reported. "
        "The exit code is 0 if nothing was found, 1 if something was, 2 if the check could not be "
        "made or not be completed.",
    .examples = "  mote check character.glb --json report.json\n"
                "  mote check body.obj shirt.obj --html report.html\n"
                "  mote check walk_%04d.obj --json report.json\n"
                "  mote check teapot-sphere --frames 0:99 --fail-on 'depth>0.01'\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
