// mote recall: measures which share of the collisions a method finds, compared with the exact
// engine.

#include <mote/mote.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "apps/mote/output.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "bench/recall/chart.h"
#include "bench/recall/plan.h"
#include "bench/recall/report.h"
#include "bench/recall/score.h"
#include "core/result.h"

// Command line options.
static struct {
    const char *method, *particles, *speed, *sweep, *plot, *svg, *json, *set;
    uint64_t frames, seed, detail, grazing;
    bool cold, suite, certified, bounds, literal;
} given;

// Scenes and speeds for which particle methods state their recall.
static const char *const suite[] = {"teapot-sphere", "letters-tt",  "letters-mv",
                                    "letters-ww",    "shuttles-15", "spheres-15",
                                    "spheres-100",   "hand-chair",  "deforming-spheres-100"};
static const char suite_speeds[] = "0.005,0.02,0.1";

typedef struct recall {
    recall_plan plan;
    const recall_axis *x, *lines; // axes of the sweep; null for none
    recall_chart chart;
    bool imprecise;
} recall;

// ---------------------------------------------------------------------------------------------
// Arguments and options

static mote_result add_scene(recall_plan *plan, const char *name)
{
    for (uint32_t i = 0; i < plan->scene_count; i++)
        if (strcmp(plan->scenes[i], name) == 0)
            return mote_fail(MOTE_ERROR_ARGUMENT, "scene '%.40s' is named twice", name);
    if (plan->scene_count == RECALL_MAX_SCENES)
        return mote_fail(MOTE_ERROR_LIMIT, "at most %d scenes", RECALL_MAX_SCENES);
    plan->scenes[plan->scene_count++] = name;
    return MOTE_OK;
}

static mote_result add_axis(recall *r, const char *text)
{
    if (r->lines) return mote_fail(MOTE_ERROR_ARGUMENT, "sweep '%.40s': at most two axes", text);
    recall_axis axis;
    mote_result result = recall_axis_parse(text, &axis);
    if (result) return result;
    recall_axis *at = &r->plan.axes[axis.kind];
    if (at == r->x)
        return mote_fail(MOTE_ERROR_ARGUMENT, "sweep '%.40s': the axis is given twice", text);
    *at = axis;
    *(r->x ? &r->lines : &r->x) = at;
    return MOTE_OK;
}

// Reads the scenes and, after --sweep, a second axis.
static mote_result take_arguments(recall *r, cmd_arguments arguments)
{
    mote_result result = MOTE_OK;
    if (given.sweep) result = add_axis(r, given.sweep);
    for (size_t i = 0; given.suite && i < sizeof suite / sizeof suite[0] && !result; i++)
        result = add_scene(&r->plan, suite[i]);
    for (int i = 0; i < arguments.count && !result; i++) {
        const char *text = arguments.items[i];
        bool axis = strchr(text, '=') != NULL;
        if (axis && !given.sweep)
            return mote_fail(MOTE_ERROR_ARGUMENT, "'%.40s': an axis, but there is no --sweep",
                             text);
        result = axis ? add_axis(r, text) : add_scene(&r->plan, text);
    }
    if (!result && r->plan.scene_count == 0)
        result = mote_fail(MOTE_ERROR_ARGUMENT, "missing argument: SCENE, or --suite");
    return result;
}

static mote_result take_values(recall *r, recall_axis_kind kind, const char *list)
{
    recall_axis *axis = &r->plan.axes[kind];
    if (!list) return MOTE_OK;
    if (axis == r->x || axis == r->lines)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': also an axis of --sweep",
                         recall_axis_name(kind));
    char what[32];
    snprintf(what, sizeof what, "option '--%s'", recall_axis_name(kind));
    return recall_axis_parse_values(what, list, kind, axis);
}

static mote_result take_options(recall *r)
{
    const mote_method_info *info;
    mote_result result = cmd_method_by_name(given.method, &info);
    if (result) return result;
    if (given.svg && !given.sweep)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--svg': only with --sweep");
    r->plan.method = info->name;
    r->plan.seed = given.seed;
    r->plan.frame_count = (uint32_t)given.frames;
    r->plan.grazing = (uint32_t)given.grazing;
    r->plan.cold = given.cold || given.grazing;
    r->plan.bounds = given.bounds;
    r->plan.certified = given.certified;
    r->plan.options = given.set;
    r->plan.literal = given.literal;
    return MOTE_OK;
}

static mote_result take_axes(recall *r)
{
    const recall_axis *speeds = &r->plan.axes[RECALL_AXIS_SPEED];
    const char *speed = given.speed;
    if (!speed && given.suite && !given.grazing && speeds != r->x && speeds != r->lines)
        speed = suite_speeds;
    mote_result result = take_values(r, RECALL_AXIS_PARTICLES, given.particles);
    if (!result) result = take_values(r, RECALL_AXIS_SPEED, speed);
    recall_axis *details = &r->plan.axes[RECALL_AXIS_DETAIL];
    if (details != r->x && details != r->lines) details->values[0] = (double)given.detail;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Results

// Truncates text that does not fit.
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size,
                                                         const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

// "lbg, 12 particles, seed 1"
static void describe(const recall_plan *plan, char *text, size_t size)
{
    snprintf(text, size, "%s", plan->method);
    const recall_axis *particles = &plan->axes[RECALL_AXIS_PARTICLES];
    if (particles->count == 1 && particles->values[0] != RECALL_OWN_PARTICLES)
        append(text, size, ", %.0f particles", particles->values[0]);
    if (plan->literal) append(text, size, ", literal");
    if (plan->options) append(text, size, ", %s", plan->options);
    if (plan->certified) append(text, size, ", certified");
    if (plan->bounds) append(text, size, ", bounds promised");
    if (plan->grazing)
        append(text, size, ", %u grazing starts", plan->grazing);
    else if (plan->cold)
        append(text, size, ", cold");
    append(text, size, ", seed %llu", (unsigned long long)plan->seed);
}

static void print_title(const recall *r)
{
    char text[512];
    describe(&r->plan, text, sizeof text);
    cmd_print_paragraph(stdout, text);
    for (uint32_t i = 0; i < r->plan.run_count && r->plan.run_count <= 12; i++) {
        const recall_run *run = &r->plan.runs[i];
        printf("  %.30s: %u bodies, %zu triangles, %llu frames", run->scene, run->facts.body_count,
               run->facts.triangle_count, (unsigned long long)run->score.frame_count);
        if (run->facts.speed > 0.0) printf(", %.3g radii per frame", run->facts.speed);
        printf("\n");
    }
}

static mote_result print_scenes(recall *r)
{
    mote_result result = MOTE_OK;
    printf("\n");
    recall_print_heading(stdout, "scene");
    for (uint32_t i = 0; i < r->plan.scene_count && !result; i++) {
        recall_score sum = {0};
        recall_choice choice = {.scene = r->plan.scenes[i]};
        result = recall_plan_sum(&r->plan, &choice, &sum);
        if (!result) recall_print_row(stdout, choice.scene, &sum);
        recall_score_release(&sum);
    }
    return result;
}

// Prints the totals over all scenes and values, and whether all reported pairs are true.
static mote_result print_total(recall *r, bool quiet)
{
    recall_score total = {0};
    mote_result result = recall_plan_sum(&r->plan, &(recall_choice){0}, &total);
    if (!result && !quiet) {
        printf(r->plan.run_count > 1 ? "\nin total\n" : "\n");
        recall_print_score(stdout, &total);
    }
    r->imprecise = !recall_is_precise(&total);
    recall_score_release(&total);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Curves

// The number of lines in the chart: values of the second axis, else scenes, else one.
static uint32_t line_count(const recall *r)
{
    return r->lines ? r->lines->count : r->plan.scene_count;
}

static void name_line(const recall *r, uint32_t line, char *text, size_t size)
{
    if (r->lines)
        snprintf(text, size, "%s %g", recall_axis_name(r->lines->kind), r->lines->values[line]);
    else if (r->plan.scene_count > 1)
        snprintf(text, size, "%.40s", r->plan.scenes[line]);
    else
        text[0] = '\0';
}

static mote_result add_point(recall *r, const recall_figure *figure, uint32_t line, uint32_t value,
                             bool quiet)
{
    recall_choice choice = {.scene = r->lines ? NULL : r->plan.scenes[line],
                            .axes = {r->x, r->lines},
                            .values = {value, line}};
    recall_score sum = {0};
    mote_result result = recall_plan_sum(&r->plan, &choice, &sum);
    if (!result) {
        recall_chart_line *to = &r->chart.lines[line];
        recall_interval interval;
        double y = figure->value(&sum, &interval);
        to->points[to->count++] =
            (recall_chart_point){r->x->values[value], y, interval.low, interval.high};
        char name[96];
        snprintf(name, sizeof name, "%s %g%s%s", recall_axis_name(r->x->kind), r->x->values[value],
                 to->name[0] ? ", " : "", to->name);
        if (!quiet) recall_print_row(stdout, name, &sum);
    }
    recall_score_release(&sum);
    return result;
}

static mote_result make_chart(recall *r, bool quiet)
{
    const recall_figure *figure = recall_figure_by_name(given.plot);
    recall_chart *chart = &r->chart;
    chart->x_title = recall_axis_title(r->x->kind);
    chart->y_title = figure->title;
    chart->is_share = figure->is_share;
    chart->line_count = line_count(r);
    snprintf(chart->title, sizeof chart->title, "%s on %.40s%s", r->plan.method, r->plan.scenes[0],
             r->plan.scene_count > 1 ? " and others" : "");
    describe(&r->plan, chart->note, sizeof chart->note);
    if (figure->is_share) append(chart->note, sizeof chart->note, "; bars are 95 %% intervals");
    mote_result result = MOTE_OK;
    for (uint32_t line = 0; line < chart->line_count && !result; line++) {
        name_line(r, line, chart->lines[line].name, sizeof chart->lines[line].name);
        for (uint32_t value = 0; value < r->x->count && !result; value++)
            result = add_point(r, figure, line, value, quiet);
    }
    return result;
}

static mote_result print_sweep(recall *r, bool quiet)
{
    if (!quiet) {
        printf("\n");
        recall_print_heading(stdout, "sweep");
    }
    mote_result result = make_chart(r, quiet);
    if (result || quiet) return result;
    printf("\n");
    recall_chart_print(&r->chart, stdout);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Files

static mote_result write_files(const recall *r)
{
    cmd_output json = {.path = given.json}, svg = {.path = given.svg};
    mote_result result = cmd_output_open(&json);
    if (json.file) result = recall_write_document(json.file, &r->plan);
    result = cmd_output_close(&json, result);
    if (!result) result = cmd_output_open(&svg);
    if (svg.file) recall_chart_write_svg(&r->chart, svg.file);
    return cmd_output_close(&svg, result);
}

// ---------------------------------------------------------------------------------------------

static void step(void *progress)
{
    cmd_progress_step(progress);
}

static mote_result play(recall *r)
{
    cmd_progress progress =
        cmd_progress_begin(r->plan.method, 100 * (uint64_t)recall_plan_size(&r->plan));
    mote_result result = recall_plan_play(&r->plan, step, &progress);
    cmd_progress_end(&progress);
    return result;
}

static mote_result print_all(recall *r)
{
    bool quiet =
        (given.json && strcmp(given.json, "-") == 0) || (given.svg && strcmp(given.svg, "-") == 0);
    mote_result result = MOTE_OK;
    if (!quiet) print_title(r);
    if (r->x) result = print_sweep(r, quiet);
    if (!quiet && !result && !r->x && r->plan.scene_count > 1) result = print_scenes(r);
    if (!result) result = print_total(r, quiet || r->x);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    static recall r;
    r = (recall){.plan = recall_default_plan()};
    mote_result result = take_options(&r);
    if (!result) result = take_arguments(&r, arguments);
    if (!result) result = take_axes(&r);
    if (!result) result = play(&r);
    if (!result) result = print_all(&r);
    if (!result) result = write_files(&r);
    recall_plan_release(&r.plan);
    if (result || !r.imprecise) return result;
    fprintf(stderr, "mote recall: %s reported a collision that does not exist\n", r.plan.method);
    *exit_code = CMD_EXIT_FOUND;
    return MOTE_OK;
}

static const char *const figures[] = {"recall",  "precision",     "pairs",
                                      "regions", "large-regions", "distance",
                                      "time",    "vertices",      NULL};

static const cmd_option options[] = {
    {.name = "method",
     .kind = CMD_OPTION_TEXT,
     .to = &given.method,
     .value = "NAME",
     .standard = "hybrid",
     .help = "the method to measure"},
    {.name = "particles",
     .kind = CMD_OPTION_TEXT,
     .to = &given.particles,
     .value = "N",
     .help =
         "particles per body; for 'paired', descents per pair of bodies; 0 lets the method's own "
         "rule choose (default: the method's)"},
    {.name = "literal",
     .kind = CMD_OPTION_FLAG,
     .to = &given.literal,
     .help = "use the options of the method's paper instead of the defaults"},
    {.name = "set",
     .kind = CMD_OPTION_TEXT,
     .to = &given.set,
     .value = "LIST",
     .help = "other options of the method, such as smith.level=4,smith.bintree=1; an unknown "
             "name prints the list"},
    {.name = "certified",
     .kind = CMD_OPTION_FLAG,
     .to = &given.certified,
     .help = "let the exact engine decide pairs that the method leaves undecided"},
    {.name = "bounds",
     .kind = CMD_OPTION_FLAG,
     .to = &given.bounds,
     .help = "promise the boxes of the bodies, so that methods that read single vertices need "
             "not read all of them"},
    {.name = "frames",
     .kind = CMD_OPTION_COUNT,
     .to = &given.frames,
     .value = "N",
     .standard = "200",
     .max = UINT32_MAX,
     .help = "frames per scene and speed; 0 is the whole scene once. Fewer frames than the scene "
             "has are played in stretches of 25, spread over the scene"},
    {.name = "speed",
     .kind = CMD_OPTION_TEXT,
     .to = &given.speed,
     .value = "S",
     .help = "speed of the fastest body, in radii of the smallest body per frame; the results of "
             "several speeds, separated by commas, are combined (default: the scene's own; with "
             "--suite 0.005,0.02,0.1)"},
    CMD_OPTION_SEED(&given.seed, "K", "1"),
    CMD_OPTION_DETAIL(&given.detail),
    {.name = "cold",
     .kind = CMD_OPTION_FLAG,
     .to = &given.cold,
     .help = "start with a new world in each frame"},
    {.name = "grazing",
     .kind = CMD_OPTION_COUNT,
     .to = &given.grazing,
     .value = "COUNT",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "play this many grazing starts of the scene's first two bodies instead of its motion, "
             "each from a cold start: in random shapes and orientations, no point deeper inside "
             "than 0.001 radii"},
    {.name = "suite",
     .kind = CMD_OPTION_FLAG,
     .to = &given.suite,
     .help = "play all scenes of the documented figures of the particle methods"},
    {.name = "sweep",
     .kind = CMD_OPTION_TEXT,
     .to = &given.sweep,
     .value = "AXIS [AXIS]",
     .help = "particles=..., speed=... or detail=... with values separated by commas: a curve over "
             "the first, one for each value of the second"},
    {.name = "plot",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.plot,
     .value = "NAME",
     .standard = "recall",
     .help = "what the curves of a sweep show",
     .choices = figures},
    {.name = "svg",
     .kind = CMD_OPTION_TEXT,
     .to = &given.svg,
     .value = "FILE",
     .help = "also draw the curves of a sweep to this file; '-' is standard output"},
    {.name = "json",
     .kind = CMD_OPTION_OUTPUT,
     .to = &given.json,
     .value = "[FILE]",
     .help = "write all measurements as JSON to this file, or to standard output instead of the "
             "table"},
};

const cmd_verb cmd_verb_recall = {
    .name = "recall",
    .summary = "measure the share of collisions that a method finds",
    .arguments = "SCENE...",
    .max_arguments = 64,
    .about =
        "Plays scenes with a method and with the exact engine, and compares the two frame by "
        "frame: "
        "recall and precision of colliding frames and pairs of bodies, the share of regions found, "
        "the errors of distances and points, and the cost. Brackets hold the 95 % confidence "
        "interval of a share (Wilson). Time is the ratio to hybrid in the same run. The exit code "
        "is 1 if the method reported a collision that does not exist. See docs/recall.md.",
    .examples = "  mote recall teapot-sphere --method lbg --particles 24\n"
                "  mote recall --suite --method paired --frames 1000 --json paired.json\n"
                "  mote recall blobs-light --method paired --grazing 5000 --particles 64\n"
                "  mote recall letters-ww --method senin --svg senin.svg \\\n"
                "    --sweep particles=3,5,12,24,50,100 speed=.005,.02,.1\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
