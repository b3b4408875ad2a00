// A request is the byte CHECK_ASKED_FILE, the length of the name and the name. A reply is one
// message of the socket: a result, and either a descriptor or an error message.

#define _DEFAULT_SOURCE // SCM_RIGHTS and POSIX
#include "check/import/broker.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "check/import/wire.h"
#include "core/result.h"
#include "io/file.h"
#include "io/name.h"

enum { HEAD_SIZE = 1 + sizeof(uint32_t) };

typedef struct answer {
    uint32_t result; // a mote_result
    char words[1020];
} answer;

typedef union control {
    struct cmsghdr head; // for alignment
    char room[CMSG_SPACE(sizeof(int))];
} control;

// ---------------------------------------------------------------------------------------------
// In the child

static mote_result fail_connection(const char *path)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: the importer has lost its parent",
                     io_short_name(path, room));
}

static int descriptor_in(struct msghdr *message)
{
    int descriptor = -1;
    const struct cmsghdr *head = CMSG_FIRSTHDR(message);
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
        memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

static mote_result receive_answer(int answers, const char *path, int *descriptor)
{
    answer a;
    control c;
    struct iovec part = {&a, sizeof a};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &c, .msg_controllen = sizeof c};
    ssize_t got;
    do got = recvmsg(answers, &message, 0);
    while (got < 0 && errno == EINTR);
    *descriptor = got > 0 ? descriptor_in(&message) : -1;
    if (got != (ssize_t)sizeof a) return fail_connection(path);
    if (a.result) return mote_fail((mote_result)a.result, "%s", a.words);
    return *descriptor >= 0 ? MOTE_OK : fail_connection(path);
}

mote_result check_broker_read(void *context, const char *path, const char *name,
                              unsigned char **out, size_t *size)
{
    const check_broker *broker = context;
    char room[IO_SHORT_NAME], short_name[IO_SHORT_NAME];
    uint32_t length = (uint32_t)strnlen(name, CHECK_MAX_ASKED_NAME + 1);
    *out = NULL;
    if (length > CHECK_MAX_ASKED_NAME)
        return mote_fail(MOTE_ERROR_REFUSED, "%s: the name of a file is too long: %s",
                         io_short_name(path, room), io_short_name(name, short_name));
    unsigned char question[HEAD_SIZE + CHECK_MAX_ASKED_NAME] = {CHECK_ASKED_FILE};
    memcpy(question + 1, &length, sizeof length);
    memcpy(question + HEAD_SIZE, name, length);
    if (!check_wire_write(broker->questions, question, HEAD_SIZE + length))
        return fail_connection(path);
    int descriptor;
    mote_result result = receive_answer(broker->answers, path, &descriptor);
    if (!result) result = io_file_read(descriptor, name, out, size);
    if (descriptor >= 0) close(descriptor);
    return result;
}

// ---------------------------------------------------------------------------------------------
// In the parent

size_t check_broker_question(const unsigned char *bytes, size_t size)
{
    uint32_t length;
    if (size < HEAD_SIZE || bytes[0] != CHECK_ASKED_FILE) return 0;
    memcpy(&length, bytes + 1, sizeof length);
    if (length > CHECK_MAX_ASKED_NAME || size - HEAD_SIZE < length) return 0;
    return HEAD_SIZE + length;
}

// Never waits: a child that has exited or does not read its replies gets none.
static void send_answer(int answers, answer *a, int descriptor)
{
    control c = {0};
    struct iovec part = {a, sizeof *a};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &c;
        message.msg_controllen = sizeof c;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    }
    (void)sendmsg(answers, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Reports the file `name` beside the file `path`.
static void announce_beside(const check_import_limits *limits, const char *path, const char *name)
{
    char beside[2 * CHECK_MAX_ASKED_NAME];
    const char *slash = strrchr(path, '/');
    int folder = slash && name[0] != '/' ? (int)(slash - path) + 1 : 0;
    int length = snprintf(beside, sizeof beside, "%.*s%s", folder, path, name);
    if (length > 0 && (size_t)length < sizeof beside) check_announce_file(limits, beside);
}

void check_broker_answer(int answers, const unsigned char *question, const char *path,
                         const check_import_limits *limits)
{
    char name[CHECK_MAX_ASKED_NAME + 1];
    uint32_t length;
    memcpy(&length, question + 1, sizeof length);
    memcpy(name, question + HEAD_SIZE, length);
    name[length] = '\0';
    int descriptor = -1;
    announce_beside(limits, path, name);
    answer a = {.result = io_file_open_beside(path, name, limits->allow_outside, &descriptor)};
    if (a.result) strncpy(a.words, mote_last_message(), sizeof a.words - 1);
    send_answer(answers, &a, descriptor);
    if (descriptor >= 0) close(descriptor);
}
