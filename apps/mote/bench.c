// mote bench: measures methods on scenes and compares their results with each other.

#define _POSIX_C_SOURCE 200809L
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/bench_against.h"
#include "apps/mote/bench_mpi.h"
#include "apps/mote/output.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "bench/document.h"
#include "bench/method_contender.h"
#include "bench/peer.h"
#include "bench/table.h"
#include "core/result.h"

// Set from the command line.
static struct {
    const char *methods, *threads, *order, *clock, *json, *against;
    cmd_range frames;
    uint64_t repeats, detail, seed;
    bool peers, distance, contacts, bars, deformers, mpi;
} given = {.frames = CMD_ALL_FRAMES};

enum { MAX_CONTENDERS = 32 };

typedef struct bench {
    bench_method_settings settings[MAX_CONTENDERS];
    bench_contender contenders[MAX_CONTENDERS];
    uint32_t count;
    bench_question question;
    cmd_output json; // not open if not requested
    bench_document document;
    bool disagreed;
} bench;

// ---------------------------------------------------------------------------------------------
// Contenders

static mote_result add_contender(bench *b, const char *method, uint32_t threads)
{
    const mote_method_info *info;
    mote_result result = cmd_method_by_name(method, &info);
    if (result) return result;
    if (b->count == MAX_CONTENDERS)
        return mote_fail(MOTE_ERROR_LIMIT, "at most %d combinations of methods and threads",
                         MAX_CONTENDERS);
    bench_method_settings *settings = &b->settings[b->count];
    bench_method_settings_make(method, threads, settings);
    settings->world.contacts = given.contacts;
    b->contenders[b->count++] = bench_method_contender(settings);
    return MOTE_OK;
}

// Does the method give exact results in any scene, and faster than naive?
static bool serves_any_scene(const mote_method_info *info)
{
    const uint32_t needed = MOTE_ABILITY_EXACT | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE;
    return (info->abilities & needed) == needed && info->method != MOTE_METHOD_NAIVE;
}

// Adds all methods of the list with one number of threads.
static mote_result add_methods(bench *b, uint32_t threads)
{
    char list[256];
    const char *usual = given.against ? "hybrid" : "all";
    snprintf(list, sizeof list, "%s", given.methods ? given.methods : usual);
    mote_result result = MOTE_OK;
    if (strcmp(list, "all") == 0) {
        const mote_method_info *info;
        for (size_t i = 0; (info = mote_method_at(i)) && !result; i++)
            if (serves_any_scene(info)) result = add_contender(b, info->name, threads);
        return result;
    }
    char *rest;
    for (char *name = strtok_r(list, ",", &rest); name && !result;
         name = strtok_r(NULL, ",", &rest))
        result = add_contender(b, name, threads);
    return result;
}

static mote_result add_contenders(bench *b)
{
    char list[128];
    snprintf(list, sizeof list, "%s", given.threads);
    char *rest;
    for (char *text = strtok_r(list, ",", &rest); text; text = strtok_r(NULL, ",", &rest)) {
        char *end;
        unsigned long threads = strtoul(text, &end, 10);
        if (*end || threads == 0 || threads > 1024)
            return mote_fail(MOTE_ERROR_ARGUMENT, "option '--threads': '%s' is not 1 to 1024",
                             text);
        mote_result result = add_methods(b, (uint32_t)threads);
        if (result) return result;
    }
    return b->count ? MOTE_OK : mote_fail(MOTE_ERROR_ARGUMENT, "no method to measure");
}

// ---------------------------------------------------------------------------------------------
// Peers

static void print_peer(const char *name, const bench_peer_report *report)
{
    char verdict[32];
    bench_timing facts = {.missed = (uint64_t)io_json_number(&report->json, report->peer, "missed"),
                          .added = (uint64_t)io_json_number(&report->json, report->peer, "added"),
                          .distance_error =
                              io_json_number(&report->json, report->peer, "distance_error")};
    bench_table_verdict(&facts, verdict, sizeof verdict);
    const io_json_node *floor = io_json_member(&report->json, report->run, "floor");
    size_t last = 0, total = bench_peer_summary(report, report->peer, BENCH_CLASS_COUNT).count;
    for (int which = 0; which <= BENCH_CLASS_COUNT && last < total; which++) {
        bench_contact_class class = (bench_contact_class)which;
        bench_table_row row = {.name = name,
                               .group = bench_class_name(class),
                               .times = bench_peer_summary(report, report->peer, class),
                               .floor = bench_peer_summary(report, floor, class).median,
                               .base = bench_peer_summary(report, report->mote, class).median,
                               .verdict = verdict};
        if (!bench_class_has_row(class, row.times.count, last, total)) continue;
        bench_table_print_row(stdout, &row);
        last = row.times.count;
    }
}

static void run_peers(bench *b, const bench_stage_def *def, const bench_protocol *protocol)
{
    const char *name;
    for (size_t i = 0; (name = bench_peer_name(i)); i++) {
        if (b->question == BENCH_ASK_DISTANCE && !bench_peer_answers_distance(name)) continue;
        if (!bench_peer_is_built(name)) {
            printf("  %-14s not built (./run bench --peers builds it)\n", name);
            continue;
        }
        bench_peer_report report;
        fflush(stdout);
        if (bench_peer_run(name, def, protocol, &report)) {
            printf("  %-14s %.62s\n", name, mote_last_message());
            continue;
        }
        print_peer(name, &report);
        if (b->json.file)
            bench_document_add_peer(&b->document, report.run->text,
                                    (size_t)(report.run->end - report.run->text));
        bench_peer_report_release(&report);
    }
}

// ---------------------------------------------------------------------------------------------
// One scene

static bench_vertex_order order_by_name(const char *name)
{
    bench_vertex_order order = BENCH_ORDER_CALLER;
    while (strcmp(bench_order_name(order), name) != 0) order++;
    return order;
}

static bench_clock clock_by_name(const char *name)
{
    return strcmp(name, bench_clock_name(BENCH_CLOCK_CPU)) == 0 ? BENCH_CLOCK_CPU
                                                                : BENCH_CLOCK_WALL;
}

static bench_stage_def stage_def(const char *scene)
{
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.scene.detail = (uint32_t)given.detail;
    def.scene.seed = given.seed;
    def.order = order_by_name(given.order);
    if (given.frames.first <= given.frames.last) {
        def.first_frame = given.frames.first;
        def.frame_count = given.frames.last - given.frames.first + 1;
    }
    if (given.contacts) def.mesh_flags |= MOTE_MESH_ADJACENCY;
    return def;
}

static void print_mismatches(bench *b, const char *scene, const bench_measurement *m)
{
    for (uint32_t i = 0; i < m->contender_count; i++) {
        const bench_timing *timing = &m->timings[i];
        if (bench_timing_agrees(timing)) continue;
        b->disagreed = true;
        fprintf(stderr, "MISMATCH: %s: %s differs from %s: %llu pairs missed, %llu added\n", scene,
                timing->name, m->timings[0].name, (unsigned long long)timing->missed,
                (unsigned long long)timing->added);
    }
}

static void step(void *progress)
{
    cmd_progress_step(progress);
}

// Does a method of the list need more of a mesh than its clusters?
static bool needs_whole_meshes(const bench *b)
{
    const mote_method_info *info;
    for (uint32_t i = 0; i < b->count; i++) {
        for (size_t m = 0; (info = mote_method_at(m)); m++) {
            if (info->method == b->settings[i].world.method && !serves_any_scene(info) &&
                info->method != MOTE_METHOD_NAIVE)
                return true;
        }
    }
    return false;
}

static mote_result run_scene(bench *b, const char *scene)
{
    bench_stage_def def = stage_def(scene);
    if (needs_whole_meshes(b)) def.mesh_flags = mote_default_mesh_def().flags;
    bench_stage stage;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    cmd_progress progress = cmd_progress_begin("measuring", (given.repeats + 1) * b->count);
    bench_protocol protocol = {.repeats = (uint32_t)given.repeats,
                               .question = b->question,
                               .clock = clock_by_name(given.clock),
                               .progress = step,
                               .context = &progress};
    bench_measurement m;
    result = bench_measure(&stage, b->contenders, b->count, &protocol, &m);
    cmd_progress_end(&progress);
    if (!result) {
        bench_table_begin(stdout, &stage, scene, b->question, &m);
        bench_table_print(stdout, &m);
        if (b->json.file) bench_document_begin_run(&b->document, &stage, scene, b->question, &m);
        print_mismatches(b, scene, &m);
        bench_measurement_release(&m);
    }
    bench_stage_close(&stage);
    if (!result && given.peers) run_peers(b, &def, &protocol);
    if (!result && b->json.file) bench_document_end_run(&b->document);
    return result;
}

// ---------------------------------------------------------------------------------------------

static mote_result open_json(bench *b)
{
    b->json.path = given.json;
    mote_result result = cmd_output_open(&b->json);
    if (b->json.file) b->document = bench_document_begin(b->json.file);
    return result;
}

static mote_result close_json(bench *b, mote_result result)
{
    if (b->json.file) bench_document_end(&b->document);
    return cmd_output_close(&b->json, result);
}

static mote_result check_against(int scene_count)
{
    if (given.against && given.peers)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--peers': not with --against");
    if (!given.against && (given.bars || given.deformers))
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--%s': only with --against",
                         given.bars ? "bars" : "deformers");
    if (scene_count == 0 && !given.bars)
        return mote_fail(MOTE_ERROR_ARGUMENT, "missing argument: SCENE");
    return MOTE_OK;
}

static mote_result check_given(void)
{
    if (given.repeats == 0) given.repeats = given.against ? 20 : 5;
    if (given.peers && strcmp(given.order, "caller") != 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--peers': peers support only the caller's order");
    if (given.peers && given.seed != scene_default_def().seed)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--peers': peers support only the default seed");
    return MOTE_OK;
}

static mote_result run_against(const bench *b, cmd_arguments arguments, int *exit_code)
{
    cmd_against against = {.build = given.against,
                           .bars = given.bars,
                           .deformers = given.deformers,
                           .contacts = given.contacts,
                           .distance = given.distance,
                           .settings = b->settings,
                           .setting_count = b->count,
                           .stage = stage_def(NULL),
                           .rounds = (uint32_t)given.repeats,
                           .clock = clock_by_name(given.clock),
                           .json = given.json};
    return cmd_bench_against(&against, arguments, exit_code);
}

static mote_result run_mpi(cmd_arguments arguments)
{
    if (given.peers || given.against || given.distance || given.contacts || given.json)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "option '--mpi': not with --peers, --against, --distance, --contacts or "
                         "--json");
    if (arguments.count == 0) return mote_fail(MOTE_ERROR_ARGUMENT, "missing argument: SCENE");
    bool has_frames = given.frames.first <= given.frames.last;
    bench_mpi_def def = {.scenes = arguments.items,
                         .scene_count = arguments.count,
                         .detail = (uint32_t)given.detail,
                         .threads = (uint32_t)strtoul(given.threads, NULL, 10),
                         .first_frame = has_frames ? given.frames.first : 0,
                         .frame_count =
                             has_frames ? given.frames.last - given.frames.first + 1 : 10,
                         .seed = given.seed,
                         .share_work = true};
    return cmd_bench_mpi(&def);
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    static bench b;
    if (given.mpi) return run_mpi(arguments);
    b.question = given.distance ? BENCH_ASK_DISTANCE : BENCH_ASK_PAIRS;
    mote_result result = check_given();
    if (!result) result = check_against(arguments.count);
    if (!result) result = add_contenders(&b);
    if (!result && given.against) return run_against(&b, arguments, exit_code);
    if (!result) result = open_json(&b);
    if (result) return result;
    bench_table_print_machine(stdout);
    for (int i = 0; i < arguments.count && !result; i++) result = run_scene(&b, arguments.items[i]);
    if (b.disagreed) *exit_code = CMD_EXIT_FOUND;
    return close_json(&b, result);
}

static const char *const orders[] = {"caller", "mesh", "shuffled", NULL};
static const char *const clocks[] = {"wall", "cpu", NULL};

static const cmd_option options[] = {
    {.name = "methods",
     .kind = CMD_OPTION_TEXT,
     .to = &given.methods,
     .value = "NAMES",
     .help = "methods separated by commas; the others are compared with the first. 'all', the "
             "default, is all exact methods but naive; with --against the default is hybrid"},
    {.name = "threads",
     .kind = CMD_OPTION_TEXT,
     .to = &given.threads,
     .value = "NUMBERS",
     .standard = "1",
     .help = "numbers of threads separated by commas"},
    CMD_OPTION_FRAMES(&given.frames),
    {.name = "repeats",
     .kind = CMD_OPTION_COUNT,
     .to = &given.repeats,
     .value = "N",
     .min = 1,
     .max = 10000,
     .help = "number of times to play the frames (5; with --against 20)"},
    {.name = "order",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.order,
     .value = "NAME",
     .standard = "caller",
     .help = "order of the vertices that the caller passes",
     .choices = orders},
    {.name = "clock",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.clock,
     .value = "NAME",
     .standard = "wall",
     .help = "wall-clock time, or processor time for busy machines",
     .choices = clocks},
    CMD_OPTION_DETAIL(&given.detail),
    CMD_OPTION_SEED(&given.seed, "N", "1"),
    {.name = "json",
     .kind = CMD_OPTION_TEXT,
     .to = &given.json,
     .value = "FILE",
     .help = "also write all measurements to this file, as JSON"},
    {.name = "peers",
     .kind = CMD_OPTION_FLAG,
     .to = &given.peers,
     .help =
         "also time the other libraries that were built, each next to hybrid in its own program"},
    {.name = "distance",
     .kind = CMD_OPTION_FLAG,
     .to = &given.distance,
     .help = "time the distance of the first two bodies instead of the face pairs"},
    {.name = "contacts",
     .kind = CMD_OPTION_FLAG,
     .to = &given.contacts,
     .help = "group face pairs into contacts too, inside the timed part"},
    {.name = "against",
     .kind = CMD_OPTION_TEXT,
     .to = &given.against,
     .value = "BUILD",
     .help = "compare this build of the library with another one, frame by frame in one process, "
             "and print the ratio of their times with a 95 % confidence interval. BUILD is a "
             "directory that holds libmote_bench_runner.so, or that file"},
    {.name = "mpi",
     .kind = CMD_OPTION_FLAG,
     .to = &given.mpi,
     .help = "measure libmote_mpi on all ranks, under mpirun: time, bytes sent, clusters sent, "
             "balance. SCENE may also be crowd or cloth, which grow with the ranks, or crowd-N "
             "(bodies) or cloth-N (triangles) in all"},
    {.name = "bars",
     .kind = CMD_OPTION_FLAG,
     .to = &given.bars,
     .help = "with --against: the scenes of the figures that mote promises (mote_bars), or those "
             "of them that are given"},
    {.name = "deformers",
     .kind = CMD_OPTION_FLAG,
     .to = &given.deformers,
     .help = "with --against: skinned bodies get their skin as a deformer instead of positions, "
             "rigid bodies a transform"},
};

const cmd_verb cmd_verb_bench = {
    .name = "bench",
    .summary = "time the methods on scenes, side by side",
    .arguments = "[SCENE...]",
    .min_arguments = 0,
    .max_arguments = 64,
    .about =
        "Plays each scene with each method, from a cold start in every repeat. The time of a "
        "frame is the least of all repeats. Prints the median and the 95th percentile over all "
        "frames, and over "
        "the frames in light (0.05 to 0.1 % of the faces), medium (1 %) and heavy contact (8 to 12 "
        "%). 'floors' is the time divided by that of one min/max pass over all positions, 'ratio' "
        "the time divided by that of the first method. The exit code is 1 if two methods find "
        "different pairs. See docs/benchmarking.md.",
    .examples = "  mote bench teapot-sphere\n"
                "  mote bench blobs-light blobs-heavy --methods hybrid,refit --threads 1,2\n"
                "  mote bench blobs-light --detail 1000000 --frames 0:19 --order mesh\n"
                "  mote bench letters-ww --peers --json letters.json\n"
                "  mote bench --against ../before/build/release --bars\n"
                "  mpirun -n 4 mote bench --mpi crowd cloth\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
