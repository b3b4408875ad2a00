#define _POSIX_C_SOURCE 200809L
// Inputs of builds for WebAssembly, which have no file system: files in memory
// (import/memory_files.c).

#include <string.h>
#include <strings.h>

#include "check/animation/source.h"
#include "core/result.h"
#include "io/name.h"

mote_result check_open_input(const char *input, const check_animation_def *def, check_source **out)
{
    char room[IO_SHORT_NAME];
    const char *dot = strrchr(input, '.');
    if (dot && (strcasecmp(dot, ".glb") == 0 || strcasecmp(dot, ".gltf") == 0))
        return check_open_rig_source(input, def, out);
    return mote_fail(MOTE_ERROR_REFUSED, "%s: only GLB and glTF files are checked here",
                     io_short_name(input, room));
}

mote_result check_open_memory_source(const check_animation_def *def, check_source **out)
{
    (void)def;
    (void)out;
    return mote_fail(MOTE_ERROR_REFUSED, "parts in memory are not checked here");
}
