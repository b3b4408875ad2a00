#define _POSIX_C_SOURCE 200809L
#include "check/import/assimp_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

// POSIX returns a function's address as a void pointer, which C cannot cast to a function pointer.
static bool find_function(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found;
}

// The headers describe the structures of one major version.
mote_result check_assimp_load(const char *path, check_assimp_library *out)
{
    char name[32], room[IO_SHORT_NAME];
    unsigned (*major)(void);
    snprintf(name, sizeof name, "libassimp.so.%d", MOTE_ASSIMP_MAJOR);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    bool found = library && find_function(library, "aiGetVersionMajor", &major) &&
                 major() == MOTE_ASSIMP_MAJOR &&
                 find_function(library, "aiImportFileEx", &out->import_file) &&
                 find_function(library, "aiGetErrorString", &out->error) &&
                 find_function(library, "aiAttachLogStream", &out->attach_log) &&
                 find_function(library, "aiDecomposeMatrix", &out->decompose);
    if (found) return MOTE_OK;
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: reading it needs %s (Debian: libassimp%d), which was not found",
                     io_short_name(path, room), name, MOTE_ASSIMP_MAJOR);
}
