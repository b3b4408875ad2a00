#define _XOPEN_SOURCE 700 // mkstemp, POSIX
#include "apps/mote/batch/file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/hash.h"
#include "core/result.h"
#include "io/name.h"

// Separates the final name of a file from the unique suffix of mkstemp.
static const char mark[] = ".part-";

mote_result cmd_batch_path(char out[CMD_BATCH_PATH], const char *folder, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(out, CMD_BATCH_PATH, "%s/", folder);
    if (used > 0 && used < CMD_BATCH_PATH) {
        va_start(arguments, format);
        int more = vsnprintf(out + used, (size_t)(CMD_BATCH_PATH - used), format, arguments);
        va_end(arguments);
        if (more > 0 && used + more < CMD_BATCH_PATH) return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "the path of the batch's folder is too long");
}

static mote_result fail_writing(const char *path, int reason)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", io_short_name(path, room),
                     strerror(reason));
}

static mote_result fail_reading(const char *path, int reason)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(path, room),
                     strerror(reason));
}

// ---------------------------------------------------------------------------------------------
// Writing

mote_result cmd_batch_file_open(cmd_batch_file *file, const char *path)
{
    *file = (cmd_batch_file){0};
    int length = snprintf(file->beside, sizeof file->beside, "%s%sXXXXXX", path, mark);
    if (length >= (int)sizeof file->beside) return fail_writing(path, ENAMETOOLONG);
    snprintf(file->path, sizeof file->path, "%s", path);
    mode_t mask = umask(0);
    umask(mask);
    int descriptor = mkstemp(file->beside);
    if (descriptor < 0) return fail_writing(path, errno);
    if (!fchmod(descriptor, 0666 & ~mask)) file->file = fdopen(descriptor, "w+");
    if (file->file) return MOTE_OK;
    int reason = errno;
    close(descriptor);
    unlink(file->beside);
    return fail_writing(path, reason);
}

// Synchronizes the folder, so that the name of the file is on the disk.
static void synchronize_folder(const char *path)
{
    char folder[CMD_BATCH_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
    int descriptor = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor); // may fail on file systems that do not need it
    close(descriptor);
}

mote_result cmd_batch_file_close(cmd_batch_file *file, mote_result result)
{
    if (!file->file) return result;
    int reason = 0;
    errno = 0;
    if (fflush(file->file) || ferror(file->file)) reason = errno ? errno : ENOSPC;
    if (!reason && fsync(fileno(file->file)) && errno != EINVAL) reason = errno;
    if (fclose(file->file) && !reason) reason = errno;
    file->file = NULL;
    if (!result && !reason && rename(file->beside, file->path)) reason = errno;
    if (result || reason)
        unlink(file->beside);
    else
        synchronize_folder(file->path);
    return result || !reason ? result : fail_writing(file->path, reason);
}

enum { HASHED_AT_ONCE = 1 << 16 };

uint64_t cmd_batch_hash(const void *bytes, size_t size)
{
    uint64_t hash = MOTE_HASH_START;
    const unsigned char *at = bytes;
    for (size_t part; size > 0; at += part, size -= part) {
        part = size < HASHED_AT_ONCE ? size : HASHED_AT_ONCE;
        hash = mote_hash_bytes(hash, at, part);
    }
    return hash;
}

mote_result cmd_batch_hash_stream(FILE *file, uint64_t size, uint64_t *out)
{
    unsigned char bytes[HASHED_AT_ONCE];
    *out = MOTE_HASH_START;
    if (fflush(file) || fseeko(file, 0, SEEK_SET))
        return mote_fail(MOTE_ERROR_IO, "a file of the batch cannot be written: %s",
                         strerror(errno));
    while (size > 0) {
        size_t part = size < sizeof bytes ? (size_t)size : sizeof bytes;
        if (fread(bytes, 1, part, file) != part)
            return mote_fail(MOTE_ERROR_IO, "a file of the batch cannot be read back");
        *out = mote_hash_bytes(*out, bytes, part);
        size -= part;
    }
    fseeko(file, 0, SEEK_CUR); // required between reading and writing
    return MOTE_OK;
}

mote_result cmd_batch_text_close(cmd_batch_file *file, mote_result result)
{
    uint64_t hash;
    if (!result && fflush(file->file)) result = fail_writing(file->path, errno);
    if (!result) result = cmd_batch_hash_stream(file->file, (uint64_t)ftello(file->file), &hash);
    if (!result) fprintf(file->file, "end %016" PRIx64 "\n", hash);
    return cmd_batch_file_close(file, result);
}

// ---------------------------------------------------------------------------------------------
// Reading

mote_result cmd_batch_read(const char *path, char **out, size_t *size)
{
    struct stat status;
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) return fail_reading(path, errno);
    if (fstat(fileno(file), &status) || !S_ISREG(status.st_mode)) {
        fclose(file);
        return fail_reading(path, EINVAL);
    }
    *size = (size_t)status.st_size;
    *out = malloc(*size + 1);
    bool whole = *out && fread(*out, 1, *size, file) == *size;
    fclose(file);
    if (whole) {
        (*out)[*size] = '\0';
        return MOTE_OK;
    }
    bool memory = !*out;
    free(*out);
    *out = NULL;
    return memory ? mote_fail_memory(*size, path) : fail_reading(path, EIO);
}

mote_result cmd_batch_read_text(const char *path, char **out)
{
    enum { LAST_LINE = 21 }; // "end ", 16 digits, a newline
    char *text, room[IO_SHORT_NAME], wanted[LAST_LINE + 1];
    size_t size;
    *out = NULL;
    mote_result result = cmd_batch_read(path, &text, &size);
    if (result) return result;
    if (size >= LAST_LINE) {
        uint64_t hash = cmd_batch_hash(text, size - LAST_LINE);
        snprintf(wanted, sizeof wanted, "end %016" PRIx64 "\n", hash);
        if (memcmp(text + size - LAST_LINE, wanted, LAST_LINE) == 0) {
            text[size - LAST_LINE] = '\0';
            *out = text;
            return MOTE_OK;
        }
    }
    free(text);
    return mote_fail(MOTE_ERROR_DATA, "%s: is damaged", io_short_name(path, room));
}

// Returns whether this is the temporary name of a file whose final name `is_own` accepts.
static bool is_unfinished(const char *name, bool (*is_own)(const char *name))
{
    enum { UNIQUE = 6 }; // length of the suffix of mkstemp
    char own[CMD_BATCH_PATH];
    size_t length = strlen(name), tail = sizeof mark - 1 + UNIQUE;
    if (length <= tail || length >= sizeof own) return false;
    memcpy(own, name, length + 1);
    char *end = own + length - tail;
    if (strncmp(end, mark, sizeof mark - 1) != 0) return false;
    for (const char *at = end + sizeof mark - 1; *at; at++)
        if (!isalnum((unsigned char)*at)) return false;
    *end = '\0';
    return is_own(own);
}

void cmd_batch_remove_unfinished(const char *folder, bool (*is_own)(const char *name))
{
    DIR *files = opendir(folder);
    if (!files) return;
    for (const struct dirent *entry; (entry = readdir(files));)
        if (is_unfinished(entry->d_name, is_own)) unlinkat(dirfd(files), entry->d_name, 0);
    closedir(files);
}
