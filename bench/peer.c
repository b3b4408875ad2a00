#define _POSIX_C_SOURCE 200809L
#include "bench/peer.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/document.h"
#include "bench/machine.h"
#include "bench/method_contender.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// The program

mote_result bench_peer_fail(const char *message)
{
    return mote_fail(MOTE_ERROR_REFUSED, "%s", message);
}

typedef struct request {
    bench_stage_def stage;
    uint32_t repeats;
    bench_question question;
    bench_clock clock;
} request;

static mote_result read_request(int argc, char **argv, bool answers_distance, request *out)
{
    *out = (request){.stage = bench_default_stage_def(), .repeats = 3};
    if (argc < 2 || argc > 8)
        return mote_fail(MOTE_ERROR_ARGUMENT, "usage: SCENE [DETAIL [FIRST_FRAME [FRAMES [REPEATS "
                                              "[pairs|distance [wall|cpu]]]]]]");
    uint32_t numbers[4] = {0};
    for (int i = 2; i < argc && i < 6; i++) {
        char *end;
        numbers[i - 2] = (uint32_t)strtoul(argv[i], &end, 10);
        if (*end) return mote_fail(MOTE_ERROR_ARGUMENT, "'%s' is not a number", argv[i]);
    }
    out->stage.scene.name = argv[1];
    out->stage.scene.detail = numbers[0];
    out->stage.first_frame = numbers[1];
    out->stage.frame_count = numbers[2];
    if (numbers[3]) out->repeats = numbers[3];
    if (argc >= 7 && strcmp(argv[6], "distance") == 0) out->question = BENCH_ASK_DISTANCE;
    if (argc == 8 && strcmp(argv[7], "cpu") == 0) out->clock = BENCH_CLOCK_CPU;
    if (out->question == BENCH_ASK_DISTANCE && !answers_distance)
        return mote_fail(MOTE_ERROR_REFUSED, "this peer does not answer distances");
    return MOTE_OK;
}

static mote_result measure(const request *asked, const bench_contender *peer)
{
    bench_method_settings hybrid;
    bench_method_settings_make("hybrid", 1, &hybrid);
    bench_contender contenders[] = {bench_method_contender(&hybrid), *peer};
    bench_protocol protocol = {
        .repeats = asked->repeats, .question = asked->question, .clock = asked->clock};
    bench_stage stage;
    mote_result result = bench_stage_open(&asked->stage, &stage);
    if (result) return result;
    bench_measurement measurement;
    result = bench_measure(&stage, contenders, 2, &protocol, &measurement);
    if (!result) {
        bench_document document = bench_document_begin(stdout);
        bench_document_begin_run(&document, &stage, asked->stage.scene.name, asked->question,
                                 &measurement);
        bench_document_end_run(&document);
        bench_document_end(&document);
        bench_measurement_release(&measurement);
        if (fflush(stdout) || ferror(stdout))
            result = mote_fail(MOTE_ERROR_IO, "could not write the output");
    }
    bench_stage_close(&stage);
    return result;
}

int bench_peer_main(int argc, char **argv, const bench_contender *peer, bool answers_distance)
{
    request asked;
    mote_result result = read_request(argc, argv, answers_distance, &asked);
    if (!result) result = measure(&asked, peer);
    if (result) fprintf(stderr, "mote_peer_%s: %s\n", peer->name, mote_last_message());
    return result ? 2 : 0;
}

// ---------------------------------------------------------------------------------------------
// Running it

extern char **environ;

const char *bench_peer_name(size_t index)
{
    static const char *const names[] = {"embree", "bullet", "fcl", "cgal"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static bool path_of(const char *name, char *path, size_t size)
{
    char file[64];
    snprintf(file, sizeof file, "mote_peer_%s", name);
    return bench_path_beside_program(file, path, size);
}

bool bench_peer_is_built(const char *name)
{
    char path[1024];
    return path_of(name, path, sizeof path) && access(path, X_OK) == 0;
}

bool bench_peer_answers_distance(const char *name)
{
    return strcmp(name, "fcl") == 0;
}

// ---------------------------------------------------------------------------------------------
// Running

static mote_result read_all(int from, bench_peer_report *out)
{
    size_t capacity = 0;
    for (;;) {
        if (out->size + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *text = realloc(out->text, capacity);
            if (!text) return mote_fail_memory(capacity, "the output of a peer");
            out->text = text;
        }
        ssize_t got = read(from, out->text + out->size, capacity - out->size - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        out->size += (size_t)got;
    }
    out->text[out->size] = '\0';
    return MOTE_OK;
}

// Starts the program with its standard output going into a pipe, whose other end is *from.
static mote_result spawn(const char *path, char *const arguments[], pid_t *process, int *from)
{
    int ends[2];
    if (pipe(ends)) return mote_fail(MOTE_ERROR_IO, "no pipe: %s", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    int error = posix_spawn(process, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    *from = ends[0];
    if (!error) return MOTE_OK;
    close(ends[0]);
    return mote_fail(MOTE_ERROR_IO, "could not start %s: %s", path, strerror(error));
}

static mote_result run_program(const char *path, char *const arguments[], bench_peer_report *out)
{
    pid_t process = 0;
    int from = -1;
    mote_result result = spawn(path, arguments, &process, &from);
    if (result) return result;
    result = read_all(from, out);
    close(from);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    if (!result && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return mote_fail(MOTE_ERROR_REFUSED, "%s failed", path);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Reading

static mote_result find_parts(bench_peer_report *out)
{
    const io_json *json = &out->json;
    mote_result result = io_json_parse(out->text, out->size, &out->json);
    if (result) return result;
    out->run = io_json_first(json, io_json_member(json, json->nodes, "runs"));
    out->mote = io_json_first(json, io_json_member(json, out->run, "contenders"));
    out->peer = out->mote ? io_json_next(json, out->mote) : NULL;
    if (out->peer) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA, "a peer's output lacks a contender");
}

mote_result bench_peer_run(const char *name, const bench_stage_def *def,
                           const bench_protocol *protocol, bench_peer_report *out)
{
    *out = (bench_peer_report){0};
    char path[1024], numbers[4][16];
    if (!path_of(name, path, sizeof path))
        return mote_fail(MOTE_ERROR_IO, "the directory of this program is unknown");
    uint32_t values[4] = {def->scene.detail, def->first_frame, def->frame_count, protocol->repeats};
    for (int i = 0; i < 4; i++) snprintf(numbers[i], sizeof numbers[i], "%u", values[i]);
    const char *arguments[] = {path,
                               def->scene.name,
                               numbers[0],
                               numbers[1],
                               numbers[2],
                               numbers[3],
                               protocol->question == BENCH_ASK_PAIRS ? "pairs" : "distance",
                               bench_clock_name(protocol->clock),
                               NULL};
    // posix_spawn promises not to write to the arguments.
    mote_result result = run_program(path, (char *const *)arguments, out);
    if (!result) result = find_parts(out);
    if (result) bench_peer_report_release(out);
    return result;
}

void bench_peer_report_release(bench_peer_report *report)
{
    io_json_release(&report->json);
    free(report->text);
    *report = (bench_peer_report){0};
}

bench_summary bench_peer_summary(const bench_peer_report *report, const io_json_node *of,
                                 bench_contact_class which)
{
    const io_json_node *summary = io_json_member(&report->json, of, bench_class_name(which));
    return (bench_summary){.count = (size_t)io_json_number(&report->json, summary, "frames"),
                           .median = io_json_number(&report->json, summary, "median"),
                           .p95 = io_json_number(&report->json, summary, "p95")};
}
