// The child process that reads files.
//
// The child first sends a byte that says whether it has a system call filter. While it reads the
// file, it requests other files (broker.h). Then it sends a byte that says whether it succeeded,
// and the asset or the error message. The parent validates all data and kills a child that takes
// too long.

#define _GNU_SOURCE // pipe2, RLIMIT_AS, POSIX
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "check/import/broker.h"
#include "check/import/import.h"
#include "check/import/sandbox.h"
#include "check/import/wire.h"
#include "core/result.h"
#include "core/timer.h"
#include "io/file.h"
#include "io/name.h"

enum {
    SENT_FILTERED = 'S',
    SENT_UNFILTERED = 'U',
    SENT_ASSET = 'A',
    SENT_FAILURE = 'F',
    MAX_WORDS = 1000
};

static const double seconds_between_questions = 0.1; // interval of cancellation checks

check_import_limits check_default_import_limits(void)
{
    return (check_import_limits){.seconds = 60, .bytes = (uint64_t)2 << 30};
}

bool check_is_canceled(const check_import_limits *limits)
{
    return limits->is_canceled && limits->is_canceled(limits->is_canceled_context);
}

// ---------------------------------------------------------------------------------------------
// In the child

static void set_limit(int resource, uint64_t limit)
{
    struct rlimit old, now;
    if (getrlimit((__rlimit_resource_t)resource, &old)) return;
    now.rlim_cur = (rlim_t)limit < old.rlim_max ? (rlim_t)limit : old.rlim_max;
    now.rlim_max = now.rlim_cur;
    setrlimit((__rlimit_resource_t)resource, &now);
}

// The parent handles signals of the terminal. The child ends with its parent.
static void set_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
}

static void set_limits(const check_import_limits *limits)
{
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, 0);
    set_limit(RLIMIT_CPU, (uint64_t)ceil(limits->seconds) + 1);
    if (!CHECK_SANITIZED) set_limit(RLIMIT_AS, limits->bytes);
}

// The descriptors of the child, in this order.
enum { THE_FILE, QUESTIONS, ANSWERS, DESCRIPTOR_COUNT };

// Locks the process and tells the parent whether it has a filter. Fails if the limits require a
// filter that the system does not allow.
static mote_result lock(const char *path, const check_import_limits *limits, int to)
{
    char room[IO_SHORT_NAME];
    const unsigned char word = check_sandbox_lock() ? SENT_FILTERED : SENT_UNFILTERED;
    if (word == SENT_UNFILTERED && limits->require_filter)
        return mote_fail(
            MOTE_ERROR_REFUSED,
            "%s: is not read, because a filter of system calls is required and " CHECK_NO_FILTER,
            io_short_name(path, room));
    if (check_wire_write(to, &word, sizeof word)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_IO, "%s: the importer has lost its parent",
                     io_short_name(path, room));
}

static mote_result read_asset(const char *path, const check_importer *importer,
                              const check_import_limits *limits, int kept[DESCRIPTOR_COUNT],
                              asset_file *out)
{
    mote_result result = importer->prepare ? importer->prepare(path) : MOTE_OK;
    if (!result) result = lock(path, limits, kept[QUESTIONS]);
    if (result) return result;
    check_broker broker = {kept[QUESTIONS], kept[ANSWERS]};
    check_input input = {.path = path, .beside = {check_broker_read, &broker}};
    unsigned char *bytes;
    result = io_file_read(kept[THE_FILE], path, &bytes, &input.size);
    input.bytes = bytes;
    if (!result) result = importer->read(&input, out);
    if (!result) result = asset_check(out, path);
    return result;
}

_Noreturn static void run_child(const char *path, const check_importer *importer,
                                const check_import_limits *limits, int kept[DESCRIPTOR_COUNT])
{
    set_signals();
    if (!check_sandbox_keep(kept, DESCRIPTOR_COUNT)) _exit(1);
    set_limits(limits);
    asset_file asset = {0};
    mote_result result = read_asset(path, importer, limits, kept, &asset);
    int to = kept[QUESTIONS];
    unsigned char head[2] = {result ? SENT_FAILURE : SENT_ASSET, (unsigned char)result};
    bool sent = check_wire_write(to, head, sizeof head);
    if (sent && result)
        sent = check_wire_write(to, mote_last_message(), strlen(mote_last_message()));
    else if (sent)
        sent = check_wire_send(to, &asset);
    _exit(sent ? 0 : 1); // skips the exit handlers and buffers of the parent
}

// ---------------------------------------------------------------------------------------------
// In the parent

// The child process and the data it has sent, without answered requests.
typedef struct reply {
    const char *path;
    const check_import_limits *limits;
    int from, answers;
    bool lock_known, unfiltered; // the child has reported its filter; it has none
    uint32_t question_count;
    unsigned char *bytes;
    size_t size, room;
} reply;

static mote_result fail_file(const char *path, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static mote_result fail_file(const char *path, const char *format, ...)
{
    char text[256], room[IO_SHORT_NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mote_fail(MOTE_ERROR_DATA, "%s: %s", io_short_name(path, room), text);
}

static mote_result grow(reply *r)
{
    if (r->size < r->room) return MOTE_OK;
    if (r->room >= r->limits->bytes)
        return fail_file(r->path, "reading it needs more than %llu MB of memory",
                         (unsigned long long)(r->limits->bytes >> 20));
    size_t room = r->room ? r->room * 2 : 1 << 16;
    unsigned char *bytes = realloc(r->bytes, room);
    if (!bytes) return mote_fail_memory(room, r->path);
    r->bytes = bytes;
    r->room = room;
    return MOTE_OK;
}

// Takes the byte about the filter. The child sends it before it reads the file, so the file cannot
// influence it. A child that fails earlier does not send it.
static void take_lock(reply *r)
{
    if (r->lock_known || r->size == 0) return;
    r->lock_known = true;
    r->unfiltered = r->bytes[0] == SENT_UNFILTERED;
    if (r->bytes[0] == SENT_FILTERED || r->unfiltered) memmove(r->bytes, r->bytes + 1, --r->size);
}

static mote_result answer_questions(reply *r)
{
    for (size_t length; (length = check_broker_question(r->bytes, r->size)) > 0;) {
        if (++r->question_count > CHECK_MAX_ASKED_FILES)
            return fail_file(r->path, "it names more than %d files", CHECK_MAX_ASKED_FILES);
        check_broker_answer(r->answers, r->bytes, r->path, r->limits);
        r->size -= length;
        memmove(r->bytes, r->bytes + length, r->size);
    }
    return MOTE_OK;
}

// Receives data until the child closes the pipe or its time is over.
static mote_result receive(reply *r)
{
    double ends = mote_seconds() + r->limits->seconds;
    for (;;) {
        mote_result result = grow(r);
        if (result) return result;
        if (check_is_canceled(r->limits)) return fail_file(r->path, "reading it was canceled");
        double left = ends - mote_seconds();
        double patience = r->limits->is_canceled ? fmin(left, seconds_between_questions) : left;
        struct pollfd ready = {.fd = r->from, .events = POLLIN};
        int count = left > 0 ? poll(&ready, 1, (int)(patience * 1000) + 1) : 0;
        if ((count < 0 && errno == EINTR) || (count == 0 && patience < left)) continue;
        if (count == 0)
            return fail_file(r->path, "reading it took longer than %g s", r->limits->seconds);
        ssize_t got = read(r->from, r->bytes + r->size, r->room - r->size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return fail_file(r->path, "cannot read from the importer: %s", strerror(errno));
        if (got == 0) return MOTE_OK;
        r->size += (size_t)got;
        take_lock(r);
        result = answer_questions(r);
        if (result) return result;
    }
}

static mote_result parse_reply(const reply *r, int status, asset_file *out)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return fail_file(r->path, "reading it took longer than %g s", r->limits->seconds);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        return fail_file(r->path, "the importer tried what no importer may do, and was ended");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
        return fail_file(r->path,
                         "the importer gave up: the file is damaged in a way that it does not "
                         "expect");
    if (WIFSIGNALED(status))
        return fail_file(r->path, "the importer crashed (signal %d)", WTERMSIG(status));
    if (r->size >= 2 && r->bytes[0] == SENT_FAILURE) {
        bool known = r->bytes[1] > MOTE_OK && r->bytes[1] <= MOTE_ERROR_STATE;
        return mote_fail(known ? (mote_result)r->bytes[1] : MOTE_ERROR_DATA, "%.*s",
                         r->size - 2 < MAX_WORDS ? (int)(r->size - 2) : MAX_WORDS,
                         (const char *)r->bytes + 2);
    }
    if (r->size < 2 || r->bytes[0] != SENT_ASSET || WEXITSTATUS(status) != 0)
        return fail_file(r->path, "the importer ended without a result (exit code %d)",
                         WEXITSTATUS(status));
    return check_wire_parse(r->bytes + 2, r->size - 2, r->path, out);
}

// The ends of the pipe and of the socket, each with the parent's end first.
typedef struct connection {
    int pipe[2], socket[2];
} connection;

static void close_ends(int ends[2])
{
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) close(ends[i]);
        ends[i] = -1;
    }
}

static mote_result connect_child(const char *path, connection *c)
{
    if (pipe2(c->pipe, O_CLOEXEC))
        return fail_file(path, "cannot create a pipe: %s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, c->socket))
        return fail_file(path, "cannot create a socket: %s", strerror(errno));
    return MOTE_OK;
}

// Starts the child and receives its reply.
static mote_result converse(const check_importer *importer, int file, connection *c, reply *r,
                            int *status)
{
    pid_t child = fork();
    if (child == 0) {
        int kept[DESCRIPTOR_COUNT] = {file, c->pipe[1], c->socket[1]};
        run_child(r->path, importer, r->limits, kept);
    }
    if (child < 0) return fail_file(r->path, "cannot create a process: %s", strerror(errno));
    close(c->pipe[1]);
    close(c->socket[1]);
    c->pipe[1] = c->socket[1] = -1;
    r->from = c->pipe[0];
    r->answers = c->socket[0];
    mote_result result = receive(r);
    if (result) kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    return result;
}

mote_result check_read_in_child(const char *path, int file, const check_importer *importer,
                                const check_import_limits *limits, asset_file *out)
{
    *out = (asset_file){0};
    connection c = {{-1, -1}, {-1, -1}};
    reply r = {.path = path, .limits = limits};
    int status = 0;
    mote_result result = connect_child(path, &c);
    if (!result) result = converse(importer, file, &c, &r, &status);
    close_ends(c.pipe);
    close_ends(c.socket);
    if (!result) result = parse_reply(&r, status, out);
    if (!result)
        result =
            asset_add_remark(out, ASSET_REMARK_UNFILTERED, r.unfiltered,
                             "was read without a filter of system calls, because " CHECK_NO_FILTER);
    if (result) asset_release(out);
    free(r.bytes);
    return result;
}

mote_result check_import_in_child(const char *path, const check_importer *importer,
                                  const check_import_limits *limits, asset_file *out)
{
    int file;
    *out = (asset_file){0};
    check_announce_file(limits, path);
    mote_result result = io_file_open(path, &file);
    if (result) return result;
    result = check_read_in_child(path, file, importer, limits, out);
    close(file);
    return result;
}
