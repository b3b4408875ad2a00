// The input "-": standard input, which may be a pipe. It is first copied to a temporary file: the
// time its writer takes does not count as time to read, and the rest of the reader treats it as a
// file.

#define _POSIX_C_SOURCE 200809L
#include "check/animation/standard_input.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/result.h"
#include "io/io.h"

enum { BLOCK = 1 << 16, MAX_FORMAT = 16, MILLISECONDS_BETWEEN_QUESTIONS = 100 };

bool check_is_standard_input(const char *input)
{
    return strcmp(input, "-") == 0;
}

static mote_result name_input(const char *format, char path[CHECK_STANDARD_INPUT_NAME])
{
    if (!format || !*format)
        return mote_fail(MOTE_ERROR_ARGUMENT, "standard input: its format is not given; expected "
                                              "--format with an extension, such as glb");
    size_t length = strnlen(format, MAX_FORMAT + 1);
    bool sound = length <= MAX_FORMAT;
    for (size_t i = 0; i < length && sound; i++) sound = isalnum((unsigned char)format[i]);
    if (!sound)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "standard input: its format is '%.*s', expected an extension, such as glb",
                         MAX_FORMAT, format);
    snprintf(path, CHECK_STANDARD_INPUT_NAME, "stdin.%s", format);
    return MOTE_OK;
}

static mote_result fail_copy(void)
{
    return mote_fail(MOTE_ERROR_IO, "standard input: cannot be read: %s", strerror(errno));
}

// Waits for data, and checks periodically whether the check was canceled.
static mote_result read_block(char *block, const check_import_limits *limits, size_t *size)
{
    for (;;) {
        struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
        int count = poll(&ready, 1, MILLISECONDS_BETWEEN_QUESTIONS);
        if (check_is_canceled(limits))
            return mote_fail(MOTE_ERROR_DATA, "standard input: reading it was canceled");
        if (count == 0 || (count < 0 && errno == EINTR)) continue;
        ssize_t got = read(STDIN_FILENO, block, BLOCK);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got < 0) return fail_copy();
        *size = (size_t)got;
        return MOTE_OK;
    }
}

static mote_result copy_input(FILE *to, const check_import_limits *limits)
{
    static char block[BLOCK];
    uint64_t total = 0;
    size_t size = 0;
    mote_result result;
    while (!(result = read_block(block, limits, &size)) && size > 0) {
        total += size;
        if (total > limits->bytes)
            return mote_fail(MOTE_ERROR_LIMIT, "standard input: has more than %llu MB (--memory)",
                             (unsigned long long)(limits->bytes >> 20));
        if (fwrite(block, 1, size, to) != size) return fail_copy();
    }
    if (!result && total == 0) return mote_fail(MOTE_ERROR_DATA, "standard input: is empty");
    if (!result && (fflush(to) || lseek(fileno(to), 0, SEEK_SET) != 0)) result = fail_copy();
    return result;
}

mote_result check_open_standard_input(const check_animation_def *def, check_source **out)
{
    char path[CHECK_STANDARD_INPUT_NAME];
    mote_result result = name_input(def->input_format, path);
    if (result) return result;
    if (fcntl(STDIN_FILENO, F_GETFD) < 0) return fail_copy(); // standard input is closed
    if (isatty(STDIN_FILENO))
        return mote_fail(MOTE_ERROR_ARGUMENT, "standard input: is a terminal, expected a file");
    FILE *file = tmpfile();
    if (!file) return fail_copy();
    result = copy_input(file, &def->limits);
    int descriptor = fileno(file);
    check_animation_def opened = *def;
    opened.opened = &descriptor;
    if (!result)
        result = io_format_of(path) != IO_UNKNOWN ? check_open_file_source(path, &opened, out)
                                                  : check_open_rig_source(path, &opened, out);
    fclose(file);
    return result;
}
