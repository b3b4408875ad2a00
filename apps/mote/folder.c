#define _POSIX_C_SOURCE 200809L
#include "apps/mote/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/result.h"

mote_result cmd_make_folder(const char *path)
{
    char part[4096];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return mote_fail(MOTE_ERROR_ARGUMENT, "the path of the folder is too long");
    for (char *slash = strchr(part + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash) *slash = '\0';
        if (mkdir(part, 0777) && errno != EEXIST)
            return mote_fail(MOTE_ERROR_IO, "cannot make folder %s: %s", part, strerror(errno));
        if (!slash) return MOTE_OK;
        *slash = '/';
    }
}
