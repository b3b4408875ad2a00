#define _XOPEN_SOURCE 700 // mkstemp, realpath, POSIX
#include "apps/mote/output.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/result.h"

enum { MAX_UNFINISHED = 8 };

// Temporary names of the files being written, for a signal handler.
static char *volatile unfinished[MAX_UNFINISHED];

static void set_unfinished(const char *from, char *to)
{
    for (int i = 0; i < MAX_UNFINISHED; i++) {
        if (unfinished[i] != from) continue;
        unfinished[i] = to;
        return;
    }
}

void cmd_output_remove_unfinished(void)
{
    for (int i = 0; i < MAX_UNFINISHED; i++)
        if (unfinished[i]) unlink(unfinished[i]);
}

static mote_result fail_writing(const char *path, int reason)
{
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(reason));
}

// ---------------------------------------------------------------------------------------------
// Beside the file

// The mode that fopen gives to new files.
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// Resolves the symbolic links of a path; the result is from malloc. Returns null if the target
// exists but is not a writable regular file, or if a link points to a missing file.
static char *find_target(const char *path, mode_t *mode)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && (!S_ISREG(status.st_mode) || access(path, W_OK))) return NULL;
    *mode = exists ? status.st_mode & 07777 : usual_mode();
    if (exists) return realpath(path, NULL);
    return lstat(path, &status) == 0 ? NULL : strdup(path);
}

static void open_beside(cmd_output *output)
{
    mode_t mode;
    char *target = find_target(output->path, &mode);
    size_t room = target ? strlen(target) + 8 : 0;
    output->beside = target ? malloc(room) : NULL;
    if (output->beside) {
        snprintf(output->beside, room, "%s.XXXXXX", target);
        int descriptor = mkstemp(output->beside);
        if (descriptor >= 0) set_unfinished(NULL, output->beside);
        if (descriptor >= 0 && !fchmod(descriptor, mode)) output->file = fdopen(descriptor, "w");
        if (descriptor >= 0 && !output->file) {
            close(descriptor);
            unlink(output->beside);
            set_unfinished(output->beside, NULL);
        }
    }
    if (!output->file) {
        free(output->beside);
        output->beside = NULL;
    }
    free(target);
}

// Renames a temporary file to its name without the six characters that mkstemp added.
static int replace_target(char *beside)
{
    char target[PATH_MAX];
    size_t length = strlen(beside) - 7;
    if (length >= sizeof target) return ENAMETOOLONG;
    memcpy(target, beside, length);
    target[length] = '\0';
    return rename(beside, target) ? errno : 0;
}

// ---------------------------------------------------------------------------------------------

mote_result cmd_output_open(cmd_output *output)
{
    if (!output->path || output->file) return MOTE_OK;
    if (strcmp(output->path, "-") == 0) {
        output->file = stdout;
        return MOTE_OK;
    }
    open_beside(output);
    if (!output->file) output->file = fopen(output->path, "w");
    return output->file ? MOTE_OK : fail_writing(output->path, errno);
}

bool cmd_output_write(cmd_output *output, const char *bytes, size_t size)
{
    if (cmd_output_open(output)) return false;
    if (fwrite(bytes, 1, size, output->file) == size && fflush(output->file) == 0) return true;
    if (!output->reason) output->reason = errno;
    return false;
}

mote_result cmd_output_close(cmd_output *output, mote_result result)
{
    FILE *file = output->file;
    output->file = NULL;
    if (!file || file == stdout) return result;
    int reason = output->reason;
    bool written = ftell(file) > 0 || !output->beside;
    if (ferror(file) && !reason) reason = ENOSPC; // the errno of the failed write is unknown
    if (fclose(file) && !reason) reason = errno;
    if (output->beside) {
        if (!reason && written) reason = replace_target(output->beside);
        if (reason || !written) unlink(output->beside);
        set_unfinished(output->beside, NULL);
        free(output->beside);
        output->beside = NULL;
    }
    return result || !reason ? result : fail_writing(output->path, reason);
}

mote_result cmd_make_folder(const char *path)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--out': the path is too long");
    for (char *slash = strchr(part + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = '\0';
        if (mkdir(part, 0777) && errno != EEXIST)
            return mote_fail(MOTE_ERROR_IO, "%s: cannot create the folder: %s", part,
                             strerror(errno));
        if (!slash) return MOTE_OK;
        *slash = '/';
    }
}
