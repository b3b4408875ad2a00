// The child process in which files are read.
//
// It sends a byte that says whether it succeeded, then the asset or the message. The parent trusts nothing: it checks
// what arrives, and kills a child that takes too long.

#define _DEFAULT_SOURCE // RLIMIT_AS, and what POSIX has
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/import/import.h"
#include "check/import/wire.h"
#include "core/result.h"
#include "core/timer.h"
#include "io/name.h"

enum { SENT_ASSET = 'A', SENT_FAILURE = 'F' };

// Address sanitizers reserve terabytes.
#if defined(__SANITIZE_ADDRESS__)
#define LIMITS_ADDRESS_SPACE 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LIMITS_ADDRESS_SPACE 0
#endif
#endif
#ifndef LIMITS_ADDRESS_SPACE
#define LIMITS_ADDRESS_SPACE 1
#endif

check_import_limits check_default_import_limits(void)
{
    return (check_import_limits){.seconds = 60, .bytes = (uint64_t)2 << 30};
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

_Noreturn static void run_child(const char *path, check_asset_reader *reader,
                                const check_import_limits *limits, int to)
{
    signal(SIGPIPE, SIG_IGN);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, (uint64_t)ceil(limits->seconds) + 1);
    if (LIMITS_ADDRESS_SPACE) set_limit(RLIMIT_AS, limits->bytes);
    asset_file asset = {0};
    mote_result result = reader(path, &asset);
    if (!result) result = asset_check(&asset, path);
    unsigned char head[2] = {result ? SENT_FAILURE : SENT_ASSET, (unsigned char)result};
    bool sent = check_wire_write(to, head, sizeof head);
    if (sent && result)
        sent = check_wire_write(to, mote_last_message(), strlen(mote_last_message()));
    else if (sent)
        sent = check_wire_send(to, &asset);
    _exit(sent ? 0 : 1); // without the parent's exit handlers and buffers
}

// ---------------------------------------------------------------------------------------------
// In the parent

typedef struct reply {
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

static mote_result grow(reply *r, uint64_t max, const char *path)
{
    if (r->size < r->room) return MOTE_OK;
    if (r->room >= max)
        return fail_file(path, "reading it needs more than %llu MB of memory",
                         (unsigned long long)(max >> 20));
    size_t room = r->room ? r->room * 2 : 1 << 16;
    unsigned char *bytes = realloc(r->bytes, room);
    if (!bytes) return mote_fail_memory(room, path);
    r->bytes = bytes;
    r->room = room;
    return MOTE_OK;
}

// Everything that the child sends, until it closes the pipe or its time is over.
static mote_result receive(int from, const char *path, const check_import_limits *limits, reply *r)
{
    double ends = mote_seconds() + limits->seconds;
    for (;;) {
        mote_result result = grow(r, limits->bytes, path);
        if (result) return result;
        double left = ends - mote_seconds();
        struct pollfd ready = {.fd = from, .events = POLLIN};
        int count = left > 0 ? poll(&ready, 1, (int)(left * 1000) + 1) : 0;
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) return fail_file(path, "reading it took longer than %g s", limits->seconds);
        ssize_t got = read(from, r->bytes + r->size, r->room - r->size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail_file(path, "cannot read from the importer: %s", strerror(errno));
        if (got == 0) return MOTE_OK;
        r->size += (size_t)got;
    }
}

static mote_result parse_reply(const reply *r, int status, const char *path,
                               const check_import_limits *limits, asset_file *out)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return fail_file(path, "reading it took longer than %g s", limits->seconds);
    if (WIFSIGNALED(status))
        return fail_file(path, "the importer crashed (signal %d)", WTERMSIG(status));
    if (r->size >= 2 && r->bytes[0] == SENT_FAILURE)
        return mote_fail((mote_result)r->bytes[1], "%.*s", (int)(r->size - 2),
                         (const char *)r->bytes + 2);
    if (r->size < 2 || r->bytes[0] != SENT_ASSET || WEXITSTATUS(status) != 0)
        return fail_file(path, "the importer ended without a result (exit code %d)",
                         WEXITSTATUS(status));
    return check_wire_parse(r->bytes + 2, r->size - 2, path, out);
}

mote_result check_import_in_child(const char *path, check_asset_reader *reader,
                                  const check_import_limits *limits, asset_file *out)
{
    *out = (asset_file){0};
    int ends[2];
    if (pipe(ends)) return fail_file(path, "cannot create a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(path, reader, limits, ends[1]);
    }
    close(ends[1]);
    mote_result result = MOTE_OK;
    reply r = {0};
    if (child < 0) result = fail_file(path, "cannot create a process: %s", strerror(errno));
    if (!result) result = receive(ends[0], path, limits, &r);
    close(ends[0]);
    int status = 0;
    if (child > 0 && result) kill(child, SIGKILL);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (!result) result = parse_reply(&r, status, path, limits, out);
    free(r.bytes);
    return result;
}
