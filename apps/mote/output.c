#define _POSIX_C_SOURCE 200809L
#include "apps/mote/output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "core/result.h"

static mote_result fail_writing(const char *path)
{
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}

mote_result cmd_output_open(cmd_output *output)
{
    if (!output->path || output->file) return MOTE_OK;
    output->file = strcmp(output->path, "-") == 0 ? stdout : fopen(output->path, "w");
    return output->file ? MOTE_OK : fail_writing(output->path);
}

mote_result cmd_output_close(cmd_output *output, mote_result result)
{
    FILE *file = output->file;
    output->file = NULL;
    if (!file || file == stdout) return result;
    errno = ENOSPC; // where an earlier write failed, its reason is not known any more
    bool failed = ferror(file) != 0;
    if (fclose(file)) failed = true;
    return result || !failed ? result : fail_writing(output->path);
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
