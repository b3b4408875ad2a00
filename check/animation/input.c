#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "check/animation/files.h"
#include "check/animation/source.h"
#include "check/animation/standard_input.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

static mote_result open_file(const char *path, const struct stat *status,
                             const check_animation_def *def, check_source **out)
{
    bool meshes = S_ISDIR(status->st_mode) || io_format_of(path) != IO_UNKNOWN;
    return meshes ? check_open_file_source(path, def, out) : check_open_rig_source(path, def, out);
}

mote_result check_open_input(const char *input, const check_animation_def *def, check_source **out)
{
    struct stat status;
    char room[IO_SHORT_NAME];
    if (check_is_standard_input(input)) return check_open_standard_input(def, out);
    if (stat(input, &status) == 0) return open_file(input, &status, def, out);
    int reason = errno;
    if (check_is_file_pattern(input)) return check_open_file_source(input, def, out);
    if (strpbrk(input, "/."))
        return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(input, room),
                         strerror(reason));
    return check_open_scene_source(input, def->fps, out);
}
